// The .npy reader and writer by themselves: what they accept, what they refuse and in which words. NumPy itself is
// asked in cli_test.py.
#include "npy/npy.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory.hpp"
#include "npy/header.hpp"
#include "npy/utf8.hpp"
#include "support/in_directory.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::npy {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

using npy_reader = test::in_directory;
using npy_writer = test::in_directory;

void write_npy(const std::string& file, const const_tensor_view& values) {
    files::staged_file staged(file);
    write(staged, values);
    publish(std::move(staged));
}

/// A file made by hand.
std::string file_bytes(int version, const std::string& header, const std::string& data) {
    std::string bytes = "\x93NUMPY"s + static_cast<char>(version) + '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    return bytes + header + data;
}
std::string dictionary(const std::string& descr, const std::string& shape, const char* fortran = "False") {
    return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}
template <class T>
std::string bytes_of(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// The message that reading `file` throws; empty when it throws none.
std::string refusal(const std::string& file) {
    try {
        read(file);
    } catch (const files::file_error& error) {
        return error.what();
    }
    return {};
}

TEST(npy_header, reads_what_numpy_and_others_write) {
    struct row {
        const char* text;
        dtype type;
        std::size_t item_bytes;
        std::vector<std::int64_t> shape;
        bool fortran;
    };
    const row rows[] = {
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   \n", dtype::f32, 4, {2, 3}, false},
        {"{'shape':(3,),'fortran_order':True,'descr':'<f8'}", dtype::f64, 8, {3}, true},
        {"{\"descr\": \"|b1\", \"fortran_order\": False, \"shape\": ()}\n", dtype::boolean, 1, {}, false},
        {"{'descr': '=f2', 'fortran_order': False, 'shape': (0, 5,)}\n", dtype::f16, 2, {0, 5}, false},
        {"{'descr': 'i2', 'fortran_order': False, 'shape': (4L, 5L)}\n", dtype::i16, 2, {4, 5}, false},
        {"{'descr': '|i1', 'fortran_order': False, 'shape': ()}", dtype::i8, 1, {}, false},
        {"{'descr': '<i4', 'fortran_order': False, 'shape': ()}", dtype::i32, 4, {}, false},
        {"{'descr': '<i8', 'fortran_order': False, 'shape': ()}", dtype::i64, 8, {}, false},
        {"{'descr': '>u1', 'fortran_order': False, 'shape': ()}", dtype::u8, 1, {}, false},
        {"{'descr': '<u2', 'fortran_order': False, 'shape': ()}", dtype::u16, 2, {}, false},
        {"{'descr': '<u4', 'fortran_order': False, 'shape': ()}", dtype::u32, 4, {}, false},
        {"{'descr': '<u8', 'fortran_order': False, 'shape': ()}", dtype::u64, 8, {}, false},
        {"{'descr': '<U7', 'fortran_order': False, 'shape': (2,)}", dtype::str, 28, {2}, false},
        {"{'descr': '|S7', 'fortran_order': False, 'shape': (2,)}", dtype::str, 7, {2}, false},
        {"{'descr': [('hi', '<f8'), ('lo', '<f8')], 'fortran_order': False, 'shape': (2,)}",
         dtype::real,
         16,
         {2},
         false},
    };
    for (const row& expected : rows) {
        SCOPED_TRACE(expected.text);
        const header got = parse_header(expected.text);
        EXPECT_EQ(got.type, expected.type);
        EXPECT_EQ(got.item_bytes, expected.item_bytes);
        EXPECT_EQ(got.shape, expected.shape);
        EXPECT_EQ(got.fortran_order, expected.fortran);
    }
}

TEST(npy_header, refuses_with_a_reason) {
    struct row {
        std::string text;
        const char* reason;
    };
    const auto with_type = [](const char* descr) { return dictionary(descr, "(2,)"); };
    const auto with_shape = [](const char* shape) { return dictionary("'<f4'", shape); };
    const row rows[] = {
        {"", "'{' is missing"},
        {"{", "a string is missing"},
        {"{}", "'descr' is missing"},
        {"{'descr': '<f4', 'shape': (2,)}", "'fortran_order' is missing"},
        {"{'descr': '<f4', 'fortran_order': False}", "'shape' is missing"},
        {"{'fortran_order': False, 'shape': (2,)}", "'descr' is missing"},
        {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "'descr' is there twice"},
        {"{'shape': (1,), 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", "'shape' is there twice"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}", "unknown key 'more'"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x", "text follows"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)", "'}' is missing"},
        {"{'descr': '<f4', 'fortran_order': 1, 'shape': (2,)}", "neither True nor False"},
        {"{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}", "'}' is missing"},
        {"{'descr' '<f4', 'fortran_order': False, 'shape': (2,)}", "':' is missing"},
        {"{'descr: '<f4", "':' is missing"},
        {"{'descr", "a string does not end"},
        {"{'de\\x73cr': '<f4'}", "backslash"},
        {with_type("'>f4'"), "big-endian"},
        {with_type("'>U4'"), "big-endian"},
        {with_type("[('hi', '>f8'), ('lo', '>f8')]"), "big-endian"},
        {with_type("'|f4'"), "'|f4' is not supported"},
        {with_type("'|O'"), "'|O' is not supported"},
        {with_type("'<c8'"), "'<c8' is not supported"},
        {with_type("'<f16'"), "'<f16' is not supported"},
        {with_type("'<M8[ns]'"), "'<M8[ns]' is not supported"},
        {with_type("''"), "is not supported"},
        {with_type("'<'"), "is not supported"},
        {with_type("'<U99999999999999999999999999'"), "is not supported"},
        {with_type("'<U9223372036854775807'"), "is not supported"},
        {with_type("'|S9223372036854775808'"), "63 bits"},
        {with_type("'|S9223372036854775807'"), "63 bits"},
        // Nothing in the file, and in memory more than there can be.
        {dictionary("'|S0'", "(1152921504606846976,)"), "more bytes than fit in 63 bits"},
        {with_type("[('hi', '<f8')]"), "not supported"},
        {with_type("[('lo', '<f8'), ('hi', '<f8')]"), "not supported"},
        {with_type("[('hi', '<f8'), ('lo', '<f8'), ('x', '<f8')]"), "not supported"},
        {with_type("[('hi', '<f4'), ('lo', '<f8')]"), "not supported"},
        {with_type("[('hi', '<f8', (2,)), ('lo', '<f8')]"), "not supported"},
        {with_type("[[[[[[[["), "not supported"},
        {with_type("None"), "'[' is missing"},
        {with_shape("(3)"), "no tuple"},
        {with_shape("3"), "no tuple"},
        {with_shape("[3]"), "no tuple"},
        {with_shape("(,)"), "no tuple"},
        {with_shape("(2 3)"), "no tuple"},
        {with_shape("(2,,3)"), "no tuple"},
        {with_shape("(True,)"), "no tuple"},
        {with_shape("(-1,)"), "negative extent"},
        {with_shape("(2, -9223372036854775808)"), "negative extent"},
        {with_shape("(9223372036854775808,)"), "63 bits"},
        {with_shape("(99999999999999999999999999999999,)"), "63 bits"},
        {with_shape("(4611686018427387904,)"), "63 bits"},
        {with_shape("(2147483648, 4294967296)"), "63 bits"},
        {with_shape("(0, 2147483648, 4294967296)"), "63 bits"},
    };
    for (const row& expected : rows) {
        SCOPED_TRACE(expected.text);
        try {
            parse_header(expected.text);
            ADD_FAILURE() << "was accepted";
        } catch (const header_error& error) {
            EXPECT_NE(std::string_view(error.what()).find(expected.reason), std::string_view::npos) << error.what();
        }
    }
}

