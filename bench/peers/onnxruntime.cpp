// ONNX Runtime, loaded when the program runs from where ZEROSTRIDE_ONNXRUNTIME says: a session for each case, tensors
// over our memory.
#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>

#include "bench/peers/layout.hpp"
#include "bench/peers/onnx_model.hpp"
#include "bench/peers/onnxruntime_api.hpp"

namespace zerostride::bench {
namespace {

/// The library and its table of functions; a refusal of the library's is an exception.
class library {
public:
    explicit library(const char* path) {
        void* const opened = path != nullptr ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
        if (opened == nullptr) {
            throw std::runtime_error(path == nullptr ? "ZEROSTRIDE_ONNXRUNTIME does not name its library" : dlerror());
        }
        const auto exported = reinterpret_cast<ort::get_base>(dlsym(opened, "OrtGetApiBase"));
        base_ = exported != nullptr ? exported() : nullptr;
        table_ = base_ != nullptr ? base_->table(ort::version) : nullptr;
        if (table_ == nullptr) throw std::runtime_error(std::string(path) + " has no interface of that version");
    }

    const char* version() const { return base_->version(); }

    template <class Function>
    Function get(ort::entry place) const {
        return reinterpret_cast<Function>(const_cast<void*>(table_[static_cast<std::size_t>(place)]));
    }
    void expect_ok(ort::status* answer) const {
        if (answer == nullptr) return;
        get<ort::release<ort::status>>(ort::entry::release_status)(answer);
        throw std::runtime_error("ONNX Runtime refused");
    }
    template <class Function, class... Arguments>
    void call(ort::entry place, Arguments... arguments) const {
        expect_ok(get<Function>(place)(arguments...));
    }
    template <class T>
    std::shared_ptr<T> owned(T* made, ort::entry end) const {
        return std::shared_ptr<T>(made, get<ort::release<T>>(end));
    }

private:
    const ort::base* base_ = nullptr;
    const void* const* table_ = nullptr;
};

class onnxruntime_peer : public peer {
public:
    onnxruntime_peer() : library_(std::getenv("ZEROSTRIDE_ONNXRUNTIME")) {
        ort::env* env = nullptr;
        library_.call<ort::create_env>(ort::entry::create_env, ort::only_fatal, "zerostride", &env);
        env_ = library_.owned(env, ort::entry::release_env);
        ort::memory_info* memory = nullptr;
        library_.call<ort::create_cpu_memory_info>(ort::entry::create_cpu_memory_info, ort::device_allocator,
                                                   ort::default_memory, &memory);
        memory_ = library_.owned(memory, ort::entry::release_memory_info);
    }
    const char* name() const override { return "ONNX Runtime"; }
    std::string version() const override { return library_.version(); }

    batch prepare(const problem& asked) override {
        std::string model;
        if (!describe(asked.row, model)) return {};
        std::shared_ptr<ort::session> session;
        try {
            session = session_of(model, asked.threads);
        } catch (const std::runtime_error&) {
            return {};  // no kernel for these types
        }
        std::vector<std::shared_ptr<ort::value>> inputs;
        for (std::size_t i = 0; i < asked.row.operands.size(); ++i) {
            inputs.push_back(tensor(const_cast<void*>(asked.work.input_data()[i]), asked.row.input(i),
                                    shape_in_memory(asked.row.operands[i])));
        }
        const std::shared_ptr<ort::value> output =
            tensor(asked.work.output_data(), asked.row.result(), asked.row.output);
        const auto run = library_.get<ort::run>(ort::entry::run);
        return repeated([this, run, session, inputs, output] {
            const ort::value* given[most_case_operands];
            for (std::size_t i = 0; i < inputs.size(); ++i) given[i] = inputs[i].get();
            ort::value* made = output.get();
            library_.expect_ok(run(session.get(), nullptr, names, given, inputs.size(), &output_name, 1, &made));
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
            if (onnx_type(row.input(i)) == 0) return false;
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
        if (onnx_type(row.result()) == 0) return false;
        model.output(output_name, row.result(), row.output);
        if (is_copy && is_plain(row.operands[0])) {
            if (row.operands[0].shape == row.output) return false;
            model.constant("shape", row.output);
            model.node("Expand", {inputs[0], "shape"}, output_name);
        } else if (!is_copy) {
            onnx_model::integers attributes;
            if (row.which == op::cast) attributes.push_back({"to", {onnx_type(row.result())}});
            model.node(zerostride::info(row.which).onnx_name, inputs, output_name, attributes);
        }
        bytes = model.bytes();
        return true;
    }

    std::shared_ptr<ort::session> session_of(const std::string& model, int threads) const {
        ort::session_options* options = nullptr;
        library_.call<ort::create_session_options>(ort::entry::create_session_options, &options);
        const auto owned = library_.owned(options, ort::entry::release_session_options);
        library_.call<ort::set_intra_op_threads>(ort::entry::set_intra_op_threads, options, threads);
        // Threads that keep spinning after a run would take the processor from whoever is next.
        library_.call<ort::add_session_config>(ort::entry::add_session_config, options, "session.force_spinning_stop",
                                               "1");
        ort::session* session = nullptr;
        library_.call<ort::create_session_from_array>(ort::entry::create_session_from_array, env_.get(), model.data(),
                                                      model.size(), options, &session);
        return library_.owned(session, ort::entry::release_session);
    }

    std::shared_ptr<ort::value> tensor(void* data, dtype type, const std::vector<std::int64_t>& shape) const {
        std::size_t bytes = size_of(type);
        for (const std::int64_t extent : shape) bytes *= static_cast<std::size_t>(extent);
        ort::value* made = nullptr;
        library_.call<ort::create_tensor_with_data>(ort::entry::create_tensor_with_data, memory_.get(), data, bytes,
                                                    shape.data(), shape.size(), onnx_type(type), &made);
        return library_.owned(made, ort::entry::release_value);
    }

    library library_;
    std::shared_ptr<ort::env> env_;
    std::shared_ptr<ort::memory_info> memory_;
};

}  // namespace

std::unique_ptr<peer> make_onnxruntime() { return std::make_unique<onnxruntime_peer>(); }

}  // namespace zerostride::bench
