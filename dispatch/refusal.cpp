#include "dispatch/refusal.hpp"

namespace zerostride::detail {

outcome explain_run(status refused, op which, std::size_t missing, const void* output) {
    if (refused == status::ok) return {};
    const std::string who = std::string(info(which).name) + ": ";
    if (refused == status::invalid_argument) {
        if (missing != no_operand) {
            return {refused, who + "operand " + std::to_string(missing) + " has elements and a null data pointer"};
        }
        if (output == nullptr) return {refused, who + "the output has elements and a null data pointer"};
    }
    if (refused == status::overlap) {
        return {refused, who +
                             "the output shares bytes with an input and is not exactly that input "
                             "(same address, extents, strides and element size)"};
    }
    return {refused, who + to_string(refused)};
}

}  // namespace zerostride::detail
