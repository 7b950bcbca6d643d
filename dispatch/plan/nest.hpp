// Shape analysis: operands' shapes and strides become the smallest loop nest that visits every element.
#pragma once

#include "dispatch/axis.hpp"
#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

/// Loops from the outermost to the innermost. No axis has extent 1, none can be merged with its neighbour, and
/// the output's strides are positive and do not increase inwards: the nest walks the output's memory upwards.
struct nest {
    std::size_t operands = 0;
    std::int64_t total = 0;                ///< number of output elements; 0: there is nothing to visit
    std::int64_t base[max_operands] = {};  ///< bytes from an operand's data pointer to the first visited element
    axis_list axes;
};

/// Fills `made`. Inputs stretch to the output's shape with ranks aligned right. No allocation for output ranks
/// up to axis_list::inline_axes whose axes do not interleave, else std::bad_alloc may be thrown. Answers shape_mismatch
/// where an input does not broadcast to the output, too_large where an extent is negative or elements or their
/// distances are beyond all addresses, overlap where two output elements share a byte.
status collapse(nest& made, const const_tensor_view* inputs, std::size_t count, const const_tensor_view& output);

/// Operand `k` walks one stretch of memory over the axes from `from` on.
inline bool is_dense_from(const nest& n, std::size_t k, std::size_t from, std::int64_t element_bytes) noexcept {
    return are_dense(n.axes.data() + from, n.axes.size() - from, k, element_bytes);
}
/// Operand `k` stays at one element over the axes from `from` on.
inline bool is_splat_from(const nest& n, std::size_t k, std::size_t from) noexcept {
    const axis* const axes = n.axes.data();
    for (std::size_t a = from; a < n.axes.size(); ++a) {
        if (axes[a].stride[k] != 0) return false;
    }
    return true;
}

/// Takes so many elements as one that the operands walk them one after the other in short innermost rows: up to 16
/// bytes. Answers the size of such an element, as `element_log2` is one. For what only moves elements.
int widen_elements(nest& n, int element_log2) noexcept;

/// True when no two index tuples of a nest's output axes share a byte.
bool is_free_of_overlap(const nest& n, std::int64_t element_bytes);

}  // namespace zerostride::detail
