// Tiles for operands whose elements follow each other along axes further out than the innermost one: by lines, where
// the columns are those of several axes, and in planes, where several planes are transposed at once.
#pragma once

#include "dispatch/plan/tiling.hpp"

namespace zerostride::detail {

/// Each plan_ function answers false where what it is for is not so, or not worth it, and has then changed nothing.
class tiling_by_lines : protected tiling {
protected:
    using tiling::tiling;

    /// Columns of several axes, short ones inside, of an operand whose elements follow each other along an axis further
    /// out, as those of a picture in Fortran's order: its lines are collected.
    bool plan_collected() noexcept;

    /// The other way round: an input walks its memory along short axes of which the result's are far apart, the
    /// shortest inside, and the result's elements follow each other along another one.
    bool plan_distributed() noexcept;

    /// An input whose elements follow each other along a short axis and then along another, neither of them the
    /// innermost: the channels and pixels of an interleaved picture whose result has planes. Row by row of one plane
    /// its lines would be met again and again, with a few elements of use in each. `of_all`: only where no other input
    /// is left to be packed.
    bool plan_in_planes(bool of_all = false) noexcept;

private:
    struct lines_tile {
        const transposed_tile& most;
        std::int64_t pixel;  ///< elements
    };

    /// The axis along which an input's elements or pixels follow each other, behind which there are others than the
    /// innermost.
    std::size_t axis_to_collect() const noexcept;

    /// How many elements of operand `k` are a pixel, what follows each other along an axis: one, or all that the
    /// innermost axis has. 0 where nothing does.
    std::int64_t pixel_along(std::size_t k, std::size_t a) const noexcept;

    /// Every input goes through the columns that the axes of `chain` make, from the innermost on, as through dense
    /// ones, or stays where it is.
    bool is_straight_along(const std::size_t* chain, std::size_t length) const noexcept;

    /// The innermost axis becomes the one of the rows, and those of `chain` the ones inside.
    void move_to_end(const std::size_t* chain, std::size_t length) noexcept;

    /// Inputs whose elements follow each other along two axes, neither of them the innermost: one has the rows of the
    /// tiles, a few of the other are planes. A mover for rows alone would leave one of the inputs to be gathered, from
    /// far lines that have left the cache when the element beside is wanted.
    bool plan_two_transposed() noexcept;

    /// So many of an axis as planes that they divide it, and as have a lane of bytes, or eight of wider elements; all
    /// of one that has up to twice as many, or of narrow elements four times. 0 where there is none.
    std::int64_t planes_of(std::int64_t extent) const noexcept;

    /// The axis before the innermost one is that of the rows, and the one before that of the planes.
    void cut_in_planes() noexcept;
    bool is_in_planes(std::size_t k) const noexcept;

    /// `operands`: how many go by lines.
    static const transposed_tile& largest_of_lines(int operands) noexcept;
    std::int64_t rows_of(const lines_tile& tile, std::int64_t extent) const noexcept;

    /// Blocks whose columns are the axes from `first` on, with `inside` elements in each step of that one, and whose
    /// rows are the axis before it.
    void plan_lines(std::size_t first, std::int64_t inside, const lines_tile& tile) noexcept;
};

}  // namespace zerostride::detail
