// Results that are too large for the caches are stored past them: the same elements, ends and neighbours included.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "dispatch/plan/cost.hpp"
#include "support/settings.hpp"
#include "support/with_isa.hpp"
#include "zerostride/zerostride.hpp"

namespace {

using namespace zerostride;

/// Of bytes that are stored past the caches even if nothing is read for them.
std::int64_t more_than_the_caches() {
    return 2 * std::max<std::int64_t>(cpu().l3_bytes, std::int64_t{32} << 20) + 4099;
}

/// Of bytes that are stored past the caches when the options say so, however large these are; emulated, where larger
/// ones take long, no more than show it.
std::int64_t enough_when_told() {
    return (std::int64_t{test::current_tier() == test::tier::emulated ? 2 : 64} << 20) + 4099;
}

/// Bytes with a margin on both sides that nobody may touch. They begin `place` bytes into a cache line: by default at
/// an odd place, where no line has whole elements of more than a byte.
class fenced {
public:
    explicit fenced(std::int64_t bytes, std::int64_t place = 3)
        : bytes_(static_cast<std::size_t>(bytes)), all_(bytes_ + 3 * margin, 0x5a) {
        const std::uintptr_t line = reinterpret_cast<std::uintptr_t>(all_.data()) + margin + 63;
        start_ =
            static_cast<std::ptrdiff_t>(line / 64 * 64 - reinterpret_cast<std::uintptr_t>(all_.data())) + place % 64;
    }
    std::uint8_t* data() { return all_.data() + start_; }
    bool is_untouched_outside() const {
        const auto kept = [](std::uint8_t byte) { return byte == 0x5a; };
        return std::all_of(all_.begin(), all_.begin() + start_, kept) &&
               std::all_of(all_.begin() + start_ + static_cast<std::ptrdiff_t>(bytes_), all_.end(), kept);
    }

private:
    static constexpr std::ptrdiff_t margin = 128;
    std::size_t bytes_;
    std::vector<std::uint8_t> all_;
    std::ptrdiff_t start_;
};

class streamed : public test::with_isa {
protected:
    /// Bytes of a result that is stored past the caches: by the plan's own decision with one instruction set, as the
    /// sizes decide alike for all, and because it is told with the others.
    std::int64_t enough() {
        how.past_caches = GetParam() != built_isas().front();
        return how.past_caches ? enough_when_told() : more_than_the_caches();
    }
};

/// Whether the plan for these views stores past the caches: what a test of that must begin with.
bool is_streamed(op which, std::initializer_list<const_tensor_view> inputs, const const_tensor_view& output,
                 const options& how) {
    return plan(which, inputs, output, how).explain().find("past the caches") != std::string::npos;
}

TEST(streaming, begins_where_the_last_cache_ends) {
    const std::int64_t cache = cpu().l3_bytes > 0 ? cpu().l3_bytes : std::int64_t{32} << 20;
    for (const std::int64_t read : {0, 1, 2, 3}) {  // times the result
        const auto begins_with = [&](bool is_alone) {
            std::int64_t begins = 0;
            for (std::int64_t result = cache / 16; result <= 4 * cache; result += cache / 16) {
                if (detail::worth_streaming(result, result * (1 + read), is_alone))
                    begins = begins == 0 ? result : begins;
                else EXPECT_EQ(begins, 0) << result << " is not streamed, less is";
            }
            EXPECT_GT(begins, 0) << read;
            EXPECT_LE(begins, 2 * cache) << read;
            return begins;
        };
        const std::int64_t alone = begins_with(true), several = begins_with(false);
        EXPECT_GE(several * (1 + read), cache) << "what fits is to stay, with " << read << " read";
        EXPECT_GE(alone * (1 + read), cache / 4) << read;
        EXPECT_LE(alone, several) << "a thread alone gets no more out of the cache, with " << read << " read";
    }
}

TEST(streaming, arithmetic_hides_ordinary_stores_from_some_time_on) {
    constexpr std::int64_t bytes = 1 << 28;
    for (const int threads : {1, 2, 8}) {
        bool hides = false;
        for (double per_byte = 1; per_byte < 1000; per_byte += 7) {
            const double computing = per_byte * static_cast<double>(bytes);
            const bool now = detail::outlasts_stores(computing, bytes, threads);
            EXPECT_TRUE(now || !hides) << per_byte << " do not, less do, with " << threads << " threads";
            EXPECT_TRUE(!now || detail::outlasts_stores(computing, bytes, 1))
                << "what " << threads << " hide, one does";
            hides = now;
        }
        EXPECT_FALSE(detail::outlasts_stores(0, bytes, threads));
    }
}

TEST_P(streamed, contiguous_bytes) {
    const std::int64_t n = enough();
    std::vector<std::uint8_t> x(static_cast<std::size_t>(n)), y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = static_cast<std::uint8_t>(i * 7);
        y[i] = static_cast<std::uint8_t>(i >> 8);
    }
    fenced out(n);
    EXPECT_TRUE(is_streamed(op::add, {view(x, {n}), view(y, {n})}, view(out.data(), {n}), how));
    ASSERT_EQ(try_add(view(x, {n}), view(y, {n}), view(out.data(), {n}), how).code, status::ok);
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i) wrong += out.data()[i] != static_cast<std::uint8_t>(x[i] + y[i]);
    EXPECT_EQ(wrong, 0);
    EXPECT_TRUE(out.is_untouched_outside());
}

