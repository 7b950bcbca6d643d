// Polynomials of the quick phase of the float functions. Made by derive/quick.py; not edited by hand.
#pragma once

#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// clang-format off

/// (e^r - 1) / r; the error is that of e^r - 1.
/// Degree 8 on [-0.34657, 0.34657]; error 2^-43.6.
inline constexpr double quick_exp_slope[] = {
    0x1.fffffffffff9ep-1, 0x1.fffffffff735ap-2, 0x1.555555556d5c8p-3, 0x1.55555573f4a96p-5,
    0x1.111110d9643f4p-7, 0x1.6c164e614624cp-10, 0x1.a01a8cbd220fep-13, 0x1.a159cdd3e8335p-16,
    0x1.71debc2be3fa3p-19,
};

/// 2^(j/16), less j where a double's exponent has its sixteenths.
inline constexpr double quick_exp_sixteenths[] = {
    0x1.0p+0, 0x1.fb5586cf9890fp-1, 0x1.f72b83c7d517bp-1, 0x1.f387a6e756238p-1,
    0x1.f06fe0a31b715p-1, 0x1.edea64c123422p-1, 0x1.ebfdad5362a27p-1, 0x1.eab07dd485429p-1,
    0x1.ea09e667f3bcdp-1, 0x1.ea11473eb0187p-1, 0x1.eace5422aa0dbp-1, 0x1.ec49182a3f090p-1,
    0x1.ee89f995ad3adp-1, 0x1.f199bdd85529cp-1, 0x1.f5818dcfba487p-1, 0x1.fa4afa2a490dap-1,
};

/// (e^r - 1) / r; the error is that of e^r - 1.
/// Degree 4 on [-0.021662, 0.021662]; error 2^-41.1.
inline constexpr double quick_exp_slope_by_16[] = {
    0x1.fffffffffffe5p-1, 0x1.fffffffe5b8f5p-2, 0x1.55555556b107bp-3, 0x1.55570abd950cep-5,
    0x1.111115c6a83c2p-7,
};

/// 2^(j/32).
inline constexpr float quick_float_exp_power[] = {
    0x1.000000p+0f, 0x1.059b0ep+0f, 0x1.0b5586p+0f, 0x1.11301ep+0f, 0x1.172b84p+0f, 0x1.1d4874p+0f,
    0x1.2387a6p+0f, 0x1.29e9e0p+0f, 0x1.306fe0p+0f, 0x1.371a74p+0f, 0x1.3dea64p+0f, 0x1.44e086p+0f,
    0x1.4bfdaep+0f, 0x1.5342b6p+0f, 0x1.5ab07ep+0f, 0x1.6247ecp+0f, 0x1.6a09e6p+0f, 0x1.71f75ep+0f,
    0x1.7a1148p+0f, 0x1.82589ap+0f, 0x1.8ace54p+0f, 0x1.93737cp+0f, 0x1.9c4918p+0f, 0x1.a5503cp+0f,
    0x1.ae89fap+0f, 0x1.b7f770p+0f, 0x1.c199bep+0f, 0x1.cb720ep+0f, 0x1.d5818ep+0f, 0x1.dfc974p+0f,
    0x1.ea4afap+0f, 0x1.f50766p+0f,
};

/// The logarithm of what 2^(j/32) is of that.
inline constexpr float quick_float_exp_rest[] = {
    0x0.0p+0f, -0x1.947416p-25f, 0x1.8d96d4p-25f, -0x1.dda2fep-25f, -0x1.9c0c22p-27f, -0x1.a2fbb4p-25f,
    0x1.964902p-25f, -0x1.2b0dbcp-25f, 0x1.125002p-25f, -0x1.cde8cep-26f, 0x1.370be4p-25f, 0x1.336de2p-30f,
    -0x1.0a3552p-25f, -0x1.c541b6p-26f, -0x1.00d8acp-27f, -0x1.6cb284p-25f, 0x1.26055cp-26f, 0x1.8b2bb8p-26f,
    -0x1.05cb44p-25f, -0x1.1c2142p-26f, 0x1.67a1cap-28f, -0x1.348e56p-25f, 0x1.a3b5e4p-28f, -0x1.0b7ec8p-25f,
    -0x1.f9c306p-27f, -0x1.e4c886p-26f, -0x1.6961b4p-28f, -0x1.b5151ep-28f, -0x1.a5217cp-28f, -0x1.ab7132p-26f,
    0x1.61428ep-28f, -0x1.2ad5f8p-27f,
};

/// The same and 10 * 2^-39.
inline constexpr float quick_float_exp_rest_above[] = {
    0x1.400000p-36f, -0x1.944c16p-25f, 0x1.8dbed4p-25f, -0x1.dd7afep-25f, -0x1.9b6c22p-27f, -0x1.a2d3b4p-25f,
    0x1.967102p-25f, -0x1.2ae5bcp-25f, 0x1.127802p-25f, -0x1.cd98cep-26f, 0x1.3733e4p-25f, 0x1.386de2p-30f,
    -0x1.0a0d52p-25f, -0x1.c4f1b6p-26f, -0x1.0038acp-27f, -0x1.6c8a84p-25f, 0x1.26555cp-26f, 0x1.8b7bb8p-26f,
    -0x1.05a344p-25f, -0x1.1bd142p-26f, 0x1.68e1cap-28f, -0x1.346656p-25f, 0x1.a4f5e4p-28f, -0x1.0b56c8p-25f,
    -0x1.f92306p-27f, -0x1.e47886p-26f, -0x1.6821b4p-28f, -0x1.b3d51ep-28f, -0x1.a3e17cp-28f, -0x1.ab2132p-26f,
    0x1.62828ep-28f, -0x1.2a35f8p-27f,
};

/// (e^r - 1 - r) / r^2; the error is that of e^r.
/// Degree 2 on [-0.010834, 0.010834]; error 2^-42.4.
inline constexpr float quick_float_exp_square[] = {
    0x1.000000p-1f, 0x1.5555c8p-3f, 0x1.555480p-5f,
};

/// What 2^(j/32) is more than that, in units of that, and 7 * 2^-39.
inline constexpr float quick_float_exp2_rest[] = {
    0x1.c00000p-37f, -0x1.945814p-25f, 0x1.8db2d4p-25f, -0x1.dd86fcp-25f, -0x1.9b9c22p-27f, -0x1.a2dfb2p-25f,
    0x1.966504p-25f, -0x1.2af1bcp-25f, 0x1.126c02p-25f, -0x1.cdb0cep-26f, 0x1.3727e4p-25f, 0x1.36ede2p-30f,
    -0x1.0a1950p-25f, -0x1.c509b4p-26f, -0x1.0068acp-27f, -0x1.6c9684p-25f, 0x1.263d5cp-26f, 0x1.8b63b8p-26f,
    -0x1.05af44p-25f, -0x1.1be942p-26f, 0x1.6881cap-28f, -0x1.347256p-25f, 0x1.a495e4p-28f, -0x1.0b62c8p-25f,
    -0x1.f95304p-27f, -0x1.e49086p-26f, -0x1.6881b4p-28f, -0x1.b4351ep-28f, -0x1.a4417cp-28f, -0x1.ab3932p-26f,
    0x1.62228ep-28f, -0x1.2a65f8p-27f,
};

/// The slope there, 2^(j/32) ln 2.
inline constexpr float quick_float_exp2_slope[] = {
    0x1.62e430p-1f, 0x1.6aa998p-1f, 0x1.729a8ep-1f, 0x1.7ab80ap-1f, 0x1.830304p-1f, 0x1.8b7c7ap-1f,
    0x1.942570p-1f, 0x1.9cfef2p-1f, 0x1.a60a12p-1f, 0x1.af47e2p-1f, 0x1.b8b980p-1f, 0x1.c2600ep-1f,
    0x1.cc3cb6p-1f, 0x1.d650a6p-1f, 0x1.e09d14p-1f, 0x1.eb233ep-1f, 0x1.f5e466p-1f, 0x1.0070ecp+0f,
    0x1.060e72p+0f, 0x1.0bcb72p+0f, 0x1.11a89ep+0f, 0x1.17a6a8p+0f, 0x1.1dc648p+0f, 0x1.24083ep+0f,
    0x1.2a6d48p+0f, 0x1.30f62ap+0f, 0x1.37a3acp+0f, 0x1.3e76a0p+0f, 0x1.456fd2p+0f, 0x1.4c901ep+0f,
    0x1.53d85ap+0f, 0x1.5b496ap+0f,
};

/// What it is more than that, in the same units.
inline constexpr float quick_float_exp2_slope_rest[] = {
    -0x1.05c610p-29f, -0x1.53e1c2p-26f, 0x1.3e1576p-26f, 0x1.b283ccp-29f, -0x1.5c6f04p-26f, -0x1.a21dd4p-26f,
    0x1.68b616p-28f, 0x1.864610p-26f, -0x1.36e7b8p-26f, -0x1.c6bbf4p-27f, -0x1.40af6ep-27f, 0x1.a1b296p-29f,
    -0x1.65a90cp-28f, -0x1.356bf8p-28f, 0x1.3d906ap-29f, -0x1.d0c9bcp-27f, -0x1.1b4f26p-26f, -0x1.251ffap-25f,
    -0x1.c2acd6p-26f, -0x1.fa69a6p-28f, -0x1.469842p-25f, -0x1.d68220p-26f, 0x1.10c5a6p-25f, 0x1.3b170ep-29f,
    -0x1.a0ade6p-26f, -0x1.bd62b2p-26f, 0x1.dc6114p-26f, -0x1.71643cp-26f, 0x1.8638b0p-26f, -0x1.839aa6p-26f,
    0x1.13b026p-27f, -0x1.ecd6a0p-27f,
};

/// (2^f - 1 - f ln 2) / f^2; the error is that of 2^f.
/// Degree 2 on [-0.015625, 0.015625]; error 2^-42.1.
inline constexpr float quick_float_exp2_square[] = {
    0x1.ebfbe0p-3f, 0x1.c6b126p-5f, 0x1.3b29f2p-7f,
};

/// c for each of 16 cells of significands from 3/4 to 3/2; 1 for the two next to 1.
inline constexpr double quick_log_inverse[] = {
    0x1.0p+0, 0x1.d41d41d41d41dp-1, 0x1.bacf914c1bad0p-1, 0x1.a41a41a41a41ap-1,
    0x1.8f9c18f9c18fap-1, 0x1.7d05f417d05f4p-1, 0x1.6c16c16c16c17p-1, 0x1.5c9882b931057p-1,
    0x1.4e5e0a72f0539p+0, 0x1.4141414141414p+0, 0x1.3521cfb2b78c1p+0, 0x1.29e4129e4129ep+0,
    0x1.1f7047dc11f70p+0, 0x1.15b1e5f75270dp+0, 0x1.0c9714fbcda3bp+0, 0x1.0p+0,
};

/// -ln c.
inline constexpr double quick_log_of_inverse[] = {
    0x0.0p+0, 0x1.6f0d28ae56b4ep-4, 0x1.29552f81ff521p-3, 0x1.9525a9cf456b6p-3,
    0x1.fb9186d5e3e29p-3, 0x1.2e8e2bae11d31p-2, 0x1.5d1bdbf5809cap-2, 0x1.89a3386c1425bp-2,
    -0x1.1178e8227e47ap-2, -0x1.d1037f2655e7bp-3, -0x1.823c16551a3c0p-3, -0x1.365fcb0159014p-3,
    -0x1.da7276384469ep-4, -0x1.4d3115d207eacp-4, -0x1.894aa149fb34bp-5, 0x0.0p+0,
};

