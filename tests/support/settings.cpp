#include "support/settings.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace zerostride::test {

namespace {

/// A typing error must not pass for a run of the tests.
[[noreturn]] void refuse(const char* variable, const char* text, const char* wanted) {
    std::fprintf(stderr, "%s=%s: not %s\n", variable, text, wanted);
    std::exit(2);
}

}  // namespace

tier current_tier() {
    static const tier chosen = [] {
        constexpr const char* variable = "ZEROSTRIDE_TEST_TIER";
        const char* const text = std::getenv(variable);
        const std::string_view name = text == nullptr ? "quick" : text;
        if (name == "emulated") return tier::emulated;
        if (name == "quick") return tier::quick;
        if (name == "long") return tier::thorough;
        refuse(variable, text, "emulated, quick or long");
    }();
    return chosen;
}

std::int64_t scaled(std::int64_t quick) {
    switch (current_tier()) {
        case tier::emulated: return std::max<std::int64_t>(1, quick / 4);
        case tier::quick: return quick;
        case tier::thorough: return quick * 20;
    }
    return quick;
}

std::uint64_t seed() {
    static const std::uint64_t chosen = [] {
        constexpr const char* variable = "ZEROSTRIDE_TEST_SEED";
        const char* const text = std::getenv(variable);
        if (text == nullptr) return std::uint64_t{20261121};
        char* end = nullptr;
        const std::uint64_t number = std::strtoull(text, &end, 0);
        if (end == text || *end != '\0') refuse(variable, text, "a number");
        return number;
    }();
    return chosen;
}

random_bits::random_bits(std::string_view stream) : state_(seed()) {
    for (const char c : stream) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
}

std::uint64_t random_bits::next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

}  // namespace zerostride::test
