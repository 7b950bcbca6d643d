// The rule that an output is exactly one of the inputs or shares no byte with it.
#pragma once

#include "dispatch/plan/nest.hpp"
#include "zerostride/status.hpp"

namespace zerostride::detail {

/// The output, which is operand 0 of a nest, and one of its inputs.
struct output_and_input {
    const nest& loops;
    std::size_t k;                ///< the input's number in the nest
    int output_log2, input_log2;  ///< of the element sizes
};

/// The bytes an operand covers lie in [low, high), counted from its data pointer.
struct hull {
    std::int64_t low, high;
};

/// The bytes that operand `k` covers when `n` visits it.
hull reach_of(const nest& n, std::size_t k, int element_log2) noexcept;

/// Whether what an input covers and what the output covers share no stretch of memory, by one comparison: the way
/// from the end of the output's to the start of the input's, round the address space, leaves room for both.
struct clearance {
    std::int64_t behind_output;  ///< that way, less the way from the output's data pointer to the input's
    std::uint64_t farthest;      ///< how long it may be

    bool is_kept(const void* input, const void* output) const noexcept {
        const auto way = reinterpret_cast<std::uintptr_t>(input) - reinterpret_cast<std::uintptr_t>(output);
        return way + static_cast<std::uintptr_t>(behind_output) <= farthest;
    }
};
clearance clearance_of(const hull& output, const hull& input) noexcept;
clearance clearance_of(const output_and_input& both) noexcept;

/// True when the input has the output's layout and element size, so that it may be the output.
bool are_alike(const output_and_input& both) noexcept;

/// For pointers that do not keep clear: whether the output is exactly the input, or shares no byte with it although
/// the stretches overlap.
bool may_meet(const output_and_input& both, const void* in, const void* out) noexcept;

/// What the pointer of an input is checked by.
struct checked_input {
    output_and_input both;
    const clearance& clear;
};

/// ok, or why these pointers of an output with elements and its `count` inputs are refused; `known(i)` is what input i
/// is checked by. `meeting` becomes the last input that meets the output, if one does.
template <class Known>
status check_input_pointers(std::size_t count, const void* const* inputs, const void* output, Known known,
                            std::size_t* meeting = nullptr) noexcept {
    if (output == nullptr) return status::invalid_argument;
    status answer = status::ok;
    for (std::size_t i = 0; i < count; ++i) {
        if (inputs[i] == nullptr) return status::invalid_argument;
        const checked_input input = known(i);
        if (input.clear.is_kept(inputs[i], output) || may_meet(input.both, inputs[i], output)) continue;
        answer = status::overlap;
        if (meeting != nullptr) *meeting = i;
    }
    return answer;
}

}  // namespace zerostride::detail
