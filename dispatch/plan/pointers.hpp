// The pointers of a run, and what of them is refused.
#pragma once

#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// The kernel's inputs, where they are not the operands as they come.
struct input_pointers {
    const void* at[kernels::max_inputs];

    input_pointers(const plan::state& s, const void* const* operands) noexcept {
        for (std::size_t k = 0; k < s.inputs; ++k) {
            at[k] = s.source[k] == from_constant ? s.constant[k] : operands[s.source[k]];
        }
    }
};

/// Whether the run reads operand `i`.
bool reads_operand(const plan::state& s, std::size_t i) noexcept;

/// True when no pointer is null and every input is apart from the output.
inline bool all_apart(const plan::state& s, const void* const* inputs, const void* output) noexcept {
    const auto passes = [&](std::size_t k) {
        return inputs[k - 1] != nullptr && s.clear[k].is_kept(inputs[k - 1], output);
    };
    if (output == nullptr || !passes(1)) [[unlikely]]
        return false;
    if (s.inputs == 2) [[likely]]
        return passes(2);
    return s.inputs == 1 || (passes(2) && passes(3));
}

/// ok, or why these pointers of the kernel's inputs are refused. `meeting` becomes an input that meets the output, if
/// one does.
status check_inputs(const plan::state& s, const void* const* inputs, const void* output,
                    std::size_t* meeting = nullptr) noexcept;

/// ok, or why these pointers of the operands are refused. `meeting` becomes an operand that meets the output, if one
/// does.
status check_pointers(const plan::state& s, const void* const* operands, const void* output,
                      std::size_t* meeting = nullptr) noexcept;

/// The same for a state and its rest: neither may write what the other one reads.
status check_pointers(const plan::state& s, const plan::state& rest, const void* const* operands, const void* output,
                      std::size_t* meeting = nullptr) noexcept;

}  // namespace zerostride::detail