TEST_P(streamed, parts_of_what_is_larger) {
    // Layouts of small results, as tiles have them, stored past the caches: the same bytes, and none besides.
    options ordinary = how, past = how;
    ordinary.max_threads = past.max_threads = 1;
    past.past_caches = true;
    test::random_bits random("parts of what is larger");
    static const op kinds[] = {op::identity, op::neg, op::add, op::where, op::less, op::exp, op::max};
    static const dtype types[] = {dtype::f32, dtype::f64, dtype::i8, dtype::f16, dtype::real};
    int streamed = 0;
    for (std::int64_t round = 0; round < test::scaled(3000); ++round) {
        const op which = random.pick(kinds);
        const dtype type = random.pick(types);
        if (!supports(which, type)) continue;
        std::vector<std::int64_t> shape(static_cast<std::size_t>(random.between(1, 3)));
        for (std::int64_t& extent : shape) extent = random.one_in(3) ? random.between(1, 9) : random.between(1, 70);
        if (random.one_in(2)) shape.back() = random.between(300, 3000);
        std::int64_t elements = 1;
        for (const std::int64_t extent : shape) elements *= extent;
        if (elements > 40'000) continue;
        const std::size_t operands = which == op::where                                              ? 3
                                     : which == op::neg || which == op::exp || which == op::identity ? 1
                                                                                                     : 2;
        std::vector<std::vector<std::uint8_t>> data(operands);
        std::vector<std::vector<std::int64_t>> shapes(operands, shape);
        std::vector<const_tensor_view> inputs;
        for (std::size_t i = 0; i < operands; ++i) {
            for (std::int64_t& extent : shapes[i]) extent = random.one_in(4) ? 1 : extent;
            const dtype own = which == op::where && i == 0 ? dtype::boolean : type;
            data[i].resize(static_cast<std::size_t>(elements) * size_of(own));
            for (std::uint8_t& byte : data[i])
                byte = static_cast<std::uint8_t>(own == dtype::f32 || own == dtype::f64 ? 0x3f : random.next());
            if (own == dtype::real) std::fill(data[i].begin(), data[i].end(), std::uint8_t{0});
            // Of two NaN either may come out of an operation: none of both.
            if (own == dtype::f16 && i > 0) {
                for (std::size_t at = 1; at < data[i].size(); at += 2) data[i][at] &= 0xbf;
            }
            inputs.emplace_back(data[i].data(), own, shapes[i]);
        }
        if (which != op::identity) inputs[0] = const_tensor_view(data[0].data(), inputs[0].type, shape);
        const dtype result = result_of(which, type);
        // The rows of a part are apart by the whole's.
        const auto size = static_cast<std::int64_t>(size_of(result));
        std::vector<std::int64_t> strides(shape.size());
        std::int64_t reach = size;
        for (std::size_t a = shape.size(); a-- > 0;) {
            strides[a] = reach;
            reach *= shape[a];
            if (random.one_in(3)) reach += size * random.between(0, 20);
            // Rows of whole lines are stored past the caches from fewer bytes on.
            else if (a > 0 && random.one_in(3)) reach = (reach + 63) / 64 * 64;
        }
        const std::int64_t place = random.one_in(3)   ? 0
                                   : random.one_in(2) ? size * random.between(0, 64 / size - 1)
                                                      : random.between(0, 63);
        fenced expected(reach, place), made(reach, place);
        ASSERT_TRUE(completed(
            try_eval(which, inputs, tensor_view(expected.data(), result, shape, strides.data()), ordinary).code));
        const plan hinted(which, inputs, tensor_view(nullptr, result, shape, strides.data()), past);
        streamed += hinted.explain().find("past the caches") != std::string::npos;
        const void* pointers[3] = {};
        for (std::size_t i = 0; i < operands; ++i) pointers[i] = inputs[i].data;
        ASSERT_TRUE(completed(hinted.run(pointers, made.data())));
        ASSERT_EQ(std::memcmp(expected.data(), made.data(), static_cast<std::size_t>(reach)), 0) << hinted.explain();
        ASSERT_TRUE(made.is_untouched_outside()) << hinted.explain();
        fenced at_once(reach, place);
        ASSERT_TRUE(
            completed(try_eval(which, inputs, tensor_view(at_once.data(), result, shape, strides.data()), past).code));
        ASSERT_EQ(std::memcmp(expected.data(), at_once.data(), static_cast<std::size_t>(reach)), 0) << hinted.explain();
        ASSERT_TRUE(at_once.is_untouched_outside()) << hinted.explain();
    }
    EXPECT_GT(streamed, 300);
}

TEST_P(streamed, rows_against_a_column_in_double) {
    const std::int64_t cols = 1003;
    const std::int64_t rows = enough() / 8 / cols + 1;
    std::vector<double> x(static_cast<std::size_t>(rows * cols)), y(static_cast<std::size_t>(rows)), out(x.size() + 1);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<double>(i) * 0.5;
    EXPECT_TRUE(
        is_streamed(op::mul, {view(x, {rows, cols}), view(y, {rows, 1})}, view(out.data() + 1, {rows, cols}), how));
    ASSERT_EQ(try_mul(view(x, {rows, cols}), view(y, {rows, 1}), view(out.data() + 1, {rows, cols}), how).code,
              status::ok);
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i) wrong += out[i + 1] != x[i] * y[i / static_cast<std::size_t>(cols)];
    EXPECT_EQ(wrong, 0);
}

