// Broadcasting: the C++ functions' results, copied to where the caller has room.
#include <algorithm>
#include <string>
#include <vector>

#include "capi/boundary.hpp"
#include "capi/tensor.hpp"

using namespace zerostride;
using capi::find_room;
using capi::guarded;

namespace {

outcome read_operand(const char* who, const std::string& name, const zs_view& operand, const_tensor_view& read) {
    read = capi::to_view(operand);
    return is_valid(read.type) ? outcome{} : capi::no_such_type(who, name, operand.dtype);
}

outcome check_axes(const char* who, const zs_axes* axes) {
    if (axes == nullptr) return capi::null_pointer(who, "the room for axes");
    if (axes->capacity != 0 && (axes->extents == nullptr || axes->strides == nullptr)) {
        return capi::null_pointer(who, "the room for axes");
    }
    return {};
}

/// Views of one shape, given to C.
void give(const array_view* views, std::size_t count, const zs_axes& axes, zs_view* results) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        const array_view& view = views[i];
        const std::size_t rank = view.shape.size();
        std::copy_n(view.shape.data(), rank, axes.extents);
        std::copy_n(view.strides.data(), rank, axes.strides + i * rank);
        results[i] = {const_cast<void*>(view.data), static_cast<zs_dtype>(view.type), rank, axes.extents,
                      axes.strides + i * rank};
    }
}

/// The functions that make one view of one operand; stretch(made, operand, shape) is the C++ one.
template <class Stretch>
zs_status one_view(const char* who, const zs_view* operand, const int64_t* shape, std::size_t rank, const zs_axes* axes,
                   zs_view* result, zs_message* message, Stretch&& stretch) noexcept {
    return guarded(message, [&]() -> outcome {
        if (operand == nullptr) return capi::null_pointer(who, "the operand");
        if (result == nullptr) return capi::null_pointer(who, "the place for the result");
        if (outcome bad = check_axes(who, axes); !bad) return bad;
        const_tensor_view read;
        if (outcome bad = read_operand(who, "operand 0", *operand, read); !bad) return bad;
        array_view made;
        if (outcome bad = stretch(made, read, extents_ref(shape, rank)); !bad) return bad;
        if (outcome bad = find_room(who, made.shape.size(), axes->capacity); !bad) return bad;
        give(&made, 1, *axes, result);
        return {};
    });
}

/// The sums; add(made, delta, how) is the C++ one.
template <class Add>
zs_status new_sum(const char* who, const zs_view* delta, const zs_options* options, zs_tensor** result,
                  zs_message* message, Add&& add) noexcept {
    return guarded(message, [&]() -> outcome {
        if (result == nullptr) return capi::null_pointer(who, "the place for the result");
        *result = nullptr;
        if (delta == nullptr) return capi::null_pointer(who, "the operand");
        const_tensor_view read;
        if (outcome bad = read_operand(who, "operand 0", *delta, read); !bad) return bad;
        zerostride::options how;
        if (outcome bad; options != nullptr && !capi::read_options(who, *options, how, bad)) return bad;
        tensor made;
        if (outcome bad = add(made, read, how); !bad) return bad;
        capi::hand_over(std::move(made), result);
        return {};
    });
}

/// Before any of them is read. That there is none is said by who broadcasts them.
outcome check_operand_count(const char* who, std::size_t count) {
    if (count <= most_operands) return {};
    return {status::invalid_argument, std::string(who) + ": there are " + std::to_string(count) +
                                          " operands; at most " + std::to_string(most_operands) +
                                          " broadcast together"};
}

}  // namespace

zs_status zs_broadcast_shapes(const zs_shape* shapes, size_t shape_count, int64_t* extents, size_t capacity,
                              size_t* rank, zs_message* message) noexcept {
    const char* const who = "broadcast";
    return guarded(message, [&]() -> outcome {
        if (shape_count != 0 && shapes == nullptr) return capi::null_pointer(who, "the array of shapes");
        if (capacity != 0 && extents == nullptr) return capi::null_pointer(who, "the room for extents");
        if (rank == nullptr) return capi::null_pointer(who, "the place for the rank");
        if (outcome bad = check_operand_count(who, shape_count); !bad) return bad;
        std::vector<extents_ref> read;
        read.reserve(shape_count);
        for (size_t i = 0; i < shape_count; ++i) read.emplace_back(shapes[i].extents, shapes[i].rank);
        std::vector<std::int64_t> common;
        if (outcome bad = try_broadcast_shapes(common, read); !bad) return bad;
        if (outcome bad = find_room(who, common.size(), capacity); !bad) return bad;
        std::copy(common.begin(), common.end(), extents);
        *rank = common.size();
        return {};
    });
}

