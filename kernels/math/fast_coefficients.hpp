// Polynomials of the fast float functions. Made by derive/fast.py; not edited by hand.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off

/// (e^r - 1 - r) / r^2; the error is that of e^r - 1.
/// Degree 4 on [-0.34659, 0.34757]; error 2^-25.7.
inline constexpr float fast_exp_tail[] = {
    0x1.fffffep-2f, 0x1.5554b0p-3f, 0x1.555652p-5f, 0x1.12284ep-7f, 0x1.6c12b2p-10f,
};

/// (ln(1 + f) - f + f^2/2) / f^3 for 1 + f from 3/4 to 3/2.
/// Degree 7 on [-0.25002, 0.5]; error 2^-26.5.
inline constexpr float fast_log_tail[] = {
    0x1.5555a4p-2f, -0x1.000040p-2f, 0x1.9969aep-3f, -0x1.54efc0p-3f, 0x1.28846cp-3f,
    -0x1.0d8bacp-3f, 0x1.ac9684p-4f, -0x1.71490ep-5f,
};

/// (sin r - r) / r^3 as a polynomial in r^2, |r| up to pi/4.
/// Degree 2 on [0.00015069, 0.61723]; error 2^-26.9.
inline constexpr float fast_sin_tail[] = {
    -0x1.555546p-3f, 0x1.110738p-7f, -0x1.9942d0p-13f,
};

/// (cos r - 1 + r^2/2) / r^4 as a polynomial in r^2, |r| up to pi/4.
/// Degree 2 on [0.00015069, 0.61723]; error 2^-32.6.
inline constexpr float fast_cos_tail[] = {
    0x1.55554ap-5f, -0x1.6c0c30p-10f, 0x1.99ea84p-16f,
};

/// erf(x) / x - 1 as a polynomial in x^2, |x| up to 7/8.
/// Degree 5 on [0.00018692, 0.76563]; error 2^-25.2.
inline constexpr float fast_erf_slope[] = {
    0x1.06eba6p-3f, -0x1.81270cp-2f, 0x1.ce2118p-4f, -0x1.b6f338p-6f, 0x1.49c84ap-8f,
    -0x1.453426p-11f,
};

/// ln(1 - erf(x)) / x as a polynomial in x, from 7/8 to 3.93.
/// Degree 6 on [0.875, 3.93]; error 2^-26.8.
inline constexpr float fast_erf_exponent[] = {
    -0x1.20ed6ep+0f, -0x1.454062p-1f, -0x1.b26bb0p-4f, 0x1.82c840p-6f, -0x1.d3b51ep-9f,
    0x1.3f219ep-12f, -0x1.3a48d6p-17f,
};

// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
