// The tree of a sum.
//
// The n addends of an output element are counted in row-major order of the summed axes. Addend i goes to lane i mod 64.
// A lane adds its addends pairwise as a binary counter does: two sums of 2^k addends become one of 2^(k+1) as soon as
// both exist, and at the end what is left is added from the smallest to the largest. Then the upper half of the lanes
// is added to the lower one (lane j + h to lane j, h = 32, 16, ... 1; lanes without addends are left out) until one is
// left. So the order depends on n alone, the error grows with log n, and 64 lanes keep any register busy.
#pragma once

#include "dispatch/sums/addends.hpp"

namespace zerostride::detail {

/// The sums of some output elements at a time. A batch is a row for each of the 64 lanes; a step of the tree adds whole
/// batches. Eight become one on the next level, which is three of the counter's.
class summation {
public:
    /// At most `most` output elements at a time. Throws std::bad_alloc.
    summation(const reduction& r, const kernels::isa_tables& tables, std::int64_t most);

    /// Output elements one by one: others are in other rows of the operand.
    bool takes_one() const noexcept { return addends_.widest() == 1; }

    /// Writes the sums of the output elements from `first` up to `end` to `results`, where the first of all is.
    void run(std::int64_t first, std::int64_t end, std::byte* results) noexcept;

    /// Parts of the tree that do not depend on each other: sums of 8^level batches, for all output elements together.
    struct parts {
        int level = 0;
        std::int64_t number = 0;  ///< of parts; the rest of the addends is in none
    };
    /// `least` parts or up to eight times as many, or none where that cannot be.
    parts parts_of(std::int64_t least) noexcept;
    std::int64_t bytes_of_part() const noexcept { return lanes_of_sum * outputs_ * sums_.bytes; }
    /// The sums of one part.
    void run_part(int level, std::int64_t part, std::byte* to) noexcept;
    /// Writes all sums to `results`, the sums of parts being `made`.
    void run_rest(const parts& of, const std::byte* made, std::byte* results) noexcept;

private:
    /// The kernels for rows of elements, and those for rows of sums.
    struct arithmetic {
        kernels::sum_table::of_eight eight;
        kernels::sum_table::of_few few;
        std::int64_t bytes;

        arithmetic(const kernels::isa_tables& tables, dtype type) noexcept;
    };
    /// What has been summed up in the end: of the first `covered` elements of a batch, or of none.
    struct running_total {
        std::byte* at;
        std::int64_t covered;
    };
    static constexpr int most_levels = 20;  ///< 8^19 batches are more than there are addresses

    std::int64_t batch() const noexcept { return live_ * width_; }
    std::int64_t batch_bytes() const noexcept { return batch() * sums_.bytes; }
    std::byte* slot(int level, std::int64_t i) noexcept { return slots_[level].get() + i * batch_bytes(); }
    void begin(std::int64_t first, std::int64_t end) noexcept;
    void add_eights(std::int64_t eights) noexcept;
    void finish(std::byte* to) noexcept;
    void fill(int level) noexcept;
    void add_left(running_total& total, std::int64_t batches, std::int64_t rest) noexcept;
    void add_level(running_total& total, int level) noexcept;
    std::byte* fold(std::byte* total, std::int64_t live) noexcept;
    std::int64_t add_few_addends(std::byte* to) noexcept;
    std::byte* beside(const std::byte* total) noexcept { return slot(0, total == slot(0, 0) ? 1 : 0); }

    addends addends_;
    const arithmetic elements_, sums_;
    const kernels::sum_table::of_lanes lanes_;
    const kernels::kernel add_, end_;  ///< (sum, sum) -> sum; f16: sum -> element, else null
    const std::int64_t outputs_;
    const std::int64_t count_;                         ///< addends of an output element
    const std::int64_t live_;                          ///< lanes that get any
    std::unique_ptr<std::byte[]> slots_[most_levels];  ///< sums of 8^level batches, up to eight; of level 0: totals
    std::int64_t used_[most_levels] = {};
    std::int64_t width_ = 0;  ///< output elements at work
};

}  // namespace zerostride::detail
