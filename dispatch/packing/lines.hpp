// Transposing line by line, wherever the lines are: for columns of several axes.
#pragma once

#include <cstddef>

#include "dispatch/axis.hpp"
#include "kernels/mover_table.hpp"

namespace zerostride::detail {

/// An operand whose elements follow each other along the rows of a tile, and the axes that the tile's columns are made
/// of, from the outermost to the innermost: a column has a line of its own. Where the operand is dense along the
/// innermost one, that is a pixel, and it is the pixels that follow each other.
struct columns_of_lines {
    const axis* axes;
    std::size_t count, operand;
    int element_log2;
};
/// The longest pixel.
inline constexpr std::int64_t most_pixel_bytes = 32;

/// `rows` x `cols` elements from `source` on become dense rows, `step` bytes apart. Every line is read once, however
/// far the next one is, and has a place beside the others from then on: transposed from where they are, lines would be
/// met again and again, and those that are a power of two apart would have left the cache meanwhile.
void collect_lines(const columns_of_lines& columns, kernels::transpose_mover transpose, const std::byte* source,
                   std::size_t rows, std::size_t cols, std::byte* dense, std::ptrdiff_t step,
                   kernels::lines_ahead ahead) noexcept;

/// The other way round: dense rows, `step` bytes apart, go to `target` line by line.
void distribute_lines(const columns_of_lines& columns, kernels::transpose_mover transpose, const std::byte* dense,
                      std::ptrdiff_t step, std::size_t rows, std::size_t cols, std::byte* target,
                      kernels::lines_ahead ahead) noexcept;

}  // namespace zerostride::detail
