#include "support/oracle_activation.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/table.hpp"
#include "support/exact_number.hpp"
#include "support/float_bits.hpp"
#include "support/real_answers.hpp"

namespace zerostride::test {

static_assert(kernels::family_size(op_family::activation) == 8);

namespace {

__extension__ typedef __int128 wide;

// ---- Floats, in C: float, whose sums and products come rounded from double (53 >= 2 * 24 + 2), or double, which has
// room for products of binary16 and float.

template <class C>
C rounded_sum(C x, C y) {
    return static_cast<C>(static_cast<double>(x) + static_cast<double>(y));
}
template <class C>
C product(C x, C y) {
    return static_cast<C>(static_cast<double>(x) * static_cast<double>(y));
}
/// A sum that can be rounded again to fewer bits as if it were exact: of the two doubles around it the odd one.
double sum_to_odd(double x, double y) {
    const double sum = x + y;
    if (!std::isfinite(sum)) return sum;
    const double y_in_sum = sum - x;
    const double lost = (x - (sum - y_in_sum)) + (y - y_in_sum);
    if (lost == 0.0 || std::bit_cast<std::uint64_t>(sum) % 2 != 0) return sum;
    return std::nextafter(sum, std::copysign(std::numeric_limits<double>::infinity(), lost));
}

template <class C>
C clamped(C x) {
    if (std::isnan(x)) return x;
    return x >= C(1) ? C(1) : x > C(0) ? x : C(0);
}

/// An operand of a product that tends to 0 where the factor is 0.
template <class C>
C beside(C factor, C x) {
    return factor == C(0) && std::isinf(x) ? std::copysign(C(1), x) : x;
}

/// From attributes in A: C itself, or float for binary16, to which the answer can be rounded as if it were exact.
template <class C, class A = C>
C activation(const question& asked, C x, C y, C z) {
    const C alpha = static_cast<A>(asked.parameter(attribute_id::alpha));
    const C bias = static_cast<A>(asked.parameter(attribute_id::bias));
    const C lambd = static_cast<A>(asked.parameter(attribute_id::lambd));
    const auto sum = [](C one, C other) {
        if constexpr (std::is_same_v<C, A>) return rounded_sum(one, other);
        else return sum_to_odd(one, other);
    };
    switch (asked.which) {
        case op::relu: return x < C(0) ? C(0) : x;
        case op::leaky_relu: return x < C(0) ? product(alpha, x) : x;
        case op::prelu: return x < C(0) ? product(y, x) : x;
        case op::thresholded_relu: return x > alpha ? x : C(0);
        case op::shrink:
            if (x < -lambd) return sum(x, bias);
            return x > lambd ? sum(x, -bias) : C(0);
        case op::clip: {
            if (std::isnan(x)) return x;
            const C raised = !std::isnan(y) && y > x ? y : x;
            return !std::isnan(z) && z < raised ? z : raised;
        }
        default: return std::numeric_limits<C>::quiet_NaN();
    }
}
/// What hands its operand on may hand on a signalling NaN.
bool may_signal(op which) {
    return which == op::relu || which == op::leaky_relu || which == op::prelu || which == op::clip;
}

// Of HardSwish and of HardSigmoid of more than halves only one rounding is left.

static_assert(std::numeric_limits<long double>::digits >= 64);

/// Nearly exact.
long double hard_swish(long double x) {
    if (std::isnan(x) || x == 0 || x >= 3) return x;
    // x / 2 may be in the middle of two numbers, and x^2 / 6 is above 0, however small.
    if (std::fabs(x) < 0x1p-70L) return std::nextafter(x / 2, 1.0L);
    return x <= -3 ? -0.0L : x * (x + 3) / 6;
}
/// The nearest float, or a double off by no more than half a unit and a little.
template <class T>
bool is_nearest(long double exact, const void* actual) {
    const T answer = read<T>(actual);
    if (std::isnan(exact)) return std::isnan(answer);
    const auto nearest = static_cast<T>(exact);
    if constexpr (std::is_same_v<T, float>) {
        return answer == nearest && std::signbit(answer) == std::signbit(nearest);
    } else {
        if (std::isinf(nearest) || nearest == 0)
            return answer == nearest && std::signbit(answer) == std::signbit(nearest);
        const long double unit =
            std::nextafter(std::fabs(nearest), std::numeric_limits<T>::infinity()) - std::fabs(nearest);
        return std::fabs(answer - exact) <= 0.501L * unit;
    }
}

template <class T>
bool floating_is_right(const question& asked, const void* const* in, const void* actual) {
    if (asked.which == op::hard_swish) {
        if constexpr (std::is_same_v<T, half>) {
            const auto answer = static_cast<double>(hard_swish(value_of_half(read<std::uint16_t>(in[0]))));
            return is_answer<half>(half_bits_of(answer), actual, false);
        } else {
            return is_nearest<T>(hard_swish(read<T>(in[0])), actual);
        }
    }
    if constexpr (std::is_same_v<T, float>) {
        if (asked.which == op::hard_sigmoid) {
            const auto alpha = static_cast<float>(asked.parameter(attribute_id::alpha));
            const auto beta = static_cast<float>(asked.parameter(attribute_id::beta));
            const float x = beside(alpha, read<float>(in[0]));
            const long double line = static_cast<long double>(alpha) * x + beta;
            return is_nearest<float>(clamped(line), actual);
        }
    }
    if constexpr (std::is_same_v<T, double>) {
        if (asked.which == op::hard_sigmoid) {
            const double alpha = asked.parameter(attribute_id::alpha), beta = asked.parameter(attribute_id::beta);
            const double answer = clamped(std::fma(alpha, beside(alpha, read<double>(in[0])), beta));
            return is_answer<double>(std::bit_cast<std::uint64_t>(answer), actual, false);
        }
    }
    if constexpr (std::is_same_v<T, half>) {
        if (asked.which == op::hard_sigmoid) {
            const auto alpha = static_cast<float>(asked.parameter(attribute_id::alpha));
            const auto beta = static_cast<float>(asked.parameter(attribute_id::beta));
            const auto x = static_cast<float>(value_of_half(read<std::uint16_t>(in[0])));
            const double line = sum_to_odd(static_cast<double>(alpha) * static_cast<double>(beside(alpha, x)), beta);
            return is_answer<half>(half_bits_of(clamped(line)), actual, false);
        }
        double x[3] = {};
        for (std::size_t i = 0; i < asked.arity(); ++i) x[i] = value_of_half(read<std::uint16_t>(in[i]));
        const double answer = activation<double, float>(asked, x[0], x[1], x[2]);
        return is_answer<half>(half_bits_of(answer), actual, may_signal(asked.which));
    } else {
        T x[3] = {};
        for (std::size_t i = 0; i < asked.arity(); ++i) x[i] = read<T>(in[i]);
        const T answer = activation<T>(asked, x[0], x[1], x[2]);
        return is_answer<T>(std::bit_cast<typename format<T>::bits>(answer), actual, may_signal(asked.which));
    }
}

// ---- Integers.

/// x + bias without rounding, truncated toward zero, saturated.
template <class T>
T moved(T x, double bias) {
    constexpr wide least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max();
    if (std::isnan(bias)) return 0;
    if (std::fabs(bias) > 0x1p66) return static_cast<T>(bias < 0 ? least : greatest);
    double whole;
    const double fraction = std::modf(bias, &whole);
    wide n = static_cast<wide>(x) + static_cast<wide>(whole);
    if (fraction > 0 && n < 0) ++n;
    if (fraction < 0 && n > 0) --n;
    return static_cast<T>(n < least ? least : n > greatest ? greatest : n);
}

template <class T>
T integer_answer(const question& asked, T x, T y, T z) {
    // Holds every integer and every double that matters in a comparison with one.
    static_assert(std::numeric_limits<long double>::digits >= 64);
    const auto number = static_cast<long double>(x);
    switch (asked.which) {
        case op::relu: return x < 0 ? T(0) : x;
        case op::prelu: return x < 0 ? static_cast<T>(static_cast<wide>(x) * static_cast<wide>(y)) : x;
        case op::thresholded_relu: return number > asked.parameter(attribute_id::alpha) ? x : T(0);
        case op::shrink: {
            const double bias = asked.parameter(attribute_id::bias), lambd = asked.parameter(attribute_id::lambd);
            if (number < -lambd) return moved(x, bias);
            return number > lambd ? moved(x, -bias) : T(0);
        }
        case op::clip: {
            const T raised = y > x ? y : x;
            return z < raised ? z : raised;
        }
        default: return 0;
    }
}
template <class T>
bool integer_is_right(const question& asked, const void* const* in, const void* actual) {
    T x[3] = {};
    for (std::size_t i = 0; i < asked.arity(); ++i) x[i] = read<T>(in[i]);
    return read<T>(actual) == integer_answer<T>(asked, x[0], x[1], x[2]);
}

// ---- Reals. The errors of the steps add up: a product's 5 u^2, a sum's 3 u^2 and a quotient's 15 u^2.

constexpr double u2 = 0x1p-106 * (1 + 0x1p-40);

/// |number| as a double, infinity where it is beyond.
double size_of(const exact_number& number) { return times_power_of_two(number.magnitude(), 0); }

bool hard_sigmoid_is_right(real x, double alpha, double beta, real z) {
    if (alpha == 0.0 && std::isinf(x.hi)) return equals(z, {clamped(beta), 0.0});
    const double leading = alpha * x.hi + beta, scaled = std::fabs(alpha * x.hi);
    if (!std::isfinite(x.hi) || !std::isfinite(alpha) || !std::isfinite(beta) || scaled > 0x1p1000) {
        return equals(z, {clamped(leading), 0.0});
    }
    if (!is_normalised(z) || z.hi < 0.0 || z.hi > 1.0) return false;
    exact_number exact;
    exact.add_product(alpha, x.hi);
    exact.add_product(alpha, x.lo);
    exact.add(beta);
    exact_number error = exact;
    error.add(-z.hi);
    error.add(-z.lo);
    const double allowed = u2 * 4 * size_of(exact) + 0x1p-1060;
    if (size_of(error) <= allowed) return !std::signbit(z.hi);
    // Far from the line it must be at one of the ends, on the right side.
    if (z.hi == 0.0) return !std::signbit(z.hi) && !error.is_positive();
    return z.hi == 1.0 && z.lo == 0.0 && error.is_positive();
}

bool hard_swish_is_right(real x, real z) {
    if (!std::isfinite(x.hi)) return std::isnan(x.hi) ? equals(z, x) : equals(z, {x.hi > 0 ? x.hi : -0.0, 0.0});
    if (x.hi == 0.0) return equals(z, x);
    if (!is_normalised(z)) return false;
    const real three = {3.0, 0.0}, minus_three = {-3.0, 0.0};
    const double size = std::fabs(x.hi);
    if (order(x, minus_three) <= 0) return equals(z, {-0.0, 0.0});
    if (size > 4.0) return equals(z, x);
    // Times 6: x * (x + 3), or 6x from 3 on.
    exact_number error;
    if (order(x, three) < 0) {
        error.add_product(x.hi, x.hi);
        error.add_product(x.hi, x.lo);
        error.add_product(x.hi, x.lo);
        error.add_product(x.lo, x.lo);
        error.add_product(3.0, x.hi);
        error.add_product(3.0, x.lo);
    } else {
        error.add_product(6.0, x.hi);
        error.add_product(6.0, x.lo);
    }
    error.add_product(-6.0, z.hi);
    error.add_product(-6.0, z.lo);
    const double gate = std::fabs(x.hi + 3);
    // The sum's 3 u^2, the quotient's 15 and the product's 5, and what doubles lose of them here.
    return size_of(error) <= size * (gate + 0x1p-50 * size) * u2 * 24 + 0x1p-1060;
}

bool real_is_right(const question& asked, const void* const* in, const void* actual) {
    real x[3] = {};
    for (std::size_t i = 0; i < asked.arity(); ++i) x[i] = read<real>(in[i]);
    const real z = read<real>(actual), zero = {0.0, 0.0};
    const double alpha = asked.parameter(attribute_id::alpha), bias = asked.parameter(attribute_id::bias);
    const double lambd = asked.parameter(attribute_id::lambd);
    const bool is_negative = x[0].hi < 0.0;
    switch (asked.which) {
        case op::relu: return equals(z, is_negative ? zero : x[0]);
        case op::leaky_relu: return is_negative ? product_is_right({alpha, 0.0}, x[0], z) : equals(z, x[0]);
        case op::prelu: return is_negative ? product_is_right(x[1], x[0], z) : equals(z, x[0]);
        case op::thresholded_relu: return equals(z, order({alpha, 0.0}, x[0]) == -1 ? x[0] : zero);
        case op::hard_sigmoid: return hard_sigmoid_is_right(x[0], alpha, asked.parameter(attribute_id::beta), z);
        case op::hard_swish: return hard_swish_is_right(x[0], z);
        case op::shrink:
            if (order(x[0], {-lambd, 0.0}) == -1) return sum_is_right(x[0], {bias, 0.0}, z);
            if (order({lambd, 0.0}, x[0]) == -1) return sum_is_right(x[0], {-bias, 0.0}, z);
            return equals(z, zero);
        case op::clip: {
            const real raised = order(x[0], x[1]) == -1 ? x[1] : x[0];
            return equals(z, order(x[2], raised) == -1 ? x[2] : raised);
        }
        default: return false;
    }
}

}  // namespace

bool activation_is_right(const question& asked, const void* const* in, const void* actual) {
    switch (asked.type) {
        case dtype::real: return real_is_right(asked, in, actual);
        case dtype::f16: return floating_is_right<half>(asked, in, actual);
        case dtype::f32: return floating_is_right<float>(asked, in, actual);
        case dtype::f64: return floating_is_right<double>(asked, in, actual);
        case dtype::i8: return integer_is_right<std::int8_t>(asked, in, actual);
        case dtype::i16: return integer_is_right<std::int16_t>(asked, in, actual);
        case dtype::i32: return integer_is_right<std::int32_t>(asked, in, actual);
        case dtype::i64: return integer_is_right<std::int64_t>(asked, in, actual);
        case dtype::u8: return integer_is_right<std::uint8_t>(asked, in, actual);
        case dtype::u16: return integer_is_right<std::uint16_t>(asked, in, actual);
        case dtype::u32: return integer_is_right<std::uint32_t>(asked, in, actual);
        case dtype::u64: return integer_is_right<std::uint64_t>(asked, in, actual);
        case dtype::str:
        case dtype::boolean: break;
    }
    return false;
}

}  // namespace zerostride::test
