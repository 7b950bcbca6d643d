// Rough costs: how many threads a run is worth, and whether its result should go past the caches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "zerostride/accuracy.hpp"
#include "zerostride/dtype.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/op.hpp"

namespace zerostride::detail {

/// What a kernel computes, and by which instructions.
struct arithmetic {
    op which;
    dtype type;
    isa with;
    accuracy_mode accuracy;         ///< exact, or fast where the kernel is that
    bool has_one_exponent = false;  ///< a power, the exponent of which is known in a run
};

/// What an element takes from the L1 cache.
double picoseconds(const arithmetic& what) noexcept;

/// Threads, at most `most`, that a run over `elements` moving `bytes` in all is worth.
int worthwhile_threads(const arithmetic& what, std::int64_t elements, std::int64_t bytes, int most) noexcept;

/// True when a result of `output_bytes` should be stored past the caches: it, and what is read beside it, which makes
/// `bytes` of both, do not fit into them; or would not be found there faster by a thread that is alone and reads lines
/// one after the other, or transposed.
bool worth_streaming(std::int64_t output_bytes, std::int64_t bytes, bool is_alone = false) noexcept;

/// The same for a thread alone that packs an operand for every tile, of many short rows, of a computation that takes no
/// time beside that.
bool worth_streaming_packed(std::int64_t bytes) noexcept;

/// Whether so many picoseconds of arithmetic, for operands and results of so many bytes in all and shared by the
/// threads, hide what ordinary stores take, which stores past the caches come on top of.
bool outlasts_stores(double computing, std::int64_t bytes, int threads) noexcept;

/// Whether the arithmetic takes so long that nobody waits for the lines of the result.
bool outlasts_memory(const arithmetic& what) noexcept;

}  // namespace zerostride::detail
