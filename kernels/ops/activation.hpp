// Piecewise linear functions, and HardSwish.
//
// Floats: IEEE operations in the order that is written here, for binary16 in float, which is rounded to odd where it is
// not exact; HardSwish and HardSigmoid are rounded as one.
// Attributes are rounded to the type that computes. Reals take their sums and products from double_double.hpp.
#pragma once

#include "kernels/math/attributes.hpp"
#include "kernels/math/exact.hpp"
#include "kernels/ops/compare.hpp"
#include "kernels/ops/divide.hpp"
#include "kernels/simd/convert.hpp"
#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// The number in all lanes.
template <class V>
inline V constant(double number) noexcept {
    if constexpr (is_pair<V>) return {splat(number), vec<double>{}};
    else return splat(static_cast<scalar_of<V>>(number));
}
template <class V>
inline auto is_negative(V x) noexcept {
    if constexpr (is_pair<V>) return x.hi < 0.0;
    else return x < 0;
}

template <>
struct body<op::relu> {
    template <class V>
    static V apply(V x) noexcept {
#if defined(ZS_ISA_avx512)
        // Springs no trap, which a comparison would in the host's environment: see fp_need_of.
        if constexpr (is_float<V>) return choose(is_of<below_zero | infinity_below, scalar_of<V>>(x), V{}, x);
#endif
        return choose(is_negative(x), V{}, x);
    }
    /// Negative numbers from the least subnormal to -infinity, as signed integers; beyond are NaN, before is -0.
    static vec<std::uint16_t> apply_half(vec<std::uint16_t> x) noexcept {
        const auto bits = bits_as<vec<std::int16_t>>(x);
        const auto is_below = (bits > std::numeric_limits<std::int16_t>::min()) & (bits <= -0x400);
        return x & ~bits_as<vec<std::uint16_t>>(is_below);
    }
};

template <>
struct body<op::prelu> {
    template <class V>
    static V apply(V x, V slope) noexcept {
        if constexpr (is_pair<V> || is_float<V>) {
            return choose(is_negative(x), body<op::mul>::apply(x, slope), x);
        } else {
            // In unsigned lanes, because products wrap.
            using U = vec<typename integers<sizeof(scalar_of<V>)>::u>;
            return choose(is_negative(x), bits_as<V>(product(bits_as<U>(x), bits_as<U>(slope))), x);
        }
    }
};

template <>
struct body<op::leaky_relu> {
    template <class V>
    struct constants {
        V alpha;
        explicit constants(const double* parameters) noexcept : alpha(constant<V>(parameters[0])) {}
    };
    template <class V>
    static V apply(const constants<V>& kept, V x) noexcept {
        return body<op::prelu>::apply(x, kept.alpha);
    }
};

/// For a float that is rounded once more, to a half: `lost` is what rounding has taken from it, less than a unit.
/// Rounded to odd instead, it is on the right side of every half and of every middle of two, and gives what the exact
/// number would.
inline floats to_odd(floats rounded, floats lost) noexcept {
    using bits = vec<std::int32_t>;
    const bits is_off = bits(lost < 0.0f) | bits(lost > 0.0f);  // not where it is NaN, beside an infinity
    const bits is_beyond = (bits_as<bits>(rounded) ^ bits_as<bits>(lost)) >> 31;
    return bits_as<floats>((bits_as<bits>(rounded) + (is_beyond & is_off)) | (is_off & 1));
}

struct leaky_relu_of_halves {
    template <class V>
    using constants = body<op::leaky_relu>::constants<V>;
    static floats apply(const constants<floats>& kept, floats x) noexcept {
        const floats product = kept.alpha * x;
        return choose(x < 0.0f, to_odd(product, fma(kept.alpha, x, -product)), x);
    }
};

/// At least 0 and at most 1, where NaN stays and -0 becomes 0.
template <class V>
inline V unit_clamp(V x) noexcept {
    const V one = constant<V>(1.0);
    if constexpr (is_float<V>) {
        return at_least(at_most(x, one), V{}) + V{};
    } else {
        const V most = choose(body<op::less>::test(one, x), one, x);
        return choose(body<op::less_or_equal>::test(most, V{}), V{}, most);
    }
}

