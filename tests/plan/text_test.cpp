// Texts that are made and read: casts in both directions, StringConcat, and what they refuse in which words.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "support/values.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride {
namespace {

operation cast_to(dtype type) { return {op::cast, {{attribute_id::to, type}}}; }

/// `words` as elements of T, and the words that they are printed as.
template <class T>
std::vector<T> parsed(const std::vector<std::string>& words, dtype type = dtype_of<T>::value) {
    const std::int64_t extent = static_cast<std::int64_t>(words.size());
    const tensor texts = tensor::from_strings(words, {extent});
    const tensor made = eval(cast_to(type), {texts});
    std::vector<T> elements(words.size());
    std::memcpy(elements.data(), made.data(), made.bytes());
    return elements;
}
template <class T>
std::vector<std::string> printed(const std::vector<T>& elements, dtype type = dtype_of<T>::value) {
    const std::int64_t extent = static_cast<std::int64_t>(elements.size());
    return eval(cast_to(dtype::str), {const_tensor_view(elements.data(), type, {extent})}).to_strings();
}
using words = std::vector<std::string>;

TEST(text, of_floats_is_the_shortest) {
    EXPECT_EQ(printed<float>({0.1f, 1.0f, -0.0f, 16777216.0f, 1e-30f, 3.4028235e38f, 0.47892547f}),
              (words{"0.1", "1", "-0", "16777216", "1e-30", "3.4028235e+38", "0.47892547"}));
    EXPECT_EQ(printed<double>({0.1, 1.0 / 3.0, 5e-324, 123456789.125}),
              (words{"0.1", "0.3333333333333333", "5e-324", "123456789.125"}));
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(printed<double>({infinity, -infinity, std::nan(""), -std::nan("")}),
              (words{"inf", "-inf", "nan", "nan"}));
    const auto half = [](unsigned bits) { return float16::from_bits(static_cast<std::uint16_t>(bits)); };
    // 65504, 0.1, the least subnormal, 1 + 2^-10, 2050.
    EXPECT_EQ(printed<float16>({half(0x7bff), half(0x2e66), half(0x0001), half(0x3c01), half(0x6801), half(0x8000)}),
              (words{"65500", "0.1", "6e-08", "1.001", "2050", "-0"}));
}

TEST(text, outlives_the_tensors_it_came_from) {
    const std::string first = "a text that is too long to be stored in the string itself", second = first + "!";
    std::vector<tensor> made;
    {
        const tensor x = tensor::from_strings({first}, {1}), y = tensor::from_strings({second}, {1});
        const tensor condition(dtype::boolean, {1});  // false
        made = {identity(x), where(condition, x, y), max(x, y), min(x, y.view()), where(condition, x.view(), y)};
    }
    const tensor other = tensor::from_strings({std::string(first.size(), '#'), std::string(second.size(), '#')}, {2});
    const words expected = {first, second, second, first, second};
    for (std::size_t i = 0; i < made.size(); ++i) EXPECT_EQ(made[i].to_strings(), words{expected[i]}) << i;
}

TEST(text, of_integers_and_truths) {
    EXPECT_EQ(printed<std::int64_t>({std::numeric_limits<std::int64_t>::min(), 0, 7}),
              (words{"-9223372036854775808", "0", "7"}));
    EXPECT_EQ(printed<std::uint64_t>({std::numeric_limits<std::uint64_t>::max()}), words{"18446744073709551615"});
    EXPECT_EQ(printed<std::int8_t>({-128, 65}), (words{"-128", "65"}));
    EXPECT_EQ(printed<std::uint8_t>({0, 1, 2}, dtype::boolean), (words{"False", "True", "True"}));
}

TEST(text, to_floats) {
    const words all = {"0.1", "+2.5", "-1e3", "1E8", ".5", "5.", "-0", "16777217", "16777217.0000000000000001"};
    EXPECT_EQ(parsed<float>(all),
              (std::vector<float>{0.1f, 2.5f, -1000.0f, 1e8f, 0.5f, 5.0f, -0.0f, 16777216.0f, 16777218.0f}));
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(parsed<float>({"INF", "+inf", "-Inf", "1e39", "-1e999999999999", "1e-60"}),
              (std::vector<float>{infinity, infinity, -infinity, infinity, -infinity, 0.0f}));
    for (const char* const nan : {"NaN", "nan", "NAN"}) {
        EXPECT_TRUE(std::isnan(parsed<double>({nan})[0])) << nan;
    }
    EXPECT_TRUE(std::signbit(parsed<double>({"-1e-400"})[0]));
    // glibc's strtod rounds once, whatever the number of digits.
    test::random_bits random("decimals");
    words many;
    for (int i = 0; i < 3000; ++i) {
        std::string word = random.one_in(2) ? "-" : "";
        const std::uint64_t digits = 1 + random.below(40);
        const std::uint64_t point = random.below(digits + 1);
        for (std::uint64_t k = 0; k < digits; ++k) {
            if (k == point) word += ".";
            word += static_cast<char>('0' + random.below(10));
        }
        if (random.one_in(2)) word.append("e").append(std::to_string(random.between(-330, 310)));
        many.push_back(word);
    }
    const std::vector<double> found = parsed<double>(many);
    const std::vector<float> narrow = parsed<float>(many);
    const std::vector<real> pairs = parsed<real>(many);
    for (std::size_t i = 0; i < many.size(); ++i) {
        EXPECT_EQ(found[i], std::strtod(many[i].c_str(), nullptr)) << many[i];
        EXPECT_EQ(narrow[i], std::strtof(many[i].c_str(), nullptr)) << many[i];
        EXPECT_EQ(pairs[i].hi, found[i]) << many[i];
        // A long double of 64 bits lies between the pair's 106 and the double's 53, where the low part is no subnormal.
        if (std::numeric_limits<long double>::digits == 64 && std::isfinite(found[i]) && std::fabs(found[i]) > 1e-270) {
            EXPECT_EQ(static_cast<long double>(pairs[i].hi) + static_cast<long double>(pairs[i].lo),
                      std::strtold(many[i].c_str(), nullptr))
                << many[i];
        }
    }
}

TEST(text, to_halves_is_rounded_once) {
    const std::vector<float16> found =
        parsed<float16>({"2049", "2049.00000000000000000000000000000001", "2051", "2050.99999999999999999999999999999",
                         "65519.99999999999999999999999999", "65520", "-65520", "2.98023223876953125e-8",
                         "2.980232238769531250000000000000000001e-8", "0", "-0",
                         "-2049.00000000000000000000000000000001", "-2050.99999999999999999999999999999"});
    const std::vector<unsigned> expected = {0x6800, 0x6801, 0x6802, 0x6801, 0x7bff, 0x7c00, 0xfc00,
                                            0x0000, 0x0001, 0x0000, 0x8000, 0xe801, 0xe801};
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].bits, expected[i]) << i;
}

