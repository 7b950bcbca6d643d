// The addends of some output elements at a time, as dense rows.
#pragma once

#include <cstddef>
#include <memory>

#include "dispatch/sums/loops.hpp"
#include "kernels/table.hpp"

namespace zerostride::detail {

inline constexpr std::int64_t lanes_of_sum = kernels::sum_lanes;

/// Output elements that follow each other, and the rows of their addends: row i has the i-th addend of each.
class addends {
public:
    /// At most `most` output elements at a time. Throws std::bad_alloc.
    addends(const reduction& r, const kernels::mover_table& movers, std::int64_t most);

    /// The most output elements at a time.
    std::int64_t widest() const noexcept { return widest_; }

    /// Takes the output elements from `first` on, at most `left` of them, and begins with their first addend. Answers
    /// how many it took.
    std::int64_t take(std::int64_t first, std::int64_t left) noexcept;

    /// Goes on with row `i` of those output elements.
    void go_to(std::int64_t i) noexcept { addends_.go_to(i); }

    /// The next `count` rows where memory has them one behind the other, else null and no step further.
    const std::byte* stretch(std::int64_t count) noexcept;
    /// The next `count` rows, at most lanes_of_sum * 8 and no more than there are. They are at row(0), row(1),
    /// ..., or, where the answer is true, at row(0) one behind the other. They stay until the next call.
    bool next(std::int64_t count) noexcept;
    const std::byte* row(std::int64_t i) const noexcept { return rows_[i]; }

private:
    std::int64_t bytes_of_row() const noexcept { return width_ * bytes_; }
    bool is_whole(std::int64_t run) const noexcept;
    bool are_rows_read() const noexcept;
    void set_places() noexcept;
    void copy(std::int64_t count) noexcept;

    const reduction& r_;
    const kernels::mover_table& movers_;
    const std::int64_t bytes_;  ///< of an element
    const bool has_long_rows_;  ///< that are read where they are, but for their ends
    run_cursor outputs_;
    run_cursor addends_;
    std::int64_t widest_;
    std::unique_ptr<const std::byte*[]> rows_;
    std::unique_ptr<std::byte[]> copies_;     ///< of rows that memory does not have as such
    std::unique_ptr<std::int64_t[]> places_;  ///< of the output elements at work: bytes from base_
    // The output elements at work.
    std::int64_t width_ = 0;
    const std::byte* base_ = nullptr;  ///< the first addend of the first of them
    std::int64_t pitch_ = 0;           ///< bytes from one to the next; 0: they are at places_
};

}  // namespace zerostride::detail
