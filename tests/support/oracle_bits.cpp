#include "support/oracle_bits.hpp"

#include <cstring>
#include <limits>

#include "kernels/table.hpp"
#include "support/float_bits.hpp"

namespace zerostride::test {

static_assert(kernels::family_size(op_family::bits) == 5);

namespace {

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

/// By multiplying and dividing.
template <class T>
bool shift_is_right(const question& asked, const void* const* in, const void* actual) {
    const wide x = read<T>(in[0]), amount = read<T>(in[1]);
    wide expected = 0;
    if (amount >= 0 && amount < wide(sizeof(T) * 8)) {
        wide power = 1;
        for (wide i = 0; i < amount; ++i) power *= 2;
        if (asked.parameter(attribute_id::direction) == 0) {
            using U = std::make_unsigned_t<T>;
            // Modulo the width, by way of the unsigned type.
            expected = static_cast<T>(static_cast<U>(static_cast<U>(x) * static_cast<unsigned_wide>(power)));
        } else {
            expected = x / power - (x % power < 0 ? 1 : 0);
        }
    }
    return wide(read<T>(actual)) == expected;
}

bool byte_is_right(op which, unsigned x, unsigned y, unsigned z) {
    for (unsigned bit = 1; bit < 256; bit *= 2) {
        const bool a = (x & bit) != 0, b = (y & bit) != 0;
        const bool expected = which == op::bitwise_and   ? a && b
                              : which == op::bitwise_or  ? a || b
                              : which == op::bitwise_xor ? a != b
                                                         : !a;
        if (((z & bit) != 0) != expected) return false;
    }
    return true;
}

}  // namespace

bool bits_are_right(const question& asked, const void* const* in, const void* actual) {
    const op which = asked.which;
    if (which == op::bit_shift) {
        switch (asked.type) {
            case dtype::i8: return shift_is_right<std::int8_t>(asked, in, actual);
            case dtype::i16: return shift_is_right<std::int16_t>(asked, in, actual);
            case dtype::i32: return shift_is_right<std::int32_t>(asked, in, actual);
            case dtype::i64: return shift_is_right<std::int64_t>(asked, in, actual);
            case dtype::u8: return shift_is_right<std::uint8_t>(asked, in, actual);
            case dtype::u16: return shift_is_right<std::uint16_t>(asked, in, actual);
            case dtype::u32: return shift_is_right<std::uint32_t>(asked, in, actual);
            case dtype::u64: return shift_is_right<std::uint64_t>(asked, in, actual);
            default: return false;
        }
    }
    const bool is_logic = asked.type == dtype::boolean;
    const std::size_t operands = asked.arity();
    for (std::size_t i = 0; i < size_of(asked.type); ++i) {
        unsigned byte[2] = {};
        for (std::size_t k = 0; k < operands; ++k) byte[k] = static_cast<const unsigned char*>(in[k])[i];
        unsigned found = static_cast<const unsigned char*>(actual)[i];
        if (is_logic) {
            // Of truth values, as bytes of all ones or none.
            if (found > 1) return false;
            for (unsigned& x : byte) x = x != 0 ? 255 : 0;
            found = found != 0 ? 255 : 0;
        }
        if (!byte_is_right(which, byte[0], byte[1], found)) return false;
    }
    return true;
}

}  // namespace zerostride::test
