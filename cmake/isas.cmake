# The one list of instruction sets. For each: the flags its kernels are compiled with, by compiler family
# (GNU and Clang agree), strongest last. dispatch/isa.cpp reads the list as isas.def.
#
# ZEROSTRIDE_EXTENDS_a is b where a has the kernels of b but for the few in kernels/extension/, which alone are compiled
# for it.
#
# -ffp-contract=off and no fast-math anywhere: an fma is written where it is meant, so that every instruction
# set computes the same bits.
#
# -falign-loops=64: a loop of two loads and two stores in each half that lies across two cache lines of code takes a
# sixth longer while its data is in L1. It costs a tenth of the size, which is why baseline goes without.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(ZEROSTRIDE_ISAS baseline avx2 avx512 avx512_fp16)
  set(ZEROSTRIDE_FLAGS_baseline -march=x86-64 -mtune=generic)
  set(ZEROSTRIDE_FLAGS_avx2 -march=x86-64 -mavx2 -mfma -mf16c -mtune=haswell -falign-loops=64)
  set(ZEROSTRIDE_FLAGS_avx512 -march=x86-64 -mavx2 -mfma -mf16c -mavx512f -mavx512bw -mavx512dq -mavx512vl
                              -mavx512cd -mprefer-vector-width=512 -mtune=skylake-avx512
                              -falign-loops=64)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 warns of its own _mm512_undefined_*().
    list(APPEND ZEROSTRIDE_FLAGS_avx512 -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
  set(ZEROSTRIDE_EXTENDS_avx512_fp16 avx512)
  set(ZEROSTRIDE_FLAGS_avx512_fp16 ${ZEROSTRIDE_FLAGS_avx512} -mavx512fp16)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  set(ZEROSTRIDE_ISAS neon)
  set(ZEROSTRIDE_FLAGS_neon "")
else()
  message(FATAL_ERROR "zerostride: no kernels for ${CMAKE_SYSTEM_PROCESSOR}; see HACKING.md, 'Add an instruction set'")
endif()

set(ZEROSTRIDE_WITHOUT_ISAS "" CACHE STRING
  "Instruction sets to leave out, separated by commas: smaller libraries, quicker builds. The first stays")
string(REGEX REPLACE "[, ]+" ";" left_out "${ZEROSTRIDE_WITHOUT_ISAS}")
list(GET ZEROSTRIDE_ISAS 0 always)
foreach(isa IN LISTS left_out)
  if(NOT isa IN_LIST ZEROSTRIDE_ISAS)
    message(FATAL_ERROR "zerostride: ZEROSTRIDE_WITHOUT_ISAS: there is no ${isa} here; there are ${ZEROSTRIDE_ISAS}")
  elseif(isa STREQUAL always)
    message(FATAL_ERROR "zerostride: ZEROSTRIDE_WITHOUT_ISAS: ${isa} is what every processor runs, and stays")
  endif()
endforeach()
# An extension is nothing without what it extends.
foreach(isa IN LISTS ZEROSTRIDE_ISAS)
  if(DEFINED ZEROSTRIDE_EXTENDS_${isa} AND ZEROSTRIDE_EXTENDS_${isa} IN_LIST left_out)
    list(APPEND left_out ${isa})
  endif()
endforeach()
foreach(isa IN LISTS left_out)
  list(REMOVE_ITEM ZEROSTRIDE_ISAS ${isa})
endforeach()
# Those with kernels for everything.
set(ZEROSTRIDE_WHOLE_ISAS "")
foreach(isa IN LISTS ZEROSTRIDE_ISAS)
  if(NOT DEFINED ZEROSTRIDE_EXTENDS_${isa})
    list(APPEND ZEROSTRIDE_WHOLE_ISAS ${isa})
  endif()
endforeach()