TEST(text, to_reals_keeps_both_parts) {
    const std::vector<real> found = parsed<real>({"3.14159265358979323846264338327950288419716939937510582", "0.1",
                                                  "2.71828182845904523536028747135266249775724709369995957", "-0.5",
                                                  "1e400", "9007199254740993", "-9007199254740993"});
    const std::vector<real> expected = {{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53},
                                        {0.1, -0x1.999999999999ap-58},
                                        {0x1.5bf0a8b145769p+1, 0x1.4d57ee2b1013ap-53},
                                        {-0.5, 0.0},
                                        {std::numeric_limits<double>::infinity(), 0.0},
                                        {0x1p53, 1.0},
                                        {-0x1p53, -1.0}};
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].hi, expected[i].hi) << i;
        EXPECT_EQ(found[i].lo, expected[i].lo) << i;
    }
    EXPECT_EQ(printed<real>({{0.1, -0x1.999999999999ap-58}, {0x1p53, 1.0}, {0x1p100, 0.0}, {0.5, 0.0}, {0x1p-20, 0}}),
              (words{"0.1", "9007199254740993", "1267650600228229401496703205376", "0.5", "9.5367431640625e-07"}));
    // The shorter form, as of doubles.
    EXPECT_EQ(printed<real>({{1e22, 0}, {2.5e10, 0}, {-7e5, 0}, {123456, 0}, {1e4, 0}, {0.25, 0}, {0x1p-14, 0}}),
              (words{"1e+22", "2.5e+10", "-7e+05", "123456", "10000", "0.25", "6.103515625e-05"}));
    // Pairs that are no real are the number that they add up to.
    const double huge = std::numeric_limits<double>::max(), infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(printed<real>({{0.0, 5.0}, {1.0, 1.25}, {1.0, -1.0}, {1.0, infinity}, {huge, huge}, {-0.0, 0.0}}),
              (words{"5", "2.25", "0", "inf", "inf", "-0"}));
}

