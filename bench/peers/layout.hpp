// Operands as libraries want them: fewer axes, strides in elements, patterns by name.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/peers/peer.hpp"

namespace zerostride::bench {

/// All operands at the result's extents, stride 0 on stretched axes; axes merged where every operand allows it.
struct merged_layout {
    std::vector<std::int64_t> extents;               ///< of the result, dense; at least one
    std::vector<std::vector<std::int64_t>> strides;  ///< of each operand, in elements

    std::size_t rank() const noexcept { return extents.size(); }
};
merged_layout merge_axes(const bench_case& row);

/// How an operand lies under a dense result of `rows` by `cols`.
enum class pattern { dense, splat, row, column, transposed, padded, other };
/// A layout of at most two axes; rank 1 has one row. False when there are more.
bool as_matrix(const merged_layout& layout, std::int64_t& rows, std::int64_t& cols);
pattern pattern_of(const merged_layout& layout, std::size_t operand);

/// True when the operand is dense and row-major at its own shape, which is what libraries without strides take.
bool is_plain(const operand_layout& operand);
bool all_plain(const bench_case& row);
/// The order of axes that makes the operand dense, if there is one: perm[i] is the axis that lies at place i in memory.
bool is_permuted(const operand_layout& operand, std::vector<std::int64_t>& perm);

/// True when all attributes but a cast's type, and which form Gelu has, are ONNX's defaults: adapters know no others.
bool has_usual_attributes(const bench_case& row);
/// Gelu by the hyperbolic tangent.
bool is_tanh_form(const bench_case& row);

}  // namespace zerostride::bench
