#include "zerostride/broadcast.hpp"

#include <utility>

#include "dispatch/attempt.hpp"
#include "dispatch/broadcast/shape.hpp"
#include "dispatch/broadcast/stretch.hpp"
#include "dispatch/owners.hpp"
#include "dispatch/words.hpp"
#include "zerostride/functions.hpp"

namespace zerostride {
namespace {

using detail::attempt;

outcome common_shape(const char* who, std::vector<std::int64_t>& shape, array_ref<extents_ref> shapes) {
    if (outcome null = detail::check_list(who, "shapes", shapes.data(), shapes.size()); !null) return null;
    if (outcome bad = detail::check_operand_count(who, shapes.size()); !bad) return bad;
    // A rank without extents may be any number.
    if (detail::any_lacks_extents(shapes)) return detail::explain_broadcast_refusal(who, shapes);
    std::vector<std::int64_t> made(detail::broadcast_rank(shapes));
    if (detail::broadcast_extents(shapes, made.data()) != status::ok) {
        return detail::explain_broadcast_refusal(who, shapes);
    }
    shape = std::move(made);
    return {};
}

outcome make_views(std::vector<array_view>& views, array_ref<const_tensor_view> operands) {
    if (outcome null = detail::check_list("broadcast", "operands", operands.data(), operands.size()); !null)
        return null;
    if (outcome bad = detail::check_operand_count("broadcast", operands.size()); !bad) return bad;
    std::vector<extents_ref> shapes;
    shapes.reserve(operands.size());
    for (std::size_t m = 0; m < operands.size(); ++m) {
        if (outcome bad = detail::check_operand("broadcast", m, operands[m]); !bad) return bad;
        shapes.push_back(detail::shape_of(operands[m]));
    }
    std::vector<std::int64_t> shape;
    if (outcome bad = common_shape("broadcast", shape, shapes); !bad) return bad;
    std::vector<array_view> made;
    made.reserve(operands.size());
    for (const const_tensor_view& operand : operands) {
        made.push_back(detail::stretched(operand, shape, shape.size() - operand.rank));
    }
    views = std::move(made);
    return {};
}

/// Of operand `m` of `who`.
outcome make_copy(const char* who, std::size_t m, tensor& result, const const_tensor_view& operand,
                  const options& how) {
    if (std::int64_t count;
        operand.data == nullptr && count_elements(detail::shape_of(operand), 1, count) && count > 0) {
        return detail::refuse_null_data(who, m);
    }
    tensor made(operand.type, detail::shape_of(operand));
    if (outcome bad = try_eval(op::identity, {operand}, made.view(), how); !bad) return bad;
    detail::keep_owners_of(result, made, {operand});
    result = std::move(made);
    return {};
}

outcome stretch_to(array_view& result, const const_tensor_view& operand, extents_ref shape) {
    const char* const who = "broadcast_to";
    if (outcome bad = detail::check_operand(who, 0, operand); !bad) return bad;
    if (outcome bad = detail::check_shape(who, shape); !bad) return bad;
    const auto both = [&] { return detail::both_shapes("operand 0", operand, shape); };
    if (operand.rank > shape.size()) {
        return detail::unstretched_rank(detail::words({who, ": E1: "}), operand.rank, shape.size(), both());
    }
    const std::size_t first = shape.size() - operand.rank;
    for (std::size_t i = 0; i < operand.rank; ++i) {
        if (operand.shape[i] == shape[first + i] || operand.shape[i] == 1) continue;
        return detail::unstretched_axis(detail::words({who, ": E1: "}), first + i, operand.shape[i], shape[first + i],
                                        both());
    }
    result = detail::stretched(operand, shape, first);
    return {};
}

}  // namespace

outcome try_broadcast_shapes(std::vector<std::int64_t>& shape, array_ref<extents_ref> shapes) noexcept {
    return attempt([&] { return common_shape("broadcast", shape, shapes); });
}
std::vector<std::int64_t> broadcast_shapes(array_ref<extents_ref> shapes) {
    std::vector<std::int64_t> shape;
    require(try_broadcast_shapes(shape, shapes));
    return shape;
}

outcome try_broadcast_views(std::vector<array_view>& views, array_ref<const_tensor_view> operands) noexcept {
    return attempt([&] { return make_views(views, operands); });
}
std::vector<array_view> broadcast_views(array_ref<const_tensor_view> operands) {
    std::vector<array_view> views;
    require(try_broadcast_views(views, operands));
    return views;
}

outcome try_broadcast(std::vector<tensor>& tensors, array_ref<const_tensor_view> operands,
                      const options& how) noexcept {
    return attempt([&]() -> outcome {
        std::vector<array_view> views;
        if (outcome bad = make_views(views, operands); !bad) return bad;
        std::vector<tensor> made(views.size());
        for (std::size_t m = 0; m < views.size(); ++m) {
            if (outcome bad = make_copy("broadcast", m, made[m], views[m], how); !bad) return bad;
            for (const tensor& replaced : tensors) detail::keep_owners_of(replaced, made[m], {operands[m]});
        }
        tensors = std::move(made);
        return {};
    });
}
std::vector<tensor> broadcast(array_ref<const_tensor_view> operands, const options& how) {
    std::vector<tensor> tensors;
    require(try_broadcast(tensors, operands, how));
    return tensors;
}

outcome try_broadcast_to(array_view& result, const const_tensor_view& operand, extents_ref shape) noexcept {
    return attempt([&] { return stretch_to(result, operand, shape); });
}
array_view broadcast_to(const const_tensor_view& operand, extents_ref shape) {
    array_view result;
    require(try_broadcast_to(result, operand, shape));
    return result;
}

outcome try_expand(array_view& result, const const_tensor_view& operand, extents_ref shape) noexcept {
    return attempt([&]() -> outcome {
        if (outcome bad = detail::check_operand("expand", 0, operand); !bad) return bad;
        if (outcome bad = detail::check_shape("expand", shape); !bad) return bad;
        std::vector<std::int64_t> common;
        if (outcome bad = common_shape("expand", common, {detail::shape_of(operand), shape}); !bad) return bad;
        result = detail::stretched(operand, common, common.size() - operand.rank);
        return {};
    });
}
array_view expand(const const_tensor_view& operand, extents_ref shape) {
    array_view result;
    require(try_expand(result, operand, shape));
    return result;
}

outcome try_materialise(tensor& result, const const_tensor_view& operand, const options& how) noexcept {
    return attempt([&]() -> outcome {
        if (outcome bad = detail::check_operand("materialise", 0, operand); !bad) return bad;
        return make_copy("materialise", 0, result, operand, how);
    });
}
tensor materialise(const const_tensor_view& operand, const options& how) {
    tensor result;
    require(try_materialise(result, operand, how));
    return result;
}

}  // namespace zerostride
