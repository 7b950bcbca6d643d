// ONNX Runtime, loaded when the program runs from where ZEROSTRIDE_ONNXRUNTIME says: a session for each case, tensors
// over our memory.
#include <cstdlib>
#include <stdexcept>

#include "bench/peers/layout.hpp"
#include "bench/peers/onnx_model.hpp"
#include "integrations/onnxruntime/host.hpp"

namespace zerostride::bench {
namespace {

/// The library, loaded once. It knows our provider, which the sessions of one peer ask for.
const ort::host& onnxruntime() {
    static const ort::host& loaded = [&]() -> const ort::host& {
        auto* const made = new ort::host(std::getenv("ZEROSTRIDE_ONNXRUNTIME"));
        made->add_provider(ZEROSTRIDE_PROVIDER);
        return *made;  // for good: threads of its own may outlive this program's main function
    }();
    return loaded;
}

class onnxruntime_peer : public peer {
public:
    /// `provider` is null, or the name of one that gets the nodes.
    onnxruntime_peer(const char* name, peer_kind kind, const char* provider)
        : name_(name), kind_(kind), provider_(provider), library_(onnxruntime()) {}

    const char* name() const override { return name_; }
    std::string version() const override { return library_.version(); }
    peer_kind kind() const override { return kind_; }

    batch prepare(const problem& asked) override {
        std::string model;
        if (!has_usual_attributes(asked.row) || is_tanh_form(asked.row) || !describe(asked.row, model)) return {};
        std::shared_ptr<ort::session> session;
        try {
            session = session_of(model, asked.threads);
        } catch (const ort::refusal&) {
            return {};  // no kernel for these types
        }
        std::vector<std::shared_ptr<ort::value>> inputs;
        for (std::size_t i = 0; i < asked.row.operands.size(); ++i) {
            const std::vector<std::int64_t> shape = shape_in_memory(asked.row.operands[i]);
            inputs.push_back(library_.view({asked.work.input_data()[i], asked.row.input(i), shape}));
        }
        const std::shared_ptr<ort::value> output =
            library_.view({asked.work.output_data(), asked.row.result(), asked.row.output});
        return repeated([this, session, inputs, output] {
            const ort::value* given[most_case_operands];
            for (std::size_t i = 0; i < inputs.size(); ++i) given[i] = inputs[i].get();
            ort::value* made = output.get();
            library_.functions().call(ort::run, session.get(), nullptr, names, given, inputs.size(), &output_name,
                                      std::size_t{1}, &made);
        });
    }

private:
    static constexpr const char* names[] = {"a", "b", "c"};
    static constexpr const char* turned_names[] = {"at", "bt", "ct"};
    static constexpr const char* output_name = "z";

    /// A tensor has no strides: an operand with its axes in another order is a dense one and a Transpose.
    static std::vector<std::int64_t> shape_in_memory(const operand_layout& operand) {
        std::vector<std::int64_t> perm, shape;
        if (is_plain(operand) || !is_permuted(operand, perm)) return operand.shape;
        for (const std::int64_t axis : perm) shape.push_back(operand.shape[static_cast<std::size_t>(axis)]);
        return shape;
    }

    static bool describe(const bench_case& row, std::string& bytes) {
        onnx_model model;
        std::vector<std::string> inputs;
        const bool is_copy = row.which == op::identity;
        for (std::size_t i = 0; i < row.operands.size(); ++i) {
            const operand_layout& operand = row.operands[i];
            if (ort::host::number_of(row.input(i)) == 0) return false;
            model.input(names[i], row.input(i), shape_in_memory(operand));
            inputs.emplace_back(names[i]);
            if (is_plain(operand)) continue;
            std::vector<std::int64_t> perm, back(operand.shape.size());
            if (!is_permuted(operand, perm)) return false;
            for (std::size_t place = 0; place < perm.size(); ++place) {
                back[static_cast<std::size_t>(perm[place])] = static_cast<std::int64_t>(place);
            }
            inputs.back() = is_copy ? output_name : turned_names[i];
            model.node("Transpose", {names[i]}, inputs.back().c_str(), {{"perm", back}});
        }
        if (ort::host::number_of(row.result()) == 0) return false;
        model.output(output_name, row.result(), row.output);
        if (is_copy && is_plain(row.operands[0])) {
            if (row.operands[0].shape == row.output) return false;
            model.constant("shape", row.output);
            model.node("Expand", {inputs[0], "shape"}, output_name);
        } else if (!is_copy) {
            onnx_model::integers attributes;
            if (row.which == op::cast) attributes.push_back({"to", {ort::host::number_of(row.result())}});
            model.node(zerostride::info(row.which).onnx_name, inputs, output_name, attributes);
        }
        bytes = model.bytes();
        return true;
    }

    std::shared_ptr<ort::session> session_of(const std::string& model, int threads) const {
        ort::host::how h;
        h.threads = threads;
        h.provider = provider_;
        // Threads that keep spinning after a run would take the processor from whoever is next.
        h.configuration = {{"session.force_spinning_stop", "1"}};
        return library_.open(model, h);
    }

    const char* name_;
    peer_kind kind_;
    const char* provider_;
    const ort::host& library_;
};

}  // namespace

std::unique_ptr<peer> make_onnxruntime() {
    return std::make_unique<onnxruntime_peer>("ONNX Runtime", peer_kind::rival, nullptr);
}
std::unique_ptr<peer> make_onnxruntime_with_ours() {
    return std::make_unique<onnxruntime_peer>("ONNX Runtime with Zerostride", peer_kind::ours,
                                              "ZerostrideExecutionProvider");
}

}  // namespace zerostride::bench
