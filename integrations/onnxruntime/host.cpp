#include "integrations/onnxruntime/host.hpp"

#include <dlfcn.h>

#include "graph/onnx/element_types.hpp"

namespace zerostride::ort {

host::host(const char* path) {
    // Never closed: it has threads and thread-local destructors of its own.
    void* const opened = path != nullptr ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (opened == nullptr) throw refusal(path == nullptr ? "ZEROSTRIDE_ONNXRUNTIME names no library" : dlerror());
    using get_base = const base* (*)();
    const auto exported = reinterpret_cast<get_base>(dlsym(opened, "OrtGetApiBase"));
    if (exported == nullptr) throw refusal(std::string(path) + " is not ONNX Runtime");
    base_ = exported();
    api_ = api(*base_);
    env_ = api_.owned(api_.get<env*>(create_env, only_fatal, "zerostride"), release_env);
    memory_ = api_.owned(api_.get<memory_info*>(create_cpu_memory_info, device_allocator, default_memory),
                         release_memory_info);
}

void host::add_provider(const std::string& path) {
    api_.call(register_provider_library, env_.get(), path.c_str(), path.c_str());
}

std::shared_ptr<session> host::open(const std::string& model, const how& h) const {
    const auto options = api_.owned(api_.get<session_options*>(create_session_options), release_session_options);
    api_.call(set_intra_op_threads, options.get(), h.threads);
    for (const auto& [key, text] : h.configuration) {
        api_.call(add_session_config, options.get(), key.c_str(), text.c_str());
    }
    if (h.provider != nullptr) {
        const provider_device* const* devices = nullptr;
        std::size_t count = 0;
        api_.call(provider_devices, env_.get(), &devices, &count);
        std::vector<const provider_device*> chosen;
        for (std::size_t i = 0; i < count; ++i) {
            if (std::string(api_.ask(name_of_provider, devices[i])) == h.provider) chosen.push_back(devices[i]);
        }
        if (chosen.empty()) throw refusal(std::string("there is no provider ") + h.provider);
        std::vector<const char*> keys, values;
        for (const auto& [key, text] : h.provider_options) {
            keys.push_back(key.c_str());
            values.push_back(text.c_str());
        }
        api_.call(append_provider, options.get(), env_.get(), chosen.data(), std::size_t{1}, keys.data(), values.data(),
                  keys.size());
    }
    return api_.owned(
        api_.get<session*>(create_session_from_array, env_.get(), model.data(), model.size(), options.get()),
        release_session);
}

std::vector<host::part> host::parts_of(const session& opened) const {
    std::vector<part> found;
    const assigned_nodes* const* parts = nullptr;
    std::size_t count = 0;
    api_.call(assignments_of, &opened, &parts, &count);
    for (std::size_t i = 0; i < count; ++i) {
        part& made = found.emplace_back();
        made.provider = api_.get<const char*>(provider_of_assigned, parts[i]);
        const assigned_node* const* nodes = nullptr;
        std::size_t node_count = 0;
        api_.call(nodes_of_assigned, parts[i], &nodes, &node_count);
        for (std::size_t j = 0; j < node_count; ++j) {
            made.operators.emplace_back(api_.get<const char*>(operator_of_assigned, nodes[j]));
        }
    }
    return found;
}

std::shared_ptr<value> host::view(const const_tensor_view& of) const {
    std::size_t bytes = size_of(of.type);
    for (std::size_t axis = 0; axis < of.rank; ++axis) bytes *= static_cast<std::size_t>(of.shape[axis]);
    return api_.owned(api_.get<value*>(create_tensor_with_data, memory_.get(), const_cast<void*>(of.data), bytes,
                                       of.shape, of.rank, number_of(of.type)),
                      release_value);
}

int host::number_of(dtype type) noexcept {
    for (int number = 1; number < static_cast<int>(std::size(detail::onnx_numbers)); ++number) {
        if (detail::onnx_numbers[number] == type) return type == dtype::str ? 0 : number;
    }
    return 0;
}

}  // namespace zerostride::ort
