// A group of nodes as one kernel of ONNX Runtime's.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "integrations/onnxruntime/api.hpp"
#include "integrations/onnxruntime/workspaces.hpp"
#include "zerostride/graph.hpp"

namespace zerostride::integration {

class kernel {
public:
    /// For the nodes of `g`, which ONNX Runtime knows as the one node `fused`. Plans are made with `how`, whose
    /// max_threads is how many parts a run is cut to at most; the session's pool runs them, in the session's `memory`.
    kernel(const ort::api& host, const ort::graph* g, const ort::node* fused, const options& how,
           std::shared_ptr<workspaces> memory);
    kernel(const kernel&) = delete;
    kernel& operator=(const kernel&) = delete;

    /// Any number of threads at once. The first run on other shapes makes a plan; the latest ones are kept. Throws
    /// error and ort::refusal. Integers divided by zero are 0, as ever, and no error. Outputs may lie anywhere, also in
    /// inputs.
    void run(ort::kernel_context* context);

private:
    /// What a plan depends on, input by input: the rank, the extents and, of what is a shape itself, the elements.
    using key = std::vector<std::int64_t>;
    struct planned {
        key inputs;
        graph_plan plan;
    };

    void put_key(const ort::kernel_context* context, key& k) const;
    std::shared_ptr<const planned> find_plan(const key& k);  ///< with `guard_` held
    std::shared_ptr<const planned> make_plan(const key& k, const ort::kernel_context* context);
    const void* data_of(const ort::kernel_context* context, std::size_t input) const;

    ort::api host_;
    zerostride::graph graph_;
    std::vector<bool> is_shape_;  ///< by input
    options how_;
    std::shared_ptr<workspaces> memory_;

    std::mutex guard_;
    std::list<std::shared_ptr<const planned>> recent_;  ///< guarded; the latest first
};

}  // namespace zerostride::integration
