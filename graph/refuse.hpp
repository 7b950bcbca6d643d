// Refusals that begin with who refuses.
#pragma once

#include <cstddef>
#include <string>

#include "zerostride/status.hpp"

namespace zerostride::detail {

[[noreturn]] inline void refuse(const std::string& who, const std::string& why,
                                status code = status::invalid_argument) {
    throw error(code, who + ": " + why);
}

/// "1 input", "2 inputs"
inline std::string counted(std::size_t number, const char* what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

inline void require(const std::string& who, const outcome& answer) {
    if (!answer) refuse(who, answer.message, answer.code);
}

}  // namespace zerostride::detail
