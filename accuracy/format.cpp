#include "accuracy/format.hpp"

#include <limits>

namespace zerostride::accuracy {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// n * 2^unit, or an infinity beyond the range.
double number(const format& in, double n, int unit) noexcept {
    const double value = std::ldexp(n, unit);
    return std::fabs(value) >= std::ldexp(1.0, in.most - 1) * 2.0 ? std::copysign(infinity, value) : value;
}

}  // namespace

double value_of(dtype type, std::uint64_t bits) noexcept {
    double value = std::bit_cast<double>(bits);
    if (type == dtype::f32) value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    else if (type == dtype::f16) value = static_cast<double>(float16::from_bits(static_cast<std::uint16_t>(bits)));
    return value == value ? value : std::numeric_limits<double>::quiet_NaN();
}

std::uint64_t bits_of(dtype type, double value) noexcept {
    if (type == dtype::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (type == dtype::f16) return float16(value).bits;
    return std::bit_cast<std::uint64_t>(value);
}

double rounded(dtype type, double value) noexcept {
    if (type == dtype::f64 || value != value) return value;
    if (type == dtype::f32) return static_cast<float>(value);
    if (value == 0.0 || std::isinf(value)) return value;
    const format in = format_of(type);
    const int unit = in.unit(std::ilogb(value) + 1);
    return number(in, std::nearbyint(std::ldexp(value, -unit)), unit);
}

double rounded(dtype type, const digits& exact) {
    if (exact.is_nan()) return std::numeric_limits<double>::quiet_NaN();
    const double sign = exact.is_negative() ? -1.0 : 1.0;
    if (exact.is_zero()) return sign * 0.0;
    if (exact.is_infinite()) return sign * infinity;
    const format in = format_of(type);
    const long exponent = mpfr_get_exp(exact.get());
    if (exponent > in.most) return sign * infinity;
    if (exponent < in.least) return sign * 0.0;
    const int unit = in.unit(exponent);
    digits scaled(exact.precision());
    mpfr_mul_2si(scaled, exact, -unit, MPFR_RNDN);
    mpfr_rint(scaled, scaled, MPFR_RNDN);
    return std::copysign(number(in, mpfr_get_d(scaled, MPFR_RNDN), unit), sign);
}

double error_in_units(dtype type, double actual, const digits& exact) {
    if (exact.is_nan() || actual != actual) return exact.is_nan() && actual != actual ? 0.0 : infinity;
    const format in = format_of(type);
    const bool beyond =
        exact.is_infinite() || (!exact.is_zero() && mpfr_get_exp(exact.get()) > static_cast<long>(in.most));
    if (beyond) return std::isinf(actual) && std::signbit(actual) == exact.is_negative() ? 0.0 : infinity;
    digits off(exact.precision() + 64);
    if (std::isinf(actual)) mpfr_set_si_2exp(off, actual < 0.0 ? -1 : 1, in.most, MPFR_RNDN);
    else mpfr_set_d(off, actual, MPFR_RNDN);
    mpfr_sub(off, off, exact, MPFR_RNDN);
    mpfr_mul_2si(off, off, -in.unit(exact.is_zero() ? in.least : mpfr_get_exp(exact.get())), MPFR_RNDN);
    return std::fabs(mpfr_get_d(off, MPFR_RNDN));
}

double distance_from_tie(dtype type, const digits& exact) {
    if (exact.is_nan() || exact.is_infinite() || exact.is_zero()) return infinity;
    const long exponent = mpfr_get_exp(exact.get());
    digits scaled(exact.precision());
    mpfr_mul_2si(scaled, exact, -format_of(type).unit(exponent), MPFR_RNDN);
    mpfr_frac(scaled, scaled, MPFR_RNDN);
    mpfr_abs(scaled, scaled, MPFR_RNDN);
    mpfr_sub_d(scaled, scaled, 0.5, MPFR_RNDN);
    return std::fabs(mpfr_get_d(scaled, MPFR_RNDN));
}

double relative_error(real actual, const digits& exact) {
    if (exact.is_nan()) return actual.hi != actual.hi && actual.lo == 0.0 ? 0.0 : infinity;
    if (actual.hi != actual.hi || actual.lo != actual.lo) return infinity;
    constexpr double greatest = std::numeric_limits<double>::max();
    digits limit(64);
    const auto is_beyond = [&](double part) {
        mpfr_set_d(limit, greatest, MPFR_RNDN);
        mpfr_mul_d(limit, limit, part, MPFR_RNDN);
        return exact.is_infinite() || mpfr_cmpabs(exact.get(), limit.get()) > 0;
    };
    // Next to the end of the range both a number and an infinity are taken.
    if (is_beyond(1.0 + 0x1p-50)) {
        return std::isinf(actual.hi) && std::signbit(actual.hi) == exact.is_negative() && actual.lo == 0.0 ? 0.0
                                                                                                           : infinity;
    }
    if (std::isinf(actual.hi)) return is_beyond(1.0 - 0x1p-50) && actual.lo == 0.0 ? 0.0 : infinity;
    if (actual.hi + actual.lo != actual.hi) return infinity;  // no pair
    if (exact.is_zero()) return actual.hi == 0.0 && actual.lo == 0.0 ? 0.0 : infinity;
    digits off(exact.precision());
    mpfr_set_d(off, actual.hi, MPFR_RNDN);
    mpfr_add_d(off, off, actual.lo, MPFR_RNDN);
    mpfr_sub(off, off, exact, MPFR_RNDN);
    mpfr_abs(off, off, MPFR_RNDN);
    if (mpfr_cmp_d(off.get(), 0x1p-1073) <= 0) return 0.0;
    mpfr_div(off, off, exact, MPFR_RNDN);
    return std::fabs(mpfr_get_d(off, MPFR_RNDU));
}

}  // namespace zerostride::accuracy
