#include "support/oracle_rounding.hpp"

#include <bit>
#include <cmath>
#include <cstring>

#include "kernels/table.hpp"
#include "support/exact_number.hpp"
#include "support/float_bits.hpp"
#include "support/real_answers.hpp"

namespace zerostride::test {

static_assert(kernels::family_size(op_family::rounding) == 3);

namespace {

double rounded(op which, double x) {
    switch (which) {
        case op::ceil: return std::ceil(x);
        case op::floor: return std::floor(x);
        default: return std::nearbyint(x);
    }
}

/// By what a rounding is: the distance that it may go, and whole.
bool real_is_right(op which, real x, real z) {
    if (!std::isfinite(x.hi)) return equals(z, x);
    if (!std::isfinite(z.hi) || !is_normalised(z) || std::signbit(z.hi) != std::signbit(x.hi)) return false;
    if (std::trunc(z.hi) != z.hi || std::trunc(z.lo) != z.lo) return false;
    exact_number gone;  // by how much the result is greater
    for (const double part : {z.hi, z.lo, -x.hi, -x.lo}) gone.add(part);
    if (gone.is_zero()) return true;
    const exact_number::scale size = gone.magnitude();
    if (which != op::round) return size.exponent < 0 && gone.is_positive() == (which == op::ceil);
    const bool is_half = size.exponent == -1 && size.significand == 1.0;
    const bool is_odd = (std::fmod(z.hi, 2.0) != 0.0) != (std::fmod(z.lo, 2.0) != 0.0);
    return size.exponent < -1 || (is_half && !is_odd);
}

}  // namespace

bool rounding_is_right(const question& asked, const void* const* in, const void* actual) {
    switch (asked.type) {
        case dtype::real: return real_is_right(asked.which, read<real>(in[0]), read<real>(actual));
        case dtype::f16: {
            const double x = value_of_half(read<std::uint16_t>(in[0]));
            return is_answer<half>(half_bits_of(rounded(asked.which, x)), actual);
        }
        case dtype::f32: {
            const auto answer = static_cast<float>(rounded(asked.which, static_cast<double>(read<float>(in[0]))));
            return is_answer<float>(std::bit_cast<std::uint32_t>(answer), actual);
        }
        case dtype::f64:
            return is_answer<double>(std::bit_cast<std::uint64_t>(rounded(asked.which, read<double>(in[0]))), actual);
        default: return std::memcmp(actual, in[0], size_of(asked.type)) == 0;  // integers are whole
    }
}

}  // namespace zerostride::test