TEST(text, to_integers_truncates_and_saturates) {
    EXPECT_EQ(parsed<std::int8_t>({"127", "128", "-129", "1e2", "-0.99", "12.7e0", "NaN", "inf", "-INF", "+7", "1e-5"}),
              (std::vector<std::int8_t>{127, 127, -128, 100, 0, 12, 0, 127, -128, 7, 0}));
    EXPECT_EQ(parsed<std::uint64_t>({"18446744073709551615", "18446744073709551616", "-1", "1.8446744073709551615e19",
                                     "0.00018e5", "1e1000000000000"}),
              (std::vector<std::uint64_t>{~std::uint64_t{0}, ~std::uint64_t{0}, 0, ~std::uint64_t{0}, 18,
                                          ~std::uint64_t{0}}));
    EXPECT_EQ(parsed<std::int64_t>({"-9223372036854775808", "-9223372036854775809", "9007199254740993.9"}),
              (std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min(),
                                         std::numeric_limits<std::int64_t>::min(), 9007199254740993}));
}

TEST(text, is_true_unless_it_is_empty) {
    EXPECT_EQ(parsed<std::uint8_t>({"", "0", "False", "x"}, dtype::boolean), (std::vector<std::uint8_t>{0, 1, 1, 1}));
}

/// Every value there and back.
void round_trip(dtype type, const std::vector<std::byte>& values) {
    const std::size_t bytes = size_of(type);
    const std::int64_t count = static_cast<std::int64_t>(values.size() / bytes);
    const tensor texts = eval(cast_to(dtype::str), {const_tensor_view(values.data(), type, {count})});
    const tensor back = eval({op::cast, {{attribute_id::to, type}}}, {texts});
    const auto* const found = static_cast<const std::byte*>(back.data());
    for (std::size_t i = 0; i < values.size() / bytes; ++i) {
        if (std::memcmp(values.data() + i * bytes, found + i * bytes, bytes) == 0) continue;
        const text t = texts.data_as<text>()[i];
        ASSERT_EQ(std::string(t.data, t.size), "nan") << name_of(type) << " " << i;
    }
}
TEST(text, reads_back_what_it_was) {
    for (const dtype_info& row : dtypes) {
        if (row.kind == type_kind::text || row.kind == type_kind::logical) continue;
        test::random_bits random(std::string("texts of ") + row.name);
        std::vector<std::byte> values = test::make_values(row.type, row.kind == type_kind::real ? 300 : 5000, random);
        if (row.type == dtype::f16) {
            values.clear();
            for (unsigned i = 0; i < 65536; ++i) {
                values.push_back(static_cast<std::byte>(i));
                values.push_back(static_cast<std::byte>(i >> 8));
            }
        }
        round_trip(row.type, values);
    }
}

TEST(text, of_halves_has_no_digit_too_many) {
    // One digit less, rounded either way, is another half.
    std::vector<float16> all;
    for (unsigned i = 1; i < 0x7c00; ++i) all.push_back(float16::from_bits(static_cast<std::uint16_t>(i)));
    const words texts = printed(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::string digits;
        for (const char c : texts[i].substr(0, texts[i].find('e'))) {
            if (c != '.' && (c != '0' || !digits.empty())) digits += c;
        }
        while (!digits.empty() && digits.back() == '0') digits.pop_back();
        if (digits.size() == 1) continue;
        // A half has at most 24 digits behind the point and 30 in all, which are printed whole.
        char whole[64], shorter[64];
        std::snprintf(whole, sizeof whole, "%.40e", static_cast<double>(all[i]));
        const int kept = static_cast<int>(digits.size()) - 1;
        std::string down;
        for (const char* c = whole; static_cast<int>(down.size()) < kept; ++c) {
            if (*c != '.') down += *c;
        }
        const int exponent = std::atoi(std::strchr(whole, 'e') + 1) - (kept - 1);
        for (const int up : {0, 1}) {
            std::snprintf(shorter, sizeof shorter, "%de%d", std::stoi(down) + up, exponent);
            ASSERT_NE(float16(std::strtod(shorter, nullptr)).bits, all[i].bits) << texts[i] << " and " << shorter;
        }
    }
}

