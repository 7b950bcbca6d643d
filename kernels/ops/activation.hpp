// Piecewise linear functions.
//
// Floats: IEEE operations in the order that is written here, in float for binary16, which is then rounded once more.
// Attributes are rounded to the type that computes. Reals take their sums and products from double_double.hpp.
#pragma once

#include "kernels/ops/compare.hpp"
#include "kernels/ops/divide.hpp"

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
            return choose(is_negative(x), bits_as<V>(bits_as<U>(x) * bits_as<U>(slope)), x);
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

template <>
struct body<op::hard_sigmoid> {
    template <class V>
    struct constants {
        V alpha, beta;
        explicit constants(const double* parameters) noexcept
            : alpha(constant<V>(parameters[0])), beta(constant<V>(parameters[1])) {}
    };
    template <class V>
    static V apply(const constants<V>& kept, V x) noexcept {
        return unit_clamp(body<op::add>::apply(body<op::mul>::apply(kept.alpha, x), kept.beta));
    }
};

/// x / 6 as a division rounds it, for numbers of ordinary size; next to the subnormals its last bit is any. After
/// Markstein: the product with the rounded reciprocal is within one unit of the quotient, its remainder is exact, and
/// with that the correction is rounded as the quotient is.
template <class V>
inline V sixth(V x) noexcept {
    if constexpr (has_fma) {
        const V inverse = constant<V>(1.0 / 6.0), estimate = x * inverse;
        return fma(fma(estimate, constant<V>(-6.0), x), inverse, estimate);
    } else {
        return x / constant<V>(6.0);
    }
}

template <>
struct body<op::hard_swish> {
    template <class V>
    static V apply(V x) noexcept {
        if constexpr (is_float<V>) {
            // At -3 and 3 the gate is shut and open, and the sixth of what is between is finite. Beside 1/2 the last
            // bit of a sixth next to the subnormals is nothing.
            const V bounded = at_least(at_most(x, constant<V>(3.0)), constant<V>(-3.0));
            // A gate that is shut gives -0, for -infinity as for numbers.
            const V finite = at_least(x, constant<V>(std::numeric_limits<scalar_of<V>>::lowest()));
            return finite * (sixth(bounded) + constant<V>(0.5));
        } else {
            const V gate =
                unit_clamp(body<op::add>::apply(body<op::div>::apply(x, constant<V>(6.0)), constant<V>(0.5)));
            const auto is_shut = body<op::equal>::test(gate, V{});
            return choose(is_shut, constant<V>(-0.0), body<op::mul>::apply(x, gate));
        }
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
