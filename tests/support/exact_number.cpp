#include "support/exact_number.hpp"

#include <bit>
#include <cmath>

namespace zerostride::test {
namespace {

__extension__ typedef unsigned __int128 wide;

/// |x| = significand * 2^exponent with an integer significand.
void take_apart(double x, std::uint64_t& significand, int& exponent) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
    const int field = static_cast<int>(bits >> 52 & 0x7ff);
    significand = (bits & 0xfffffffffffffu) | (field == 0 ? 0 : std::uint64_t{1} << 52);
    exponent = (field == 0 ? 1 : field) - 1075;
}

}  // namespace

void exact_number::add_product(double x, double y) {
    std::uint64_t a, b;
    int power_a, power_b;
    take_apart(x, a, power_a);
    take_apart(y, b, power_b);
    const wide product = static_cast<wide>(a) * b;
    if (product == 0) return;
    const int position = power_a + power_b - lowest_bit;
    std::size_t i = static_cast<std::size_t>(position) / 64;
    const int shift = position % 64;
    const wide low = product << shift;
    const std::uint64_t part[3] = {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(low >> 64),
                                   shift == 0 ? 0 : static_cast<std::uint64_t>(product >> (128 - shift))};
    const bool negative = std::signbit(x) != std::signbit(y);
    std::uint64_t carry = 0;
    for (std::size_t k = 0; i < limbs && (k < 3 || carry != 0); ++i, ++k) {
        const std::uint64_t added = k < 3 ? part[k] : 0;
        const std::uint64_t before = limb_[i];
        if (negative) {
            limb_[i] = before - added - carry;
            carry = before < added || before - added < carry;
        } else {
            limb_[i] = before + added + carry;
            carry = limb_[i] < before || (carry != 0 && limb_[i] == before);
        }
    }
}

void exact_number::subtract(const exact_number& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < limbs; ++i) {
        const wide less = static_cast<wide>(limb_[i]) - other.limb_[i] - borrow;
        limb_[i] = static_cast<std::uint64_t>(less);
        borrow = static_cast<std::uint64_t>(less >> 64) & 1;
    }
}

bool exact_number::is_zero() const {
    for (const std::uint64_t part : limb_) {
        if (part != 0) return false;
    }
    return true;
}

bool exact_number::is_positive() const { return limb_[limbs - 1] >> 63 == 0 && !is_zero(); }

exact_number::scale exact_number::magnitude() const {
    std::array<std::uint64_t, limbs> absolute = limb_;
    if (absolute[limbs - 1] >> 63 != 0) {
        std::uint64_t carry = 1;
        for (std::uint64_t& part : absolute) {
            part = ~part + carry;
            carry = carry != 0 && part == 0;
        }
    }
    std::size_t top = limbs;
    while (top > 0 && absolute[top - 1] == 0) --top;
    if (top == 0) return {0.0, 0};
    --top;
    const int zeros = std::countl_zero(absolute[top]);
    std::uint64_t leading = absolute[top] << zeros;
    if (zeros != 0 && top > 0) leading |= absolute[top - 1] >> (64 - zeros);
    // Cut to the 53 bits of a double, so that no rounding reaches 2.
    return {std::ldexp(static_cast<double>(leading >> 11), -52), static_cast<int>(top) * 64 + 63 - zeros + lowest_bit};
}

double ratio(exact_number::scale a, exact_number::scale b) {
    return a.significand == 0 ? 0.0 : std::ldexp(a.significand / b.significand, a.exponent - b.exponent);
}

double times_power_of_two(exact_number::scale a, int power) {
    return a.significand == 0 ? 0.0 : std::ldexp(a.significand, a.exponent + power);
}

}  // namespace zerostride::test
