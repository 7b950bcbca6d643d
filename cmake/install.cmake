# What an installation holds: the archive, the public headers, the CMake package, the pkg-config files, and the shared
# library, the provider for ONNX Runtime, the package for NumPy and the command line where they are asked for.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/zerostride")

install(TARGETS zerostride zerostride_graph EXPORT zerostrideTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(ZEROSTRIDE_SHARED)
  install(TARGETS zerostride_shared EXPORT zerostrideTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(TARGET zerostride_onnxruntime)
  install(TARGETS zerostride_onnxruntime LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(TARGET zerostride_numpy)
  install(TARGETS zerostride_numpy LIBRARY DESTINATION "${ZEROSTRIDE_PYTHON_DIR}/zerostride")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/integrations/numpy/zerostride" DESTINATION "${ZEROSTRIDE_PYTHON_DIR}"
    FILES_MATCHING PATTERN "*.py")
endif()
if(TARGET zerostride_cli)
  install(TARGETS zerostride_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/zerostride" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN "*.def")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

install(EXPORT zerostrideTargets NAMESPACE zerostride:: DESTINATION "${package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/zerostrideConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/generated/zerostrideConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/generated/zerostrideConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/generated/zerostrideConfig.cmake"
              "${PROJECT_BINARY_DIR}/generated/zerostrideConfigVersion.cmake" DESTINATION "${package_dir}")

# The prefix is written relative to the file, so that an installation can be moved as a whole.
file(RELATIVE_PATH pc_up_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" pc_up_to_prefix "${pc_up_to_prefix}")
foreach(dir LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(pc_${dir} "${CMAKE_INSTALL_${dir}}")
  else()
    set(pc_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
set(pc_openmp "")
if(ZEROSTRIDE_OPENMP)
  foreach(name IN LISTS OpenMP_CXX_LIB_NAMES)
    # Clang keeps its OpenMP where only its own -fopenmp looks.
    get_filename_component(directory "${OpenMP_${name}_LIBRARY}" DIRECTORY)
    if(NOT directory IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
      string(APPEND pc_openmp " -L${directory}")
    endif()
    string(APPEND pc_openmp " -l${name}")
  endforeach()
endif()
set(pc_files zerostride zerostride-graph)
if(ZEROSTRIDE_SHARED)
  list(APPEND pc_files zerostride-shared)
endif()
foreach(name IN LISTS pc_files)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in" "${PROJECT_BINARY_DIR}/generated/${name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/generated/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()
