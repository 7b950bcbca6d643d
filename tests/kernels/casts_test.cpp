// Conversions where they turn: the limits of the integers and of binary16, ties, and what would be rounded twice on
// the way through a narrower type.
#include <cmath>
#include <cstring>

#include "kernels/cells.hpp"
#include "support/oracle.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

/// Elements of one type, given as any of the C++ types of its size.
class elements {
public:
    explicit elements(dtype type) : type_(type) {}
    template <class T>
    void add(T value) {
        const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
        all_.insert(all_.end(), bytes, bytes + sizeof value);
    }
    void add_float(double x) {
        if (type_ == dtype::f16) add(float16(x));
        if (type_ == dtype::f32) add(static_cast<float>(x));
        if (type_ == dtype::f64) add(x);
        if (type_ == dtype::real) add_pairs(x);
    }
    void add_integer(std::uint64_t x) {
        std::byte bytes[8];
        std::memcpy(bytes, &x, sizeof bytes);
        all_.insert(all_.end(), bytes, bytes + size_of(type_));
    }
    const std::vector<std::byte>& all() const { return all_; }
    std::size_t count() const { return all_.size() / size_of(type_); }

private:
    /// hi with low parts of both signs: fractions, and for large ones whole numbers.
    void add_pairs(double hi) {
        for (const double part : {0.0, 0x1p-54, 0x1p-70, 0x1p-53, 0x1.8p-55}) {
            for (const double lo : {hi * part, -hi * part, std::floor(hi * part), -std::floor(hi * part)}) {
                if (std::isfinite(lo) && hi + lo == hi) add(real{hi, lo == 0 ? 0.0 : lo});
            }
        }
    }

    dtype type_;
    std::vector<std::byte> all_;
};

void add_borders_of_floats(elements& made) {
    const auto both = [&](double x) {
        made.add_float(x);
        made.add_float(-x);
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (int exponent = -30; exponent <= 65; ++exponent) {
        const double power = std::ldexp(1.0, exponent);
        // Around the power, and around ties of binary16 and float and what is a hair beside them.
        for (const double x :
             {power, power + 0.5, power - 0.5, power - 1, power + 1, power * (1 + 0x1p-11), power * (1 + 0x3p-11),
              power * (1 + 0x1p-24), power * (1 + 0x1p-24 + 0x1p-52), power * (1 + 0x1p-11 + 0x1p-35)}) {
            both(x);
            both(std::nextafter(x, 0.0));
            both(std::nextafter(x, infinity));
        }
    }
    // Binary16 ends below 65520, its subnormals at 2^-25; float's at 2^-150.
    for (const double x :
         {65504.0, 65519.999, 65519.99999999999, 65520.0, 65520.0000001, 0.0, 0x1p-25, 0x1.0000001p-25, 0x1.8p-25,
          0x1p-149, 0x1p-150, 0x1.00001p-150, 0x1.fffffep127, 0x1.fffffefffp127, 0x1.ffffffp127, 0x1p128, infinity}) {
        both(x);
    }
    made.add_float(std::numeric_limits<double>::quiet_NaN());
}

void add_borders_of_integers(elements& made) {
    for (int exponent = 0; exponent < 64; ++exponent) {
        for (std::uint64_t off = 0; off < 7; ++off) {
            // Alone, and with a second bit, which makes ties of the formats' different widths.
            for (const int second : {0, 11, 12, 23, 24, 25, 40, 52, 53, 54}) {
                const std::uint64_t more =
                    second == 0 || second > exponent ? 0 : std::uint64_t{1} << (exponent - second);
                const std::uint64_t x = (std::uint64_t{1} << exponent) + more + off - 3;
                made.add_integer(x);
                made.add_integer(0 - x);
            }
        }
    }
    // Where binary16 ends.
    for (std::uint64_t x = 65500; x < 65540; ++x) {
        made.add_integer(x);
        made.add_integer(0 - x);
    }
}

void borders(const cell& c) {
    elements made(c.type);
    switch (info(c.type).kind) {
        case type_kind::floating:
        case type_kind::real: add_borders_of_floats(made); break;
        case type_kind::signed_integer:
        case type_kind::unsigned_integer: add_borders_of_integers(made); break;
        case type_kind::logical:
        case type_kind::text: GTEST_SKIP() << "all of them are in other tests";
    }
    const auto extent = static_cast<std::int64_t>(made.count());
    std::vector<std::byte> result(made.count() * c.output_bytes());
    options how;
    how.with = c.with;
    const outcome answer = try_eval(c.asked(), {{made.all().data(), c.type, {&extent, 1}}},
                                    tensor_view{result.data(), c.result(), {&extent, 1}}, how);
    ASSERT_TRUE(answer) << answer.message;
    for (std::size_t i = 0; i < made.count(); ++i) {
        const void* const in[] = {made.all().data() + i * c.input_bytes(0)};
        const void* const actual = result.data() + i * c.output_bytes();
        char from[128], to[128];
        ASSERT_TRUE(is_right(c, in, actual)) << show(c.type, in[0], from) << " became " << show(c.result(), actual, to);
    }
}
bool is_cast(const cell& c) { return c.which == op::cast; }
[[maybe_unused]] const bool cast_borders_registered = register_cells("cast_borders", borders, is_cast);

}  // namespace
}  // namespace zerostride::test
