// Packing out of one register: where 64 bytes hold all that a period is made of, each 64 bytes of the result take one
// permutation of them, whatever they repeat. dispatch/packing/permutes.cpp writes the programs.
#pragma once

#include "kernels/mover_table.hpp"
#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if defined(ZS_ISA_avx512)
// The instruction of bytes came a generation after the others: dispatch asks the processor.

/// Periods of so many whole blocks, whose picks stay in registers.
template <std::size_t... Block>
[[gnu::target("avx512vbmi")]] void permute_blocks(const std::uint8_t (*picks)[64], const std::byte* source,
                                                  __mmask64 reads, std::ptrdiff_t advance, std::size_t periods,
                                                  std::byte* dense, std::index_sequence<Block...>) noexcept {
    const __m512i pick[] = {_mm512_loadu_si512(picks[Block])...};
    for (; periods > 0; --periods, source += advance, dense += 64 * sizeof...(Block)) {
        const __m512i window = _mm512_maskz_loadu_epi8(reads, source);
        (_mm512_storeu_si512(dense + 64 * Block, _mm512_permutexvar_epi8(pick[Block], window)), ...);
    }
}

[[gnu::target("avx512vbmi")]] inline void permute(const std::uint8_t (*picks)[64], std::size_t bytes,
                                                  const std::byte* source, std::size_t span, std::ptrdiff_t advance,
                                                  std::size_t periods, std::byte* dense) noexcept {
    // What is masked out is not read: it may be nobody's memory.
    const __mmask64 reads = ~__mmask64{0} >> (64 - span);
    const std::size_t whole = bytes / 64, rest = bytes % 64;
    const __mmask64 last = (__mmask64{1} << rest) - 1;
    if (rest == 0 && periods > 1) {
        const auto blocks = [&]<std::size_t... B>(std::index_sequence<B...> each) {
            permute_blocks(picks, source, reads, advance, periods, dense, each);
        };
        switch (whole) {
            case 1: return blocks(std::make_index_sequence<1>{});
            case 2: return blocks(std::make_index_sequence<2>{});
            case 3: return blocks(std::make_index_sequence<3>{});
            case 4: return blocks(std::make_index_sequence<4>{});
            default: break;
        }
    }
    for (; periods > 0; --periods, source += advance) {
        const __m512i window = _mm512_maskz_loadu_epi8(reads, source);
        for (std::size_t b = 0; b < whole; ++b, dense += 64) {
            _mm512_storeu_si512(dense, _mm512_permutexvar_epi8(_mm512_loadu_si512(picks[b]), window));
        }
        if (rest == 0) continue;
        const __m512i end = _mm512_permutexvar_epi8(_mm512_maskz_loadu_epi8(last, picks[whole]), window);
        // What is stored behind a period is that of the next one, which comes over it.
        if (periods > 1 && bytes >= 64) _mm512_storeu_si512(dense, end);
        else _mm512_mask_storeu_epi8(dense, last, end);
        dense += rest;
    }
}
inline constexpr permute_mover permute_of_isa = &permute;
#else
inline constexpr permute_mover permute_of_isa = nullptr;
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
