#include "dispatch/text/text_number.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "dispatch/text/decimal.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::detail {
namespace {

template <class T>
void put(std::byte* to, T value) noexcept {
    std::memcpy(to, &value, sizeof value);
}
template <class T>
T get(const std::byte* from) noexcept {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

bool is_word(std::string_view characters, const char* lower) noexcept {
    for (const char c : characters) {
        if (*lower == '\0' || (c | 0x20) != *lower) return false;
        ++lower;
    }
    return *lower == '\0';
}

/// INF with or without a sign and NaN without one, as a double.
bool parse_word(std::string_view characters, double& value) noexcept {
    const bool is_signed = !characters.empty() && (characters[0] == '+' || characters[0] == '-');
    const std::string_view word = characters.substr(is_signed ? 1 : 0);
    if (is_word(word, "inf")) value = std::numeric_limits<double>::infinity();
    else if (!is_signed && is_word(word, "nan")) value = std::numeric_limits<double>::quiet_NaN();
    else return false;
    if (is_signed && characters[0] == '-') value = -value;
    return true;
}

/// float or double, by the standard library, which rounds once.
template <class T>
bool parse_float(std::string_view characters, T& value) {
    if (!characters.empty() && characters[0] == '+') {
        characters.remove_prefix(1);
        if (!characters.empty() && characters[0] == '-') return false;
    }
    const char* const end = characters.data() + characters.size();
    // The library's own words for infinities and NaN are more than are allowed here.
    const std::size_t sign = !characters.empty() && characters[0] == '-' ? 1 : 0;
    if (characters.size() == sign || (characters[sign] | 0x20) >= 'a') return false;
    const auto read = std::from_chars(characters.data(), end, value);
    if (read.ptr != end || read.ec == std::errc::invalid_argument) return false;
    if (read.ec == std::errc::result_out_of_range) {
        decimal number;
        if (!read_decimal(characters, number)) return false;
        value = number.exponent > 0 ? std::numeric_limits<T>::infinity() : T(0);
        if (number.negative) value = -value;
    }
    return true;
}

bool parse_half(std::string_view characters, float16& value) {
    double nearest;
    if (!parse_float(characters, nearest)) return false;
    value = float16(nearest);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!std::isfinite(nearest) || nearest == 0 ||
        float16(std::nextafter(nearest, -infinity)).bits == float16(std::nextafter(nearest, infinity)).bits) {
        return true;
    }
    // Close to a tie: which side the text itself is on decides.
    decimal number;
    int rest;
    if (!read_decimal(characters, number)) return false;
    nearest_pair(number, rest);
    if (rest != 0) value = float16(std::nextafter(nearest, rest > 0 ? infinity : -infinity));
    return true;
}

template <class T>
T saturated(double value) noexcept {
    if (value != value) return 0;
    return value < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

template <class T>
bool parse_integer(std::string_view characters, T& value) {
    if (const auto read = std::from_chars(characters.data(), characters.data() + characters.size(), value);
        read.ec == std::errc() && read.ptr == characters.data() + characters.size()) {
        return true;
    }
    decimal number;
    if (!read_decimal(characters, number)) return false;
    // The digits before the point.
    constexpr auto greatest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    const std::uint64_t limit = !number.negative ? greatest : std::is_signed_v<T> ? greatest + 1 : 0;
    std::uint64_t magnitude = 0;
    for (std::int64_t i = 0; i < number.exponent && magnitude < limit; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto digit = static_cast<unsigned>(at < number.digits.size() ? number.digits[at] - '0' : 0);
        magnitude = magnitude > (limit - digit) / 10 || digit > limit ? limit : magnitude * 10 + digit;
    }
    value = static_cast<T>(number.negative ? 0 - magnitude : magnitude);
    return true;
}

template <class T, class Parse, class Special>
bool parse(std::string_view characters, std::byte* element, Parse parse_number, Special special) {
    T value{};
    double word;
    if (parse_number(characters, value)) put(element, value);
    else if (parse_word(characters, word)) put(element, special(word));
    else return false;
    return true;
}
template <class T>
bool parse_integer_element(std::string_view characters, std::byte* element) {
    return parse<T>(characters, element, parse_integer<T>, saturated<T>);
}

template <class T>
void print_shortest(T value, std::string& characters) {
    char buffer[64];
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(value)) {
            characters += "nan";
            return;
        }
    }
    const auto written = std::to_chars(buffer, buffer + sizeof buffer, value);
    characters.append(buffer, written.ptr);
}