TEST_P(streamed, comparison_of_a_cycle_in_half) {
    const std::int64_t rows = enough_when_told() / 3;
    std::vector<float16> x(static_cast<std::size_t>(3 * rows));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = float16(static_cast<double>(i % 5));
    const std::vector<float16> y = {float16(1.0), float16(2.0), float16(3.0)};
    fenced out(3 * rows);
    const std::int64_t shape[] = {rows, 3};
    const tensor_view result(out.data(), dtype::boolean, shape);
    how.past_caches = true;
    EXPECT_TRUE(is_streamed(op::less, {view(x, {rows, 3}), view(y, {3})}, result, how));
    ASSERT_EQ(try_less(view(x, {rows, 3}), view(y, {3}), result, how).code, status::ok);
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i) wrong += out.data()[i] != (i % 5 < 1 + i % 3);
    EXPECT_EQ(wrong, 0);
    EXPECT_TRUE(out.is_untouched_outside());
}

TEST_P(streamed, sum_of_halves) {
    const std::int64_t n = enough_when_told() / 2;
    std::vector<float16> x(static_cast<std::size_t>(n)), out(x.size() + 3);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = float16(static_cast<double>(i % 1024));
    how.past_caches = true;
    EXPECT_TRUE(is_streamed(op::add, {view(x, {n}), view(x, {n})}, view(out.data() + 3, {n}), how));
    ASSERT_EQ(try_add(view(x, {n}), view(x, {n}), view(out.data() + 3, {n}), how).code, status::ok);
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        wrong += static_cast<float>(out[i + 3]) != static_cast<float>(2 * (i % 1024));
    EXPECT_EQ(wrong, 0);
}

