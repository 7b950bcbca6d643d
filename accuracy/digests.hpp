// What is left of the results of a function for all 2^32 floats: a few numbers, equal where every result is. Those of
// the correctly rounded results, once proven, let any build and any machine be tried against them without MPFR.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "accuracy/function.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::accuracy {

/// One for each sixteenth of the floats, in the order of their bits.
inline constexpr std::size_t digest_count = 16;
inline constexpr std::uint64_t floats_per_digest = (std::uint64_t{1} << 32) / digest_count;
using float_digests = std::array<std::uint64_t, digest_count>;

/// What f(x) adds to the digest of the part that x is in, from the bits of both. All NaN are one. A sum of these tells
/// one result from another wherever it stands, and does not depend on the order in which they are added. The constants
/// are those of SplitMix64's finalizer (Stafford's Mix13), a bijection: two sums are equal by accident once in 2^64.
inline std::uint64_t digest_of(std::uint32_t x, std::uint32_t result) noexcept {
    const bool is_nan = (result & 0x7fffffffu) > 0x7f800000u;
    std::uint64_t word = std::uint64_t{x} << 32 | (is_nan ? 0x7fc00000u : result);
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}

/// The digests of the correctly rounded results, which `zerostride accuracy NAME f32 --exhaustive` found; nullptr where
/// it has not.
const float_digests* known_digests(const function& f);

/// In which order floats stand beside each other. Kernels ask whether any lane of a register needs a closer look, so a
/// fault that takes one lane for another shows only where neighbours differ.
enum class float_order : std::uint8_t {
    of_bits,
    mixed,  ///< neighbours of every sign and size
};
/// The float at a place, from 0 to 2^32 - 1, in that order. 0x9e3779b1 is odd, so that every one has its place; it is
/// the whole number next to 2^32 over the golden ratio.
inline std::uint32_t float_at(float_order order, std::uint64_t place) noexcept {
    const auto bits = static_cast<std::uint32_t>(place);
    return order == float_order::of_bits ? bits : bits * 0x9e3779b1u;
}

/// The digests of what the library gives for the floats at places [first, last) on an instruction set. Functions of one
/// operand. Throws zerostride::error when the library refuses.
float_digests digests_of_results(const function& f, isa with, float_order order, std::uint64_t first,
                                 std::uint64_t last);

/// The digests of the results for all floats, with `threads` threads; `said` hears now and then how many are done, in
/// one thread at a time. Throws as the other does.
float_digests digests_of_results(const function& f, isa with, float_order order, int threads,
                                 const std::function<void(std::uint64_t)>& said);

}  // namespace zerostride::accuracy
