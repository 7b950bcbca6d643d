// ONNX files as graphs.
#pragma once

#include <cstddef>
#include <string>

#include "zerostride/graph.hpp"

namespace zerostride {

/// The graph of the ONNX model in the file `path`, with the model's functions. Initializers become constants, those
/// that are also listed as inputs, too, unless `given` is the number of all inputs, with those: then these are inputs.
/// Names of extents count as unknown extents. Throws error(invalid_argument), naming file and tensor or node, for a
/// file that cannot be read or is no model, for tensors whose elements are in other files, sparse, of a type that is
/// none of ours, or not as many as their shape says, for names and attributes that are given twice, and for what early
/// versions had otherwise: operands that broadcast from an axis and PRelu (before 7), Selu (before 6). Thread-safe.
graph read_onnx(const std::string& path, std::size_t given = 0);

}  // namespace zerostride
