// Polynomials and tables of the float functions. Made by derive/derive.py; not edited by hand.
#pragma once

#include <cstdint>

#include "kernels/data/tables.hpp"
#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off

/// (e^r - 1 - r - r^2/2) / r^3; the error is that of e^r.
/// Degree 9 on [-0.34657, 0.34657]; error 2^-59.8.
inline constexpr double exp_cubic[] = {
    0x1.5555555555556p-3, 0x1.5555555555555p-5, 0x1.11111111109b5p-7, 0x1.6c16c16c167e2p-10,
    0x1.a01a01a7c2f83p-13, 0x1.a01a01a47a5ddp-16, 0x1.71de0db2d67a1p-19, 0x1.27e4e1f70fc4ep-22,
    0x1.af389f1c678b1p-26, 0x1.1f66d9746ca33p-29,
};

/// ln 2 in two parts; the first has 40 bits behind the point, so that its multiples are exact.
inline constexpr double ln2_parts[] = {
    0x1.62e42fefa4000p-1, -0x1.8432a1b0e2634p-43,
};

/// ln 2 to 106 bits.
inline constexpr double ln2_pair[] = {
    0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56,
};

using data::log_table;
inline constexpr std::uint64_t log_first = 0x3fe6955500000000u;

/// (ln(1 + r) - r + r^2/2) / r^3; the error is that of ln(1 + r).
/// Degree 6 on [-0.005208, 0.005208]; error 2^-70.7.
inline constexpr double log_cubic[] = {
    0x1.5555555555555p-2, -0x1.0000000000004p-2, 0x1.99999999999a1p-3, -0x1.555555531f172p-3,
    0x1.249249228f84ep-3, -0x1.00027d18850f5p-3, 0x1.c720f8225dea4p-4,
};

/// 1/ln 2 to 106 bits.
inline constexpr double log2_of_e[] = {
    0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56,
};

/// 1/ln 10 to 106 bits.
inline constexpr double log10_of_e[] = {
    0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57,
};

/// m^(-1/3).
/// Degree 5 on [1, 2]; error 2^-17.1.
inline constexpr double inverse_cube_root[] = {
    0x1.c713e2847cbe6p+0, -0x1.8dd4bd7d34771p+0, 0x1.3a267a3d49ad4p+0, -0x1.2c4b958d54c08p-1,
    0x1.37ce9e9ed0a1dp-3, -0x1.0e87006cbe6bbp-6,
};

/// 2^(-j/3), j = 0 to 2.
inline constexpr double inverse_cube_roots[] = {
    0x1.0p+0, 0x1.965fea53d6e3dp-1, 0x1.428a2f98d728bp-1,
};

/// (sin r - r) / r^3 as a polynomial in r^2; the error is that of sin r.
/// Degree 6 on [0, 0.61685]; error 2^-57.1.
inline constexpr double sin_cubic[] = {
    -0x1.5555555555555p-3, 0x1.1111111111110p-7, -0x1.a01a01a019938p-13, 0x1.71de3a5460950p-19,
    -0x1.ae645412c4390p-26, 0x1.61217f0a95ad6p-33, -0x1.ab17d37ab5989p-41,
};

/// (cos r - 1 + r^2/2) / r^4 as a polynomial in r^2; the error is that of cos r.
/// Degree 6 on [0, 0.61685]; error 2^-59.5.
inline constexpr double cos_quartic[] = {
    0x1.5555555555555p-5, -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d0ap-16, -0x1.27e4fb7712d60p-22,
    0x1.1eed8deb9725fp-29, -0x1.9394ba0c066f6p-37, 0x1.ab785a85cd5f2p-45,
};

/// pi/2 in four parts. The first three end 32, 64 and 96 bits behind the point: their products with
/// integers below 2^20 are exact.
inline constexpr double half_pi_parts[] = {
    0x1.921fb54400000p+0, 0x1.0b4611a400000p-34, 0x1.13198a2e00000p-65, 0x1.b839a252049c1p-104,
};

/// pi/2 to 106 bits.
inline constexpr double half_pi_pair[] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
};

