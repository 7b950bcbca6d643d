#include "dispatch/broadcast/shape.hpp"

#include <algorithm>
#include <vector>

#include "dispatch/extents.hpp"
#include "dispatch/words.hpp"
#include "zerostride/op.hpp"

namespace zerostride::detail {
namespace {

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

outcome check_operand_count(const char* who, std::size_t count) {
    if (count == 0) return {status::invalid_argument, words({who, ": there is no operand"})};
    if (count <= most_operands) return {};
    return {status::invalid_argument,
            words({who, ": there are ", count, " operands; at most ", most_operands, " broadcast together"})};
}

bool any_lacks_extents(array_ref<extents_ref> shapes) noexcept {
    return std::any_of(shapes.begin(), shapes.end(), lacks_extents);
}

std::size_t broadcast_rank(array_ref<extents_ref> shapes) noexcept {
    std::size_t rank = 0;
    for (const extents_ref& shape : shapes) rank = std::max(rank, shape.size());
    return rank;
}

status broadcast_extents(array_ref<extents_ref> shapes, std::int64_t* result) noexcept {
    if (shapes.empty() || shapes.size() > most_operands) return status::invalid_argument;
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
    if (outcome bad = check_operand_count(who, shapes.size()); !bad) return bad;
    for (std::size_t m = 0; m < shapes.size(); ++m) {
        if (!lacks_extents(shapes[m])) continue;
        return {status::invalid_argument,
                words({name, "operand ", m, " has rank ", shapes[m].size(), " and a null shape"})};
    }
    const std::size_t rank = broadcast_rank(shapes);
    std::vector<std::int64_t> common(rank, 1);
    std::vector<std::size_t> decided_by(rank, 0);
    for (std::size_t m = 0; m < shapes.size(); ++m) {
        const extents_ref shape = shapes[m];
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

}  // namespace zerostride::detail
