// Square roots are correctly rounded: of every significand of a float, of the doubles whose roots come nearest to a tie,
// and over the whole range. What is right says the C library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

#include "support/settings.hpp"
#include "support/values.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

__extension__ typedef unsigned __int128 wide;

class square_roots : public testing::TestWithParam<isa> {
protected:
    /// In rows that stay in the cache, and again from the second register on: registers are not all treated alike.
    template <class T>
    void are_right(const std::vector<T>& x) {
        constexpr std::size_t most = 8192, of_register = 64 / sizeof(T);
        std::vector<T> y(most);
        options how;
        how.with = GetParam();
        for (std::size_t first = 0; first < x.size(); first += most) {
            for (const std::size_t skipped : {std::size_t{0}, of_register}) {
                const std::size_t end = std::min(first + most, x.size());
                if (first + skipped >= end) continue;
                const T* const from = x.data() + first + skipped;
                const auto count = static_cast<std::int64_t>(end - first - skipped);
                eval(op::sqrt, {view(from, {count})}, view(y.data(), {count}), how);
                for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) expect_root(from[i], y[i]);
            }
        }
    }

private:
    template <class T>
    static void expect_root(T x, T y) {
        const T right = std::sqrt(x);
        const bool is_right =
            std::isnan(right) ? std::isnan(y) : y == right && std::signbit(y) == std::signbit(right);
        EXPECT_TRUE(is_right) << std::hexfloat << "the root of " << x << " is " << right << ", not " << y;
    }
};

/// From 1 to 4: exponents come in pairs.
TEST_P(square_roots, of_every_significand_of_a_float_are_right) {
    const std::uint32_t step = current_tier() == tier::emulated ? 7 : 1;
    std::vector<float> x;
    for (std::uint32_t i = 0; i < 1u << 24; i += step) {
        const std::uint32_t bits = 0x3f800000u + i;
        float number;
        std::memcpy(&number, &bits, sizeof number);
        x.push_back(number);
    }
    are_right(x);
}

/// Odd m < 2^bits with m^2 = c modulo 2^bits, for c = 1 modulo 8.
std::set<std::uint64_t> roots_modulo(std::uint64_t c, unsigned bits) {
    std::set<std::uint64_t> found{1, 3, 5, 7};
    for (unsigned k = 4; k <= bits; ++k) {
        const std::uint64_t top = std::uint64_t{1} << (k - 1), below = top >> 1, all = 2 * top - 1;
        std::set<std::uint64_t> next;
        for (const std::uint64_t m : found) {
            for (const std::uint64_t t : {m, m + top, m + below, m + top + below}) {
                if (((t * t - c) & all) == 0) next.insert(t & all);
            }
        }
        found = next;
    }
    return found;
}
/// Doubles from 1 to 4 whose roots are next to numbers m 2^-53 of 54 bits: x = (m^2 - c) 2^-106 for a small c.
std::vector<double> doubles_near_ties() {
    std::vector<double> found;
    for (int c = -399; c < 400; c += 8) {
        for (const unsigned bits : {54u, 55u}) {
            for (const std::uint64_t m : roots_modulo(static_cast<std::uint64_t>(c), bits)) {
                const wide x = static_cast<wide>(m) * m - static_cast<wide>(c);
                const unsigned size = bits + 53;
                if (x >> (size - 1) == 1) found.push_back(std::ldexp(static_cast<double>(x >> bits), static_cast<int>(bits) - 106));
            }
        }
    }
    return found;
}
TEST_P(square_roots, of_doubles_that_are_nearest_to_ties_are_right) {
    const std::vector<double> near = doubles_near_ties();
    ASSERT_GT(near.size(), 100u);
    std::vector<double> x;
    // In every place of a few registers.
    for (const double one : near) x.insert(x.end(), 40, one);
    are_right(x);
}

template <class T>
std::vector<T> anywhere(random_bits& random) {
    using limits = std::numeric_limits<T>;
    const T special[] = {T{0}, T{-0.0}, limits::infinity(), limits::quiet_NaN(), T{-1}, limits::denorm_min(),
                         limits::min(), limits::max(), T{1}, T{4}};
    std::vector<T> x;
    for (std::int64_t i = scaled(200000); i-- > 0;) {
        const std::uint64_t bits = random.next();
        T number;
        std::memcpy(&number, &bits, sizeof number);
        // Rarely enough that most registers have none.
        if (random.one_in(40)) number = random.pick(special);
        else if (!random.one_in(40)) number = std::fabs(number);
        x.push_back(number);
    }
    return x;
}
TEST_P(square_roots, over_the_whole_range_are_right) {
    random_bits random("square roots");
    are_right(anywhere<float>(random));
    are_right(anywhere<double>(random));
}

INSTANTIATE_TEST_SUITE_P(on, square_roots, testing::ValuesIn(available_isas()),
                         [](const auto& with) { return std::string(name_of(with.param)); });

}  // namespace
}  // namespace zerostride::test
