// A heap that counts allocations and fails on demand. A program that links counted_heap.cpp has every operator new
// replaced, so these programs stand alone.
#pragma once

#include <atomic>

namespace zerostride::test::heap {

inline std::atomic<long> allocations{0};
inline std::atomic<long> fail_from{-1};  ///< the number of the first allocation that fails; -1: none

}  // namespace zerostride::test::heap
