# The library target: dispatch and the C interface compiled once with the platform's plain flags, each kernel family
# once per instruction set with that set's flags.
find_path(ZEROSTRIDE_XSIMD_INCLUDE xsimd/xsimd.hpp REQUIRED
  DOC "Where xsimd's headers are (Debian: libxsimd-dev)")

add_library(zerostride STATIC)
add_library(zerostride::zerostride ALIAS zerostride)

file(GLOB dispatch_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/dispatch/*.cpp")
file(GLOB capi_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/capi/*.cpp")
file(GLOB family_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/kernels/family/*.cpp")

target_sources(zerostride PRIVATE ${dispatch_sources} ${capi_sources})
target_compile_features(zerostride PUBLIC cxx_std_17 PRIVATE cxx_std_20)
target_include_directories(zerostride
  PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
  PRIVATE "${PROJECT_SOURCE_DIR}")
set(zerostride_warnings -Wall -Wextra -Wpedantic)
target_compile_options(zerostride PRIVATE ${zerostride_warnings} -ffp-contract=off)
# dispatch learns the list of instruction sets as X(baseline) X(avx2) ...
list(TRANSFORM ZEROSTRIDE_ISAS REPLACE "(.+)" "X(\\1)" OUTPUT_VARIABLE isa_rows)
list(JOIN isa_rows " " isa_rows)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/isas.def" CONTENT "${isa_rows}\n")
target_include_directories(zerostride PRIVATE "${PROJECT_BINARY_DIR}/generated")

if(ZEROSTRIDE_OPENMP)
  find_package(OpenMP REQUIRED COMPONENTS CXX)
  target_link_libraries(zerostride PRIVATE OpenMP::OpenMP_CXX)
endif()

set(ZEROSTRIDE_KERNEL_FLAGS "" CACHE STRING
  "More compiler flags for the kernels alone (some sanitizers take minutes for each of their files)")

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12's partial redundancy elimination crashes on the AVX2 rounding of converted binary16.
  set_source_files_properties("${PROJECT_SOURCE_DIR}/kernels/family/rounding.cpp" PROPERTIES COMPILE_OPTIONS -fno-tree-pre)
endif()

# One object library per instruction set. -O2 also in Debug builds (unoptimised intrinsics are unusable, and
# xsimd's AVX-512 select does not compile at -O0), -g1 because nobody single-steps through a kernel.
foreach(isa IN LISTS ZEROSTRIDE_ISAS)
  add_library(zerostride_kernels_${isa} OBJECT ${family_sources})
  target_compile_features(zerostride_kernels_${isa} PRIVATE cxx_std_20)
  target_include_directories(zerostride_kernels_${isa} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}")
  target_include_directories(zerostride_kernels_${isa} SYSTEM PRIVATE "${ZEROSTRIDE_XSIMD_INCLUDE}")
  target_compile_definitions(zerostride_kernels_${isa} PRIVATE ZS_ISA=${isa} ZS_ISA_${isa}=1)
  target_compile_options(zerostride_kernels_${isa} PRIVATE
    ${zerostride_warnings} -O2 -g1 -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-exceptions -fno-rtti
    -fvisibility=hidden -Wno-psabi ${ZEROSTRIDE_FLAGS_${isa}} ${ZEROSTRIDE_KERNEL_FLAGS})
  target_sources(zerostride PRIVATE $<TARGET_OBJECTS:zerostride_kernels_${isa}>)
endforeach()
