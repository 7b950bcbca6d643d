#include "npy/header.hpp"

#include <algorithm>
#include <limits>

namespace zerostride::npy {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

/// Text of unknown origin for a message: printable ASCII and not too much of it.
std::string quoted(std::string_view text) {
    constexpr std::size_t most = 60;
    std::string shown = "'";
    for (const char c : text.substr(0, most)) shown += c >= ' ' && c <= '~' ? c : '?';
    return shown + (text.size() > most ? "...'" : "'");
}

/// Reads the Python literals that a header is made of, from the front.
class literal_reader {
public:
    explicit literal_reader(std::string_view text) noexcept : rest_(text) {}

    bool at_end() {
        skip_space();
        return rest_.empty();
    }
    /// Takes `wanted` if it is next.
    bool take(char wanted) {
        skip_space();
        if (rest_.empty() || rest_.front() != wanted) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void require(char wanted) {
        if (!take(wanted)) fail(std::string("'") + wanted + "' is missing");
    }
    bool next_is_string() {
        skip_space();
        return !rest_.empty() && (rest_.front() == '\'' || rest_.front() == '"');
    }
    std::string_view string() {
        if (!next_is_string()) fail("a string is missing");
        const std::size_t end = rest_.find(rest_.front(), 1);
        if (end == std::string_view::npos) fail("a string does not end");
        const std::string_view text = rest_.substr(1, end - 1);
        if (text.find('\\') != std::string_view::npos) fail("a string has a backslash");
        rest_.remove_prefix(end + 1);
        return text;
    }
    bool boolean() {
        skip_space();
        for (const std::string_view word : {std::string_view("True"), std::string_view("False")}) {
            if (rest_.substr(0, word.size()) == word) {
                rest_.remove_prefix(word.size());
                return word == "True";
            }
        }
        fail("fortran_order is neither True nor False");
    }
    std::int64_t extent() {
        skip_space();
        if (take('-')) throw header_error("its shape has a negative extent");
        std::int64_t value = 0;
        std::size_t digits = 0;
        for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
            if (__builtin_mul_overflow(value, std::int64_t{10}, &value) ||
                __builtin_add_overflow(value, std::int64_t{rest_[digits] - '0'}, &value)) {
                throw header_error("its shape has an extent that does not fit in 63 bits");
            }
        }
        if (digits == 0) fail("shape is no tuple of integers");
        rest_.remove_prefix(digits);
        // Python 2 wrote long integers with a suffix.
        if (!rest_.empty() && rest_.front() == 'L') rest_.remove_prefix(1);
        return value;
    }
    /// The unread text, to quote it.
    std::string_view rest() const noexcept { return rest_; }
    [[noreturn]] static void fail(const std::string& reason) { throw header_error("malformed header: " + reason); }

private:
    void skip_space() noexcept {
        const std::size_t end = rest_.find_first_not_of(" \t\n\r\f");
        rest_.remove_prefix(std::min(end, rest_.size()));
    }

