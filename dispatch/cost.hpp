// Rough costs: how many threads a run is worth, and whether its result should go past the caches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "zerostride/accuracy.hpp"
#include "zerostride/dtype.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/op.hpp"

namespace zerostride::detail {

/// Of sizes that no memory has: the largest number in place of one that does not fit.
inline std::int64_t sum_or_limit(std::int64_t x, std::int64_t y) noexcept {
    std::int64_t sum;
    return __builtin_add_overflow(x, y, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}
inline std::int64_t product_or_limit(std::int64_t x, std::int64_t y) noexcept {
    std::int64_t product;
    return __builtin_mul_overflow(x, y, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

/// An axis as one operand has it.
struct operand_axis {
    std::int64_t extent, stride;
};
/// Bytes that an operand of `rank` axes touches at least: stretched axes touch the same ones again. `at(a)` is its axis
/// a.
template <class At>
std::int64_t distinct_bytes(std::size_t element_bytes, std::size_t rank, At at) noexcept {
    auto bytes = static_cast<std::int64_t>(element_bytes);
    for (std::size_t a = 0; a < rank; ++a) {
        const operand_axis along = at(a);
        if (along.stride != 0) bytes *= along.extent;
    }
    return bytes;
}

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
/// `bytes` of both, do not fit into them.
bool worth_streaming(std::int64_t output_bytes, std::int64_t bytes) noexcept;

/// Whether so many picoseconds of arithmetic, for operands and results of so many bytes in all, hide what ordinary
/// stores take, which stores past the caches come on top of.
bool outlasts_stores(double computing, std::int64_t bytes) noexcept;

/// A processor of AMD's of these generations, which wants some distances and tiles of its own.
bool is_zen_3_or_4() noexcept;

/// How many bytes before it reads them a row that is stored past the caches asks for the lines of its operands, of
/// which there are `read`. Never 0.
std::size_t read_ahead_of_streams(int read) noexcept;

/// Whether it pays to ask for the lines of a result before they are written. Where stores wait for theirs one after the
/// other it does; other processors are held up by the asking.
bool stores_wait_in_turn() noexcept;

/// Whether the arithmetic takes so long that nobody waits for the lines of the result.
bool outlasts_memory(const arithmetic& what) noexcept;

/// Bytes that stay in a cache of the core that visits them.
std::int64_t most_in_l1() noexcept;
std::int64_t most_in_l2() noexcept;
/// Bytes whose pages the core remembers.
std::int64_t most_in_pages() noexcept;

}  // namespace zerostride::detail
