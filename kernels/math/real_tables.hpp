// Made by kernels/math/derive/real_tables.py: constants and tables of the double-double functions. The first part
// of a constant is the nearest double, or so short that products with small integers are exact; the next part is
// that of what is left.
#pragma once

#include "kernels/data/tables.hpp"
#include "kernels/math/real_arithmetic.hpp"
#include "kernels/simd/tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {
// clang-format off

/// 64 / ln 2.
inline constexpr double exp_steps_per_unit = 0x1.71547652b82fep6;
/// ln 2 / 64; the products of the first two parts with an integer below 2^18 are exact.
inline constexpr double exp_step[3] = {
    0x1.62e42fef8p-7, 0x1.1cf79abc8p-42, 0x1.e3b39803f2f6bp-78};
using data::reals::exp_table;
/// ln 2.
inline constexpr double ln2_rounded[3] = {
    0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111};
/// (exp(r) - 1 - r) / r^2: Taylor to r^10; |r| <= ln 2 / 128, rest < 2^-114.
inline constexpr polynomial<5, 6> exp_rest = {
    {{0x1p-1, 0.0},
     {0x1.5555555555555p-3, 0x1.5555555555555p-57},
     {0x1.5555555555555p-5, 0x1.5555555555555p-59},
     {0x1.1111111111111p-7, 0x1.1111111111111p-63},
     {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65}},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-16, 0x1.71de3a556c734p-19, 0x1.27e4fb7789f5cp-22, 0x1.ae64567f544e4p-26,
     0x1.1eed8eff8d898p-29}};

/// ln 2; the products of the first two parts with an integer below 2^11 are exact.
inline constexpr double ln2_parts[3] = {
    0x1.62e42fefa38p-1, 0x1.ef35793c76p-45, 0x1.cc01f97b57a08p-87};
/// 1 / ln 2.
inline constexpr double log2_of_e[3] = {
    0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56, -0x1.60bb8a5442ab9p-110};
/// 1 / ln 10.
inline constexpr double log10_of_e[3] = {
    0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.ee191f71a3012p-112};
using data::reals::log_table;
/// (log((1 + s)/(1 - s)) - 2s) / s^3 in s^2: Taylor to s^12; |s| <= 2^-8, rest < 2^-114.
inline constexpr polynomial<3, 4> log_rest = {
    {{0x1.5555555555555p-1, 0x1.5555555555555p-55},
     {0x1.999999999999ap-2, -0x1.999999999999ap-56},
     {0x1.2492492492492p-2, 0x1.2492492492492p-56}},
    {0x1.c71c71c71c71cp-3, 0x1.745d1745d1746p-3, 0x1.3b13b13b13b14p-3, 0x1.1111111111111p-3}};

/// pi / 2.
inline constexpr double half_pi[2] = {
    0x1.921fb54442d18p0, 0x1.1a62633145c07p-54};
/// pi / 4.
inline constexpr double quarter_pi = 0x1.921fb54442d18p-1;
/// 2 / pi.
inline constexpr double two_over_pi_rounded = 0x1.45f306dc9c883p-1;
/// pi / 2; the products of the first four parts with an integer below 2^20 are exact.
inline constexpr double half_pi_pieces[6] = {
    0x1.921fb544p0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252p-104, 0x1.27044533e63ap-142, 0x1.05df531d89cd9p-198};
/// The bits of 2/pi behind 11 words of zeros: bit 352 + i has the weight 2^-(i+1).
inline constexpr std::uint32_t two_over_pi[54] = {
    0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
    0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b,
    0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea,
    0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d, 0xa9e39161, 0x5ee61b08, 0x6599855f};
/// (sin(r) / r - 1) / r^2 in r^2: Taylor to r^26; |r| <= 0.79, rest < 2^-116.
inline constexpr polynomial<8, 6> sin_rest = {
    {{-0x1.5555555555555p-3, -0x1.5555555555555p-57},
     {0x1.1111111111111p-7, 0x1.1111111111111p-63},
     {-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73},
     {0x1.71de3a556c734p-19, -0x1.c154f8ddc6cp-73},
     {-0x1.ae64567f544e4p-26, 0x1.c062e06d1f209p-80},
     {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
     {-0x1.ae7f3e733b81fp-41, -0x1.1d8656b0ee8cbp-97},
     {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103}},
    {-0x1.2f49b46814157p-57, 0x1.71b8ef6dcf572p-66, -0x1.761b41316381ap-75, 0x1.3f3ccdd165fa9p-84,
     -0x1.d1ab1c2dccea3p-94, 0x1.259f98b4358adp-103}};
/// (cos(r) - 1) / r^2 in r^2: Taylor to r^26; |r| <= 0.79, rest < 2^-112.
inline constexpr polynomial<8, 6> cos_rest = {
    {{-0x1p-1, 0.0},
     {0x1.5555555555555p-5, 0x1.5555555555555p-59},
     {-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65},
     {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
     {-0x1.27e4fb7789f5cp-22, -0x1.cbbc05b4fa99ap-76},
     {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
     {-0x1.93974a8c07c9dp-37, -0x1.05d6f8a2efd1fp-92},
     {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101}},
    {-0x1.6827863b97d97p-53, 0x1.e542ba4020225p-62, -0x1.0ce396db7f853p-70, 0x1.f2cf01972f578p-80,
     -0x1.88e85fc6a4e5ap-89, 0x1.0a18a2635085dp-98}};

using data::reals::atan_table;
/// (atan(t) / t - 1) / t^2 in t^2: Taylor to t^14; |t| <= 2^-7, rest < 2^-129.
inline constexpr polynomial<3, 5> atan_rest = {
    {{-0x1.5555555555555p-2, -0x1.5555555555555p-56},
     {0x1.999999999999ap-3, -0x1.999999999999ap-57},
     {-0x1.2492492492492p-3, -0x1.2492492492492p-57}},
    {0x1.c71c71c71c71cp-4, -0x1.745d1745d1746p-4, 0x1.3b13b13b13b14p-4, -0x1.1111111111111p-4, 0x1.e1e1e1e1e1e1ep-5}};

/// The tail is a function of y = (x - shift) / (x + shift) in 14 pieces from y = -1/2 on.
inline constexpr double erf_shift = 3.0;
/// The width of a piece.
inline constexpr double erf_width = 0x1.8p-4;
/// 2 / erf_width.
inline constexpr double erf_stretch[2] = {
    0x1.5555555555555p4, 0x1.5555555555555p-50};
inline constexpr std::size_t erf_terms = 22, erf_pairs = 14;
using data::reals::erf_table;
/// sqrt(1/2).
inline constexpr double root_half[2] = {
    0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55};

/// 0.044715.
inline constexpr double gelu_cubic[3] = {
    0x1.6e4e26d4801f7p-5, 0x1.441355475a31ap-59, 0x1.2f6e82949a565p-113};
/// 2 sqrt(2/pi).
inline constexpr double gelu_factor[3] = {
    0x1.9884533d43651p0, -0x1.cbc0d30ebfd15p-54, -0x1.c7402c7d60cfbp-110};
// clang-format on
}  // namespace reals
}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
