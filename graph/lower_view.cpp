// Constants, shapes that are known when planning, and nodes that only look at their operand in another way.
#include <algorithm>
#include <utility>

#include "dispatch/extents.hpp"
#include "graph/lowering.hpp"
#include "graph/refuse.hpp"
#include "zerostride/broadcast.hpp"

namespace zerostride::detail {
namespace {

std::vector<std::int64_t> read_integers(const const_tensor_view& list) {
    std::vector<std::int64_t> read(list.rank == 0 ? 1 : static_cast<std::size_t>(list.shape[0]));
    for (std::size_t i = 0; i < read.size(); ++i) {
        const auto offset = list.rank == 0 ? 0 : static_cast<std::ptrdiff_t>(i) * list.strides[0];
        read[i] = integer_at(static_cast<const std::byte*>(list.data) + offset, list.type);
    }
    return read;
}

/// Whether all elements are one, which is somewhere in memory.
bool is_one_element(const layout& where) noexcept {
    for (std::size_t axis = 0; axis < where.shape.size(); ++axis) {
        if (where.shape[axis] == 0 || (where.shape[axis] > 1 && where.strides[axis] != 0)) return false;
    }
    return true;
}

}  // namespace

std::shared_ptr<const tensor> constant_of(const graph_node& node) {
    const auto& [name, held] = *node.attributes.begin();  // the only one
    const auto keep = [](tensor made) { return std::make_shared<const tensor>(std::move(made)); };
    const auto floats = [](const std::vector<double>& from) { return std::vector<float>(from.begin(), from.end()); };
    const auto size = [](const auto& list) { return static_cast<std::int64_t>(list.size()); };
    if (const auto* whole = std::get_if<std::shared_ptr<const tensor>>(&held); whole != nullptr && *whole != nullptr) {
        if (name == "value") return *whole;
    }
    if (const auto* one = std::get_if<std::int64_t>(&held); one != nullptr && name == "value_int") {
        return keep(tensor::from<std::int64_t>({*one}, {}));
    }
    if (const auto* one = std::get_if<double>(&held); one != nullptr && name == "value_float") {
        return keep(tensor::from<float>({static_cast<float>(*one)}, {}));
    }
    if (const auto* one = std::get_if<std::string>(&held); one != nullptr && name == "value_string") {
        return keep(tensor::from_strings({*one}, {}));
    }
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&held); list != nullptr && name == "value_ints") {
        return keep(tensor::from(*list, {size(*list)}));
    }
    if (const auto* list = std::get_if<std::vector<double>>(&held); list != nullptr && name == "value_floats") {
        return keep(tensor::from(floats(*list), {size(*list)}));
    }
    if (const auto* list = std::get_if<std::vector<std::string>>(&held); list != nullptr && name == "value_strings") {
        return keep(tensor::from_strings(*list, {size(*list)}));
    }
    refuse(label_of(node), "attribute " + name + " is none of Constant's, or of the wrong kind");
}