TEST(text, that_is_no_number_is_refused_before_anything_is_written) {
    const tensor texts = tensor::from_strings(std::vector<std::string>{"1", "2", "3", "4", "5x", "6"}, {2, 3});
    float z[6] = {7, 7, 7, 7, 7, 7};
    const outcome answer = try_eval(cast_to(dtype::f32), {texts}, view(z, {2, 3}));
    EXPECT_EQ(answer.code, status::invalid_argument);
    EXPECT_EQ(answer.message, "cast: operand 0: element [1,1] is \"5x\" and not a number");
    for (const float x : z) EXPECT_EQ(x, 7.0f);
    for (const char* const bad :
         {"",     " 1",       "1 ",     "abc",  "1e",   "e5",    ".",    "+",    "-",    "+-1", "--1",
          "0x10", "infinity", "nan(1)", "-nan", "+NaN", "1.2.3", "1e5.", "INF1", "True", "1,5", "\xc3\xa9"}) {
        for (const dtype_info& row : dtypes) {
            if (row.kind == type_kind::text || row.kind == type_kind::logical) continue;
            const tensor one = tensor::from_strings(std::vector<std::string>{bad}, {});
            unsigned char element[16] = {9};
            const outcome refused = try_eval(cast_to(row.type), {one}, tensor_view(element, row.type, {}));
            EXPECT_EQ(refused.code, status::invalid_argument) << bad << " to " << row.name;
            EXPECT_EQ(element[0], 9);
        }
    }
    const std::string long_text(100, 'x');
    const tensor longer = tensor::from_strings(std::vector<std::string>{long_text}, {1});
    EXPECT_EQ(try_eval(cast_to(dtype::i32), {longer}, tensor_view(z, dtype::i32, {1})).message,
              "cast: operand 0: element [0] is \"" + std::string(32, 'x') + "\"... and not a number");
}

TEST(text, is_read_from_any_layout) {
    const tensor texts = tensor::from_strings(std::vector<std::string>{"1", "2", "3", "4", "5", "6"}, {2, 3});
    const std::int64_t across[] = {16, 48}, spread[] = {24, 8};
    double z[11] = {};
    ASSERT_TRUE(try_eval(cast_to(dtype::f64), {{texts.data(), dtype::str, {3, 2}, across}},
                         tensor_view(z, dtype::f64, {2, 2}, spread))
                    .code == status::shape_mismatch);
    const outcome answer = try_eval(cast_to(dtype::f64), {{texts.data(), dtype::str, {3, 2}, across}},
                                    tensor_view(z, dtype::f64, {3, 2}, across));
    EXPECT_EQ(answer.code, status::ok) << answer.message;
    EXPECT_EQ(z[0], 1.0);
    EXPECT_EQ(z[2], 2.0);  // [1,0] at 16 bytes
    EXPECT_EQ(z[6], 4.0);  // [0,1] at 48 bytes
    EXPECT_EQ(z[10], 6.0);
    EXPECT_EQ(z[1], 0.0);
}

TEST(text, may_become_reals_in_place) {
    tensor texts = tensor::from_strings(std::vector<std::string>{"0.1", "2"}, {2});
    const outcome answer = try_eval(cast_to(dtype::real), {texts}, tensor_view(texts.data(), dtype::real, {2}));
    ASSERT_EQ(answer.code, status::ok) << answer.message;
    real z[2];
    std::memcpy(z, texts.data(), sizeof z);
    EXPECT_EQ(z[0].lo, -0x1.999999999999ap-58);
    EXPECT_EQ(z[1].hi, 2.0);
    tensor others = tensor::from_strings(std::vector<std::string>{"1", "2"}, {2});
    const outcome refused = try_eval(cast_to(dtype::f64), {others}, tensor_view(others.data(), dtype::f64, {2}));
    EXPECT_EQ(refused.code, status::overlap);
    EXPECT_EQ(others.to_strings(), (words{"1", "2"}));
}

/// The rule of aliasing is every operator's: numbers between the texts share no byte with them.
TEST(text, may_become_numbers_in_between) {
    struct row {
        text word;
        double number;
    };
    row rows[] = {{{"0.5", 3}, 0}, {{"-2", 2}, 0}, {{"1e3", 3}, 0}};
    const std::int64_t extents[] = {3}, apart[] = {sizeof(row)};
    const const_tensor_view texts(rows, dtype::str, extents, apart);
    const outcome answer =
        try_eval(cast_to(dtype::f64), {texts}, tensor_view(&rows[0].number, dtype::f64, extents, apart));
    EXPECT_EQ(answer.code, status::ok) << answer.message;
    EXPECT_EQ(rows[0].number, 0.5);
    EXPECT_EQ(rows[1].number, -2);
    EXPECT_EQ(rows[2].number, 1000);
    EXPECT_EQ(rows[2].word.size, 3u);
    EXPECT_EQ(try_eval(cast_to(dtype::f64), {texts}, tensor_view(&rows[0].word.size, dtype::f64, extents, apart)).code,
              status::overlap);
}

