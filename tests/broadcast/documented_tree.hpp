// The documented tree of sums, written from its description, and operands whose sums show another order.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "broadcast/sample.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {

inline constexpr dtype summable[] = {dtype::real, dtype::f16, dtype::f32, dtype::f64, dtype::i8,  dtype::i16,
                                     dtype::i32,  dtype::i64, dtype::u8,  dtype::u16, dtype::u32, dtype::u64};

// The arithmetic of each type: what is added, and how it becomes an element again.

template <class T>
struct float_rule {
    using element = T;
    static T start(T x) { return x; }
    static T plus(T a, T b) { return a + b; }
    static T finish(T x) { return x; }
    static bool is_same(T a, T b) { return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b)); }
};
struct half_rule {
    using element = float16;
    static float start(float16 x) { return static_cast<float>(x); }
    static float plus(float a, float b) { return a + b; }
    static float16 finish(float x) { return float16(x); }
    static bool is_same(float16 a, float16 b) {
        return a.bits == b.bits || (std::isnan(static_cast<float>(a)) && std::isnan(static_cast<float>(b)));
    }
};
template <class T>
struct integer_rule {
    using element = T;
    static std::uint64_t start(T x) { return static_cast<std::uint64_t>(x); }
    static std::uint64_t plus(std::uint64_t a, std::uint64_t b) { return a + b; }
    static T finish(std::uint64_t x) { return static_cast<T>(x); }
    static bool is_same(T a, T b) { return a == b; }
};
/// Additions by the library's own Add, which its tests hold to the published algorithm.
struct real_rule {
    using element = real;
    static real start(real x) { return x; }
    static real plus(real a, real b) {
        real c{};
        add(view(&a, {}), view(&b, {}), view(&c, {}));
        return c;
    }
    static real finish(real x) { return x; }
    static bool is_same(real a, real b) {
        return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a.hi) && std::isnan(b.hi));
    }
};

/// The documented tree, written from its description.
template <class Rule>
class documented_tree {
    using value = decltype(Rule::start(typename Rule::element{}));

public:
    static typename Rule::element sum(const std::vector<typename Rule::element>& addends) {
        if (addends.empty()) return typename Rule::element{};
        std::vector<std::vector<value>> lanes(64);
        for (std::size_t i = 0; i < addends.size(); ++i) lanes[i % 64].push_back(Rule::start(addends[i]));
        std::vector<value> sums;
        for (const std::vector<value>& lane : lanes) {
            if (!lane.empty()) sums.push_back(sum_of_lane(lane));
        }
        while (sums.size() > 1) {
            std::size_t half = 1;
            while (2 * half < sums.size()) half *= 2;
            for (std::size_t j = half; j < sums.size(); ++j) sums[j - half] = Rule::plus(sums[j - half], sums[j]);
            sums.resize(half);
        }
        return Rule::finish(sums[0]);
    }

private:
    /// The addends split by the binary digits of their number, the largest power of two first.
    static value sum_of_lane(const std::vector<value>& lane) {
        std::vector<value> blocks;
        std::size_t at = 0;
        for (std::size_t length = std::bit_floor(lane.size()); length > 0; length /= 2) {
            if ((lane.size() & length) == 0) continue;
            blocks.push_back(perfect(lane.data() + at, length));
            at += length;
        }
        value total = blocks.back();
        for (std::size_t i = blocks.size() - 1; i-- > 0;) total = Rule::plus(blocks[i], total);
        return total;
    }
    static value perfect(const value* first, std::size_t length) {
        if (length == 1) return *first;
        return Rule::plus(perfect(first, length / 2), perfect(first + length / 2, length / 2));
    }
};

/// Calls visit(Rule{}) with the rule of `type`.
template <class Visit>
void with_rule(dtype type, Visit visit) {
    switch (type) {
        case dtype::real: return visit(real_rule{});
        case dtype::f16: return visit(half_rule{});
        case dtype::f32: return visit(float_rule<float>{});
        case dtype::f64: return visit(float_rule<double>{});
        case dtype::i8: return visit(integer_rule<std::int8_t>{});
        case dtype::i16: return visit(integer_rule<std::int16_t>{});
        case dtype::i32: return visit(integer_rule<std::int32_t>{});
        case dtype::i64: return visit(integer_rule<std::int64_t>{});
        case dtype::u8: return visit(integer_rule<std::uint8_t>{});
        case dtype::u16: return visit(integer_rule<std::uint16_t>{});
        case dtype::u32: return visit(integer_rule<std::uint32_t>{});
        case dtype::u64: return visit(integer_rule<std::uint64_t>{});
        case dtype::str:
        case dtype::boolean: break;
    }
    FAIL() << "no sum of " << name_of(type);
}

inline bool holds(const std::vector<std::int64_t>& axes, std::size_t axis) {
    return std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(axis)) != axes.end();
}

/// True when `actual` is Sum(delta, axes) by the documented tree.
inline testing::AssertionResult is_sum(const tensor& actual, const sample& delta,
                                       const std::vector<std::int64_t>& axes) {
    extents kept, summed;
    for (std::size_t i = 0; i < delta.shape().size(); ++i) {
        (holds(axes, i) ? summed : kept).push_back(delta.shape()[i]);
    }
    if (actual.type() != delta.type()) return testing::AssertionFailure() << "the type is " << name_of(actual.type());
    if (actual.shape() != kept) return testing::AssertionFailure() << "the shape is " << to_text(actual.shape());
    testing::AssertionResult answer = testing::AssertionSuccess();
    with_rule(delta.type(), [&](auto rule) {
        using rule_type = decltype(rule);
        using element = typename rule_type::element;
        const element* sums = static_cast<const element*>(actual.data());
        extents index(delta.shape().size());
        for_each(kept, [&](const extents& at) {
            std::vector<element> addends;
            for_each(summed, [&](const extents& within) {
                auto next_kept = at.begin(), next_summed = within.begin();
                for (std::size_t i = 0; i < delta.shape().size(); ++i) {
                    index[i] = holds(axes, i) ? *next_summed++ : *next_kept++;
                }
                addends.push_back(delta.get<element>(index));
            });
            const element wanted = documented_tree<rule_type>::sum(addends);
            if (answer && !rule_type::is_same(*sums, wanted)) {
                answer = testing::AssertionFailure()
                         << "the sum of " << addends.size() << " addends at " << to_text(at) << " differs";
            }
            ++sums;
        });
    });
    return answer;
}

/// Elements without infinities and NaN, of very different magnitudes, so that another order shows.
inline sample finite(dtype type, const layout& how, random_bits& random) {
    sample made(type, how, random);
    const auto wide = [&] {
        return std::ldexp(static_cast<double>(static_cast<std::int64_t>(random.next())), random.between(-90, -40));
    };
    for_each(how.extents, [&](const extents& index) {
        switch (type) {
            case dtype::real: {
                const double hi = wide();
                made.set(index, real{hi, std::ldexp(hi, -54) * static_cast<double>(random.between(-3, 3)) / 4});
                break;
            }
            case dtype::f16:
                made.set(index, float16(std::ldexp(static_cast<double>(random.between(-2047, 2047)),
                                                   static_cast<int>(random.between(-20, -4)))));
                break;
            case dtype::f32: made.set(index, static_cast<float>(wide())); break;
            case dtype::f64: made.set(index, wide()); break;
            default: break;
        }
    });
    return made;
}

}  // namespace zerostride::test
