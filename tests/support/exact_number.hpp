// Exact sums of products of doubles, as one long fixed-point number: the yardstick for double-doubles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace zerostride::test {

/// Any finite sum of up to 2^60 products of two finite doubles, without rounding.
class exact_number {
public:
    exact_number() = default;

    void add(double x) { add_product(x, 1.0); }
    void add_product(double x, double y);
    void subtract(const exact_number& other);
    bool is_zero() const;
    int sign() const { return is_zero() ? 0 : limb_[limbs - 1] >> 63 != 0 ? -1 : 1; }
    bool is_positive() const;

    /// |number| = significand * 2^exponent with significand in [1, 2), cut off after 64 bits; 0 for zero.
    struct scale {
        double significand;
        int exponent;
    };
    scale magnitude() const;

private:
    static constexpr int lowest_bit = -2176;  // below the least product of two subnormals, 2^-2148
    static constexpr std::size_t limbs = 68;  // two's complement up to 2^2176, above the largest product 2^2048
    std::array<std::uint64_t, limbs> limb_{};
};

/// a / b, where b is not zero; infinity or 0 when that leaves the doubles.
double ratio(exact_number::scale a, exact_number::scale b);
/// a * 2^power.
double times_power_of_two(exact_number::scale a, int power);

}  // namespace zerostride::test
