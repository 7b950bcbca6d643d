#include "bench/same_answer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "zerostride/elements.hpp"

namespace zerostride::bench {
namespace {

template <class T, class Number>
agreement compare_floats(const void* ours, const void* others, std::size_t count, int digits, int least_exponent) {
    agreement made;
    for (std::size_t i = 0; i < count; ++i) {
        T a, b;
        std::memcpy(&a, static_cast<const char*>(ours) + i * sizeof(T), sizeof(T));
        std::memcpy(&b, static_cast<const char*>(others) + i * sizeof(T), sizeof(T));
        if (std::memcmp(&a, &b, sizeof(T)) == 0) continue;
        const Number x = static_cast<Number>(a), y = static_cast<Number>(b);
        if (std::isnan(x) && std::isnan(y)) continue;
        made.same_bits = false;
        if (!std::isfinite(x) || !std::isfinite(y)) {
            made.is_close = false;
            made.ulps = std::numeric_limits<double>::infinity();
            continue;
        }
        const int exponent = x == 0 ? least_exponent : std::max(std::ilogb(x) + 1 - digits, least_exponent);
        const double distance = static_cast<double>(std::fabs(x - y));
        made.ulps = std::max(made.ulps, std::ldexp(distance, -exponent));
        // Where functions are near zero, what counts is their distance from it.
        if (distance > 1e-3 * std::max(static_cast<double>(std::fabs(x)), 1e-3)) made.is_close = false;
    }
    return made;
}

}  // namespace

agreement compare_results(dtype type, const void* ours, const void* others, std::size_t count) {
    switch (type) {
        case dtype::f16: return compare_floats<float16, float>(ours, others, count, 11, -24);
        case dtype::f32: return compare_floats<float, float>(ours, others, count, 24, -149);
        case dtype::f64: return compare_floats<double, double>(ours, others, count, 53, -1074);
        default: break;
    }
    agreement made;
    made.same_bits = made.is_close = std::memcmp(ours, others, count * size_of(type)) == 0;
    return made;
}

}  // namespace zerostride::bench
