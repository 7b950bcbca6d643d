// Whether two libraries computed the same.
#pragma once

#include <cstddef>

#include "zerostride/dtype.hpp"

namespace zerostride::bench {

struct agreement {
    bool same_bits = true;  ///< but for the bits of a NaN
    bool is_close = true;   ///< no element is further off than a thousandth of itself
    double ulps = 0;        ///< the greatest distance, in units in the last place of ours
};
/// `count` dense elements of `type`, ours and another's.
agreement compare_results(dtype type, const void* ours, const void* others, std::size_t count);

}  // namespace zerostride::bench