/// (ln(1 + r) - r) / r^2; the error is that of ln(1 + r).
/// Degree 6 on [-0.03125, 0.0625]; error 2^-45.4.
inline constexpr double quick_log_square[] = {
    -0x1.0000000002737p-1, 0x1.555555520dca0p-2, -0x1.fffffed3bac35p-3, 0x1.9999dce46c119p-3,
    -0x1.555f7045794d7p-3, 0x1.2426ad18c1d6ap-3, -0x1.cd4a840682970p-4,
};

/// (ln((1 + s)/(1 - s)) - 2s) / s^3 as a polynomial in s^2, for arguments from 1/sqrt 2 to sqrt 2.
/// Degree 4 on [7.1871e-6, 0.029438]; error 2^-44.9.
inline constexpr double quick_log_cubic[] = {
    0x1.555555561d79bp-1, 0x1.999996ab4bad9p-2, 0x1.2494112066155p-2, 0x1.c62b55e92dbbep-3,
    0x1.9111fbd65e478p-3,
};

/// The same for arguments from 1/2 to 2.
/// Degree 7 on [2.7127e-5, 0.11111]; error 2^-49.0.
inline constexpr double quick_log1p_cubic[] = {
    0x1.555555554dea8p-1, 0x1.999999aa5be8fp-2, 0x1.249242af2a56fp-2, 0x1.c71ed839ff8d8p-3,
    0x1.741e3c6fcd8c4p-3, 0x1.3ecaa6e2669bep-3, 0x1.e20c83841326ap-4, 0x1.7f2637dcfb8cbp-3,
};

/// (2 atanh(s) - 2s) / s^3 as a polynomial in s^2, |s| up to 0.205.
/// Degree 5 on [1.026e-5, 0.042025]; error 2^-48.6.
inline constexpr double quick_atanh_cubic[] = {
    0x1.5555555545f70p-1, 0x1.999999d0ebc6bp-2, 0x1.2492280a6a097p-2, 0x1.c72e9c1acf811p-3,
    0x1.71db5c8ee17bep-3, 0x1.6611dba2e4badp-3,
};

/// -ln c, with 40 bits behind the point.
inline constexpr double quick_log_of_inverse_high[] = {
    0x0.0p+0, 0x1.6f0d28ae50000p-4, 0x1.29552f81f8000p-3, 0x1.9525a9cf40000p-3,
    0x1.fb9186d5e0000p-3, 0x1.2e8e2bae10000p-2, 0x1.5d1bdbf580000p-2, 0x1.89a3386c14000p-2,
    -0x1.1178e82280000p-2, -0x1.d1037f2658000p-3, -0x1.823c165520000p-3, -0x1.365fcb0160000p-3,
    -0x1.da72763850000p-4, -0x1.4d3115d210000p-4, -0x1.894aa14a00000p-5, 0x0.0p+0,
};

/// The rest of -ln c.
inline constexpr double quick_log_of_inverse_low[] = {
    0x0.0p+0, 0x1.ad376f9266e7bp-42, 0x1.d485301771c40p-41, 0x1.5ad6d904c1d4ep-41,
    0x1.f14a6aaa3361cp-42, 0x1.d30dc2cc91a85p-42, 0x1.393411b1c1ee4p-43, 0x1.2d92d38c40882p-45,
    0x1.b8591cc74be04p-42, 0x1.0c293f3adb7b7p-42, 0x1.70fe9232ce70cp-41, 0x1.bfae415f72d23p-41,
    0x1.72c35ff02c746p-41, 0x1.02a7c4b05e9c4p-41, 0x1.32d52ba0b44d0p-43, 0x0.0p+0,
};

/// (ln(1 + r) - r) / r^2; the error is that of ln(1 + r).
/// Degree 8 on [-0.03125, 0.0625]; error 2^-56.2.
inline constexpr double quick_log_long_square[] = {
    -0x1.0000000000003p-1, 0x1.5555555555f5ep-2, -0x1.fffffffff1c92p-3, 0x1.99999980a827bp-3,
    -0x1.555554b4e95f6p-3, 0x1.2492d813524d4p-3, -0x1.0009b7c4eea00p-3, 0x1.c5760467ad228p-4,
    -0x1.6604920eb2780p-4,
};

/// c for each of 32 cells of significands from 1 to 2; 1 and 1/2 in the outermost ones.
inline constexpr float quick_float_log_inverse[] = {
    0x1.000000p+0f, 0x1.e80000p-1f, 0x1.d80000p-1f, 0x1.d00000p-1f, 0x1.c00000p-1f, 0x1.b80000p-1f,
    0x1.a80000p-1f, 0x1.a00000p-1f, 0x1.980000p-1f, 0x1.880000p-1f, 0x1.800000p-1f, 0x1.780000p-1f,
    0x1.700000p-1f, 0x1.680000p-1f, 0x1.600000p-1f, 0x1.580000p-1f, 0x1.500000p-1f, 0x1.4c0000p-1f,
    0x1.440000p-1f, 0x1.400000p-1f, 0x1.380000p-1f, 0x1.340000p-1f, 0x1.2c0000p-1f, 0x1.280000p-1f,
    0x1.200000p-1f, 0x1.1c0000p-1f, 0x1.180000p-1f, 0x1.140000p-1f, 0x1.100000p-1f, 0x1.0c0000p-1f,
    0x1.080000p-1f, 0x1.000000p-1f,
};

/// -ln c, with 17 bits behind the point.
inline constexpr float quick_float_log_high[] = {
    0x0.0p+0f, 0x1.895000p-5f, 0x1.4d3000p-4f, 0x1.933800p-4f, 0x1.117800p-3f, 0x1.366000p-3f,
    0x1.823c00p-3f, 0x1.a94000p-3f, 0x1.d10400p-3f, 0x1.117800p-2f, 0x1.269600p-2f, 0x1.3c2600p-2f,
    0x1.522a00p-2f, 0x1.68ac00p-2f, 0x1.7fb000p-2f, 0x1.973a00p-2f, 0x1.af5200p-2f, 0x1.bb9600p-2f,
    0x1.d49000p-2f, 0x1.e14800p-2f, 0x1.fb3600p-2f, 0x1.043600p-1f, 0x1.11b000p-1f, 0x1.188f00p-1f,
    0x1.269600p-1f, 0x1.2dbf00p-1f, 0x1.350300p-1f, 0x1.3c6100p-1f, 0x1.43da00p-1f, 0x1.4b7000p-1f,
    0x1.532300p-1f, 0x1.62e400p-1f,
};

/// The rest of it.
inline constexpr float quick_float_log_low[] = {
    0x0.0p+0f, -0x1.57ad82p-19f, 0x1.15d208p-20f, -0x1.0d1536p-19f, 0x1.d044fcp-20f, -0x1.a7f538p-22f,
    0x1.6551a4p-23f, -0x1.2c3752p-19f, -0x1.01b354p-20f, 0x1.d044fcp-19f, 0x1.089a6ep-21f, -0x1.b1199ap-19f,
    0x1.c0e714p-19f, 0x1.07d38ep-19f, -0x1.7109fap-20f, 0x1.a189acp-21f, 0x1.2a491ap-19f, 0x1.1b80e2p-22f,
    0x1.236f7ep-21f, 0x1.4344e4p-19f, -0x1.d4216ep-20f, 0x1.7cec08p-22f, -0x1.f70e2ap-19f, -0x1.bf0dc4p-21f,
    0x1.089a6ep-20f, 0x1.55ec38p-19f, -0x1.d4989cp-19f, -0x1.fcf250p-19f, -0x1.a0db88p-26f, -0x1.48347ap-20f,
    -0x1.d97988p-21f, 0x1.7f7d1cp-20f,
};

/// -log2 c, with 16 bits behind the point.
inline constexpr float quick_float_log2_high[] = {
    0x0.0p+0f, 0x1.1bb000p-4f, 0x1.e0b000p-4f, 0x1.22d800p-3f, 0x1.8a8800p-3f, 0x1.bfc800p-3f,
    0x1.169c00p-2f, 0x1.32c000p-2f, 0x1.4f7000p-2f, 0x1.8a8800p-2f, 0x1.a90000p-2f, 0x1.c81800p-2f,
    0x1.e7e000p-2f, 0x1.042c00p-1f, 0x1.14c600p-1f, 0x1.25c000p-1f, 0x1.372200p-1f, 0x1.3ffa00p-1f,
    0x1.520000p-1f, 0x1.5b2c00p-1f, 0x1.6de000p-1f, 0x1.776800p-1f, 0x1.8ad800p-1f, 0x1.94c200p-1f,
    0x1.a90000p-1f, 0x1.b35400p-1f, 0x1.bdce00p-1f, 0x1.c87000p-1f, 0x1.d33800p-1f, 0x1.de2a00p-1f,
    0x1.e94600p-1f, 0x1.000000p+0f,
};

/// The rest of it.
inline constexpr float quick_float_log2_low[] = {
    0x0.0p+0f, 0x1.953002p-19f, 0x1.ae8f30p-20f, 0x1.6e155ap-18f, 0x1.80abfcp-19f, -0x1.858000p-19f,
    0x1.4d8fc6p-24f, -0x1.1c8f12p-22f, -0x1.134c4ep-20f, 0x1.80abfcp-18f, -0x1.a39fbep-20f, 0x1.dc2d46p-18f,
    -0x1.40358ep-19f, -0x1.5a32c2p-20f, -0x1.3e032ep-18f, 0x1.408c78p-18f, 0x1.5db83ap-20f, 0x1.a9ce9ep-18f,
    -0x1.a39fbep-18f, 0x1.ed0cbap-20f, -0x1.eac382p-20f, -0x1.f6b4c2p-20f, 0x1.1b3cdap-19f, 0x1.0e9258p-18f,
    -0x1.a39fbep-19f, 0x1.61d876p-19f, 0x1.3b992cp-18f, -0x1.0902b6p-18f, 0x1.20a6dep-21f, -0x1.c4fd14p-19f,
    -0x1.a6eb1ep-18f, 0x0.0p+0f,
};

/// -lg c, with 18 bits behind the point.
inline constexpr float quick_float_log10_high[] = {
    0x0.0p+0f, 0x1.55a000p-6f, 0x1.216800p-5f, 0x1.5e3800p-5f, 0x1.db1000p-5f, 0x1.0d9800p-4f,
    0x1.4f7c00p-4f, 0x1.715c00p-4f, 0x1.93e800p-4f, 0x1.db1000p-4f, 0x1.ffc000p-4f, 0x1.129a00p-3f,
    0x1.25ba00p-3f, 0x1.394800p-3f, 0x1.4d4400p-3f, 0x1.61b600p-3f, 0x1.76a400p-3f, 0x1.814c00p-3f,
    0x1.96fe00p-3f, 0x1.a20a00p-3f, 0x1.b88e00p-3f, 0x1.c40800p-3f, 0x1.db7000p-3f, 0x1.e76200p-3f,
    0x1.ffc000p-3f, 0x1.061800p-2f, 0x1.0c6700p-2f, 0x1.12cd00p-2f, 0x1.194b00p-2f, 0x1.1fe200p-2f,
    0x1.269200p-2f, 0x1.344100p-2f,
};

