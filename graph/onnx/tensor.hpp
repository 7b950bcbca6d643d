// Tensors of ONNX files.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>

#include "zerostride/tensor.hpp"

namespace zerostride {

/// A copy of `from`'s elements. Throws error(invalid_argument) that begins with `who`: see read_onnx.
tensor tensor_of_onnx(const std::string& who, const onnx::TensorProto& from);

}  // namespace zerostride