std::size_t lowering::make(const graph_node& node, structural kind, const std::vector<std::size_t>& inputs) {
    const std::string who = label_of(node);
    if (kind == structural::constant_of_shape) return filled(node, integers(who, "the shape", inputs[0]));
    const value source = made_.values[inputs[0]];
    const auto as_view = [&](layout where) { return add_value(source.store, source.type, std::move(where)); };
    const auto rank = source.where.shape.size();
    switch (kind) {
        case structural::shape: return shape_of(node, source.where.shape);
        case structural::size:
            return add_constant(
                std::make_shared<const tensor>(tensor::from<std::int64_t>({count_of(source.where.shape)}, {})));
        case structural::slice: return as_view(sliced(who, source.where, slice_of(who, inputs, rank)));
        case structural::transpose: {
            std::vector<std::int64_t> order(rank);
            for (std::size_t i = 0; i < rank; ++i) order[i] = static_cast<std::int64_t>(rank - 1 - i);
            if (const auto* given = find_attribute_of<std::vector<std::int64_t>>(node, "perm")) order = *given;
            return as_view(transposed(who, source.where, order));
        }
        case structural::squeeze: {
            std::vector<std::int64_t> axes = axes_of(node, inputs, false);
            const bool are_given = node.attributes.count("axes") != 0 || (inputs.size() == 2 && inputs[1] != nothing);
            if (!are_given) {
                for (std::size_t i = 0; i < rank; ++i) {
                    if (source.where.shape[i] == 1) axes.push_back(static_cast<std::int64_t>(i));
                }
            }
            return as_view(squeezed(who, source.where, axes));
        }
        case structural::unsqueeze: return as_view(unsqueezed(who, source.where, axes_of(node, inputs, true)));
        case structural::reshape: {
            const auto* const keeps = find_attribute_of<std::int64_t>(node, "allowzero");
            const std::vector<std::int64_t> asked = integers(who, "the shape", inputs[1]);
            return reshaped(who, inputs[0],
                            reshape_extents(who, source.where.shape, asked, keeps != nullptr && *keeps != 0));
        }
        case structural::flatten: {
            const auto* const given = find_attribute_of<std::int64_t>(node, "axis");
            const std::int64_t axis = given == nullptr ? 1 : *given;
            const std::size_t cut = axis == static_cast<std::int64_t>(rank) ? rank : axis_of(who, axis, rank);
            std::vector<std::int64_t> two = {1, 1};
            for (std::size_t i = 0; i < rank; ++i) two[i < cut ? 0 : 1] *= source.where.shape[i];
            return reshaped(who, inputs[0], two);
        }
        default: refuse(who, "it cannot be planned", status::unsupported);
    }
}

std::size_t lowering::expand(const std::string& who, const std::vector<std::size_t>& inputs) {
    const std::vector<std::int64_t> shape = integers(who, "the shape", inputs[1]);
    array_view wide;
    require(who, try_expand(wide, view_of(inputs[0]), shape));
    const value& source = made_.values[inputs[0]];
    return add_value(source.store, wide.type, {wide.shape, wide.strides, source.where.offset});
}

std::size_t lowering::reshaped(const std::string& who, std::size_t id, const std::vector<std::int64_t>& shape) {
    // Besides an extent of 0 the others may be anything.
    if (std::int64_t count; !count_elements(shape, 1, count)) {
        refuse(who, "shape " + to_text(shape) + " is too large", status::too_large);
    }
    if (const value same = made_.values[id]; is_one_element(same.where)) {
        const layout where{shape, std::vector<std::int64_t>(shape.size(), 0), same.where.offset};
        return add_value(same.store, same.type, where);
    }
    if (!is_dense(made_.values[id].where, bytes_of(made_.values[id].type))) {
        if (is_constant(id) && may_fold(made_.values[id].type, shape)) {
            id = add_computed(materialise(view_of(id), how_), status::ok, {id});
        } else {
            id = add_copy(who, id);
        }
    }
    const value source = made_.values[id];
    layout where = dense_layout(shape, bytes_of(source.type));
    where.offset = source.where.offset;
    return add_value(source.store, source.type, std::move(where));
}

std::size_t lowering::shape_of(const graph_node& node, const std::vector<std::int64_t>& shape) {
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto bound = [&](const char* name, std::int64_t fallback) {
        const auto* const given = find_attribute_of<std::int64_t>(node, name);
        const std::int64_t at = given == nullptr ? fallback : *given;
        return std::min(std::max<std::int64_t>(at < 0 ? at + rank : at, 0), rank);
    };
    const std::int64_t begin = bound("start", 0), end = std::max(begin, bound("end", rank));
    const std::vector<std::int64_t> part(shape.begin() + begin, shape.begin() + end);
    return add_constant(std::make_shared<const tensor>(tensor::from(part, {end - begin})));
}

