// Stores past the caches, for results that are much larger than they: a cached store first reads the line that
// it is going to overwrite.
#pragma once

#include "kernels/mover_table.hpp"
#include "kernels/simd.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

inline void stream(std::byte* target, const std::byte* source, std::size_t bytes) noexcept {
#if defined(__x86_64__)
    const std::size_t head = (0 - reinterpret_cast<std::uintptr_t>(target)) & 63u;
    if (bytes < head + 64) {
        __builtin_memcpy(target, source, bytes);
        return;
    }
    // The line that this stretch shares with the next one comes meanwhile: stores wait in turn, also those past the
    // caches.
    const bool shares_line = (reinterpret_cast<std::uintptr_t>(target) + bytes) % 64 != 0;
    if (shares_line) __builtin_prefetch(target + bytes, 1);
    __builtin_memcpy(target, source, head);
    target += head, source += head, bytes -= head;
    for (; bytes >= 64; target += 64, source += 64, bytes -= 64) {
#if defined(ZS_ISA_avx512)
        _mm512_stream_si512(reinterpret_cast<__m512i*>(target), _mm512_loadu_si512(source));
#elif defined(ZS_ISA_avx2)
        const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source));
        const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source + 32));
        _mm256_stream_si256(reinterpret_cast<__m256i*>(target), a);
        _mm256_stream_si256(reinterpret_cast<__m256i*>(target + 32), b);
#else
        for (int i = 0; i < 64; i += 16) {
            _mm_stream_si128(reinterpret_cast<__m128i*>(target + i),
                             _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + i)));
        }
#endif
    }
    __builtin_memcpy(target, source, bytes);
#else
    // Arm cores detect streams of full-line stores by themselves.
    __builtin_memcpy(target, source, bytes);
#endif
}

inline void stream_fence() noexcept {
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