/// Terms whose sum is the same and of which each but the last is what rounding the ones behind it has lost: after a few
/// times over the last ones are the sum's leading digits, whatever cancels (VecSum: Ogita, Rump, Oishi, "Accurate sum
/// and dot product", SIAM Journal on Scientific Computing 26 (2005)).
template <std::size_t N>
inline void distil(vec<double> (&terms)[N]) noexcept {
    for (std::size_t i = 1; i < N; ++i) {
        const pair s = two_sum(terms[i], terms[i - 1]);
        terms[i] = s.hi;
        terms[i - 1] = s.lo;
    }
}

/// alpha x + beta, rounded once, also of floats for halves.
template <>
struct body<op::hard_sigmoid> {
    template <class V>
    struct constants {
        using leading = std::conditional_t<is_pair<V>, vec<double>, V>;
        V alpha, beta;
        leading greatest;
        explicit constants(const double* parameters) noexcept
            : alpha(constant<V>(parameters[0])),
              beta(constant<V>(parameters[1])),
              greatest(splat(greatest_operand<scalar_of<leading>>(parameters[0]))) {}
        leading bounded(leading x) const noexcept { return at_least(at_most(x, greatest), -greatest); }
    };
    template <class V>
    static V apply(const constants<V>& kept, V x) noexcept {
        if constexpr (is_pair<V>) {
            const pair high = two_product(kept.alpha.hi, kept.bounded(x.hi)), low = two_product(kept.alpha.hi, x.lo);
            vec<double> terms[] = {low.lo, low.hi, high.lo, high.hi, kept.beta.hi};
            for (int again = 0; again < 4; ++again) distil(terms);
            const pair line = fast_two_sum(terms[4], terms[3] + (terms[2] + (terms[1] + terms[0])));
            return unit_clamp(settle(line, high.hi + kept.beta.hi));
        } else {
            return unit_clamp(fma(kept.alpha, kept.bounded(x), kept.beta));
        }
    }
};

/// The same of halves, to odd.
struct hard_sigmoid_of_halves {
    template <class V>
    using constants = body<op::hard_sigmoid>::constants<V>;
    static floats apply(const constants<floats>& kept, floats x) noexcept {
        const floats bounded = kept.bounded(x), product = kept.alpha * bounded, line = product + kept.beta;
        const floats of_beta = line - product;
        const floats lost = fma(kept.alpha, bounded, -product) + ((product - (line - of_beta)) + (kept.beta - of_beta));
        // Where the sum has cancelled, it has room for what was lost.
        const floats whole = line + lost, rest = lost - (whole - line);
        return unit_clamp(choose(lost == lost, to_odd(whole, rest), line));  // NaN beside an infinity
    }
};