/// The rest of it.
inline constexpr float quick_float_log10_low[] = {
    0x0.0p+0f, -0x1.0b6fe4p-20f, 0x1.b5c8c2p-25f, 0x1.66b7eap-21f, 0x1.ed766ap-21f, -0x1.9339b0p-20f,
    -0x1.526444p-20f, 0x1.0ce368p-20f, -0x1.0f81e0p-23f, 0x1.ed766ap-20f, -0x1.ea21c4p-23f, -0x1.6c1308p-21f,
    0x1.042b5ep-20f, -0x1.fe10d6p-20f, -0x1.f6296ep-25f, 0x1.273306p-20f, 0x1.72edfap-21f, -0x1.6dbc86p-20f,
    -0x1.c938c0p-20f, -0x1.5ec10cp-21f, 0x1.9f3e5ep-21f, 0x1.ce13d4p-21f, 0x1.8fd2dcp-20f, -0x1.b7f72ap-20f,
    -0x1.ea21c4p-22f, 0x1.7427eap-21f, 0x1.1d6abep-22f, 0x1.8dce4cp-21f, 0x1.def7b6p-21f, -0x1.a50d3ep-22f,
    -0x1.33d610p-22f, 0x1.a84fbcp-21f,
};

/// (ln(1 + r) - r + r^2/2) / r^3; the error is that of ln(1 + r).
/// Degree 3 on [-0.020508, 0.03125]; error 2^-36.2.
inline constexpr float quick_float_log_cubic[] = {
    0x1.555554p-2f, -0x1.000068p-2f, 0x1.99bf84p-3f, -0x1.4d75b2p-3f,
};

/// (sin r - r) / r^3 as a polynomial in r^2, |r| up to pi/2.
/// Degree 5 on [0.0006024, 2.4674]; error 2^-43.7.
inline constexpr double quick_sin_cubic[] = {
    -0x1.555555554712ap-3, 0x1.1111110a5534fp-7, -0x1.a019fd592b849p-13, 0x1.71dcf845183fdp-19,
    -0x1.ae03f71bfbf8bp-26, 0x1.52dbd965f8915p-33,
};

/// The same, |r| up to pi/4.
/// Degree 4 on [0.0001506, 0.61687]; error 2^-47.5.
inline constexpr double quick_tan_sine[] = {
    -0x1.5555555552239p-3, 0x1.1111110c8720bp-7, -0x1.a019f9393c0c9p-13, 0x1.71d76cf7a0bfbp-19,
    -0x1.a961949cdbff4p-26,
};

/// (cos r - 1) / r^2 as a polynomial in r^2, |r| up to pi/4.
/// Degree 4 on [0.0001506, 0.61687]; error 2^-43.6.
inline constexpr double quick_tan_cosine[] = {
    -0x1.ffffffffe98b4p-2, 0x1.55555545c5189p-5, -0x1.6c16b348a1a54p-10, 0x1.a00eb996378d1p-16,
    -0x1.23c9786cea7bcp-22,
};

/// The bits of 2^(8 (j - 128)) / pi from 2^22 to 2^-6 for j = 130 to 143, by the last four bits of j.
inline constexpr double quick_turns_first[] = {
    0x0.0p+0, 0x0.0p+0, 0x1.45f3000000000p+14, 0x1.45f306d000000p+22,
    0x1.f306dc9000000p+22, 0x1.06dc9c8000000p+22, 0x1.b939104000000p+21, 0x1.391054a000000p+21,
    0x1.1054a7e000000p+21, 0x1.529fc20000000p+19, 0x1.4fe13a8000000p+20, 0x1.f84eafa000000p+22,
    0x1.3abe8f8000000p+20, 0x1.5f47d4c000000p+21, 0x1.a3ea69b000000p+22, 0x1.ea69bb8000000p+22,
};

/// Those from 2^-7 to 2^-35.
inline constexpr double quick_turns_second[] = {
    0x0.0p+0, 0x0.0p+0, 0x1.b727220000000p-8, 0x1.9391054000000p-7,
    0x1.91054a7000000p-7, 0x1.054a7f0000000p-7, 0x1.4a7f09d000000p-7, 0x1.fc2757c000000p-9,
    0x1.09d5f47000000p-7, 0x1.d5f47d4000000p-7, 0x1.f47d4d3000000p-7, 0x1.f534ddc000000p-9,
    0x1.4d37703000000p-7, 0x1.377036d000000p-7, 0x1.7036d8a000000p-7, 0x1.b6c52b0000000p-10,
};

/// The others, rounded.
inline constexpr double quick_turns_third[] = {
    0x0.0p+0, 0x0.0p+0, 0x1.529fc2757d1f5p-37, 0x1.4fe13abe8fa9ap-36,
    0x1.e13abe8fa9a6fp-36, 0x1.3abe8fa9a6ee0p-36, 0x1.7d1f534ddc0dbp-37, 0x1.1f534ddc0db63p-37,
    0x1.a9a6ee06db14bp-36, 0x1.a6ee06db14acdp-36, 0x1.dc0db6295993cp-37, 0x1.b6c52b3278872p-42,
    0x1.b6295993c4390p-37, 0x1.14acc9e21c821p-36, 0x1.5993c439041fep-37, 0x1.93c439041fe51p-37,
};

/// The sine of j pi/32 rounded.
inline constexpr float quick_float_sine_high[] = {
    0x0.0p+0f, 0x1.917a6cp-4f, 0x1.8f8b84p-3f, 0x1.294062p-2f, 0x1.87de2ap-2f, 0x1.e2b5d4p-2f,
    0x1.1c73b4p-1f, 0x1.44cf32p-1f, 0x1.6a09e6p-1f, 0x1.8bc806p-1f, 0x1.a9b662p-1f, 0x1.c38b30p-1f,
    0x1.d906bcp-1f, 0x1.e9f416p-1f, 0x1.f6297cp-1f, 0x1.fd88dap-1f, 0x1.000000p+0f, 0x1.fd88dap-1f,
    0x1.f6297cp-1f, 0x1.e9f416p-1f, 0x1.d906bcp-1f, 0x1.c38b30p-1f, 0x1.a9b662p-1f, 0x1.8bc806p-1f,
    0x1.6a09e6p-1f, 0x1.44cf32p-1f, 0x1.1c73b4p-1f, 0x1.e2b5d4p-2f, 0x1.87de2ap-2f, 0x1.294062p-2f,
    0x1.8f8b84p-3f, 0x1.917a6cp-4f,
};

/// What that leaves of it.
inline constexpr float quick_float_sine_low[] = {
    0x0.0p+0f, -0x1.eb25eap-31f, -0x1.cb2cfap-30f, 0x1.dab3e0p-27f, 0x1.abaa58p-28f, -0x1.fe4272p-28f,
    -0x1.9465cep-27f, 0x1.424776p-27f, 0x1.9fcef4p-27f, 0x1.62a2e8p-26f, 0x1.21d434p-26f, -0x1.cfe84ap-26f,
    0x1.e651a8p-26f, -0x1.273a44p-26f, 0x1.feeb96p-26f, 0x1.e89292p-28f, 0x0.0p+0f, 0x1.e89292p-28f,
    0x1.feeb96p-26f, -0x1.273a44p-26f, 0x1.e651a8p-26f, -0x1.cfe84ap-26f, 0x1.21d434p-26f, 0x1.62a2e8p-26f,
    0x1.9fcef4p-27f, 0x1.424776p-27f, -0x1.9465cep-27f, -0x1.fe4272p-28f, 0x1.abaa58p-28f, 0x1.dab3e0p-27f,
    -0x1.cb2cfap-30f, -0x1.eb25eap-31f,
};

/// The cosine of j pi/32 rounded.
inline constexpr float quick_float_cosine_high[] = {
    0x1.000000p+0f, 0x1.fd88dap-1f, 0x1.f6297cp-1f, 0x1.e9f416p-1f, 0x1.d906bcp-1f, 0x1.c38b30p-1f,
    0x1.a9b662p-1f, 0x1.8bc806p-1f, 0x1.6a09e6p-1f, 0x1.44cf32p-1f, 0x1.1c73b4p-1f, 0x1.e2b5d4p-2f,
    0x1.87de2ap-2f, 0x1.294062p-2f, 0x1.8f8b84p-3f, 0x1.917a6cp-4f, 0x0.0p+0f, -0x1.917a6cp-4f,
    -0x1.8f8b84p-3f, -0x1.294062p-2f, -0x1.87de2ap-2f, -0x1.e2b5d4p-2f, -0x1.1c73b4p-1f, -0x1.44cf32p-1f,
    -0x1.6a09e6p-1f, -0x1.8bc806p-1f, -0x1.a9b662p-1f, -0x1.c38b30p-1f, -0x1.d906bcp-1f, -0x1.e9f416p-1f,
    -0x1.f6297cp-1f, -0x1.fd88dap-1f,
};

/// What that leaves of it.
inline constexpr float quick_float_cosine_low[] = {
    0x0.0p+0f, 0x1.e89292p-28f, 0x1.feeb96p-26f, -0x1.273a44p-26f, 0x1.e651a8p-26f, -0x1.cfe84ap-26f,
    0x1.21d434p-26f, 0x1.62a2e8p-26f, 0x1.9fcef4p-27f, 0x1.424776p-27f, -0x1.9465cep-27f, -0x1.fe4272p-28f,
    0x1.abaa58p-28f, 0x1.dab3e0p-27f, -0x1.cb2cfap-30f, -0x1.eb25eap-31f, 0x0.0p+0f, 0x1.eb25eap-31f,
    0x1.cb2cfap-30f, -0x1.dab3e0p-27f, -0x1.abaa58p-28f, 0x1.fe4272p-28f, 0x1.9465cep-27f, -0x1.424776p-27f,
    -0x1.9fcef4p-27f, -0x1.62a2e8p-26f, -0x1.21d434p-26f, 0x1.cfe84ap-26f, -0x1.e651a8p-26f, 0x1.273a44p-26f,
    -0x1.feeb96p-26f, -0x1.e89292p-28f,
};

/// pi/32 in three parts.
inline constexpr float quick_float_step[] = {
    0x1.921fb6p-4f, -0x1.777a5cp-29f, -0x1.ee59dap-54f,
};

/// (r - sin r) / r^3 as a polynomial in r^2, |r| up to pi/64 + 1/128.
/// Degree 1 on [7.9043e-7, 0.0032376]; error 2^-35.6.
inline constexpr float quick_float_sine[] = {
    0x1.555556p-3f, -0x1.110990p-7f,
};

/// (cos r - 1) / r^2 as a polynomial in r^2, |r| up to pi/64 + 1/128.
/// Degree 1 on [7.9043e-7, 0.0032376]; error 2^-35.6.
inline constexpr float quick_float_cosine[] = {
    -0x1.000000p-1f, 0x1.554834p-5f,
};

/// A number in each of 16 cells of half a binade, that from 1/16 on the seventh entry.
inline constexpr double quick_atan_middle[] = {
    0x1.3504f333f9de6p+1, 0x1.b78f34fc55f09p+1, 0x1.33b6101db3b50p+2, 0x1.b70b2ceac5110p+2,
    0x1.3354f7937bb17p+3, 0x1.0p+90, 0x0.0p+0, 0x1.bfe4566cb138cp-4,
    0x1.3fb1faabbf66ap-3, 0x1.bf9535a96540dp-3, 0x1.3edd6983a7389p-2, 0x1.be89019b51d1dp-2,
    0x1.3c6ef372fe950p-1, 0x1.bc0e249480c49p-1, 0x1.3845118db5992p+0, 0x1.b9224dab8d580p+0,
};

