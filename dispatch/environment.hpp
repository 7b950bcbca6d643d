// What an environment variable names, by the text that was judged.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace zerostride::detail {

/// Read once by whoever keeps it: changing the variable after that has no effect, like any set-up variable. `Choice`
/// has `automatic`.
template <class Choice>
struct environment_choice {
    Choice chosen = Choice::automatic;  ///< automatic, too, where the variable is absent, empty or names nothing
    bool is_known = true;
    /// What was judged, for a refusal: printable, and its beginning where it is longer than any name.
    char text[64] = "";

    using finder = bool (*)(std::string_view name, Choice& found) noexcept;
    /// Apart, because whoever keeps it asks again in each call.
    [[gnu::cold, gnu::noinline]] environment_choice(const char* variable, finder find) noexcept {
        const char* const value = std::getenv(variable);
        if (value == nullptr || *value == '\0') return;
        is_known = find(value, chosen);
        const auto is_printable = [](char c) { return c >= ' ' && c <= '~'; };
        for (std::size_t i = 0; i + 1 < sizeof text && value[i] != '\0'; ++i) {
            text[i] = is_printable(value[i]) ? value[i] : '?';
        }
    }
};

}  // namespace zerostride::detail