TEST(npy_header, written_by_the_format) {
    for (const dtype_info& type : dtypes) {
        for (const std::size_t rank : {0, 1, 2, 7, 40, 6000}) {
            const std::vector<std::int64_t> shape(rank, 1);
            const std::string text = format_header(type.type, shape, 12);
            SCOPED_TRACE(text.substr(0, 200));
            EXPECT_EQ(text.size() % 64, 0u);
            EXPECT_EQ(text.back(), '\n');
            const bool long_one = 3 * rank > 65535 - 200;
            EXPECT_EQ(text.substr(0, 8), long_one ? "\x93NUMPY\2\0"s : "\x93NUMPY\1\0"s);
            const preamble start = parse_preamble(text);
            ASSERT_EQ(start.bytes + start.header_bytes, text.size());
            const header got = parse_header(std::string_view(text).substr(start.bytes));
            EXPECT_EQ(got.type, type.type);
            EXPECT_EQ(got.shape, shape);
            EXPECT_FALSE(got.fortran_order);
            EXPECT_EQ(got.item_bytes, type.type == dtype::str ? 48 : type.bytes);
        }
    }
    const std::vector<std::int64_t> many(30000, 1);
    EXPECT_EQ(format_header(dtype::f32, many, 0).substr(0, 8), "\x93NUMPY\2\0"s);
    // Nothing is written that could not be read again.
    const std::vector<std::int64_t> most(longest_header / 3 - 100, 1), more(longest_header / 3, 1);
    const std::string longest = format_header(dtype::f32, most, 0);
    EXPECT_EQ(parse_header(longest.substr(longest_preamble)).shape.size(), most.size());
    EXPECT_THROW(format_header(dtype::f32, more, 0), header_error);
    const std::vector<std::int64_t> shape = {2, 3};
    EXPECT_EQ(format_header(dtype::f32, shape, 0), "\x93NUMPY\1\0\x76\0"s +
                                                       "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" +
                                                       std::string(58, ' ') + "\n");
}