zs_status zs_broadcast_views(const zs_view* operands, size_t operand_count, const zs_axes* axes, zs_view* views,
                             zs_message* message) noexcept {
    const char* const who = "broadcast";
    return guarded(message, [&]() -> outcome {
        if (operand_count != 0 && operands == nullptr) return capi::null_pointer(who, "the array of operands");
        if (operand_count != 0 && views == nullptr) return capi::null_pointer(who, "the place for the results");
        if (outcome bad = check_axes(who, axes); !bad) return bad;
        if (outcome bad = check_operand_count(who, operand_count); !bad) return bad;
        std::vector<const_tensor_view> read(operand_count);
        for (size_t i = 0; i < operand_count; ++i) {
            const std::string name = "operand " + std::to_string(i);
            if (outcome bad = read_operand(who, name, operands[i], read[i]); !bad) return bad;
        }
        std::vector<array_view> made;
        if (outcome bad = try_broadcast_views(made, read); !bad) return bad;
        if (outcome bad = find_room(who, made[0].shape.size(), axes->capacity); !bad) return bad;
        give(made.data(), made.size(), *axes, views);
        return {};
    });
}

zs_status zs_broadcast_to(const zs_view* operand, const int64_t* shape, size_t rank, const zs_axes* axes, zs_view* view,
                          zs_message* message) noexcept {
    return one_view(
        "broadcast_to", operand, shape, rank, axes, view, message,
        [](array_view& made, const const_tensor_view& x, extents_ref to) { return try_broadcast_to(made, x, to); });
}

zs_status zs_expand(const zs_view* operand, const int64_t* shape, size_t rank, const zs_axes* axes, zs_view* view,
                    zs_message* message) noexcept {
    return one_view(
        "expand", operand, shape, rank, axes, view, message,
        [](array_view& made, const const_tensor_view& x, extents_ref to) { return try_expand(made, x, to); });
}

zs_status zs_broadcast_axes(const zs_view* arg, const int64_t* shape, size_t rank, const int64_t* broadcast_axes,
                            size_t axis_count, const zs_axes* axes, zs_view* view, zs_message* message) noexcept {
    const char* const who = "broadcast_axes";
    return one_view(who, arg, shape, rank, axes, view, message,
                    [&](array_view& made, const const_tensor_view& x, extents_ref to) -> outcome {
                        if (axis_count != 0 && broadcast_axes == nullptr) {
                            return capi::null_pointer(who, "the array of axes");
                        }
                        return try_broadcast_axes(made, x, to, {broadcast_axes, axis_count});
                    });
}

zs_status zs_broadcast_mapped(const zs_view* arg, const int64_t* shape, size_t rank, const int64_t* axes_mapping,
                              size_t axis_count, const zs_axes* axes, zs_view* view, zs_message* message) noexcept {
    const char* const who = "broadcast_mapped";
    return one_view(who, arg, shape, rank, axes, view, message,
                    [&](array_view& made, const const_tensor_view& x, extents_ref to) -> outcome {
                        if (axis_count != 0 && axes_mapping == nullptr) {
                            return capi::null_pointer(who, "the mapping");
                        }
                        return try_broadcast_mapped(made, x, to, {axes_mapping, axis_count});
                    });
}

zs_status zs_broadcast_pdpd(const zs_view* arg, const int64_t* shape, size_t rank, int64_t start_axis,
                            const zs_axes* axes, zs_view* view, zs_message* message) noexcept {
    return one_view("broadcast_pdpd", arg, shape, rank, axes, view, message,
                    [&](array_view& made, const const_tensor_view& x, extents_ref to) {
                        return try_broadcast_pdpd(made, x, to, start_axis);
                    });
}

zs_status zs_sum_axes(const zs_view* delta, const int64_t* axes, size_t axis_count, const zs_options* options,
                      zs_tensor** result, zs_message* message) noexcept {
    return new_sum("sum", delta, options, result, message,
                   [&](tensor& made, const const_tensor_view& x, const zerostride::options& how) -> outcome {
                       if (axis_count != 0 && axes == nullptr) return capi::null_pointer("sum", "the array of axes");
                       return try_sum(made, x, {axes, axis_count}, how);
                   });
}

zs_status zs_sum_to(const zs_view* delta, const int64_t* shape, size_t rank, const zs_options* options,
                    zs_tensor** result, zs_message* message) noexcept {
    return new_sum("sum_to", delta, options, result, message,
                   [&](tensor& made, const const_tensor_view& x, const zerostride::options& how) {
                       return try_sum_to(made, x, {shape, rank}, how);
                   });
}
