#include "support/settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace zerostride::test {

tier current_tier() {
    static const tier chosen = [] {
        const char* const text = std::getenv("ZEROSTRIDE_TEST_TIER");
        if (text == nullptr) return tier::quick;
        if (std::strcmp(text, "emulated") == 0) return tier::emulated;
        if (std::strcmp(text, "long") == 0) return tier::thorough;
        return tier::quick;
    }();
    return chosen;
}

std::int64_t scaled(std::int64_t quick) {
    switch (current_tier()) {
        case tier::emulated: return std::max<std::int64_t>(1, quick / 2);
        case tier::quick: return quick;
        case tier::thorough: return quick * 20;
    }
    return quick;
}

std::uint64_t seed() {
    static const std::uint64_t chosen = [] {
        const char* const text = std::getenv("ZEROSTRIDE_TEST_SEED");
        return text != nullptr ? std::strtoull(text, nullptr, 0) : 20261121u;
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
