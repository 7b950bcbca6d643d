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

/// 2^-40 2^(j/16) times a number of which they are hardly rounded.
inline constexpr float fast_gate_powers[] = {
    0x1.084922p-40f, 0x1.13fc92p-40f, 0x1.2034a0p-40f, 0x1.2cf72cp-40f, 0x1.3a4a58p-40f, 0x1.48348ap-40f,
    0x1.56bc72p-40f, 0x1.65e90cp-40f, 0x1.75c1a2p-40f, 0x1.864dd2p-40f, 0x1.979590p-40f, 0x1.a9a128p-40f,
    0x1.bc7948p-40f, 0x1.d026fcp-40f, 0x1.e4b3bap-40f, 0x1.fa2962p-40f,
};

/// e^r over that number for |r| <= ln 2 / 32; off by 2^-29.2.
inline constexpr float fast_gate_rest[] = {
    0x1.eff2bcp-1f, 0x1.eff2bcp-1f, 0x1.eff6dap-2f, 0x1.4aa49cp-3f,
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

/// (asin t - t) / t^3 as a polynomial in t^2, |t| up to 1/2.
/// Degree 4 on [6.1035e-5, 0.25]; error 2^-27.4.
inline constexpr float fast_asin_tail[] = {
    0x1.5555c8p-3f, 0x1.3301e4p-4f, 0x1.747e44p-5f, 0x1.8c286ap-6f, 0x1.596d0ap-5f,
};

/// (tan r - r) / r^3 as a polynomial in r^2, |r| up to pi/4.
/// Degree 6 on [0.0001521, 0.623]; error 2^-27.5.
inline constexpr float fast_tan_tail[] = {
    0x1.555562p-2f, 0x1.110d4ap-3f, 0x1.bae820p-5f, 0x1.5c2daap-6f, 0x1.65c6fcp-7f,
    -0x1.2bd5a8p-16f, 0x1.225af8p-8f,
};

/// (atanh s - s) / s^3 as a polynomial in s^2, |s| up to 0.2823.
/// Degree 3 on [1.9456e-5, 0.079693]; error 2^-29.2.
inline constexpr float fast_atanh_tail[] = {
    0x1.555540p-2f, 0x1.99ad00p-3f, 0x1.21c0f0p-3f, 0x1.0c184ep-3f,
};

/// ((1 - e)^(-1/2) - 1) / e.
/// Degree 3 on [-0.0712, 0.066928]; error 2^-25.2.
inline constexpr float fast_root_slope[] = {
    0x1.ffff90p-2f, 0x1.800150p-2f, 0x1.417a0cp-2f, 0x1.17202ap-2f,
};

/// ((1 + e)^(-2/3) - 1) / e.
/// Degree 4 on [-0.1017, 0.1028]; error 2^-25.6.
inline constexpr float fast_cube_root_slope[] = {
    -0x1.555556p-1f, 0x1.1c6f4ap-1f, -0x1.f9aa5ap-2f, 0x1.d58b4cp-2f, -0x1.b5a71ap-2f,
};

/// (e^r - 1 - r) / r^2; the error is that of e^r - 1.
/// Degree 5 on [-0.34755, 0.34853]; error 2^-28.7.
inline constexpr float fast_gelu_power[] = {
    0x1.000000p-1f, 0x1.555554p-3f, 0x1.5554aep-5f, 0x1.111172p-7f, 0x1.6d752ep-10f,
    0x1.a05efep-13f,
};

/// The middle of each of eight intervals of a + 1, from 2 to 16 and 1 to 2.
inline constexpr float fast_gelu_centers[] = {
    0x1.748ee2p+0f, 0x1.35ea66p+1f, 0x1.edefd8p+1f, 0x1.75b8e2p+2f, 0x1.161228p+3f, 0x1.935f1ep+3f,
    0x0.0p+0f, 0x1.775ae2p-1f,
};

/// e^(a^2/2) erfc(a/sqrt 2) / 2 as polynomials in what a is above the middle of its interval: the intervals'
/// coefficients of each power.
inline constexpr float fast_gelu_tail[][8] = {
    {0x1.add91ap-3f, 0x1.28fbdap-3f, 0x1.8f679ap-4f, 0x1.1042e4p-4f, 0x1.734c2ap-5f,
     0x1.01a9e8p-5f, 0x1.000000p-1f, 0x1.3677acp-2f},
    {-0x1.7ef288p-4f, -0x1.87e344p-5f, -0x1.733f90p-6f, -0x1.61c794p-7f, -0x1.4d5226p-8f,
     -0x1.430f64p-9f, -0x1.988452p-2f, -0x1.69d122p-3f},
    {0x1.2e642ep-5f, 0x1.de2e40p-7f, 0x1.4a08bap-8f, 0x1.c0e7d2p-10f, 0x1.27ad70p-11f,
     0x1.92a3d4p-13f, 0x1.ffff94p-3f, 0x1.63ae70p-4f},
    {-0x1.b26b98p-7f, -0x1.112de8p-8f, -0x1.19e06ap-10f, -0x1.16842ep-12f, -0x1.033744p-14f,
     -0x1.f2dc12p-17f, -0x1.105100p-3f, -0x1.3495d4p-5f},
    {0x1.208f3cp-8f, 0x1.26ec46p-10f, 0x1.d02492p-13f, 0x1.5270d8p-15f, 0x1.c129eap-18f,
     0x1.333ec0p-20f, 0x1.ff118cp-5f, 0x1.e52166p-7f},
    {-0x1.67e306p-10f, -0x1.2f7ac4p-12f, -0x1.754110p-15f, -0x1.94af92p-18f, -0x1.86381cp-21f,
     -0x1.7a6ce6p-24f, -0x1.ab6232p-6f, -0x1.5f9b56p-8f},
    {0x1.b2b346p-12f, 0x1.2cca48p-14f, 0x1.2c252cp-17f, 0x1.dd01fep-21f, 0x1.5a95acp-24f,
     0x1.d4c5b6p-28f, 0x1.2acf10p-7f, 0x1.de963ep-10f},
    {-0x1.b6f006p-14f, -0x1.ec6d54p-17f, -0x1.735c46p-20f, -0x1.befc92p-24f, -0x1.cd9ca4p-28f,
     -0x1.cadad0p-32f, -0x1.02a208p-9f, -0x1.2188e6p-11f},
};

/// log10(1 + f) / f - 7/16 for 1 + f from 3/4 to 3/2.
/// Degree 9 on [-0.25002, 0.5]; error 2^-27.7.
inline constexpr float fast_log10_slope[] = {
    -0x1.a42766p-9f, -0x1.bcb7b2p-3f, 0x1.287ad8p-3f, -0x1.bcb80ap-4f, 0x1.63953ap-4f,
    -0x1.281b54p-4f, 0x1.01d32cp-4f, -0x1.d53e22p-5f, 0x1.73937ap-5f, -0x1.3d63cap-6f,
};

/// c by the upper four bits of the significand.
inline constexpr float fast_power_inverse[] = {
    0x1.000000p+0f, 0x1.d40000p-1f, 0x1.ba0000p-1f, 0x1.a40000p-1f, 0x1.900000p-1f, 0x1.7e0000p-1f,
    0x1.6c0000p-1f, 0x1.5c0000p-1f, 0x1.4e0000p+0f, 0x1.420000p+0f, 0x1.360000p+0f, 0x1.2a0000p+0f,
    0x1.200000p+0f, 0x1.160000p+0f, 0x1.0c0000p+0f, 0x1.000000p+0f,
};

/// log2(1/c), its upper part.
inline constexpr float fast_power_log_high[] = {
    0x0.0p+0f, 0x1.098000p-3f, 0x1.b26000p-3f, 0x1.24a000p-2f, 0x1.6cb000p-2f, 0x1.b0b800p-2f,
    0x1.f80800p-2f, 0x1.1d3800p-1f, -0x1.88e800p-2f, -0x1.52d800p-2f, -0x1.1ac000p-2f, -0x1.c0e000p-3f,
    -0x1.5c0000p-3f, -0x1.e72000p-4f, -0x1.0ec000p-4f, 0x0.0p+0f,
};

/// And the rest of it.
inline constexpr float fast_power_log_low[] = {
    0x0.0p+0f, -0x1.c731a0p-19f, 0x1.24beaap-22f, -0x1.96a762p-17f, 0x1.ed0cbap-19f, -0x1.80b0bap-18f,
    -0x1.a8b97ap-17f, -0x1.7d694ap-17f, -0x1.c72e0cp-18f, -0x1.efe264p-17f, -0x1.6ca47cp-20f, 0x1.24c89ap-17f,
    -0x1.a39fbep-19f, -0x1.d82300p-17f, 0x1.8ec0bap-17f, 0x0.0p+0f,
};

/// (ln(1 + r) - r + r^2/2) / r^3.
/// Degree 4 on [-0.03125, 0.062744]; error 2^-34.0.
inline constexpr float fast_power_cubic[] = {
    0x1.555554p-2f, -0x1.00000cp-2f, 0x1.99a202p-3f, -0x1.552a88p-3f, 0x1.0c9a06p-3f,
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
