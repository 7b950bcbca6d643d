#include "integrations/onnxruntime/claims.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <string_view>

#include "integrations/onnxruntime/reading.hpp"

namespace zerostride::integration {
namespace {

/// Operators broadcast as NumPy does since this version of ONNX's.
constexpr int first_with_broadcast = 7;

constexpr std::string_view left_to_the_host[] = {"DequantizeLinear", "Identity", "QuantizeLinear"};

/// What ONNX Runtime merges with a convolution or a product of matrices before it, where nothing else reads that.
constexpr std::string_view merged_by_the_host[] = {"Clip", "HardSigmoid", "LeakyRelu", "Relu", "Sigmoid", "Tanh"};
constexpr std::string_view merging[] = {"Conv", "Gemm"};

/// Between these two ONNX Runtime has kernels of quantized numbers.
constexpr std::string_view from_quantized = "DequantizeLinear", to_quantized = "QuantizeLinear";

template <std::size_t Count>
bool is_one_of(const std::string_view (&names)[Count], std::string_view name) noexcept {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_element_wise(const std::string& op_type) noexcept {
    return std::any_of(std::begin(ops), std::end(ops), [&](const op_info& row) { return op_type == row.onnx_name; });
}

bool is_free(const ort::api& host, const ort::node* n) {
    const auto* const provider = host.get<const char*>(ort::provider_of, n);
    return provider == nullptr || *provider == '\0';
}

/// Whether it is known of the shapes that our PRelu refuses them: its slope does not stretch what it belongs to.
bool refuses_shapes(const ort::api& host, const std::string& op_type,
                    const std::vector<const ort::value_info*>& inputs) {
    if (op_type != info(op::prelu).onnx_name || inputs.size() != 2) return false;
    const std::vector<std::int64_t> x = shape_of(host, inputs[0]), slope = shape_of(host, inputs[1]);
    if (slope.size() > x.size()) return true;
    return !std::equal(slope.rbegin(), slope.rend(), x.rbegin(), [](std::int64_t own, std::int64_t extent) {
        return own == 1 || own < 0 || extent < 0 || own == extent;
    });
}

/// A model's nodes, and which of them read what others make.
class dependencies {
public:
    dependencies(const ort::api& host, const std::vector<const ort::node*>& nodes)
        : readers(nodes.size()), waits_for(nodes.size()) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const ort::value_info* const output : outputs_of(host, nodes[i])) {
                if (const std::string name = name_of(host, output); !name.empty()) makers_[name] = i;
            }
        }
        const auto add = [&](std::size_t reader, const ort::value_info* value) {
            const auto found = makers_.find(name_of(host, value));
            if (found == makers_.end()) return;
            readers[found->second].push_back(reader);
            ++waits_for[reader];
        };
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const ort::value_info* const input : inputs_of(host, nodes[i])) add(i, input);
            for (const ort::value_info* const input : implicit_inputs_of(host, nodes[i])) add(i, input);
        }
    }

    /// The node that makes operand `place` of `n`; the number of nodes when there is none.
    std::size_t maker_of(const ort::api& host, const ort::node* n, std::size_t place) const {
        const auto found = place == no_operand ? makers_.end() : makers_.find(name_of(host, inputs_of(host, n)[place]));
        return found == makers_.end() ? readers.size() : found->second;
    }

    std::vector<std::vector<std::size_t>> readers;  ///< by maker; as often as they read
    std::vector<std::size_t> waits_for;             ///< how many readings of other nodes

private:
    std::map<std::string, std::size_t> makers_;  ///< of values, by their names
};

/// Sets of nodes that hang together.
class components {
public:
    explicit components(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0); }

    std::size_t of(std::size_t i) noexcept {
        while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
        return i;
    }
    void join(std::size_t a, std::size_t b) noexcept { parents_[of(b)] = of(a); }

private:
    std::vector<std::size_t> parents_;
};

}  // namespace

