// Vector registers of one instruction set: the only header that includes xsimd or intrinsics.
//
// Registers are the compilers' own vector types (GCC's and Clang's vector extension), which give every integer
// width all of + - * & | ^ < == on every instruction set; xsimd gives the functions that the extension lacks
// (sqrt, fma). What neither has (binary16 conversion, byte shuffles, streaming stores) is written out in kernels/simd/,
// a header for each subject; here is what all of them stand on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

// xsimd's inline functions would otherwise have the same names in every instruction set, and the linker would
// keep one of them for all.
#define ZS_CONCAT_(a, b) a##b
#define ZS_CONCAT(a, b) ZS_CONCAT_(a, b)
#define xsimd ZS_CONCAT(xsimd_, ZS_ISA)
#include <xsimd/xsimd.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// A file's code begins with a cache line, wherever it is linked to: loops that decode in few lines in one program would
// otherwise take up to a seventh longer in another.
__asm__(".pushsection .text\n\t.balign 64\n\t.popsection");

namespace zerostride::kernels::ZS_ISA {
namespace {

// Where there is an instruction for it, this says so; what says nothing computes the same without.
#if defined(ZS_ISA_avx512) || defined(ZS_ISA_avx2) || defined(ZS_ISA_neon)
#define ZS_HAS_FMA
#define ZS_HAS_HALF_CONVERSION
#define ZS_HAS_ROUNDING
#endif

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0)
#error "kernels need the arithmetic that is written: cmake/library.cmake has the flags (zerostride_ieee)"
#endif

#if defined(ZS_ISA_avx512)
using arch = xsimd::avx512bw;
inline constexpr std::size_t register_bytes = 64;
#elif defined(ZS_ISA_avx2)
using arch = xsimd::fma3<xsimd::avx2>;
inline constexpr std::size_t register_bytes = 32;
#elif defined(ZS_ISA_neon)
using arch = xsimd::neon64;
inline constexpr std::size_t register_bytes = 16;
#elif defined(ZS_ISA_baseline) && defined(__x86_64__)
using arch = xsimd::sse2;
inline constexpr std::size_t register_bytes = 16;
#else
#error "an instruction set of cmake/isas.cmake is not known here"
#endif

template <class T, std::size_t Bytes>
struct vector_of {
    typedef T type __attribute__((vector_size(Bytes)));
};
/// A full register of `T`.
template <class T>
using vec = typename vector_of<T, register_bytes>::type;
/// `N` elements of `T`, whatever that takes.
template <class T, std::size_t N>
using vec_n = typename vector_of<T, N * sizeof(T)>::type;
template <class T>
inline constexpr std::size_t lanes = register_bytes / sizeof(T);

template <std::size_t Bytes>
struct integers;
template <>
struct integers<1> {
    using s = std::int8_t;
    using u = std::uint8_t;
};
template <>
struct integers<2> {
    using s = std::int16_t;
    using u = std::uint16_t;
};
template <>
struct integers<4> {
    using s = std::int32_t;
    using u = std::uint32_t;
};
template <>
struct integers<8> {
    using s = std::int64_t;
    using u = std::uint64_t;
};
/// Lanes that the instruction set computes with as IEEE 754 says.
template <class T>
inline constexpr bool is_computed_float = std::is_floating_point_v<T>;
#if defined(ZS_ISA_avx512_fp16)
template <>
inline constexpr bool is_computed_float<_Float16> = true;
#endif

/// The width in bytes from which on lanes can be shifted by amounts of their own.
#if defined(ZS_ISA_neon)
inline constexpr std::size_t least_lane_shifted = 1;
#elif defined(ZS_ISA_avx512)
inline constexpr std::size_t least_lane_shifted = 2;
#elif defined(ZS_ISA_avx2)
inline constexpr std::size_t least_lane_shifted = 4;
#else
inline constexpr std::size_t least_lane_shifted = 16;
#endif

/// A comparison's answer: per lane all ones or zero, in the lane's width.
template <class T>
using mask = vec<typename integers<sizeof(T)>::s>;

template <class V>
inline V load(const void* p) noexcept {
    V v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}
template <class V>
inline void store(void* p, const V& v) noexcept {
    __builtin_memcpy(p, &v, sizeof v);
}
template <class T, std::size_t... I>
inline vec<T> splat_impl(T x, std::index_sequence<I...>) noexcept {
    return vec<T>{((void)I, x)...};
}
template <class T>
inline vec<T> splat(T x) noexcept {
    return splat_impl(x, std::make_index_sequence<lanes<T>>{});
}
template <class V>
using scalar_of = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;
template <class V>
inline constexpr std::size_t size_of_vector = sizeof(V) / sizeof(scalar_of<V>);
template <class V>
using signed_lanes = vec_n<typename integers<sizeof(scalar_of<V>)>::s, size_of_vector<V>>;
template <class V>
using unsigned_lanes = vec_n<typename integers<sizeof(scalar_of<V>)>::u, size_of_vector<V>>;
inline vec<double> infinity() noexcept { return splat(std::numeric_limits<double>::infinity()); }
inline vec<double> not_a_number() noexcept { return splat(std::numeric_limits<double>::quiet_NaN()); }
template <class To, class From>
inline To bits_as(const From& v) noexcept {
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, v);
}
/// The same value, in a register from here on: g++ 12 reads a loaded value from memory again for its second use, which
/// costs comparisons that feed a blend an eighth of their speed.
template <class V>
inline V in_register(V v) noexcept {
#if defined(__x86_64__)
    asm("" : "+v"(v));
#else
    asm("" : "+w"(v));
#endif
    return v;
}
template <class M, class V>
inline V choose(M where, V x, V y) noexcept {
    return where ? x : y;
}

template <class T>
inline xsimd::batch<T, arch> to_xsimd(vec<T> v) noexcept {
    using reg = typename xsimd::batch<T, arch>::register_type;
    return xsimd::batch<T, arch>(bits_as<reg>(v));
}
template <class T>
inline vec<T> from_xsimd(xsimd::batch<T, arch> b) noexcept {
    return bits_as<vec<T>>(b.data);
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