void print_half(float16 half, std::string& characters) {
    const double value = static_cast<double>(half);
    if (std::isnan(value) || std::isinf(value) || value == 0) return print_shortest(value, characters);
    // Five digits tell all of them apart.
    for (int digits = 1; digits <= 5; ++digits) {
        double shorter = 0;
        const auto reads_back = [&](double number) {
            char buffer[32];
            const auto written =
                std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::scientific, digits - 1);
            std::from_chars(buffer, written.ptr, shorter);
            return float16(shorter).bits == half.bits;
        };
        // Beside a power of two the nearest text may be nearer to another half: then the one on the far side.
        if (reads_back(value) || digits == 5 || reads_back(2 * value - shorter))
            return print_shortest(shorter, characters);
    }
}

bool same_pair(real x, real y) noexcept { return x.hi == y.hi && x.lo == y.lo; }

void print_real(real x, std::string& characters) {
    // Pairs that are not normalised are made so: the same number.
    if (std::fabs(x.lo) > std::fabs(x.hi)) std::swap(x.hi, x.lo);
    if (!std::isfinite(x.hi) || x.hi == 0) return print_shortest(x.hi, characters);
    const double hi = x.hi + x.lo, lo = x.lo - (hi - x.hi);
    if (!std::isfinite(hi) || hi == 0) return print_shortest(hi, characters);
    const decimal exact = exact_decimal({hi, lo});
    // Fewer digits are farther away: the least number that reads back, by bisection.
    std::size_t enough = exact.digits.size(), too_few = 0;
    while (enough - too_few > 1) {
        const std::size_t middle = too_few + (enough - too_few) / 2;
        int rest;
        if (same_pair(nearest_pair(rounded(exact, middle), rest), {hi, lo})) enough = middle;
        else too_few = middle;
    }
    characters += to_text(rounded(exact, enough));
}

}  // namespace

bool parse_element(dtype type, std::string_view characters, std::byte* element) {
    const auto same = [](auto value) { return value; };
    switch (type) {
        case dtype::real:
            return parse<real>(
                characters, element,
                [](std::string_view text_of_it, real& value) {
                    decimal number;
                    if (!read_decimal(text_of_it, number)) return false;
                    int rest;
                    value = nearest_pair(number, rest);
                    return true;
                },
                [](double word) {
                    return real{word, 0.0};
                });
        case dtype::f16:
            return parse<float16>(characters, element, parse_half, [](double word) { return float16(word); });
        case dtype::f32:
            return parse<float>(characters, element, parse_float<float>,
                                [](double word) { return static_cast<float>(word); });
        case dtype::f64: return parse<double>(characters, element, parse_float<double>, same);
        case dtype::i8: return parse_integer_element<std::int8_t>(characters, element);
        case dtype::i16: return parse_integer_element<std::int16_t>(characters, element);
        case dtype::i32: return parse_integer_element<std::int32_t>(characters, element);
        case dtype::i64: return parse_integer_element<std::int64_t>(characters, element);
        case dtype::u8: return parse_integer_element<std::uint8_t>(characters, element);
        case dtype::u16: return parse_integer_element<std::uint16_t>(characters, element);
        case dtype::u32: return parse_integer_element<std::uint32_t>(characters, element);
        case dtype::u64: return parse_integer_element<std::uint64_t>(characters, element);
        case dtype::boolean: put(element, static_cast<std::uint8_t>(characters.empty() ? 0 : 1)); return true;
        case dtype::str: break;
    }
    return false;
}

void print_element(dtype type, const std::byte* element, std::string& characters) {
    switch (type) {
        case dtype::real: return print_real(get<real>(element), characters);
        case dtype::f16: return print_half(get<float16>(element), characters);
        case dtype::f32: return print_shortest(get<float>(element), characters);
        case dtype::f64: return print_shortest(get<double>(element), characters);
        case dtype::i8: return print_shortest(get<std::int8_t>(element), characters);
        case dtype::i16: return print_shortest(get<std::int16_t>(element), characters);
        case dtype::i32: return print_shortest(get<std::int32_t>(element), characters);
        case dtype::i64: return print_shortest(get<std::int64_t>(element), characters);
        case dtype::u8: return print_shortest(get<std::uint8_t>(element), characters);
        case dtype::u16: return print_shortest(get<std::uint16_t>(element), characters);
        case dtype::u32: return print_shortest(get<std::uint32_t>(element), characters);
        case dtype::u64: return print_shortest(get<std::uint64_t>(element), characters);
        case dtype::boolean: characters += get<std::uint8_t>(element) != 0 ? "True" : "False"; return;
        case dtype::str: break;
    }
}

}  // namespace zerostride::detail
