// Rows of text files: what the shape table and the case list have in common.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "bench/shapes.hpp"

namespace zerostride::bench {

/// No benchmark needs more, and everything below it multiplies without overflow.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 32;
/// Of a case's operands and result together: what every machine that benchmarks has room for.
inline constexpr std::int64_t most_bytes = std::int64_t{4} << 30;

/// One line, read from the left.
class line_reader {
public:
    explicit line_reader(std::string_view line) noexcept : rest_(line) { skip_blanks(); }

    std::string_view rest() const noexcept { return rest_; }
    bool at_end() const noexcept { return rest_.empty(); }
    bool take(char wanted) noexcept {
        if (rest_.empty() || rest_.front() != wanted) return false;
        rest_.remove_prefix(1);
        return true;
    }
    std::string_view take_word() noexcept {
        const std::size_t length = std::min(rest_.find_first_of(" \t"), rest_.size());
        const std::string_view word = rest_.substr(0, length);
        rest_.remove_prefix(length);
        skip_blanks();
        return word;
    }
    bool take_number(std::int64_t& number) noexcept {
        const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
        if (problem != std::errc{}) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return true;
    }
    void skip_blanks() noexcept { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }
    /// What stands here, for a message.
    std::string here() const {
        if (rest_.empty()) return "the end of the line";
        std::string quoted = "'";
        return quoted.append(rest_.substr(0, 16)).append("'");
    }

private:
    std::string_view rest_;
};

/// "[2,3]", "[]"; an empty message when it was read.
std::string read_list(line_reader& line, const char* what, std::vector<std::int64_t>& numbers);
/// "[2,3]" or "[2,3]@[1,2]", and the blanks after it. Its elements lie within most_elements of each other.
std::string read_operand(line_reader& line, operand_layout& operand);
/// The product of extents; false when it is more than most_elements.
bool count_case_elements(extents_ref extents, std::int64_t& elements) noexcept;
/// Small letters, digits and underscores.
bool is_name(std::string_view word) noexcept;

/// Calls read(row, comment) for every line of a file that is more than a comment, until an answer is not empty:
/// that is what is wrong, and the message becomes "source:line: answer". False then, and when there are no rows.
[[nodiscard]] bool for_each_row(std::string_view text, std::string_view source,
                                const std::function<std::string(std::string_view row, std::string_view comment)>& read,
                                std::string& message);
/// The whole of a file; false with a message when it cannot be read.
[[nodiscard]] bool read_text(const std::string& path, std::string& text, std::string& message);

}  // namespace zerostride::bench