/// Their arc tangents.
inline constexpr double quick_atan_of_middle[] = {
    0x1.2d97c7f3321d2p+0, 0x1.49952004c912ep+0, 0x1.5da0a7c6d9b5dp+0, 0x1.6d114072b01efp+0,
    0x1.779078c2f83ebp+0, 0x1.921fb54442d18p+0, 0x0.0p+0, 0x1.be1e96057903ep-4,
    0x1.3d22c4c92395cp-3, 0x1.b8a78a27d6df0p-3, 0x1.351ea1f3d8fafp-2, 0x1.a514023a34d20p-2,
    0x1.1b6e192ebbe45p-1, 0x1.6dcc57bb565fdp-1, 0x1.c4a83936311dap-1, 0x1.0b833be165cc9p+0,
};

/// (atan(r) - r) / r^3 as a polynomial in r^2, |r| up to 0.1.
/// Degree 3 on [9.5367e-7, 0.010486]; error 2^-45.2.
inline constexpr double quick_atan_cubic[] = {
    -0x1.555555540bd30p-2, 0x1.999990444a74ep-3, -0x1.2487c23f38b43p-3, 0x1.bdbaff332db75p-4,
};

/// atan(t) / t as a polynomial in t^2, t from 0 to 1.
/// Degree 15 on [9.0949e-13, 1.0]; error 2^-44.6.
inline constexpr double quick_atan[] = {
    0x1.ffffffffffea3p-1, -0x1.55555554fb65cp-2, 0x1.9999995bcb160p-3, -0x1.249240b67a26cp-3,
    0x1.c71b3ae8a9d76p-4, -0x1.744f735577d2cp-4, 0x1.3aae182c9cf9ep-4, -0x1.0efed724aa9e0p-4,
    0x1.d2249aa5af37ep-5, -0x1.825cc6933548ap-5, 0x1.245683c6a4c69p-5, -0x1.799dc299d62fep-6,
    0x1.8236d8e8e4142p-7, -0x1.1e0799c15f559p-8, 0x1.0c77f70ea66c1p-10, -0x1.dadc4c73b0646p-14,
};

/// asin(t) / t as a polynomial in t^2, t from 0 to 1/2.
/// Degree 9 on [9.0949e-13, 0.25]; error 2^-44.0.
inline constexpr double quick_asin[] = {
    0x1.ffffffffffe04p-1, 0x1.55555556da7a4p-3, 0x1.333331aa25119p-4, 0x1.6db775036ffe9p-5,
    0x1.f1a8c3e4c9327p-6, 0x1.704176ac56b4bp-6, 0x1.0d73c3a8bdc47p-6, 0x1.331bbba9223a8p-6,
    -0x1.9415a230a5584p-9, 0x1.0756ddc826ee8p-5,
};

/// c near j/62.
inline constexpr float quick_float_asin_center[] = {
    0x0.0p+0f, 0x1.081870p-6f, 0x1.083ae0p-5f, 0x1.8c89f8p-5f, 0x1.0836f4p-4f, 0x1.4a6804p-4f,
    0x1.8c48a8p-4f, 0x1.ce5988p-4f, 0x1.08515ep-3f, 0x1.2957f6p-3f, 0x1.4a616ep-3f, 0x1.6b6602p-3f,
    0x1.8c694ap-3f, 0x1.ad6eb2p-3f, 0x1.ce6d92p-3f, 0x1.ef8682p-3f, 0x1.084122p-2f, 0x1.18c412p-2f,
    0x1.294be2p-2f, 0x1.39d520p-2f, 0x1.4a4f24p-2f, 0x1.5ad344p-2f, 0x1.6b5f2ep-2f, 0x1.7bdff2p-2f,
    0x1.8c5e30p-2f, 0x1.9ce596p-2f, 0x1.ad7130p-2f, 0x1.bdecf0p-2f, 0x1.ce7484p-2f, 0x1.def29ep-2f,
    0x1.ef7d6ep-2f, 0x1.fffcaap-2f,
};

/// asin c to a multiple of 2^-22.
inline constexpr float quick_float_asin_high[] = {
    0x0.0p+0f, 0x1.081b00p-6f, 0x1.084680p-5f, 0x1.8cb180p-5f, 0x1.086600p-4f, 0x1.4ac400p-4f,
    0x1.8ce780p-4f, 0x1.cf5640p-4f, 0x1.090ea0p-3f, 0x1.2a6600p-3f, 0x1.4bd4a0p-3f, 0x1.6d5540p-3f,
    0x1.8eede0p-3f, 0x1.b0a4a0p-3f, 0x1.d27340p-3f, 0x1.f47e00p-3f, 0x1.0b4770p-2f, 0x1.1c6890p-2f,
    0x1.2da3d0p-2f, 0x1.3ef730p-2f, 0x1.5052c0p-2f, 0x1.61d2f0p-2f, 0x1.737730p-2f, 0x1.852d20p-2f,
    0x1.96ffe0p-2f, 0x1.a8fe40p-2f, 0x1.bb2530p-2f, 0x1.cd60e0p-2f, 0x1.dfd270p-2f, 0x1.f264b0p-2f,
    0x1.0299c0p-1f, 0x1.0c1338p-1f,
};

/// What that leaves of it.
inline constexpr float quick_float_asin_low[] = {
    0x0.0p+0f, 0x1.7659b0p-24f, 0x1.bfd6aep-25f, 0x1.3a8f20p-24f, -0x1.a6e1d0p-25f, 0x1.028e26p-26f,
    0x1.7bb466p-24f, 0x1.59f3fap-24f, 0x1.ac2166p-26f, -0x1.63f1a2p-24f, 0x1.32cfcap-27f, -0x1.f17accp-26f,
    0x1.1d0d20p-25f, 0x1.c48198p-25f, 0x1.3f0766p-24f, 0x1.f27284p-25f, -0x1.d992f8p-25f, -0x1.316d2cp-25f,
    -0x1.21a482p-24f, -0x1.2ef52ap-25f, 0x1.79f46ap-24f, -0x1.de79bap-27f, -0x1.953ec8p-24f, -0x1.083d82p-25f,
    0x1.07f0aep-25f, -0x1.3f1844p-26f, -0x1.ae1686p-29f, 0x1.35c09ep-24f, -0x1.1a328ep-24f, -0x1.b51f00p-25f,
    0x1.ecd4d0p-24f, -0x1.8b3fcap-25f,
};

/// Its first derivative.
inline constexpr float quick_float_asin_slope[] = {
    0x1.000000p+0f, 0x1.000884p+0f, 0x1.00221ep+0f, 0x1.004ceap+0f, 0x1.0088c6p+0f, 0x1.00d644p+0f,
    0x1.0134e4p+0f, 0x1.01a58cp+0f, 0x1.0228bap+0f, 0x1.02bdd8p+0f, 0x1.0365c2p+0f, 0x1.0420bap+0f,
    0x1.04ef48p+0f, 0x1.05d20ap+0f, 0x1.06c958p+0f, 0x1.07d6e2p+0f, 0x1.08f99ep+0f, 0x1.0a33a2p+0f,
    0x1.0b85e4p+0f, 0x1.0cf128p+0f, 0x1.0e74f6p+0f, 0x1.1014c8p+0f, 0x1.11d1e2p+0f, 0x1.13abb2p+0f,
    0x1.15a4a4p+0f, 0x1.17bff6p+0f, 0x1.19ff26p+0f, 0x1.1c6180p+0f, 0x1.1eed60p+0f, 0x1.21a232p+0f,
    0x1.2486a4p+0f, 0x1.2799d0p+0f,
};

/// What is multiplied by the square of the distance from c.
inline constexpr float quick_float_asin_square[] = {
    0x0.0p+0f, 0x1.0832e2p-7f, 0x1.08a498p-6f, 0x1.8defd2p-6f, 0x1.09df54p-5f, 0x1.4da85cp-5f,
    0x1.91e9e8p-5f, 0x1.d75444p-5f, 0x1.0f0fe8p-4f, 0x1.32ffd2p-4f, 0x1.57b5b8p-4f, 0x1.7d431cp-4f,
    0x1.a3c7a4p-4f, 0x1.cb64f6p-4f, 0x1.f4302ap-4f, 0x1.0f3a70p-3f, 0x1.25089ap-3f, 0x1.3bafe8p-3f,
    0x1.5346acp-3f, 0x1.6be064p-3f, 0x1.857d18p-3f, 0x1.a06068p-3f, 0x1.bca874p-3f, 0x1.da57c4p-3f,
    0x1.f9a33cp-3f, 0x1.0d66fap-2f, 0x1.1f00d2p-2f, 0x1.31a472p-2f, 0x1.459024p-2f, 0x1.5acdfep-2f,
    0x1.71a3a8p-2f, 0x1.8a1e1ap-2f,
};

/// What is multiplied by the third power of the distance from c.
inline constexpr float quick_float_asin_cubic[] = {
    0x1.5553dcp-3f, 0x1.55bdc8p-3f, 0x1.56f18ep-3f, 0x1.58f57cp-3f, 0x1.5bca1cp-3f, 0x1.5f796ep-3f,
    0x1.64015cp-3f, 0x1.6971eap-3f, 0x1.6fd76ap-3f, 0x1.7731dcp-3f, 0x1.7f9496p-3f, 0x1.890cdep-3f,
    0x1.93ad18p-3f, 0x1.9f8ab2p-3f, 0x1.acb97cp-3f, 0x1.bb623ep-3f, 0x1.cb8a82p-3f, 0x1.dd6696p-3f,
    0x1.f11f20p-3f, 0x1.036f00p-2f, 0x1.0f5ee8p-2f, 0x1.1c8e58p-2f, 0x1.2b1f1ap-2f, 0x1.3b26a8p-2f,
    0x1.4cd7d0p-2f, 0x1.60736ep-2f, 0x1.763198p-2f, 0x1.8e3acap-2f, 0x1.a90750p-2f, 0x1.c6d3acp-2f,
    0x1.e8389cp-2f, 0x1.06b3a4p-1f,
};

/// What is multiplied by the fourth power of the distance from c; all together are off by 2^-35.0.
inline constexpr float quick_float_asin_fourth[] = {
    0x1.ee3d04p-11f, 0x1.7f577cp-8f, 0x1.8ad580p-7f, 0x1.2b1f32p-6f, 0x1.92832cp-6f, 0x1.fc7770p-6f,
    0x1.34e252p-5f, 0x1.6d9bfcp-5f, 0x1.a8d4c4p-5f, 0x1.e700d6p-5f, 0x1.144f58p-4f, 0x1.371c92p-4f,
    0x1.5c34f6p-4f, 0x1.83ee24p-4f, 0x1.aea810p-4f, 0x1.dccef6p-4f, 0x1.076ebcp-3f, 0x1.22afa6p-3f,
    0x1.407a26p-3f, 0x1.612a16p-3f, 0x1.852980p-3f, 0x1.acf35ep-3f, 0x1.d916dcp-3f, 0x1.051dbap-2f,
    0x1.2092f4p-2f, 0x1.3f5f3ap-2f, 0x1.620c38p-2f, 0x1.893e00p-2f, 0x1.b5b914p-2f, 0x1.e86a18p-2f,
    0x1.1137cap-1f, 0x1.2af80ep-1f,
};