TEST(npy_utf8, every_scalar_value_both_ways_and_nothing_else) {
    for (std::uint32_t code = 0; code <= 0x10ffff; ++code) {
        if (!is_scalar_value(code)) continue;
        char bytes[longest_utf8];
        std::string_view text(bytes, static_cast<std::size_t>(encode_utf8(code, bytes)));
        std::uint32_t back = ~code;
        ASSERT_TRUE(decode_utf8(text, back)) << code;
        ASSERT_EQ(back, code);
        ASSERT_TRUE(text.empty());
    }
    EXPECT_FALSE(is_scalar_value(0xd800));
    EXPECT_FALSE(is_scalar_value(0xdfff));
    EXPECT_FALSE(is_scalar_value(0x110000));
    // Continuation alone, overlong forms, surrogates, above the last, cut short, no lead byte at all.
    for (const std::string& bad :
         {"\x80"s, "\xc0\x80"s, "\xc1\xbf"s, "\xe0\x9f\xbf"s, "\xed\xa0\x80"s, "\xed\xbf\xbf"s, "\xf0\x8f\xbf\xbf"s,
          "\xf4\x90\x80\x80"s, "\xf8\x88\x80\x80\x80"s, "\xe2\x82"s, "\xc3"s, "\xc3\x28"s, "\xff"s, ""s}) {
        std::string_view text = bad;
        std::uint32_t code;
        EXPECT_FALSE(decode_utf8(text, code)) << ::testing::PrintToString(bad);
        EXPECT_EQ(text.size(), bad.size());
    }
}

TEST_F(npy_reader, versions_and_types) {
    const std::vector<float> values = {1, -2, 3.5f, 0, 5, 6};
    for (const int version : {1, 2, 3}) {
        put(path("a.npy"), file_bytes(version, dictionary("'<f4'", "(2, 3)"), bytes_of(values)));
        const array a = read(path("a.npy"));
        EXPECT_EQ(a.type(), dtype::f32);
        EXPECT_EQ(a.shape(), (std::vector<std::int64_t>{2, 3}));
        EXPECT_EQ(a.strides(), (std::vector<std::int64_t>{12, 4}));
        EXPECT_EQ(a.size(), 6);
        EXPECT_EQ(std::memcmp(a.view().data, values.data(), 24), 0);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.view().data) % 64, 0u);
    }
}

