#include "bench/limits.hpp"

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace zerostride::bench {
namespace {

// Signed sums wrap, as the library's do.
template <class T>
struct sum_type {
    using type = T;
};
template <>
struct sum_type<std::int8_t> {
    using type = std::uint8_t;
};
template <>
struct sum_type<std::int64_t> {
    using type = std::uint64_t;
};

/// The compiler vectorises it for the plain instruction set of the platform (SSE2, NEON).
template <class T>
void add_portable(const void* x, const void* y, void* out, std::size_t count) {
    using element = typename sum_type<T>::type;
    const element* __restrict a = static_cast<const element*>(x);
    const element* __restrict b = static_cast<const element*>(y);
    element* __restrict c = static_cast<element*>(out);
    for (std::size_t i = 0; i < count; ++i) c[i] = static_cast<element>(a[i] + b[i]);
}

#if defined(__x86_64__)
#define ZS_AVX2 __attribute__((target("avx2")))
#define ZS_AVX2_INLINE __attribute__((target("avx2"), always_inline)) static inline
#define ZS_AVX512 __attribute__((target("avx512f,avx512bw")))
#define ZS_AVX512_INLINE __attribute__((target("avx512f,avx512bw"), always_inline)) static inline

// Integer vectors carry all types here; only the addition tells them apart.
template <class T>
struct lanes256;
template <>
struct lanes256<float> {
    ZS_AVX2_INLINE __m256i add(__m256i a, __m256i b) {
        return _mm256_castps_si256(_mm256_add_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b)));
    }
};
template <>
struct lanes256<double> {
    ZS_AVX2_INLINE __m256i add(__m256i a, __m256i b) {
        return _mm256_castpd_si256(_mm256_add_pd(_mm256_castsi256_pd(a), _mm256_castsi256_pd(b)));
    }
};
template <>
struct lanes256<std::int8_t> {
    ZS_AVX2_INLINE __m256i add(__m256i a, __m256i b) { return _mm256_add_epi8(a, b); }
};
template <>
struct lanes256<std::int64_t> {
    ZS_AVX2_INLINE __m256i add(__m256i a, __m256i b) { return _mm256_add_epi64(a, b); }
};

ZS_AVX2_INLINE __m256i load256(const char* at) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)); }

template <bool Streaming>
ZS_AVX2_INLINE void store256(char* at, __m256i value) {
    if constexpr (Streaming) {
        _mm256_stream_si256(reinterpret_cast<__m256i*>(at), value);
    } else {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), value);
    }
}

template <class T, bool Streaming>
ZS_AVX2 void add_avx2(const void* x, const void* y, void* out, std::size_t count) {
    using L = lanes256<T>;
    const char* a = static_cast<const char*>(x);
    const char* b = static_cast<const char*>(y);
    char* c = static_cast<char*>(out);
    std::size_t bytes = count * sizeof(T);
    for (; bytes >= 128; bytes -= 128, a += 128, b += 128, c += 128) {
        const __m256i r0 = L::add(load256(a), load256(b));
        const __m256i r1 = L::add(load256(a + 32), load256(b + 32));
        const __m256i r2 = L::add(load256(a + 64), load256(b + 64));
        const __m256i r3 = L::add(load256(a + 96), load256(b + 96));
        store256<Streaming>(c, r0);
        store256<Streaming>(c + 32, r1);
        store256<Streaming>(c + 64, r2);
        store256<Streaming>(c + 96, r3);
    }
    add_portable<T>(a, b, c, bytes / sizeof(T));
    if constexpr (Streaming) _mm_sfence();
}

template <class T>
struct lanes512;
template <>
struct lanes512<float> {
    ZS_AVX512_INLINE __m512i add(__m512i a, __m512i b) {
        return _mm512_castps_si512(_mm512_add_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b)));
    }
};
template <>
struct lanes512<double> {
    ZS_AVX512_INLINE __m512i add(__m512i a, __m512i b) {
        return _mm512_castpd_si512(_mm512_add_pd(_mm512_castsi512_pd(a), _mm512_castsi512_pd(b)));
    }
};
template <>
struct lanes512<std::int8_t> {
    ZS_AVX512_INLINE __m512i add(__m512i a, __m512i b) { return _mm512_add_epi8(a, b); }
};
template <>
struct lanes512<std::int64_t> {
    ZS_AVX512_INLINE __m512i add(__m512i a, __m512i b) { return _mm512_add_epi64(a, b); }
};