/// x (x + 3) / 6 from -3 to 3.
template <>
struct body<op::hard_swish> {
    static pair apply(pair x) noexcept {
        const pair above = add(x, constant<pair>(3.0)), six = constant<pair>(6.0);
        const pair between = multiply(x, divide(above, six));
        return choose(above.hi <= 0.0, constant<pair>(-0.0), choose(less(above, six), between, x));
    }
    /// Off by half a unit and a little: x times a sixth of x + 3, both of them pairs.
    static doubles apply(doubles x) noexcept {
        const doubles bounded = at_least(at_most(x, 3.0), -3.0);
        const pair above = fast_two_sum(splat(3.0), bounded);
        const doubles gate = above.hi * (1.0 / 6.0);
        // Exact, as that of a quotient that is off by a unit at most. Of tiny numbers the gate is 1/2, and no digits of
        // the product are lost.
        const doubles remainder = [&] {
            if constexpr (has_fma) return fma(gate, splat(-6.0), above.hi);
            const pair six = product(gate, splat(6.0));
            return (above.hi - six.hi) - six.lo;
        }();
        const doubles rest = (remainder + above.lo) * (1.0 / 6.0);
        const pair y = product(gate, bounded);
        // The sum loses the sign of a zero: a gate that is shut gives -0.
        const words between = bits_as<words>(y.hi + (y.lo + bounded * rest)) | sign_of(x);
        return choose(x >= 3.0, x, bits_as<doubles>(between));
    }
    /// By roundings in doubles, which no float comes so near a tie as to notice: all have been tried.
    static floats apply(floats x) noexcept {
        const floats bounded = at_least(at_most(x, 3.0f), -3.0f);
        const auto of_half = [](doubles half) __attribute__((always_inline)) {
            // Half of a tiny number may be in the middle of two, and what x^2 adds to it is lost: something else is
            // added, which greater numbers lose.
            const doubles six = half * (half + 3.0), above = splat(0x1p-176);
            if constexpr (has_fma) return fma(six, splat(1.0 / 6.0), above);
            else return six * (1.0 / 6.0) + above;
        };
        // The sum loses the sign of a zero: a gate that is shut gives -0.
        const floats between = narrowed(of_half(widened<0>(bounded)), of_half(widened<1>(bounded)));
        using bits = vec<std::uint32_t>;
        const bits with_sign = bits_as<bits>(between) | (bits_as<bits>(x) & 0x80000000u);
        return choose(x >= 3.0f, x, bits_as<floats>(with_sign));
    }
};
/// Of halves: in floats, for all but one of them.
struct hard_swish_of_halves {
    static floats apply(floats x) noexcept {
        const floats finite = at_least(x, std::numeric_limits<float>::lowest());
        const floats y = finite * (at_least(at_most(x + 3.0f, 6.0f), 0.0f) * static_cast<float>(1.0 / 6.0));
        // That of the least half is a little more than half of it, where it would be rounded to 0.
        return choose(x == 0x1p-24f, x, y);
    }
};

/// A whole number as a T, the nearest that there is; NaN gives the least.
template <class T>
inline T saturated(double whole) noexcept {
    constexpr double beyond = 2.0 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
    if (!(whole > static_cast<double>(std::numeric_limits<T>::min()))) return std::numeric_limits<T>::min();
    return whole >= beyond ? std::numeric_limits<T>::max() : static_cast<T>(whole);
}
/// Which integers are greater than a number, and which are less.
template <class V>
struct greater_than {
    using T = scalar_of<V>;
    V limit;
    mask<T> all;
    explicit greater_than(double number) noexcept
        : limit(splat(number != number ? std::numeric_limits<T>::max() : saturated<T>(__builtin_floor(number)))),
          all(splat<scalar_of<mask<T>>>(number < static_cast<double>(std::numeric_limits<T>::min()) ? -1 : 0)) {}
    mask<T> test(V x) const noexcept { return (x > limit) | all; }
};
template <class V>
struct less_than {
    using T = scalar_of<V>;
    V limit;
    mask<T> all;
    explicit less_than(double number) noexcept
        : limit(splat(saturated<T>(__builtin_ceil(number)))),
          all(splat<scalar_of<mask<T>>>(
              __builtin_ceil(number) >= 2.0 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1) ? -1 : 0)) {}
    mask<T> test(V x) const noexcept { return (x < limit) | all; }
};

template <>
struct body<op::thresholded_relu> {
    template <class V>
    struct fractional_constants {
        V alpha;
        explicit fractional_constants(const double* parameters) noexcept : alpha(constant<V>(parameters[0])) {}
        auto test(V x) const noexcept { return body<op::less>::test(alpha, x); }
    };
    template <class V>
    struct integer_constants : greater_than<V> {
        explicit integer_constants(const double* parameters) noexcept : greater_than<V>(parameters[0]) {}
    };
    template <class V>
    using constants = std::conditional_t<is_pair<V> || is_float<V>, fractional_constants<V>, integer_constants<V>>;

    template <class C, class V>
    static V apply(const C& kept, V x) noexcept {
        return choose(kept.test(x), x, V{});
    }
};

/// The sum of integers and a number, exact, then truncated toward zero and saturated: in unsigned lanes, from the
/// least T on, the whole part of the number goes up or down; a fraction of it then takes the sum across zero or
/// one nearer to it.
template <class V>
struct moved_by {
    using T = scalar_of<V>;
    using U = typename integers<sizeof(T)>::u;
    static constexpr auto least = static_cast<U>(std::numeric_limits<T>::min());
    vec<U> whole;
    V fraction;

