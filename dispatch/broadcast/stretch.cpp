#include "dispatch/broadcast/stretch.hpp"

#include <algorithm>

#include "dispatch/extents.hpp"
#include "dispatch/words.hpp"

namespace zerostride::detail {
namespace {

/// False when the first and the last byte that a view with explicit strides may touch are 2^63 or more apart.
bool strides_fit(const const_tensor_view& operand) noexcept {
    std::int64_t reach = 0;
    for (std::size_t i = 0; i < operand.rank; ++i) {
        if (operand.shape[i] == 0) return true;
    }
    for (std::size_t i = 0; i < operand.rank; ++i) {
        if (operand.shape[i] != 1 && !add_span(operand.shape[i], operand.strides[i], reach)) return false;
    }
    return true;
}

}  // namespace

outcome check_operand(const char* who, std::size_t index, const const_tensor_view& operand) {
    const auto refuse = [&](status code, const std::string& why) __attribute__((cold, noinline)) {
        return outcome{code, words({who, ": operand ", index, ": ", why})};
    };
    if (!is_valid(operand.type)) return refuse(status::invalid_argument, "its element type is not one of the 14");
    if (operand.rank != 0 && operand.shape == nullptr) {
        return refuse(status::invalid_argument, words({"rank ", operand.rank, " with a null shape"}));
    }
    for (std::size_t i = 0; i < operand.rank; ++i) {
        if (operand.shape[i] < 0) {
            return refuse(status::invalid_argument,
                          words({"axis ", i, ": extent ", operand.shape[i], " is negative (operand ", index, " is ",
                                 to_text(shape_of(operand)), ")"}));
        }
    }
    const std::int64_t bytes = operand.strides == nullptr ? static_cast<std::int64_t>(size_of(operand.type)) : 1;
    std::int64_t elements;
    if (!count_elements(shape_of(operand), bytes, elements)) {
        return refuse(status::too_large,
                      words({to_text(shape_of(operand)), " of ", name_of(operand.type), " does not fit in 63 bits"}));
    }
    if (operand.strides != nullptr && !strides_fit(operand)) {
        return refuse(status::too_large,
                      words({"strides ", to_text({operand.strides, operand.rank}), " reach further than 63 bits"}));
    }
    return {};
}

outcome refuse_null_data(const char* who, std::size_t index) {
    return {status::invalid_argument, words({who, ": operand ", index, " has elements and a null data pointer"})};
}

outcome check_list(const char* who, const char* what, const void* list, std::size_t count) {
    if (count == 0 || list != nullptr) return {};
    return {status::invalid_argument, words({who, ": ", count, " ", what, " are given, and the list is null"})};
}

outcome check_shape(const char* who, extents_ref shape) {
    if (shape.size() != 0 && shape.data() == nullptr) {
        return {status::invalid_argument, words({who, ": the shape has rank ", shape.size(), " and is null"})};
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] < 0) {
            return {status::invalid_argument, words({who, ": axis ", i, ": extent ", shape[i],
                                                     " is negative (the shape is ", to_text(shape), ")"})};
        }
    }
    std::int64_t elements;
    if (!count_elements(shape, 1, elements)) {
        return {status::too_large,
                words({who, ": the shape ", to_text(shape), " has more elements than fit in 63 bits"})};
    }
    return {};
}

std::string both_shapes(const char* name, const const_tensor_view& operand, extents_ref shape) {
    return words({" (", name, " is ", to_text(shape_of(operand)), ", the shape is ", to_text(shape), ")"});
}

outcome unstretched_axis(const std::string& who, std::size_t axis, std::int64_t extent, std::int64_t wanted,
                         const std::string& both) {
    return {status::shape_mismatch,
            words({who, "axis ", axis, ": extent ", extent, " does not stretch to ", wanted, both})};
}

outcome unstretched_rank(const std::string& who, std::size_t rank, std::size_t wanted, const std::string& both) {
    return {status::shape_mismatch, words({who, "rank ", rank, " does not stretch to rank ", wanted, both})};
}

void write_strides(const const_tensor_view& operand, std::int64_t* strides) noexcept {
    if (operand.strides != nullptr) std::copy(operand.strides, operand.strides + operand.rank, strides);
    else dense_strides(shape_of(operand), static_cast<std::int64_t>(size_of(operand.type)), strides);
}

std::vector<std::int64_t> strides_of(const const_tensor_view& operand) {
    std::vector<std::int64_t> strides(operand.rank);
    write_strides(operand, strides.data());
    return strides;
}

void write_aligned_strides(const const_tensor_view& operand, std::size_t rank, std::int64_t* strides) noexcept {
    std::int64_t* const own = std::fill_n(strides, rank - operand.rank, std::int64_t{0});
    write_strides(operand, own);
    for (std::size_t i = 0; i < operand.rank; ++i) {
        if (operand.shape[i] == 1) own[i] = 0;
    }
}

array_view stretched(const const_tensor_view& operand, extents_ref shape, std::size_t first) {
    array_view result;
    result.data = operand.data;
    result.type = operand.type;
    result.shape.assign(shape.begin(), shape.end());
    result.strides.assign(shape.size(), 0);
    std::int64_t* const own = result.strides.data() + first;
    write_strides(operand, own);
    for (std::size_t i = 0; i < operand.rank; ++i) {
        if (operand.shape[i] != shape[first + i]) own[i] = 0;
    }
    return result;
}

}  // namespace zerostride::detail
