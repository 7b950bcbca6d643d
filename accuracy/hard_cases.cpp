#include "accuracy/hard_cases.hpp"

#include "accuracy/format.hpp"
#include "accuracy/hard_floats.hpp"

namespace zerostride::accuracy {
namespace {

struct row {
    op which;
    double argument;
};

/// The exact result is within 2^-55 units, for one 2^-45, of the middle between two doubles. From the lists of the
/// CORE-MATH project (core-math.gitlabpages.inria.fr), which go back to Lefevre and Muller, "Worst Cases for Correct
/// Rounding of the Elementary Functions in Double Precision", 2003; each was checked with 220 bits.
constexpr row of_f64[] = {
    {op::exp, 0x1.9e9cbbfd6080bp-31},   {op::exp, 0x1.00d48a707b93ep-1},    {op::log, 0x1.fd15daa6ce332p+732},
    {op::log, 0x1.9476e304cd7c7p-384},  {op::log, 0x1.be87838f1a47cp+774},  {op::log, 0x1.613955dc802f8p-35},
    {op::sin, 0x1.598bae9e632f6p-7},    {op::sin, 0x1.1fa4f6c3eb138p+10},   {op::sin, 0x1.1c63df63d59d0p-2},
    {op::sin, 0x1.021b4c18f7825p+1023}, {op::cos, 0x1.34ec2f9fc9c00p+1},    {op::cos, 0x1.6b8a6273d7c21p+0},
    {op::cos, 0x1.2842c0b84f504p+8},    {op::tan, 0x1.67fffffffe845p-19},   {op::tan, 0x1.50486b2f87014p-5},
    {op::tan, 0x1.ccaffe66878dbp+0},    {op::tan, 0x1.4c7ffc65facc3p+0},    {op::asin, 0x1.c373ff4aad79bp-14},
    {op::asin, 0x1.a4816b2066707p-5},   {op::acos, 0x1.53ea6c7255e88p-4},   {op::acos, 0x1.cf37d41c69889p-24},
    {op::atan, 0x1.6298b5896ed3cp+1},   {op::atan, 0x1.22e8d75e2bc7fp-11},  {op::atan, 0x1.ccda26ad0cd1cp+47},
    {op::sinh, 0x1.897374d74de2ap-13},  {op::sinh, 0x1.9147ff03dfb30p-1},   {op::cosh, 0x1.ea5f2f2e4b0c5p+1},
    {op::cosh, 0x1.da5df035e5e8dp-22},  {op::tanh, 0x1.68000000017bbp-19},  {op::tanh, 0x1.ac343b179fec4p-3},
    {op::tanh, 0x1.1375c272d441cp+1},   {op::atanh, 0x1.447027c857b99p-12}, {op::atanh, 0x1.a6a58d55e307bp-26},
    {op::erf, 0x1.51f3182edb17ap-36},   {op::erf, 0x1.52b76545cc8efp-6},    {op::erf, 0x1.3a013a3c71e92p+0},
    {op::elu, -0x1.6e9b2675a667ep-44},  {op::celu, -0x1.6e9b2675a667ep-44},
};

/// The doubles nearest to multiples of pi/2, in their binades and of all: Muller, "Elementary Functions", 3rd edition,
/// section 11.3, gives the last but one. And large ones from special_values_test.
constexpr double of_sines[] = {0x1.921fb54442d18p+0,   0x1.921fb54442d18p+1,   0x1.2d97c7f3321d2p+2,
                               0x1.921fb54442d18p+2,   0x1.0f0cf064dd592p+73,  0x1.7e43c8800759cp+996,
                               0x1.6ac5b262ca1ffp+849, 0x1.fffffffffffffp+1023};
/// Next to a multiple of pi/16, by 2^-49 to 2^-62 of it: the nearest of every 59th binade, by continued fractions.
constexpr double of_sixteenths[] = {
    0x1.b951f1572eba5p+20,  0x1.e0664dbedfec5p+79,   0x1.0f1ba58a0f9eap+138, 0x1.6deb37da81129p+197,
    0x1.68ff564c92090p+256, 0x1.3127b6b3f4f22p+315,  0x1.005b55082422ep+374, 0x1.70e605fb57308p+433,
    0x1.27a0e22368523p+492, 0x1.764e7c41da562p+551,  0x1.0d09901565674p+610, 0x1.97e359bb79bb4p+669,
    0x1.276316f976fffp+728, 0x1.f3d96fd674993p+787,  0x1.6ac5b262ca1ffp+846, 0x1.0332fe835389ap+905,
    0x1.163dcd0e3814dp+964, 0x1.17ab8640c0061p+1023,
};

}  // namespace

std::vector<double> hard_cases(const function& f, dtype type) {
    std::vector<double> made;
    if (type == dtype::f32) {
        for (const hard_float& h : hard_floats) {
            if (h.which == f.which) made.push_back(value_of(dtype::f32, h.bits));
        }
    }
    if (type != dtype::f64) return made;
    for (const row& r : of_f64) {
        if (r.which == f.which) made.push_back(r.argument);
    }
    if (f.which == op::sin || f.which == op::cos || f.which == op::tan) {
        made.insert(made.end(), std::begin(of_sines), std::end(of_sines));
        made.insert(made.end(), std::begin(of_sixteenths), std::end(of_sixteenths));
    }
    return made;
}

}  // namespace zerostride::accuracy
