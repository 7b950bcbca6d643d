// What the two adapters for Eigen share.
#pragma once

#include <Eigen/Core>
#include <string>

#include "zerostride/elements.hpp"

namespace zerostride {

template <>
struct dtype_of<Eigen::half> {
    static constexpr dtype value = dtype::f16;
};

namespace bench {

inline std::string eigen_version() {
    return std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
           std::to_string(EIGEN_MINOR_VERSION);
}

}  // namespace bench
}  // namespace zerostride
