// What the environment asks of a test run, and the random numbers that follow from it.
#pragma once

#include <cstdint>
#include <string_view>

namespace zerostride::test {

/// How much is swept. ZEROSTRIDE_TEST_TIER=emulated|quick|long; quick when it is not set.
enum class tier { emulated, quick, thorough };
tier current_tier();

/// `quick` of the quick tier, a quarter when emulated, more in the long tier.
std::int64_t scaled(std::int64_t quick);

/// ZEROSTRIDE_TEST_SEED, or a fixed number. A failing run prints it.
std::uint64_t seed();

/// Random bits (SplitMix64): the same on every platform, and independent of the order in which tests run
/// because each test names its own stream.
class random_bits {
public:
    explicit random_bits(std::string_view stream);
    std::uint64_t next();
    /// Uniform in [0, bound); bound > 0.
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    std::int64_t between(std::int64_t first, std::int64_t last) {
        return first + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(last - first) + 1));
    }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    template <class Container>
    const auto& pick(const Container& from) {
        return from[below(std::size(from))];
    }

private:
    std::uint64_t state_;
};

}  // namespace zerostride::test
