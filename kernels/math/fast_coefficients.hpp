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

/// (2^f - 1) / f; the error is that of 2^f.
/// Degree 5 on [-0.5, 0.50098]; error 2^-25.9.
inline constexpr float fast_exp2_slope[] = {
    0x1.62e430p-1f, 0x1.ebfbdcp-3f, 0x1.c6aee6p-5f, 0x1.3b2d30p-7f, 0x1.5f3f90p-10f,
    0x1.42163ep-13f,
};

/// c 2^(j/16 + 1/32) of the logistic function, nearly.
inline constexpr float fast_logistic_powers[] = {
    0x1.7efe30p-60f, 0x1.8ff310p-60f, 0x1.a1a820p-60f, 0x1.b425e2p-60f, 0x1.c7753ap-60f, 0x1.db9f6cp-60f,
    0x1.f0ae2cp-60f, 0x1.0355ccp-59f, 0x1.0ed120p-59f, 0x1.1ace96p-59f, 0x1.2753f2p-59f, 0x1.346738p-59f,
    0x1.420eb0p-59f, 0x1.5050eap-59f, 0x1.5f34c0p-59f, 0x1.6ec15ap-59f,
};

inline constexpr float fast_logistic_c = 0x1.76c3aep-60f;

/// e^r c / fast_logistic_powers[0] for |r| <= ln 2 / 32; off by 2^-29.2.
inline constexpr float fast_logistic_rest[] = {
    0x1.f4fff0p-1f, 0x1.f4fff0p-1f, 0x1.f50418p-2f, 0x1.4e02c6p-3f,
};

/// (ln(1 + f) - f + f^2/2) / f^3 for 1 + f from 3/4 to 3/2.
/// Degree 7 on [-0.25002, 0.5]; error 2^-26.5.
inline constexpr float fast_log_tail[] = {
    0x1.5555a4p-2f, -0x1.000040p-2f, 0x1.9969aep-3f, -0x1.54efc0p-3f, 0x1.28846cp-3f,
    -0x1.0d8bacp-3f, 0x1.ac9684p-4f, -0x1.71490ep-5f,
};

/// log2(1 + f) / f - 3/2 for 1 + f from 3/4 to 3/2.
/// Degree 9 on [-0.25002, 0.5]; error 2^-25.9.
inline constexpr float fast_log2_slope[] = {
    -0x1.d57138p-5f, -0x1.715476p-1f, 0x1.ec7140p-2f, -0x1.7154c0p-2f, 0x1.274e24p-2f,
    -0x1.ebd29cp-3f, 0x1.ac3ce6p-3f, -0x1.85b298p-3f, 0x1.349656p-3f, -0x1.079626p-4f,
};

/// (cosh r - 1) / r^2 as a polynomial in r^2; the error is that of cosh r.
/// Degree 2 on [2.9327e-5, 0.12012]; error 2^-30.0.
inline constexpr float fast_cosh_tail[] = {
    0x1.000000p-1f, 0x1.555480p-5f, 0x1.6d962ap-10f,
};

/// (sinh r - r) / r^3 as a polynomial in r^2.
/// Degree 2 on [2.9327e-5, 0.12012]; error 2^-31.0.
inline constexpr float fast_sinh_tail[] = {
    0x1.555556p-3f, 0x1.1110b2p-7f, 0x1.a16f7ap-13f,
};

/// (sin r - r) / r^3 as a polynomial in r^2, |r| up to pi/2.
/// Degree 3 on [0.00060539, 2.4797]; error 2^-25.6.
inline constexpr float fast_sin_tail[] = {
    -0x1.55554cp-3f, 0x1.110ecap-7f, -0x1.9f6e48p-13f, 0x1.5da45ap-19f,
};

/// (atan t - t) / t^3 as a polynomial in t^2, |t| up to 1.
/// Degree 7 on [0.00024414, 1.0]; error 2^-25.4.
inline constexpr float fast_atan_tail[] = {
    -0x1.5554dcp-2f, 0x1.9978f4p-3f, -0x1.230ae0p-3f, 0x1.b4e142p-4f, -0x1.3556e8p-4f,
    0x1.61fe5ap-5f, -0x1.0c2cc0p-6f, 0x1.7ed3a6p-9f,
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

/// e^(x^2/2) erfc(x/sqrt 2) / 2 as a polynomial in u = 1/(x + 4), x from 0 to 13.
/// Degree 8 on [0.058824, 0.25]; error 2^-22.2.
inline constexpr float half_gelu_tail[] = {
    0x1.47bcb2p-14f, 0x1.928ccep-2f, 0x1.c78b82p+0f, 0x1.66a35ap+1f, 0x1.ac5c8ap+5f,
    -0x1.0fe058p+7f, 0x1.a34dbep+9f, -0x1.2d59f6p+8f, -0x1.07e5b0p+10f,
};

// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
