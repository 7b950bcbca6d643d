// Loops as one writes them by hand for contiguous operands: the limit that an operator is held to, and for divisions
// what a program does without vectors.
#pragma once

#include <cstddef>

#include "zerostride/isa.hpp"
#include "zerostride/op.hpp"

namespace zerostride::bench {

/// out[i] = f(in[0][i], in[1][i], ...) for i < count; the output overlaps no input. The bounds of clip are one
/// element each.
using contiguous_loop = void (*)(const void* const* in, void* out, std::size_t count);

/// Vectorised by the compiler for `with`, not automatic. For f32, f64 and signed integers; null where there is none.
contiguous_loop hand_written_loop(op which, dtype type, isa with) noexcept;

/// Divides integers one by one; `by_one`: by the element in[1][0]. For i8, u8 and i32; null for others.
contiguous_loop scalar_division(dtype type, bool by_one) noexcept;

}  // namespace zerostride::bench
