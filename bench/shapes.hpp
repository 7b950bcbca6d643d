// The shape table: rows of named operand layouts from a text file, and their placement in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "zerostride/view.hpp"

namespace zerostride::bench {

struct operand_layout {
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in elements, one per axis; dense rows have theirs spelled out
};

struct shape_row {
    std::string name;
    operand_layout operands[2];
    std::vector<std::int64_t> output;  ///< the broadcast shape
    std::int64_t elements = 0;         ///< of the output
    std::string comment;

    /// The name up to its first underscore.
    std::string_view group() const noexcept { return std::string_view(name).substr(0, name.find('_')); }
};

/// The shape table that the build knows.
const char* default_shapes_path() noexcept;

/// Reads a table from text; its grammar is at the top of shapes.txt. False with a message that names
/// `source`, the line and what is wrong: "shapes.txt:12: row_3: ...". `rows` is then left as it was.
[[nodiscard]] bool parse_shapes(std::string_view text, std::string_view source, std::vector<shape_row>& rows,
                                std::string& message);
/// The same from a file.
[[nodiscard]] bool read_shapes(const std::string& path, std::vector<shape_row>& rows, std::string& message);

/// A dense row-major operand.
operand_layout dense(extents_ref shape);

/// Where an operand's elements lie when they are `element_bytes` large.
struct placement {
    std::vector<std::int64_t> strides;  ///< in bytes
    std::int64_t first = 0;             ///< bytes from the lowest address to the element with all indices 0
    std::int64_t bytes = 0;             ///< from the lowest address to the end of the highest element
    std::int64_t distinct = 0;          ///< number of elements that are read, each counted once
};
placement place(const operand_layout& operand, std::size_t element_bytes);

/// `operand` as the broadcast rule reads it: at the output's rank and extents, with stride 0 on stretched axes.
operand_layout stretch(const operand_layout& operand, extents_ref output);

}  // namespace zerostride::bench
