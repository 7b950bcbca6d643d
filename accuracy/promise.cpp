#include "accuracy/promise.hpp"

#include <algorithm>

namespace zerostride::accuracy {
namespace {

/// Whether no attribute but a choice is other than ONNX's default: the rest rounds a product before the end.
bool has_default_attributes(const function& f) noexcept {
    return std::all_of(f.attributes.begin(), f.attributes.end(), [&](const attribute& given) {
        const op_attribute* const row = find_attribute(f.which, given.id);
        return row != nullptr &&
               (find_attribute(given.id)->kind == attribute_kind::choice || row->fallback == given.value);
    });
}

}  // namespace

promise promised(const function& f, dtype type, accuracy_mode mode) noexcept {
    if (type == dtype::real) return {false, 0x1p-98};
    if (type == dtype::f64) return {false, 1.0};
    const bool is_default = has_default_attributes(f);
    if (mode == accuracy_mode::fast && is_default && has_fast_kernel(f.which, type)) return {false, 2.0};
    if (is_default && f.arity() == 1) return {true, 0.5};
    return {false, 0.501};
}

breach breach_of(const promise& made, const tally& did) noexcept {
    if (did.differing > 0) return breach::differs;
    if (made.is_correctly_rounded && did.wrong > 0) return breach::wrong;
    return did.error <= made.error ? breach::none : breach::too_far;
}

}  // namespace zerostride::accuracy
