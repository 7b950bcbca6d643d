#include "dispatch/broadcast/shape.hpp"

#include <algorithm>
#include <vector>

#include "dispatch/words.hpp"
#include "zerostride/op.hpp"

namespace zerostride::detail {
namespace {

/// SONNX Broadcast counts its tensors 0..L with L below 2^31 - 1.
constexpr std::size_t most = most_operands;

bool lacks_extents(extents_ref shape) noexcept { return shape.data() == nullptr && shape.size() != 0; }

/// Stretches `common` to hold `extent` as well; false when the two do not broadcast. Folding this over all
/// operands gives the same answer in any order: every extent but 1 must be the same number.
bool stretch(std::int64_t& common, std::int64_t extent) noexcept {
    if (extent == 1 || extent == common) return true;
    if (common != 1) return false;
    common = extent;
    return true;
}

[[gnu::cold]] std::string named_operand(std::size_t index, extents_ref shape) {
    return words({"operand ", index, " is ", to_text(shape)});
}

}  // namespace

std::size_t broadcast_rank(array_ref<extents_ref> shapes) noexcept {
    std::size_t rank = 0;
    for (const extents_ref& shape : shapes) rank = std::max(rank, shape.size());
    return rank;
}

status broadcast_extents(array_ref<extents_ref> shapes, std::int64_t* result) noexcept {
    if (shapes.empty() || shapes.size() > most) return status::invalid_argument;
    const std::size_t rank = broadcast_rank(shapes);
    std::fill_n(result, rank, std::int64_t{1});
    for (const extents_ref& shape : shapes) {
        if (lacks_extents(shape)) return status::invalid_argument;
        std::int64_t* const aligned = result + (rank - shape.size());
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (shape[i] < 0) return status::invalid_argument;
            if (!stretch(aligned[i], shape[i])) return status::shape_mismatch;
        }
    }
    std::int64_t elements;
    return count_elements(extents_ref(result, rank), 1, elements) ? status::ok : status::too_large;
}

outcome explain_broadcast_refusal(const char* who, array_ref<extents_ref> shapes) {
    const std::string name = words({who, ": "});
    if (shapes.empty()) return {status::invalid_argument, words({name, "there is no operand"})};
    if (shapes.size() > most) {
        return {status::invalid_argument, words({name, "there are ", shapes.size(), " operands; at most ",
                                                 most_operands, " broadcast together"})};
    }
    const std::size_t rank = broadcast_rank(shapes);
    std::vector<std::int64_t> common(rank, 1);
    std::vector<std::size_t> decided_by(rank, 0);
    for (std::size_t m = 0; m < shapes.size(); ++m) {
        const extents_ref shape = shapes[m];
        if (lacks_extents(shape)) {
            return {status::invalid_argument,
                    words({name, "operand ", m, " has rank ", shape.size(), " and a null shape"})};
        }
        for (std::size_t i = 0; i < shape.size(); ++i) {
            const std::size_t axis = rank - shape.size() + i;
            if (shape[i] < 0) {
                return {status::invalid_argument, words({name, "axis ", axis, ": extent ", shape[i], " is negative (",
                                                         named_operand(m, shape), ")"})};
            }
            if (common[axis] == 1 && shape[i] != 1) decided_by[axis] = m;
            const std::int64_t before = common[axis];
            if (!stretch(common[axis], shape[i])) {
                const std::size_t other = decided_by[axis];
                return {status::shape_mismatch,
                        words({name, "E1: axis ", axis, ": extents ", before, " and ", shape[i], " do not broadcast (",
                               named_operand(other, shapes[other]), ", ", named_operand(m, shape), ")"})};
            }
        }
    }
    std::int64_t elements;
    if (!count_elements(common, 1, elements)) {
        return {status::too_large,
                words({name, "the broadcast shape ", to_text(common), " has more elements than fit in 63 bits"})};
    }
    return {};
}

bool count_elements(extents_ref shape, std::int64_t bytes, std::int64_t& product) noexcept {
    std::int64_t whole = bytes;
    bool empty = false;
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape) {
        if (extent < 0) return false;
        if (extent == 0) {
            empty = true;
            continue;
        }
        if (__builtin_mul_overflow(whole, extent, &whole)) return false;
        // No overflow: bytes >= 1, so the whole is at least as large.
        elements *= extent;
    }
    product = empty ? 0 : elements;
    return true;
}

void dense_strides(extents_ref shape, std::int64_t bytes, std::int64_t* strides) noexcept {
    // Unsigned: wraps only where count_elements refuses the shape.
    std::uint64_t stride = static_cast<std::uint64_t>(bytes);
    for (std::size_t i = shape.size(); i-- > 0;) {
        strides[i] = static_cast<std::int64_t>(stride);
        stride *= static_cast<std::uint64_t>(std::max<std::int64_t>(shape[i], 1));
    }
}

std::string to_text(extents_ref shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i != 0) text += ',';
        text += std::to_string(shape[i]);
    }
    text += ']';
    return text;
}

}  // namespace zerostride::detail
