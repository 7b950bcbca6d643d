#include "dispatch/broadcast/axis_set.hpp"

#include <string>

#include "dispatch/extents.hpp"
#include "dispatch/words.hpp"

namespace zerostride::detail {

outcome mark_axes(const char* who, const char* what, extents_ref shape, array_ref<std::int64_t> axes,
                  std::vector<bool>& marked) {
    marked.assign(shape.size(), false);
    const auto refuse = [&](std::int64_t axis, const std::string& why) {
        return outcome{status::invalid_argument,
                       words({who, ": axis ", axis, why, " (", what, " is ", to_text(shape), ")"})};
    };
    for (const std::int64_t axis : axes) {
        if (axis < 0 || static_cast<std::uint64_t>(axis) >= shape.size()) {
            return refuse(axis, words({" is outside rank ", shape.size()}));
        }
        if (marked[static_cast<std::size_t>(axis)]) return refuse(axis, " is named twice");
        marked[static_cast<std::size_t>(axis)] = true;
    }
    return {};
}

}  // namespace zerostride::detail
