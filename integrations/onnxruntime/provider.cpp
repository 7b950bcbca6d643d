#include "integrations/onnxruntime/provider.hpp"

#include <charconv>
#include <string>

#include "integrations/onnxruntime/claims.hpp"
#include "integrations/onnxruntime/kernel.hpp"

namespace zerostride::integration {
namespace {

/// The text of a session's option for this provider; empty when it is not given.
std::string option_of(const ort::api& host, const ort::session_options* session, const char* name) {
    // ONNX Runtime keeps them under the provider's name in small letters.
    std::string key = "ep.";
    for (const char c : std::string_view(provider_name))
        key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    key += std::string(".") + name;
    if (host.get<int>(ort::has_session_config, session, key.c_str()) == 0) return {};
    std::size_t bytes = 0;
    host.call(ort::get_session_config, session, key.c_str(), nullptr, &bytes);
    std::string found(bytes, '\0');
    host.call(ort::get_session_config, session, key.c_str(), found.data(), &bytes);
    return found.c_str();
}

[[noreturn]] void refuse(const char* option, const std::string& value, const char* known) {
    throw error(status::invalid_argument,
                std::string(provider_name) + ": option " + option + " is '" + value + "' and should be " + known);
}

options read_options(const ort::api& host, const ort::session_options* session) {
    options how;
    if (const std::string given = option_of(host, session, "isa"); !given.empty()) {
        if (!find_isa(given, how.with)) refuse("isa", given, "an instruction set, such as avx2");
        if (how.with != isa::automatic && !is_available(how.with)) refuse("isa", given, "one that can run here");
    }
    if (const std::string given = option_of(host, session, "accuracy"); !given.empty()) {
        if (!find_accuracy(given, how.accuracy)) refuse("accuracy", given, "exact or fast");
    }
    if (const std::string given = option_of(host, session, "threads"); !given.empty()) {
        const char* const end = given.data() + given.size();
        const auto read = std::from_chars(given.data(), end, how.max_threads);
        if (read.ec != std::errc() || read.ptr != end || how.max_threads < 1) refuse("threads", given, "at least 1");
    }
    return how;
}

/// A kernel as ONNX Runtime sees it. It has no state of a session's.
struct fused_node : ort::node_compute {
    fused_node(const ort::api& api, const ort::graph* g, const ort::node* fused, const options& how)
        : host(api), runs(api, g, fused, how) {
        create_state = [](ort::node_compute*, ort::compute_context*, void** state) -> ort::status* {
            *state = nullptr;
            return nullptr;
        };
        compute = [](ort::node_compute* self, void*, ort::kernel_context* context) {
            auto* const own = static_cast<fused_node*>(self);
            return answer_of(own->host, [&] { own->runs.run(context); });
        };
        release_state = [](ort::node_compute*, void*) {};
    }

    ort::api host;
    kernel runs;
};

}  // namespace

session_provider::session_provider(const ort::api& host, const ort::session_options* session)
    : host_(host), how_(read_options(host, session)) {
    name = [](const ort::provider*) { return provider_name; };
    get_capability = [](ort::provider* self, const ort::graph* g, ort::graph_support* support) {
        const auto* const own = static_cast<session_provider*>(self);
        return answer_of(own->host_, [&] { own->claim(g, support); });
    };
    compile = [](ort::provider* self, const ort::graph** graphs, const ort::node** fused, std::size_t count,
                 ort::node_compute** made, ort::node**) {
        const auto* const own = static_cast<session_provider*>(self);
        return answer_of(own->host_, [&] { own->make_kernels(graphs, fused, count, made); });
    };
    release_computes = [](ort::provider*, ort::node_compute** made, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) delete static_cast<fused_node*>(made[i]);
    };
}

void session_provider::claim(const ort::graph* g, ort::graph_support* support) const {
    const ort::function_table functions = host_.provider_functions();
    for (const std::vector<const ort::node*>& group : groups_of(host_, g)) {
        host_.expect_ok(
            functions.ask(ort::provider_api::add_nodes_to_fuse, support, group.data(), group.size(), nullptr));
    }
}

void session_provider::make_kernels(const ort::graph** graphs, const ort::node** fused, std::size_t count,
                                    ort::node_compute** made) const {
    std::vector<std::unique_ptr<fused_node>> all;
    for (std::size_t i = 0; i < count; ++i) {
        all.push_back(std::make_unique<fused_node>(host_, graphs[i], fused[i], how_));
    }
    for (std::size_t i = 0; i < count; ++i) made[i] = all[i].release();
}

}  // namespace zerostride::integration
