// What an instruction set's movers look like from outside: they know bytes, and neither types nor operators.
//
// Everything here is plain data, for the reason that table.hpp has.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zerostride::kernels {

/// How operands that are neither dense nor splats are brought into dense rows. Offsets are bytes from the
/// operand's base address of the tile.
///
/// A lane is 16 bytes of the dense result: `windows` byte shuffles of 16 source bytes each, or-ed together; a mask
/// byte with the top bit set gives 0. The few lanes that need more windows than the others get patches.
/// Lanes go in pairs, because there are registers for two: window w of lane j has the offset and the mask at
/// lane_program::at(j, w).
struct lane_patch {
    std::int32_t lane;
    std::int32_t offset;
    std::uint8_t mask[16];
};
/// What is less than a lane at the end of a period is served by one more that ends there and overlaps the one before.
struct lane_tail {
    int windows;  ///< 0: there is no such rest
    std::int32_t offset[4];
    std::uint8_t mask[4][16];
};
struct lane_program {
    static constexpr int most_windows = 4;

    std::size_t lanes;
    int windows;
    bool paired;  ///< both lanes of a pair have the same offsets
    const std::int32_t* offset;
    const std::uint8_t (*mask)[16];
    std::size_t patches;  ///< sorted by lane
    const lane_patch* patch;
    lane_tail tail;

    std::size_t at(std::size_t lane, std::size_t window) const noexcept {
        return (lane / 2 * static_cast<std::size_t>(windows) + window) * 2 + lane % 2;
    }
};

/// Log2 of the element size indexes the movers that come in several: 1, 2, 4, 8, 16 bytes.
inline constexpr int element_sizes = 5;

/// Runs `program` for each of `periods` periods; the source advances by `advance` bytes from one period to the next,
/// the destination by `bytes`. That is the length of a period, or less: then the first lanes are run that fit,
/// without a tail.
using shuffle_mover = void (*)(const lane_program& program, std::size_t bytes, const std::byte* source,
                               std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept;

/// Makes each of `periods` periods of `bytes` bytes out of the `span` bytes at `source`, at least 1 and at most 64:
/// byte 64 b + i of a period is byte picks[b][i] of those. The source advances by `advance` bytes from one period to
/// the next.
using permute_mover = void (*)(const std::uint8_t (*picks)[64], std::size_t bytes, const std::byte* source,
                               std::size_t span, std::ptrdiff_t advance, std::size_t periods,
                               std::byte* dense) noexcept;

/// Each block of 64 bytes is made of as many windows of 64 bytes of the operand, whose offsets follow each other. Picks
/// are of the window and of what the block is so far: bytes 0 to 63 are those of the first window, and after that of
/// the block, and 64 to 127 those of the next window. A single window has a pick as well. With an `end` other than 0,
/// of a period of one block, windows reach beyond it, where the operand has nothing behind its last period.
struct merge_program {
    std::size_t windows;
    const std::int32_t* offset;
    const std::uint8_t (*picks)[64];
    std::ptrdiff_t end;
};
/// Runs `program` for each of `periods` periods of `bytes` bytes, or for the blocks of the first `bytes` of a period: a
/// whole number of them, or all. The source advances by `advance` bytes from one period to the next.
using merge_mover = void (*)(const merge_program& program, std::size_t bytes, const std::byte* source,
                             std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept;

/// The lines that a transpose asks for before it comes to them: of the source below the tile, where it goes on, and of
/// the result beside it.
struct lines_ahead {
    bool of_source, of_result;
};

/// How many matrices are transposed one after the other, and how many bytes further each lies than the one before.
struct matrices {
    std::size_t count;
    std::ptrdiff_t source_apart, dense_apart;
};
inline constexpr matrices one_matrix = {1, 0, 0};

/// dense[r][c] = source[c][r]: source rows are dense and `pitch` bytes apart, one for each column of the result; result
/// rows are `step` bytes apart.
using transpose_mover = void (*)(const std::byte* source, std::ptrdiff_t pitch, std::size_t rows, std::size_t cols,
                                 std::byte* dense, std::ptrdiff_t step, lines_ahead ahead,
                                 const matrices& each) noexcept;

/// Elements that are read after those that a mover packs, at a distance of their own: it asks for their lines on the
/// way, as many of them as it packs.
struct read_next {
    const std::byte* at;  ///< null: nothing is asked for
    std::ptrdiff_t stride;
};
inline constexpr read_next nothing_next = {nullptr, 0};

struct mover_table {
    /// By the program's windows less one, and 1 if it is paired. Null where the instruction set has no byte shuffle.
    shuffle_mover shuffle[lane_program::most_windows][2];
    /// The same with stores past the caches: `dense` is aligned to 16 bytes, `bytes` is a multiple of them, and the
    /// program has no patches.
    shuffle_mover shuffle_past[lane_program::most_windows][2];
    /// Null where the instruction set has no such instruction; where it has, for processors with cpu_info::avx512_vbmi.
    permute_mover permute;
    merge_mover merge;  ///< likewise
    /// dense[i] = source[offset[i]] for i < count, for each of `periods` periods.
    void (*gather[element_sizes])(const std::int32_t* offset, std::size_t count, const std::byte* source,
                                  std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept;
    /// dense[i] = source[i * stride] for i < count, the stride in bytes. Null for elements of other than 4 and 8 bytes.
    void (*collect_strided[element_sizes])(const std::byte* source, std::ptrdiff_t stride, std::size_t count,
                                           std::byte* dense, read_next next) noexcept;
    /// dense[i + (k + r * periods) * bytes] = source[i + r * advance] for i < bytes, k < periods and r < rows: the same
    /// bytes again and again. The first of a row may be there already: source == dense, advance == periods * bytes.
    void (*repeat)(const std::byte* source, std::ptrdiff_t advance, std::byte* dense, std::size_t bytes,
                   std::size_t periods, std::size_t rows) noexcept;
    /// target[offset[i]] = dense[i] for i < count, for each of `periods` periods.
    void (*scatter[element_sizes])(const std::int32_t* offset, std::size_t count, const std::byte* dense,
                                   std::byte* target, std::ptrdiff_t advance, std::size_t periods) noexcept;
    transpose_mover transpose[element_sizes];
    /// Copies `bytes` with stores that bypass the caches where the instruction set has them.
    void (*stream)(std::byte* target, const std::byte* source, std::size_t bytes) noexcept;
    /// Makes streamed stores visible to other threads that synchronise with this one.
    void (*stream_fence)() noexcept;
};

}  // namespace zerostride::kernels