std::size_t lowering::filled(const graph_node& node, const std::vector<std::int64_t>& shape) {
    const std::string who = label_of(node);
    auto one = std::make_shared<const tensor>(tensor(dtype::f32, {1}));
    if (const auto* given = find_attribute_of<std::shared_ptr<const tensor>>(node, "value")) one = *given;
    if (one == nullptr || one->size() != 1) refuse(who, "attribute value is not one element");
    for (const std::int64_t extent : shape) {
        if (extent < 0) refuse(who, "shape " + to_text(shape) + " has a negative extent");
    }
    std::int64_t count;
    if (!count_elements(shape, bytes_of(one->type()), count))
        refuse(who, to_text(shape) + " of " + name_of(one->type()) + " does not fit in 63 bits", status::too_large);
    const layout where{shape, std::vector<std::int64_t>(shape.size(), 0)};
    return add_constant(std::move(one), &where);
}

std::vector<std::int64_t> lowering::axes_of(const graph_node& node, const std::vector<std::size_t>& inputs,
                                            bool required) {
    const std::string who = label_of(node);
    const auto* const listed = find_attribute_of<std::vector<std::int64_t>>(node, "axes");
    if (listed != nullptr) return *listed;
    if (inputs.size() == 2 && inputs[1] != nothing) return integers(who, "axes", inputs[1]);
    if (required) refuse(who, "axes are missing");
    return {};
}

slice lowering::slice_of(const std::string& who, const std::vector<std::size_t>& inputs, std::size_t rank) {
    const auto given = [&](std::size_t i) { return i < inputs.size() && inputs[i] != nothing; };
    slice parts{integers(who, "starts", inputs[1]), integers(who, "ends", inputs[2]), {}, {}};
    for (std::size_t i = 0; !given(3) && i < std::min(parts.starts.size(), rank); ++i) {
        parts.axes.push_back(static_cast<std::int64_t>(i));
    }
    if (given(3)) parts.axes = integers(who, "axes", inputs[3]);
    parts.steps.assign(parts.starts.size(), 1);
    if (given(4)) parts.steps = integers(who, "steps", inputs[4]);
    return parts;
}

std::vector<std::int64_t> lowering::integers(const std::string& who, const std::string& what, std::size_t id) {
    const value list = made_.values[id];
    if ((list.type != dtype::i64 && list.type != dtype::i32) || list.where.shape.size() > 1) {
        refuse(who, what + " is " + words_of(list.type, list.where.shape) + ", and should be a list of i64");
    }
    const storage& held = made_.storages[list.store];
    if (held.data == nullptr && !(list.where.shape.size() == 1 && list.where.shape[0] == 0)) {
        refuse(who,
               what + (held.kind == storage::input ? " is an input that has no data yet" : " is known only in a run"),
               held.kind == storage::input ? status::invalid_argument : status::unsupported);
    }
    // Of stride 0 it may have any number of elements, without having the memory.
    constexpr std::int64_t most = std::int64_t{1} << 20;
    if (list.where.shape.size() == 1 && list.where.shape[0] > most) {
        refuse(who,
               what + " has " + std::to_string(list.where.shape[0]) + " elements, more than " + std::to_string(most),
               status::too_large);
    }
    note_status_of(held);
    std::vector<std::int64_t> read = read_integers(list.view(held.data));
    if (!read.empty()) remember_shape(list, read);
    return read;
}

void lowering::remember_shape(const value& list, const std::vector<std::int64_t>& elements) {
    const storage& held = made_.storages[list.store];
    if (held.kind != storage::input) return;
    if (around_ == nullptr) {
        made_.shape_inputs.push_back({held.index, elements, list});
        return;
    }
    value theirs = list;
    const value& captured = around_->made_.values[captured_[held.index]];
    theirs.store = captured.store;
    theirs.where.offset += captured.where.offset;
    around_->remember_shape(theirs, elements);
}

}  // namespace zerostride::detail
