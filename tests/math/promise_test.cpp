// What is promised of functions, and what breaks it.
#include "accuracy/promise.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace zerostride::accuracy {
namespace {

constexpr accuracy_mode exact = accuracy_mode::exact, fast = accuracy_mode::fast;

breach after(const function& f, dtype type, accuracy_mode mode, const tally& did) {
    return breach_of(promised(f, type, mode), did);
}
tally off_by(double error, std::uint64_t wrong = 0) {
    tally made;
    made.error = error;
    made.wrong = wrong;
    return made;
}

TEST(promise, one_operand_of_f16_and_f32_is_correctly_rounded) {
    const function exp{op::exp, {}}, tanh_form{op::gelu, {{attribute_id::approximate, 1.0}}};
    for (const dtype type : {dtype::f16, dtype::f32}) {
        for (const function& f : {exp, tanh_form, function{op::elu, {{attribute_id::alpha, 1.0}}}}) {
            EXPECT_EQ(after(f, type, exact, off_by(0.5)), breach::none) << f.name();
            EXPECT_EQ(after(f, type, exact, off_by(0.5005, 1)), breach::wrong) << f.name();
        }
    }
}

TEST(promise, two_operands_and_other_attributes_come_close) {
    const function pow{op::pow, {}}, swiglu{op::swiglu, {}}, other{op::elu, {{attribute_id::alpha, 1.5}}};
    for (const dtype type : {dtype::f16, dtype::f32}) {
        for (const function& f : {pow, swiglu, other}) {
            EXPECT_EQ(after(f, type, exact, off_by(0.501, 9)), breach::none) << f.name();
            EXPECT_EQ(after(f, type, exact, off_by(0.502, 1)), breach::too_far) << f.name();
        }
    }
}

TEST(promise, wider_types_have_bounds) {
    for (const function& f : {function{op::exp, {}}, function{op::pow, {}}}) {
        for (const accuracy_mode mode : {exact, fast}) {
            EXPECT_EQ(after(f, dtype::f64, mode, off_by(1.0, 9)), breach::none) << f.name();
            EXPECT_EQ(after(f, dtype::f64, mode, off_by(1.0001, 9)), breach::too_far) << f.name();
            EXPECT_EQ(after(f, dtype::real, mode, off_by(0x1p-98)), breach::none) << f.name();
            EXPECT_EQ(after(f, dtype::real, mode, off_by(0x1.1p-98)), breach::too_far) << f.name();
        }
        EXPECT_EQ(after(f, dtype::f64, exact, off_by(std::numeric_limits<double>::infinity(), 1)), breach::too_far);
    }
}

TEST(promise, fast_kernels_have_their_own) {
    const function exp{op::exp, {}}, softsign{op::softsign, {}}, other{op::elu, {{attribute_id::alpha, 1.5}}};
    EXPECT_EQ(after(exp, dtype::f32, fast, off_by(2.0, 9)), breach::none);
    EXPECT_EQ(after(exp, dtype::f32, fast, off_by(2.1, 9)), breach::too_far);
    // f16 has none, nor has every function, nor do they run with every attribute.
    EXPECT_EQ(after(exp, dtype::f16, fast, off_by(0.6, 1)), breach::wrong);
    EXPECT_EQ(after(softsign, dtype::f32, fast, off_by(0.6, 1)), breach::wrong);
    EXPECT_EQ(after(other, dtype::f32, fast, off_by(0.6, 1)), breach::too_far);
}

TEST(promise, bits_are_the_same_everywhere) {
    tally other = off_by(0.25);
    other.differing = 1;
    for (const dtype type : {dtype::f16, dtype::f32, dtype::f64, dtype::real}) {
        for (const accuracy_mode mode : {exact, fast}) {
            EXPECT_EQ(after({op::pow, {}}, type, mode, other), breach::differs) << name_of(type);
        }
    }
}

}  // namespace
}  // namespace zerostride::accuracy
