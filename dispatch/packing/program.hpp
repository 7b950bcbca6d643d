// Programs: how the movers bring one operand's tile into dense rows (or a dense result into a tile).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "dispatch/axis.hpp"
#include "dispatch/packing/tile.hpp"
#include "kernels/mover_table.hpp"

namespace zerostride::detail {

/// At most this many elements are described one by one; longer tiles repeat the description.
inline constexpr std::int64_t longest_period = 8192;
/// What shuffles and merges make at a time.
inline constexpr std::int64_t lane_bytes = 16, merged_bytes = 64;
/// The most bytes of one period that are worth copying before they are shuffled.
inline constexpr std::int64_t most_staged = 512;

/// Memory for the parts of programs: bumped, never freed on its own. Takes from a given block, and when that is
/// used up from a spare one, or from the heap if there is a place to keep what it allocates.
class program_memory {
public:
    using chunks = std::vector<std::unique_ptr<std::byte[]>>;

    program_memory(std::byte* block, std::size_t bytes, std::byte* spare = nullptr,
                   std::size_t spare_bytes = 0) noexcept
        : next_(block), left_(bytes), spare_(spare), spare_bytes_(spare_bytes) {}
    explicit program_memory(chunks& kept) noexcept : kept_(&kept) {}

    /// Uninitialised memory, or null when there is none: what registers of whole cache lines are loaded from begins
    /// with one.
    template <class T>
    T* take(std::size_t count) noexcept {
        constexpr std::size_t alignment = sizeof(T) % 16 == 0 ? 64 : 16;
        const std::size_t bytes = (count * sizeof(T) + 15) / 16 * 16;
        if (bytes + before(alignment) > left_ && !grow(bytes + alignment)) return nullptr;
        std::byte* const taken = next_ + before(alignment);
        left_ -= static_cast<std::size_t>(taken - next_) + bytes;
        next_ = taken + bytes;
        return reinterpret_cast<T*>(taken);
    }

    /// Whether more was asked for than the first block had.
    bool has_outgrown() const noexcept { return has_outgrown_; }

private:
    bool grow(std::size_t bytes) noexcept;
    /// Bytes up to the next place that is so aligned.
    std::size_t before(std::size_t alignment) const noexcept {
        return (0 - reinterpret_cast<std::uintptr_t>(next_)) % alignment;
    }

    std::byte* next_ = nullptr;
    std::size_t left_ = 0;
    bool has_outgrown_ = false;
    std::byte* spare_ = nullptr;
    std::size_t spare_bytes_ = 0;
    chunks* kept_ = nullptr;
};

/// How a program's elements are packed.
enum class way : std::uint8_t {
    walked,    ///< one by one, by the axes: the offsets do not fit, into 32 bits or into the memory
    gathered,  ///< one by one, by the offsets; a result is scattered by them
    strided,   ///< row by row, every n-th element
    copied,    ///< what a row, or all of them, repeat, as it is
    shuffled,
    staged,  ///< shuffled from a copy
    merged,
    permuted
};

/// Describes `period_rows` rows of `row_elements` elements; a tile of any number of rows is that many periods
/// and a part of one. With repeats a row of the tile is the described one so many times. Tiles may have rows of fewer
/// elements: of fewer steps of the outermost axis.
struct program {
    way how;
    bool in_pieces;  ///< its rows are pieces of the tile's rows, with a rest behind them that is shorter
    int element_log2;
    const axis* inner;
    std::size_t inner_count;
    std::size_t operand;
    std::size_t period_rows;
    std::size_t row_elements;
    std::size_t repeats;
    std::int64_t row_stride;     ///< bytes between rows in the operand
    std::int64_t rows_apart;     ///< in_pieces: bytes between the tile's rows
    const std::int32_t* offset;  ///< of the period's elements, from the tile's base; not where walked or copied

    std::size_t least_elements;  ///< shuffled, merged: shorter parts of a period are gathered
    bool may_stream;             ///< the shuffles can store past the caches
    std::size_t one_shuffle;  ///< bytes of a whole tile that is one period, without anything before or after; 0: none
    kernels::shuffle_mover shuffle, shuffle_past;  ///< shuffled, staged
    kernels::lane_program lanes;
    std::int32_t staged_low, staged_bytes;  ///< staged: where the copy of a row begins, and its length

    kernels::merge_mover merge;
    kernels::merge_program merges;

    kernels::permute_mover permute;
    const std::uint8_t (*picks)[64];
    std::int64_t row_span;  ///< permuted: the bytes that a row is made of, from the first on

    std::size_t period_elements() const noexcept { return period_rows * row_elements; }
};

/// What a program may be besides a list of offsets.
enum class shuffling : std::uint8_t {
    none,
    any,
    streaming  ///< in a form that can store past the caches, if there is one
};
/// Writes the program of a tile. `tile.row_elements` must not exceed longest_period. What does not fit into `memory` is
/// left out, which costs speed and nothing else. The axes must outlive the program. `served`: how many elements it will
/// move in all, at least; few are gathered sooner than shuffles are found.
void write_program(program& made, operand_tile tile, shuffling shuffles, std::int64_t served,
                   const kernels::mover_table& movers, program_memory& memory) noexcept;

}  // namespace zerostride::detail