TEST_F(npy_reader, fortran_order_is_a_view) {
    // a[i][j] = 10 i + j, first index fastest.
    const std::vector<std::int32_t> file = {0, 10, 1, 11, 2, 12};
    put(path("f.npy"), file_bytes(1, dictionary("'<i4'", "(2, 3)", "True"), bytes_of(file)));
    const array a = read(path("f.npy"));
    EXPECT_EQ(a.strides(), (std::vector<std::int64_t>{4, 8}));
    EXPECT_EQ(std::memcmp(a.view().data, file.data(), 24), 0);
    const tensor dense = materialise(a.view());
    const std::vector<std::int32_t> expected = {0, 1, 2, 10, 11, 12};
    EXPECT_EQ(std::memcmp(dense.data(), expected.data(), 24), 0);

    const std::vector<char> letters = {'a', 'c', 'b', 'd'};
    put(path("s.npy"), file_bytes(1, dictionary("'|S1'", "(2, 2)", "True"), bytes_of(letters)));
    const array s = read(path("s.npy"));
    EXPECT_EQ(materialise(s.view()).to_strings(), (std::vector<std::string>{"a", "b", "c", "d"}));
}

TEST_F(npy_reader, texts_lose_their_padding_and_survive_a_move) {
    const std::vector<std::uint32_t> codes = {'a', 0, 'b', 0, 0xe9, 0x20ac, 0x1f600, 0, 0, 0, 0, 0};
    put(path("u.npy"), file_bytes(3, dictionary("'<U4'", "(3,)"), bytes_of(codes)));
    array u = read(path("u.npy"));
    const array moved = std::move(u);
    EXPECT_EQ(materialise(moved.view()).to_strings(), (std::vector<std::string>{"a\0b"s, "é€😀", ""}));

    put(path("s.npy"), file_bytes(1, dictionary("'|S3'", "(3,)"), "x\0y\xff\0\0\0\0\0"s));
    EXPECT_EQ(materialise(read(path("s.npy")).view()).to_strings(), (std::vector<std::string>{"x\0y"s, "\xff", ""}));

    put(path("u0.npy"), file_bytes(1, dictionary("'<U0'", "(2,)"), ""));
    EXPECT_EQ(materialise(read(path("u0.npy")).view()).to_strings(), (std::vector<std::string>{"", ""}));

    const std::vector<std::uint32_t> surrogate = {'a', 0xd800};
    put(path("bad.npy"), file_bytes(1, dictionary("'<U2'", "(1,)"), bytes_of(surrogate)));
    EXPECT_NE(refusal(path("bad.npy")).find("bad.npy: holds a text with the code point 55296"), std::string::npos);
    const std::vector<std::uint32_t> beyond = {0x110000};
    put(path("bad.npy"), file_bytes(1, dictionary("'<U1'", "(1,)"), bytes_of(beyond)));
    EXPECT_NE(refusal(path("bad.npy")).find("code point 1114112"), std::string::npos);
}

TEST_F(npy_reader, many_texts_pass_block_borders) {
    std::vector<std::string> expected;
    std::vector<std::uint32_t> codes;
    for (std::uint32_t i = 0; i < 50000; ++i) {
        const std::string text = std::to_string(i * 2654435761u);
        for (std::size_t k = 0; k < 11; ++k) codes.push_back(k < text.size() ? static_cast<std::uint32_t>(text[k]) : 0);
        expected.push_back(text);
    }
    put(path("u.npy"), file_bytes(1, dictionary("'<U11'", "(50000,)"), bytes_of(codes)));
    EXPECT_EQ(materialise(read(path("u.npy")).view()).to_strings(), expected);
}

TEST_F(npy_reader, refuses_every_other_length) {
    const std::string whole = file_bytes(1, dictionary("'<f4'", "(2, 3)"), std::string(24, '\0'));
    const std::string file = path("cut.npy");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        put(file, whole.substr(0, length));
        const std::string message = refusal(file);
        EXPECT_EQ(message.rfind(file + ": ", 0), 0u) << length << ": " << message;
        if (length >= 6 && length < whole.size() - 24) {
            EXPECT_NE(message.find("header is truncated"), std::string::npos) << length << ": " << message;
        }
        if (length >= whole.size() - 24) {
            EXPECT_NE(message.find("its header promises 24 bytes of data, it has"), std::string::npos) << message;
        }
    }
    put(file, whole + "x");
    EXPECT_EQ(refusal(file), file + ": has 1 byte after its data");
    put(file, whole + "xy");
    EXPECT_EQ(refusal(file), file + ": has 2 bytes after its data");
}

