// The loops, compiled once for each instruction set with its flags: the compiler vectorises them.
#include <cstdint>
#include <type_traits>

#include "bench/loops.hpp"

namespace zerostride::bench::ZS_ISA {
namespace {

/// Where sums and products wrap.
template <class T>
auto wrapping(T x) {
    if constexpr (std::is_floating_point_v<T>) return x;
    else if constexpr (sizeof(T) < 4) return static_cast<unsigned>(x);
    else return static_cast<std::make_unsigned_t<T>>(x);
}

template <class T, class Body>
void unary(const void* const* in, void* out, std::size_t count, Body body) {
    const T* __restrict x = static_cast<const T*>(in[0]);
    auto* __restrict z = static_cast<decltype(body(T{}))*>(out);
    for (std::size_t i = 0; i < count; ++i) z[i] = body(x[i]);
}
template <class T, class Body>
void binary(const void* const* in, void* out, std::size_t count, Body body) {
    const T* __restrict x = static_cast<const T*>(in[0]), * __restrict y = static_cast<const T*>(in[1]);
    auto* __restrict z = static_cast<decltype(body(T{}, T{}))*>(out);
    for (std::size_t i = 0; i < count; ++i) z[i] = body(x[i], y[i]);
}

template <class T>
struct loops_of {
    using operands = const void* const*;

    static void add(operands in, void* out, std::size_t count) {
        binary<T>(in, out, count, [](T x, T y) { return static_cast<T>(wrapping(x) + wrapping(y)); });
    }
    static void sub(operands in, void* out, std::size_t count) {
        binary<T>(in, out, count, [](T x, T y) { return static_cast<T>(wrapping(x) - wrapping(y)); });
    }
    static void mul(operands in, void* out, std::size_t count) {
        binary<T>(in, out, count, [](T x, T y) { return static_cast<T>(wrapping(x) * wrapping(y)); });
    }
    static void less(operands in, void* out, std::size_t count) {
        binary<T>(in, out, count, [](T x, T y) { return static_cast<std::uint8_t>(x < y); });
    }
    static void equal(operands in, void* out, std::size_t count) {
        binary<T>(in, out, count, [](T x, T y) { return static_cast<std::uint8_t>(x == y); });
    }
    static void sign(operands in, void* out, std::size_t count) {
        unary<T>(in, out, count, [](T x) {
            if constexpr (std::is_floating_point_v<T>) return x > 0 ? T{1} : x < 0 ? T{-1} : x + T{0};
            else return static_cast<T>((x > 0) - (x < 0));
        });
    }
    static void clip(operands in, void* out, std::size_t count) {
        const T low = *static_cast<const T*>(in[1]), high = *static_cast<const T*>(in[2]);
        unary<T>(in, out, count, [=](T x) {
            const T raised = x < low ? low : x;
            return high < raised ? high : raised;
        });
    }
    static void where(operands in, void* out, std::size_t count) {
        const std::uint8_t* __restrict condition = static_cast<const std::uint8_t*>(in[0]);
        const T* __restrict x = static_cast<const T*>(in[1]), * __restrict y = static_cast<const T*>(in[2]);
        T* __restrict z = static_cast<T*>(out);
        for (std::size_t i = 0; i < count; ++i) {
            const T if_true = x[i], if_false = y[i];
            z[i] = condition[i] != 0 ? if_true : if_false;
        }
    }

    static contiguous_loop find(op which) noexcept {
        switch (which) {
            case op::add: return add;
            case op::sub: return sub;
            case op::mul: return mul;
            case op::less: return less;
            case op::equal: return equal;
            case op::sign: return sign;
            case op::clip: return clip;
            case op::where: return where;
            default: return nullptr;
        }
    }
};

}  // namespace

contiguous_loop loop_of(op which, dtype type) noexcept {
    switch (type) {
        case dtype::f32: return loops_of<float>::find(which);
        case dtype::f64: return loops_of<double>::find(which);
        case dtype::i8: return loops_of<std::int8_t>::find(which);
        case dtype::i16: return loops_of<std::int16_t>::find(which);
        case dtype::i32: return loops_of<std::int32_t>::find(which);
        case dtype::i64: return loops_of<std::int64_t>::find(which);
        default: return nullptr;
    }
}

}  // namespace zerostride::bench::ZS_ISA
