// Extents and strides of operands for tests, and the naive loop over them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/settings.hpp"
#include "zerostride/view.hpp"

namespace zerostride::test {

/// Extents and byte strides of one operand.
struct layout {
    std::vector<std::int64_t> extents;
    std::vector<std::int64_t> strides;

    std::int64_t count() const;
    /// Of the lowest and behind the highest byte of all elements, from the element with all indices 0.
    std::int64_t first_byte() const;
    std::int64_t end_byte(std::size_t element_bytes) const;
    bool operator==(const layout&) const = default;
};

layout dense(const std::vector<std::int64_t>& extents, std::size_t element_bytes);

/// How an operand lies under a result of `rows` by `cols`.
enum class role {
    dense,
    splat,           // rank 0
    row,             // [cols]
    column,          // [rows,1]
    strided,         // every third element
    negative,        // from the last to the first
    transposed,      // column by column
    padded,          // dense rows with gaps between them
    strided_row,     // [cols], every second element
    strided_column,  // [rows,1], every third element
    skewed           // strides that are not multiples of the element size
};
inline constexpr role all_roles[] = {role::dense,       role::splat,          role::row,        role::column,
                                     role::strided,     role::negative,       role::transposed, role::padded,
                                     role::strided_row, role::strided_column, role::skewed};
/// The roles in which no element is used twice, so that an output can have them.
inline constexpr role output_roles[] = {role::dense,      role::strided, role::negative,
                                        role::transposed, role::padded,  role::skewed};
const char* name_of(role which);
layout lay(role which, std::int64_t rows, std::int64_t cols, std::size_t element_bytes);

/// A layout over the axes of `extents` in random order of nearness, with random gaps and directions. No two
/// elements share a byte.
layout scattered(const std::vector<std::int64_t>& extents, std::size_t element_bytes, random_bits& random);

/// The same without gaps, in the direction of the axes.
layout permuted(const std::vector<std::int64_t>& extents, std::size_t element_bytes, random_bits& random);

/// An operand that broadcasts to `extents`: a random part of the axes are stretched, dropped or given stride 0,
/// the others lie in random order.
layout stretched(const std::vector<std::int64_t>& extents, std::size_t element_bytes, random_bits& random);

/// Random extents of `rank` axes with many 1s and 2s, about `elements` in all; with `zeros`, some 0s.
std::vector<std::int64_t> random_extents(std::size_t rank, std::int64_t elements, bool zeros, random_bits& random);

std::string to_text(const layout& l);

/// Strides of `operand` for each axis of a result of rank `rank`: ranks aligned right, 0 where the operand has
/// no axis or extent 1. (Says nothing about the extents matching.)
std::vector<std::int64_t> aligned_strides(const layout& operand, std::size_t rank);

/// Calls visit(offsets) for every index tuple of `extents` in row-major order; offsets[k] is the byte offset of
/// operand k, whose aligned strides are strides[k].
template <std::size_t Operands, class Visit>
void for_each_index(const std::vector<std::int64_t>& extents, const std::vector<std::int64_t> (&strides)[Operands],
                    std::size_t operands, Visit visit) {
    const std::size_t rank = extents.size();
    for (const std::int64_t extent : extents) {
        if (extent == 0) return;
    }
    std::vector<std::int64_t> index(rank, 0);
    std::int64_t offset[Operands] = {};
    while (true) {
        visit(static_cast<const std::int64_t*>(offset));
        std::size_t axis = rank;
        while (true) {
            if (axis == 0) return;
            --axis;
            for (std::size_t k = 0; k < operands; ++k) offset[k] += strides[k][axis];
            if (++index[axis] < extents[axis]) break;
            for (std::size_t k = 0; k < operands; ++k) offset[k] -= strides[k][axis] * extents[axis];
            index[axis] = 0;
        }
    }
}

}  // namespace zerostride::test
