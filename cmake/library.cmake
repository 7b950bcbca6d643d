# The library target: dispatch and the C interface compiled once with the platform's plain flags, each kernel family
# once per instruction set with that set's flags.
add_library(zerostride STATIC)
add_library(zerostride::zerostride ALIAS zerostride)

file(GLOB_RECURSE dispatch_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/dispatch/*.cpp")
file(GLOB capi_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/capi/*.cpp")

target_sources(zerostride PRIVATE ${dispatch_sources} ${capi_sources})
target_compile_features(zerostride PUBLIC cxx_std_17 PRIVATE cxx_std_20)
# A shared library that links the archive exports none of its C++ symbols: two of them in a process, with two versions,
# would otherwise find each other's.
set(zerostride_hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
set_target_properties(zerostride PROPERTIES ${zerostride_hidden})
target_include_directories(zerostride
  PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
  PRIVATE "${PROJECT_SOURCE_DIR}")
# A third to a half of what most of these files take to compile goes into the headers that all of them read. Compilers'
# caches do without, they would have to be told not to look into it; and so every file is also compiled with what it
# includes alone.
set(zerostride_common_headers <algorithm> <array> <cstddef> <cstdint> <cstring> <limits> <memory> <string> <vector>
  "${PROJECT_SOURCE_DIR}/include/zerostride/zerostride.hpp")
if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  target_precompile_headers(zerostride PRIVATE ${zerostride_common_headers})
endif()
set(zerostride_warnings -Wall -Wextra -Wpedantic)
target_compile_options(zerostride PRIVATE ${zerostride_warnings} -ffp-contract=off -fno-ident)
# A file that was renamed would silently lose its options.
function(zerostride_require_files)
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS "${file}")
      message(FATAL_ERROR "${file}, which has compiler options of its own, does not exist")
    endif()
  endforeach()
endfunction()
# What refuses, what is asked once in a process or a plan, and where the standard library does most of the work: small.
set(small broadcast/broadcast broadcast/ngraph cpu lists packing/ahead packing/permutes plan/cost plan/overlap
  plan/packing_cost plan/plan text/decimal text/text_number threads validation/refusal validation/scales)
list(TRANSFORM small PREPEND "${PROJECT_SOURCE_DIR}/dispatch/")
list(APPEND small "${PROJECT_SOURCE_DIR}/capi/broadcast" "${PROJECT_SOURCE_DIR}/capi/tensor")
list(TRANSFORM small APPEND .cpp)
zerostride_require_files(${small})
# Of precompiled headers g++ asks that they were compiled for size, too.
set_source_files_properties(${small} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-Os>" SKIP_PRECOMPILE_HEADERS ON)
# What decides and steps, without loops worth unrolling.
set(stepping accuracy broadcast/shape broadcast/stretch broadcast/sum extents isa packing/lanes packing/lines
  packing/merges packing/pack packing/windows plan/composition plan/composition_run plan/explain plan/nest
  plan/pointers plan/programs plan/strategy plan/tiling plan/tiling_by_lines processor sums/addends sums/sums sums/tree
  tensor validation/attributes)
list(TRANSFORM stepping PREPEND "${PROJECT_SOURCE_DIR}/dispatch/")
list(APPEND stepping "${PROJECT_SOURCE_DIR}/capi/boundary" "${PROJECT_SOURCE_DIR}/capi/names")
list(TRANSFORM stepping APPEND .cpp)
zerostride_require_files(${stepping})
set_source_files_properties(${stepping} PROPERTIES COMPILE_OPTIONS "$<$<CONFIG:Release>:-O2>")
# dispatch learns the list of instruction sets as X(baseline) X(avx2) ...
list(TRANSFORM ZEROSTRIDE_ISAS REPLACE "(.+)" "X(\\1)" OUTPUT_VARIABLE isa_rows)
list(JOIN isa_rows " " isa_rows)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/isas.def" CONTENT "${isa_rows}\n")
# For the one file that includes it: the others are then compiled by the same command in every build, also in those that
# have this project as a part, and compilers' caches know them.
set_source_files_properties("${PROJECT_SOURCE_DIR}/dispatch/isa.cpp" PROPERTIES
  INCLUDE_DIRECTORIES "${PROJECT_BINARY_DIR}/generated")

if(ZEROSTRIDE_OPENMP)
  find_package(OpenMP REQUIRED COMPONENTS CXX)
  target_link_libraries(zerostride PRIVATE OpenMP::OpenMP_CXX)
endif()

add_subdirectory(kernels)
foreach(isa IN LISTS ZEROSTRIDE_ISAS ITEMS data)
  target_sources(zerostride PRIVATE $<TARGET_OBJECTS:zerostride_kernels_${isa}>)
endforeach()
