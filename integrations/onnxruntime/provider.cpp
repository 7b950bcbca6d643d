#include "integrations/onnxruntime/provider.hpp"

#include <charconv>
#include <string>

#include "integrations/onnxruntime/claims.hpp"
#include "integrations/onnxruntime/kernel.hpp"

namespace zerostride::integration {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& value, const char* known) {
    throw error(status::invalid_argument,
                std::string(provider_name) + ": option " + option + " is '" + value + "' and should be " + known);
}

void read_option(options& how, const std::string& name, const std::string& given) {
    if (name == "isa") {
        if (!find_isa(given, how.with)) refuse(name, given, "an instruction set, such as avx2");
        if (how.with != isa::automatic && !is_available(how.with)) refuse(name, given, "one that can run here");
    } else if (name == "accuracy") {
        if (!find_accuracy(given, how.accuracy)) refuse(name, given, "exact or fast");
    } else if (name == "threads") {
        const char* const end = given.data() + given.size();
        const auto read = std::from_chars(given.data(), end, how.max_threads);
        if (read.ec != std::errc() || read.ptr != end || how.max_threads < 1) refuse(name, given, "at least 1");
    } else {
        throw error(status::invalid_argument, std::string(provider_name) + ": there is no option '" + name +
                                                  "'; there are isa, accuracy and threads");
    }
}

/// What a session says to the provider, among all that it was told.
session_wishes read_wishes(const ort::api& host, const ort::session_options* session) {
    // ONNX Runtime keeps a provider's options under its name in small letters.
    std::string prefix = "ep.";
    for (const char c : std::string_view(provider_name)) {
        prefix += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    prefix += '.';
    const auto all = host.owned(host.get<ort::key_values*>(ort::session_configs, session), ort::release_key_values);
    const char *const *keys = nullptr, *const *texts = nullptr;
    std::size_t count = 0;
    host.ask(ort::entries_of, all.get(), &keys, &texts, &count);
    session_wishes found;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view key = keys[i];
        if (key.substr(0, prefix.size()) == prefix) {
            read_option(found.how, std::string(key.substr(prefix.size())), texts[i]);
        } else if (key == "ep.context_enable") {
            found.compiled_model = texts[i][0] == '1';
        }
    }
    if (found.how.with == isa::automatic) require(environment_isa());
    if (found.how.accuracy == accuracy_mode::automatic) require(environment_accuracy());
    return found;
}

/// A kernel as ONNX Runtime sees it. It has no state of a session's.
struct fused_node : ort::node_compute {
    fused_node(const ort::api& api, const ort::graph* g, const ort::node* fused, const options& how,
               const std::shared_ptr<workspaces>& memory)
        : host(api), runs(api, g, fused, how, memory) {
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
    : host_(host), wishes_(read_wishes(host, session)), memory_(std::make_shared<workspaces>()) {
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
    if (wishes_.compiled_model) return;  // which has no place for plans
    // Before 1.25 two kernels of one name come to be when there are some in a subgraph and in another graph.
    constexpr std::uint32_t tells_subgraphs_apart = 25;
    if (host_.minor() < tells_subgraphs_apart && host_.get<const ort::node*>(ort::parent_of, g) != nullptr) return;
    const ort::function_table functions = host_.provider_functions();
    for (const std::vector<const ort::node*>& group : groups_of(host_, g, wishes_.how)) {
        host_.expect_ok(
            functions.ask(ort::provider_api::add_nodes_to_fuse, support, group.data(), group.size(), nullptr));
    }
}

void session_provider::make_kernels(const ort::graph** graphs, const ort::node** fused, std::size_t count,
                                    ort::node_compute** made) const {
    std::vector<std::unique_ptr<fused_node>> all;
    for (std::size_t i = 0; i < count; ++i) {
        all.push_back(std::make_unique<fused_node>(host_, graphs[i], fused[i], wishes_.how, memory_));
    }
    for (std::size_t i = 0; i < count; ++i) made[i] = all[i].release();
}

}  // namespace zerostride::integration
