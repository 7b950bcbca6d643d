// Tables and polynomials of the functions of doubles that are evaluated with fma. Made by derive/direct.py; not edited
// by hand.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off

/// 2^(j/16), and below what it is short of that.
alignas(64) inline constexpr double direct_exp_high[] = {
    0x1.0p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
    0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
    0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
};

/// The rest of 2^(j/16).
alignas(64) inline constexpr double direct_exp_low[] = {
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
alignas(64) inline constexpr double direct_log_inverse[] = {
    0x1.642c8590b2164p+0, 0x1.5555555555555p+0, 0x1.47ae147ae147bp+0, 0x1.3b13b13b13b14p+0,
    0x1.2f684bda12f68p+0, 0x1.2492492492492p+0, 0x1.1a7b9611a7b96p+0, 0x1.1111111111111p+0,
    0x1.0842108421084p+0, 0x1.0p+0, 0x1.e1e1e1e1e1e1ep-1, 0x1.c71c71c71c71cp-1,
    0x1.af286bca1af28p-1, 0x1.999999999999ap-1, 0x1.8618618618618p-1, 0x1.745d1745d1746p-1,
};

/// -ln c, with 40 bits behind the point.
alignas(64) inline constexpr double direct_log_high[] = {
    -0x1.522ae0738c000p-2, -0x1.2696211350000p-2, -0x1.f991c6cb40000p-3, -0x1.a93ed3c8b0000p-3,
    -0x1.5bf406b548000p-3, -0x1.1178e82280000p-3, -0x1.9335e5d5a0000p-4, -0x1.08598b59f0000p-4,
    -0x1.0415d89e80000p-5, 0x0.0p+0, 0x1.f0a30c0100000p-5, 0x1.e27076e2a0000p-4,
    0x1.5ff3070a78000p-3, 0x1.c8ff7c79a8000p-3, 0x1.1675cabab8000p-2, 0x1.4618bc21c4000p-2,
};

/// The rest of -ln c.
alignas(64) inline constexpr double direct_log_low[] = {
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

/// sin(j pi/16).
alignas(64) inline constexpr double direct_sin_high[] = {
    0x0.0p+0, 0x1.8f8b83c69a60bp-3, 0x1.87de2a6aea963p-2, 0x1.1c73b39ae68c8p-1,
    0x1.6a09e667f3bcdp-1, 0x1.a9b66290ea1a3p-1, 0x1.d906bcf328d46p-1, 0x1.f6297cff75cb0p-1,
    0x1.0p+0, 0x1.f6297cff75cb0p-1, 0x1.d906bcf328d46p-1, 0x1.a9b66290ea1a3p-1,
    0x1.6a09e667f3bcdp-1, 0x1.1c73b39ae68c8p-1, 0x1.87de2a6aea963p-2, 0x1.8f8b83c69a60bp-3,
};

/// What they are short of.
alignas(64) inline constexpr double direct_sin_low[] = {
    0x0.0p+0, -0x1.26d19b9ff8d82p-57, -0x1.72cedd3d5a610p-57, 0x1.b25dd267f6600p-55,
    -0x1.bdd3413b26456p-55, 0x1.9f630e8b6dac8p-60, 0x1.457e610231ac2p-56, 0x1.562172a361fd3p-56,
    0x0.0p+0, 0x1.562172a361fd3p-56, 0x1.457e610231ac2p-56, 0x1.9f630e8b6dac8p-60,
    -0x1.bdd3413b26456p-55, 0x1.b25dd267f6600p-55, -0x1.72cedd3d5a610p-57, -0x1.26d19b9ff8d82p-57,
};

/// cos(j pi/16).
alignas(64) inline constexpr double direct_cos_high[] = {
    0x1.0p+0, 0x1.f6297cff75cb0p-1, 0x1.d906bcf328d46p-1, 0x1.a9b66290ea1a3p-1,
    0x1.6a09e667f3bcdp-1, 0x1.1c73b39ae68c8p-1, 0x1.87de2a6aea963p-2, 0x1.8f8b83c69a60bp-3,
    0x0.0p+0, -0x1.8f8b83c69a60bp-3, -0x1.87de2a6aea963p-2, -0x1.1c73b39ae68c8p-1,
    -0x1.6a09e667f3bcdp-1, -0x1.a9b66290ea1a3p-1, -0x1.d906bcf328d46p-1, -0x1.f6297cff75cb0p-1,
};

/// What they are short of.
alignas(64) inline constexpr double direct_cos_low[] = {
    0x0.0p+0, 0x1.562172a361fd3p-56, 0x1.457e610231ac2p-56, 0x1.9f630e8b6dac8p-60,
    -0x1.bdd3413b26456p-55, 0x1.b25dd267f6600p-55, -0x1.72cedd3d5a610p-57, -0x1.26d19b9ff8d82p-57,
    0x0.0p+0, 0x1.26d19b9ff8d82p-57, 0x1.72cedd3d5a610p-57, -0x1.b25dd267f6600p-55,
    0x1.bdd3413b26456p-55, -0x1.9f630e8b6dac8p-60, -0x1.457e610231ac2p-56, -0x1.562172a361fd3p-56,
};

/// (sin r - r) / r^3 as a polynomial in r^2, |r| up to pi/32.
/// Degree 3 on [2.3531e-6, 0.0096385]; error 2^-63.9.
inline constexpr double direct_sin_cubic[] = {
    -0x1.5555555555555p-3, 0x1.111111110eed0p-7, -0x1.a01a00f86ac9ep-13, 0x1.71ca01de3cec0p-19,
};

/// (cos r - 1 + r^2/2) / r^4 as a polynomial in r^2, |r| up to pi/32.
/// Degree 2 on [2.3531e-6, 0.0096385]; error 2^-63.3.
inline constexpr double direct_cos_quartic[] = {
    0x1.5555555552a52p-5, -0x1.6c16c0c71d1f9p-10, 0x1.a001761d7c5d7p-16,
};

/// Proportional to the sine of j pi/16, with the other's factor.
alignas(64) inline constexpr double direct_tan_sine_high[] = {
    0x0.0p+0, 0x1.975f5e0553158p-3, 0x1.a827999fcef32p-2, 0x1.561b82ab7f990p-1,
    0x1.0p+0, 0x1.0p+0, 0x1.0p+0, 0x1.0p+0,
    0x1.0p+0, 0x1.0p+0, 0x1.0p+0, 0x1.0p+0,
    -0x1.0p+0, -0x1.561b82ab7f990p-1, -0x1.a827999fcef32p-2, -0x1.975f5e0553158p-3,
};

/// What they are short of.
alignas(64) inline constexpr double direct_tan_sine_low[] = {
    0x0.0p+0, 0x1.ef5d367441946p-61, 0x1.08b2fb1366ea9p-56, 0x1.7a8c52172b675p-55,
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
    0x1.0p-198, -0x1.7a8c52172b675p-55, -0x1.08b2fb1366ea9p-56, -0x1.ef5d367441946p-61,
};

/// Proportional to the cosine of j pi/16, with the other's factor.
alignas(64) inline constexpr double direct_tan_cosine_high[] = {
    0x1.0p+0, 0x1.0p+0, 0x1.0p+0, 0x1.0p+0,
    0x1.0p+0, 0x1.561b82ab7f990p-1, 0x1.a827999fcef32p-2, 0x1.975f5e0553158p-3,
    0x0.0p+0, -0x1.975f5e0553158p-3, -0x1.a827999fcef32p-2, -0x1.561b82ab7f990p-1,
    0x1.0p+0, 0x1.0p+0, 0x1.0p+0, 0x1.0p+0,
};

/// What they are short of.
alignas(64) inline constexpr double direct_tan_cosine_low[] = {
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
    0x0.0p+0, 0x1.7a8c52172b675p-55, 0x1.08b2fb1366ea9p-56, 0x1.ef5d367441946p-61,
    0x0.0p+0, -0x1.ef5d367441946p-61, -0x1.08b2fb1366ea9p-56, -0x1.7a8c52172b675p-55,
    0x0.0p+0, 0x0.0p+0, 0x0.0p+0, 0x0.0p+0,
};

/// (tan r - r) / r^3 as a polynomial in r^2, |r| up to pi/32.
/// Degree 4 on [2.3531e-6, 0.0096385]; error 2^-59.0.
inline constexpr double direct_tan_cubic[] = {
    0x1.55555555555dcp-2, 0x1.11111110b0a0dp-3, 0x1.ba1ba4894aeedp-5, 0x1.664ab6d7bf87dp-6,
    0x1.25ccaa38d5a8dp-7,
};

/// (asin r - r) / r^3 as a polynomial in r^2, |r| up to 1/2.
/// Degree 12 on [6.1035e-5, 0.25]; error 2^-58.9.
inline constexpr double direct_asin_cubic[] = {
    0x1.5555555555577p-3, 0x1.333333332e106p-4, 0x1.6db6db7213f11p-5, 0x1.f1c71a947a86fp-6,
    0x1.6e8bdeeb7eaf9p-6, 0x1.1c49efac654b0p-6, 0x1.ca1f9c3837197p-7, 0x1.75851b618581cp-7,
    0x1.613ec905e634ap-7, 0x1.e5d5d1870d406p-9, 0x1.63a59834b4c15p-6, -0x1.5809df6c1f46ep-6,
    0x1.0b4a793b7fafdp-5,
};

/// c for each cell: x of the cell has |(x - c)/(1 + x c)| up to 0.099051.
alignas(64) inline constexpr double direct_atan_middle[] = {
    0x1.3508000000000p+1, 0x1.b790000000000p+1, 0x1.33b8000000000p+2, 0x1.b70c000000000p+2,
    0x1.3354000000000p+3, 0x1.0p+60, 0x0.0p+0, 0x1.c000000000000p-4,
    0x1.3f80000000000p-3, 0x1.bf80000000000p-3, 0x1.3ec0000000000p-2, 0x1.be80000000000p-2,
    0x1.3c60000000000p-1, 0x1.bc00000000000p-1, 0x1.3840000000000p+0, 0x1.b920000000000p+0,
};

/// atan c, and below what it is short of that.
alignas(64) inline constexpr double direct_atan_high[] = {
    0x1.2d98aca1f1c34p+0, 0x1.49953fc1e7c42p+0, 0x1.5da0fa05a7227p+0, 0x1.6d11520419b79p+0,
    0x1.77906384e3b09p+0, 0x1.921fb54442d18p+0, 0x0.0p+0, 0x1.be39ebe6f07c3p-4,
    0x1.3cf1fa4ac652bp-3, 0x1.b8934bf66a328p-3, 0x1.3503d1c7d4b03p-2, 0x1.a50c70f92af19p-2,
    0x1.1b634779177bdp-1, 0x1.6dc44551553afp-1, 0x1.c4a42616fb126p-1, 0x1.0b82a75281478p+0,
};

/// The rest of atan c.
alignas(64) inline constexpr double direct_atan_low[] = {
    -0x1.5f5ca51e5409ep-54, -0x1.c0c254bfb5ca6p-54, 0x1.098c13a840727p-54, -0x1.98058ce50c160p-58,
    -0x1.fd169da1f783dp-54, 0x1.1662633145c07p-54, 0x0.0p+0, 0x1.f7b8f29a05987p-58,
    -0x1.a656dd78a7de9p-57, -0x1.79624b79f3860p-58, 0x1.eaff17d7ac599p-57, 0x1.10466b3dcb0c4p-57,
    -0x1.bd4c1265f7202p-58, -0x1.bf8863573828ep-58, -0x1.2bb979d8ad392p-56, -0x1.2bebab4cce6d5p-55,
};

/// (atan r - r) / r^3 as a polynomial in r^2.
/// Degree 6 on [2.3953e-6, 0.0098135]; error 2^-62.4.
inline constexpr double direct_atan_cubic[] = {
    -0x1.5555555555555p-2, 0x1.999999999991dp-3, -0x1.249249247773fp-3, 0x1.c71c716f908a4p-4,
    -0x1.745ccad7a0b15p-4, 0x1.3aeef90ce6f9fp-4, -0x1.07e4825fe9b53p-4,
};

inline constexpr std::uint64_t direct_inverse_root_guess = 0x5fe6eb50c7b537a9u;

/// (1 - e)^(-1/2) for the guess's e = 1 - x y^2.
/// Degree 3 on [-0.069168, 0.067601]; error 2^-20.3.
inline constexpr double direct_inverse_root[] = {
    0x1.ffffe6de8fb74p-1, 0x1.00000e974e6a8p-1, 0x1.814fd8c603934p-2, 0x1.40906184628efp-2,
};

/// Of the upper half of the bits.
inline constexpr double direct_inverse_cube_root_guess = 0x553ee980p0;

/// (1 - e)^(-1/3) for the guess's e = 1 - x y^3.
/// Degree 3 on [-0.10216, 0.10204]; error 2^-18.9.
inline constexpr double direct_inverse_cube_root[] = {
    0x1.ffffbda743a84p-1, 0x1.55541a06327a9p-2, 0x1.ca35b0b20d5c3p-3, 0x1.656b5ca56af05p-3,
};

/// -log2 c, with 40 bits behind the point.
alignas(64) inline constexpr double direct_log2_high[] = {
    -0x1.e7df5fe53c000p-2, -0x1.a8ff971814000p-2, -0x1.6cb0f68660000p-2, -0x1.32bfee3710000p-2,
    -0x1.f5fd8a9068000p-3, -0x1.8a8980ac00000p-3, -0x1.22dadc2ab8000p-3, -0x1.7d60496d00000p-4,
    -0x1.77394c9da0000p-5, 0x0.0p+0, 0x1.663f6fac90000p-4, 0x1.5c01a39fb8000p-3,
    0x1.fbc16b9020000p-3, 0x1.49a784bcd0000p-2, 0x1.91bba891f0000p-2, 0x1.d6753e032c000p-2,
};

/// The rest of -log2 c.
alignas(64) inline constexpr double direct_log2_low[] = {
    0x1.aa6b4d774e749p-41, 0x1.ad1ac9e3c8b9dp-41, 0x1.b8ab90955c77dp-41, 0x1.196290940346ap-42,
    0x1.07394863f5020p-41, 0x1.0b41f0f9449d1p-41, 0x1.2da7976000d8dp-41, 0x1.12d42864c5030p-42,
    0x1.4e60ced82b93cp-42, 0x0.0p+0, 0x1.317ee20c9d519p-44, 0x1.5a2a0923deddfp-41,
    0x1.a034194718f86p-41, 0x1.b898cf4b5a447p-42, 0x1.70a26072b5824p-42, 0x1.50722ca41781ap-41,
};

/// log2 2 in two parts, the first with 40 bits behind the point.
inline constexpr double direct_log2_step[] = {
    0x1.0p+0, 0x0.0p+0,
};

/// (log2(1 + r) - log2(e) r) / r^2; the error is that of log2(1 + r).
/// Degree 9 on [-0.03125, 0.031265]; error 2^-61.7.
inline constexpr double direct_log2_square[] = {
    -0x1.71547652b82fep-1, 0x1.ec709dc3a03fdp-2, -0x1.71547652b8156p-2, 0x1.2776c50ef99aap-2,
    -0x1.ec709dc8440c8p-3, 0x1.a61762ad1180bp-3, -0x1.71544be815dd8p-3, 0x1.484ae7d558b98p-3,
    -0x1.282055c7765c0p-3, 0x1.0d3e65f8149e2p-3,
};

/// -log10 c, with 40 bits behind the point.
alignas(64) inline constexpr double direct_log10_high[] = {
    -0x1.25ba8215b0000p-3, -0x1.ffbfc2bbd0000p-4, -0x1.b721cd1720000p-4, -0x1.715d0ce370000p-4,
    -0x1.2e3a740b80000p-4, -0x1.db11ed7680000p-5, -0x1.5e3966b800000p-5, -0x1.cb38fccdc0000p-6,
    -0x1.c3d0837800000p-7, 0x0.0p+0, 0x1.af5f92b000000p-6, 0x1.a30a9d6080000p-5,
    0x1.31b3055c40000p-4, 0x1.8cf1838860000p-4, 0x1.e3bc1ab0e0000p-4, 0x1.1b3e71ec90000p-3,
};

/// The rest of -log10 c.
alignas(64) inline constexpr double direct_log10_low[] = {
    0x1.0089d896499b2p-44, 0x1.0ffc8e686a0ecp-41, 0x1.50398689798e8p-41, 0x1.0a052b52a4b05p-41,
    0x1.ffcca1d404788p-42, 0x1.540f469326893p-41, 0x1.6d6bc2a20b798p-41, 0x1.a01329a644062p-41,
    0x1.ecf19587cfdd3p-41, 0x0.0p+0, 0x1.cc22c72b77803p-43, 0x1.efed3bf0fad26p-41,
    0x1.c466f9af48308p-42, 0x1.202b79c4029c4p-42, 0x1.9fffa0ddba65fp-44, 0x1.3de932351b401p-41,
};

/// log10 2 in two parts, the first with 40 bits behind the point.
inline constexpr double direct_log10_step[] = {
    0x1.34413509f4000p-2, 0x1.cff7988f8959bp-41,
};

/// (log10(1 + r) - log10(e) r) / r^2; the error is that of log10(1 + r).
/// Degree 9 on [-0.03125, 0.031265]; error 2^-61.0.
inline constexpr double direct_log10_square[] = {
    -0x1.bcb7b1526e50ep-3, 0x1.287a7636f435fp-3, -0x1.bcb7b1526e310p-4, 0x1.63c6277524e0ap-4,
    -0x1.287a7639bf565p-4, 0x1.fc3fa61b8d88ep-5, -0x1.bcb77e3f5528dp-5, 0x1.8b4dbdf5d6196p-5,
    -0x1.649254c3fb614p-5, 0x1.4433a74ec388ep-5,
};

/// (ln(1 + r) - r + r^2/2 - r^3/3) / (-r^4/2); the error is that of ln(1 + r).
/// Degree 7 on [-0.03125, 0.031265]; error 2^-68.1.
inline constexpr double direct_log_quartic[] = {
    0x1.ffffffffffedap-2, -0x1.9999999999819p-2, 0x1.55555557ab799p-2, -0x1.2492492732c97p-2,
    0x1.ffffcda6f8410p-3, -0x1.c71c3e4b145a4p-3, 0x1.9a76b51c7c686p-3, -0x1.7531acfa82cd5p-3,
};

/// 2^(j/16) with 50 bits behind the point, and j/16 taken from the exponent: to whose bits k << 48 is to be added,
/// which makes 2^(k/16) of it for any k that is j modulo 16.
alignas(64) inline constexpr double direct_power_scaled[] = {
    0x1.0p+0, 0x1.fb5586cf98910p-1, 0x1.f72b83c7d517cp-1, 0x1.f387a6e756238p-1,
    0x1.f06fe0a31b714p-1, 0x1.edea64c123424p-1, 0x1.ebfdad5362a28p-1, 0x1.eab07dd485428p-1,
    0x1.ea09e667f3bccp-1, 0x1.ea11473eb0188p-1, 0x1.eace5422aa0dcp-1, 0x1.ec49182a3f090p-1,
    0x1.ee89f995ad3acp-1, 0x1.f199bdd85529cp-1, 0x1.f5818dcfba488p-1, 0x1.fa4afa2a490d8p-1,
};

/// The logarithm of what the numbers before are to be multiplied by.
alignas(64) inline constexpr double direct_power_rest[] = {
    0x0.0p+0, -0x1.2d75c73e2d323p-53, -0x1.0af6f2bd284acp-52, 0x1.68efde3a8a894p-54,
    0x1.fbbfcecc6fe9cp-53, -0x1.710a86dbea702p-52, -0x1.5dacb6abb4ae5p-53, 0x1.fd30564f92b8cp-53,
    0x1.98d4d0da05571p-54, -0x1.91163747208ccp-53, -0x1.aa41dc973def4p-54, 0x1.1affc2b91ce27p-56,
    0x1.a0d9beee483f7p-53, 0x1.36eae30af0cb3p-56, -0x1.dbc8f0f6b610bp-54, 0x1.96cec35fe2da3p-53,
};

/// (sinh r - r) / r^3 as a polynomial in r^2.
/// Degree 2 on [1.1456e-7, 0.00046923]; error 2^-67.8.
inline constexpr double direct_sinh_cubic[] = {
    0x1.5555555555557p-3, 0x1.11111110b2010p-7, 0x1.a01b56f93aedfp-13,
};

/// (cosh r - 1) / r^2 as a polynomial in r^2.
/// Degree 2 on [1.1456e-7, 0.00046923]; error 2^-65.2.
inline constexpr double direct_cosh_square[] = {
    0x1.0000000000004p-1, 0x1.555555547f724p-5, 0x1.6c18416f979d2p-10,
};

/// c for each cell of e in steps of 1/15.4375: (1 + e) c is within 1/30 of 1.
alignas(64) inline constexpr double direct_log1p_inverse[] = {
    0x1.0p+0, 0x1.e0da09bbdcf55p-1, 0x1.c546a6ff151aap-1, 0x1.acb107cf67449p-1,
    0x1.96a2fbe25dd6dp-1, 0x1.82bd74a5f82bdp-1, 0x1.70b32017e2255p-1, 0x1.604474f273856p-1,
    0x1.513cc1e098eadp-1, 0x1.436ff586384e9p-1, 0x1.36b8ec805082dp-1, 0x1.2af821e429275p-1,
    0x1.2012a91c92f3cp-1, 0x1.15f15f15f15f1p-1, 0x1.0c8045923543fp-1, 0x1.03adfef2dbbaap-1,
};

/// -ln c, with 40 bits behind the point.
alignas(64) inline constexpr double direct_log1p_high[] = {
    0x0.0p+0, 0x1.01169a1b20000p-4, 0x1.f2fd240fd0000p-4, 0x1.6bb2be4ed8000p-3,
    0x1.d7de5aa6b8000p-3, 0x1.1f4e391174000p-2, 0x1.5038ea0aa4000p-2, 0x1.7ee8916e64000p-2,
    0x1.ab8f000248000p-2, 0x1.d657c74af8000p-2, 0x1.ff693a41dc000p-2, 0x1.13729e41ec000p-1,
    0x1.2674f581d0000p-1, 0x1.38c91342d0000p-1, 0x1.4a7b031514000p-1, 0x1.5b959b69bc000p-1,
};

/// The rest of -ln c.
alignas(64) inline constexpr double direct_log1p_low[] = {
    0x0.0p+0, 0x1.c20a70cdaa2dap-42, 0x1.b9c175ceabaa2p-41, 0x1.06d51c2a71cedp-42,
    0x1.9a95d640d1938p-42, 0x1.05245e1d5be11p-41, 0x1.6568f18b7af35p-49, 0x1.9741839ea9ae0p-41,
    0x1.754891a4b3a3cp-41, 0x1.f6380d58e841cp-42, 0x1.e2e7478952459p-41, 0x1.10eb50c9af447p-41,
    0x1.d91f2957f3378p-42, 0x1.323300a17aa4ep-44, 0x1.605825b30495fp-42, 0x1.b15f67348432bp-42,
};

inline constexpr double direct_log1p_cells = 0x1.ee00000000000p+3;

/// (ln(1 + r) - r) / r^2; the error is that of ln(1 + r).
/// Degree 9 on [-0.030418, 0.032404]; error 2^-64.3.
inline constexpr double direct_log1p_square[] = {
    -0x1.0p-1, 0x1.5555555555555p-2, -0x1.ffffffffffde3p-3, 0x1.999999999d0c2p-3,
    -0x1.5555555860f06p-3, 0x1.249248f754de0p-3, -0x1.ffffc73c9a17fp-4, 0x1.c71e37905b623p-4,
    -0x1.9a8079497436ap-4, 0x1.71a1d6df6466fp-4,
};

/// 0.044715 times 2 sqrt(2/pi) in two parts.
inline constexpr double direct_gelu_cubic[] = {
    0x1.2444f2a4d8b4bp-4, -0x1.6c843a29d1c70p-61,
};

inline constexpr double direct_erf_step = 0x1.8800000000000p-2;

/// erf in cells around the multiples of direct_erf_step, coefficient by coefficient: the first two in two parts, then
/// the others.
/// Error 2^-57.7.
alignas(64) inline constexpr double direct_erf[][16] = {
    {
        0x0.0p+0, 0x1.a5a2aca209394p-2, 0x1.7131e5f496a5ap-1, 0x1.ca930e0e2a825p-1,
        0x1.f0762fde45ee6p-1, 0x1.fc85cf56ecd38p-1, 0x1.ff67d08401202p-1, 0x1.ffec39ff380b9p-1,
        0x1.fffe0e0140857p-1, 0x1.ffffdb01e8546p-1, 0x1.fffffdedf37edp-1, 0x1.ffffffe9aeb97p-1,
        0x1.ffffffff4b453p-1, 0x1.fffffffffbb58p-1, 0x1.ffffffffffec7p-1, 0x1.ffffffffffffcp-1,
    },
    {
        0x0.0p+0, 0x1.c60a2661b73e3p-56, 0x1.a197c13b2f9c0p-55, -0x1.9267759ff1e94p-55,
        0x1.9c3551b59fc73p-55, -0x1.8e42754f44dcep-56, 0x1.ad3a5de487c30p-56, -0x1.f155729c2fc81p-55,
        -0x1.6aa36f86c14ddp-57, -0x1.cd621cd201e54p-57, 0x1.c96955451d4a7p-55, 0x1.fef47634853b2p-57,
        0x1.59b25048a5adap-55, 0x1.df18cd5245226p-55, 0x1.1e84eafe7e3a3p-57, -0x1.678f61b2c1e05p-56,
    },
    {
        0x1.20dd750429b6dp+0, 0x1.f2fa4c16c0019p-1, 0x1.417a0c4049fd0p-1, 0x1.35005285227f1p-2,
        0x1.bb1c972f23e50p-4, 0x1.da0005e5f28dfp-6, 0x1.7a3ade6c8b3e5p-8, 0x1.c245d4b99847ap-11,
        0x1.8fdc1b2dcf7b9p-14, 0x1.08e1badf0fcedp-17, 0x1.05c803e4831c1p-21, 0x1.81fb7df06136ep-26,
        0x1.a887bd2b4404dp-31, 0x1.5c4e8e37bc7d0p-36, 0x1.aa577251ae485p-42, 0x1.85487ee3ea735p-48,
    },
    {
        0x1.1ae3a914fed80p-56, 0x1.c8311c173a919p-59, 0x1.b1cdf16f10cb4p-55, -0x1.395f1ac65c6f1p-56,
        0x1.ba894f7b78aa8p-58, 0x1.7c443c75e02c0p-60, -0x1.f812abd8e53acp-62, -0x1.fb9651bd754bdp-65,
        0x1.7050f50b8f311p-71, -0x1.1bee59621b4a7p-71, -0x1.201cd15e465c7p-76, 0x1.79e086f35eb42p-80,
        0x1.2dbd32d35c344p-88, -0x1.810139a235d98p-95, -0x1.c25d785d38cfep-96, -0x1.7f7e3692c7797p-102,
    },
    {
        0x1.6be57365ecfc5p-62, -0x1.7e07a2416b009p-2, -0x1.ec42e2c2714bfp-2, -0x1.62de5ec4e59e1p-2,
        -0x1.5341e3c0177acp-3, -0x1.c5a205a511223p-5, -0x1.b25f9b70a7eb7p-7, -0x1.2da5c8025581ap-9,
        -0x1.322484cf12d3ep-12, -0x1.c84cdaea425d1p-16, -0x1.f510d7736390ep-20, -0x1.965641148d6c4p-24,
        -0x1.e78be33f9d9c2p-29, -0x1.b157bbf0018edp-34, -0x1.1d9d9514e23aap-39, -0x1.176ac9118dd6ap-45,
    },
    {
        -0x1.812746b0379e9p-2, -0x1.d64f2aa246c5bp-3, 0x1.278631edc40a1p-5, 0x1.51644a1a1346bp-3,
        0x1.107929f6e7520p-3, 0x1.f3dabe384ec3ap-5, 0x1.2d0c4b23dfa03p-6, 0x1.f55bacea096b6p-9,
        0x1.27dc1bc6cfe90p-11, 0x1.f5f573d671669p-15, 0x1.34c8694cc3eb3p-18, 0x1.1522a10d162bdp-22,
        0x1.6c6ef0b682337p-27, 0x1.602b774063fccp-32, 0x1.f55bb1484e18fp-38, 0x1.075b1bc71d295p-43,
    },
    {
        0x1.deac7e45614e8p-47, 0x1.58b4e8a9feaccp-3, 0x1.2be43f650c616p-3, 0x1.56bd4507b05adp-6,
        -0x1.7e1b362eb4c48p-5, -0x1.472a562a324d8p-5, -0x1.1156d9b86a203p-6, -0x1.1d989e56682bdp-8,
        -0x1.9202f465f265fp-11, -0x1.8a5382b29d9a0p-14, -0x1.12a319217f012p-17, -0x1.12d1b1d553d7ep-21,
        -0x1.8e36e9a925f82p-26, -0x1.a417c17534460p-31, -0x1.43f85c9c2b023p-36, -0x1.6e6ad8032ffefp-42,
    },
    {
        0x1.ce2f21a03464cp-4, 0x1.613cfe413c596p-5, -0x1.c80643098722ep-5, -0x1.e397d1fa490e7p-5,
        -0x1.73b61e48527b4p-7, 0x1.921e5d374b3a2p-7, 0x1.41a1cfc6f0383p-7, 0x1.cdd6df8fcb67ep-9,
        0x1.93b4c97471343p-11, 0x1.d42311f14a6c8p-14, 0x1.76387b7ca60a3p-17, 0x1.a5540293f159bp-21,
        0x1.5286ee3611fb4p-25, 0x1.87b5fbf6d6b5ap-30, 0x1.48745fb8ce30cp-35, 0x1.910e44eb2df07p-41,
    },
    {
        0x1.019cfd5500e15p-35, -0x1.9cc304da44c3cp-5, -0x1.97019956827fbp-6, 0x1.16da90bd96c50p-6,
        0x1.2aa7641e8c5a3p-6, 0x1.71aa581c603a3p-9, -0x1.91dfde0664233p-9, -0x1.0435de2a4db6fp-9,
        -0x1.30e9e60f34f15p-11, -0x1.b078f099ba4e4p-14, -0x1.9448d91ea6bd3p-17, -0x1.030e2247fea67p-20,
        -0x1.d14637a65e0aap-25, -0x1.28e3ad3a29b27p-29, -0x1.0fc97c499bf76p-34, -0x1.676503975fe2ep-40,
    },
    {
        -0x1.b82ce3ca05bc4p-6, -0x1.37ab101056a42p-8, 0x1.322fe72f2de32p-6, 0x1.1591284a27fc6p-7,
        -0x1.59a38b7073c94p-8, -0x1.2490c084f397fp-8, -0x1.54b0678741d6ep-12, 0x1.650c238626106p-11,
        0x1.555b9d564417dp-12, 0x1.3a40fc53eb565p-14, 0x1.611609f245c77p-17, 0x1.058487306f0fbp-20,
        0x1.09091139ebd1dp-24, 0x1.7781e1effa831p-29, 0x1.7912809911e3cp-34, 0x1.0ef19190f5245p-39,
    },
    {
        0x1.5afff03183931p-27, 0x1.70b59f61d3394p-7, 0x1.c9c0baa829ba5p-10, -0x1.8e66d10d8e711p-8,
        -0x1.eeb27aa6363bdp-10, 0x1.918f8215aac82p-10, 0x1.ba477283e729ep-11, -0x1.0280c4076410cp-15,
        -0x1.05598a20c7465p-13, -0x1.640183dd8fc14p-15, -0x1.f69051b99aad1p-18, -0x1.b7980794aa6aap-21,
        -0x1.fd0dbf1275132p-25, -0x1.9391dd5007e70p-29, -0x1.befd83da7f9ddp-34, -0x1.5e76fad54ea48p-39,
    },
    {
        0x1.565a1091a7d4cp-8, -0x1.10852e5e99baap-15, -0x1.019dac38e9973p-8, -0x1.911d8c5157990p-14,
        0x1.b52a23669f016p-10, 0x1.c5fcaa10fe0a6p-13, -0x1.813f86832d25ap-12, -0x1.de70a939e4fd3p-14,
        0x1.68e6ee1a96c4bp-16, 0x1.2cb6efdf01dd0p-16, 0x1.22378c6254418p-18, 0x1.35a78921aeb27p-21,
        0x1.a0969e9b5651dp-25, 0x1.754a8d9825c04p-29, 0x1.cb0738126fd33p-34, 0x1.8a84564c0efd9p-39,
    },
    {
        0x1.8142274caed3ep-21, -0x1.05d6b2fc02010p-9, 0x1.317e6d95da925p-12, 0x1.210d9010e6bb0p-10,
        -0x1.6f4eabe80a005p-13, -0x1.747683a626769p-12, 0x1.3b34bb0125f95p-16, 0x1.1769e5c54c746p-14,
        0x1.2d5ab27122b85p-17, -0x1.42904c62e34b8p-18, -0x1.09ba8fca4bc68p-19, -0x1.6d41cb34ad0a8p-22,
        -0x1.2427d7da486dbp-25, -0x1.2b972db46f357p-29, -0x1.9c0aeb89b3339p-34, -0x1.85fcacfb38de5p-39,
    },
    {
        -0x1.c1e58b79da8b1p-11, 0x1.2e463c9719138p-13, 0x1.3bf699dd610e5p-11, -0x1.c1e944765b2c1p-13,
        -0x1.d6015847c81d6p-13, 0x1.71d2e2e768d18p-14, 0x1.b682bd6dfa9ffp-15, -0x1.cea1d4cde21b7p-17,
        -0x1.1deb02f345585p-17, 0x1.4cf86970ebd95p-24, 0x1.67e0fe005a053p-21, 0x1.64a891739ecc0p-23,
        0x1.5fc7cf64224c9p-26, 0x1.a425551b79e72p-30, 0x1.468fed416b3a7p-34, 0x1.56d5417ea28b6p-39,
    },
    {
        0x1.330f58ffcaddfp-17, 0x1.2f0145e568f6fp-12, -0x1.ef5fe693bfee1p-14, -0x1.06205370a1faep-13,
        0x1.580f77a4d7982p-14, 0x1.b332d87e09552p-16, -0x1.7998d2d009282p-16, -0x1.0f219bb65b6cdp-18,
        0x1.8be350f2241e0p-19, 0x1.7552d4e06711fp-21, -0x1.0ab0d13e9ecf5p-23, -0x1.18a487667b76ep-24,
        -0x1.709915f0b929ap-27, -0x1.0a00a204790a3p-30, -0x1.df531829ffd76p-35, -0x1.1cf2b61dcb320p-39,
    },
    {
        0x1.c4ef568f3f56dp-14, -0x1.26642386871b2p-15, -0x1.265b8e03d0c2cp-14, 0x1.af063a1ee7f6ep-15,
        0x1.958ad8d222ae3p-17, -0x1.4ae6029a6cfb9p-16, 0x1.33691eefcc1e8p-21, 0x1.dbf51f1f3d929p-19,
        -0x1.8d61da7caf67bp-23, -0x1.9042b2a7c3aa2p-22, -0x1.688ea8d16bc2cp-26, 0x1.3f2000b7302acp-26,
        0x1.3cc37f523a9e2p-28, 0x1.1b91ad32bae6cp-31, 0x1.298b4ac0eaf79p-35, 0x1.8f38b68785b5dp-40,
    },
};

/// The cells of the table below: z + 2 in quarters of binades, from 2 to 32.
alignas(64) inline constexpr double direct_erfc_middle[] = {
    0x1.0p-2, 0x1.8000000000000p-1, 0x1.4000000000000p+0, 0x1.c000000000000p+0,
    0x1.4000000000000p+1, 0x1.c000000000000p+1, 0x1.2000000000000p+2, 0x1.6000000000000p+2,
    0x1.c000000000000p+2, 0x1.2000000000000p+3, 0x1.6000000000000p+3, 0x1.a000000000000p+3,
    0x1.0p+4, 0x1.4000000000000p+4, 0x1.8000000000000p+4, 0x1.c000000000000p+4,
};

/// e^(z^2) erfc(z), coefficient by coefficient: the first in two parts, then the others.
/// Error 2^-56.2.
alignas(64) inline constexpr double direct_erfc[][16] = {
    {
        0x1.8a6adcda2ea92p-1, 0x1.038d54ea3d834p-1, 0x1.78a692138767ap-2, 0x1.23cfc2f1dc7e0p-2,
        0x1.afbb3f3b7343bp-3, 0x1.3e0a99a0ee914p-3, 0x1.f5b2a049cf4c6p-4, 0x1.9d8a8f2284f2cp-4,
        0x1.46dc6bf900f68p-4, 0x1.fe6cc4a0f9538p-5, 0x1.a273c57e476cep-5, 0x1.627bcc27cb4aep-5,
        0x1.204ddcd967373p-5, 0x1.cd9bc89b73548p-6, 0x1.80d1e88d3c620p-6, 0x1.49ebde7878139p-6,
    },
    {
        -0x1.b3e5e8f69dcbfp-57, -0x1.ec2134d851665p-55, 0x1.4797400f19192p-63, 0x1.3b1040eb318c2p-57,
        -0x1.9f40bca142466p-58, -0x1.902cb7976c65ep-60, -0x1.fc4bbbfb1695ap-58, -0x1.5b0277fa1ecb8p-58,
        -0x1.9c3bae12ae446p-59, 0x1.c95be62ca9a6dp-59, -0x1.6d026e15898ddp-59, -0x1.d520e73ec05a6p-60,
        0x1.b3dbe954f2106p-61, -0x1.c826601a2f019p-65, -0x1.8f9595af81aacp-67, -0x1.d95a8796b0b9fp-62,
    },
    {
        -0x1.7c857b9b3c191p-1, -0x1.78cdd551ee51ap-2, -0x1.abaacdbfa8b07p-3, -0x1.0c3d538446447p-3,
        -0x1.3086d7f01ac85p-4, -0x1.5285d2eb1ef74p-5, -0x1.aa3eb6a946f7ep-6, -0x1.238ca71b93fc3p-6,
        -0x1.6e4b45246f91fp-7, -0x1.c046699d77d51p-8, -0x1.2ddd3d589bfb0p-8, -0x1.b1be47a913fc3p-9,
        -0x1.1f305584ff3edp-9, -0x1.705e8c0688050p-10, -0x1.001a68f1b5449p-10, -0x1.7892d6052da5dp-11,
    },
    {
        0x1.2b497df35fa2cp-1, 0x1.d90093ae10927p-3, 0x1.b56f45eef7e58p-4, 0x1.c8d0cef0f810dp-5,
        0x1.98958a7a8e49dp-6, 0x1.5d581133378edp-7, 0x1.62c12cb5f7577p-8, 0x1.95252b932efe3p-9,
        0x1.96a3de47d5b14p-10, 0x1.876373f4a0f3ap-11, 0x1.b1c8923879d89p-12, 0x1.0898f73586fcfp-12,
        0x1.1d875467f863ap-13, 0x1.259993494e472p-14, 0x1.54964558f64cep-15, 0x1.ad8ccfc089fa9p-16,
    },
    {
        -0x1.97997ad3302cdp-2, -0x1.09e77d40e0208p-3, -0x1.9b635ac624ac2p-5, -0x1.6cb52fe48945bp-6,
        -0x1.06320768095f4p-7, -0x1.5e5d7e9899068p-9, -0x1.218ed930b2392p-10, -0x1.15976ddda3c9cp-11,
        -0x1.bf5070ee185a9p-13, -0x1.53c131b5cb1f2p-14, -0x1.3672f098120aap-15, -0x1.41e750b2e0634p-16,
        -0x1.1b561359e7355p-17, -0x1.d36fe3dd90077p-19, -0x1.c48d27f6c7cfdp-20, -0x1.e9ab4c8d1c29dp-21,
    },
    {
        0x1.f0ac9d31f3977p-3, 0x1.1192f5bd68817p-4, 0x1.68a25a6641f4cp-6, 0x1.13648a11ffe79p-7,
        0x1.435c04e208770p-9, 0x1.5632136d8cd6ep-11, 0x1.d00785f2ed501p-13, 0x1.774f4826dc856p-14,
        0x1.e7af6eeff6321p-16, 0x1.254381038c893p-17, 0x1.baa1d9d8421e8p-19, 0x1.8682d21856143p-20,
        0x1.18a08708790e8p-21, 0x1.73a4ded43df73p-23, 0x1.2c675fe0705a9p-24, 0x1.16ecc51155d0fp-25,
    },
    {
        -0x1.146985bdb4e44p-3, -0x1.054d682967352p-5, -0x1.299636d6ca316p-7, -0x1.8bf716a8ecebep-9,
        -0x1.809ce8ad4b3ccp-11, -0x1.460abd6b6a888p-13, -0x1.6d54b133e5521p-15, -0x1.f4e46d17a2fc3p-17,
        -0x1.078bfe3664136p-18, -0x1.f773505c899a1p-21, -0x1.3a555d7a8cf17p-22, -0x1.d868cc70fd721p-24,
        -0x1.156b53c6971bfp-25, -0x1.271eee8124049p-27, -0x1.8e79b8190cda1p-29, -0x1.3d8fbf04cad74p-30,
    },
    {
        0x1.1d0c27d6c40f3p-4, 0x1.d43a7c7a4cda0p-7, 0x1.d1b695aab694fp-9, 0x1.106bd5c04293ep-10,
        0x1.ba8a67cf93137p-13, 0x1.2f839e544dcf4p-15, 0x1.1ad6a32df0c2cp-17, 0x1.4a17e19bfef24p-19,
        0x1.1a6f6b7b24491p-21, 0x1.adc5f7f2aca2ep-24, 0x1.bcbee2a20dbc8p-26, 0x1.1cf1ff6c65d4bp-27,
        0x1.11bbc0efa8536p-29, 0x1.d42321f872cdep-32, 0x1.080e891d054edp-33, 0x1.69529187134bep-35,
    },
    {
        -0x1.132db783a18fbp-5, -0x1.8c97dd2cc1e55p-8, -0x1.5b8bc93f4ffc1p-10, -0x1.683888449b9d2p-12,
        -0x1.edd420d6376c0p-15, -0x1.146bc3a60592fp-17, -0x1.aef8ea20aa2e2p-20, -0x1.add7ac8f5167ep-22,
        -0x1.2c2db7bc59c26p-24, -0x1.6ce662a414549p-27, -0x1.39728611790edp-29, -0x1.56cb0dce13c47p-31,
        -0x1.0d97a9d1bbbe3p-33, -0x1.72d7955203e9ep-36, -0x1.5daa87a798a10p-38, -0x1.9adb10a9ae24dp-40,
    },
    {
        0x1.f54ce20c6ab25p-7, 0x1.3f8189873f9d0p-9, 0x1.f0fe6fb7cbb60p-12, 0x1.cb4c687d71484p-14,
        0x1.0bcba2a18ca88p-16, 0x1.ed2a961a1fd7ep-20, 0x1.4354fb0a95298p-22, 0x1.149cd77c1ba9dp-24,
        0x1.3c768bb30f00bp-27, 0x1.342c86f248848p-30, 0x1.b82d450293445p-33, 0x1.9b410baa3ad65p-35,
        0x1.09057405ca727p-37, 0x1.2569bb5b72382p-40, 0x1.cea351c95dd87p-43, 0x1.d2e2ed1ef42abp-45,
    },
    {
        -0x1.b181e84856c69p-8, -0x1.ec0d2263dbf1dp-11, -0x1.55c08eadd73b3p-13, -0x1.1b291aff1852ep-15,
        -0x1.1ad1fa90b26b2p-18, -0x1.af5de666d7a9bp-22, -0x1.de098c36c4b98p-25, -0x1.6000305c4ee99p-27,
        -0x1.4b0150f911965p-30, -0x1.02e806e6465ccp-33, -0x1.33ef15c09c2b3p-36, -0x1.ec0bb555330d2p-39,
        -0x1.040cd49c03220p-41, -0x1.cfbe412e7770cp-45, -0x1.31cbca45da74ep-47, -0x1.091d00aede14ap-49,
    },
    {
        0x1.65b081ed78bd7p-9, 0x1.6b982fdd28fc7p-12, 0x1.c5703c8425157p-15, 0x1.5273f77f2c67dp-17,
        0x1.23507a9c8c0cfp-20, 0x1.724fe0e9d6d2ap-24, 0x1.5c64d316fb9f5p-27, 0x1.bb09cce486bcbp-30,
        0x1.5789990cf0b7cp-33, 0x1.b0c95b881fa46p-37, 0x1.ad454e063db70p-40, 0x1.258f55b3ca6b9p-42,
        0x1.fd668e2b9e012p-46, 0x1.6e08e6a3e752ap-49, 0x1.93e91d9fafd94p-52, 0x1.2ce444a4a26c3p-54,
    },
    {
        -0x1.1aa9351177c1cp-10, -0x1.02a18f290e9ffp-13, -0x1.22f00ed78820cp-16, -0x1.88efcb4cbd460p-19,
        -0x1.24c285a1ab911p-22, -0x1.38183e466f06ap-26, -0x1.f4c1c6f0ad917p-30, -0x1.13cd5da4a454ap-32,
        -0x1.615a7f98791bbp-36, -0x1.67ab36a30f9a7p-40, -0x1.2a0ae209f332ep-43, -0x1.5d49ed1893436p-46,
        -0x1.f168ebf4b69e0p-50, -0x1.206c0c1b611f5p-53, -0x1.0a766cd57e37ep-56, -0x1.553d769373df0p-59,
    },
    {
        0x1.adbefb3182320p-12, 0x1.6367fc46a52f6p-15, 0x1.6a0fe57ef434dp-18, 0x1.bc079c13673e2p-21,
        0x1.202106a2e0c42p-24, 0x1.02befff558b02p-28, 0x1.634613347fb98p-32, 0x1.53e90fb7a61d1p-35,
        0x1.694e827819878p-39, 0x1.2998705d02bedp-43, 0x1.9c82718accbbbp-47, 0x1.9e8f6eda6e07fp-50,
        0x1.e56a0d48de30ap-54, 0x1.c638b414142f0p-58, 0x1.5f5db9421003ep-61, 0x1.82cf65326e5e9p-64,
    },
    {
        -0x1.43c183fce4e8cp-13, -0x1.e3b4552450f10p-17, -0x1.be32c1e1f4fedp-20, -0x1.f1065141e1382p-23,
        -0x1.23f5c0642bd0cp-26, -0x1.b5bd5b2628120p-31, -0x1.ff652c7e678a0p-35, -0x1.a761cb65016ebp-38,
        -0x1.84f05763844cfp-42, -0x1.fd50f93217e41p-47, -0x1.24424cd7700a1p-50, -0x1.f499ed8b8bcc6p-54,
        -0x1.f396230283991p-58, -0x1.722f1684d3795p-62, -0x1.da973d9197c83p-66, -0x1.be4d93f28e3f8p-69,
    },
    {
        0x1.c6b70d98b2019p-15, 0x1.3648cbd60cc0bp-18, 0x1.0584ad8b7eeacp-21, 0x1.0a8a7e1c4b64cp-24,
        0x1.121aec50c98afp-28, 0x1.5e64ba9cf37e4p-33, 0x1.613b87609ceb8p-37, 0x1.ff0439f2b51bdp-41,
        0x1.873ee2139bb49p-45, 0x1.a0f1b46eaca8dp-50, 0x1.917f6f2901999p-54, 0x1.27729a6eb5bdfp-57,
        0x1.e5926728a98ffp-62, 0x1.22bf53e2c0eebp-66, 0x1.385a68569d8fep-70, 0x1.f93fe80701178p-74,
    },
};

// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
