#include "dispatch/text/decimal.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

namespace zerostride::detail {
namespace {

/// The last digit of a number on which a rounding can turn: half the least double is a multiple of 2^-1075, and
/// the largest have 309 digits before the point.
constexpr std::size_t most_digits = 1500;
/// Beyond these decimal exponents everything is infinite, or less than half the least double.
constexpr std::int64_t largest_exponent = 400, least_exponent = -1100;

/// A natural number of any size.
class natural {
public:
    explicit natural(std::uint64_t value = 0) {
        for (; value != 0; value >>= 32) limbs_.push_back(static_cast<std::uint32_t>(value));
    }
    explicit natural(const std::string& digits) {
        for (const char digit : digits) multiply_add(10, static_cast<std::uint32_t>(digit - '0'));
    }

    bool is_zero() const { return limbs_.empty(); }
    std::int64_t bits() const {
        return is_zero() ? 0 : static_cast<std::int64_t>(limbs_.size()) * 32 - std::countl_zero(limbs_.back());
    }
    bool is_even() const { return is_zero() || limbs_.front() % 2 == 0; }

    void multiply_add(std::uint32_t factor, std::uint32_t addend) {
        std::uint64_t carry = addend;
        for (std::uint32_t& limb : limbs_) {
            carry += std::uint64_t{limb} * factor;
            limb = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) limbs_.push_back(static_cast<std::uint32_t>(carry));
    }
    void multiply_by_power_of_5(std::int64_t power) {
        constexpr std::uint32_t five_13 = 1220703125;
        for (; power >= 13; power -= 13) multiply_add(five_13, 0);
        for (; power > 0; --power) multiply_add(5, 0);
    }
    void shift_left(std::int64_t count) {
        if (is_zero() || count == 0) return;
        const auto part = static_cast<unsigned>(count % 32);
        if (part != 0) {
            std::uint32_t carry = 0;
            for (std::uint32_t& limb : limbs_) {
                const std::uint32_t old = limb;
                limb = old << part | carry;
                carry = old >> (32 - part);
            }
            if (carry != 0) limbs_.push_back(carry);
        }
        limbs_.insert(limbs_.begin(), static_cast<std::size_t>(count / 32), 0);
    }
    void halve() {
        for (std::size_t i = 0; i < limbs_.size(); ++i) {
            limbs_[i] = limbs_[i] >> 1 | (i + 1 < limbs_.size() ? limbs_[i + 1] << 31 : 0);
        }
        trim();
    }
    /// The remainder of a division by `divisor`, which leaves the quotient.
    std::uint32_t divide(std::uint32_t divisor) {
        std::uint64_t rest = 0;
        for (std::size_t i = limbs_.size(); i-- > 0;) {
            rest = rest << 32 | limbs_[i];
            limbs_[i] = static_cast<std::uint32_t>(rest / divisor);
            rest %= divisor;
        }
        trim();
        return static_cast<std::uint32_t>(rest);
    }
    /// Minus `other`, which is not larger.
    void subtract(const natural& other) {
        std::int64_t carry = 0;
        for (std::size_t i = 0; i < limbs_.size(); ++i) {
            carry += std::int64_t{limbs_[i]} - (i < other.limbs_.size() ? std::int64_t{other.limbs_[i]} : 0);
            limbs_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        trim();
    }
    void add(const natural& other) {
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < std::max(limbs_.size(), other.limbs_.size()) || carry != 0; ++i) {
            if (i == limbs_.size()) limbs_.push_back(0);
            carry += std::uint64_t{limbs_[i]} + (i < other.limbs_.size() ? other.limbs_[i] : 0);
            limbs_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    int compare(const natural& other) const {
        if (limbs_.size() != other.limbs_.size()) return limbs_.size() < other.limbs_.size() ? -1 : 1;
        for (std::size_t i = limbs_.size(); i-- > 0;) {
            if (limbs_[i] != other.limbs_[i]) return limbs_[i] < other.limbs_[i] ? -1 : 1;
        }
        return 0;
    }

private:
    void trim() {
        while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    }
    std::vector<std::uint32_t> limbs_;
};

/// x > 0 is significand * 2^exponent.
struct binary {
    std::uint64_t significand;
    int exponent;
};
binary binary_of(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const int field = static_cast<int>(bits >> 52 & 0x7ff);
    const std::uint64_t fraction = bits & 0xfffffffffffffu;
    return field == 0 ? binary{fraction, -1074} : binary{fraction | std::uint64_t{1} << 52, field - 1075};
}

/// (significand + a little, if `inexact`) * 2^exponent to the nearest double; the significand's top bit is set.
double nearest(std::uint64_t significand, std::int64_t exponent, bool inexact) {
    const std::int64_t leading = exponent + 63;
    if (leading < -1075) return 0.0;
    if (leading > 1023) return std::numeric_limits<double>::infinity();
    const int dropped = static_cast<int>(std::min<std::int64_t>(64, leading >= -1022 ? 11 : 11 + (-1022 - leading)));
    std::uint64_t kept = dropped == 64 ? 0 : significand >> dropped;
    const std::uint64_t rest = dropped == 64 ? significand : significand & ((std::uint64_t{1} << dropped) - 1);
    const std::uint64_t tie = std::uint64_t{1} << (dropped - 1);
    if (rest > tie || (rest == tie && (inexact || kept % 2 != 0))) ++kept;
    return std::ldexp(static_cast<double>(kept), static_cast<int>(exponent) + dropped);
}

/// over / under to the nearest double, over > 0.
double quotient(natural over, natural under) {
    const std::int64_t shift = 64 - (over.bits() - under.bits());
    if (shift >= 0) over.shift_left(shift);
    else under.shift_left(-shift);
    // over / under is between 2^63 and 2^65 now: bit by bit, from the top.
    std::int64_t exponent = -shift;
    natural scaled = under;
    scaled.shift_left(64);
    std::uint64_t found = 0;
    bool inexact = false;
    for (int i = 0; i <= 64; ++i) {
        const bool bit = over.compare(scaled) >= 0;
        if (bit) over.subtract(scaled);
        if (i == 64 && found >> 63 != 0) {
            // 65 bits: the last one counts for the rounding only.
            inexact = bit;
            ++exponent;
        } else {
            found = found << 1 | (bit ? 1 : 0);
        }
        scaled.halve();
    }
    return nearest(found, exponent, inexact || !over.is_zero());
}

double nearest_double(const decimal& number) {
    if (number.digits.empty()) return 0.0;
    if (number.exponent > largest_exponent) return std::numeric_limits<double>::infinity();
    if (number.exponent < least_exponent) return 0.0;
    std::string scientific = "0.";
    scientific.append(number.digits).append("e").append(std::to_string(number.exponent));
    double value = 0.0;
    const auto read = std::from_chars(scientific.data(), scientific.data() + scientific.size(), value);
    if (read.ec != std::errc::result_out_of_range) return value;
    return number.exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
}

void trim(decimal& number) {
    while (!number.digits.empty() && number.digits.back() == '0') number.digits.pop_back();
    if (number.digits.empty()) number.exponent = 0;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

bool read_decimal(std::string_view characters, decimal& number) {
    number = {};
    const char* at = characters.data();
    const char* const end = at + characters.size();
    if (at != end && (*at == '+' || *at == '-')) number.negative = *at++ == '-';
    bool any = false, behind = false, cut = false;
    for (; at != end; ++at) {
        if (*at == '.' && !behind) {
            behind = true;
            continue;
        }
        if (!is_digit(*at)) break;
        any = true;
        if (number.digits.empty() && *at == '0') {
            if (behind) --number.exponent;
            continue;
        }
        if (number.digits.size() < most_digits) number.digits.push_back(*at);
        else cut = cut || *at != '0';
        if (!behind) ++number.exponent;
    }
    if (!any) return false;
    if (at != end && (*at == 'e' || *at == 'E')) {
        ++at;
        const bool down = at != end && *at == '-';
        if (at != end && (*at == '+' || *at == '-')) ++at;
        if (at == end || !is_digit(*at)) return false;
        std::int64_t power = 0;
        for (; at != end && is_digit(*at); ++at)
            power = std::min<std::int64_t>(power * 10 + (*at - '0'), 1'000'000'000);
        number.exponent += down ? -power : power;
    }
    if (at != end) return false;
    if (cut) number.digits.push_back('1');
    trim(number);
    return true;
}

decimal exact_decimal(real x) {
    decimal made;
    made.negative = std::signbit(x.hi);
    const binary hi = binary_of(x.hi), lo = binary_of(x.lo);
    int exponent = x.lo == 0 ? hi.exponent : std::min(hi.exponent, lo.exponent);
    natural sum(hi.significand);
    sum.shift_left(hi.exponent - exponent);
    if (x.lo != 0) {
        natural low(lo.significand);
        low.shift_left(lo.exponent - exponent);
        if (std::signbit(x.hi) == std::signbit(x.lo)) sum.add(low);
        else sum.subtract(low);
    }
    for (; exponent < 0 && sum.is_even() && !sum.is_zero(); ++exponent) sum.halve();
    // What is left behind the point is a multiple of a power of ten, too.
    if (exponent < 0) sum.multiply_by_power_of_5(-exponent);
    else sum.shift_left(exponent);
    while (!sum.is_zero()) made.digits.push_back(static_cast<char>('0' + sum.divide(10)));
    std::reverse(made.digits.begin(), made.digits.end());
    made.exponent = static_cast<std::int64_t>(made.digits.size()) + std::min(exponent, 0);
    trim(made);
    return made;
}

decimal rounded(const decimal& number, std::size_t count) {
    if (count >= number.digits.size()) return number;
    decimal made = number;
    made.digits.resize(count);
    const char next = number.digits[count];
    const bool is_tie = next == '5' && number.digits.size() == count + 1;
    const bool is_odd = count > 0 && (number.digits[count - 1] - '0') % 2 != 0;
    if (next > '5' || (next == '5' && (!is_tie || is_odd))) {
        std::size_t i = count;
        while (i > 0 && made.digits[i - 1] == '9') made.digits[--i] = '0';
        if (i > 0) {
            ++made.digits[i - 1];
        } else {
            made.digits.insert(made.digits.begin(), '1');
            ++made.exponent;
        }
    }
    trim(made);
    return made;
}

std::string to_text(const decimal& number) {
    const std::string& digits = number.digits;
    std::string made(number.negative ? 1 : 0, '-');
    if (digits.empty()) return made.append(1, '0');
    const std::int64_t power = number.exponent - 1, count = static_cast<std::int64_t>(digits.size());
    const std::string size = std::to_string(power < 0 ? -power : power);
    const std::int64_t plain = number.exponent <= 0      ? 2 - number.exponent + count
                               : number.exponent < count ? count + 1
                                                         : number.exponent;
    const std::int64_t scientific =
        count + (count > 1 ? 1 : 0) + 2 + std::max<std::int64_t>(2, static_cast<std::int64_t>(size.size()));
    const bool is_plain = plain <= scientific;
    // How many digits stand before the point.
    const std::int64_t before = is_plain ? number.exponent : 1;
    if (before <= 0) {
        made.append("0.").append(static_cast<std::size_t>(-before), '0').append(digits);
    } else {
        const std::size_t whole = static_cast<std::size_t>(before);
        made.append(digits, 0, whole);
        if (digits.size() <= whole) made.append(whole - digits.size(), '0');
        else made.append(1, '.').append(digits, whole);
    }
    if (!is_plain) {
        made.append(power < 0 ? "e-" : "e+").append(size.size() < 2 ? 1 : 0, '0').append(size);
    }
    return made;
}

real nearest_pair(const decimal& number, int& rest) {
    rest = 0;
    const double hi = nearest_double(number);
    const auto with_sign = [&](double x) { return number.negative ? -x : x; };
    if (!std::isfinite(hi) || number.digits.empty()) return {with_sign(hi), 0.0};
    if (number.exponent < least_exponent) {
        rest = number.negative ? -1 : 1;
        return {with_sign(0.0), 0.0};
    }
    // number - hi = difference / denominator, all of them whole.
    const binary nearest_parts = binary_of(hi);
    const std::int64_t power = number.exponent - static_cast<std::int64_t>(number.digits.size());
    natural exact(number.digits), found(nearest_parts.significand), denominator(1);
    natural& scaled = power >= 0 ? exact : found;
    const std::int64_t tens = power >= 0 ? power : -power;
    scaled.multiply_by_power_of_5(tens);
    scaled.shift_left(tens);
    if (power < 0) {
        denominator.multiply_by_power_of_5(tens);
        denominator.shift_left(tens);
    }
    if (nearest_parts.exponent >= 0) {
        found.shift_left(nearest_parts.exponent);
    } else {
        exact.shift_left(-nearest_parts.exponent);
        denominator.shift_left(-nearest_parts.exponent);
    }
    const int sign = exact.compare(found);
    if (sign == 0) return {with_sign(hi), 0.0};
    if (sign > 0) exact.subtract(found);
    else found.subtract(exact);
    const double lo = quotient(sign > 0 ? exact : found, denominator);
    rest = number.negative ? -sign : sign;
    return {with_sign(hi), lo == 0 ? 0.0 : with_sign(sign > 0 ? lo : -lo)};
}

}  // namespace zerostride::detail