TEST_P(streamed, in_place) {
    const std::int64_t n = enough() / 4;
    std::vector<std::int32_t> x(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::int32_t>(i);
    const std::int32_t three = 3;
    EXPECT_TRUE(is_streamed(op::mul, {view(x, {n}), view(&three, {})}, view(x, {n}), how));
    ASSERT_EQ(try_mul(view(x, {n}), view(&three, {}), view(x, {n}), how).code, status::ok);
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i) wrong += x[i] != 3 * static_cast<std::int32_t>(i);
    EXPECT_EQ(wrong, 0);
}

/// A function of short rows one after the other, which do not leave the caches.
std::vector<float> by_pieces(op function, const std::vector<float>& x, const options& how) {
    constexpr std::size_t piece = 4096;
    std::vector<float> made(x.size());
    for (std::size_t begin = 0; begin < x.size(); begin += piece) {
        const std::int64_t shape[] = {static_cast<std::int64_t>(std::min(piece, x.size() - begin))};
        const const_tensor_view part(x.data() + begin, dtype::f32, shape);
        EXPECT_EQ(try_eval(function, {part}, tensor_view(made.data() + begin, dtype::f32, shape), how).code,
                  status::ok);
    }
    return made;
}

/// What a function's first try leaves open it settles a block later, when in place the operand is gone.
TEST_P(streamed, functions_in_place) {
    const std::int64_t n = enough_when_told() / 4;
    std::vector<float> x(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = static_cast<float>(static_cast<std::uint32_t>(i * 2654435761u)) * 0x1p-29f - 4.0f;
    }
    how.max_threads = 1;
    for (const op function : {op::exp, op::tanh}) {
        std::vector<float> all = x;
        how.past_caches = true;
        EXPECT_TRUE(is_streamed(function, {view(x, {n})}, view(all, {n}), how));
        ASSERT_EQ(try_eval(function, {view(x, {n})}, view(all, {n}), how).code, status::ok);
        std::vector<float> in_place = x;
        ASSERT_EQ(try_eval(function, {view(in_place, {n})}, view(in_place, {n}), how).code, status::ok);
        how.past_caches = false;
        const std::vector<float> wanted = by_pieces(function, x, how);
        std::int64_t wrong = 0, wrong_in_place = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            wrong += all[i] != wanted[i];
            wrong_in_place += in_place[i] != wanted[i];
        }
        EXPECT_EQ(wrong, 0) << info(function).name;
        EXPECT_EQ(wrong_in_place, 0) << info(function).name << " in place";
    }
}

/// Rows of functions that leave the caches are stored in another way than short ones, with the last elements apart.
TEST_P(streamed, functions_of_many_floats) {
    constexpr std::size_t n = (std::size_t{1} << 18) + 77;
    const auto bits_of = [](const float& x) {
        return x != x ? 0x7fc00000u : __builtin_bit_cast(std::uint32_t, x);  // any NaN is as good
    };
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = __builtin_bit_cast(float, static_cast<std::uint32_t>(i * 16411));  // all exponents, both signs
    }
    const auto extent = static_cast<std::int64_t>(n);
    how.max_threads = 1;
    for (const op function :
         {op::exp,  op::exp2, op::log, op::log2,    op::log10,    op::log1p, op::sin,  op::cos,   op::asin, op::acos,
          op::atan, op::tanh, op::erf, op::sigmoid, op::softplus, op::gelu,  op::mish, op::expm1, op::elu,  op::celu}) {
        how.past_caches = false;
        const std::vector<float> wanted = by_pieces(function, x, how);
        fenced apart(4 * extent);
        const std::int64_t shape[] = {extent};
        ASSERT_EQ(try_eval(function, {view(x, {extent})}, tensor_view(apart.data(), dtype::f32, shape), how).code,
                  status::ok);
        std::vector<float> in_place = x;
        ASSERT_EQ(try_eval(function, {view(in_place, {extent})}, view(in_place, {extent}), how).code, status::ok);
        std::int64_t wrong = 0, wrong_in_place = 0;
        for (std::size_t i = 0; i < n; ++i) {
            float found;
            std::memcpy(&found, apart.data() + 4 * i, sizeof found);
            wrong += bits_of(found) != bits_of(wanted[i]);
            wrong_in_place += bits_of(in_place[i]) != bits_of(wanted[i]);
        }
        EXPECT_EQ(wrong, 0) << info(function).name;
        EXPECT_EQ(wrong_in_place, 0) << info(function).name << " in place";
        EXPECT_TRUE(apart.is_untouched_outside()) << info(function).name;
    }
}