TEST(text, has_no_plan_and_is_not_made_into_views) {
    const float x[] = {1.5f};
    text z[] = {{nullptr, 0}};
    plan made;
    const outcome planned = plan::try_make(made, cast_to(dtype::str), {view(x, {1})}, view(z, {1}));
    EXPECT_EQ(planned.code, status::unsupported);
    EXPECT_EQ(planned.message, "cast: makes text: evaluate into a tensor");
    const outcome into_view = try_eval(cast_to(dtype::str), {view(x, {1})}, view(z, {1}));
    EXPECT_EQ(into_view.code, status::unsupported);
    EXPECT_EQ(into_view.message, "cast: makes text: evaluate into a tensor");
    EXPECT_EQ(z[0].data, nullptr);
    const tensor texts = tensor::from_strings(std::vector<std::string>{"a"}, {1});
    EXPECT_EQ(try_eval(op::string_concat, {texts, texts}, view(z, {1})).message,
              "string_concat: makes text: evaluate into a tensor");
    float y[1];
    EXPECT_EQ(plan::try_make(made, cast_to(dtype::f32), {texts}, view(y, {1})).message,
              "cast: reads text, which has no plan: evaluate it in one call");
}

TEST(text, of_a_text_is_a_copy) {
    const tensor texts = tensor::from_strings(std::vector<std::string>{"a", "bc"}, {2});
    const tensor same = eval(cast_to(dtype::str), {texts});
    EXPECT_EQ(same.to_strings(), (words{"a", "bc"}));
    EXPECT_EQ(same.data_as<text>()[1].data, texts.data_as<text>()[1].data);
}

TEST(string_concat, broadcasts_and_owns_its_bytes) {
    tensor made;
    {
        const tensor x =
            tensor::from_strings(std::vector<std::string>{"a", "", "long enough to be no short string"}, {3});
        const tensor y = tensor::from_strings(std::vector<std::string>{"-", std::string("\0z", 2)}, {2, 1});
        made = string_concat(x, y);
    }
    EXPECT_EQ(made.shape(), (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(made.to_strings(),
              (words{"a-", "-", "long enough to be no short string-", std::string("a\0z", 3), std::string("\0z", 2),
                     std::string("long enough to be no short string\0z", 35)}));
    const float number[] = {1.0f};
    dtype type;
    std::vector<std::int64_t> shape;
    EXPECT_EQ(try_result(type, shape, op::string_concat, {view(number, {1}), view(number, {1})}).message,
              "string_concat: no kernel for f32");
    const tensor none = string_concat(tensor(dtype::str, {0}), tensor(dtype::str, {1}));
    EXPECT_EQ(none.shape(), std::vector<std::int64_t>{0});
}

TEST(cast_like, does_not_read_its_second_operand) {
    const float x[] = {1.5f, -2.5f, 300.0f};
    const std::int64_t other_shape[] = {7, 5};
    const const_tensor_view like(nullptr, dtype::i8, other_shape);
    const tensor z = eval(op::cast_like, {view(x, {3}), like});
    ASSERT_EQ(z.type(), dtype::i8);
    ASSERT_EQ(z.shape(), std::vector<std::int64_t>{3});
    EXPECT_EQ(z.data_as<std::int8_t>()[0], 1);
    EXPECT_EQ(z.data_as<std::int8_t>()[1], -2);
    EXPECT_EQ(z.data_as<std::int8_t>()[2], 127);
    // The same as texts, and as another integer of the same size, which is a copy.
    EXPECT_EQ(eval(op::cast_like, {view(x, {3}), const_tensor_view(nullptr, dtype::str, {})}).to_strings(),
              (words{"1.5", "-2.5", "300"}));
    const tensor u = eval({op::cast, {{attribute_id::to, dtype::u8}, {attribute_id::saturate, 0.0}}}, {z});
    EXPECT_EQ(u.data_as<std::uint8_t>()[1], 254);
    const tensor truths = eval(cast_to(dtype::boolean), {u});
    std::uint8_t two[] = {2, 0};
    std::uint8_t truth[2];
    ASSERT_EQ(try_eval(cast_to(dtype::boolean), {const_tensor_view(two, dtype::boolean, {2})},
                       tensor_view(truth, dtype::boolean, {2}))
                  .code,
              status::ok);
    EXPECT_EQ(truth[0], 1);
    EXPECT_EQ(truth[1], 0);
}

}  // namespace
}  // namespace zerostride