bool can_run(const ort::api& host, const ort::node* n, const options& how) {
    const std::string domain = host.get<const char*>(ort::domain_of, n);
    const std::string op_type = host.get<const char*>(ort::operator_of, n);
    if (!(domain.empty() || domain == "ai.onnx") || !is_element_wise(op_type)) return false;
    if (is_one_of(left_to_the_host, op_type)) return false;
    const std::vector<const ort::value_info*> inputs = inputs_of(host, n);
    if (inputs.size() > 1 && host.get<int>(ort::since_version_of, n) < first_with_broadcast) return false;
    if (refuses_shapes(host, op_type, inputs)) return false;

    // A graph of this node, over tensors of one element: the 1 is a shape to Expand.
    zerostride::graph alone;
    std::vector<tensor> ones;
    for (const ort::value_info* const input : inputs) {
        if (input == nullptr) continue;
        const dtype type = type_of(host, input);
        if (!is_valid(type) || type == dtype::str) return false;
        const std::string name = name_of(host, input);
        const auto is_it = [&](const graph_tensor& known) { return known.name == name; };
        if (std::any_of(alone.inputs.begin(), alone.inputs.end(), is_it)) continue;
        alone.inputs.push_back({name});
        *static_cast<unsigned char*>(ones.emplace_back(type, std::vector<std::int64_t>{1}).data()) = 1;
    }
    const std::vector<const ort::value_info*> outputs = outputs_of(host, n);
    if (outputs.size() != 1) return false;
    alone.outputs.push_back({name_of(host, outputs[0])});
    try {
        alone.nodes = read_node(host, n);
        const graph_plan plan(alone, std::vector<const_tensor_view>(ones.begin(), ones.end()), graph_profile::onnx,
                              how);
        return plan.output_type(0) == type_of(host, outputs[0]);
    } catch (const error& refused) {
        // What says nothing of the node is no reason to leave it to others without a word.
        if (refused.code() == status::isa_unavailable || refused.code() == status::out_of_memory) throw;
        return false;
    }
}

namespace {

/// Which nodes are ours: those that can run here, but where the host does better with them.
std::vector<bool> claimed(const ort::api& host, const std::vector<const ort::node*>& nodes, const dependencies& between,
                          const options& how) {
    std::vector<bool> is_ours(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) is_ours[i] = is_free(host, nodes[i]) && can_run(host, nodes[i], how);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!is_ours[i]) continue;
        const std::string op_type = host.get<const char*>(ort::operator_of, nodes[i]);
        // A shape must be known when a group is planned, so it is not computed in the group.
        const std::size_t maker = between.maker_of(host, nodes[i], shape_operand_of(op_type));
        if (maker != nodes.size() && is_ours[maker]) is_ours[i] = false;
        const std::size_t before = between.maker_of(host, nodes[i], 0);
        if (before != nodes.size() && is_one_of(merged_by_the_host, op_type) && between.readers[before].size() == 1 &&
            is_one_of(merging, host.get<const char*>(ort::operator_of, nodes[before]))) {
            is_ours[i] = false;
        }
        const auto quantizes = [&](std::size_t reader) {
            return to_quantized == host.get<const char*>(ort::operator_of, nodes[reader]);
        };
        if (before != nodes.size() && from_quantized == host.get<const char*>(ort::operator_of, nodes[before]) &&
            !between.readers[i].empty() &&
            std::all_of(between.readers[i].begin(), between.readers[i].end(), quantizes)) {
            is_ours[i] = false;
        }
    }
    return is_ours;
}

/// Our nodes in turns: others' as long as there are any that wait for nothing, then ours, and so on. What of ours comes
/// between two turns of others' depends on nothing outside that depends on it.
std::vector<std::vector<std::size_t>> in_turns(dependencies& between, const std::vector<bool>& is_ours) {
    std::deque<std::size_t> ready[2];  // others', ours
    for (std::size_t i = 0; i < is_ours.size(); ++i) {
        if (between.waits_for[i] == 0) ready[is_ours[i]].push_back(i);
    }
    std::vector<std::vector<std::size_t>> turns;
    while (!ready[0].empty() || !ready[1].empty()) {
        const bool turn = ready[0].empty();
        std::vector<std::size_t> taken;
        for (std::deque<std::size_t>& queue = ready[turn]; !queue.empty();) {
            const std::size_t next = queue.front();
            queue.pop_front();
            taken.push_back(next);
            for (const std::size_t reader : between.readers[next]) {
                if (--between.waits_for[reader] == 0) ready[is_ours[reader]].push_back(reader);
            }
        }
        if (turn) turns.push_back(std::move(taken));
    }
    return turns;
}

}  // namespace

std::vector<std::vector<const ort::node*>> groups_of(const ort::api& host, const ort::graph* g, const options& how) {
    const std::vector<const ort::node*> nodes = nodes_of(host, g);
    dependencies between(host, nodes);
    std::vector<std::vector<const ort::node*>> found;
    components joined(nodes.size());
    for (const std::vector<std::size_t>& taken : in_turns(between, claimed(host, nodes, between, how))) {
        std::vector<bool> is_taken(nodes.size());
        for (const std::size_t i : taken) is_taken[i] = true;
        for (const std::size_t i : taken) {
            for (const std::size_t reader : between.readers[i]) {
                if (is_taken[reader]) joined.join(i, reader);
            }
        }
        std::map<std::size_t, std::vector<const ort::node*>> groups;
        for (const std::size_t i : taken) groups[joined.of(i)].push_back(nodes[i]);
        for (auto& [first, members] : groups) found.push_back(std::move(members));
    }
    return found;
}

}  // namespace zerostride::integration
