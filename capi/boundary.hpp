// The border between C and C++: what comes in is checked and becomes C++'s, what goes out becomes a status and words,
// and nothing is thrown across.
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "zerostride/zerostride.h"
#include "zerostride/zerostride.hpp"

namespace zerostride::capi {

/// Writes the words of `answer`, none for ok, and gives its number.
zs_status tell(const outcome& answer, zs_message* message) noexcept;
/// Writes `text`, as far as there is room.
void write(const std::string& text, zs_message& message) noexcept;

/// Runs body(), which answers an outcome, and tells what came of it. The texts made here need no heap.
template <class Body>
zs_status guarded(zs_message* message, Body&& body) noexcept {
    try {
        try {
            return tell(std::forward<Body>(body)(), message);
        } catch (const error& thrown) {
            return tell({thrown.code(), thrown.what()}, message);
        }
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {  // a container asked for more than any allocator could give
    } catch (...) {                       // the library throws nothing else
        return tell({status::invalid_argument, "unknown error"}, message);
    }
    return tell({status::out_of_memory, "out of memory"}, message);
}

/// What a plan that C holds by its address says of itself, into the caller's memory.
template <class Plan>
zs_status explain(const Plan* plan, zs_message* text) noexcept {
    if (plan == nullptr || text == nullptr) return ZS_STATUS_invalid_argument;
    return guarded(nullptr, [&]() -> outcome {
        write(plan->held.explain(), *text);
        return {};
    });
}

/// "add: the output is a null pointer".
[[gnu::cold]] outcome null_pointer(const char* who, const char* what);

/// The operator with this number; op{} when there is none.
op to_op(zs_op id) noexcept;
/// The element type with this number; dtype{} when there is none.
dtype to_dtype(zs_dtype id) noexcept;
isa to_isa(zs_isa id) noexcept;
accuracy_mode to_accuracy(zs_accuracy id) noexcept;
/// The attribute with this number; attribute_id{} when there is none.
attribute_id to_attribute_id(std::int32_t id) noexcept;

/// "add: operand 1 has no valid element type (99)".
[[gnu::cold]] outcome no_such_type(const char* who, const std::string& operand, zs_dtype id);
[[gnu::cold]] outcome no_such_operator(zs_op id);
/// ok, or that isa has no such number; of those that it may have the library says what is wrong.
[[gnu::cold]] outcome check_isa(zs_isa id);

inline const_tensor_view to_view(const zs_view& view) noexcept {
    return {view.data, to_dtype(view.dtype), extents_ref(view.shape, view.rank), view.strides};
}

/// ok, or that there is less room for axes than the result has.
outcome find_room(const char* who, std::size_t rank, std::size_t capacity);

/// Fields that the caller's version of the struct lacks keep their defaults. False, with the words in `refusal`, for a
/// size that no version has and for fields that this one does not know.
bool read_options(const char* who, const zs_options& given, options& how, outcome& refusal);

}  // namespace zerostride::capi
