#include "dispatch/sums/tree.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "dispatch/isa.hpp"

namespace zerostride::detail {
namespace {

/// Of a batch: so few are added twice rather than cut where no register ends.
constexpr std::int64_t most_bytes_twice = 512;

constexpr dtype sum_type(dtype type) noexcept { return kernels::accumulator_of(op::sum, type); }
std::size_t row_of(dtype type) noexcept { return dtype_row(kernels::kernel_type(op::add, type)); }
std::size_t as_size(std::int64_t n) noexcept { return static_cast<std::size_t>(n); }

void call(kernels::kernel run, std::byte* to, const std::byte* x, const std::byte* y, std::int64_t n) noexcept {
    run({nullptr, 0, to, nullptr}, as_size(n), to, x, y, nullptr);
}

}  // namespace

summation::arithmetic::arithmetic(const kernels::isa_tables& tables, dtype type) noexcept
    : eight(tables.sums->eight[row_of(type)]),
      few(tables.sums->few[row_of(type)]),
      bytes(static_cast<std::int64_t>(size_of(type))) {}

summation::summation(const reduction& r, const kernels::isa_tables& tables, std::int64_t most)
    : addends_(r, *tables.movers, most),
      elements_(tables, r.type),
      sums_(tables, sum_type(r.type)),
      lanes_(tables.sums->lanes[row_of(sum_type(r.type))]),
      add_(kernels_of(tables, op::add, sum_type(r.type), sum_type(r.type))[0]),
      end_(r.type == sum_type(r.type) ? nullptr : kernels_of(tables, op::cast, sum_type(r.type), r.type)[0]),
      outputs_(r.kept.size()),
      count_(r.summed.size()),
      live_(std::min(count_, lanes_of_sum)) {
    const std::int64_t most_bytes = live_ * addends_.widest() * sums_.bytes;  // of a batch
    slots_[0] = std::make_unique_for_overwrite<std::byte[]>(as_size(2 * most_bytes));
    int level = 1;
    for (std::int64_t batches = count_ / lanes_of_sum / 8; batches > 0; batches /= 8, ++level) {
        slots_[level] =
            std::make_unique_for_overwrite<std::byte[]>(as_size(std::min<std::int64_t>(batches, 8) * most_bytes));
    }
}

void summation::run(std::int64_t first, std::int64_t end, std::byte* results) noexcept {
    while (first < end) {
        begin(first, end);
        add_eights(count_ / lanes_of_sum / 8);
        finish(results + first * elements_.bytes);
        first += width_;
    }
}

summation::parts summation::parts_of(std::int64_t least) noexcept {
    parts made;
    begin(0, outputs_);
    if (width_ < outputs_) return made;
    const std::int64_t batches = count_ / lanes_of_sum;
    while (batches >> 3 * (made.level + 1) >= least) ++made.level;
    if (made.level > 0) made.number = batches >> 3 * made.level;
    return made;
}

void summation::run_part(int level, std::int64_t part, std::byte* to) noexcept {
    begin(0, outputs_);
    const std::int64_t eights = std::int64_t{1} << 3 * (level - 1);
    addends_.go_to(part * eights * 8 * lanes_of_sum);
    add_eights(eights);
    std::memcpy(to, slot(level, 0), as_size(batch_bytes()));
}

void summation::run_rest(const parts& of, const std::byte* made, std::byte* results) noexcept {
    begin(0, outputs_);
    for (std::int64_t part = 0; part < of.number; ++part) {
        std::memcpy(slot(of.level, used_[of.level]), made + part * batch_bytes(), as_size(batch_bytes()));
        fill(of.level);
    }
    const std::int64_t eights = of.number << 3 * (of.level - 1);
    addends_.go_to(eights * 8 * lanes_of_sum);
    add_eights(count_ / lanes_of_sum / 8 - eights);
    finish(results);
}

void summation::begin(std::int64_t first, std::int64_t end) noexcept {
    width_ = addends_.take(first, end - first);
    std::fill(used_, used_ + most_levels, std::int64_t{0});
}

/// What is left when all eights of batches are added.
void summation::finish(std::byte* to) noexcept {
    const std::int64_t batches = count_ / lanes_of_sum;
    running_total total{slot(0, 0), 0};
    std::int64_t live = live_;
    if (batches == 0) {
        live = add_few_addends(total.at);
    } else {
        add_left(total, batches % 8, count_ % lanes_of_sum);
        for (int level = 1; batches >> 3 * level != 0; ++level) add_level(total, level);
    }
    const std::byte* const sums = fold(total.at, live);
    if (end_ != nullptr) call(end_, to, sums, nullptr, width_);
    else std::memcpy(to, sums, as_size(width_ * sums_.bytes));
}

/// The next `eights` times eight batches.
void summation::add_eights(std::int64_t eights) noexcept {
    const std::byte* rows[8 * lanes_of_sum];
    const auto set_rows = [&](const std::byte* first, std::int64_t number) {
        for (std::int64_t k = 0; k < number; ++k) rows[k] = first + k * batch() * elements_.bytes;
    };
    while (eights > 0) {
        if (used_[1] == 0 && eights >= 8) {
            // One call for a whole level: of one output element eight batches are few bytes.
            if (const std::byte* const first = addends_.stretch(64 * lanes_of_sum); first != nullptr) {
                set_rows(first, 64);
                elements_.eight(slot(1, 0), rows, as_size(batch()), 8);
                used_[1] = 7;
                fill(1);
                eights -= 8;
                continue;
            }
        }
        if (addends_.next(8 * lanes_of_sum)) {
            set_rows(addends_.row(0), 8);
            elements_.eight(slot(1, used_[1]), rows, as_size(batch()), 1);
        } else {
            for (std::int64_t lane = 0; lane < lanes_of_sum; ++lane) {
                for (std::int64_t k = 0; k < 8; ++k) rows[lane * 8 + k] = addends_.row(k * lanes_of_sum + lane);
            }
            elements_.eight(slot(1, used_[1]), rows, as_size(width_), lanes_of_sum);
        }
        fill(1);
        --eights;
    }
}

/// One more slot of `level` is filled.
void summation::fill(int level) noexcept {
    for (; ++used_[level] == 8; ++level) {
        const std::byte* rows[8];
        for (std::int64_t k = 0; k < 8; ++k) rows[k] = slot(level, k);
        sums_.eight(slot(level + 1, used_[level + 1]), rows, as_size(batch()), 1);
        used_[level] = 0;
    }
}

/// Fewer than eight batches, and fewer than 64 addends that are behind them. Those are as good as one more batch, whose
/// last rows are missing: the smallest is added to the next larger.
void summation::add_left(running_total& total, std::int64_t batches, std::int64_t rest) noexcept {
    if (batches == 0 && rest == 0) return;
    const bool is_together = addends_.next(batches * lanes_of_sum + rest);
    // By rows of a lane, or of all lanes that have as many addends.
    const auto add_rows = [&](std::int64_t lane, std::int64_t rows, std::int64_t n) {
        if (rows == 0 || n == 0) return;
        const std::byte* from[8];
        for (std::int64_t k = 0; k < rows; ++k) {
            from[k] = is_together ? addends_.row(0) + (k * batch() + lane * width_) * elements_.bytes
                                  : addends_.row(k * lanes_of_sum + lane);
        }
        elements_.few(total.at + lane * width_ * sums_.bytes, from, as_size(rows), as_size(n));
    };
    if (is_together) {
        const std::int64_t first = batch() * elements_.bytes <= most_bytes_twice ? 0 : rest;
        add_rows(first, batches, (live_ - first) * width_);
        add_rows(0, batches + 1, rest * width_);
    } else {
        for (std::int64_t lane = 0; lane < live_; ++lane) add_rows(lane, batches + (lane < rest), width_);
    }
    total.covered = batches == 0 ? rest * width_ : batch();
}

/// What is left on a level; the total so far is one more of it, and the last.
void summation::add_level(running_total& total, int level) noexcept {
    const std::int64_t used = used_[level];
    if (used == 0) return;
    std::byte* const to = beside(total.at);
    const auto add_range = [&](std::int64_t first, std::int64_t end, std::int64_t rows) {
        if (first == end) return;
        const std::int64_t at = first * sums_.bytes;
        const std::byte* from[8];
        for (std::int64_t k = 0; k < used; ++k) from[k] = slot(level, k) + at;
        from[used] = total.at + at;
        sums_.few(to + at, from, as_size(rows), as_size(end - first));
    };
    add_range(0, total.covered, used + 1);
    add_range(total.covered, batch(), used);
    total = {to, batch()};
}

/// Of fewer addends than lanes, each is its lane: the first two steps from all lanes to one. Answers how many are left.
std::int64_t summation::add_few_addends(std::byte* to) noexcept {
    const bool is_together = addends_.next(count_);
    const auto left = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::bit_ceil(as_size(count_))) / 4);
    for (std::int64_t lane = 0; lane < left;) {
        // Those of a lane lie `left` rows apart; the third is added to the first, the fourth to the second.
        const std::int64_t addends = (count_ - lane + left - 1) / left;
        const std::int64_t with_as_many = is_together ? std::min(left, count_ - left * (addends - 1)) - lane : 1;
        constexpr int order[][4] = {{}, {0}, {0, 1}, {0, 2, 1}, {0, 2, 1, 3}};
        const std::byte* from[4];
        for (std::int64_t k = 0; k < addends; ++k) {
            const std::int64_t row = lane + order[addends][k] * left;
            from[k] = is_together ? addends_.row(0) + row * width_ * elements_.bytes : addends_.row(row);
        }
        elements_.few(to + lane * width_ * sums_.bytes, from, as_size(addends), as_size(with_as_many * width_));
        lane += with_as_many;
    }
    return left;
}

/// From `live` lanes to one.
std::byte* summation::fold(std::byte* total, std::int64_t live) noexcept {
    if (width_ == 1 && live == lanes_of_sum) {
        std::byte* const to = beside(total);
        lanes_(to, total);
        return to;
    }
    while (live > 1) {
        const auto half = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(live)) / 2);
        call(add_, total, total, total + half * width_ * sums_.bytes, (live - half) * width_);
        live = half;
    }
    return total;
}

}  // namespace zerostride::detail