TEST_P(streamed, materialised_broadcasts) {
    const std::int64_t cols = 997;
    const std::int64_t rows = enough() / cols + 1;
    std::vector<std::uint8_t> column(static_cast<std::size_t>(rows)), row(static_cast<std::size_t>(cols));
    for (std::size_t i = 0; i < column.size(); ++i) column[i] = static_cast<std::uint8_t>(i);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<std::uint8_t>(3 * i);
    for (const bool by_column : {true, false}) {
        fenced out(rows * cols);
        const std::int64_t column_shape[] = {rows, 1}, row_shape[] = {cols};
        const const_tensor_view operand = by_column ? view(column, column_shape) : view(row, row_shape);
        EXPECT_TRUE(is_streamed(op::identity, {operand}, view(out.data(), {rows, cols}), how));
        ASSERT_EQ(try_identity(operand, view(out.data(), {rows, cols}), how).code, status::ok);
        std::int64_t wrong = 0;
        std::vector<std::uint8_t> wanted = row;
        for (std::int64_t r = 0; r < rows; ++r) {
            if (by_column) wanted.assign(wanted.size(), column[static_cast<std::size_t>(r)]);
            wrong += std::memcmp(out.data() + r * cols, wanted.data(), wanted.size()) != 0;
        }
        EXPECT_EQ(wrong, 0);
        EXPECT_TRUE(out.is_untouched_outside());
    }
}

/// [rows,1,kept] to [rows,repeats,kept], into outputs that are aligned to cache lines, registers and elements only;
/// upwards and downwards through the operand.
TEST_P(streamed, materialised_repeats) {
    const std::int64_t shapes[][2] = {{3, 1}, {64, 1}, {2, 5}, {7, 3}};  // repeats, kept
    how.past_caches = true;
    for (const auto& [repeats, kept] : shapes) {
        const std::int64_t rows = enough_when_told() / 4 / repeats / kept + 1;
        std::vector<std::uint32_t> x(static_cast<std::size_t>(rows * kept));
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::uint32_t>(i * 2654435761u);
        std::vector<std::uint32_t> all(static_cast<std::size_t>(rows * repeats * kept) + 48, 0x5a5a5a5au);
        const auto address = reinterpret_cast<std::uintptr_t>(all.data());
        std::uint32_t* const line = all.data() + (64 - address % 64) % 64 / 4 + 16;
        for (const std::ptrdiff_t shift : {0, 4, 1}) {
            for (const bool down : {false, true}) {
                if (test::current_tier() == test::tier::emulated && down != (shift == 1)) continue;
                std::uint32_t* const out = line + shift;
                std::fill(all.begin(), all.end(), 0x5a5a5a5au);
                const std::int64_t from[] = {rows, 1, kept}, to[] = {rows, repeats, kept};
                const std::int64_t row_bytes = 4 * kept;
                const std::int64_t strides[] = {down ? -row_bytes : row_bytes, 0, 4};
                const const_tensor_view operand(x.data() + (down ? (rows - 1) * kept : 0), dtype::u32, from, strides);
                EXPECT_TRUE(is_streamed(op::identity, {operand}, tensor_view(out, dtype::u32, to), how));
                ASSERT_EQ(try_identity(operand, tensor_view(out, dtype::u32, to), how).code, status::ok);
                std::int64_t wrong = out[-1] != 0x5a5a5a5au;
                const std::uint32_t* at = out;
                for (std::int64_t r = 0; r < rows; ++r) {
                    const std::uint32_t* const row = x.data() + (down ? rows - 1 - r : r) * kept;
                    for (std::int64_t i = 0; i < repeats; ++i) {
                        for (std::int64_t k = 0; k < kept; ++k) wrong += *at++ != row[k];
                    }
                }
                wrong += *at != 0x5a5a5a5au;
                EXPECT_EQ(wrong, 0) << repeats << " repeats of " << kept << ", shift " << shift
                                    << (down ? ", down" : ", up");
            }
        }
    }
}