template <class T, bool Streaming>
ZS_AVX512 void add_avx512(const void* x, const void* y, void* out, std::size_t count) {
    using L = lanes512<T>;
    const char* a = static_cast<const char*>(x);
    const char* b = static_cast<const char*>(y);
    char* c = static_cast<char*>(out);
    std::size_t bytes = count * sizeof(T);
    for (; bytes >= 128; bytes -= 128, a += 128, b += 128, c += 128) {
        const __m512i r0 = L::add(_mm512_loadu_si512(a), _mm512_loadu_si512(b));
        const __m512i r1 = L::add(_mm512_loadu_si512(a + 64), _mm512_loadu_si512(b + 64));
        if constexpr (Streaming) {
            _mm512_stream_si512(reinterpret_cast<__m512i*>(c), r0);
            _mm512_stream_si512(reinterpret_cast<__m512i*>(c + 64), r1);
        } else {
            _mm512_storeu_si512(c, r0);
            _mm512_storeu_si512(c + 64, r1);
        }
    }
    add_portable<T>(a, b, c, bytes / sizeof(T));
    if constexpr (Streaming) _mm_sfence();
}

template <class T, bool Streaming>
contiguous_add pick(isa with) noexcept {
    const bool may_512 = with == isa::automatic || with == isa::avx512 || with == isa::avx512_fp16;
    const bool may_256 = may_512 || with == isa::avx2;
    // The compiler's run-time check asks the operating system as well.
    if (may_512 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) {
        return add_avx512<T, Streaming>;
    }
    if (may_256 && __builtin_cpu_supports("avx2")) return add_avx2<T, Streaming>;
    if constexpr (Streaming) {
        return nullptr;
    } else {
        return add_portable<T>;
    }
}
#else
template <class T, bool Streaming>
contiguous_add pick(isa) noexcept {
    if constexpr (Streaming) {
        return nullptr;
    } else {
        return add_portable<T>;
    }
}
#endif

template <bool Streaming>
contiguous_add pick_for(dtype type, isa with) noexcept {
    switch (type) {
        case dtype::f32: return pick<float, Streaming>(with);
        case dtype::f64: return pick<double, Streaming>(with);
        case dtype::i8: return pick<std::int8_t, Streaming>(with);
        case dtype::i64: return pick<std::int64_t, Streaming>(with);
        default: return nullptr;
    }
}

#if defined(__x86_64__)
/// 16 bytes at a time fill the same write-combining lines: the memory is the limit, not the instructions.
void fill_lines(char* at, std::size_t bytes) {
    const __m128i value = _mm_set1_epi8(1);
    for (char* const end = at + bytes; at != end; at += 64) {
        _mm_stream_si128(reinterpret_cast<__m128i*>(at), value);
        _mm_stream_si128(reinterpret_cast<__m128i*>(at + 16), value);
        _mm_stream_si128(reinterpret_cast<__m128i*>(at + 32), value);
        _mm_stream_si128(reinterpret_cast<__m128i*>(at + 48), value);
    }
}
#endif

}  // namespace

contiguous_add hand_written_add(dtype type, isa with) noexcept { return pick_for<false>(type, with); }
contiguous_add hand_written_streaming_add(dtype type, isa with) noexcept { return pick_for<true>(type, with); }

void streaming_fill(void* out, std::size_t bytes) noexcept {
#if defined(__x86_64__)
    fill_lines(static_cast<char*>(out), bytes);
    _mm_sfence();
#else
    std::memset(out, 1, bytes);
#endif
}

void streaming_fill_and_read(void* out, std::size_t bytes, const void* in, std::size_t read_bytes) noexcept {
    constexpr std::size_t block = 4096;
    char* to = static_cast<char*>(out);
    const char* from = static_cast<const char*>(in);
    const std::size_t blocks = (bytes + block - 1) / block;
    const std::size_t read_block = blocks == 0 ? 0 : read_bytes / blocks / 64 * 64;
    for (std::size_t done = 0; done < bytes; done += block) {
        for (std::size_t at = 0; at < read_block; at += 64) {
            static_cast<void>(*static_cast<const volatile char*>(from + at));  // one of a line fetches the line
        }
        from += read_block;
        const std::size_t part = bytes - done < block ? bytes - done : block;
#if defined(__x86_64__)
        fill_lines(to + done, part);
#else
        std::memset(to + done, 1, part);
#endif
    }
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

void stream_triad(double* a, const double* b, const double* c, double s, std::size_t count) noexcept {
    double* __restrict to = a;
    for (std::size_t i = 0; i < count; ++i) to[i] = b[i] + s * c[i];
}

}  // namespace zerostride::bench
