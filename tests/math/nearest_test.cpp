// Square roots, quotients and reciprocals of floats and doubles are correctly rounded: of every significand of a float,
// next to ties, and over the whole range. What is right says the processor, one by one.
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

class nearest_results : public testing::TestWithParam<isa> {
protected:
    /// In rows that stay in the cache, and again from the second register on: registers are not all treated alike.
    template <class T, class Right>
    void expect(op which, const std::vector<T>& x, const std::vector<T>& y, Right right) {
        constexpr std::size_t most = 8192, of_register = 64 / sizeof(T);
        std::vector<T> z(most);
        options how;
        how.with = GetParam();
        for (std::size_t first = 0; first < x.size(); first += most) {
            for (const std::size_t skipped : {std::size_t{0}, of_register}) {
                const std::size_t end = std::min(first + most, x.size()), from = first + skipped;
                if (from >= end) continue;
                const auto count = static_cast<std::int64_t>(end - from);
                if (y.empty()) {
                    eval(which, {view(&x[from], {count})}, view(z.data(), {count}), how);
                } else {
                    eval(which, {view(&x[from], {count}), view(&y[from], {count})}, view(z.data(), {count}), how);
                }
                for (std::size_t i = 0; from + i < end; ++i) {
                    expect_same(z[i], right(from + i), x[from + i], y.empty() ? T{} : y[from + i]);
                }
            }
        }
    }
    template <class T>
    void expect_roots(const std::vector<T>& x) {
        expect(op::sqrt, x, {}, [&x](std::size_t i) { return std::sqrt(x[i]); });
    }
    template <class T>
    void expect_reciprocals(const std::vector<T>& x) {
        expect(op::reciprocal, x, {}, [&x](std::size_t i) { return 1 / x[i]; });
    }
    template <class T>
    void expect_quotients(const std::vector<T>& x, const std::vector<T>& y) {
        expect(op::div, x, y, [&](std::size_t i) { return x[i] / y[i]; });
    }
    /// By one divisor for all, which goes another way.
    template <class T>
    void expect_quotients(const std::vector<T>& x, T y) {
        const auto count = static_cast<std::int64_t>(x.size());
        std::vector<T> z(x.size());
        options how;
        how.with = GetParam();
        eval(op::div, {view(x, {count}), view(&y, {})}, view(z, {count}), how);
        for (std::size_t i = 0; i < x.size(); ++i) expect_same(z[i], x[i] / y, x[i], y);
    }

private:
    template <class T>
    static void expect_same(T z, T right, T x, T y) {
        const bool is_right = std::isnan(right) ? std::isnan(z) : z == right && std::signbit(z) == std::signbit(right);
        EXPECT_TRUE(is_right) << std::hexfloat << "of " << x << " and " << y << " comes " << z << ", not " << right;
    }
};

std::vector<float> significands(std::uint32_t binades) {
    const std::uint32_t step = current_tier() == tier::emulated ? 7 : 1;
    std::vector<float> made;
    for (std::uint32_t i = 0; i < binades << 23; i += step) {
        const std::uint32_t bits = 0x3f800000u + i;
        float number;
        std::memcpy(&number, &bits, sizeof number);
        made.push_back(number);
    }
    return made;
}
/// Exponents come in pairs.
TEST_P(nearest_results, are_roots_of_every_significand_of_a_float) { expect_roots(significands(2)); }
TEST_P(nearest_results, are_reciprocals_of_every_significand_of_a_float) { expect_reciprocals(significands(1)); }

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
                if (x >> (size - 1) == 1)
                    found.push_back(std::ldexp(static_cast<double>(x >> bits), static_cast<int>(bits) - 106));
            }
        }
    }
    return found;
}
TEST_P(nearest_results, are_roots_that_nearly_are_ties) {
    const std::vector<double> near = doubles_near_ties();
    ASSERT_GT(near.size(), 100u);
    std::vector<double> x;
    // In every place of a few registers.
    for (const double one : near) x.insert(x.end(), 40, one);
    expect_roots(x);
}

