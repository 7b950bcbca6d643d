// What the correctly rounded results for all 2^32 floats add up to: written by known_digests.py.
#pragma once

#include "accuracy/digests.hpp"

namespace zerostride::accuracy {

// clang-format off

struct known_digest {
    const char* name;
    float_digests digests;
};
inline constexpr known_digest every_known_digest[] = {
    {"Acos",
     {0x9173607c5ddb0b6c, 0x4ed0a8f00d6bb48a, 0x2453cecdae6b6427, 0x51b321c621c8044c,
      0xfa6c918fdbaf5b6c, 0x456b40b822bea318, 0xfd2cb64fb21f07f8, 0xe7e3dc37ea0c1159,
      0x2746cb4841692d0f, 0xf5e96d33e276c9c1, 0xb35c98db7e402f15, 0x8a0cc529853101b1,
      0x4e42acf8d046a25b, 0x4d88a560793038bc, 0xaa036c56ddf4d7c6, 0xce95048ce77f4fa3}},
    {"Asin",
     {0x2b12cf946a204544, 0x991d08f14c8e3d0f, 0xeb5f41aa2e74aa79, 0x7a6201242538cc91,
      0xfa6c918fdbaf5b6c, 0x456b40b822bea318, 0xfd2cb64fb21f07f8, 0xe7e3dc37ea0c1159,
      0xa95fc9fd72796eeb, 0xfea22f726edc8cb2, 0xc97f9d92cfbcd9a6, 0x895590ffce23d4eb,
      0x4e42acf8d046a25b, 0x4d88a560793038bc, 0xaa036c56ddf4d7c6, 0xce95048ce77f4fa3}},
    {"Atan",
     {0x2b12cf946a204544, 0x991d08f14c8e3d0f, 0xeb5f41aa2e74aa79, 0x022bd32a4d825613,
      0xc872155c1e475a2e, 0x7b5880e146f9eb9f, 0x454060b0eadd1804, 0xbe4edc85dbd3828f,
      0xa95fc9fd72796eeb, 0xfea22f726edc8cb2, 0xc97f9d92cfbcd9a6, 0x1e60b21b5169d623,
      0x1501c424c9584e6f, 0xfed63bc20a885d36, 0x15d9e72afe2bb5c5, 0xeb484e5796ebc7f6}},
    {"Cos",
     {0x6714284bbdcbb140, 0x3f98296b9b62dd8e, 0xdef32bc086efff71, 0x913b7a34fbb4e44b,
      0x3d47e754481fc168, 0x56b3d6ab1cf27184, 0x5dcad062c44750ed, 0x2cafce3c7a65decb,
      0xaa898419bd07c9c1, 0x17b86c5cda6e79f7, 0x8bb489a4f149fee1, 0xdbe8a8ac843e860f,
      0xc6772ae67855670e, 0x9e251857e40fe6cf, 0x5fd26902f0f2557d, 0xd03a1db90ce74cec}},
    {"Exp",
     {0x6714284bbdcbb140, 0x3f98296b9b62dd8e, 0xdef32bc086efff71, 0xa862e47cce3de74e,
      0x3f524f7ac02fa878, 0x063da9d3dbd8ec29, 0x14368643daba16a8, 0x030c1cec3f074e1a,
      0xaa898419bd07c9c1, 0x17b86c5cda6e79f7, 0x8bb489a4f149fee1, 0xd68d333b9ca178a9,
      0x0eb8bfbd7e30adb3, 0xae327b4b9392ff25, 0x4e9e31efb235484c, 0x91ea641a611f4bd0}},
    {"Log",
     {0xea4756e7ab86cb82, 0x9820a94c05b87258, 0xd6695efb8eef6320, 0xf03493774f656605,
      0xff426338dd0e933c, 0xc5fb94f8d95a43c6, 0xa374ac32bcb8027a, 0xcf731bb65a36e00f,
      0x49d64af1c3a668df, 0x82d54c3f76e653e5, 0xfe22f941603c5405, 0xb1219c35b53ed194,
      0x4e42acf8d046a25b, 0x4d88a560793038bc, 0xaa036c56ddf4d7c6, 0xce95048ce77f4fa3}},
    {"Reciprocal",
     {0x5c1ed7656b9421eb, 0xc5875da75ebc3cc5, 0xa10a059e691793a8, 0x5e25090547064126,
      0x35f2aa07b5ad6378, 0xb299a832bc110979, 0xa87ba77b189af69e, 0x7e2b113e1e6f9060,
      0x7753442dd74cab4a, 0x376bfa6ea2250f5c, 0x9bdbeebd4ecd3bf5, 0xcd11ddf65ed634f5,
      0xe8a863959999be59, 0x4b48a064eae0306d, 0xa586004842d5e062, 0xc4f40de1f5dbdab7}},
    {"Sigmoid",
     {0x7ca2ce81809ee904, 0xf9c70f19b34bd1dd, 0xa47cbbaee6f3fbc0, 0x14009d6a0fcaeb25,
      0xbfab4627f3cd7982, 0x44349e8da15873ad, 0x3fb5b369cba2fa2d, 0xccb12cdff8fd96ed,
      0xf9db29a5a6f07929, 0xbd87767f141027e5, 0x1b7a7b00ff4948be, 0xd2bcd1a2345d1468,
      0x26a72479ecfd2cfc, 0xae327b4b9392ff25, 0x4e9e31efb235484c, 0x91ea641a611f4bd0}},
    {"Sin",
     {0x2b12cf946a204544, 0x991d08f14c8e3d0f, 0xeb5f41aa2e74aa79, 0xf1effebe57d484a4,
      0x518bde5bacec76cc, 0xec93954b07b3a93f, 0xd3e0dee4000f6718, 0x961b0b3b4d2ed98e,
      0xa95fc9fd72796eeb, 0xfea22f726edc8cb2, 0xc97f9d92cfbcd9a6, 0x0d215c61148d38ca,
      0x4d10ac3d5b2873ed, 0x8cea3ea89764b620, 0x662c7ec71a7a62ab, 0x1d56459c6b935750}},
    {"Sinh",
     {0x2b12cf946a204544, 0x991d08f14c8e3d0f, 0xeb5f41aa2e74aa79, 0xb60ad6926f4219ed,
      0x39cca9b5a196e174, 0x063da9d3dbd8ec29, 0x14368643daba16a8, 0x030c1cec3f074e1a,
      0xa95fc9fd72796eeb, 0xfea22f726edc8cb2, 0xc97f9d92cfbcd9a6, 0x1b68e3b088f440cd,
      0x3dd8173b2e1d1421, 0xb9173ba414b69178, 0xd8d7fdb5e1323bcd, 0xdf42e5d31fdbc6ed}},
    {"Tan",
     {0x2b12cf946a204544, 0x991d08f14c8e3d0f, 0xeb5f41aa2e74aa79, 0xf7b76a388bb158e8,
      0x5c0841da35617121, 0x5d16ebb55ea1ecd6, 0xd49773e4959d9122, 0x5aa2e7ca6a6957b8,
      0xa95fc9fd72796eeb, 0xfea22f726edc8cb2, 0xc97f9d92cfbcd9a6, 0x449e983f64c42272,
      0xa81604c9e18902b8, 0xb30f0477d9231211, 0x173ef494ade52450, 0x28d3f7bf5d97c8ba}},
    {"rsqrt",
     {0xe53307939b9953e0, 0xb93cc9aa92708d1d, 0xab24c3abe47b2ee8, 0x7c222e7b0b59ca71,
      0x463ff2497b2bd87b, 0x4db834ea489893cc, 0x82a37fdcdb0fbc08, 0x38212aa45406a9b4,
      0x49d64af1c3a668df, 0x82d54c3f76e653e5, 0xfe22f941603c5405, 0xb1219c35b53ed194,
      0x4e42acf8d046a25b, 0x4d88a560793038bc, 0xaa036c56ddf4d7c6, 0xce95048ce77f4fa3}},
};

}  // namespace zerostride::accuracy
