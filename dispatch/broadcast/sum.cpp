// Sums over axes, the adjoint of broadcasting.
//
// The tree. The n addends of an output element are counted in row-major order of the summed axes. Addend i goes
// to lane i mod 64. A lane adds its addends pairwise as a binary counter does: two sums of 2^k addends become one
// of 2^(k+1) as soon as both exist, and at the end what is left is added from the smallest to the largest. Then
// the upper half of the lanes is added to the lower one (lane j + h to lane j, h = 32, 16, ... 1; lanes without
// addends are left out) until one is left. So the order depends on n alone, the error grows with log n, and
// 64 lanes keep any register busy.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dispatch/attempt.hpp"
#include "dispatch/broadcast/axis_set.hpp"
#include "dispatch/broadcast/shape.hpp"
#include "dispatch/broadcast/stretch.hpp"
#include "dispatch/fp_environment.hpp"
#include "dispatch/validation/refusal.hpp"
#include "zerostride/broadcast.hpp"

namespace zerostride {
namespace {

using detail::attempt;

constexpr std::int64_t lanes = 64;
/// This many batches of 64 addends are added in registers where the layout allows it: one pass over memory
/// makes a sum of 2^3 addends in every lane.
constexpr int leaf_log2 = 3;
constexpr std::int64_t leaf_addends = lanes << leaf_log2;

// How each type is read, added and written. Elements are read through memcpy: strides need not be multiples
// of the element size.

template <class T>
T read_as(const char* from) noexcept {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T>
struct plain_addend {
    using element = T;
    using accumulator = T;
    static accumulator read(const char* from) noexcept { return read_as<T>(from); }
    static accumulator plus(accumulator a, accumulator b) noexcept { return static_cast<T>(a + b); }
    static element result(accumulator sum) noexcept { return sum; }
};

/// Adds in float and rounds once, at the end.
struct f16_addend {
    using element = std::uint16_t;
    using accumulator = float;
    static accumulator read(const char* from) noexcept {
        // Masks instead of branches, so that loops vectorise, and no subnormal operands, which are slow.
        const std::uint32_t half = read_as<std::uint16_t>(from);
        const std::uint32_t magnitude = (half & 0x7fffu) << 13;
        const std::uint32_t normal = magnitude + (112u << 23);  // 127 - 15
        const float one_more = std::bit_cast<float>(magnitude + (113u << 23));
        const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(one_more - 0x1p-14f);
        const std::uint32_t is_subnormal = 0u - static_cast<std::uint32_t>(magnitude < (1u << 23));
        const std::uint32_t is_special = 0u - static_cast<std::uint32_t>(magnitude >= (31u << 23));
        const std::uint32_t any = (subnormal & is_subnormal) | (normal & ~is_subnormal) | (0x7f800000u & is_special);
        return std::bit_cast<float>(any | (half & 0x8000u) << 16);
    }
    static accumulator plus(accumulator a, accumulator b) noexcept { return a + b; }
    static element result(accumulator sum) noexcept { return detail::half_bits_from_double(sum); }
};

/// Accurate double-word addition: Joldes, Muller, Popescu (2017), Algorithm 6; relative error <= 3u^2 / (1 - 4u).
struct real_addend {
    using element = real;
    using accumulator = real;
    static accumulator read(const char* from) noexcept { return read_as<real>(from); }
    static accumulator plus(accumulator x, accumulator y) noexcept {
        const real s = two_sum(x.hi, y.hi);
        const real t = two_sum(x.lo, y.lo);
        const real v = fast_two_sum(s.hi, s.lo + t.hi);
        const real z = fast_two_sum(v.hi, t.lo + v.lo);
        // Where something overflows the low part is NaN; the leading operation has the IEEE answer. A zero has
        // the sign that IEEE gives it.
        const double leading = is_finite(s.hi) && s.hi != 0 ? v.hi : s.hi;
        const bool usable = is_finite(z.hi) && is_finite(z.lo) && z.hi != 0 && is_finite(leading);
        return usable ? z : real{leading, 0};
    }
    static element result(accumulator sum) noexcept { return sum; }

private:
    static real two_sum(double a, double b) noexcept {
        const double s = a + b;
        const double b_part = s - a;
        const double a_part = s - b_part;
        return {s, (a - a_part) + (b - b_part)};
    }
    static real fast_two_sum(double a, double b) noexcept {
        const double s = a + b;
        return {s, b - (s - a)};
    }
    static bool is_finite(double x) noexcept {
        return (std::bit_cast<std::uint64_t>(x) & 0x7ff0000000000000u) != 0x7ff0000000000000u;
    }
};

/// One loop over memory: how often, and by how many bytes it advances.
struct loop {
    std::int64_t extent;
    std::int64_t stride;
};

/// Axes in row-major order, without unit axes, neighbours merged where one stride visits both.
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

    void restart() noexcept {
        std::fill(index_.begin(), index_.end(), std::int64_t{0});
        offset_ = 0;
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
    const char* data;
    void* results;
    loop_nest kept;
    loop_nest summed;
};

/// Sums for some output elements at a time. A level holds one partial sum for each lane and output element:
/// [lane][element], so that every addition is between dense rows.
/// Its loops over memory are functions of their own: inlined wherever they are wanted they are a quarter larger.
template <class Addend>
class summation {
    using accumulator = typename Addend::accumulator;
    using element = typename Addend::element;
    static constexpr std::int64_t bytes = sizeof(element);

public:
    explicit summation(const reduction& r)
        : r_(r), outputs_(r.kept), addends_(r.summed), count_(r.summed.size()), live_(std::min(count_, lanes)) {
        width_ = std::min(r.kept.size(), widest());
        const auto full = static_cast<std::uint64_t>(count_ / lanes);
        levels_.resize(static_cast<std::size_t>(std::bit_width(full)) + 1);
        for (auto& level : levels_) level.reset(new accumulator[static_cast<std::size_t>(live_ * width_)]);
        offsets_.resize(static_cast<std::size_t>(width_));
    }

    void run() noexcept {
        element* to = static_cast<element*>(r_.results);
        std::int64_t left = r_.kept.size();
        while (left > 0) {
            choose_outputs(left);
            const accumulator* const sums = add_all();
            for (std::int64_t w = 0; w < width_; ++w) to[w] = Addend::result(sums[w]);
            to += width_;
            left -= width_;
        }
    }

private:
    /// Levels that stay in the first-level cache, unless few addends would make rows of few elements.
    std::int64_t widest() const noexcept {
        // Runs of addends, if they are long, are the fast direction when they are the denser one.
        const std::int64_t along = std::abs(r_.summed.inner().stride);
        const std::int64_t across = std::abs(r_.kept.inner().stride);
        if (along < across && count_ > lanes) return 1;
        constexpr std::int64_t level_bytes = 16384;
        return std::max<std::int64_t>(1, level_bytes / (live_ * static_cast<std::int64_t>(sizeof(accumulator))));
    }

    /// Takes the next output elements; sets width_, base_ and either dense_ or offsets_.
    void choose_outputs(std::int64_t left) noexcept {
        width_ = std::min(left, static_cast<std::int64_t>(offsets_.size()));
        base_ = r_.data + outputs_.offset();
        const loop& inner = r_.kept.inner();
        const std::int64_t run = std::min(width_, outputs_.run());
        // Short dense rows are worth a block of their own only where they lie one behind the other.
        const bool long_enough = run == width_ || inner.extent >= 16 || run * bytes == r_.summed.inner().stride;
        dense_ = (inner.stride == bytes || width_ == 1) && long_enough;
        if (dense_) {
            width_ = run;
            outputs_.advance(run);
            return;
        }
        const std::int64_t first = outputs_.offset();
        for (std::int64_t w = 0; w < width_;) {
            const std::int64_t part = std::min(width_ - w, outputs_.run());
            for (std::int64_t i = 0; i < part; ++i) {
                offsets_[static_cast<std::size_t>(w + i)] = outputs_.offset() - first + i * inner.stride;
            }
            outputs_.advance(part);
            w += part;
        }
    }

    /// The sums of width_ output elements.
    const accumulator* add_all() noexcept {
        addends_.restart();
        const std::int64_t full = count_ / lanes;
        const std::int64_t rest = count_ % lanes;
        std::int64_t done = 0;
        while (done < full) {
            if (done % (1 << leaf_log2) == 0 && leaf_fits()) {
                add_leaf();
                carry(done, leaf_log2);
                done += 1 << leaf_log2;
            } else if (done % 2 == 0) {
                fetch<false>(levels_[0].get(), lanes);
                ++done;
            } else {
                fetch<true>(levels_[0].get(), lanes);
                carry(done - 1, 1);
                ++done;
            }
        }
        if (full == 0) {
            fetch<false>(levels_[0].get(), rest);
            return fold_lanes(levels_[0].get(), rest);
        }
        auto level = static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(full)));
        accumulator* const sums = levels_[level].get();
        if (rest != 0) fetch<true>(sums, rest);
        while ((full >> ++level) != 0) {
            if ((full >> level) & 1) add_rows(sums, levels_[level].get(), lanes * width_);
        }
        return fold_lanes(sums, lanes);
    }

