// Polynomials and tables of the float functions. Made by derive/derive.py; not edited by hand.
#pragma once

#include <cstdint>

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

/// 128 times c, and -ln c in two parts, the first with 40 bits behind the point. c has 20 bits behind
/// the point; a significand times its c is within 0.00521 of 1.
inline constexpr double log_table[] = {
    0x1.69be900000000p+0, -0x1.620f038f24000p-2, -0x1.36f0dd057ec8cp-43,
    0x1.67c2300000000p+0, -0x1.5c6bfa5e70000p-2, 0x1.1db22f0cd54afp-44,
    0x1.65cb600000000p+0, -0x1.56d0dff378000p-2, -0x1.d07e2a6f8f99ap-45,
    0x1.63da000000000p+0, -0x1.513d84f358000p-2, -0x1.7701013d03e8bp-43,
    0x1.61ee100000000p+0, -0x1.4bb214f418000p-2, 0x1.929576277214bp-42,
    0x1.6007600000000p+0, -0x1.462e304554000p-2, -0x1.e9a4bb0296f34p-44,
    0x1.5e25e00000000p+0, -0x1.40b1d223bc000p-2, -0x1.325c14802369ap-46,
    0x1.5c49800000000p+0, -0x1.3b3cf521c8000p-2, -0x1.64a2da3b14ff8p-43,
    0x1.5a72200000000p+0, -0x1.35cf63db4c000p-2, -0x1.ee7df1b3b5f1ep-43,
    0x1.589fc00000000p+0, -0x1.30694653ac000p-2, 0x1.9855594a5d0d1p-43,
    0x1.56d2400000000p+0, -0x1.2b0a654974000p-2, 0x1.e4d11af4f0256p-43,
    0x1.5509900000000p+0, -0x1.25b2b7d4b4000p-2, 0x1.df229026b1504p-42,
    0x1.5345a00000000p+0, -0x1.2062345aa8000p-2, 0x1.b308e2d1f9495p-42,
    0x1.5186400000000p+0, -0x1.1b186f76d4000p-2, 0x1.1df95595e4362p-42,
    0x1.4fcb900000000p+0, -0x1.15d5ef0418000p-2, 0x1.a602d2c4a2f1cp-44,
    0x1.4e15500000000p+0, -0x1.109a14e5e0000p-2, 0x1.121c411a47855p-42,
    0x1.4c63900000000p+0, -0x1.0b6535bbf4000p-2, -0x1.092e9ff9d94f0p-44,
    0x1.4ab6300000000p+0, -0x1.063712cbc0000p-2, -0x1.9eb2c280b9250p-42,
    0x1.490d100000000p+0, -0x1.010f6b9ee8000p-2, -0x1.638202a7144bap-43,
    0x1.4768400000000p+0, -0x1.f7dd2843c0000p-3, -0x1.e3fc437f6d887p-42,
    0x1.45c7a00000000p+0, -0x1.eda8954558000p-3, 0x1.28bd287afcd0bp-42,
    0x1.442b100000000p+0, -0x1.e380975ef0000p-3, -0x1.afc17c0246c56p-42,
    0x1.4292a00000000p+0, -0x1.d965d4eae8000p-3, 0x1.923d40535656bp-45,
    0x1.40fe200000000p+0, -0x1.cf575e69a0000p-3, 0x1.d86fb3b9bad32p-42,
    0x1.3f6da00000000p+0, -0x1.c555d929d0000p-3, 0x1.de5e90bc87cffp-42,
    0x1.3de1000000000p+0, -0x1.bb60b7b0e0000p-3, 0x1.db3bdd4fe72dbp-45,
    0x1.3c58300000000p+0, -0x1.b177d08df0000p-3, 0x1.08deca8d5159dp-44,
    0x1.3ad3200000000p+0, -0x1.a79af8c230000p-3, -0x1.984d47612e6b7p-42,
    0x1.3951d00000000p+0, -0x1.9dca6c5428000p-3, 0x1.fd9efc62967fcp-42,
    0x1.37d4300000000p+0, -0x1.9405fea2b0000p-3, -0x1.f7946f7273e28p-42,
    0x1.365a200000000p+0, -0x1.8a4d17e338000p-3, -0x1.364930d790633p-45,
    0x1.34e3b00000000p+0, -0x1.80a05af4b0000p-3, 0x1.76f820c9f5447p-42,
    0x1.3370b00000000p+0, -0x1.76fec2c870000p-3, -0x1.d16ae0ab2b2f3p-43,
    0x1.3201300000000p+0, -0x1.6d68f10af0000p-3, -0x1.37445d6486111p-42,
    0x1.3095200000000p+0, -0x1.63deb2a1d0000p-3, 0x1.4750dbe7c0679p-44,
    0x1.2f2c700000000p+0, -0x1.5a5fd2d4a8000p-3, 0x1.eb966008291dap-44,
    0x1.2dc7100000000p+0, -0x1.50ec1b4b48000p-3, -0x1.c0f1f2929b509p-43,
    0x1.2c64f00000000p+0, -0x1.4783540bf8000p-3, 0x1.94352ed4629a0p-42,
    0x1.2b06100000000p+0, -0x1.3e25b10ee8000p-3, -0x1.b2b29f146d6b0p-43,
    0x1.29aa600000000p+0, -0x1.34d2f89218000p-3, -0x1.35c0b26cb194ep-43,
    0x1.2851d00000000p+0, -0x1.2b8aef2cd0000p-3, 0x1.29788ddc69516p-46,
    0x1.26fc600000000p+0, -0x1.224dc6e370000p-3, 0x1.fe33b66d58438p-42,
    0x1.25aa000000000p+0, -0x1.191b427b28000p-3, 0x1.ef871ef218818p-42,
    0x1.245aa00000000p+0, -0x1.0ff3230dd0000p-3, 0x1.6abdcf0296bf2p-50,
    0x1.230e400000000p+0, -0x1.06d5989db8000p-3, -0x1.8ccd82490fc14p-44,
    0x1.21c4c00000000p+0, -0x1.fb83e2a850000p-4, 0x1.f125d3d89fdb6p-45,
    0x1.207e400000000p+0, -0x1.e9727bffd0000p-4, -0x1.6ceb50aa8d824p-43,
    0x1.1f3a900000000p+0, -0x1.d774b2a7e0000p-4, -0x1.c6aded1b227e2p-42,
    0x1.1df9b00000000p+0, -0x1.c58ae02140000p-4, -0x1.97d48316ecc23p-42,
    0x1.1cbba00000000p+0, -0x1.b3b55e84d0000p-4, 0x1.2be59fd2cbdf2p-43,
    0x1.1b80500000000p+0, -0x1.a1f3a15630000p-4, -0x1.40e2fd1487e46p-42,
    0x1.1a47b00000000p+0, -0x1.904518ac20000p-4, -0x1.9aab4f1b80c92p-44,
    0x1.1911c00000000p+0, -0x1.7eaa1a5840000p-4, -0x1.0dd09fad572d1p-43,
    0x1.17de800000000p+0, -0x1.6d22fcba30000p-4, -0x1.73d18170afebfp-42,
    0x1.16add00000000p+0, -0x1.5bae4067d0000p-4, 0x1.f3173a1228b3fp-43,
    0x1.157fc00000000p+0, -0x1.4a4d22fff0000p-4, 0x1.adb4ff66d9b51p-46,
    0x1.1454300000000p+0, -0x1.38fe1f2860000p-4, -0x1.17e9a932ef00ep-42,
    0x1.132b300000000p+0, -0x1.27c2728b70000p-4, -0x1.76d85649e06f9p-42,
    0x1.1204a00000000p+0, -0x1.169891d5c0000p-4, -0x1.d1ea51010edd2p-42,
    0x1.10e0900000000p+0, -0x1.0581bab420000p-4, -0x1.17e946af2285ep-43,
    0x1.0fbee00000000p+0, -0x1.e8f8b7a2a0000p-5, -0x1.524ae32a3036ep-42,
    0x1.0e9fa00000000p+0, -0x1.c71365a840000p-5, -0x1.45d886c454de3p-43,
    0x1.0d82c00000000p+0, -0x1.a552370fa0000p-5, -0x1.87824eb113163p-42,
    0x1.0c68300000000p+0, -0x1.83b3dc5f40000p-5, -0x1.def60a09aa46fp-42,
    0x1.0b4fe00000000p+0, -0x1.6236ff0980000p-5, 0x1.b4cd6c7a00a6dp-44,
    0x1.0a39e00000000p+0, -0x1.40de1a1320000p-5, 0x1.2accaf8332869p-46,
    0x1.0926300000000p+0, -0x1.1fa9c31020000p-5, -0x1.233fc9a5967aap-44,
    0x1.0814a00000000p+0, -0x1.fd297eea00000p-6, -0x1.db3a1eb11bdf6p-42,
    0x1.0705500000000p+0, -0x1.bb46f27c00000p-6, 0x1.7fbd0a89e4bb2p-42,
    0x1.05f8300000000p+0, -0x1.79a91c80c0000p-6, 0x1.2fa2528bb44d6p-44,
    0x1.04ed200000000p+0, -0x1.38493da500000p-6, -0x1.51c6a8458f0a7p-45,
    0x1.03e4400000000p+0, -0x1.ee6075c980000p-7, -0x1.239725efaf8c4p-43,
    0x1.02dd700000000p+0, -0x1.6cae906000000p-7, 0x1.0015408c3c3f3p-42,
    0x1.01d8c00000000p+0, -0x1.d70d943900000p-8, -0x1.fd49cf77b3b49p-46,
    0x1.00d6100000000p+0, -0x1.ab6d64c800000p-9, -0x1.5de9d91563db0p-42,
    0x1.0p+0, 0.0, 0.0,
    0x1.fb60200000000p-1, 0x1.2950409180000p-7, 0x1.fc4227f8a0de4p-45,
    0x1.f77a400000000p-1, 0x1.1303969a40000p-6, -0x1.91f38d96a1e5ap-42,
    0x1.f3a3a00000000p-1, 0x1.90665bf640000p-6, -0x1.646f44c953a82p-42,
    0x1.efdbe00000000p-1, 0x1.066a938320000p-5, -0x1.af6f7ca10c20bp-42,
    0x1.ec22a00000000p-1, 0x1.442a7c5740000p-5, 0x1.0d49562b869c3p-45,
    0x1.e877a00000000p-1, 0x1.817375b020000p-5, 0x1.b0ca4b23a9d74p-45,
    0x1.e4da800000000p-1, 0x1.be483f3220000p-5, -0x1.c819d7ac6ee88p-42,
    0x1.e14ae00000000p-1, 0x1.faabbe9000000p-5, -0x1.86310599f2d91p-44,
    0x1.ddc8a00000000p-1, 0x1.1b4e5b4050000p-4, -0x1.e01c86201c0bcp-43,
    0x1.da53600000000p-1, 0x1.390f20d860000p-4, -0x1.d87cf7ea35653p-44,
    0x1.d6eae00000000p-1, 0x1.5698ba8450000p-4, 0x1.70a54d9cab004p-42,
    0x1.d38ec00000000p-1, 0x1.73ecd6a210000p-4, -0x1.182bda46e76fep-43,
    0x1.d03ee00000000p-1, 0x1.910b029950000p-4, -0x1.9af8f7300c2b8p-43,
    0x1.ccfae00000000p-1, 0x1.adf5085020000p-4, 0x1.3ec58c2c9141bp-44,
    0x1.c9c2a00000000p-1, 0x1.caaa88f380000p-4, 0x1.7d07754242806p-44,
    0x1.c695c00000000p-1, 0x1.e72d6a6990000p-4, -0x1.bc38cbc71ee10p-43,
    0x1.c374200000000p-1, 0x1.01beb10c10000p-3, -0x1.1de10c0f0206ap-43,
    0x1.c05d800000000p-1, 0x1.0fcda6ffe0000p-3, 0x1.044c481c13c8ep-42,
    0x1.bd51800000000p-1, 0x1.1dc49f6ad8000p-3, 0x1.919ac2aa4e43ep-42,
    0x1.ba50200000000p-1, 0x1.2ba2f063e8000p-3, 0x1.ae1adb397eeb6p-42,
    0x1.b759000000000p-1, 0x1.3969adca60000p-3, 0x1.47937e032b8ddp-42,
    0x1.b46c000000000p-1, 0x1.4718c97c70000p-3, 0x1.c293f19e924eap-43,
    0x1.b188e00000000p-1, 0x1.54b0cee278000p-3, 0x1.9cd67e07fdfe0p-43,
    0x1.aeaf800000000p-1, 0x1.6231b7a4b8000p-3, -0x1.13b32a3354614p-42,
    0x1.abdfc00000000p-1, 0x1.6f9b7fe088000p-3, -0x1.0afca3eeaf90ep-43,
    0x1.a919400000000p-1, 0x1.7cef5a8808000p-3, 0x1.e576d56bb54e2p-42,
    0x1.a65be00000000p-1, 0x1.8a2d4ec170000p-3, -0x1.0dbd390ff1d7bp-42,
    0x1.a3a7800000000p-1, 0x1.97556645d8000p-3, -0x1.02406b3d4a034p-44,
    0x1.a0fc000000000p-1, 0x1.a467ad6ac0000p-3, 0x1.188d3eb4bf814p-42,
    0x1.9e59000000000p-1, 0x1.b1656f8050000p-3, -0x1.e46fdd2c80b5fp-42,
    0x1.9bbea00000000p-1, 0x1.be4d85da08000p-3, 0x1.a4d94435c4f16p-45,
    0x1.992c800000000p-1, 0x1.cb21452cb8000p-3, -0x1.4922b2381fef7p-43,
    0x1.96a2a00000000p-1, 0x1.d7e0296bd8000p-3, 0x1.e643d209fd15cp-42,
    0x1.9420a00000000p-1, 0x1.e48b93d1a0000p-3, 0x1.a0f11a4ecfdbfp-42,
    0x1.91a6a00000000p-1, 0x1.f12263bc00000p-3, 0x1.e0cecc5651c9ap-42,
    0x1.8f34400000000p-1, 0x1.fda6040970000p-3, -0x1.e6f69b6edca80p-43,
    0x1.8cc9800000000p-1, 0x1.050afd7abc000p-2, 0x1.c35fea8906e20p-44,
    0x1.8a66400000000p-1, 0x1.0b3939e540000p-2, 0x1.f48251832d911p-42,
    0x1.880a400000000p-1, 0x1.115e21f444000p-2, 0x1.aac83ad70ded3p-45,
    0x1.85b5600000000p-1, 0x1.1779cfbb34000p-2, 0x1.6f0e9c91ed2cfp-44,
    0x1.8367a00000000p-1, 0x1.1d8c0a3428000p-2, 0x1.356374ee750b3p-42,
    0x1.8120e00000000p-1, 0x1.2394eceda8000p-2, -0x1.39eb4cf9a9ecbp-43,
    0x1.7ee0e00000000p-1, 0x1.2994ea8da8000p-2, -0x1.48bd0fa7b443dp-45,
    0x1.7ca7800000000p-1, 0x1.2f8c2329dc000p-2, -0x1.4dc583b0f4f9bp-42,
    0x1.7a74c00000000p-1, 0x1.357a61ca80000p-2, 0x1.dc1d67b7895f7p-42,
    0x1.7848800000000p-1, 0x1.3b5fc817dc000p-2, 0x1.e1344a2bdd5c3p-42,
    0x1.7622a00000000p-1, 0x1.413c79478c000p-2, -0x1.9f8f0d9407f45p-44,
    0x1.7402e00000000p-1, 0x1.4710f23470000p-2, 0x1.c9508db102131p-42,
    0x1.71e9600000000p-1, 0x1.4cdca98bf8000p-2, 0x1.36a03cbd6e271p-43,
    0x1.6fd5e00000000p-1, 0x1.52a01ed080000p-2, -0x1.c2fdfa84060c2p-44,
    0x1.6dc8400000000p-1, 0x1.585b7b866c000p-2, 0x1.88a1d0ee0f8d8p-43,
    0x1.6bc0800000000p-1, 0x1.5e0e90b684000p-2, -0x1.6dfbc8dad1608p-42,
};

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