/// Copies of what lies in another order, told to be stored past the caches: whether they are, or are better not.
TEST_P(streamed, copies_in_another_order) {
    struct layout {
        std::vector<std::int64_t> shape, strides;  ///< in elements
        bool stays;                                ///< in the caches, unless it is moved by 16 bytes
    };
    const layout layouts[] = {
        {{5, 3000}, {3000, -1}, false},
        {{5, 2999}, {3001, -1}, false},
        {{9000}, {2}, false},
        {{3, 3000}, {9000, 3}, false},
        {{7000}, {-3}, false},
        {{30, 2000, 3}, {3, 90, 1}, false},
        {{200, 1500, 5}, {5, 1000, 1}, true},
        {{200, 1500, 7}, {7, 1400, 1}, true},
        {{90, 1500, 9}, {9, 810, 1}, true},
        {{70, 1500, 11}, {11, 770, 1}, true},
        {{60, 1500, 12}, {12, 720, 1}, true},
        {{300, 257}, {1, 300}, false},
        {{20, 40, 30}, {1200, 1, 40}, false},
        {{600, 30, 33}, {33, 19800, 1}, false},
    };
    how.past_caches = true;
    test::random_bits random("copies in another order");
    for (const layout& at : layouts) {
        std::int64_t first = 0, last = 0, elements = 1;
        for (std::size_t a = 0; a < at.shape.size(); ++a) {
            const std::int64_t reach = (at.shape[a] - 1) * at.strides[a];
            (reach < 0 ? first : last) += reach;
            elements *= at.shape[a];
        }
        for (const dtype type : {dtype::u8, dtype::u16, dtype::f32, dtype::f64}) {
            const auto size = static_cast<std::int64_t>(size_of(type));
            const bool moves_whole_lanes = at.shape.back() * size % 16 == 0;
            std::vector<std::uint8_t> source(static_cast<std::size_t>((last - first + 1) * size));
            for (std::uint8_t& byte : source) byte = static_cast<std::uint8_t>(random.next());
            std::vector<std::int64_t> strides = at.strides;
            for (std::int64_t& stride : strides) stride *= size;
            const const_tensor_view from(source.data() - first * size, type, at.shape, strides.data());
            const std::string where = std::string(info(type).name) + " " + std::to_string(&at - layouts);
            for (const std::int64_t shift : {0, 1}) {
                fenced out((elements + shift) * size);
                const tensor_view to(out.data() + shift * size, type, at.shape);
                const plan made(op::identity, {from}, to, how);
                const bool is_streamed = made.explain().find("past the caches") != std::string::npos;
                EXPECT_TRUE(!at.stays || moves_whole_lanes || !is_streamed) << where << "\n" << made.explain();
                const void* const pointers[] = {from.data};
                ASSERT_EQ(made.run(pointers, to.data), status::ok);
                std::int64_t wrong = 0;
                for (std::int64_t i = 0; i < elements; ++i) {
                    std::int64_t offset = -first, rest = i;
                    for (std::size_t a = at.shape.size(); a-- > 0; rest /= at.shape[a]) {
                        offset += rest % at.shape[a] * at.strides[a];
                    }
                    wrong += std::memcmp(out.data() + (shift + i) * size, source.data() + offset * size,
                                         static_cast<std::size_t>(size)) != 0;
                }
                EXPECT_EQ(wrong, 0) << where;
                EXPECT_TRUE(out.is_untouched_outside()) << where;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(streaming, streamed, test::every_isa(), test::isa_name);

}  // namespace
