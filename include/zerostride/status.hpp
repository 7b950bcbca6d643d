// What a call answers: a status, and for a refusal a message that names the operand, axis and extents.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace zerostride {

// clang-format off
/// The numeric values are stable across versions; 0 is ok.
enum class [[nodiscard]] status : std::int32_t {
#define ZS_STATUS(id, name, text) name = id,
#include "zerostride/status.def"
#undef ZS_STATUS
};

/// One English sentence for a status; never null.
constexpr const char* to_string(status code) noexcept {
    switch (code) {
#define ZS_STATUS(id, name, text) \
    case status::name: return text;
#include "zerostride/status.def"
#undef ZS_STATUS
    }
    return "unknown status";
}
// clang-format on

/// True when every output element was written: ok, or an integer division by zero (whose element is 0).
constexpr bool completed(status code) noexcept {
    return code == status::ok || code == status::integer_division_by_zero;
}

/// A status with its message. The message is empty when the status is ok.
struct [[nodiscard]] outcome {
    status code = status::ok;
    std::string message;

    /// True for ok alone; of an integer division by zero, which leaves a whole result, completed(code) is true as well.
    explicit operator bool() const noexcept { return code == status::ok; }
};

/// What the throwing forms throw; where there is no memory for the words, std::bad_alloc. what() is the message.
class error : public std::runtime_error {
public:
    error(status code, const std::string& message) : std::runtime_error(message), code_(code) {}
    explicit error(const outcome& failed) : error(failed.code, failed.message) {}
    status code() const noexcept { return code_; }

private:
    status code_;
};

/// Throws `error` unless the output was written whole. An integer division by zero does not throw: the
/// result is defined, and a caller who must know uses a try_ form or plan::run.
inline void require(const outcome& answer) {
    if (!completed(answer.code)) throw error(answer);
}

}  // namespace zerostride
