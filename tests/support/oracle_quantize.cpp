#include "support/oracle_quantize.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "support/float_bits.hpp"

namespace zerostride::test {
namespace {

/// Floats and i32.
double number_at(dtype type, const void* p) {
    switch (type) {
        case dtype::f16: return value_of_half(read<std::uint16_t>(p));
        case dtype::f32: return static_cast<double>(read<float>(p));
        case dtype::i32: return read<std::int32_t>(p);
        default: return read<double>(p);
    }
}

std::int64_t integer_at(dtype type, const void* p) {
    switch (type) {
        case dtype::i8: return read<std::int8_t>(p);
        case dtype::u8: return read<std::uint8_t>(p);
        case dtype::i16: return read<std::int16_t>(p);
        case dtype::u16: return read<std::uint16_t>(p);
        case dtype::i32: return read<std::int32_t>(p);
        default: return read<std::uint32_t>(p);
    }
}

double rounded_to_half(double x) { return std::isnan(x) ? x : value_of_half(half_nearest(x)); }

/// x / y in the precision `type`, the operands converted to it before.
double quotient(dtype type, double x, double y) {
    switch (type) {
        case dtype::f16: return rounded_to_half(rounded_to_half(x) / rounded_to_half(y));
        case dtype::f32: return static_cast<double>(static_cast<float>(x) / static_cast<float>(y));
        default: return x / y;
    }
}

bool quantized_is_right(const question& asked, const void* const* in, const void* actual) {
    const double asked_precision = asked.parameter(attribute_id::precision);
    const dtype precision = asked_precision != 0        ? static_cast<dtype>(static_cast<int>(asked_precision))
                            : asked.scale == dtype::i32 ? dtype::f64
                                                        : asked.scale;
    const double ratio = quotient(precision, number_at(asked.type, in[0]), number_at(asked.scale, in[1]));
    const int bits = static_cast<int>(8 * size_of(asked.second));
    const bool is_signed = info(asked.second).kind == type_kind::signed_integer;
    const std::int64_t least = is_signed ? -(std::int64_t{1} << (bits - 1)) : 0;
    const std::int64_t most = least + (std::int64_t{1} << bits) - 1;
    std::int64_t expected = integer_at(asked.second, in[2]);
    // NaN leaves the zero point.
    if (ratio > 0x1p40) expected = most;
    else if (ratio < -0x1p40) expected = least;
    else if (!std::isnan(ratio)) expected += std::llrint(ratio);
    expected = expected < least ? least : expected > most ? most : expected;
    return integer_at(asked.second, actual) == expected;
}

/// To nearest, ties to even; the product has more digits than a double.
std::uint16_t half_of(long double x) {
    // The double beside x that has its last bit set, where x is none: it rounds to binary16 as x does.
    double near = static_cast<double>(x);
    if (static_cast<long double>(near) != x && (std::bit_cast<std::uint64_t>(near) & 1) == 0) {
        const bool is_above = static_cast<long double>(near) > x;
        near = std::nextafter(near, is_above ? -HUGE_VAL : HUGE_VAL);
    }
    return half_bits_of(near);
}

bool dequantized_is_right(const question& asked, const void* const* in, const void* actual) {
    const std::int64_t difference = integer_at(asked.type, in[0]) - integer_at(asked.type, in[2]);
    const double scale = number_at(asked.scale, in[1]);
    // 33 bits times 24: long double has 64.
    const long double product = static_cast<long double>(difference) * static_cast<long double>(scale);
    switch (asked.second) {
        case dtype::f16: return is_answer<half>(std::isnan(scale) ? 0x7e00 : half_of(product), actual);
        case dtype::f32: return is_answer<float>(std::bit_cast<std::uint32_t>(static_cast<float>(product)), actual);
        default: {
            const double rounded = static_cast<double>(difference) * scale;
            return is_answer<double>(std::bit_cast<std::uint64_t>(rounded), actual);
        }
    }
}

}  // namespace

bool quantize_is_right(const question& asked, const void* const* in, const void* actual) {
    return asked.which == op::quantize_linear ? quantized_is_right(asked, in, actual)
                                              : dequantized_is_right(asked, in, actual);
}

}  // namespace zerostride::test
