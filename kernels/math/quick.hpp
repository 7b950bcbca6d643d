// The quick phase of the float functions: f32 and f16 evaluated in plain doubles, and when that is not enough.
//
// A function of floats is computed in doubles with a relative error of some 2^-44 and rounded. That is the correctly
// rounded result unless the double lies so near a tie between two neighbours that the error may hide on which side of
// it the function is: one register in ten thousand. Such a register is computed again by the careful phase, the f64
// body of the function. So the result does not depend on the last bits of the quick phase, which may differ between
// instruction sets.
#pragma once

#include "kernels/float_bits.hpp"
#include "kernels/math/exact.hpp"
#include "kernels/math/polynomial.hpp"
#include "kernels/math/step.hpp"
#include "kernels/simd/convert.hpp"
#include "kernels/simd/masks.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// The quick phase of an operator, which has
///   static constexpr double error;        bound of the relative error of apply, derived where it stands
///   static constexpr bool can_be_tiny;    whether results other than arguments lie below the normal floats; where it
///                                         is cheaper to say for which operands,
///   float_lanes tiny(vec<float>);         has those, and some that have no such results
///   doubles apply(doubles...) const;      from floats, as doubles, for all but those left open
/// and where it needs them
///   quick(const double* parameters);      what it makes of the attributes, once for each row;
///   bool usual;                           then: false for attributes for which everything is left open
///   estimate of_floats(vec<float>);       instead of apply
///   rounded_floats rounded(vec<float>);   tried before all the others for f32, where it is cheaper; it need not be as
///                                         exact: registers with lanes that it cannot decide are left to the others
///   float_lanes open(vec<float>...);      operands that the careful phase is to answer,
///   vec<float> limit(vec<float>);         or this, which says what all of them have come to,
///   doubles of_any(doubles);              or this, which then stands for apply and serves all that are finite
///   bool decides_unsigned;                true: the double of an operand without a sign bit is what the careful phase
///                                         would round, next to a tie or not
///   vec<float> finished<T>(vec<float> y, vec<float> x);    the result of x, from what was rounded for T
/// `Form` tells the forms of an operator apart that an attribute chooses from.
template <op Op, int Form = 0>
struct quick;

/// The function's value for the lower and the upper lanes of a register of floats.
struct estimate {
    doubles low, high;
};
/// The function rounded to float, and the lanes for which that is certain.
struct rounded_floats {
    vec<float> y;
    float_lanes certain;
};

/// For f(-x) = -f(x): f is computed for |x|.
struct odd_function {
    static constexpr bool is_odd = true;
    template <class T>
    static vec<float> finished(vec<float> y, vec<float> x) noexcept {
        const vec<std::uint32_t> sign = bits_as<vec<std::uint32_t>>(x) & 0x80000000u;
        return bits_as<vec<float>>(bits_as<vec<std::uint32_t>>(y) ^ sign);
    }
};

/// For functions with the sign of x: that of zero is lost on the way.
struct sign_preserving_function {
    template <class T>
    static vec<float> finished(vec<float> y, vec<float> x) noexcept {
        const vec<std::uint32_t> sign = bits_as<vec<std::uint32_t>>(x) & 0x80000000u;
        return bits_as<vec<float>>(bits_as<vec<std::uint32_t>>(y) | sign);
    }
};

/// ln 2, rounded.
inline constexpr double quick_ln2 = 0x1.62e42fefa39efp-1;

inline float_lanes is_unsigned(vec<float> x) noexcept {
    return in_range(bits_as<vec<std::uint32_t>>(x), 0, 0x80000000);
}
inline float_lanes is_infinite(vec<float> x) noexcept { return in_range(size_bits(x), 0x7f800000, 1); }
inline float_lanes is_not_finite(vec<float> x) noexcept { return from_on(size_bits(x), 0x7f800000); }

/// A register's worth of operands in memory: as floats, and its halves as doubles.
template <class T, bool Splat>
struct quick_operand {
    const T* at;
    [[gnu::always_inline]] vec<float> floats() const noexcept { return element<T>::get(at); }
    template <std::size_t Half>
    [[gnu::always_inline]] doubles part() const noexcept {
        if constexpr (std::is_same_v<T, float>) return load_widened<Half>(at);
        else return widened<Half>(floats());
    }
};
template <class T>
struct quick_operand<T, true> {
    vec<float> value;
    [[gnu::always_inline]] vec<float> floats() const noexcept { return value; }
    template <std::size_t Half>
    [[gnu::always_inline]] doubles part() const noexcept {
        return widened<Half>(value);
    }
};

/// `error`, which is relative, in units in the last place of doubles, and one more; a power of two.
constexpr std::uint32_t window_of(double error) noexcept {
    std::uint32_t window = 2;
    while (window < error * 0x1p53 + 1.0) window *= 2;
    return window;
}

