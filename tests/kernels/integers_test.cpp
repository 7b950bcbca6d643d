// Integer division: the one thing that a run may find.
#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "kernels/cells.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

bool is_integer_division(const cell& c) { return c.which == op::div && contains(type_set::integers, c.type); }

/// One zero divisor at each place of a long row: its element is 0, all others are computed, the status tells.
template <class T>
void one_zero(isa with) {
    constexpr std::size_t count = 131;
    std::vector<T> x(count), y(count), z(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<T>(100 + i % 20);
    options how;
    how.with = with;
    for (std::size_t zero = 0; zero <= count; ++zero) {
        for (std::size_t i = 0; i < count; ++i) y[i] = static_cast<T>(1 + i % 7);
        if (zero < count) y[zero] = 0;
        z.assign(count, T(77));
        const std::int64_t extent = static_cast<std::int64_t>(count);
        const outcome answer = try_div(view(x, {extent}), view(y, {extent}), view(z, {extent}), how);
        ASSERT_EQ(answer.code, zero < count ? status::integer_division_by_zero : status::ok) << zero;
        ASSERT_TRUE(completed(answer.code));
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(z[i], i == zero ? T(0) : static_cast<T>(x[i] / y[i])) << i << " with the zero at " << zero;
        }
        // A zero in front of the first or behind the last element is nobody's divisor.
        if (zero > 0 && zero < count) {
            const std::int64_t before = static_cast<std::int64_t>(zero);
            EXPECT_EQ(try_div(view(x, {before}), view(y, {before}), view(z, {before}), how).code, status::ok);
            const std::int64_t behind = extent - before - 1;
            EXPECT_EQ(try_div(view(x.data() + zero + 1, {behind}), view(y.data() + zero + 1, {behind}),
                              view(z.data() + zero + 1, {behind}), how)
                          .code,
                      status::ok);
        }
    }
}

template <class T>
void limits(isa with) {
    constexpr T least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max();
    options how;
    how.with = with;
    for (const std::int64_t n : {1, 2, 3, 31, 32, 33, 100}) {
        std::vector<T> x(static_cast<std::size_t>(n), least), z(x.size());
        std::vector<T> y(x.size(), static_cast<T>(-1));
        ASSERT_EQ(try_div(view(x, {n}), view(y, {n}), view(z, {n}), how).code, status::ok);
        // For unsigned types least is 0 and -1 is the greatest number.
        for (const T q : z) ASSERT_EQ(q, least);
        // A splat divisor is another kernel.
        const T minus_one[1] = {static_cast<T>(-1)};
        ASSERT_EQ(try_div(view(x, {n}), view(minus_one, {}), view(z, {n}), how).code, status::ok);
        for (const T q : z) ASSERT_EQ(q, least);
        const T nothing[1] = {0};
        ASSERT_EQ(try_div(view(x, {n}), view(nothing, {}), view(z, {n}), how).code, status::integer_division_by_zero);
        for (const T q : z) ASSERT_EQ(q, T(0));
        x.assign(x.size(), greatest);
        y.assign(y.size(), greatest);
        ASSERT_EQ(try_div(view(x, {n}), view(y, {n}), view(z, {n}), how).code, status::ok);
        for (const T q : z) ASSERT_EQ(q, T(1));
    }
}

/// Dividends next to multiples of the divisor, where a quotient that is the least bit off is the wrong one: numbers of
/// all lengths, with ones in front or behind.
template <class T>
void near_multiples(isa with) {
    using U = std::make_unsigned_t<T>;
    constexpr int bits = std::numeric_limits<U>::digits;
    std::mt19937_64 random(seed());
    const auto number = [&](int length) {
        const U all = static_cast<U>(static_cast<U>(~U{0}) >> (bits - length));
        const U any = static_cast<U>(random()) & all;
        switch (random() % 4) {
            case 0: return all;
            case 1: return static_cast<U>(all - (any >> (length / 2)));
            case 2: return static_cast<U>((all >> 1) + 1 + (any >> (length / 2)));
            default: return any;
        }
    };
    std::vector<T> x, y;
    for (int length = 1; length <= bits; ++length) {
        for (int quotient_length = 1; quotient_length <= bits + 1 - length; ++quotient_length) {
            for (int turn = 0; turn < 8; ++turn) {
                const U divisor = std::max(number(length), U{1});
                const U multiple = static_cast<U>(divisor * number(quotient_length));
                for (const int distance : {-1, 0, 1}) {
                    x.push_back(static_cast<T>(static_cast<U>(multiple + static_cast<U>(distance))));
                    y.push_back(static_cast<T>(divisor));
                }
            }
        }
    }
    std::vector<T> quotients(x.size()), rests(x.size());
    const std::int64_t n = static_cast<std::int64_t>(x.size());
    options how;
    how.with = with;
    const operation truncated = {op::mod, {{attribute_id::fmod, 1.0}}};
    ASSERT_EQ(try_eval(truncated, {view(x, {n}), view(y, {n})}, view(rests, {n}), how).code, status::ok);
    ASSERT_EQ(try_div(view(x, {n}), view(y, {n}), view(quotients, {n}), how).code, status::ok);
    for (std::size_t i = 0; i < x.size(); ++i) {
        // What C++ leaves undefined has an answer of its own test above.
        if (std::is_signed_v<T> && y[i] == static_cast<T>(-1)) continue;
        ASSERT_EQ(quotients[i], static_cast<T>(x[i] / y[i])) << +x[i] << " / " << +y[i];
        ASSERT_EQ(rests[i], static_cast<T>(x[i] % y[i])) << +x[i] << " % " << +y[i];
    }
}

template <class Body>
void with_type(dtype type, Body body) {
    switch (type) {
        case dtype::i8: return body(std::int8_t{});
        case dtype::i16: return body(std::int16_t{});
        case dtype::i32: return body(std::int32_t{});
        case dtype::i64: return body(std::int64_t{});
        case dtype::u8: return body(std::uint8_t{});
        case dtype::u16: return body(std::uint16_t{});
        case dtype::u32: return body(std::uint32_t{});
        case dtype::u64: return body(std::uint64_t{});
        case dtype::real:
        case dtype::f16:
        case dtype::f32:
        case dtype::f64:
        case dtype::str:
        case dtype::boolean: FAIL() << "not an integer type";
    }
}

void division_by_zero(const cell& c) {
    with_type(c.type, [&](auto t) { one_zero<decltype(t)>(c.with); });
}
void division_limits(const cell& c) {
    with_type(c.type, [&](auto t) { limits<decltype(t)>(c.with); });
}
void division_near_multiples(const cell& c) {
    with_type(c.type, [&](auto t) { near_multiples<decltype(t)>(c.with); });
}

[[maybe_unused]] const bool zero_registered = register_cells("division_by_zero", division_by_zero, is_integer_division);
[[maybe_unused]] const bool limits_registered = register_cells("division_limits", division_limits, is_integer_division);
[[maybe_unused]] const bool multiples_registered =
    register_cells("division_near_multiples", division_near_multiples, is_integer_division);

}  // namespace
}  // namespace zerostride::test
