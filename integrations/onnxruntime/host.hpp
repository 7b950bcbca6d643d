// ONNX Runtime as a program uses it that runs models: loaded when the program runs, and its sessions. For the tests and
// the benchmarks.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "integrations/onnxruntime/api.hpp"
#include "zerostride/view.hpp"

namespace zerostride::ort {

/// The library, an environment in it, and sessions. Everything throws refusal.
class host {
public:
    using texts = std::vector<std::pair<std::string, std::string>>;

    /// The library in the file `path`; null is refused as one that is not named.
    explicit host(const char* path);

    const char* version() const noexcept { return base_->version(); }
    const api& functions() const noexcept { return api_; }

    /// Registers the library of a provider; `path` as dlopen takes it.
    void add_provider(const std::string& path);

    struct how {
        int threads = 1;
        const char* provider = nullptr;  ///< the name of a registered one, which gets what nodes it can run
        texts provider_options = {};
        texts configuration = {};  ///< more of the session's own
    };
    std::shared_ptr<session> open(const std::string& model, const how& h) const;

    /// The operators that each part of a session has, and who runs that part; in no order. Of a session that was opened
    /// with record_assignments.
    struct part {
        std::string provider;
        std::vector<std::string> operators;
    };
    std::vector<part> parts_of(const session& opened) const;

    /// A tensor over the caller's memory.
    std::shared_ptr<value> view(const const_tensor_view& of) const;

    /// ONNX's number of an element type; 0 of what ONNX has not got, and of texts, which have no memory of their own.
    static int number_of(dtype type) noexcept;

private:
    const base* base_ = nullptr;
    api api_;
    std::shared_ptr<env> env_;
    std::shared_ptr<memory_info> memory_;
};

}  // namespace zerostride::ort
