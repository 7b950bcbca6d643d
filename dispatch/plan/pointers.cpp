#include "dispatch/plan/pointers.hpp"

#include <algorithm>

#include "dispatch/plan/composition.hpp"

namespace zerostride::detail {
namespace {

output_and_input with_output(const plan::state& s, std::size_t k) noexcept {
    return {s.loops, k, s.element_log2[0], s.element_log2[k]};
}

/// Where the output may be one input, element by element, or shares no stretch of memory with it: of a plan in two
/// parts, the second of which is `rest`.
bool are_apart_or_one_in_both(const plan::state& s, const plan::state& rest, std::size_t k, const void* input,
                              const void* output) noexcept {
    if (input == output && are_alike(with_output(s, k)) && are_alike(with_output(rest, k))) return true;
    const auto reach = [&](std::size_t i) {
        const hull a = reach_of(s.loops, i, s.element_log2[i]), b = reach_of(rest.loops, i, rest.element_log2[i]);
        return hull{std::min(a.low, b.low), std::max(a.high, b.high)};
    };
    return clearance_of(reach(0), reach(k)).is_kept(input, output);
}

}  // namespace

bool reads_operand(const plan::state& s, std::size_t i) noexcept {
    if (s.is_direct || s.composed != nullptr) return true;
    for (std::size_t k = 0; k < s.inputs; ++k) {
        if (s.source[k] == static_cast<std::int8_t>(i)) return true;
    }
    return false;
}

status check_inputs(const plan::state& s, const void* const* inputs, const void* output,
                    std::size_t* meeting) noexcept {
    if (s.cut == strategy::empty) return status::ok;
    const auto known = [&](std::size_t i) { return checked_input{with_output(s, i + 1), s.clear[i + 1]}; };
    return check_input_pointers(s.inputs, inputs, output, known, meeting);
}

status check_pointers(const plan::state& s, const void* const* operands, const void* output,
                      std::size_t* meeting) noexcept {
    if (s.rest != nullptr) return check_pointers(s, *s.rest, operands, output, meeting);
    if (s.composed != nullptr) return check_composition(*s.composed, operands, output, meeting);
    if (s.is_direct) return check_inputs(s, operands, output, meeting);
    const status answer = check_inputs(s, input_pointers(s, operands).at, output, meeting);
    if (answer == status::overlap && meeting != nullptr) *meeting = static_cast<std::size_t>(s.source[*meeting]);
    return answer;
}

status check_pointers(const plan::state& s, const plan::state& rest, const void* const* operands, const void* output,
                      std::size_t* meeting) noexcept {
    const input_pointers inputs(s, operands);
    for (std::size_t k = 1; k <= s.inputs && s.cut != strategy::empty; ++k) {
        const void* const in = inputs.at[k - 1];
        if (in == nullptr || output == nullptr) return status::invalid_argument;
        if (are_apart_or_one_in_both(s, rest, k, in, output)) continue;
        if (meeting != nullptr) *meeting = static_cast<std::size_t>(s.source[k - 1]);
        return status::overlap;
    }
    return status::ok;
}

}  // namespace zerostride::detail
