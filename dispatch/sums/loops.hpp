// The loops of a sum: over output elements, and over the addends of each.
#pragma once

#include <cstdint>
#include <vector>

#include "zerostride/dtype.hpp"

namespace zerostride::detail {

/// One loop over memory: how often, and by how many bytes it advances.
struct loop {
    std::int64_t extent;
    std::int64_t stride;
};

/// Axes in row-major order, without unit axes, neighbours merged where one stride visits both. Unlike a plan's nest it
/// keeps the order in which axes are given, because addends are added in that.
class loop_nest {
public:
    void add_axis(std::int64_t extent, std::int64_t stride) {
        if (extent == 1) return;
        std::int64_t whole;
        if (!loops_.empty() && !__builtin_mul_overflow(extent, stride, &whole) && loops_.back().stride == whole) {
            loops_.back() = {loops_.back().extent * extent, stride};
        } else {
            loops_.push_back({extent, stride});
        }
    }
    /// To be called after the last axis; the innermost loop always exists.
    void close() {
        if (loops_.empty()) loops_.push_back({1, 0});
    }
    const std::vector<loop>& loops() const noexcept { return loops_; }
    const loop& inner() const noexcept { return loops_.back(); }
    std::int64_t size() const noexcept {
        std::int64_t product = 1;
        for (const loop& l : loops_) product *= l.extent;
        return product;
    }

private:
    std::vector<loop> loops_;
};

/// A nest's positions in row-major order, by runs within the innermost loop.
class run_cursor {
public:
    explicit run_cursor(const loop_nest& nest) : loops_(&nest.loops()), index_(nest.loops().size(), 0) {}

    /// To the `linear`-th position.
    void go_to(std::int64_t linear) noexcept {
        offset_ = 0;
        for (std::size_t i = index_.size(); i-- > 0;) {
            const loop& l = (*loops_)[i];
            index_[i] = i == 0 ? linear : linear % l.extent;
            linear /= l.extent;
            offset_ += index_[i] * l.stride;
        }
    }
    std::int64_t offset() const noexcept { return offset_; }
    /// Positions left in the innermost loop, this one included.
    std::int64_t run() const noexcept { return loops_->back().extent - index_.back(); }
    /// Goes on by `count` <= run() positions.
    void advance(std::int64_t count) noexcept {
        std::size_t i = index_.size() - 1;
        index_[i] += count;
        offset_ += count * (*loops_)[i].stride;
        while (index_[i] == (*loops_)[i].extent && i > 0) {
            offset_ -= index_[i] * (*loops_)[i].stride;
            index_[i] = 0;
            --i;
            ++index_[i];
            offset_ += (*loops_)[i].stride;
        }
    }

private:
    const std::vector<loop>* loops_;
    std::vector<std::int64_t> index_;
    std::int64_t offset_ = 0;
};

/// What is to be summed: `summed` for each position of `kept`, whose results are dense and row-major.
struct reduction {
    dtype type;
    const std::byte* data;
    loop_nest kept;
    loop_nest summed;
};

}  // namespace zerostride::detail
