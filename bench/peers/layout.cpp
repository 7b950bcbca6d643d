#include "bench/peers/layout.hpp"

#include <algorithm>
#include <numeric>

namespace zerostride::bench {

merged_layout merge_axes(const bench_case& row) {
    merged_layout made;
    std::vector<operand_layout> all;
    for (const operand_layout& operand : row.operands) all.push_back(stretch(operand, row.output));
    made.strides.resize(all.size());
    for (std::size_t axis = 0; axis < row.output.size(); ++axis) {
        const std::int64_t extent = row.output[axis];
        if (extent == 1) continue;
        bool merges = !made.extents.empty();
        for (std::size_t k = 0; k < all.size() && merges; ++k) {
            merges = made.strides[k].back() == all[k].strides[axis] * extent;
        }
        if (merges) made.extents.back() *= extent;
        else made.extents.push_back(extent);
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (merges) made.strides[k].back() = all[k].strides[axis];
            else made.strides[k].push_back(all[k].strides[axis]);
        }
    }
    if (made.extents.empty()) {
        made.extents.push_back(1);
        for (std::vector<std::int64_t>& each : made.strides) each.push_back(1);
    }
    return made;
}

bool as_matrix(const merged_layout& layout, std::int64_t& rows, std::int64_t& cols) {
    if (layout.rank() > 2) return false;
    rows = layout.rank() == 2 ? layout.extents[0] : 1;
    cols = layout.extents.back();
    return true;
}

pattern pattern_of(const merged_layout& layout, std::size_t operand) {
    std::int64_t rows, cols;
    if (!as_matrix(layout, rows, cols)) return pattern::other;
    const std::int64_t inner = layout.strides[operand].back();
    const std::int64_t outer = layout.rank() == 2 ? layout.strides[operand][0] : inner * cols;
    if (inner == 0 && outer == 0) return pattern::splat;
    if (inner == 1 && outer == cols) return pattern::dense;
    if (inner == 1 && outer == 0) return pattern::row;
    if (inner == 0 && outer == 1) return pattern::column;
    if (outer == 1 && inner == rows) return pattern::transposed;
    if (inner == 1 && outer > cols) return pattern::padded;
    return pattern::other;
}

bool is_plain(const operand_layout& operand) { return operand.strides == dense(operand.shape).strides; }

bool all_plain(const bench_case& row) { return std::all_of(row.operands.begin(), row.operands.end(), is_plain); }

bool has_usual_attributes(const bench_case& row) {
    return std::all_of(row.attributes.begin(), row.attributes.end(),
                       [](const attribute& each) { return each.id == attribute_id::to; }) ||
           is_tanh_form(row);
}

bool is_tanh_form(const bench_case& row) {
    return row.attributes.size() == 1 && row.attributes[0].id == attribute_id::approximate &&
           row.attributes[0].value != 0;
}

bool is_permuted(const operand_layout& operand, std::vector<std::int64_t>& perm) {
    perm.resize(operand.shape.size());
    std::iota(perm.begin(), perm.end(), 0);
    const auto stride = [&](std::int64_t axis) { return operand.strides[static_cast<std::size_t>(axis)]; };
    std::sort(perm.begin(), perm.end(), [&](std::int64_t a, std::int64_t b) { return stride(a) > stride(b); });
    std::int64_t wanted = 1;
    for (std::size_t place = perm.size(); place-- > 0;) {
        if (stride(perm[place]) != wanted) return false;
        wanted *= operand.shape[static_cast<std::size_t>(perm[place])];
    }
    return true;
}

}  // namespace zerostride::bench
