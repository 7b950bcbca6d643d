// Programs: how the movers bring one operand's tile into dense rows (or a dense result into a tile).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "dispatch/axis.hpp"
#include "kernels/table.hpp"

namespace zerostride::detail {

/// At most this many elements are described one by one; longer tiles repeat the description.
inline constexpr std::int64_t longest_period = 8192;

/// Memory for the parts of programs: bumped, never freed on its own. Takes from a given block, and when that is
/// used up from the heap if there is a place to keep what it allocates.
class program_memory {
public:
    using chunks = std::vector<std::unique_ptr<std::byte[]>>;

    program_memory(std::byte* block, std::size_t bytes) noexcept : next_(block), left_(bytes) {}
    explicit program_memory(chunks& kept) noexcept : kept_(&kept) {}

    /// Uninitialised memory, or null when there is none.
    template <class T>
    T* take(std::size_t count) noexcept {
        const std::size_t bytes = (count * sizeof(T) + 15) / 16 * 16;
        if (bytes > left_ && !grow(bytes)) return nullptr;
        T* const taken = reinterpret_cast<T*>(next_);
        next_ += bytes;
        left_ -= bytes;
        return taken;
    }

private:
    bool grow(std::size_t bytes) noexcept;

    std::byte* next_ = nullptr;
    std::size_t left_ = 0;
    chunks* kept_ = nullptr;
};

/// Describes `period_rows` rows of `row_elements` elements; a tile of any number of rows is that many periods
/// and a part of one. With repeats a row of the tile is the described one so many times.
struct program {
    const std::int32_t* offset;  ///< of each element of the period, from the tile's base address;
                                 ///< null when they do not fit: then the axes are walked
    const axis* inner;
    std::size_t inner_count;
    std::size_t operand;
    std::size_t period_rows;
    std::size_t row_elements;
    std::size_t repeats;
    std::int64_t row_stride;  ///< bytes between rows in the operand
    bool in_pieces;           ///< its rows are pieces of the tile's rows, with a rest behind them that is shorter
    std::int64_t rows_apart;  ///< in_pieces: bytes between the tile's rows
    int element_log2;
    bool by_lanes;            ///< the shuffle mover serves it
    std::size_t lanes_need;   ///< from this many elements on
    bool may_stream;          ///< the shuffles can store past the caches
    std::size_t one_shuffle;  ///< bytes of a whole tile that is one period, without anything before or after; 0: none
    bool staged;              ///< the shuffles read a copy, of staged_bytes at staged_low for a row
    std::int32_t staged_low, staged_bytes;
    kernels::shuffle_mover shuffle, shuffle_past;  ///< where by_lanes
    kernels::lane_program lanes;
    kernels::merge_mover merge;  ///< null: not served by merges
    kernels::merge_program merges;
    std::size_t merges_need;         ///< from this many elements on
    kernels::permute_mover permute;  ///< null: not served by permutations
    const std::uint8_t (*picks)[64];
    std::int64_t row_span;  ///< permute: the bytes that a row is made of, from the first on

    std::size_t period_elements() const noexcept { return period_rows * row_elements; }
};

/// What a program may be besides a list of offsets.
enum class shuffling : std::uint8_t {
    none,
    any,
    streaming  ///< in a form that can store past the caches, if there is one
};
/// Writes the program of a tile: `rows` rows (`row_stride` bytes apart in the operand) of the elements that
/// the `inner` axes visit, operand `k`'s strides taken. `rows * elements` must not exceed longest_period for
/// one row. What does not fit into `memory` is left out, which costs speed and nothing else. The axes must outlive
/// the program.
void write_program(program& made, const axis* inner, std::size_t count, std::size_t k, std::int64_t row_elements,
                   std::int64_t row_stride, std::int64_t rows, int element_log2, shuffling shuffles,
                   const kernels::mover_table& movers, program_memory& memory) noexcept;

/// Whether a program with these arguments permutes, which costs a third of what shuffles do.
bool can_permute(const axis* inner, std::size_t count, std::size_t k, std::int64_t row_bytes, std::int64_t row_stride,
                 std::int64_t element_bytes, const kernels::mover_table& movers) noexcept;

/// Packs the first `cols` elements of each of `rows` rows at `source` into dense rows. `cols` is either all of
/// a row, or the program has one axis inside the rows.
void pack(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
          std::size_t cols, std::byte* dense) noexcept;

/// The same with stores past the caches, apart from what is less than a period. For programs that may_stream, to
/// addresses that are multiples of 16.
void pack_past(const program& p, const kernels::mover_table& movers, const std::byte* source, std::size_t rows,
               std::size_t cols, std::byte* dense) noexcept;

/// The other way round: dense rows to the elements of the tile at `target`.
void unpack(const program& p, const kernels::mover_table& movers, const std::byte* dense, std::size_t rows,
            std::size_t cols, std::byte* target) noexcept;

}  // namespace zerostride::detail