    std::string_view rest_;
};

[[noreturn]] void refuse_type(std::string_view name) {
    throw header_error("element type " + quoted(name) +
                       " is not supported (f2 f4 f8 i1..i8 u1..u8 b1 U S, real as two f8 named hi and lo)");
}

/// A type and its size as NumPy writes them, for instance "<f4": byte order, kind, bytes (of U: code points).
void parse_type(std::string_view name, header& made) {
    std::string_view rest = name;
    char order = '=';
    if (!rest.empty() && std::string_view("<>=|").find(rest.front()) != std::string_view::npos) {
        order = rest.front();
        rest.remove_prefix(1);
    }
    if (rest.size() < 2) refuse_type(name);
    const char kind = rest.front();
    std::size_t number = 0;
    for (const char c : rest.substr(1)) {
        if (c < '0' || c > '9') refuse_type(name);
        if (__builtin_mul_overflow(number, std::size_t{10}, &number) ||
            __builtin_add_overflow(number, static_cast<std::size_t>(c - '0'), &number)) {
            refuse_type(name);
        }
    }
    made.item_bytes = number;
    if (kind == 'S') {
        made.type = dtype::str;
    } else if (kind == 'U') {
        made.type = dtype::str;
        made.texts = text_form::code_points;
        if (__builtin_mul_overflow(number, std::size_t{4}, &made.item_bytes)) refuse_type(name);
    } else {
        struct row {
            char kind;
            std::size_t bytes;
            dtype type;
        };
        constexpr row rows[] = {{'f', 2, dtype::f16}, {'f', 4, dtype::f32}, {'f', 8, dtype::f64},
                                {'i', 1, dtype::i8},  {'i', 2, dtype::i16}, {'i', 4, dtype::i32},
                                {'i', 8, dtype::i64}, {'u', 1, dtype::u8},  {'u', 2, dtype::u16},
                                {'u', 4, dtype::u32}, {'u', 8, dtype::u64}, {'b', 1, dtype::boolean}};
        const row* const found = std::find_if(std::begin(rows), std::end(rows), [&](const row& candidate) {
            return candidate.kind == kind && candidate.bytes == number;
        });
        if (found == std::end(rows)) refuse_type(name);
        made.type = found->type;
    }
    // The order of single bytes means nothing, that of wider elements must be known.
    const bool single_bytes = kind == 'S' || (kind != 'U' && number == 1);
    if (!single_bytes && order == '>') {
        throw header_error("element type " + quoted(name) + " is big-endian; only little-endian files are read");
    }
    if (!single_bytes && order == '|') refuse_type(name);
}

/// The one structure that is read: [('hi', '<f8'), ('lo', '<f8')].
void parse_structure(literal_reader& reader, header& made) {
    const std::string_view before = reader.rest();
    const auto refuse = [&] {
        throw header_error("structured element type " + quoted(before) +
                           " is not supported (only real: two f8 named hi and lo)");
    };
    reader.require('[');
    for (const char* const name : {"hi", "lo"}) {
        if (!reader.take('(') || !reader.next_is_string() || reader.string() != name) refuse();
        if (!reader.take(',') || !reader.next_is_string()) refuse();
        header field;
        parse_type(reader.string(), field);
        reader.take(',');
        if (!reader.take(')') || field.type != dtype::f64) refuse();
        const bool comma = reader.take(',');
        if (!comma && name[0] == 'h') refuse();
    }
    if (!reader.take(']')) refuse();
    made.type = dtype::real;
    made.item_bytes = sizeof(real);
}

void parse_shape(literal_reader& reader, header& made) {
    if (!reader.take('(')) literal_reader::fail("shape is no tuple of integers");
    bool comma = true;
    while (!reader.take(')')) {
        if (!comma) literal_reader::fail("shape is no tuple of integers");
        made.shape.push_back(reader.extent());
        comma = reader.take(',');
    }
    // (3) is an integer in Python, (3,) is a tuple.
    if (made.shape.size() == 1 && !comma) literal_reader::fail("shape is no tuple of integers");
}

/// The number of elements, and their bytes in the file and in memory, must fit in 63 bits; unlike in the product
/// an extent 0 hides nothing.
void count(header& made) {
    const auto bytes = static_cast<std::int64_t>(std::max(size_of(made.type), made.item_bytes));
    if (bytes < 0) throw header_error("its elements are larger than fits in 63 bits");
    if (!count_elements(made.shape, bytes, made.size)) {
        throw header_error("its elements have more bytes than fit in 63 bits");
    }
    made.data_bytes = made.size * static_cast<std::int64_t>(made.item_bytes);
}

/// As Python writes a tuple.
std::string tuple(extents_ref shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i != 0) text += ' ';
        text += std::to_string(shape[i]);
        text += ',';
    }
    if (shape.size() > 1) text.pop_back();
    text += ')';
    return text;
}

