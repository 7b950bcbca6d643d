// The choice between correctly rounded and faster functions.
#include "dispatch/accuracy.hpp"

#include <array>
#include <cstdint>

#include "dispatch/attempt.hpp"
#include "dispatch/environment.hpp"
#include "dispatch/validation/attributes.hpp"
#include "dispatch/words.hpp"

namespace zerostride {
namespace {

constexpr accuracy_mode modes[] = {accuracy_mode::automatic, accuracy_mode::exact, accuracy_mode::fast};

const detail::environment_choice<accuracy_mode>& environment() noexcept {
    static const detail::environment_choice<accuracy_mode> read("ZEROSTRIDE_ACCURACY", find_accuracy);
    return read;
}

accuracy_mode chosen_by(const detail::environment_choice<accuracy_mode>& by_user) noexcept {
    return by_user.chosen == accuracy_mode::automatic ? accuracy_mode::exact : by_user.chosen;
}

}  // namespace

const char* name_of(accuracy_mode mode) noexcept {
    switch (mode) {
        case accuracy_mode::automatic: return "automatic";
        case accuracy_mode::exact: return "exact";
        case accuracy_mode::fast: return "fast";
    }
    return "unknown";
}

bool find_accuracy(std::string_view name, accuracy_mode& found) noexcept {
    for (const accuracy_mode mode : modes) {
        if (name == name_of(mode)) {
            found = mode;
            return true;
        }
    }
    return false;
}

bool has_fast_kernel(op which, dtype type) noexcept {
    return is_valid(which) && type == dtype::f32 && kernels::has_fast_body(which);
}

accuracy_mode current_accuracy() noexcept { return chosen_by(environment()); }

outcome environment_accuracy() noexcept {
    if (environment().is_known) return {};
    return detail::attempt_words([] {
        return outcome{status::invalid_argument, detail::words({"ZEROSTRIDE_ACCURACY=", environment().text,
                                                                ": no such accuracy; there are exact and fast"})};
    });
}

namespace detail {

bool resolve_accuracy(accuracy_mode asked, accuracy_mode& resolved) noexcept {
    resolved = asked;
    if (asked != accuracy_mode::automatic) return asked == accuracy_mode::exact || asked == accuracy_mode::fast;
    const detail::environment_choice<accuracy_mode>& by_user = environment();
    resolved = chosen_by(by_user);
    return by_user.is_known;
}

outcome accuracy_refusal(accuracy_mode asked) {
    if (asked == accuracy_mode::automatic) return environment_accuracy();
    accuracy_mode resolved;
    if (resolve_accuracy(asked, resolved)) return {};
    return {status::invalid_argument, words({"the options name no accuracy (", static_cast<int>(asked),
                                             "); there are automatic, exact and fast"})};
}

const kernels::kernel* fast_kernels_of(const kernels::isa_tables& tables, op which, dtype type, dtype second,
                                       const double* parameters) noexcept {
    if (type != dtype::f32 || !kernels::has_fast_body(which)) return nullptr;
    switch (which) {
        case op::pow:
            if (second != dtype::f32) return nullptr;
            break;
        // With other attributes the argument of the power is rounded otherwise, or a product that lies just below a
        // power of two makes more than two units of the error.
        case op::swish:
        case op::swiglu:
        case op::elu:
        case op::celu:
        case op::selu:
            for (const op_attribute& row : attributes_of(which)) {
                if (*parameters++ != row.fallback) return nullptr;
            }
            break;
        default: break;
    }
    static constexpr auto positions = [] {
        std::array<std::uint8_t, op_count> made{};
        for (std::size_t i = 0; i < op_count; ++i) {
            made[i] = static_cast<std::uint8_t>(kernels::fast_index(ops[i].id));
        }
        return made;
    }();
    return tables.fast[positions[op_row(which)]].by_splat;
}

}  // namespace detail
}  // namespace zerostride