    explicit moved_by(double size) noexcept
        : whole(splat(saturated<U>(__builtin_floor(size)))),
          fraction(splat<T>(size - __builtin_floor(size) > 0.0 ? 1 : 0)) {}
    V up(V x) const noexcept {
        const vec<U> from_least = bits_as<vec<U>>(x) ^ least, sum = from_least + whole;
        const V made = bits_as<V>((sum | bits_as<vec<U>>(sum < from_least)) ^ least);
        return made + (fraction & bits_as<V>(made < 0));
    }
    V down(V x) const noexcept {
        const vec<U> from_least = bits_as<vec<U>>(x) ^ least, rest = from_least - whole;
        const V made = bits_as<V>((rest & bits_as<vec<U>>(from_least >= whole)) ^ least);
        return made - (fraction & bits_as<V>(made > 0));
    }
};

template <>
struct body<op::shrink> {
    template <class V>
    struct fractional_constants {
        V bias, lambd, minus_lambd;
        explicit fractional_constants(const double* parameters) noexcept
            : bias(constant<V>(parameters[0])),
              lambd(constant<V>(parameters[1])),
              minus_lambd(constant<V>(-parameters[1])) {}
        auto is_below(V x) const noexcept { return body<op::less>::test(x, minus_lambd); }
        auto is_above(V x) const noexcept { return body<op::less>::test(lambd, x); }
        V plus(V x) const noexcept { return body<op::add>::apply(x, bias); }
        V minus(V x) const noexcept { return body<op::sub>::apply(x, bias); }
    };
    template <class V>
    struct integer_constants {
        using M = mask<scalar_of<V>>;
        moved_by<V> bias;
        M bias_is_negative, bias_is_number;
        less_than<V> below;
        greater_than<V> above;
        explicit integer_constants(const double* parameters) noexcept
            : bias(parameters[0] < 0 ? -parameters[0] : parameters[0]),
              bias_is_negative(splat<scalar_of<M>>(parameters[0] < 0 ? -1 : 0)),
              bias_is_number(splat<scalar_of<M>>(parameters[0] == parameters[0] ? -1 : 0)),
              below(-parameters[1]),
              above(parameters[1]) {}
        M is_below(V x) const noexcept { return below.test(x) & bias_is_number; }
        M is_above(V x) const noexcept { return above.test(x) & bias_is_number; }
        V plus(V x) const noexcept { return choose(bias_is_negative, bias.down(x), bias.up(x)); }
        V minus(V x) const noexcept { return choose(bias_is_negative, bias.up(x), bias.down(x)); }
    };
    template <class V>
    using constants = std::conditional_t<is_pair<V> || is_float<V>, fractional_constants<V>, integer_constants<V>>;

    template <class C, class V>
    static V apply(const C& kept, V x) noexcept {
        return choose(kept.is_below(x), kept.plus(x), choose(kept.is_above(x), kept.minus(x), V{}));
    }
};

struct shrink_of_halves {
    template <class V>
    using constants = body<op::shrink>::fractional_constants<V>;
    static floats apply(const constants<floats>& kept, floats x) noexcept {
        const auto is_below = kept.is_below(x);
        const floats bias = choose(is_below, kept.bias, -kept.bias), sum = x + bias, of_bias = sum - x;
        const floats lost = (x - (sum - of_bias)) + (bias - of_bias);
        return choose(is_below | kept.is_above(x), to_odd(sum, lost), floats{});
    }
};

template <>
struct body<op::clip> {
    /// Comparisons with NaN are false: a NaN bound is none, and x = NaN stays.
    template <class V>
    static V apply(V x, V low, V high) noexcept {
        if constexpr (is_pair<V>) {
            const V raised = choose(body<op::less>::test(x, low), low, x);
            return choose(body<op::less>::test(high, raised), high, raised);
        } else {
            // In this form both are single instructions where the processor has a minimum.
            const V kept = in_register(x);
            const V raised = kept < low ? low : kept;
            return high < raised ? high : raised;
        }
    }
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