/// c near j/31.
inline constexpr float quick_float_atan_center[] = {
    0x0.0p+0f, 0x1.08349ap-5f, 0x1.084be6p-4f, 0x1.8c758ep-4f, 0x1.083b14p-3f, 0x1.4a5884p-3f,
    0x1.8c5b9cp-3f, 0x1.ce679ap-3f, 0x1.083f58p-2f, 0x1.294c00p-2f, 0x1.4a5282p-2f, 0x1.6b5e28p-2f,
    0x1.8c659ap-2f, 0x1.ad69a2p-2f, 0x1.ce777ep-2f, 0x1.ef7ed0p-2f, 0x1.084028p-1f, 0x1.18c740p-1f,
    0x1.29468ap-1f, 0x1.39ccd0p-1f, 0x1.4a55a2p-1f, 0x1.5ad75cp-1f, 0x1.6b5d62p-1f, 0x1.7bdf5ap-1f,
    0x1.8c6194p-1f, 0x1.9ce7acp-1f, 0x1.ad6c12p-1f, 0x1.bdf020p-1f, 0x1.ce71eap-1f, 0x1.def86ep-1f,
    0x1.ef7814p-1f, 0x1.000000p+0f,
};

/// atan c to a multiple of 2^-22.
inline constexpr float quick_float_atan_high[] = {
    0x0.0p+0f, 0x1.081d00p-5f, 0x1.07ee40p-4f, 0x1.8b3a40p-4f, 0x1.06c780p-3f, 0x1.478660p-3f,
    0x1.878480p-3f, 0x1.c6c780p-3f, 0x1.029b10p-2f, 0x1.2157a0p-2f, 0x1.3f87e0p-2f, 0x1.5d2c90p-2f,
    0x1.7a34c0p-2f, 0x1.969a80p-2f, 0x1.b26340p-2f, 0x1.cd7c90p-2f, 0x1.e7e410p-2f, 0x1.00d310p-1f,
    0x1.0d55c0p-1f, 0x1.198528p-1f, 0x1.255df8p-1f, 0x1.30da00p-1f, 0x1.3c0230p-1f, 0x1.46d218p-1f,
    0x1.514e10p-1f, 0x1.5b79e8p-1f, 0x1.6553f0p-1f, 0x1.6edee8p-1f, 0x1.781bd8p-1f, 0x1.8110a0p-1f,
    0x1.89b938p-1f, 0x1.921fb8p-1f,
};

/// What that leaves of it.
inline constexpr float quick_float_atan_low[] = {
    0x0.0p+0f, 0x1.51fbe0p-24f, -0x1.3bb5c2p-26f, 0x1.f3572cp-24f, -0x1.651b26p-24f, -0x1.e34e54p-24f,
    0x1.d3c7f0p-30f, -0x1.adef76p-24f, -0x1.9edbecp-24f, 0x1.ea5f56p-26f, 0x1.da437ap-24f, -0x1.de30c6p-24f,
    0x1.f75c1ap-24f, 0x1.e4fd3ap-24f, -0x1.27fdaap-25f, -0x1.0c1338p-24f, -0x1.0b3854p-28f, -0x1.e68cdcp-26f,
    -0x1.f3ba44p-27f, 0x1.194cf6p-24f, 0x1.2ffd0ap-25f, 0x1.1797e8p-24f, 0x1.dbb09ap-24f, 0x1.f7149ap-25f,
    0x1.a147dap-24f, 0x1.cb779ep-24f, 0x1.4fb170p-27f, 0x1.1ab2ecp-24f, -0x1.d69394p-24f, 0x1.212480p-29f,
    0x1.e66ec0p-27f, -0x1.5dde98p-24f,
};

/// Its first derivative, 1 / (1 + c^2).
inline constexpr float quick_float_atan_slope[] = {
    0x1.000000p+0f, 0x1.ff77cep-1f, 0x1.fde08ap-1f, 0x1.fb3f6ep-1f, 0x1.f79deap-1f, 0x1.f30438p-1f,
    0x1.ed83e2p-1f, 0x1.e72a4ap-1f, 0x1.e0089cp-1f, 0x1.d832b0p-1f, 0x1.cfbe64p-1f, 0x1.c6bd4cp-1f,
    0x1.bd4664p-1f, 0x1.b36db8p-1f, 0x1.a942b8p-1f, 0x1.9edcf6p-1f, 0x1.944dccp-1f, 0x1.899f78p-1f,
    0x1.7ee9f4p-1f, 0x1.743116p-1f, 0x1.6983c6p-1f, 0x1.5ef2cep-1f, 0x1.548016p-1f, 0x1.4a38cep-1f,
    0x1.4020e6p-1f, 0x1.363bc8p-1f, 0x1.2c9156p-1f, 0x1.23244cp-1f, 0x1.19f86cp-1f, 0x1.110bdap-1f,
    0x1.08661ap-1f, 0x1.000000p-1f,
};

/// tanh about one of 32 numbers, the first row, by a polynomial of degree 6 in what the argument is more, each of the
/// others a coefficient. Cells of an eighth of a binade of 2.275 x + 1.4375, the argument up to 9.0125; error 2^-34.7.
inline constexpr float quick_float_tanh[][32] = {
    {0x1.3ec5a2p-2f, 0x1.b0c9a8p-2f, 0x1.0b6ce6p-1f, 0x1.44275ep-1f, 0x1.806ecep-1f, 0x1.b0db40p-1f,
     0x1.e8f276p-1f, 0x1.141e40p+0f, 0x1.3db5a2p+0f, 0x1.735732p+0f, 0x1.a8bfeep+0f, 0x1.e4dbecp+0f,
     0x1.0d259ap+1f, 0x1.296036p+1f, 0x1.484654p+1f, 0x1.6153eep+1f, 0x1.8d0ff8p+1f, 0x1.c5d096p+1f,
     0x1.fdff5ep+1f, 0x1.1c0820p+2f, 0x1.36fc00p+2f, 0x1.53e5bap+2f, 0x1.716f5ep+2f, 0x1.8b7bccp+2f,
     0x1.b548a2p+2f, 0x1.ec3fa4p+2f, 0x1.154246p+3f, 0x0.0p+0f, 0x1.bdb77cp-5f, 0x1.c91da2p-4f,
     0x1.492174p-3f, 0x1.b8f7fep-3f},
    {0x1.34dbe0p-2f, 0x1.98bc48p-2f, 0x1.eafe18p-2f, 0x1.1ed17ap-1f, 0x1.457450p-1f, 0x1.609970p-1f,
     0x1.7beaf6p-1f, 0x1.95d96ap-1f, 0x1.b106e0p-1f, 0x1.caa67cp-1f, 0x1.dc36eap-1f, 0x1.e95406p-1f,
     0x1.f0f3b4p-1f, 0x1.f64498p-1f, 0x1.f9f90cp-1f, 0x1.fbeadcp-1f, 0x1.fdef3ep-1f, 0x1.ff25e6p-1f,
     0x1.ffa54cp-1f, 0x1.ffdb62p-1f, 0x1.fff03ap-1f, 0x1.fff99cp-1f, 0x1.fffd76p-1f, 0x1.fffee0p-1f,
     0x1.ffffb2p-1f, 0x1.fffff2p-1f, 0x1.fffffep-1f, 0x0.0p+0f, 0x1.bd4706p-5f, 0x1.c73a38p-4f,
     0x1.46537ep-3f, 0x1.b24734p-3f},
    {0x1.d16bc6p-1f, 0x1.ae6ceap-1f, 0x1.8a49cap-1f, 0x1.5f53a4p-1f, 0x1.311fbcp-1f, 0x1.0d2cd8p-1f,
     0x1.cc2e74p-2f, 0x1.7c965ep-2f, 0x1.2387bep-2f, 0x1.948fc0p-3f, 0x1.14477cp-3f, 0x1.62b796p-4f,
     0x1.da75f4p-5f, 0x1.34774cp-5f, 0x1.7f77c6p-6f, 0x1.043e52p-6f, 0x1.07d87ep-7f, 0x1.b3d71cp-9f,
     0x1.6aafe0p-10f, 0x1.24e58ap-11f, 0x1.f8b83ep-13f, 0x1.98fd76p-14f, 0x1.44ff36p-15f, 0x1.1fffb2p-16f,
     0x1.3800bep-18f, 0x1.c00124p-21f, 0x1.00009ep-23f, 0x1.000000p+0f, 0x1.fe7cc0p-1f, 0x1.f9ad00p-1f,
     0x1.f3003ap-1f, 0x1.e8fa54p-1f},
    {-0x1.18c2b4p-2f, -0x1.579d12p-2f, -0x1.7a1c4cp-2f, -0x1.899eecp-2f, -0x1.83e7ecp-2f, -0x1.72befep-2f,
     -0x1.557792p-2f, -0x1.2dae8ep-2f, -0x1.ed206cp-3f, -0x1.6a6824p-3f, -0x1.00f818p-3f, -0x1.53028cp-4f,
     -0x1.cc841ap-5f, -0x1.2e9a4ap-5f, -0x1.7af42ap-6f, -0x1.022b16p-6f, -0x1.06c802p-7f, -0x1.b31d72p-9f,
     -0x1.6a6fa0p-10f, -0x1.24d096p-11f, -0x1.f8a8b2p-13f, -0x1.98f85cp-14f, -0x1.44fd98p-15f, -0x1.1fff10p-16f,
     -0x1.380078p-18f, -0x1.c000fap-21f, -0x1.00008ap-23f, 0x0.0p+0f, -0x1.bbf63ep-5f, -0x1.c19abep-4f,
     -0x1.3e0a84p-3f, -0x1.9ec032p-3f},
    {-0x1.c33186p-3f, -0x1.2b96f0p-3f, -0x1.463e9ep-4f, -0x1.b6df76p-7f, 0x1.5944d8p-5f, 0x1.2f7d7ep-4f,
     0x1.8fee80p-4f, 0x1.c116c0p-4f, 0x1.bd6cbcp-4f, 0x1.7b9552p-4f, 0x1.25d506p-4f, 0x1.9b84e8p-5f,
     0x1.20d3ecp-5f, 0x1.840eaep-6f, 0x1.ed5702p-7f, 0x1.52b976p-7f, 0x1.5b88eep-8f, 0x1.2119c0p-9f,
     0x1.e28fdcp-11f, 0x1.862fcep-12f, 0x1.50589ep-13f, 0x1.109c76p-14f, 0x1.b149c4p-16f, 0x1.7ff934p-17f,
     0x1.9fbc70p-19f, 0x1.2a7f70p-21f, 0x1.5532acp-24f, -0x1.555556p-2f, -0x1.514ed6p-2f, -0x1.44a020p-2f,
     -0x1.335472p-2f, -0x1.1a0320p-2f},
    {0x1.434476p-3f, 0x1.5ca684p-3f, 0x1.4a4c80p-3f, 0x1.15c9c4p-3f, 0x1.978fd6p-4f, 0x1.1d4910p-4f,
     0x1.3d2b04p-5f, 0x1.71f78ap-7f, -0x1.7fcaf6p-7f, -0x1.89ad92p-6f, -0x1.97e278p-6f, -0x1.4e96c0p-6f,
     -0x1.fb5448p-7f, -0x1.65e6b8p-7f, -0x1.d5c8e0p-8f, -0x1.47d552p-8f, -0x1.55e896p-9f, -0x1.1f2c44p-10f,
     -0x1.e137e2p-12f, -0x1.85b89ap-13f, -0x1.5031a6p-14f, -0x1.108b84p-15f, -0x1.b13784p-17f, -0x1.7ff624p-18f,
     -0x1.9fd564p-20f, -0x1.2ab8a6p-22f, -0x1.547bf8p-25f, -0x1.3dbaaap-20f, 0x1.26b9fap-5f, 0x1.263486p-4f,
     0x1.97e802p-4f, 0x1.01e5d8p-3f},
    {0x1.7686eep-5f, -0x1.1e02acp-11f, -0x1.1195a8p-5f, -0x1.cbe768p-5f, -0x1.07bea6p-4f, -0x1.f51010p-5f,
     -0x1.a14a76p-5f, -0x1.2f1b12p-5f, -0x1.499116p-6f, -0x1.4b9cf2p-8f, 0x1.2045d4p-9f, 0x1.328d40p-8f,
     0x1.2a952ep-8f, 0x1.df6940p-9f, 0x1.5331a4p-9f, 0x1.e9fd74p-10f, 0x1.0a4978p-10f, 0x1.c8b7f6p-12f,
     0x1.81c97ep-13f, 0x1.39805ep-14f, 0x1.0ecc9ep-15f, 0x1.b73080p-17f, 0x1.5d106cp-18f, 0x1.35a3c2p-19f,
     0x1.579774p-21f, 0x1.ec6550p-24f, 0x1.16d636p-26f, 0x1.114912p-3f, 0x1.09365ep-3f, 0x1.ec6398p-4f,
     0x1.b53eaep-4f, 0x1.66ce58p-4f},
    {-0x1.337becp-4f, -0x1.0a74dcp-4f, -0x1.7ea322p-5f, -0x1.80f03ep-6f, -0x1.28bdecp-7f, 0x1.c45b50p-7f,
     0x1.b858a4p-7f, 0x1.5ce17ep-6f, 0x1.feb838p-7f, 0x1.14621ap-7f, 0x1.a58bccp-9f, 0x1.0b9e22p-11f,
     -0x1.162a8ep-11f, -0x1.8ddf2cp-11f, -0x1.68ae82p-11f, -0x1.106cbap-11f, -0x1.49eb12p-12f, -0x1.285866p-13f,
     -0x1.fda9f8p-15f, -0x1.a6f0f0p-16f, -0x1.668c30p-17f, -0x1.277cc8p-18f, -0x1.ddac46p-20f, -0x1.9c6758p-21f,
     -0x1.c59670p-23f, -0x1.3ccf38p-25f, -0x1.a16b9ep-28f, -0x1.0759e8p-8f, -0x1.c74fe0p-6f, -0x1.3e9cdap-5f,
     -0x1.0b6406p-4f, -0x1.97096cp-4f},
};

