// Messages, put together from their parts.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace zerostride::detail {

/// A part of a message: text, which must live as long as this, or a number.
class word {
public:
    word(const char* text) noexcept : text_(text) {}         // NOLINT: what words() is given
    word(std::string_view text) noexcept : text_(text) {}    // NOLINT
    word(const std::string& text) noexcept : text_(text) {}  // NOLINT
    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    word(Integer number) noexcept  // NOLINT
        : number_(static_cast<std::uint64_t>(number)),
          has_(std::is_signed_v<Integer> && static_cast<std::int64_t>(number) < 0 ? kind::negative : kind::number) {}

private:
    enum class kind : std::uint8_t { text, number, negative };

    friend std::string words(std::initializer_list<word> parts);

    std::string_view text_;
    std::uint64_t number_ = 0;
    kind has_ = kind::text;
};

/// words({"axis ", 1, " of ", name}): one after the other. In one place, because sums of strings take a quarter of the
/// code of whoever refuses. Throws std::bad_alloc.
[[gnu::cold]] std::string words(std::initializer_list<word> parts);

}  // namespace zerostride::detail
