// Calls through ONNX Runtime's tables of functions.
#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "integrations/onnxruntime/interface.hpp"

namespace zerostride::ort {

/// What ONNX Runtime refused, in its words.
class refusal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A table of functions as it is.
class function_table {
public:
    function_table() noexcept = default;
    explicit function_table(const void* const* first) noexcept : first_(first) {}

    template <class Result, class... Parameters, class... Arguments>
    Result ask(entry<Result(Parameters...)> which, Arguments... arguments) const noexcept {
        using function = Result (*)(Parameters...);
        return reinterpret_cast<function>(const_cast<void*>(first_[which.place]))(arguments...);
    }

private:
    const void* const* first_ = nullptr;
};

/// The functions of one library. Cheap to copy; any thread may call through it.
class api : public function_table {
public:
    api() noexcept = default;
    /// Throws refusal when the library is older than the interface.
    explicit api(const base& of) : function_table(require_table(of)), minor_(minor_of(of)) {}

    /// Of the library's version, which is 1.minor.
    std::uint32_t minor() const noexcept { return minor_; }

    function_table provider_functions() const noexcept { return function_table(ask(provider_table)); }

    /// Throws refusal for a status, which is released.
    void expect_ok(status* answer) const {
        if (answer == nullptr) return;
        const auto release = [this](status* owned) { ask(release_status, owned); };
        const std::unique_ptr<status, decltype(release)> owned(answer, release);
        throw refusal(ask(message_of, answer));
    }
    template <class... Parameters, class... Arguments>
    void call(entry<status*(Parameters...)> which, Arguments... arguments) const {
        expect_ok(ask(which, arguments...));
    }
    /// What a function puts where its last parameter points.
    template <class Value, class... Parameters, class... Arguments>
    Value get(entry<status*(Parameters...)> which, Arguments... arguments) const {
        Value found{};
        call(which, arguments..., &found);
        return found;
    }
    template <class T>
    std::shared_ptr<T> owned(T* made, entry<void(T*)> release) const {
        return std::shared_ptr<T>(made, [*this, release](T* last) { ask(release, last); });
    }

private:
    /// 0 of a version that is written in another way.
    static std::uint32_t minor_of(const base& of) noexcept {
        unsigned found = 0;
        return std::sscanf(of.version(), "1.%u", &found) == 1 ? found : 0;
    }
    static const void* const* require_table(const base& of) {
        // An older library would print that it has no such table.
        const bool is_recent = minor_of(of) >= version || minor_of(of) == 0;
        if (const void* const* const table = is_recent ? of.table(version) : nullptr) return table;
        throw refusal(std::string("ONNX Runtime ") + of.version() + " is too old: 1." + std::to_string(version) +
                      " is wanted");
    }

    std::uint32_t minor_ = 0;
};

}  // namespace zerostride::ort