/// What the expansions of erf are to be multiplied by.
inline constexpr float quick_float_erf_factor = 0x1.2167dep+0f;
/// erf about one of 32 numbers, the first row, by a polynomial of degree 6 in what the argument is more, each of the
/// others a coefficient. Cells of an eighth of a binade of 4.283 x + 1.1875, the argument up to 3.925; error 2^-34.7.
inline constexpr float quick_float_erf[][32] = {
    {0x1.c9132ep-3f, 0x1.1edbbap-2f, 0x1.522bbap-2f, 0x1.8e798cp-2f, 0x1.d291c6p-2f, 0x1.06cc7cp-1f,
     0x1.23c78ep-1f, 0x1.3f08a4p-1f, 0x1.718eecp-1f, 0x1.a871b6p-1f, 0x1.e7c6f2p-1f, 0x1.12d07ap+0f,
     0x1.311824p+0f, 0x1.4d0dfap+0f, 0x1.6ca170p+0f, 0x1.89376cp+0f, 0x1.b4a7bcp+0f, 0x1.f0bd92p+0f,
     0x1.15500ap+1f, 0x1.358efcp+1f, 0x1.51ffa8p+1f, 0x1.702384p+1f, 0x1.8d88dap+1f, 0x1.a9e9bep+1f,
     0x1.d92f8ap+1f, 0x0.0p+0f, 0x1.bb0876p-6f, 0x1.ef37d0p-5f, 0x1.72084cp-4f, 0x1.e8fbe4p-4f,
     0x1.2ba380p-3f, 0x1.63b7b2p-3f},
    {0x1.c0c214p-3f, 0x1.170176p-2f, 0x1.45a8d2p-2f, 0x1.7a88e8p-2f, 0x1.b36204p-2f, 0x1.e1f804p-2f,
     0x1.068e24p-1f, 0x1.199cdep-1f, 0x1.39b20cp-1f, 0x1.57badep-1f, 0x1.745680p-1f, 0x1.8a7ca2p-1f,
     0x1.9b469ep-1f, 0x1.a71b38p-1f, 0x1.b0fbd4p-1f, 0x1.b7630ap-1f, 0x1.bdb816p-1f, 0x1.c22716p-1f,
     0x1.c3e93ap-1f, 0x1.c49df8p-1f, 0x1.c4d0b6p-1f, 0x1.c4e104p-1f, 0x1.c4e53ap-1f, 0x1.c4e63cp-1f,
     0x1.c4e682p-1f, 0x0.0p+0f, 0x1.ba18fep-6f, 0x1.edb100p-5f, 0x1.7056bcp-4f, 0x1.e5c2fep-4f,
     0x1.28f560p-3f, 0x1.5f83c0p-3f},
    {0x1.e6364ap-1f, 0x1.d878e6p-1f, 0x1.ca3d6ep-1f, 0x1.b73b72p-1f, 0x1.9f3cf6p-1f, 0x1.88ae88p-1f,
     0x1.71545ep-1f, 0x1.5a9ad2p-1f, 0x1.2f86c6p-1f, 0x1.0109dep-1f, 0x1.9c6564p-2f, 0x1.42dbb6p-2f,
     0x1.edf1b0p-3f, 0x1.783730p-3f, 0x1.0ccfacp-3f, 0x1.824ad4p-4f, 0x1.bdb788p-5f, 0x1.7ad27ep-6f,
     0x1.2b5810p-7f, 0x1.793a2ap-9f, 0x1.ea54dcp-11f, 0x1.0b8698p-12f, 0x1.0ee6c6p-14f, 0x1.04486cp-16f,
     0x1.37388cp-20f, 0x1.ff0b22p-1f, 0x1.feab82p-1f, 0x1.fd2deap-1f, 0x1.fae3c2p-1f, 0x1.f7cfd6p-1f,
     0x1.f43868p-1f, 0x1.efdb3ep-1f},
    {-0x1.b20dacp-3f, -0x1.08b64cp-2f, -0x1.2ea9b0p-2f, -0x1.55d77cp-2f, -0x1.7a64b6p-2f, -0x1.931c48p-2f,
     -0x1.a4f2ccp-2f, -0x1.aff29ep-2f, -0x1.b62ab8p-2f, -0x1.aa2a84p-2f, -0x1.88e2aep-2f, -0x1.5a9616p-2f,
     -0x1.2655c4p-2f, -0x1.e97454p-3f, -0x1.7ee0ccp-3f, -0x1.28ac40p-3f, -0x1.7c2050p-4f, -0x1.6f882cp-5f,
     -0x1.4443e0p-6f, -0x1.c825e4p-8f, -0x1.43b1aep-9f, -0x1.80b690p-11f, -0x1.a4aca2p-13f, -0x1.b109cap-15f,
     -0x1.1f984ap-18f, 0x0.0p+0f, -0x1.b9e1d6p-6f, -0x1.ec7d66p-5f, -0x1.6e56cep-4f, -0x1.e129f4p-4f,
     -0x1.24beaep-3f, -0x1.58806ap-3f},
    {-0x1.23d990p-2f, -0x1.098c38p-2f, -0x1.ddb6e6p-3f, -0x1.984828p-3f, -0x1.43c72ep-3f, -0x1.ef64d0p-4f,
     -0x1.5930a8p-4f, -0x1.9d0f9cp-5f, 0x1.0fcc4ap-7f, 0x1.00aa34p-4f, 0x1.c0445ep-4f, 0x1.18d714p-3f,
     0x1.2f0facp-3f, 0x1.2b1d2cp-3f, 0x1.11f612p-3f, 0x1.ded2bap-4f, 0x1.65f7a2p-4f, 0x1.9c4e1ep-5f,
     0x1.a275e0p-6f, 0x1.504878p-7f, 0x1.087b08p-8f, 0x1.5a824cp-10f, 0x1.9ce25cp-12f, 0x1.ca8d84p-14f,
     0x1.53a232p-17f, -0x1.54b232p-2f, -0x1.53f2aep-2f, -0x1.50fa32p-2f, -0x1.4c6a8ap-2f, -0x1.464e18p-2f,
     -0x1.3f3712p-2f, -0x1.369f12p-2f},
    {0x1.a3aa90p-4f, 0x1.f59f7cp-4f, 0x1.18a070p-3f, 0x1.335f04p-3f, 0x1.45fa64p-3f, 0x1.4c3d04p-3f,
     0x1.49dba4p-3f, 0x1.3ff488p-3f, 0x1.1dfed6p-3f, 0x1.cdda54p-4f, 0x1.364968p-4f, 0x1.415c40p-5f,
     0x1.f5499cp-8f, -0x1.f6b6cap-7f, -0x1.0df6e6p-5f, -0x1.53eadap-5f, -0x1.652688p-5f, -0x1.158202p-5f,
     -0x1.593460p-6f, -0x1.4a9de0p-7f, -0x1.2741b6p-8f, -0x1.b2306cp-10f, -0x1.1d8c94p-11f, -0x1.598936p-13f,
     -0x1.22336cp-16f, 0x1.e79798p-14f, 0x1.b971b4p-7f, 0x1.e6d090p-6f, 0x1.6ad72cp-5f, 0x1.db0d60p-5f,
     0x1.207aecp-4f, 0x1.511d02p-4f},
    {0x1.35120ap-4f, 0x1.13191ep-4f, 0x1.a00860p-5f, 0x1.399832p-5f, 0x1.67675ap-6f, 0x1.1efdbap-9f,
     -0x1.95a354p-8f, -0x1.bf206cp-6f, -0x1.5fd8f4p-5f, -0x1.cade9ep-5f, -0x1.f965a4p-5f, -0x1.dc8228p-5f,
     -0x1.8b2afep-5f, -0x1.265d86p-5f, -0x1.5d0e4cp-6f, -0x1.3b5512p-7f, 0x1.bdea44p-9f, 0x1.6bf7aep-7f,
     0x1.5a4fc2p-7f, 0x1.b64a3ep-8f, 0x1.d2df30p-9f, 0x1.8e75fep-10f, 0x1.27e960p-11f, 0x1.8b9e26p-13f,
     0x1.9b2f2cp-16f, 0x1.6c5524p-4f, 0x1.88436ep-4f, 0x1.063476p-3f, 0x1.01c0f4p-3f, 0x1.d9c21cp-4f,
     0x1.1206fap-3f, 0x1.1a1a18p-4f},
    {-0x1.84f642p-5f, 0x1.3aac96p-7f, -0x1.38bd2ap-6f, -0x1.3c31a2p-4f, 0x1.ae785ep-7f, -0x1.75e57cp-6f,
     -0x1.b2270cp-5f, 0x1.528170p-4f, -0x1.e603b6p-6f, -0x1.fe96e4p-7f, 0x1.58ffc8p-12f, 0x1.cc01c6p-8f,
     0x1.97f14ap-7f, 0x1.3dbfcep-6f, 0x1.4b0d9cp-6f, 0x1.07bd88p-6f, 0x1.39da9cp-7f, 0x1.e4c0c6p-10f,
     -0x1.0bc2f0p-9f, -0x1.60a266p-9f, -0x1.f6fcfep-10f, -0x1.08e09ap-10f, -0x1.c714f2p-12f, -0x1.4a163ap-13f,
     -0x1.a6e878p-16f, 0x1.515744p-2f, 0x1.57c770p-4f, 0x1.c06666p+0f, 0x1.66bbb4p+0f, 0x1.352aaap+0f,
     0x1.2b96b6p-2f, 0x1.1424f2p-1f},
};