TEST_F(npy_reader, refuses_hostile_preambles) {
    const std::string header = dictionary("'<f4'", "()");
    const auto refusal_of = [&](const std::string& bytes) {
        put(path("x.npy"), bytes);
        return refusal(path("x.npy"));
    };
    EXPECT_NE(refusal_of("").find("is no .npy file"), std::string::npos);
    EXPECT_NE(refusal_of("PK\3\4 a zip file, perhaps").find("is no .npy file"), std::string::npos);
    EXPECT_NE(refusal_of("\x93NUMPY\1\0\xff\xff"s + header).find("header is truncated"), std::string::npos);
    EXPECT_NE(refusal_of("\x93NUMPY\2\0\xff\xff\xff\xff"s + header).find("4294967295 bytes"), std::string::npos);
    EXPECT_NE(refusal_of("\x93NUMPY\2\0\0\0\x10\0"s + header).find("header is truncated"), std::string::npos);
    EXPECT_NE(refusal_of("\x93NUMPY\4\0\0\0\0\0"s + header).find("version 4.0"), std::string::npos);
    EXPECT_NE(refusal_of("\x93NUMPY\1\1\0\0\0\0"s + header).find("version 1.1"), std::string::npos);
    EXPECT_NE(refusal_of("\x93NUMPY\0\0\0\0\0\0"s + header).find("version 0.0"), std::string::npos);
    EXPECT_NE(refusal_of("\x93NUMPY\1\0\0\0"s).find("'{' is missing"), std::string::npos);
}

TEST_F(npy_reader, survives_random_damage) {
    std::mt19937 random(20240607);
    const std::string whole[] = {
        file_bytes(1, dictionary("'<f4'", "(2, 3)"), std::string(24, '\1')),
        file_bytes(2, dictionary("'<U2'", "(3,)"), std::string(24, '\0')),
        file_bytes(3, dictionary("[('hi', '<f8'), ('lo', '<f8')]", "(1, 1)"), std::string(16, '\0')),
    };
    const std::string file = path("damaged.npy");
    const std::string alphabet = "0123456789(),'{}[]<>|=-LUSfiub \n\\\xff";
    int accepted = 0, refused = 0;
    for (int i = 0; i < 6000; ++i) {
        std::string bytes = whole[i % 3];
        for (int change = 1 + static_cast<int>(random() % 4); change > 0; --change) {
            const std::size_t at = random() % bytes.size();
            switch (random() % 3) {
                case 0: bytes[at] = alphabet[random() % alphabet.size()]; break;
                case 1: bytes.erase(at, 1); break;
                default: bytes.insert(at, 1, alphabet[random() % alphabet.size()]); break;
            }
        }
        put(file, bytes);
        const std::string message = refusal(file);
        ++(message.empty() ? accepted : refused);
        ASSERT_TRUE(message.empty() || message.rfind(file + ": ", 0) == 0) << message;
    }
    EXPECT_GT(accepted, 0);
    EXPECT_GT(refused, 0);
}

TEST_F(npy_reader, refuses_what_is_no_file) {
    EXPECT_EQ(refusal(path("none.npy")), path("none.npy") + ": No such file or directory");
    fs::create_directory(path("d"));
    EXPECT_EQ(refusal(path("d")), path("d") + ": is a directory");
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_EQ(refusal(path("pipe")), path("pipe") + ": is not a regular file");
}

TEST_F(npy_reader, refuses_more_than_memory) {
    // A sparse file really has this size, and takes no disk.
    const std::int64_t elements = std::int64_t{1} << 43;
    const std::string start = file_bytes(1, dictionary("'|i1'", "(" + std::to_string(elements) + ",)"), "");
    put(path("huge.npy"), start);
    const std::int64_t size = static_cast<std::int64_t>(start.size()) + elements;
    if (::truncate(path("huge.npy").c_str(), size) != 0 || memory::available() >= elements) {
        GTEST_SKIP() << "no sparse files of 8 TiB here, or as much memory";
    }
    EXPECT_NE(refusal(path("huge.npy")).find("huge.npy: needs 8796093022208 bytes of memory"), std::string::npos);

    // Texts without characters take no room in the file, but in memory.
    put(path("empty.npy"), file_bytes(1, dictionary("'<U0'", "(1099511627776,)"), ""));
    EXPECT_NE(refusal(path("empty.npy")).find("empty.npy: needs 17592186044416 bytes of memory"), std::string::npos);
}

