// From names to numbers: functions written out, branches that are known taken, views without copies, constants
// computed. What is left is the work of a run, in an order in which it can be done.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "graph/layout.hpp"
#include "zerostride/graph.hpp"

namespace zerostride::detail {

inline constexpr std::size_t nothing = ~std::size_t{0};

/// Memory that tensors are in.
struct storage {
    enum kind_of : std::uint8_t { input, constant, made } kind;
    std::size_t index = 0;                    ///< of the input; of the work that makes it
    std::shared_ptr<const tensor> held = {};  ///< of a constant
    const void* data = nullptr;               ///< of a constant; of an input where it is known when planning
    status folded = status::ok;               ///< of a constant: or that integers were divided by zero on its way
};

/// A tensor: a view of a storage.
struct value {
    std::size_t store;
    dtype type;
    layout where;

    /// `data`: of the storage; may be null.
    const_tensor_view view(const void* data) const noexcept {
        const void* const first = data == nullptr ? nullptr : static_cast<const std::byte*>(data) + where.offset;
        return {first, type, where.shape, where.strides.data()};
    }
};

struct lowered;

/// What a run does: an operation, or one of two branches.
struct work {
    std::string label;
    operation what = op::identity;
    std::vector<std::size_t> inputs;  ///< values; nothing for an absent one. Of a branch: the condition.
    std::vector<std::size_t> outputs;
    std::shared_ptr<const lowered> branches[2] = {};  ///< then, else; their inputs are `captured`
    std::vector<std::size_t> captured[2] = {};

    bool is_branch() const noexcept { return branches[0] != nullptr; }
};

/// Calls visit(value) for all that `w` reads, as often as it does.
template <class Visit>
void for_each_input(const work& w, const Visit& visit) {
    for (const std::size_t id : w.inputs) {
        if (id != nothing) visit(id);
    }
    for (const std::vector<std::size_t>& captured : w.captured) {
        for (const std::size_t id : captured) visit(id);
    }
}

/// An input that a shape was read from.
struct shape_input {
    std::size_t index;
    std::vector<std::int64_t> elements;
    value seen;
};
/// An element of a shape, which is i64 or i32.
inline std::int64_t integer_at(const std::byte* element, dtype type) noexcept {
    std::int32_t narrow;
    std::memcpy(&narrow, element, sizeof narrow);
    if (type == dtype::i32) return narrow;
    std::int64_t wide;
    std::memcpy(&wide, element, sizeof wide);
    return wide;
}

struct lowered {
    std::vector<storage> storages;
    std::vector<value> values;
    std::vector<work> works;
    std::vector<std::size_t> inputs, outputs;  ///< values; each output is made by a work and dense
    std::vector<shape_input> shape_inputs;     ///< of the outermost graph
    status folded = status::ok;                ///< of the constants that planning went by: shapes, conditions
    std::vector<bool> is_needed;               ///< storages that lead to an output: known once it is pruned

    bool needs(std::size_t id) const { return is_needed[values[id].store]; }
    bool needs(const work& w) const {
        return std::any_of(w.outputs.begin(), w.outputs.end(), [this](std::size_t id) { return needs(id); });
    }
};

/// `g`, which keeps the rules of `profile`, over `inputs`. Throws error.
lowered lower(const graph& g, array_ref<const_tensor_view> inputs, graph_profile profile, const options& how);

}  // namespace zerostride::detail