/// With G(t) = t e^(t^2/2) erfc(t/sqrt 2) / 2:
/// G about one of 32 numbers, the first row, by a polynomial of degree 6 in what the argument is more, each of the
/// others a coefficient. Cells of an eighth of a binade of 2.7014 x + 1.6875, the argument up to 9.0; error 2^-35.1.
inline constexpr float quick_float_gelu[][32] = {
    {0x1.536d4ep-3f, 0x1.0dd134p-2f, 0x1.605968p-2f, 0x1.bc214ap-2f, 0x1.11fa3ep-1f, 0x1.3f8e34p-1f,
     0x1.73ec0cp-1f, 0x1.9b9dd6p-1f, 0x1.df1a22p-1f, 0x1.1eb0a4p+0f, 0x1.504f26p+0f, 0x1.809ef4p+0f,
     0x1.b0bd74p+0f, 0x1.e111fap+0f, 0x1.082174p+1f, 0x1.216ae2p+1f, 0x1.411ad2p+1f, 0x1.75ca86p+1f,
     0x1.9f4bccp+1f, 0x1.d53c80p+1f, 0x1.fe4f60p+1f, 0x1.15d288p+2f, 0x1.2f8bfcp+2f, 0x1.48e8dep+2f,
     0x1.6ab5b4p+2f, 0x1.9d76fep+2f, 0x1.cae328p+2f, 0x1.fa9a3cp+2f, 0x1.14b0f0p+3f, 0x0.0p+0f,
     0x1.74ca74p-5f, 0x1.787478p-4f},
    {0x1.2ad28ep-4f, 0x1.ba952ep-4f, 0x1.113142p-3f, 0x1.4439d8p-3f, 0x1.76af20p-3f, 0x1.9d8a1cp-3f,
     0x1.c4d254p-3f, 0x1.df49ccp-3f, 0x1.035adap-2f, 0x1.1a0f2ep-2f, 0x1.2d3470p-2f, 0x1.3c40f0p-2f,
     0x1.48840ap-2f, 0x1.52af0cp-2f, 0x1.5af6e4p-2f, 0x1.626584p-2f, 0x1.6a0c70p-2f, 0x1.73bfb8p-2f,
     0x1.797b88p-2f, 0x1.7f319cp-2f, 0x1.8294b8p-2f, 0x1.859bdcp-2f, 0x1.885cacp-2f, 0x1.8a8a5ap-2f,
     0x1.8cd532p-2f, 0x1.8f5c22p-2f, 0x1.90fe9cp-2f, 0x1.92496ap-2f, 0x1.934234p-2f, 0x0.0p+0f,
     0x1.67a1cap-6f, 0x1.5e5d40p-5f},
    {0x1.8b6d3cp-2f, 0x1.556e64p-2f, 0x1.2f6954p-2f, 0x1.0ae6f8p-2f, 0x1.cf7d84p-3f, 0x1.9abffep-3f,
     0x1.66cd2cp-3f, 0x1.44a60ap-3f, 0x1.132bfcp-3f, 0x1.b8fd40p-4f, 0x1.6134fcp-4f, 0x1.1f81d4p-4f,
     0x1.d8e126p-5f, 0x1.8800f4p-5f, 0x1.490456p-5f, 0x1.12f1a6p-5f, 0x1.bbfd46p-6f, 0x1.3eddfcp-6f,
     0x1.f4f09ep-7f, 0x1.764c24p-7f, 0x1.305a7ep-7f, 0x1.eb0228p-8f, 0x1.86aff0p-8f, 0x1.3c5366p-8f,
     0x1.e6cfd2p-9f, 0x1.5457c2p-9f, 0x1.fd6892p-10f, 0x1.818d62p-10f, 0x1.2be848p-10f, 0x1.000000p-1f,
     0x1.dc5c24p-2f, 0x1.bafe90p-2f},
    {-0x1.2d0b08p-2f, -0x1.f9c70ep-3f, -0x1.b770b2p-3f, -0x1.790bfcp-3f, -0x1.3e570cp-3f, -0x1.135030p-3f,
     -0x1.d3c98ep-4f, -0x1.9e7e58p-4f, -0x1.532834p-4f, -0x1.02e6fap-4f, -0x1.8a7c5cp-5f, -0x1.3225d8p-5f,
     -0x1.e0aab0p-6f, -0x1.7caf22p-6f, -0x1.31e806p-6f, -0x1.e8838cp-7f, -0x1.752e36p-7f, -0x1.ead008p-8f,
     -0x1.68e60cp-8f, -0x1.f113d4p-9f, -0x1.7d030ap-9f, -0x1.20c718p-9f, -0x1.ada844p-10f, -0x1.46a47ap-10f,
     -0x1.d0674cp-11f, -0x1.22e44cp-11f, -0x1.8dd434p-12f, -0x1.13d70cp-12f, -0x1.8c431cp-13f, -0x1.988454p-2f,
     -0x1.77337cp-2f, -0x1.585d30p-2f},
    {0x1.6a2a38p-3f, 0x1.290200p-3f, 0x1.fa0446p-4f, 0x1.a8c878p-4f, 0x1.5decd0p-4f, 0x1.28320ap-4f,
     0x1.eb1110p-5f, 0x1.ab2572p-5f, 0x1.52c3e8p-5f, 0x1.ef640ap-6f, 0x1.68ebdap-6f, 0x1.0c5f56p-6f,
     0x1.9414acp-7f, 0x1.33178ep-7f, 0x1.da6888p-8f, 0x1.6b63f0p-8f, 0x1.07dccap-8f, 0x1.3ff058p-9f,
     0x1.ba82a8p-10f, 0x1.1a5ca0p-10f, 0x1.9978d4p-11f, 0x1.249908p-11f, 0x1.986448p-12f, 0x1.245b1cp-12f,
     0x1.813efcp-13f, 0x1.b215eep-14f, 0x1.0ff5a0p-14f, 0x1.5a488ap-15f, 0x1.cc2dcep-16f, 0x1.00013cp-2f,
     0x1.d0fa04p-3f, 0x1.a5e53ep-3f},
    {-0x1.735e5ap-4f, -0x1.2a136cp-4f, -0x1.f2d630p-5f, -0x1.9a9876p-5f, -0x1.4ad5c4p-5f, -0x1.12bb50p-5f,
     -0x1.bd6114p-6f, -0x1.7cfa3ep-6f, -0x1.25b12ep-6f, -0x1.9d03d4p-7f, -0x1.20e690p-7f, -0x1.9d2cdep-8f,
     -0x1.2b58bcp-8f, -0x1.b615d6p-9f, -0x1.4639b4p-9f, -0x1.e11b10p-10f, -0x1.4d38a0p-10f, -0x1.768144p-11f,
     -0x1.e910e8p-12f, -0x1.22681ep-12f, -0x1.8f9368p-13f, -0x1.0dfb02p-13f, -0x1.628828p-14f, -0x1.df304ep-15f,
     -0x1.2577a6p-15f, -0x1.2a6bb2p-16f, -0x1.578336p-17f, -0x1.92731ep-18f, -0x1.efac58p-19f, -0x1.119688p-3f,
     -0x1.e9c454p-4f, -0x1.b7bafep-4f},
    {0x1.509f04p-5f, 0x1.0ab9c2p-5f, 0x1.b7a19ap-6f, 0x1.60816cp-6f, 0x1.17862ep-6f, 0x1.c74fdap-7f,
     0x1.681cc4p-7f, 0x1.2edf90p-7f, 0x1.cbb000p-8f, 0x1.36ff34p-8f, 0x1.a293b2p-9f, 0x1.1ff16cp-9f,
     0x1.951098p-10f, 0x1.1c951cp-10f, 0x1.9b06bap-11f, 0x1.2bd192p-11f, 0x1.842ffcp-12f, 0x1.961f60p-13f,
     0x1.f62352p-14f, 0x1.166a2ep-14f, 0x1.6bc93ep-15f, 0x1.d2445ep-16f, 0x1.20bf84p-16f, 0x1.741ac6p-17f,
     0x1.a78682p-18f, 0x1.853c3ap-19f, 0x1.9d0c1ap-20f, 0x1.bcff0ep-21f, 0x1.fd9c5cp-22f, 0x1.7f0c94p-4f,
     0x1.cb5f42p-5f, 0x1.8ee534p-5f},
    {-0x1.2eda58p-6f, -0x1.5ec9fep-7f, -0x1.8b4428p-7f, -0x1.149574p-7f, -0x1.840856p-8f, -0x1.b44224p-10f,
     -0x1.1e2492p-8f, -0x1.133be6p-9f, -0x1.56ff10p-9f, -0x1.ac8978p-10f, -0x1.19cdd4p-10f, -0x1.79481ap-11f,
     -0x1.02fe8ep-11f, -0x1.59ab90p-12f, -0x1.0f4a4cp-12f, -0x1.4720ecp-14f, -0x1.9eaec6p-14f, -0x1.a8182ap-15f,
     -0x1.de55e6p-16f, -0x1.038692p-16f, -0x1.380f3cp-17f, -0x1.77e3e0p-18f, -0x1.c0c360p-19f, -0x1.fe2282p-20f,
     -0x1.21a682p-20f, -0x1.fa2d86p-22f, -0x1.d45562p-23f, -0x1.d9b6a4p-24f, -0x1.c3b0bep-25f, -0x1.25a0dap-1f,
     0x1.1c679ap-9f, -0x1.bf3e12p-6f},
};

