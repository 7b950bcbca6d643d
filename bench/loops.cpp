#include "bench/loops.hpp"

#include <cstdint>

namespace zerostride::bench {

#define X(name)                                             \
    namespace name {                                        \
    contiguous_loop loop_of(op which, dtype type) noexcept; \
    }
#include "isas.def"
#undef X

namespace {

/// The compiler is told not to see through it: a division by a constant or a vector would be another loop.
template <class T>
inline void opaque(T& value) {
    asm volatile("" : "+r"(value));
}

template <class T, bool ByOne>
void divide(const void* const* in, void* out, std::size_t count) {
    const T* const x = static_cast<const T*>(in[0]);
    const T* const y = static_cast<const T*>(in[1]);
    T* const z = static_cast<T*>(out);
    for (std::size_t i = 0; i < count; ++i) {
        int divisor = ByOne ? y[0] : y[i];
        opaque(divisor);
        z[i] = divisor == 0 ? T{0} : static_cast<T>(x[i] / divisor);
    }
}

}  // namespace

contiguous_loop hand_written_loop(op which, dtype type, isa with) noexcept {
#define X(name) \
    if (with == isa::name) return name::loop_of(which, type);
#include "isas.def"
#undef X
    return nullptr;
}

contiguous_loop scalar_division(dtype type, bool by_one) noexcept {
    switch (type) {
        case dtype::i8: return by_one ? divide<std::int8_t, true> : divide<std::int8_t, false>;
        case dtype::u8: return by_one ? divide<std::uint8_t, true> : divide<std::uint8_t, false>;
        case dtype::i32: return by_one ? divide<std::int32_t, true> : divide<std::int32_t, false>;
        default: return nullptr;
    }
}

}  // namespace zerostride::bench
