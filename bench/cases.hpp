// The case list: rows of operators, element types and operand layouts that libraries are compared by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/shapes.hpp"
#include "zerostride/attribute.hpp"
#include "zerostride/op.hpp"

namespace zerostride::bench {

/// No row has more.
inline constexpr int most_case_operands = 3;

struct value_range {
    double low, high;

    constexpr bool is_none() const noexcept { return low == 0 && high == 0; }
};

/// One operator on one element type in one row of the list.
struct bench_case {
    std::string row;    ///< the row's name
    std::string group;  ///< the heading that the row stands under
    op which = op::identity;
    dtype type = dtype::f32;    ///< of the values
    dtype second = dtype::f32;  ///< of a cast's result or an exponent; else `type`
    std::vector<attribute> attributes;
    std::vector<operand_layout> operands;
    std::vector<std::int64_t> output;
    std::int64_t elements = 0;        ///< of the output
    std::vector<value_range> values;  ///< of each operand; the last stands for those that follow
    bool is_quick = true;             ///< belongs to the quick run

    operation what() const noexcept { return {which, attributes}; }
    dtype input(std::size_t i) const noexcept;
    dtype result() const noexcept;
    /// Where the row says nothing: 1 to 2, and whole numbers from 1 to 100.
    value_range values_of(std::size_t i) const noexcept;
    /// "add/f32/row_300000x3", "cast/f32_i8/contiguous_4096"
    std::string name() const;
};

/// The case list that the build knows.
const char* default_cases_path() noexcept;

/// Reads a list from text; its grammar is at the top of cases.txt. False with a message that names `source`, the line
/// and what is wrong: "cases.txt:12: row_3: ...". `cases` is then left as it was.
[[nodiscard]] bool parse_cases(std::string_view text, std::string_view source, std::vector<bench_case>& cases,
                               std::string& message);
/// The same from a file.
[[nodiscard]] bool read_cases(const std::string& path, std::vector<bench_case>& cases, std::string& message);

/// Leaves the cases with one of these texts in their names (no texts: all), for the quick run only its own. False with
/// a message when a text is in none of the names.
[[nodiscard]] bool choose_cases(std::vector<bench_case>& cases, const std::vector<std::string>& texts, bool quick,
                                std::string& message);

}  // namespace zerostride::bench
