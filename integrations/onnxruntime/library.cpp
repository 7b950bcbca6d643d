// The two functions that ONNX Runtime looks for in a library of execution providers, and the factory between them.

#include "integrations/onnxruntime/provider.hpp"
#include "zerostride/version.h"

namespace zerostride::integration {
namespace {

struct factory : ort::provider_factory {
    explicit factory(const ort::api& api) : host(api) {
        name = [](const ort::provider_factory*) { return provider_name; };
        vendor = [](const ort::provider_factory*) { return "Zerostride"; };
        vendor_id = [](const ort::provider_factory*) { return std::uint32_t{0}; };
        library_version = [](const ort::provider_factory*) { return ZEROSTRIDE_VERSION_TEXT; };
        supported_devices = [](ort::provider_factory* self, const ort::hardware_device* const* devices,
                               std::size_t count, ort::provider_device** made, std::size_t most,
                               std::size_t* made_count) {
            const auto* const own = static_cast<factory*>(self);
            return answer_of(own->host, [&] {
                *made_count = 0;
                for (std::size_t i = 0; i < count && *made_count < most; ++i) {
                    if (own->host.ask(ort::kind_of_device, devices[i]) != ort::cpu_device) continue;
                    own->host.expect_ok(own->host.provider_functions().ask(
                        ort::provider_api::create_device, self, devices[i], nullptr, nullptr, &made[*made_count]));
                    ++*made_count;
                }
            });
        };
        create_provider = [](ort::provider_factory* self, const ort::hardware_device* const*,
                             const ort::key_values* const*, std::size_t, const ort::session_options* session,
                             const ort::logger*, ort::provider** made) {
            const auto* const own = static_cast<factory*>(self);
            return answer_of(own->host, [&] { *made = new session_provider(own->host, session); });
        };
        release_provider = [](ort::provider_factory*, ort::provider* last) {
            delete static_cast<session_provider*>(last);
        };
        // Operands and results are the host's memory, and no streams order our work.
        create_allocator = [](ort::provider_factory*, const ort::memory_info*, const ort::key_values*,
                              ort::allocator** made) -> ort::status* {
            *made = nullptr;
            return nullptr;
        };
        release_allocator = [](ort::provider_factory*, ort::allocator*) {};
        create_data_transfer = [](ort::provider_factory*, ort::data_transfer** made) -> ort::status* {
            *made = nullptr;
            return nullptr;
        };
        is_stream_aware = [](const ort::provider_factory*) { return false; };
    }

    ort::api host;
};

}  // namespace
}  // namespace zerostride::integration

extern "C" {

zerostride::ort::status* CreateEpFactories(const char* /*registered_name*/, const zerostride::ort::base* host,
                                           const zerostride::ort::logger* /*unused*/,
                                           zerostride::ort::provider_factory** made, std::size_t most,
                                           std::size_t* made_count) {
    using namespace zerostride;
    *made_count = 0;
    ort::api table;
    try {
        table = ort::api(*host);
    } catch (const std::exception&) {
        return nullptr;  // too old to be told anything: it finds no provider
    }
    return integration::answer_of(table, [&] {
        if (most < 1) throw error(status::invalid_argument, "there is no room for a factory");
        made[0] = new integration::factory(table);
        *made_count = 1;
    });
}

zerostride::ort::status* ReleaseEpFactory(zerostride::ort::provider_factory* last) {
    delete static_cast<zerostride::integration::factory*>(last);
    return nullptr;
}

}  // extern "C"