    /// `done` batches are in the levels, and the sums of 2^level further ones in level 0's memory.
    void carry(std::int64_t done, int level) noexcept {
        auto k = static_cast<std::size_t>(level);
        for (; (done >> k) & 1; ++k) add_rows(levels_[0].get(), levels_[k].get(), lanes * width_);
        if (k != 0) std::swap(levels_[0], levels_[k]);
    }

    [[gnu::noinline]] static void add_rows(accumulator* __restrict to, const accumulator* __restrict from,
                                           std::int64_t n) noexcept {
        for (std::int64_t i = 0; i < n; ++i) to[i] = Addend::plus(to[i], from[i]);
    }

    const accumulator* fold_lanes(accumulator* sums, std::int64_t live) const noexcept {
        while (live > 1) {
            const auto half = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(live)) / 2);
            add_rows(sums, sums + half * width_, (live - half) * width_);
            live = half;
        }
        return sums;
    }

    /// Brings the next `count` addends of every output element to lanes 0, 1, ...: stores or adds them.
    template <bool Adds>
    [[gnu::noinline]] void fetch(accumulator* to, std::int64_t count) noexcept {
        const std::int64_t stride = r_.summed.inner().stride;
        while (count > 0) {
            const std::int64_t run = std::min(count, addends_.run());
            const char* const from = base_ + addends_.offset();
            if (dense_ && stride == width_ * bytes) {
                fetch_row<Adds>(to, from, run * width_);
            } else if (width_ == 1) {
                for (std::int64_t i = 0; i < run; ++i) put<Adds>(to[i], from + i * stride);
            } else if (dense_) {
                for (std::int64_t i = 0; i < run; ++i) fetch_row<Adds>(to + i * width_, from + i * stride, width_);
            } else {
                for (std::int64_t i = 0; i < run; ++i) {
                    for (std::int64_t w = 0; w < width_; ++w) {
                        put<Adds>(to[i * width_ + w], from + i * stride + offsets_[static_cast<std::size_t>(w)]);
                    }
                }
            }
            addends_.advance(run);
            to += run * width_;
            count -= run;
        }
    }
    template <bool Adds>
    static void put(accumulator& to, const char* from) noexcept {
        to = Adds ? Addend::plus(to, Addend::read(from)) : Addend::read(from);
    }
    template <bool Adds>
    [[gnu::noinline]] static void fetch_row(accumulator* __restrict to, const char* __restrict from,
                                            std::int64_t n) noexcept {
        for (std::int64_t i = 0; i < n; ++i) put<Adds>(to[i], from + i * bytes);
    }

    bool leaf_fits() const noexcept { return dense_ && addends_.run() >= leaf_addends; }

    /// The sums of the next 8 batches, into level 0.
    void add_leaf() noexcept {
        const std::int64_t stride = r_.summed.inner().stride;
        const char* const from = base_ + addends_.offset();
        if (stride == width_ * bytes) {
            leaf_row(levels_[0].get(), from, lanes * stride, lanes * width_);
        } else {
            for (std::int64_t lane = 0; lane < lanes; ++lane) {
                leaf_row(levels_[0].get() + lane * width_, from + lane * stride, lanes * stride, width_);
            }
        }
        addends_.advance(leaf_addends);
    }
    [[gnu::noinline]] static void leaf_row(accumulator* __restrict to, const char* __restrict from, std::int64_t batch,
                                           std::int64_t n) noexcept {
        static_assert(leaf_log2 == 3, "the eight terms below");
        for (std::int64_t i = 0; i < n; ++i) {
            const char* const p = from + i * bytes;
            const auto a = Addend::plus(Addend::read(p), Addend::read(p + batch));
            const auto b = Addend::plus(Addend::read(p + 2 * batch), Addend::read(p + 3 * batch));
            const auto c = Addend::plus(Addend::read(p + 4 * batch), Addend::read(p + 5 * batch));
            const auto d = Addend::plus(Addend::read(p + 6 * batch), Addend::read(p + 7 * batch));
            to[i] = Addend::plus(Addend::plus(a, b), Addend::plus(c, d));
        }
    }

    const reduction& r_;
    run_cursor outputs_;
    run_cursor addends_;
    std::int64_t count_;  ///< addends of one output element
    std::int64_t live_;   ///< lanes that get any
    std::vector<std::unique_ptr<accumulator[]>> levels_;
    // The output elements at work.
    std::int64_t width_;
    const char* base_ = nullptr;         ///< the first addend of the first of them
    bool dense_ = false;                 ///< they follow each other in memory; else their places are offsets_
    std::vector<std::int64_t> offsets_;  ///< bytes from base_
};

