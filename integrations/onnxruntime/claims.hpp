// Which nodes of a model the provider takes, and which of them it runs as one.
#pragma once

#include <vector>

#include "integrations/onnxruntime/api.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::integration {

/// Whether a plan can be made for `n` alone, of whatever shape: an element-wise operator of ONNX's, as it is since
/// version 7 (which broadcasts), with the types of `n`. Not taken, although we have them: texts, which ONNX Runtime
/// keeps in its own way; QuantizeLinear and DequantizeLinear, which it merges with what is between them; and Identity,
/// which it removes. Planned as `how` says; throws error where that, or the environment, asks for what is not there.
bool can_run(const ort::api& host, const ort::node* n, const options& how);

/// The nodes of `g` that can run, but the activations that ONNX Runtime merges with a Conv or Gemm before them, and
/// what stands between a DequantizeLinear and a QuantizeLinear, which it computes in quantized numbers; in groups that
/// hang together and between whose nodes no path leads through a node outside. Nodes that have a provider already are
/// left to it.
std::vector<std::vector<const ort::node*>> groups_of(const ort::api& host, const ort::graph* g, const options& how);

}  // namespace zerostride::integration