std::string type_name(dtype type, std::size_t text_width, text_form texts) {
    switch (info(type).kind) {
        case type_kind::real: return "[('hi', '<f8'), ('lo', '<f8')]";
        case type_kind::text: return (texts == text_form::bytes ? "'|S" : "'<U") + std::to_string(text_width) + "'";
        case type_kind::logical: return "'|b1'";
        default: break;
    }
    const char* const name = name_of(type);
    const std::size_t bytes = size_of(type);
    return std::string("'") + (bytes == 1 ? '|' : '<') + name[0] + std::to_string(bytes) + "'";
}

}  // namespace

preamble parse_preamble(std::string_view start) {
    if (start.substr(0, magic.size()) != magic.substr(0, start.size()) || start.empty()) {
        throw header_error("is no .npy file");
    }
    if (start.size() < shortest_preamble) throw header_error("its header is truncated");
    const auto byte = [start](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(start[i])); };
    const std::size_t major = byte(6), minor = byte(7);
    if (major < 1 || major > 3 || minor != 0) {
        throw header_error("is a .npy file of version " + std::to_string(major) + "." + std::to_string(minor) +
                           "; versions 1.0, 2.0 and 3.0 are read");
    }
    preamble made{shortest_preamble, byte(8) | byte(9) << 8};
    if (major > 1) {
        if (start.size() < longest_preamble) throw header_error("its header is truncated");
        made.bytes = longest_preamble;
        made.header_bytes |= byte(10) << 16 | byte(11) << 24;
    }
    if (made.header_bytes > longest_header) {
        throw header_error("its header is said to have " + std::to_string(made.header_bytes) + " bytes; at most " +
                           std::to_string(longest_header) + " are read");
    }
    return made;
}

header parse_header(std::string_view text) {
    literal_reader reader(text);
    header made;
    bool has_type = false, has_order = false, has_shape = false;
    const auto once = [](bool& seen, std::string_view key) {
        if (seen) literal_reader::fail(quoted(key) + " is there twice");
        seen = true;
    };
    reader.require('{');
    while (!reader.take('}')) {
        const std::string_view key = reader.string();
        reader.require(':');
        if (key == "descr") {
            once(has_type, key);
            if (reader.next_is_string()) {
                parse_type(reader.string(), made);
            } else {
                parse_structure(reader, made);
            }
        } else if (key == "fortran_order") {
            once(has_order, key);
            made.fortran_order = reader.boolean();
        } else if (key == "shape") {
            once(has_shape, key);
            parse_shape(reader, made);
        } else {
            literal_reader::fail("it has the unknown key " + quoted(key));
        }
        if (!reader.take(',')) {
            reader.require('}');
            break;
        }
    }
    if (!reader.at_end()) literal_reader::fail("text follows the dictionary");
    if (!has_type) literal_reader::fail("'descr' is missing");
    if (!has_order) literal_reader::fail("'fortran_order' is missing");
    if (!has_shape) literal_reader::fail("'shape' is missing");
    count(made);
    return made;
}

std::string format_header(dtype type, extents_ref shape, std::size_t text_width, text_form texts) {
    std::string text = "{'descr': " + type_name(type, text_width, texts) +
                       ", 'fortran_order': False, 'shape': " + tuple(shape) + ", }";
    constexpr std::size_t alignment = 64;
    const auto padded = [&](std::size_t before) {
        return (before + text.size() + 1 + alignment - 1) / alignment * alignment - before;
    };
    const bool short_enough = padded(shortest_preamble) <= std::numeric_limits<std::uint16_t>::max();
    const std::size_t bytes = padded(short_enough ? shortest_preamble : longest_preamble);
    std::string start(magic);
    start += short_enough ? '\1' : '\2';
    start += '\0';
    for (int i = 0; i < (short_enough ? 2 : 4); ++i) start += static_cast<char>(bytes >> (8 * i) & 0xff);
    if (bytes > longest_header) {
        throw header_error("a header of " + std::to_string(bytes) + " bytes, which its shape of " +
                           std::to_string(shape.size()) + " axes takes, is longer than the " +
                           std::to_string(longest_header) + " that are read");
    }
    text.resize(bytes - 1, ' ');
    return start + text + "\n";
}

}  // namespace zerostride::npy