template <class Addend>
void sum_as(const reduction& r) {
    summation<Addend> work(r);
    const detail::fp_environment scope;
    work.run();
}

/// The function for a type, or null where it cannot be added. Integers wrap, whatever their sign.
void (*summation_of(dtype type))(const reduction&) {
    switch (type) {
        case dtype::real: return sum_as<real_addend>;
        case dtype::f16: return sum_as<f16_addend>;
        case dtype::f32: return sum_as<plain_addend<float>>;
        case dtype::f64: return sum_as<plain_addend<double>>;
        case dtype::i8:
        case dtype::u8: return sum_as<plain_addend<std::uint8_t>>;
        case dtype::i16:
        case dtype::u16: return sum_as<plain_addend<std::uint16_t>>;
        case dtype::i32:
        case dtype::u32: return sum_as<plain_addend<std::uint32_t>>;
        case dtype::i64:
        case dtype::u64: return sum_as<plain_addend<std::uint64_t>>;
        case dtype::str:
        case dtype::boolean: break;
    }
    return nullptr;
}

outcome check_delta(const char* who, const const_tensor_view& delta) {
    if (outcome bad = detail::check_operand(who, 0, delta); !bad) return bad;
    if (summation_of(delta.type) == nullptr) {
        return {status::unsupported, std::string(who) + ": no kernel for " + name_of(delta.type)};
    }
    return {};
}

