# libzerostride.so: the objects of the static libraries behind the C interface, and no other symbol. C++ programs link
# the static library, whose interface has no stable ABI.
add_library(zerostride_shared SHARED)
add_library(zerostride::shared ALIAS zerostride_shared)

target_sources(zerostride_shared PRIVATE $<TARGET_OBJECTS:zerostride> $<TARGET_OBJECTS:zerostride_graph>)
foreach(part IN LISTS zerostride_parts)
  target_sources(zerostride_shared PRIVATE $<TARGET_OBJECTS:${part}>)
endforeach()
foreach(isa IN LISTS ZEROSTRIDE_ISAS ITEMS data)
  target_sources(zerostride_shared PRIVATE $<TARGET_OBJECTS:zerostride_kernels_${isa}>)
endforeach()
set(version_script "${CMAKE_CURRENT_LIST_DIR}/zerostride.map")
# The SONAME changes when the C interface does, which tests/abi guards, and not with the version.
set_target_properties(zerostride_shared PROPERTIES
  OUTPUT_NAME zerostride EXPORT_NAME shared LINKER_LANGUAGE CXX
  VERSION "0.${PROJECT_VERSION}" SOVERSION 0
  LINK_DEPENDS "${version_script}")
target_include_directories(zerostride_shared INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
# Stays in the process: with the last library that needs it OpenMP would be unloaded beneath its waiting threads.
target_link_options(zerostride_shared PRIVATE "LINKER:--version-script=${version_script}" "LINKER:-z,nodelete")
# With -ffast-math compilers link what has every program that loads the library round subnormal numbers to 0.
target_link_options(zerostride_shared PRIVATE -fno-fast-math)
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=")
  target_link_options(zerostride_shared PRIVATE "LINKER:-z,defs")  # sanitizers leave their runtime to the program
endif()
if(ZEROSTRIDE_OPENMP)
  target_link_libraries(zerostride_shared PRIVATE OpenMP::OpenMP_CXX)
endif()
