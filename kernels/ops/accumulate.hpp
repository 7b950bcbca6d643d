// Accumulators of sums and means: wider than their operands, and exact for integers.
//
// Integers are summed in 64 bits. Of operands of 64 bits the high and the low halves are summed apart: 2^31 halves
// of 32 bits stay below 2^63, so that no sum of as many operands as there may be overflows.
#pragma once

#include "kernels/float_bits.hpp"
#include "kernels/ops/divide.hpp"
#include "kernels/simd/widen.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// An integer in memory that is 64 bits wide in registers.
template <class T>
struct narrow {
    T value;
};
template <class T>
struct element<narrow<T>> {
    using reg = vec<std::int64_t>;
    static constexpr std::size_t count = lanes<std::int64_t>;
    using short_reg = vec_n<T, count>;
    static reg get(const narrow<T>* p) noexcept { return load_widened<std::int64_t, T>(p); }
    template <class To>
    static void put(narrow<T>* p, reg v) noexcept {
        store(p, __builtin_convertvector(v, short_reg));
    }
    static reg all(const narrow<T>* p) noexcept { return splat<std::int64_t>(static_cast<std::int64_t>(p->value)); }
};

/// How many operands a mean is over: what its last step gets from the plan.
struct mean_count {
    static constexpr bool finds = false;
    double number, inverse;

    explicit mean_count(const double* parameters) noexcept : number(parameters[0]), inverse(1.0 / number) {}
    static findings found() noexcept { return nothing_found; }
};

struct quotient_and_rest {
    vec<std::uint64_t> quotient, rest;
};
/// m / n and m % n for m < 2^63, 1 <= n < 2^31 and quotients of at most 2^32. In double the quotient is less than 2^-18
/// off, so that the integer nearest to it is the wanted one or the next.
inline quotient_and_rest divide_by_count(vec<std::uint64_t> m, double n) noexcept {
    const vec<double> high = word_as_double(m >> 32), low = word_as_double(m & 0xffffffffu);
    const vec<double> near = (high * 0x1p32 + low) / splat<double>(n);
    const vec<std::uint64_t> count = splat<std::uint64_t>(static_cast<std::uint64_t>(n));
    const vec<std::uint64_t> q = bits_as<vec<std::uint64_t>>(near + two_52) ^ two_52_bits;
    const vec<std::uint64_t> r = m - q * count;
    const vec<std::uint64_t> above = bits_as<vec<std::uint64_t>>(bits_as<vec<std::int64_t>>(r) < 0);  // -1 or 0
    return {q + above, r + (count & above)};
}

/// m / n for m < 2^51: the truncated product (m + 1/2) * (1/n), as in divide.hpp.
inline vec<std::uint64_t> divide_small_by_count(vec<std::uint64_t> m, double inverse) noexcept {
    const vec<double> product = (carried(m) - (two_52 - 0.5)) * splat<double>(inverse);
    return some_below(product);
}

/// The sum divided toward zero.
[[gnu::noinline]] vec<std::int64_t> mean_of(vec<std::int64_t> sum, double n) noexcept {
    using U = vec<std::uint64_t>;
    const U sign = bits_as<U>(sum < 0);
    const U q = divide_by_count((bits_as<U>(sum) ^ sign) - sign, n).quotient;
    return bits_as<vec<std::int64_t>>((q ^ sign) - sign);
}
/// The same for magnitudes below 2^51.
inline vec<std::int64_t> small_mean_of(vec<std::int64_t> sum, double inverse) noexcept {
    using U = vec<std::uint64_t>;
    const U sign = bits_as<U>(sum < 0);
    const U q = divide_small_by_count((bits_as<U>(sum) ^ sign) - sign, inverse);
    return bits_as<vec<std::int64_t>>((q ^ sign) - sign);
}

/// The same for high * 2^32 + low, low >= 0, whose mean has 64 bits.
template <bool Signed>
[[gnu::noinline]] vec<std::uint64_t> mean_of_halves(vec<std::int64_t> high, vec<std::int64_t> low, double n) noexcept {
    using U = vec<std::uint64_t>;
    // As a number of base 2^32 whose low digit is one.
    U h = bits_as<U>(high) + (bits_as<U>(low) >> 32);
    U l = bits_as<U>(low) & 0xffffffffu;
    U sign{};
    if constexpr (Signed) {
        sign = bits_as<U>(bits_as<vec<std::int64_t>>(h) < 0);
        const U borrowed = bits_as<U>(l != 0) & sign;  // -1 or 0
        h = ((h ^ sign) - sign) + borrowed;
        l = ((l ^ sign) - sign) & 0xffffffffu;
    }
    const quotient_and_rest upper = divide_by_count(h, n);
    const quotient_and_rest lower = divide_by_count(upper.rest << 32 | l, n);
    const U q = (upper.quotient << 32) + lower.quotient;
    return (q ^ sign) - sign;
}

/// The half of a 64-bit integer that a sum takes, as a number: the high half has the integer's sign.
template <bool High, class T>
inline vec<std::int64_t> half_of(vec<T> x) noexcept {
    if constexpr (High) return bits_as<vec<std::int64_t>>(x >> 32);
    else return bits_as<vec<std::int64_t>>(x & 0xffffffff);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
