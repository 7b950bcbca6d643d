// Sums: the documented tree bit for bit, its accuracy, its independence of layout, and the adjoint identity.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <vector>

#include "broadcast/documented_tree.hpp"
#include "support/exact_number.hpp"
#include "support/values.hpp"

namespace zerostride::test {
namespace {

TEST(sum, every_number_of_addends) {
    // One output element: 1 lane, all lanes, whole batches, eight and 64 and 512 of them, and what is left over.
    random_bits random("sum.every_number");
    std::vector<std::int64_t> numbers;
    for (std::int64_t n = 0; n <= 200; ++n) numbers.push_back(n);
    for (const std::int64_t n :
         {255, 256, 257, 448, 511, 512, 513, 575, 576, 640, 1023, 1024, 1087, 4096, 4159, 5000, 32768, 37001}) {
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