TEST_F(npy_reader, refuses_many_texts_that_take_no_bytes) {
    // A header of 100 bytes could ask for all of the memory.
    put(path("empty.npy"), file_bytes(1, dictionary("'|S0'", "(1024, 1025)"), ""));
    EXPECT_NE(refusal(path("empty.npy")).find("empty.npy: has 1049600 texts of no bytes, more than 1048576"),
              std::string::npos);
    put(path("most.npy"), file_bytes(1, dictionary("'|S0'", "(1024, 1024)"), ""));
    EXPECT_EQ(read(path("most.npy")).view().shape[1], 1024);
}

TEST_F(npy_writer, every_type_reads_back) {
    for (const dtype_info& type : dtypes) {
        for (const std::vector<std::int64_t>& shape : std::vector<std::vector<std::int64_t>>{{}, {1}, {3, 5}, {0, 4}}) {
            SCOPED_TRACE(type.name);
            tensor values(type.type, shape);
            if (type.type == dtype::str) {
                std::vector<std::string> texts;
                for (std::int64_t i = 0; i < values.size(); ++i) texts.push_back(std::string(i % 4, 'x') + "é€😀");
                values = tensor::from_strings(texts, shape);
            } else {
                std::uint8_t* const bytes = static_cast<std::uint8_t*>(values.data());
                for (std::size_t i = 0; i < values.bytes(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 37 + 1);
            }
            write_npy(path("t.npy"), values.view());
            const array back = read(path("t.npy"));
            EXPECT_EQ(back.type(), type.type);
            EXPECT_EQ(back.shape(), shape);
            if (type.type == dtype::str) {
                EXPECT_EQ(materialise(back.view()).to_strings(), values.to_strings());
            } else if (values.bytes() > 0) {
                EXPECT_EQ(std::memcmp(back.view().data, values.data(), values.bytes()), 0);
            }
        }
    }
}

TEST_F(npy_writer, bytes_are_those_of_the_format) {
    const std::vector<std::int16_t> values = {1, -2};
    write_npy(path("t.npy"), view(values, {2}));
    EXPECT_EQ(content(path("t.npy")), "\x93NUMPY\1\0\x76\0"s +
                                          "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }" +
                                          std::string(60, ' ') + "\n" + "\1\0\xfe\xff"s);
    const tensor texts = tensor::from_strings(std::vector<std::string>{"é", "", "ab"}, {3});
    write_npy(path("u.npy"), texts.view());
    const std::string file = content(path("u.npy"));
    EXPECT_NE(file.find("'<U2'"), std::string::npos);
    EXPECT_EQ(file.substr(128), "\xe9\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0a\0\0\0b\0\0\0"s);
}

TEST_F(npy_writer, strided_views_are_written_in_c_order) {
    const std::vector<std::int32_t> values = {0, 1, 2, 3, 4, 5};
    const std::vector<std::int64_t> shape = {3, 2}, transposed = {4, 12};
    write_npy(path("t.npy"), const_tensor_view(values.data(), dtype::i32, shape, transposed.data()));
    const std::vector<std::int32_t> expected = {0, 3, 1, 4, 2, 5};
    EXPECT_EQ(std::memcmp(read(path("t.npy")).view().data, expected.data(), 24), 0);
}

TEST_F(npy_writer, texts_that_are_no_utf8_leave_no_file) {
    const tensor texts = tensor::from_strings(std::vector<std::string>{"a", "\xff"}, {2});
    try {
        write_npy(path("t.npy"), texts.view());
        ADD_FAILURE() << "was written";
    } catch (const files::file_error& error) {
        EXPECT_EQ(std::string(error.what()).rfind(path("t.npy") + ": element 1 (in C order) is no UTF-8", 0), 0u)
            << error.what();
    }
    EXPECT_TRUE(names().empty());
}

}  // namespace
}  // namespace zerostride::npy
