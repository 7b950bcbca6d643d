// How accurate functions are: correctly rounded, or faster.
#pragma once

#include <cstdint>
#include <string_view>

#include "zerostride/dtype.hpp"
#include "zerostride/op.hpp"
#include "zerostride/status.hpp"

namespace zerostride {

/// Whatever is chosen, every instruction set, thread count and layout gives the same bits; of a NaN only that it is
/// one.
enum class accuracy_mode : std::uint8_t {
    automatic = 0,  ///< what ZEROSTRIDE_ACCURACY names, else exact
    exact = 1,      ///< f32 and f16 correctly rounded (Pow, SwiGLU, and with other attributes than the default ones,
                    ///< within 0.501 units in the last place), f64 within 1 unit, real to 2^-98
    fast = 2,       ///< f32 within 2 units in the last place where has_fast_kernel; everything else as in exact
};

/// "automatic", "exact", "fast".
const char* name_of(accuracy_mode mode) noexcept;
/// Finds a mode by name; false when there is none.
[[nodiscard]] bool find_accuracy(std::string_view name, accuracy_mode& found) noexcept;

/// True when `fast` runs a kernel of its own for the operator with its default attributes, of gelu in both its forms;
/// of pow with exponents of the same type.
bool has_fast_kernel(op which, dtype type) noexcept;

/// What `automatic` stands for: the environment variable ZEROSTRIDE_ACCURACY, read once, else exact. Thread-safe.
accuracy_mode current_accuracy() noexcept;
/// ok, or invalid_argument when ZEROSTRIDE_ACCURACY names no mode. Plans that leave the mode to it are refused the same
/// way then, so that a typing error never passes for a measurement. Thread-safe.
outcome environment_accuracy() noexcept;

}  // namespace zerostride