/// Lanes of what is a function rounded to float, and not certain to be that rounded to half: the ties between two
/// halves, whose last 13 bits are 100...0, and among the subnormal halves, where ties have fewer bits, any whose last
/// 12 are 0.
[[gnu::always_inline]] inline float_lanes may_be_tie_of_halves(vec<float> y) noexcept {
    const vec<std::uint32_t> size = size_bits(y);
    return without(size ^ 0x1000u, 0x1fff) | (without(size, 0xfff) & in_range(size, 1, 0x387fffff));
}

/// Lanes that are not certain to be rounded to y, the estimate rounded to float, if T is float, and to half what y is
/// if T is half. For float they are in the order of group_evens.
template <class Quick, class T, class... X>
[[gnu::always_inline]] inline float_lanes undecided(estimate e, vec<float> y, X... x) noexcept {
    using bits32 = vec<std::uint32_t>;
    if constexpr (std::is_same_v<T, float>) {
        // In a double, a tie between two floats has the last 29 bits 100...0; those in a window around have, once half
        // its width is added and 100...0 subtracted, zeros above the width. (Floats themselves are far from ties.)
        constexpr std::uint32_t window = window_of(Quick::error), tie = std::uint32_t{1} << 28;
        static_assert(window <= 1u << 14, "the error is too large for the quick phase to be of use");
        // Shuffled as floats, which some instruction sets do in one instruction.
        const auto low = bits_as<vec<float>>(e.low), high = bits_as<vec<float>>(e.high);
        const bits32 from_tie = bits_as<bits32>(group_evens(low, high)) + (window - tie);
        constexpr std::uint32_t above_window = 2 * tie - 2 * window;
        // Below the normal floats ties are elsewhere: from 2^-158, where all is rounded to 0, to 2^-126 nothing is
        // certain.
        if constexpr (requires { Quick::tiny(x...); }) {
            return without(from_tie, above_window) | Quick::tiny(x...);
        } else if constexpr (Quick::can_be_tiny) {
            // These are the 32 exponents that differ in 5 bits from 865, the exponent of 2^-158.
            constexpr std::uint32_t other_exponents = 0x7e000000;
            const bits32 far = from_tie & above_window;
            const bits32 large =
                (bits_as<bits32>(group_odds(low, high)) - (std::uint32_t{865} << 20)) & other_exponents;
            return without(far < large ? far : large, above_window | other_exponents);
        } else {
            return without(from_tie, above_window);
        }
    } else {
        // The estimate is far more exact than a float, so that a float that is no tie is on the right side of all.
        return may_be_tie_of_halves(y);
    }
}

template <std::size_t Half, class Quick, class... Operands>
[[gnu::always_inline]] inline doubles quick_part(const Quick& how, const Operands&... in) noexcept {
    if constexpr (requires { Quick::is_odd; }) return how.apply(magnitude(in.template part<Half>())...);
    else return how.apply(in.template part<Half>()...);
}
template <class Quick, class... Operands>
[[gnu::always_inline]] inline estimate estimated(const Quick& how, const Operands&... in) noexcept {
    if constexpr (requires { how.of_floats(in.floats()...); }) return how.of_floats(in.floats()...);
    else return {quick_part<0>(how, in...), quick_part<1>(how, in...)};
}

/// What the quick phase makes of a register, and the lanes that it leaves to the careful one.
struct quick_try {
    vec<float> y;
    float_lanes left;
};
template <op Op, int Form, class T, class... Operands>
[[gnu::always_inline]] inline quick_try tried(const quick<Op, Form>& how, const Operands&... in) noexcept {
    using Quick = quick<Op, Form>;
    const estimate e = estimated(how, in...);
    vec<float> y = narrowed(e.low, e.high);
    float_lanes left = undecided<Quick, T>(e, y, in.floats()...);
    if constexpr (std::is_same_v<T, float> && requires { Quick::decides_unsigned; }) {
        // The lanes of `left` are in the order of group_odds; that half of a double has the sign.
        const auto high =
            group_odds(bits_as<vec<float>>(in.template part<0>())..., bits_as<vec<float>>(in.template part<1>())...);
        left = left & ~is_unsigned(high);
    }
    if constexpr (requires { how.open(in.floats()...); }) left = left | how.open(in.floats()...);
    if constexpr (requires { how.template finished<T>(y, in.floats()...); }) {
        y = how.template finished<T>(y, in.floats()...);
    }
    return {y, left};
}
/// Whether the careful phase is to answer for a register.
template <class Quick>
[[gnu::always_inline]] inline bool is_left(const Quick& how, float_lanes left) noexcept {
    if constexpr (requires { how.usual; }) return any(left) || !how.usual;
    else return any(left);
}