/// With S(t) = e^t ln(1 + e^-t) - 1, and the error that of S + 1:
/// S about one of 32 numbers, the first row, by a polynomial of degree 6 in what the argument is more, each of the
/// others a coefficient. Cells of an eighth of a binade of 0.949 x + 1.6875, the argument up to 25.6; error 2^-36.0.
inline constexpr float quick_float_softplus[][32] = {
    {0x1.dbb172p-2f, 0x1.7b7d1ap-1f, 0x1.f65694p-1f, 0x1.3dd6f6p+0f, 0x1.829094p+0f, 0x1.ca65a0p+0f,
     0x1.02149ap+1f, 0x1.23d652p+1f, 0x1.5a9cf6p+1f, 0x1.9bb52ap+1f, 0x1.e1e960p+1f, 0x1.10771ap+2f,
     0x1.322f0cp+2f, 0x1.5494a0p+2f, 0x1.77f092p+2f, 0x1.985c8cp+2f, 0x1.cb7de8p+2f, 0x1.076f2ep+3f,
     0x1.2929aep+3f, 0x1.4ae428p+3f, 0x1.6c9ffep+3f, 0x1.8e29acp+3f, 0x1.b00c84p+3f, 0x1.d1cc16p+3f,
     0x1.022b1cp+4f, 0x1.23e30cp+4f, 0x1.459b12p+4f, 0x1.675364p+4f, 0x1.88e494p+4f, 0x1.190a8ep-5f,
     0x1.2336bcp-3f, 0x1.0ec7fep-2f},
    {-0x1.cae52ep-3f, -0x1.75348ep-3f, -0x1.34be3cp-3f, -0x1.f1d8b2p-4f, -0x1.8b2d88p-4f, -0x1.33e944p-4f,
     -0x1.f55a66p-5f, -0x1.886c0ep-5f, -0x1.058a56p-5f, -0x1.3ff230p-6f, -0x1.75d6f4p-7f, -0x1.cbb0b6p-8f,
     -0x1.107882p-8f, -0x1.3f1bf6p-9f, -0x1.6fcfdap-10f, -0x1.bb93cap-11f, -0x1.8f4e6cp-12f, -0x1.16c93ap-13f,
     -0x1.84b63cp-15f, -0x1.0ef8a0p-16f, -0x1.79b736p-18f, -0x1.08de96p-19f, -0x1.6f73aep-21f, -0x1.fff684p-23f,
     -0x1.a61358p-25f, -0x1.9a6f8cp-28f, -0x1.8f1bc6p-31f, -0x1.8410d4p-34f, -0x1.7cf366p-37f, -0x1.337776p-2f,
     -0x1.1eb57ep-2f, -0x1.081ddcp-2f},
    {0x1.4b71f6p-3f, 0x1.1fc660p-3f, 0x1.f35c68p-4f, 0x1.a454a6p-4f, 0x1.59efa8p-4f, 0x1.15ce8cp-4f,
     0x1.cd437ap-5f, 0x1.6fc0c0p-5f, 0x1.f50c8ap-6f, 0x1.37ab62p-6f, 0x1.702caep-7f, 0x1.c766aep-8f,
     0x1.0ef660p-8f, 0x1.3e12fep-9f, 0x1.6f1fc8p-10f, 0x1.bb13bap-11f, 0x1.8f1a92p-12f, 0x1.16bc9cp-13f,
     0x1.84b022p-15f, 0x1.0ef72ap-16f, 0x1.79b688p-18f, 0x1.08de70p-19f, 0x1.6f73a4p-21f, 0x1.fff68ap-23f,
     0x1.a616b6p-25f, 0x1.9a72d2p-28f, 0x1.8f1ef6p-31f, 0x1.8413eep-34f, 0x1.7cf648p-37f, 0x1.8780dcp-3f,
     0x1.79e6acp-3f, 0x1.6928dap-3f},
    {-0x1.33cae0p-5f, -0x1.3fc168p-5f, -0x1.38f53ep-5f, -0x1.24061ep-5f, -0x1.051568p-5f, -0x1.c04f54p-6f,
     -0x1.843d2ep-6f, -0x1.41e1bep-6f, -0x1.cb1084p-7f, -0x1.2798c8p-7f, -0x1.650982p-8f, -0x1.bee9a6p-9f,
     -0x1.0bf6eap-9f, -0x1.3c02fcp-10f, -0x1.6dc062p-11f, -0x1.ba13ecp-12f, -0x1.8eb2d4p-13f, -0x1.16a350p-14f,
     -0x1.84a3d6p-16f, -0x1.0ef42cp-17f, -0x1.79b514p-19f, -0x1.08de14p-20f, -0x1.6f7376p-22f, -0x1.fff672p-24f,
     -0x1.a61658p-26f, -0x1.9a727cp-29f, -0x1.8f1ea2p-32f, -0x1.84139cp-35f, -0x1.7cf5fap-38f, -0x1.e16254p-6f,
     -0x1.070a06p-5f, -0x1.1bfc86p-5f},
    {-0x1.cc4256p-9f, -0x1.92c164p-14f, 0x1.2ca998p-9f, 0x1.0d3b18p-8f, 0x1.50ba60p-8f, 0x1.65ff14p-8f,
     0x1.5cd30cp-8f, 0x1.3faf76p-8f, 0x1.fc07f4p-9f, 0x1.612216p-9f, 0x1.bf1bb0p-10f, 0x1.1ecd48p-10f,
     0x1.5d5da0p-11f, 0x1.9fe0b4p-12f, 0x1.e4049ep-13f, 0x1.25632ap-13f, 0x1.093d32p-14f, 0x1.73397cp-16f,
     0x1.030226p-17f, 0x1.693612p-19f, 0x1.f78db8p-21f, 0x1.612000p-22f, 0x1.e9e466p-24f, 0x1.554798p-25f,
     0x1.19033cp-27f, 0x1.11436ap-30f, 0x1.09b8c4p-33f, 0x1.025e98p-36f, 0x1.fb49f4p-40f, -0x1.297dc4p-7f,
     -0x1.fc969cp-8f, -0x1.9488dep-8f},
    {0x1.aef89ap-9f, 0x1.70b096p-9f, 0x1.18d8eep-9f, 0x1.5fd194p-10f, 0x1.3aaa5cp-11f, 0x1.d320a8p-17f,
     -0x1.3c77dep-12f, -0x1.0ebc2cp-11f, -0x1.420982p-11f, -0x1.147c70p-11f, -0x1.877162p-12f, -0x1.090c34p-12f,
     -0x1.4dc15cp-13f, -0x1.95097cp-14f, -0x1.dcbee4p-15f, -0x1.22bd46p-15f, -0x1.0829c8p-16f, -0x1.72b348p-18f,
     -0x1.02e18ap-19f, -0x1.6926cap-21f, -0x1.f785e0p-23f, -0x1.611fccp-24f, -0x1.e9e47cp-26f, -0x1.5547ccp-27f,
     -0x1.1909f2p-29f, -0x1.1149c0p-32f, -0x1.09bf2ep-35f, -0x1.0264e4p-38f, -0x1.fb5608p-42f, 0x1.7fdd62p-9f,
     0x1.9ea440p-9f, 0x1.b1ba9ap-9f},
    {-0x1.6b6d4ep-13f, -0x1.faf9c0p-12f, -0x1.3e0f26p-11f, -0x1.3a7d8cp-11f, -0x1.02eadap-11f, -0x1.65e1d6p-12f,
     -0x1.d06e78p-13f, -0x1.cb8660p-14f, 0x1.84b9e2p-19f, 0x1.b6e8d2p-15f, 0x1.c9816cp-15f, 0x1.64e7c2p-15f,
     0x1.e59cd0p-16f, 0x1.3372bep-16f, 0x1.72b366p-17f, 0x1.c9f5b0p-18f, 0x1.a7df7ep-19f, 0x1.2b1c22p-20f,
     0x1.a29d26p-22f, 0x1.2432e2p-23f, 0x1.977d70p-25f, 0x1.1dc166p-26f, 0x1.8c883ep-28f, 0x1.143e9cp-29f,
     0x1.d77614p-32f, 0x1.ca748ap-35f, 0x1.bdcdf8p-38f, 0x1.b178a8p-41f, 0x1.a92c9ap-44f, -0x1.2e8e7ap-16f,
     0x1.3beb12p-12f, 0x1.a5df7ap-14f},
    {-0x1.ee4bc2p-13f, -0x1.1daee0p-13f, -0x1.0a5176p-15f, 0x1.7cdf2ap-15f, 0x1.714498p-14f, 0x1.861f0ap-14f,
     0x1.4dd4a0p-14f, 0x1.f6baf6p-15f, 0x1.ec6a76p-16f, 0x1.912ff0p-18f, -0x1.8a4af4p-19f, -0x1.31758ep-18f,
     -0x1.01350ap-18f, -0x1.6936dep-19f, -0x1.d394a4p-20f, -0x1.24aa54p-20f, -0x1.15c406p-21f, -0x1.8c53d0p-23f,
     -0x1.167890p-24f, -0x1.852a3ap-26f, -0x1.0fa8e6p-27f, -0x1.7c1716p-29f, -0x1.0839b6p-30f, -0x1.704b94p-32f,
     -0x1.39cdf6p-34f, -0x1.3129a6p-37f, -0x1.28b762p-40f, -0x1.2080eep-43f, -0x1.1afc12p-46f, 0x1.e08becp-11f,
     -0x1.e11782p-12f, -0x1.9ca6b6p-13f},
};

/// c^(-1/3) for the cells of logarithms.
inline constexpr double quick_cbrt_of_inverse[] = {
    0x1.0p+0, 0x1.07c3236b0a73ap+0, 0x1.0cb18b61ad8cfp+0, 0x1.11733d66373bdp+0,
    0x1.160bfc12dd091p+0, 0x1.1a7f0eab8483dp+0, 0x1.1ecf55daa68a5p+0, 0x1.22ff5c2fb2fd0p+0,
    0x1.d46421274eaf4p-1, 0x1.daadd3a1416c1p-1, 0x1.e0cdf8ba67b49p-1, 0x1.e6c7256f9b405p-1,
    0x1.ec9baf60b9f80p-1, 0x1.f24db4e0cf78ap-1, 0x1.f7df23c31c279p-1, 0x1.0p+0,
};

/// 2^(j/3) for j = 0 and 1, and of -1 as the last entry.
inline constexpr double quick_cbrt_of_power[] = {
    0x1.0p+0, 0x1.428a2f98d728bp+0, 0x1.0p+0, 0x1.0p+0,
    0x1.0p+0, 0x1.0p+0, 0x1.0p+0, 0x1.0p+0,
    0x1.0p+0, 0x1.0p+0, 0x1.0p+0, 0x1.0p+0,
    0x1.0p+0, 0x1.0p+0, 0x1.0p+0, 0x1.965fea53d6e3dp-1,
};

/// (1 + r)^(1/3)
/// Degree 6 on [-0.03125, 0.0625]; error 2^-42.8.
inline constexpr double quick_cbrt[] = {
    0x1.ffffffffffc9ap-1, 0x1.555555551560ep-2, -0x1.c71c716f9d1e9p-4, 0x1.f9adee70b2cd7p-5,
    -0x1.5124c06433064p-5, 0x1.ee2656f8a5aefp-6, -0x1.6176ac86f78d2p-6,
};

/// erf(x) / x as a polynomial in u = 2 (x/3.925)^2 - 1, x from 0 to 3.925.
/// Degree 23 on [-1.0, 1.0]; error 2^-45.5.
inline constexpr double quick_erf[] = {
    0x1.70ecb32aa2e59p-2, -0x1.70672179be5a4p-3, 0x1.124aeb4fcd60dp-3, -0x1.bed5d51c28457p-4,
    0x1.731bf96bd68c6p-4, -0x1.2f6289727bcd8p-4, 0x1.dd9a3cdd55c9fp-5, -0x1.64fe2f7511259p-5,
    0x1.f6cc2c56ce3b3p-6, -0x1.4c4edc67459fdp-6, 0x1.9bc569ef4d65fp-7, -0x1.de86191641c88p-8,
    0x1.05206c5ca3f1cp-8, -0x1.0c400ec439ecdp-9, 0x1.041fbb4c20227p-10, -0x1.dc0d1c5743541p-12,
    0x1.99eb378054e75p-13, -0x1.53b55fc097b36p-14, 0x1.1809a29c8a379p-15, -0x1.97df504c9d26dp-17,
    0x1.b36c35fa3bf98p-19, -0x1.4dbd174f5b1c7p-20, 0x1.bfa4503a34dacp-21, -0x1.004b46ae054d4p-22,
};

/// e^(x^2/2) erfc(x/sqrt 2) / 2 as a polynomial in u = 1/(x + 4), x from 0 to 15.
/// Degree 16 on [0.052632, 0.25]; error 2^-44.1.
inline constexpr double quick_gelu_tail[] = {
    0x1.8aa4340a87afep-25, 0x1.98827bb41db94p-2, 0x1.98a4c3e679a85p+0, 0x1.7d9eceef13204p+2,
    0x1.55f72869190a9p+4, 0x1.9cfc76419937bp+5, 0x1.8787ee2f5d248p+8, -0x1.17335f90eadf8p+11,
    0x1.875a3f0fadb07p+14, -0x1.5c14cda6b299bp+17, 0x1.d861dfe1bec10p+19, -0x1.e8408d80e9901p+21,
    0x1.61362528b0a6ap+23, -0x1.53003bded3791p+24, 0x1.9836ecec1860cp+24, -0x1.1387aa6be1ce3p+24,
    0x1.343d17a8e7cb9p+22,
};

// clang-format on

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
