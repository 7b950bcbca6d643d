// Tables and polynomials of the functions of doubles that are evaluated with fma. Made by derive/direct.py; not edited
// by hand.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off

/// 2^(j/16), and below what it is short of that.
inline constexpr double direct_exp_high[] = {
    0x1.0p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
};

/// The rest of 2^(j/16).
inline constexpr double direct_exp_low[] = {
    0x0.0p+0, 0x1.8a62e4adc610bp-54, -0x1.19041b9d78a76p-55, 0x1.9b07eb6c70573p-54,
    0x1.6f46ad23182e4p-55, 0x1.ada0911f09ebcp-55, 0x1.d4397afec42e2p-56, 0x1.6324c054647adp-54,
    -0x1.bdd3413b26456p-54, -0x1.41577ee04992fp-55, 0x1.6e9f156864b27p-54, 0x1.c7c46b071f2bep-56,
    0x1.7a1cd345dcc81p-54, 0x1.11065895048ddp-55, 0x1.2ed02d75b3707p-55, -0x1.e9c23179c2893p-54,
};

/// ln 2 / 16 in two parts.
inline constexpr double direct_exp_step[] = {
    0x1.62e42fefa39efp-5, 0x1.abc9e3b39803fp-60,
};

/// (e^r - 1 - r) / r^2; the error is that of e^r.
/// Degree 5 on [-0.021662, 0.021677]; error 2^-65.3.
inline constexpr double direct_exp_square[] = {
    0x1.0000000000004p-1, 0x1.5555555555549p-3, 0x1.555555547fc55p-5, 0x1.11111111edc75p-7,
    0x1.6c184147a8b43p-10, 0x1.a019c13c72128p-13,
};

/// c for each cell: a significand times its c is within 0.03125 of 1.
inline constexpr double direct_log_inverse[] = {
    0x1.642c8590b2164p+0, 0x1.5555555555555p+0, 0x1.47ae147ae147bp+0, 0x1.3b13b13b13b14p+0,
    0x1.2f684bda12f68p+0, 0x1.2492492492492p+0, 0x1.1a7b9611a7b96p+0, 0x1.1111111111111p+0,
    0x1.0842108421084p+0, 0x1.0p+0, 0x1.e1e1e1e1e1e1ep-1, 0x1.c71c71c71c71cp-1,
    0x1.af286bca1af28p-1, 0x1.999999999999ap-1, 0x1.8618618618618p-1, 0x1.745d1745d1746p-1,
};

/// -ln c, with 40 bits behind the point.
inline constexpr double direct_log_high[] = {
    -0x1.522ae0738c000p-2, -0x1.2696211350000p-2, -0x1.f991c6cb40000p-3, -0x1.a93ed3c8b0000p-3,
    -0x1.5bf406b548000p-3, -0x1.1178e82280000p-3, -0x1.9335e5d5a0000p-4, -0x1.08598b59f0000p-4,
    -0x1.0415d89e80000p-5, 0x0.0p+0, 0x1.f0a30c0100000p-5, 0x1.e27076e2a0000p-4,
    0x1.5ff3070a78000p-3, 0x1.c8ff7c79a8000p-3, 0x1.1675cabab8000p-2, 0x1.4618bc21c4000p-2,
};

/// The rest of -ln c.
inline constexpr double direct_log_low[] = {
    0x1.c28b1efd36715p-42, 0x1.23743e20a44c5p-41, 0x1.3217099af9906p-41, 0x1.30d486a0ac42dp-42,
    0x1.094011f5b44c1p-41, 0x1.b8621cc74be04p-43, 0x1.6cf0a3c542b82p-41, 0x1.8bf4eeb804c81p-41,
    0x1.777f1fd187145p-42, 0x0.0p+0, 0x1.62a8617cc9717p-41, 0x1.e5d3d3d50fffcp-41,
    0x1.3d5c873e20a07p-43, 0x1.a1fac25d81ef3p-43, 0x1.30781ce63eab9p-41, 0x1.ec1fd0b7b37b3p-42,
};

inline constexpr std::uint64_t direct_log_first = 0x3fe6800000000000u;

/// ln 2 in two parts, the first with 40 bits behind the point.
inline constexpr double direct_ln2[] = {
    0x1.62e42fefa2000p-1, 0x1.9ef35793c7673p-41,
};

/// (ln(1 + r) - r) / r^2; the error is that of ln(1 + r).
/// Degree 9 on [-0.03125, 0.031265]; error 2^-64.2.
inline constexpr double direct_log_square[] = {
    -0x1.0p-1, 0x1.5555555555555p-2, -0x1.ffffffffffdb4p-3, 0x1.999999999965fp-3,
    -0x1.555555588ca73p-3, 0x1.249249284e88bp-3, -0x1.ffffc532bca03p-4, 0x1.c71c34c48f05bp-4,
    -0x1.9a84aadd5a84dp-4, 0x1.754046fe5b84bp-4,
};

/// pi/2 in three parts.
inline constexpr double direct_half_pi[] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110,
};

/// (sin r - r) / r^3 as a polynomial in r^2, |r| up to pi/4.
/// Degree 6 on [0.00015069, 0.61723]; error 2^-57.1.
inline constexpr double direct_sin_cubic[] = {
    -0x1.5555555555555p-3, 0x1.111111111110bp-7, -0x1.a01a01a018a5bp-13, 0x1.71de3a532f161p-19,
    -0x1.ae64528b8e596p-26, 0x1.61208b0674afdp-33, -0x1.aaa1a558500d7p-41,
};

/// (cos r - 1 + r^2/2) / r^4 as a polynomial in r^2, |r| up to pi/4.
/// Degree 5 on [0.00015069, 0.61723]; error 2^-59.5.
inline constexpr double direct_cos_quartic[] = {
    0x1.555555555554bp-5, -0x1.6c16c16c14f7ap-10, 0x1.a01a019c81ff6p-16, -0x1.27e4f7e90e78cp-22,
    0x1.1ee9d683db6d1p-29, -0x1.8fa3f8748ce84p-37,
};

// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
