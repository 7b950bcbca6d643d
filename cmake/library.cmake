# The library target: dispatch and the C interface compiled once with the platform's plain flags, each kernel family
# once per instruction set with that set's flags.
add_library(zerostride STATIC)
add_library(zerostride::zerostride ALIAS zerostride)

set(zerostride_warnings -Wall -Wextra -Wpedantic)
# Arithmetic as it is written, also where a project that has this one as a part is compiled with -ffast-math.
set(zerostride_ieee -fno-fast-math -fno-associative-math -fno-reciprocal-math -fno-finite-math-only -fsigned-zeros
                    -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(PREPEND zerostride_ieee -fno-unsafe-math-optimizations)
else()
  # Clang takes that one for strict exceptions as well, which -fno-trapping-math contradicts.
  list(PREPEND zerostride_ieee -fno-approx-func)
endif()
# A shared library that links the archive exports none of its C++ symbols: two of them in a process, with two versions,
# would otherwise find each other's.
set(zerostride_hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
# A third to a half of what most of these files take to compile goes into the headers that all of them read. Compilers'
# caches do without, they would have to be told not to look into it; and so every file is also compiled with what it
# includes alone.
set(zerostride_common_headers <algorithm> <array> <cstddef> <cstdint> <cstring> <limits> <memory> <string> <vector>
  "${PROJECT_SOURCE_DIR}/include/zerostride/zerostride.hpp")
if(ZEROSTRIDE_OPENMP)
  find_package(OpenMP REQUIRED COMPONENTS CXX)
endif()

# What all parts of the library but the kernels are compiled with.
function(zerostride_settings target)
  target_compile_features(${target} PUBLIC cxx_std_17 PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES ${zerostride_hidden})
  target_include_directories(${target}
    PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
    PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_options(${target} PRIVATE ${zerostride_warnings} ${zerostride_ieee} -fno-ident)
  if(ZEROSTRIDE_OPENMP)
    target_link_libraries(${target} PRIVATE OpenMP::OpenMP_CXX)
  endif()
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} PRIVATE ${zerostride_common_headers})
  endif()
endfunction()

zerostride_settings(zerostride)
file(GLOB_RECURSE zerostride_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/dispatch/*.cpp")
file(GLOB capi_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/capi/*.cpp")
list(APPEND zerostride_sources ${capi_sources})

# Files with a level of optimisation of their own: objects that the library and the shared one are made of. In a release
# they are compiled as one file, because what each object has of the standard library takes more room than most of what
# is in these files.
set(zerostride_parts "")
function(zerostride_part name level)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE files)
  list(TRANSFORM files APPEND ".cpp")
  set(part zerostride_${name})
  add_library(${part} OBJECT ${files})
  zerostride_settings(${part})
  target_compile_options(${part} PRIVATE "$<$<CONFIG:Release>:${level}>")
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    # One file reads the headers once, precompiled or not.
    set_target_properties(${part} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0 DISABLE_PRECOMPILE_HEADERS ON)
  endif()
  list(REMOVE_ITEM zerostride_sources ${files})
  set(zerostride_sources ${zerostride_sources} PARENT_SCOPE)
  set(zerostride_parts ${zerostride_parts} ${part} PARENT_SCOPE)
endfunction()
# What refuses, what is asked once in a process or a plan, and where the standard library does most of the work.
zerostride_part(seldom -Os
  capi/broadcast capi/tensor dispatch/broadcast/broadcast dispatch/broadcast/ngraph dispatch/cpu dispatch/lists
  dispatch/packing/ahead dispatch/packing/permutes dispatch/plan/cost dispatch/plan/overlap dispatch/plan/packing_cost
  dispatch/plan/plan dispatch/text/decimal dispatch/text/text_number dispatch/threads dispatch/validation/refusal
  dispatch/validation/scales)
# What steps without loops worth unrolling.
zerostride_part(stepping -O2
  capi/names capi/process capi/support dispatch/broadcast/axis_set dispatch/broadcast/shape dispatch/broadcast/stretch
  dispatch/broadcast/sum dispatch/isa dispatch/plan/composition dispatch/plan/composition_run dispatch/plan/explain
  dispatch/plan/one_row dispatch/plan/tile_order dispatch/sums/addends dispatch/sums/sums dispatch/sums/tree
  dispatch/tensor dispatch/text/text dispatch/validation/attributes dispatch/words)
# What decides: one-shot calls wait for it.
zerostride_part(deciding -O3
  capi/boundary dispatch/accuracy dispatch/extents dispatch/packing/lanes dispatch/packing/lines
  dispatch/packing/merges dispatch/packing/pack dispatch/packing/windows dispatch/plan/nest dispatch/plan/pointers
  dispatch/plan/programs dispatch/plan/strategy dispatch/plan/tiling dispatch/plan/tiling_by_lines dispatch/processor)
target_sources(zerostride PRIVATE ${zerostride_sources})
foreach(part IN LISTS zerostride_parts)
  target_sources(zerostride PRIVATE $<TARGET_OBJECTS:${part}>)
endforeach()

# dispatch learns the list of instruction sets as X(baseline) X(avx2) ...
list(TRANSFORM ZEROSTRIDE_ISAS REPLACE "(.+)" "X(\\1)" OUTPUT_VARIABLE isa_rows)
list(JOIN isa_rows " " isa_rows)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/isas.def" CONTENT "${isa_rows}\n")
# For the one file that includes it: the others are then compiled by the same command in every build, also in those that
# have this project as a part, and compilers' caches know them.
set_source_files_properties("${PROJECT_SOURCE_DIR}/dispatch/isa.cpp" PROPERTIES
  INCLUDE_DIRECTORIES "${PROJECT_BINARY_DIR}/generated")

add_subdirectory(kernels)
foreach(isa IN LISTS ZEROSTRIDE_ISAS ITEMS data)
  target_sources(zerostride PRIVATE $<TARGET_OBJECTS:zerostride_kernels_${isa}>)
endforeach()