/// Integers of `bits` bits or one less, whose quotients by the divisor are next to numbers m 2^-bits, m odd and a bit
/// longer: x 2^(bits + 1) = m divisor - c for a small c.
template <class T>
std::vector<T> dividends_near_ties(std::uint64_t divisor, random_bits& random) {
    constexpr unsigned bits = std::numeric_limits<T>::digits;
    const std::uint64_t whole = std::uint64_t{1} << bits, all = 2 * whole - 1;
    // Each step doubles the bits that are right.
    std::uint64_t inverse = divisor;
    for (int i = 0; i < 5; ++i) inverse *= 2 - divisor * inverse;
    std::vector<T> made;
    for (int c = -5; c <= 5; c += 2) {
        const std::uint64_t m = (static_cast<std::uint64_t>(c) * inverse) & all;
        if (m < whole) continue;
        const wide product = static_cast<wide>(m) * divisor - static_cast<wide>(c);
        const T x = std::ldexp(static_cast<T>(product >> (bits + 1)), static_cast<int>(random.between(-20, 20)));
        // In every place of a few registers, and of either sign.
        made.insert(made.end(), 128 / sizeof(T), random.one_in(2) ? x : -x);
    }
    return made;
}
TEST_P(nearest_results, are_quotients_that_nearly_are_ties) {
    random_bits random("quotients near ties");
    const auto every = [&]<class T>(T) {
        constexpr unsigned bits = std::numeric_limits<T>::digits;
        const std::uint64_t greatest = (std::uint64_t{1} << bits) - 1;
        std::size_t tried = 0;
        for (std::int64_t i = scaled(4000); i-- > 0;) {
            // The one whose bits are ones is the only one whose reciprocal Newton's steps miss.
            const std::uint64_t divisor =
                random.one_in(100) ? greatest : greatest / 2 + random.below(greatest / 2) / 2 * 2;
            const std::vector<T> x = dividends_near_ties<T>(divisor | 1, random);
            const auto y = static_cast<T>(divisor | 1);
            if (x.empty()) continue;
            tried += x.size();
            expect_quotients(x, y);
            expect_quotients(x, std::vector<T>(x.size(), y));
            expect_reciprocals(std::vector<T>(128 / sizeof(T), y));
        }
        EXPECT_GT(tried, 4000u);
    };
    every(float{});
    every(double{});
}

template <class T>
std::vector<T> anywhere(random_bits& random) {
    using limits = std::numeric_limits<T>;
    const T special[] = {T{0},
                         T{-0.0},
                         limits::infinity(),
                         limits::quiet_NaN(),
                         T{-1},
                         limits::denorm_min(),
                         limits::min(),
                         limits::max(),
                         T{1},
                         T{4}};
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
template <class T>
std::vector<T> near_one(random_bits& random) {
    std::vector<T> x = anywhere<T>(random);
    for (T& one : x) {
        if (!random.one_in(50)) one = static_cast<T>(random.between(-1000000, 1000000)) / 1024;
    }
    return x;
}
TEST_P(nearest_results, are_those_over_the_whole_range) {
    random_bits random("nearest results");
    const auto every = [&]<class T>(T) {
        const std::vector<T> x = anywhere<T>(random), y = near_one<T>(random);
        expect_roots(x);
        expect_reciprocals(x);
        expect_reciprocals(y);
        expect_quotients(x, near_one<T>(random));
        expect_quotients(y, x);
        expect_quotients(y, near_one<T>(random));
        for (const T one : {T{3}, T{-255}, T{0.1}, T{0}, std::numeric_limits<T>::infinity(), y[7], x[11]}) {
            expect_quotients(x, one);
            expect_quotients(y, one);
        }
    };
    every(float{});
    every(double{});
}

INSTANTIATE_TEST_SUITE_P(on, nearest_results, testing::ValuesIn(available_isas()),
                         [](const auto& with) { return std::string(name_of(with.param)); });

}  // namespace
}  // namespace zerostride::test
