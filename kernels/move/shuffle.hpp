// Lanes: packing by byte shuffles. One load, one shuffle and one store make 16 bytes of dense result, whatever
// the nest looked like (repeats, cycles, small transposes, strides): this is what keeps any shape from being
// slow. dispatch/program.cpp writes the programs.
#pragma once

#include "kernels/simd.hpp"
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if !defined(ZS_ISA_baseline)
inline constexpr bool has_shuffle = true;

inline vec_n<std::uint8_t, 16> shuffle_bytes(vec_n<std::uint8_t, 16> v, vec_n<std::uint8_t, 16> picks) noexcept {
#if defined(ZS_ISA_neon)
    return bits_as<vec_n<std::uint8_t, 16>>(vqtbl1q_u8(bits_as<uint8x16_t>(v), bits_as<uint8x16_t>(picks)));
#else
    return bits_as<vec_n<std::uint8_t, 16>>(_mm_shuffle_epi8(bits_as<__m128i>(v), bits_as<__m128i>(picks)));
#endif
}

inline void shuffle(const lane_program& program, std::size_t lanes, const std::byte* source, std::ptrdiff_t advance,
                    std::size_t periods, std::byte* dense) noexcept {
    using lane = vec_n<std::uint8_t, 16>;
    const std::int32_t* const offset = program.offset;
    const std::uint8_t(*const mask)[16] = program.mask;
    std::size_t patches = program.patches;
    while (patches > 0 && static_cast<std::size_t>(program.patch[patches - 1].lane) >= lanes) --patches;
#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)
    // Four pairs outside, periods inside: masks and offsets stay in registers, and a pair costs a load, a shuffle
    // and a store. Patched lanes are never paired.
    std::size_t begin = 0;
    if (program.paired && patches == 0 && periods > 1) {
        for (; begin + 8 <= lanes; begin += 8) {
            const auto mask_at = [&](std::size_t k) {
                return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(mask[begin + k]));
            };
            const __m256i m0 = mask_at(0), m1 = mask_at(2), m2 = mask_at(4), m3 = mask_at(6);
            const std::ptrdiff_t o0 = offset[begin], o1 = offset[begin + 2], o2 = offset[begin + 4],
                                 o3 = offset[begin + 6];
            const std::byte* from = source;
            std::byte* to = dense + 16 * begin;
            const auto put = [&](std::size_t at, std::ptrdiff_t o, __m256i picks) {
                const __m256i window =
                    _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + o)));
                _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + at), _mm256_shuffle_epi8(window, picks));
            };
            for (std::size_t p = 0; p < periods; ++p, from += advance, to += 16 * lanes) {
                put(0, o0, m0);
                put(32, o1, m1);
                put(64, o2, m2);
                put(96, o3, m3);
            }
        }
        if (begin == lanes) return;
    }
#else
    constexpr std::size_t begin = 0;
#endif
    for (; periods > 0; --periods, source += advance, dense += 16 * lanes) {
        std::size_t j = begin;
#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)
        const auto source_at = [&](std::size_t k) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + offset[k]));
        };
        const auto put = [&](std::size_t k, __m256i windows) {
            const __m256i picks = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(mask[k]));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(dense + 16 * k), _mm256_shuffle_epi8(windows, picks));
        };
        if (program.paired) {
            for (; j + 4 <= lanes; j += 4) {
                put(j, _mm256_broadcastsi128_si256(source_at(j)));
                put(j + 2, _mm256_broadcastsi128_si256(source_at(j + 2)));
            }
            for (; j + 2 <= lanes; j += 2) put(j, _mm256_broadcastsi128_si256(source_at(j)));
        } else {
            for (; j + 2 <= lanes; j += 2) {
                put(j, _mm256_inserti128_si256(_mm256_castsi128_si256(source_at(j)), source_at(j + 1), 1));
            }
        }
#endif
        for (; j < lanes; ++j) {
            store(dense + 16 * j, shuffle_bytes(load<lane>(source + offset[j]), load<lane>(mask[j])));
        }
        for (std::size_t k = 0; k < patches; ++k) {
            const lane_patch& patch = program.patch[k];
            std::byte* const at = dense + 16 * static_cast<std::size_t>(patch.lane);
            store(at, load<lane>(at) | shuffle_bytes(load<lane>(source + patch.offset), load<lane>(patch.mask)));
        }
    }
}
#else
// SSE2 cannot shuffle bytes by a variable; the gather mover serves every program.
inline constexpr bool has_shuffle = false;
inline void shuffle(const lane_program&, std::size_t, const std::byte*, std::ptrdiff_t, std::size_t,
                    std::byte*) noexcept {}
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