/// The bits of 2/pi behind the point, 32 at a time, after 64 zeros.
inline constexpr std::uint32_t two_over_pi[] = {
    0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u,
    0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu,
    0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du,
    0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu,
};

/// (atan u - u) / u^3 as a polynomial in u^2; the error is that of atan u.
/// Degree 5 on [0, 0.00097662]; error 2^-65.6.
inline constexpr double atan_cubic[] = {
    -0x1.5555555555555p-2, 0x1.999999999999ap-3, -0x1.2492492492114p-3, 0x1.c71c71bfa92d5p-4,
    -0x1.745cddc9e8244p-4, 0x1.3a4735d5d07e8p-4,
};

/// atan(j/16) to 106 bits, j = 0 to 16.
inline constexpr double atan_table[] = {
    0.0, 0.0,
    0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60,
    0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59,
    0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58,
    0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57,
    0x1.362773707ebccp-2, -0x1.963a544b672d8p-57,
    0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56,
    0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56,
    0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56,
    0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56,
    0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58,
    0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55,
    0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56,
    0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57,
    0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56,
    0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56,
    0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55,
};

/// 1/sqrt 2 to 106 bits.
inline constexpr double inverse_root_2[] = {
    0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55,
};

/// 2/sqrt pi to 106 bits.
inline constexpr double two_over_root_pi[] = {
    0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56,
};

/// (erf x - 2x/sqrt pi) / x^3 as a polynomial in x^2; the error is that of erf x.
/// Degree 9 on [0, 0.28125]; error 2^-57.8.
inline constexpr double erf_cubic[] = {
    -0x1.812746b0379e7p-2, 0x1.ce2f21a042be1p-4, -0x1.b82ce31288ab4p-6, 0x1.565bcd0e6358cp-8,
    -0x1.c02db3fb33d95p-11, 0x1.f9a324e0168b0p-14, -0x1.f4d1d3f79084bp-17, 0x1.b9d15d42e2c79p-20,
    -0x1.5d68ea5e538a0p-23, 0x1.c4e969e491078p-27,
};

/// (1 + 2z) e^(z^2) erfc z at z = 4, to 106 bits.
inline constexpr double erfc_centre[] = {
    0x1.3ba5916e9fd7fp+0, -0x1.aa9c415679e6fp-55,
};

/// ((1 + 2z) e^(z^2) erfc z - erfc_centre) / q as a polynomial in q = (z - 4)/(z + 4), for z from 0 to 28; the
/// error is that of erfc z.
/// Degree 24 on [-1.0, 0.75]; error 2^-58.1.
inline constexpr double erfc_slope[] = {
    -0x1.1df1ad154a28ep-3, 0x1.f7f5df66fd7bep-7, 0x1.16ecefcfa5397p-4, -0x1.9ddb23c3e9102p-4,
    0x1.7fee004e124d0p-4, -0x1.0fb06dfe48c2ap-4, 0x1.3079edf684422p-5, -0x1.096238854142dp-6,
    0x1.49c672856be85p-8, -0x1.8d4a999df614dp-11, -0x1.a1df248a48994p-13, 0x1.3be0348b0941fp-13,
    -0x1.995971b8b9485p-16, -0x1.78821281aa918p-17, 0x1.7f2bccbed0034p-18, 0x1.3894719fe7d87p-22,
    -0x1.bb5ace53bbe3fp-21, 0x1.51171f39c9d68p-24, 0x1.dd7edf9bc579cp-24, -0x1.6db3e3d44c5ecp-26,
    -0x1.0a9fe7544c443p-26, 0x1.d8ec41bc741b0p-29, 0x1.23971e8ed5884p-29, -0x1.4a717661899d6p-32,
    -0x1.a056b8671b824p-33,
};

/// 2 sqrt(2/pi) to 106 bits.
inline constexpr double gelu_linear[] = {
    0x1.9884533d43651p+0, -0x1.cbc0d30ebfd15p-54,
};

/// 0.044715 to 106 bits.
inline constexpr double gelu_cubic[] = {
    0x1.6e4e26d4801f7p-5, 0x1.441355475a31ap-59,
};

// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
