// The execution provider of one session.
#pragma once

#include <memory>

#include "integrations/onnxruntime/api.hpp"
#include "integrations/onnxruntime/workspaces.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::integration {

inline constexpr char provider_name[] = "ZerostrideExecutionProvider";

/// What a session asks of the provider.
struct session_wishes {
    options how;
    bool compiled_model = false;  ///< a file of what providers compiled
};

/// Outlives the kernels that it makes.
class session_provider : public ort::provider {
public:
    /// With the options that `session` has for it: isa, accuracy, threads. Throws error(invalid_argument), which names
    /// the option, for one that there is not, for a value that it cannot have, or an instruction set that cannot run
    /// here; and likewise for an environment that asks for what is not there, where no option says otherwise.
    session_provider(const ort::api& host, const ort::session_options* session);

private:
    void claim(const ort::graph* g, ort::graph_support* support) const;
    void make_kernels(const ort::graph** graphs, const ort::node** fused, std::size_t count,
                      ort::node_compute** made) const;

    ort::api host_;
    session_wishes wishes_;
    std::shared_ptr<workspaces> memory_;
};

/// Calls `body` at the border to ONNX Runtime, which sees no exception: null, or a status with what was thrown.
template <class Body>
ort::status* answer_of(const ort::api& host, Body&& body) noexcept {
    try {
        body();
        return nullptr;
    } catch (const error& thrown) {
        const bool is_memory = thrown.code() == status::out_of_memory;
        return host.ask(ort::create_status, is_memory ? ort::failed : ort::invalid_argument, thrown.what());
    } catch (const std::exception& thrown) {
        return host.ask(ort::create_status, ort::failed, thrown.what());
    }
}

}  // namespace zerostride::integration
