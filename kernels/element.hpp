// How the elements of each type sit in registers: load, store and splat of one register group.
#pragma once

#include "kernels/simd/half.hpp"
#include "kernels/simd/memory.hpp"
#include "kernels/simd/shuffles.hpp"
#include "zerostride/dtype.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

// Element types that C++ does not have. In memory they are what zerostride/elements.hpp says.
struct half {
    std::uint16_t bits;
};
struct truth {
    std::uint8_t byte;
};
struct text {
    const char* data;
    std::size_t size;
};
struct double_double {
    double hi, lo;
};
struct block16 {
    std::uint64_t word[2];
};

/// How put() stores: to_cache, or past it, to addresses that are aligned to 64 bytes at the start of a row's loop.
struct to_cache {
    template <class V>
    static void store(void* p, const V& v) noexcept {
        ZS_ISA::store(p, v);
    }
};
struct past_cache {
    template <class V>
    static void store(void* p, const V& v) noexcept {
        stream_store(p, v);
    }
};

/// element<T>: `reg` holds `count` elements of T; get, put and all move them between memory and registers. Where put
/// stores registers as they are, of_bytes makes one from what lies in memory.
template <class T>
struct element {
    using reg = vec<T>;
    static constexpr std::size_t count = lanes<T>;
    static reg of_bytes(vec<std::uint8_t> bytes) noexcept { return bits_as<reg>(bytes); }
    static reg get(const T* p) noexcept { return load<reg>(p); }
    template <class To>
    static void put(T* p, reg v) noexcept {
        To::store(p, v);
    }
    static reg all(const T* p) noexcept { return splat(load<T>(p)); }
};

/// binary16 computes in float.
template <>
struct element<half> {
    using reg = vec<float>;
    static constexpr std::size_t count = lanes<float>;
    static reg get(const half* p) noexcept { return from_half(reinterpret_cast<const std::uint16_t*>(p)); }
    template <class To>
    static void put(half* p, reg v) noexcept {
        To::store(p, to_half(v));
    }
    static reg all(const half* p) noexcept {
        const auto one = load<std::uint16_t>(p);
        std::uint16_t same[count];
        for (std::uint16_t& bits : same) bits = one;
        return from_half(same);
    }
};

/// Any non-zero byte is true; in registers and in results true is exactly 1.
template <>
struct element<truth> {
    using reg = vec<std::uint8_t>;
    static constexpr std::size_t count = lanes<std::uint8_t>;
    static reg of_bytes(vec<std::uint8_t> bytes) noexcept { return bits_as<reg>(bytes != 0) & 1; }
    static reg get(const truth* p) noexcept { return of_bytes(load<reg>(p)); }
    template <class To>
    static void put(truth* p, reg v) noexcept {
        To::store(p, v);
    }
    static reg all(const truth* p) noexcept { return splat<std::uint8_t>(p->byte != 0); }
};

/// The high and low parts of `lanes<double>` double-doubles. Which element sits in which lane does not matter
/// to element-wise work, so the parts are taken apart with the cheapest shuffle, and put back with the same.
struct double_double_reg {
    vec<double> hi, lo;
};
template <>
struct element<double_double> {
    using reg = double_double_reg;
    static constexpr std::size_t count = lanes<double>;
    static reg get(const double_double* p) noexcept {
        const auto a = load<vec<double>>(p);
        const auto b = load<vec<double>>(reinterpret_cast<const char*>(p) + register_bytes);
        return {zip_low(a, b), zip_high(a, b)};
    }
    template <class To>
    static void put(double_double* p, reg v) noexcept {
        To::store(p, zip_low(v.hi, v.lo));
        To::store(reinterpret_cast<char*>(p) + register_bytes, zip_high(v.hi, v.lo));
    }
    static reg all(const double_double* p) noexcept {
        const auto one = load<double_double>(p);
        return {splat(one.hi), splat(one.lo)};
    }
};

/// 16 bytes that are only moved.
template <>
struct element<block16> {
    using reg = vec<std::uint64_t>;
    static constexpr std::size_t count = register_bytes / 16;
    static reg get(const block16* p) noexcept { return load<reg>(p); }
    template <class To>
    static void put(block16* p, reg v) noexcept {
        To::store(p, v);
    }
    static reg all(const block16* p) noexcept {
        const auto one = load<block16>(p);
        return zip_low(splat(one.word[0]), splat(one.word[1]));
    }
};

/// Whether fewer elements than a register's can be loaded and stored without room of their own.
template <class T>
inline constexpr bool is_short_stored = stores_first&& requires {
    element<T>::of_bytes(vec<std::uint8_t>{});
};

template <class First, class... Rest>
struct type_list {
    template <std::size_t I>
    static auto at() noexcept {
        if constexpr (I == 0) return std::type_identity<First>{};
        else return type_list<Rest...>::template at<I - 1>();
    }
};

/// The C++ types that stand for the element types in kernels, in the order of zerostride/types.def.
using stored_types = type_list<double_double, half, float, double,                     //
                               std::int8_t, std::int16_t, std::int32_t, std::int64_t,  //
                               std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, text, truth>;

/// The C++ type that stands for `Type` in kernels.
template <dtype Type>
using stored = typename decltype(stored_types::at<dtype_row(Type)>())::type;

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
