// UTF-8, which text elements are made of, from and to code points, which NumPy's U elements are made of.
#pragma once

#include <cstdint>
#include <string_view>

namespace zerostride::npy {

/// True for a Unicode scalar value: what UTF-8 can hold.
constexpr bool is_scalar_value(std::uint32_t code) noexcept {
    return code < 0xd800 || (code > 0xdfff && code <= 0x10ffff);
}

/// Bytes of UTF-8 for a scalar value.
inline constexpr int longest_utf8 = 4;

/// Writes a scalar value to `bytes`, which has room for longest_utf8; answers how many it took.
constexpr int encode_utf8(std::uint32_t code, char* bytes) noexcept {
    if (code < 0x80) {
        bytes[0] = static_cast<char>(code);
        return 1;
    }
    const int count = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = count - 1; i > 0; --i) {
        bytes[i] = static_cast<char>(0x80 | (code & 0x3f));
        code >>= 6;
    }
    constexpr std::uint32_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    bytes[0] = static_cast<char>(lead[count] | code);
    return count;
}

/// Takes the first code point off `text`; false, with `text` unchanged, when it is no UTF-8 (Unicode 15,
/// table 3-7: no surrogates, no longer form than necessary).
constexpr bool decode_utf8(std::string_view& text, std::uint32_t& code) noexcept {
    if (text.empty()) return false;
    const auto byte = [&text](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
    };
    const std::uint32_t first = byte(0);
    const std::size_t count = first < 0x80   ? 1
                              : first < 0xc0 ? 0
                              : first < 0xe0 ? 2
                              : first < 0xf0 ? 3
                              : first < 0xf8 ? 4
                                             : 0;
    if (count == 0 || text.size() < count) return false;
    std::uint32_t value = count == 1 ? first : first & (0x7fu >> count);
    for (std::size_t i = 1; i < count; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return false;
        value = value << 6 | (byte(i) & 0x3f);
    }
    constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < smallest[count] || !is_scalar_value(value)) return false;
    code = value;
    text.remove_prefix(count);
    return true;
}

}  // namespace zerostride::npy
