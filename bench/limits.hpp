// What this machine can do: hand-written loops over contiguous memory, the limit that every shape is held to.
#pragma once

#include <cstddef>

#include "zerostride/dtype.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::bench {

/// out[i] = x[i] + y[i] for i < count; the three must not overlap.
using contiguous_add = void (*)(const void* x, const void* y, void* out, std::size_t count);

/// The widest loop that `with` allows and this processor runs (isa::automatic: the widest that it runs), with
/// ordinary stores. Written for f32, f64, i8 and i64; null for the other types.
contiguous_add hand_written_add(dtype type, isa with) noexcept;
/// The same with stores that bypass the caches, where the processor has them (elsewhere: null).
contiguous_add hand_written_streaming_add(dtype type, isa with) noexcept;

/// Writes `bytes` (a multiple of 64, 64-byte aligned) with stores that bypass the caches, or like memset where
/// there are none.
void streaming_fill(void* out, std::size_t bytes) noexcept;
/// The same, and reads `read_bytes` from `in` meanwhile, evenly: the limit of what grows its operand.
void streaming_fill_and_read(void* out, std::size_t bytes, const void* in, std::size_t read_bytes) noexcept;
/// McCalpin's STREAM triad with ordinary stores: a[i] = b[i] + s * c[i].
void stream_triad(double* a, const double* b, const double* c, double s, std::size_t count) noexcept;

}  // namespace zerostride::bench