/// Whether `rounded` is tried first, which leaves some registers in a hundred open.
template <op Op, int Form>
inline constexpr bool rounds_to_floats = requires(const quick<Op, Form> how, vec<float> x) {
    how.rounded(x);
};

/// apply of half a register, or what is taken for it.
template <op Op, int Form>
[[gnu::always_inline]] inline doubles closely_estimated(const quick<Op, Form>& how, doubles x) noexcept {
    if constexpr (requires { how.of_any(x); }) return how.of_any(x);
    else if constexpr (requires { quick<Op, Form>::is_odd; }) return how.apply(magnitude(x));
    else return how.apply(x);
}
/// The same apart: what is rare need not be there for both halves.
template <op Op, int Form>
[[gnu::noinline]] doubles rarely_estimated(const double* parameters, doubles x) noexcept {
    using Quick = quick<Op, Form>;
    return closely_estimated<Op, Form>(begin_state<Quick>(parameters_of<Quick>(parameters)), x);
}
/// A closer look at a register that is left open, rounded: it decides whatever all that the estimate may be off by
/// rounds to the same, also results below the normal floats, where ties are elsewhere; and operands that have a limit.
template <op Op, int Form>
[[gnu::noinline]] vec<float> closely_rounded(const double* parameters, vec<float> x) noexcept {
    using Quick = quick<Op, Form>;
    using bits32 = vec<std::uint32_t>;
    const Quick how = begin_state<Quick>(parameters_of<Quick>(parameters));
    if constexpr (requires { how.limit(x); }) {
        if (all(how.open(x))) return how.limit(x);
    }
    constexpr double error = Quick::error + 0x1p-52;
    const auto estimate_of = [&](auto part) __attribute__((always_inline)) {
        if constexpr (rounds_to_floats<Op, Form>) return closely_estimated(how, part);
        else return rarely_estimated<Op, Form>(parameters, part);
    };
    estimate e;
    if constexpr (requires { how.of_floats(x); }) e = how.of_floats(x);
    else e = {estimate_of(widened<0>(x)), estimate_of(widened<1>(x))};
    vec<float> y = narrowed(e.low * (1.0 + error), e.high * (1.0 + error));
    const vec<float> other = narrowed(e.low * (1.0 - error), e.high * (1.0 - error));
    float_lanes left = from_on(bits_as<bits32>(y) ^ bits_as<bits32>(other), 1);
    if constexpr (requires { Quick::decides_unsigned; }) {
        y = choose(is_unsigned(x), narrowed(e.low, e.high), y);
        left = left & ~is_unsigned(x);
    }
    if constexpr (requires { how.template finished<float>(y, x); }) y = how.template finished<float>(y, x);
    if constexpr (requires { how.limit(x); }) {
        y = choose(how.open(x), how.limit(x), y);
        left = left & ~how.open(x);
    } else if constexpr (requires { how.of_any(e.low); }) {
        left = left | is_not_finite(x);
    } else if constexpr (requires { how.open(x); }) {
        left = left | how.open(x);
    }
    return is_left(how, left) ? rounded_function_of<Op, float>(parameters, x) : y;
}

/// Whether that is worth it before the careful phase: where whole tensors may need it.
template <op Op, int Form>
inline constexpr bool has_closer_look = [] {
    using Quick = quick<Op, Form>;
    if constexpr (requires(vec<float> x) { Quick::limit(x); }) return true;
    else if constexpr (requires(vec<float> x) { Quick::tiny(x); }) return true;
    else if constexpr (requires(doubles x) { Quick::of_any(x); }) return true;
    else return Op == op::swish || Op == op::mish || Op == op::gelu || Op == op::erfc;
}();
/// What the quick phase has left open.
template <op Op, int Form, class T, class... X>
[[gnu::always_inline]] inline vec<float> rounded_after_all(const double* parameters, X... x) noexcept {
    if constexpr (std::is_same_v<T, float> && has_closer_look<Op, Form>) {
        return closely_rounded<Op, Form>(parameters, x...);
    } else {
        return rounded_function_of<Op, T>(parameters, x...);
    }
}

/// The function of a register of operands, rounded to what can be stored as T with no further error.
template <op Op, int Form, class T, class... Operands>
[[gnu::always_inline]] inline vec<float> quickly_rounded(const quick<Op, Form>& how, const double* parameters,
                                                         const Operands&... in) noexcept {
    const quick_try found = tried<Op, Form, T>(how, in...);
    if (is_left(how, found.left)) [[unlikely]]
        return rounded_after_all<Op, Form, T>(parameters, in.floats()...);
    return found.y;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
