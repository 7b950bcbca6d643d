#include "support/values.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "zerostride/elements.hpp"

namespace zerostride::test {
namespace {

template <class T>
T integer(random_bits& random) {
    using U = std::make_unsigned_t<T>;
    constexpr T least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max();
    switch (random.below(8)) {
        case 0: {
            constexpr T special[] = {0, 1, 2, T(-1), T(-2), least, T(least + 1), greatest, T(greatest - 1)};
            return random.pick(special);
        }
        case 1: return static_cast<T>(U(1) << random.below(sizeof(T) * 8));
        case 2: return static_cast<T>((U(1) << random.below(sizeof(T) * 8)) - 1);
        case 3: return static_cast<T>(random.below(16));
        // Small magnitudes of either sign, so that quotients are not all 0.
        case 4: return static_cast<T>(T(random.below(128)) - T(64));
        default: return static_cast<T>(random.next());
    }
}

/// Bits of a binary interchange format with `Digits` stored significand bits.
template <class Bits, int Digits>
Bits floating(random_bits& random) {
    constexpr Bits sign = static_cast<Bits>(Bits(1) << (sizeof(Bits) * 8 - 1));
    constexpr Bits infinity = static_cast<Bits>((sign - 1) & ~((Bits(1) << Digits) - 1));
    constexpr Bits quiet = static_cast<Bits>(Bits(1) << (Digits - 1));
    constexpr Bits one = static_cast<Bits>((infinity >> 1) & ~((Bits(1) << Digits) - 1));
    constexpr Bits unit = static_cast<Bits>(Bits(1) << Digits);
    constexpr Bits significand = static_cast<Bits>(unit - 1);
    const Bits any = static_cast<Bits>(random.next());
    const Bits signs = static_cast<Bits>(any & sign);
    switch (random.below(12)) {
        case 0: {
            const Bits special[] = {0,
                                    1,                                // the least subnormal
                                    significand,                      // the greatest subnormal
                                    unit,                             // the least normal number
                                    static_cast<Bits>(infinity - 1),  // the greatest number
                                    infinity,
                                    one,
                                    static_cast<Bits>(one + unit),  // 2
                                    static_cast<Bits>(one - unit),  // 1/2
                                    static_cast<Bits>(one + 1)};
            return static_cast<Bits>(signs | random.pick(special));
        }
        case 1: {
            const Bits payload = static_cast<Bits>(any & significand);
            const Bits kind = random.one_in(2) ? quiet : Bits(0);
            return static_cast<Bits>(signs | infinity | kind | (payload == 0 && kind == 0 ? Bits(1) : payload));
        }
        case 2: return static_cast<Bits>(signs | (any & significand));  // subnormal
        case 3: return static_cast<Bits>(signs | (any & infinity));     // power of two, zero or infinity
        case 4:
        case 5:
        case 6: {
            // Within a few binades of 1, where sums round and cancel.
            const Bits exponent = static_cast<Bits>(one + static_cast<Bits>(random.below(9) - 4) * unit);
            return static_cast<Bits>(signs | exponent | (any & significand));
        }
        default: return any;
    }
}

real double_double(random_bits& random) {
    const double hi = [&] {
        if (random.one_in(3)) return std::bit_cast<double>(floating<std::uint64_t, 52>(random));
        // Most of them where no product, quotient or low part leaves the doubles.
        const double digits = 1.0 + static_cast<double>(random.next() >> 12) * 0x1p-52;
        const int reach = random.one_in(2) ? 3 : 200;
        return std::ldexp(random.one_in(2) ? -digits : digits, static_cast<int>(random.between(-reach, reach)));
    }();
    if (!std::isfinite(hi) || hi == 0.0 || random.one_in(6)) return {hi, 0.0};
    const double half_ulp = std::ldexp(1.0, std::ilogb(hi) - 53);
    double part;
    switch (random.below(6)) {
        case 0: part = 1.0; break;  // the tie
        case 1: part = std::ldexp(1.0, -static_cast<int>(random.below(60))); break;
        case 2:
            part = std::ldexp(1.0 + static_cast<double>(random.next() >> 12) * 0x1p-52,
                              -static_cast<int>(1 + random.below(300)));
            break;
        default: part = static_cast<double>(random.next() >> 11) * 0x1p-53; break;
    }
    const double lo = random.one_in(2) ? -part * half_ulp : part * half_ulp;
    // The pair must be its own rounding: the tie to an odd hi is not a double-double.
    return hi + lo == hi ? real{hi, lo == 0.0 ? 0.0 : lo} : real{hi, 0.0};
}

text words(random_bits& random) {
    static const std::vector<std::string> pool = [] {
        std::vector<std::string> made = {"",
                                         "a",
                                         "b",
                                         "ab",
                                         "abc",
                                         "abd",
                                         "\x7f",
                                         "\x80",
                                         "\xff",
                                         "\xc3\xa9",
                                         std::string(1, '\0'),
                                         std::string("a\0b", 3),
                                         std::string("a\0c", 3),
                                         "zerostride",
                                         "zerostridf",
                                         "Zerostride"};
        for (const std::size_t length : {7u, 8u, 9u, 15u, 16u, 17u, 63u, 64u, 65u, 300u}) {
            made.push_back(std::string(length, 'x'));
            made.push_back(std::string(length - 1, 'x') + 'y');
            made.push_back(std::string(length, 'x') + '\xf0');
        }
        return made;
    }();
    // The same bytes at another address are the same text.
    static const std::vector<std::string> again = pool;
    if (random.one_in(10)) return {nullptr, 0};
    const std::string& chosen = random.one_in(2) ? random.pick(pool) : random.pick(again);
    return {chosen.data(), chosen.size()};
}

template <class T, class Make>
void fill(std::vector<std::byte>& memory, Make make) {
    for (std::size_t i = 0; i < memory.size(); i += sizeof(T)) {
        const T value = make();
        std::memcpy(memory.data() + i, &value, sizeof value);
    }
}

template <class T>
void fill_integers(std::vector<std::byte>& memory, random_bits& random, bool zeros) {
    fill<T>(memory, [&] {
        const T value = integer<T>(random);
        return value == 0 && !zeros ? T(3) : value;
    });
}

}  // namespace

std::vector<std::byte> make_values(dtype type, std::size_t count, random_bits& random, bool zeros) {
    std::vector<std::byte> memory(count * size_of(type));
    switch (type) {
        case dtype::real: fill<real>(memory, [&] { return double_double(random); }); break;
        case dtype::f16: fill<std::uint16_t>(memory, [&] { return floating<std::uint16_t, 10>(random); }); break;
        case dtype::f32: fill<std::uint32_t>(memory, [&] { return floating<std::uint32_t, 23>(random); }); break;
        case dtype::f64: fill<std::uint64_t>(memory, [&] { return floating<std::uint64_t, 52>(random); }); break;
        case dtype::i8: fill_integers<std::int8_t>(memory, random, zeros); break;
        case dtype::i16: fill_integers<std::int16_t>(memory, random, zeros); break;
        case dtype::i32: fill_integers<std::int32_t>(memory, random, zeros); break;
        case dtype::i64: fill_integers<std::int64_t>(memory, random, zeros); break;
        case dtype::u8: fill_integers<std::uint8_t>(memory, random, zeros); break;
        case dtype::u16: fill_integers<std::uint16_t>(memory, random, zeros); break;
        case dtype::u32: fill_integers<std::uint32_t>(memory, random, zeros); break;
        case dtype::u64: fill_integers<std::uint64_t>(memory, random, zeros); break;
        case dtype::str: fill<text>(memory, [&] { return words(random); }); break;
        case dtype::boolean:
            // Any non-zero byte is true.
            fill<std::uint8_t>(
                memory, [&] { return static_cast<std::uint8_t>(random.one_in(2) ? random.below(2) : random.next()); });
            break;
    }
    return memory;
}

}  // namespace zerostride::test
