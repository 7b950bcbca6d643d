// Packing out of several registers: each 64 bytes of the result are merged of permutations of a few windows of as many
// bytes, wherever those are: pictures from interleaved to planar and back, columns of short rows, every third element.
// dispatch/packing/merges.cpp writes the programs.
#pragma once

#include "kernels/mover_table.hpp"
#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_ISA_avx512)
// The instruction of bytes came a generation after the others: dispatch asks the processor.

[[gnu::target("avx512vbmi"), gnu::always_inline]] inline __m512i merged(__m512i block, __m512i picks,
                                                                        const std::byte* window) noexcept {
    return _mm512_permutex2var_epi8(block, picks, _mm512_loadu_si512(window));
}
[[gnu::target("avx512vbmi"), gnu::always_inline]] inline __m512i picked(__m512i picks,
                                                                        const std::byte* window) noexcept {
    return _mm512_permutexvar_epi8(picks, _mm512_loadu_si512(window));
}

/// One block: `window(w)` answers the bytes of its windows.
template <class Window>
[[gnu::target("avx512vbmi"), gnu::always_inline]] inline __m512i block_of(std::size_t windows,
                                                                          const std::uint8_t (*picks)[64],
                                                                          Window window) noexcept {
    if (windows == 1) return _mm512_permutexvar_epi8(_mm512_loadu_si512(picks[0]), window(0));
    __m512i made = window(0);
    for (std::size_t w = 1; w < windows; ++w) {
        made = _mm512_permutex2var_epi8(made, _mm512_loadu_si512(picks[w - 1]), window(w));
    }
    return made;
}

/// The period of one block behind which the operand has nothing.
[[gnu::target("avx512vbmi"), gnu::noinline]] void merge_last(const merge_program& program, const std::byte* source,
                                                             std::byte* dense) noexcept {
    const auto window = [&](std::size_t w) __attribute__((always_inline, target("avx512vbmi"))) {
        const std::ptrdiff_t at = program.offset[w], left = program.end - at;
        return _mm512_maskz_loadu_epi8(left < 64 ? (__mmask64{1} << left) - 1 : ~__mmask64{0}, source + at);
    };
    _mm512_storeu_si512(dense, block_of(program.windows, program.picks, window));
}

/// Picks that each block has.
constexpr std::size_t merge_steps(std::size_t windows) noexcept { return windows > 1 ? windows - 1 : 1; }

/// Periods of so many whole blocks, whose picks stay in registers.
template <std::size_t Windows, std::size_t... Step>
[[gnu::target("avx512vbmi")]] void merge_blocks(const merge_program& program, const std::byte* source,
                                                std::ptrdiff_t advance, std::size_t periods, std::byte* dense,
                                                std::index_sequence<Step...>) noexcept {
    constexpr std::size_t steps = merge_steps(Windows), blocks = sizeof...(Step) / steps;
    const __m512i picks[] = {_mm512_loadu_si512(program.picks[Step])...};
    std::ptrdiff_t offset[blocks * Windows];
    for (std::size_t w = 0; w < blocks * Windows; ++w) offset[w] = program.offset[w];
    for (; periods > 0; --periods, source += advance, dense += 64 * blocks) {
        __m512i block;
        const auto step = [&](std::size_t b, std::size_t s, __m512i pick)
            __attribute__((always_inline, target("avx512vbmi"))) {
            const std::ptrdiff_t* const window = offset + b * Windows;
            if (Windows == 1) block = picked(pick, source + window[0]);
            else block = merged(s == 0 ? _mm512_loadu_si512(source + window[0]) : block, pick, source + window[s + 1]);
            if (s == steps - 1) _mm512_storeu_si512(dense + 64 * b, block);
        };
        (step(Step / steps, Step % steps, picks[Step]), ...);
    }
}

/// Periods of any length. With 0 windows they are as many as the program says.
template <std::size_t Windows>
[[gnu::target("avx512vbmi")]] void merge_periods(const merge_program& program, std::size_t bytes,
                                                 const std::byte* source, std::ptrdiff_t advance, std::size_t periods,
                                                 std::byte* dense) noexcept {
    const std::size_t windows = Windows > 0 ? Windows : program.windows;
    const std::size_t whole = bytes / 64, rest = bytes % 64;
    for (; periods > 0; --periods, source += advance, dense += bytes) {
        const std::int32_t* offset = program.offset;
        const auto* picks = program.picks;
        const auto block = [&]() __attribute__((always_inline, target("avx512vbmi"))) {
            const __m512i made = block_of(
                windows, picks, [&](std::size_t w) __attribute__((always_inline, target("avx512vbmi"))) {
                    return _mm512_loadu_si512(source + offset[w]);
                });
            offset += windows;
            picks += merge_steps(windows);
            return made;
        };
        for (std::size_t b = 0; b < whole; ++b) _mm512_storeu_si512(dense + 64 * b, block());
        if (rest > 0) _mm512_mask_storeu_epi8(dense + 64 * whole, (__mmask64{1} << rest) - 1, block());
    }
}

template <std::size_t Windows>
inline void merge_by(const merge_program& program, std::size_t bytes, const std::byte* source, std::ptrdiff_t advance,
                     std::size_t periods, std::byte* dense) noexcept {
    const auto blocks = [&]<std::size_t... Step>(std::index_sequence<Step...> each) {
        merge_blocks<Windows>(program, source, advance, periods, dense, each);
    };
    if (periods > 1) {
        switch (bytes) {
            case 64: return blocks(std::make_index_sequence<merge_steps(Windows)>{});
            case 128: return blocks(std::make_index_sequence<2 * merge_steps(Windows)>{});
            case 192: return blocks(std::make_index_sequence<3 * merge_steps(Windows)>{});
            default: break;
        }
    }
    merge_periods<Windows>(program, bytes, source, advance, periods, dense);
}
inline void merge(const merge_program& program, std::size_t bytes, const std::byte* source, std::ptrdiff_t advance,
                  std::size_t periods, std::byte* dense) noexcept {
    if (program.end != 0) {
        const auto others = static_cast<std::ptrdiff_t>(--periods);
        merge_last(program, source + others * advance, dense + 64 * others);
        if (periods == 0) return;
    }
    switch (program.windows) {
        case 1: return merge_by<1>(program, bytes, source, advance, periods, dense);
        case 2: return merge_by<2>(program, bytes, source, advance, periods, dense);
        case 3: return merge_by<3>(program, bytes, source, advance, periods, dense);
        case 4: return merge_by<4>(program, bytes, source, advance, periods, dense);
        default: return merge_periods<0>(program, bytes, source, advance, periods, dense);
    }
}
inline constexpr merge_mover merge_of_isa = &merge;
#else
inline constexpr merge_mover merge_of_isa = nullptr;
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
