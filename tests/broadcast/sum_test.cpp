// Sums: the documented tree bit for bit, its accuracy, its independence of layout, and the adjoint identity.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <thread>
#include <vector>

#include "broadcast/sample.hpp"
#include "support/exact_number.hpp"
#include "support/values.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

constexpr dtype summable[] = {dtype::real, dtype::f16, dtype::f32, dtype::f64, dtype::i8,  dtype::i16,
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

bool holds(const std::vector<std::int64_t>& axes, std::size_t axis) {
    return std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(axis)) != axes.end();
}

/// True when `actual` is Sum(delta, axes) by the documented tree.
testing::AssertionResult is_sum(const tensor& actual, const sample& delta, const std::vector<std::int64_t>& axes) {
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
        for_each(kept, [&](const extents& at) {
            std::vector<element> addends;
            for_each(summed, [&](const extents& within) {
                extents index;
                auto next_kept = at.begin(), next_summed = within.begin();
                for (std::size_t i = 0; i < delta.shape().size(); ++i) {
                    index.push_back(holds(axes, i) ? *next_summed++ : *next_kept++);
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
sample finite(dtype type, const layout& how, random_bits& random) {
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

TEST(sum, every_number_of_addends) {
    // One output element: 1 lane, all lanes, whole batches, leaves of 8 batches, and what is left over.
    random_bits random("sum.every_number");
    std::vector<std::int64_t> numbers;
    for (std::int64_t n = 0; n <= 200; ++n) numbers.push_back(n);
    for (const std::int64_t n :
         {255, 256, 257, 448, 511, 512, 513, 575, 576, 640, 1023, 1024, 1087, 4096, 4159, 5000}) {
        numbers.push_back(n);
    }
    for (const dtype type : summable) {
        for (const std::int64_t n : numbers) {
            if (type == dtype::real && n > 640) continue;
            const sample delta = finite(type, dense({n}, size_of(type)), random);
            ASSERT_TRUE(is_sum(sum(delta, {0}), delta, {0})) << name_of(type) << " n = " << n;
        }
    }
}

TEST(sum, special_values) {
    random_bits random("sum.special_values");
    for (const dtype type : {dtype::f16, dtype::f32, dtype::f64}) {
        for (std::int64_t round = 0; round < scaled(200); ++round) {
            const sample delta(type, extents{random.between(1, 9), random.between(1, 9)}, random);
            const auto axis = static_cast<std::int64_t>(random.below(2));
            ASSERT_TRUE(is_sum(sum(delta, {axis}), delta, {axis})) << name_of(type);
        }
    }
}

TEST(sum, any_shape_axes_and_layout) {
    random_bits random("sum.any_shape");
    for (std::int64_t round = 0; round < scaled(600); ++round) {
        const dtype type = random.pick(summable);
        const std::int64_t elements = type == dtype::real ? 500 : 6000;
        const extents shape = random_extents(random.below(13), elements, true, random);
        std::vector<std::int64_t> axes;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (random.one_in(2)) axes.insert(axes.begin(), static_cast<std::int64_t>(i));
        }
        const layout how = scattered(shape, size_of(type), random);
        const sample delta = finite(type, how, random);
        ASSERT_TRUE(is_sum(sum(delta, axes), delta, axes))
            << name_of(type) << to_text(how) << " axes " << to_text(axes);
    }
}

TEST(sum, long_rows_beside_short_ones) {
    // The layouts that are treated apart: rows of output elements next to each other, whole blocks in one run,
    // addends next to each other, runs that end within a batch.
    random_bits random("sum.long_rows");
    const struct {
        extents shape;
        std::vector<std::int64_t> axes;
    } cases[] = {{{700, 3}, {0}},      {{3, 700}, {1}},          {{600, 70}, {0}},    {{70, 600}, {1}},
                 {{2, 5, 49}, {0, 2}}, {{3, 2, 600}, {0, 2}},    {{5, 130, 17}, {1}}, {{130, 5, 17}, {0}},
                 {{40, 1, 300}, {0}},  {{2, 1100, 1}, {1}},      {{20, 130}, {1}},    {{9, 65}, {1}},
                 {{3, 600, 20}, {1}},  {{2, 3, 4, 100}, {1, 3}}, {{1200, 15}, {0}},   {{4, 530, 18}, {0, 1}}};
    for (const auto& [shape, axes] : cases) {
        for (const dtype type : {dtype::f32, dtype::f16, dtype::f64, dtype::u8, dtype::i64}) {
            const sample delta = finite(type, dense(shape, size_of(type)), random);
            ASSERT_TRUE(is_sum(sum(delta, axes), delta, axes)) << name_of(type) << to_text(shape) << to_text(axes);
        }
    }
}

TEST(sum, layout_changes_no_bit) {
    random_bits random("sum.layout");
    for (std::int64_t round = 0; round < scaled(200); ++round) {
        const dtype type = random.pick(summable);
        const extents shape = random_extents(1 + random.below(6), 20000, false, random);
        std::vector<std::int64_t> axes;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (random.one_in(2)) axes.push_back(static_cast<std::int64_t>(i));
        }
        // A stretched view with zero strides, its dense copy, and the copy in scattered memory.
        const sample delta = finite(type, stretched(shape, size_of(type), random), random);
        const array_view whole = broadcast_to(delta, shape);
        const tensor copy = materialise(whole);
        sample elsewhere(type, scattered(shape, size_of(type), random), random);
        identity(whole, tensor_view(const_cast<void*>(elsewhere.view().data), type, shape, elsewhere.view().strides));
        const tensor wanted = sum(copy, axes);
        ASSERT_TRUE(holds_copy(sum(whole, axes), wanted)) << to_text(shape) << to_text(axes);
        ASSERT_TRUE(holds_copy(sum(elsewhere, axes), wanted)) << to_text(shape) << to_text(axes);
    }
}

TEST(sum, the_order_of_axes_in_the_list_does_not_matter) {
    random_bits random("sum.axis_order");
    const sample delta = finite(dtype::f32, dense({5, 6, 7, 8}, 4), random);
    const tensor one = sum(delta, {0, 2, 3}), other = sum(delta, {3, 0, 2});
    ASSERT_EQ(one.shape(), extents{6});
    EXPECT_EQ(std::memcmp(one.data(), other.data(), one.bytes()), 0);
}

TEST(sum, threads_and_instruction_sets_change_no_bit) {
    random_bits random("sum.threads");
    const sample delta = finite(dtype::f32, dense({300, 41}, 4), random);
    const tensor wanted = sum(delta, {0});
    options four;
    four.max_threads = 4;
    options plain;
    plain.with = available_isas().front();
    for (const options& how : {four, plain}) {
        const tensor made = sum(delta, {0}, how);
        EXPECT_EQ(std::memcmp(made.data(), wanted.data(), wanted.bytes()), 0);
    }
}

TEST(sum, of_nothing_is_positive_zero) {
    random_bits random("sum.nothing");
    for (const dtype type : summable) {
        const sample delta(type, extents{3, 0, 2}, random);
        const tensor made = sum(delta, {1});
        ASSERT_EQ(made.shape(), (extents{3, 2}));
        const auto* bytes = static_cast<const unsigned char*>(made.data());
        for (std::size_t i = 0; i < made.bytes(); ++i) ASSERT_EQ(bytes[i], 0) << name_of(type);
        EXPECT_EQ(sum(delta, {0}).shape(), (extents{0, 2}));
        EXPECT_EQ(sum(delta, {0, 1, 2}).size(), 1);
    }
}

TEST(sum, of_one_negative_zero_keeps_its_sign) {
    for (const std::int64_t n : {1, 2, 64, 65, 600}) {
        const std::vector<float> zeros(static_cast<std::size_t>(n), -0.0f);
        const tensor made = sum(view(zeros, {n}), {0});
        EXPECT_TRUE(std::signbit(made.data_as<float>()[0])) << n;
    }
}

TEST(sum, of_two_reals_is_add) {
    random_bits random("sum.two_reals");
    for (std::int64_t round = 0; round < scaled(200); ++round) {
        const sample delta(dtype::real, extents{2, 5}, random);
        const tensor made = sum(delta, {0});
        for (std::int64_t j = 0; j < 5; ++j) {
            const real wanted = real_rule::plus(delta.get<real>({0, j}), delta.get<real>({1, j}));
            ASSERT_TRUE(real_rule::is_same(made.data_as<real>()[j], wanted))
                << wanted.hi << " + " << wanted.lo << " and " << made.data_as<real>()[j].hi << " + "
                << made.data_as<real>()[j].lo;
        }
    }
}

TEST(sum, integers_wrap) {
    const std::vector<std::int8_t> bytes(300, 127);
    EXPECT_EQ(sum(view(bytes, {300}), {0}).data_as<std::int8_t>()[0], static_cast<std::int8_t>(300 * 127 % 256));
    const std::vector<std::int64_t> words{INT64_MAX, 1};
    EXPECT_EQ(sum(view(words, {2}), {0}).data_as<std::int64_t>()[0], INT64_MIN);
}

TEST(sum, f16_rounds_once) {
    // 2048 + 1 + 1 is 2050; in binary16 alone 2048 + 1 is 2048.
    const std::vector<float16> three{float16(2048), float16(1), float16(1)};
    EXPECT_EQ(sum(view(three, {3}), {0}).data_as<float16>()[0].bits, float16(2050).bits);
    const std::vector<float16> many(1000, float16(60));
    EXPECT_EQ(sum(view(many, {1000}), {0}).data_as<float16>()[0].bits, float16(60000).bits);
    // All 65,536 elements, one by one.
    std::vector<float16> all(65536);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].bits = static_cast<std::uint16_t>(i);
    const tensor same = sum(view(all, {65536}), extents{});
    for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_TRUE(half_rule::is_same(same.data_as<float16>()[i], all[i])) << i;
    }
}

TEST(sum, is_accurate) {
    random_bits random("sum.is_accurate");
    for (std::int64_t round = 0; round < scaled(40); ++round) {
        const std::int64_t n = random.between(1, 20000);
        // The tree's depth: a lane's, then the lanes'.
        const double depth = std::ceil(std::log2(static_cast<double>(n) / 64 + 1)) + 1 + 6;
        for (const dtype type : {dtype::f64, dtype::real}) {
            const sample delta = finite(type, dense({n}, size_of(type)), random);
            const tensor made = sum(delta, {0});
            exact_number difference;
            double magnitudes = 0;
            for (std::int64_t i = 0; i < n; ++i) {
                const double hi = delta.get<double>({i});
                magnitudes += std::fabs(hi);
                difference.add(hi);
                if (type == dtype::real) difference.add(delta.get<real>({i}).lo);
            }
            double unit = 0x1p-53;
            if (type == dtype::f64) {
                difference.add(-made.data_as<double>()[0]);
            } else {
                difference.add(-made.data_as<real>()[0].hi);
                difference.add(-made.data_as<real>()[0].lo);
                unit = 3 * 0x1p-106 * 1.001;
            }
            const double error = times_power_of_two(difference.magnitude(), 0);
            ASSERT_LE(error, depth * unit * magnitudes * 1.001) << name_of(type) << " n = " << n;
        }
    }
}

TEST(sum, runs_in_the_default_environment) {
#if defined(__x86_64__)
    const std::vector<float> tiny(100, 1e-41f);
    const std::vector<float> thirds(100, 1.0f / 3);
    const float wanted_tiny = sum(view(tiny, {100}), {0}).data_as<float>()[0];
    const float wanted_thirds = sum(view(thirds, {100}), {0}).data_as<float>()[0];
    EXPECT_GT(wanted_tiny, 0.0f);
    const unsigned before = __builtin_ia32_stmxcsr();
    const unsigned hostile = (before & ~0x6000u) | 0x8040u | 0x4000u;  // flush, denormals are zero, round up
    __builtin_ia32_ldmxcsr(hostile);
    const tensor a = sum(view(tiny, {100}), {0});
    const tensor b = sum_to(view(thirds, {100}), {});
    const unsigned after = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(before);
    EXPECT_EQ(after & 0xffc0u, hostile & 0xffc0u) << "the caller's environment comes back";
    EXPECT_EQ(a.data_as<float>()[0], wanted_tiny);
    EXPECT_EQ(b.data_as<float>()[0], wanted_thirds);
#else
    const std::vector<float> thirds(100, 1.0f / 3);
    const float wanted = sum(view(thirds, {100}), {0}).data_as<float>()[0];
    ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
    const tensor made = sum(view(thirds, {100}), {0});
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(after, FE_UPWARD) << "the caller's environment comes back";
    EXPECT_EQ(made.data_as<float>()[0], wanted);
#endif
}

TEST(sum, rank_40) {
    random_bits random("sum.rank_40");
    extents shape(40, 1);
    for (const std::size_t axis : {1u, 5u, 13u, 14u, 22u, 30u, 39u}) shape[axis] = 3;
    const sample delta = finite(dtype::f64, scattered(shape, 8, random), random);
    EXPECT_TRUE(is_sum(sum(delta, {5, 14, 22, 39, 0}), delta, {5, 14, 22, 39, 0}));
}

// The adjoint identity <broadcast(x), delta> = <x, sum_to(delta, shape of x)>, exact in wrapping integers.

std::uint64_t inner_product(const const_tensor_view& a, const const_tensor_view& b) {
    std::uint64_t total = 0;
    for_each({a.shape, a.shape + a.rank}, [&](const extents& at) {
        std::uint64_t x, y;
        std::memcpy(&x, address(a, at), sizeof x);
        std::memcpy(&y, address(b, at), sizeof y);
        total += x * y;
    });
    return total;
}

TEST(sum, sum_to_is_the_adjoint_of_broadcast_to) {
    random_bits random("sum.adjoint");
    for (std::int64_t round = 0; round < scaled(300); ++round) {
        const extents shape = random_extents(random.below(9), 3000, true, random);
        extents own(shape.begin() + static_cast<std::ptrdiff_t>(random.below(shape.size() + 1)), shape.end());
        for (std::int64_t& extent : own) {
            if (random.one_in(2)) extent = 1;
        }
        const sample x(dtype::i64, own, random);
        const sample delta(dtype::i64, scattered(shape, 8, random), random);
        const array_view stretched_x = broadcast_to(x, shape);
        const tensor back = sum_to(delta, own);
        ASSERT_EQ(back.shape(), own);
        ASSERT_EQ(inner_product(stretched_x, delta), inner_product(x, back))
            << to_text(own) << " to " << to_text(shape);
    }
}

TEST(sum, sum_is_the_adjoint_of_broadcast_axes) {
    random_bits random("sum.adjoint_axes");
    for (std::int64_t round = 0; round < scaled(300); ++round) {
        const extents shape = random_extents(random.below(9), 3000, true, random);
        extents own;
        std::vector<std::int64_t> axes;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (random.one_in(2)) axes.push_back(static_cast<std::int64_t>(i));
            else own.push_back(shape[i]);
        }
        const sample x(dtype::u64, own, random);
        const sample delta(dtype::u64, scattered(shape, 8, random), random);
        const array_view stretched_x = broadcast_axes(x, shape, axes);
        const tensor back = sum(delta, axes);
        ASSERT_EQ(back.shape(), own);
        ASSERT_EQ(inner_product(stretched_x, delta), inner_product(x, back));
    }
}

TEST(sum, sum_to_is_sum_with_axes_kept) {
    random_bits random("sum.sum_to");
    const sample delta = finite(dtype::f32, dense({4, 5, 6}, 4), random);
    const tensor kept = sum_to(delta, {5, 1}), removed = sum(delta, {0, 2});
    EXPECT_EQ(kept.shape(), (extents{5, 1}));
    EXPECT_EQ(removed.shape(), extents{5});
    EXPECT_EQ(std::memcmp(kept.data(), removed.data(), removed.bytes()), 0);
    const tensor same = sum_to(delta, {4, 5, 6});
    EXPECT_TRUE(holds_copy(same, delta));
    EXPECT_EQ(sum_to(delta, {}).shape(), extents{});
    EXPECT_EQ(sum_to(delta, {1, 1}).shape(), (extents{1, 1}));
}

TEST(sum, refusals) {
    random_bits random("sum.refusals");
    const sample delta(dtype::f32, extents{2, 3}, random);
    const sample truth(dtype::boolean, extents{2}, random), words(dtype::str, extents{2}, random);
    tensor kept = sum(delta, {0});
    const void* const data = kept.data();
    const auto refused = [&](const outcome& answer) {
        EXPECT_EQ(kept.data(), data);
        EXPECT_EQ(kept.shape(), extents{3});
        return answer;
    };
    const outcome outside = refused(try_sum(kept, delta, {2}));
    EXPECT_EQ(outside.code, status::invalid_argument);
    EXPECT_EQ(outside.message, "sum: axis 2 is outside rank 2 (operand 0 is [2,3])");
    EXPECT_EQ(refused(try_sum(kept, delta, {1, 1})).message, "sum: axis 1 is named twice (operand 0 is [2,3])");
    EXPECT_EQ(refused(try_sum(kept, delta, {-1})).code, status::invalid_argument);
    const outcome logical = refused(try_sum(kept, truth, {0}));
    EXPECT_EQ(logical.code, status::unsupported);
    EXPECT_EQ(logical.message, "sum: no kernel for bool");
    EXPECT_EQ(refused(try_sum_to(kept, words, {})).message, "sum_to: no kernel for str");

    const outcome extent = refused(try_sum_to(kept, delta, {2, 2}));
    EXPECT_EQ(extent.code, status::shape_mismatch);
    EXPECT_EQ(extent.message,
              "sum_to: E1: axis 1: extent 2 does not stretch to 3 (operand 0 is [2,3], the shape is [2,2])");
    EXPECT_EQ(refused(try_sum_to(kept, delta, {1, 2, 3})).message,
              "sum_to: E1: rank 3 does not stretch to rank 2 (operand 0 is [2,3], the shape is [1,2,3])");
    EXPECT_EQ(refused(try_sum_to(kept, delta, {0, 3})).code, status::shape_mismatch);
    EXPECT_EQ(refused(try_sum_to(kept, delta, {-1, 3})).code, status::invalid_argument);

    const extents shape{4};
    const const_tensor_view nothing(nullptr, dtype::f32, shape);
    EXPECT_EQ(refused(try_sum(kept, nothing, {0})).message, "sum: operand 0 has elements and a null data pointer");
    EXPECT_THROW(sum(truth, {0}), error);
    options elsewhere;
    elsewhere.with = static_cast<isa>(99);
    EXPECT_EQ(refused(try_sum(kept, delta, {0}, elsewhere)).code, status::isa_unavailable);
    elsewhere = {};
    elsewhere.accuracy = static_cast<accuracy_mode>(77);
    EXPECT_EQ(refused(try_sum_to(kept, delta, {1, 3}, elsewhere)).code, status::invalid_argument);
    EXPECT_THROW(sum_to(delta, {7}), error);
}

TEST(sum, a_tensor_can_be_summed_into_itself) {
    tensor t = tensor::from(std::vector<std::int32_t>{1, 2, 3, 4, 5, 6}, {2, 3});
    ASSERT_EQ(try_sum(t, t, {1}).code, status::ok);
    EXPECT_EQ(t.shape(), extents{2});
    EXPECT_EQ(t.data_as<std::int32_t>()[0], 6);
    EXPECT_EQ(t.data_as<std::int32_t>()[1], 15);
}

}  // namespace
}  // namespace zerostride::test