/// `shape` is delta's without the summed axes, or with some of them as 1.
outcome sum_into(const char* who, tensor& result, const const_tensor_view& delta, const std::vector<bool>& summed,
                 extents_ref shape) {
    tensor made(delta.type, shape);
    std::int64_t addends;
    if (detail::count_elements(detail::shape_of(delta), 1, addends) && addends != 0) {
        if (delta.data == nullptr) return detail::refuse_null_data(who, 0);
        reduction r{static_cast<const char*>(delta.data), made.data(), {}, {}};
        const std::vector<std::int64_t> strides = detail::strides_of(delta);
        for (std::size_t i = 0; i < delta.rank; ++i) {
            (summed[i] ? r.summed : r.kept).add_axis(delta.shape[i], strides[i]);
        }
        r.summed.close();
        r.kept.close();
        summation_of(delta.type)(r);
    }
    result = std::move(made);
    return {};
}

outcome sum_axes(tensor& result, const const_tensor_view& delta, array_ref<std::int64_t> axes) {
    if (outcome bad = check_delta("sum", delta); !bad) return bad;
    std::vector<bool> summed;
    if (outcome null = detail::check_list("sum", "axes", axes.data(), axes.size()); !null) return null;
    if (outcome bad = detail::mark_axes("sum", "operand 0", detail::shape_of(delta), axes, summed); !bad) return bad;
    std::vector<std::int64_t> shape;
    for (std::size_t i = 0; i < delta.rank; ++i) {
        if (!summed[i]) shape.push_back(delta.shape[i]);
    }
    return sum_into("sum", result, delta, summed, shape);
}

outcome sum_to_shape(tensor& result, const const_tensor_view& delta, extents_ref shape) {
    const char* const who = "sum_to";
    if (outcome bad = check_delta(who, delta); !bad) return bad;
    if (outcome bad = detail::check_shape(who, shape); !bad) return bad;
    const auto both = [&] { return detail::both_shapes("operand 0", delta, shape); };
    if (shape.size() > delta.rank) {
        return detail::unstretched_rank(std::string(who) + ": E1: ", shape.size(), delta.rank, both());
    }
    const std::size_t first = delta.rank - shape.size();
    std::vector<bool> summed(delta.rank, true);
    for (std::size_t i = first; i < delta.rank; ++i) {
        const std::int64_t wanted = shape[i - first];
        summed[i] = wanted != delta.shape[i];
        if (summed[i] && wanted != 1) {
            return detail::unstretched_axis(std::string(who) + ": E1: ", i, wanted, delta.shape[i], both());
        }
    }
    return sum_into(who, result, delta, summed, shape);
}

}  // namespace

// The options choose threads and instruction sets; a sum has one of each, and one result for all.
outcome try_sum(tensor& result, const const_tensor_view& delta, array_ref<std::int64_t> axes,
                const options& how) noexcept {
    return attempt([&] {
        const outcome refused = detail::options_refusal(how);
        return refused ? sum_axes(result, delta, axes) : refused;
    });
}
tensor sum(const const_tensor_view& delta, array_ref<std::int64_t> axes, const options& how) {
    tensor result;
    require(try_sum(result, delta, axes, how));
    return result;
}

outcome try_sum_to(tensor& result, const const_tensor_view& delta, extents_ref shape, const options& how) noexcept {
    return attempt([&] {
        const outcome refused = detail::options_refusal(how);
        return refused ? sum_to_shape(result, delta, shape) : refused;
    });
}
tensor sum_to(const const_tensor_view& delta, extents_ref shape, const options& how) {
    tensor result;
    require(try_sum_to(result, delta, shape, how));
    return result;
}

}  // namespace zerostride
