#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "files/input_file.hpp"
#include "memory.hpp"
#include "npy/header.hpp"
#include "npy/npy.hpp"
#include "npy/utf8.hpp"

namespace zerostride::npy {
namespace {

static_assert(std::endian::native == std::endian::little, "files and memory have the same byte order");

/// The header, the file positioned after it.
header read_header(files::input_file& file) {
    char start[longest_preamble];
    std::size_t have = static_cast<std::size_t>(std::min<std::int64_t>(file.size(), shortest_preamble));
    file.read(start, have);
    if (have == shortest_preamble && start[6] != 1 && file.size() >= std::int64_t{longest_preamble}) {
        file.read(start + have, longest_preamble - have);
        have = longest_preamble;
    }
    const preamble found = parse_preamble({start, have});
    const std::int64_t begin = static_cast<std::int64_t>(found.bytes + found.header_bytes);
    if (begin > file.size()) throw header_error("its header is truncated");
    std::string text(found.header_bytes, '\0');
    file.read(text.data(), text.size());
    header made = parse_header(text);
    const std::int64_t data = file.size() - begin;
    if (data < made.data_bytes) {
        throw header_error("is truncated: its header promises " + std::to_string(made.data_bytes) +
                           (made.data_bytes == 1 ? " byte" : " bytes") + " of data, it has " + std::to_string(data));
    }
    if (data > made.data_bytes) {
        const std::int64_t more = data - made.data_bytes;
        throw header_error("has " + std::to_string(more) + (more == 1 ? " byte" : " bytes") + " after its data");
    }
    return made;
}

/// Byte strides of the elements in memory, which stand as in the file.
std::vector<std::int64_t> strides_of(const header& h) {
    const std::size_t rank = h.shape.size();
    std::vector<std::int64_t> strides(rank);
    std::int64_t stride = static_cast<std::int64_t>(size_of(h.type));
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t axis = h.fortran_order ? i : rank - 1 - i;
        strides[axis] = stride;
        // Fits: the header's check left out the extents 0 too.
        stride *= std::max<std::int64_t>(h.shape[axis], 1);
    }
    return strides;
}

/// Appends the UTF-8 form of NumPy's code points, without the padding, to `characters`.
void append_code_points(const char* item, std::size_t count, std::vector<char>& characters) {
    const auto code = [item](std::size_t i) {
        std::uint32_t value;
        std::memcpy(&value, item + 4 * i, sizeof value);
        return value;
    };
    while (count > 0 && code(count - 1) == 0) --count;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_scalar_value(code(i))) {
            throw header_error("holds a text with the code point " + std::to_string(code(i)) +
                               ", which UTF-8 cannot hold");
        }
        char bytes[longest_utf8];
        characters.insert(characters.end(), bytes, bytes + encode_utf8(code(i), bytes));
    }
}

void append_bytes(const char* item, std::size_t count, std::vector<char>& characters) {
    while (count > 0 && item[count - 1] == '\0') --count;
    characters.insert(characters.end(), item, item + count);
}

/// Reads all elements of a text file: their bytes into `characters`, views of them into `elements`.
void read_texts(files::input_file& file, const header& h, std::vector<char>& characters, text* elements) {
    // No element grows on its way to UTF-8, so the bytes stay where they are put.
    characters.reserve(static_cast<std::size_t>(h.data_bytes));
    constexpr std::size_t block_bytes = std::size_t{1} << 18;
    const std::size_t size = static_cast<std::size_t>(h.size);
    const std::size_t most = std::max<std::size_t>(block_bytes / std::max<std::size_t>(h.item_bytes, 1), 1);
    std::vector<char> block(std::min(most, size) * h.item_bytes);
    for (std::size_t done = 0; done < size;) {
        const std::size_t items = std::min(most, size - done);
        file.read(block.data(), items * h.item_bytes);
        for (std::size_t i = 0; i < items; ++i, ++done) {
            const char* const item = block.data() + i * h.item_bytes;
            const std::size_t begin = characters.size();
            if (h.texts == text_form::code_points) {
                append_code_points(item, h.item_bytes / 4, characters);
            } else {
                append_bytes(item, h.item_bytes, characters);
            }
            elements[done] = {characters.data() + begin, characters.size() - begin};
        }
    }
}

/// Elements that take nothing in a file: what it has limits the number of all others.
constexpr std::int64_t most_without_bytes = std::int64_t{1} << 20;

}  // namespace

array read(const std::string& path) try {
    files::input_file file(path);
    header h = read_header(file);
    const std::int64_t element_bytes = h.size * static_cast<std::int64_t>(size_of(h.type));
    std::int64_t bytes;
    if (__builtin_add_overflow(element_bytes, h.type == dtype::str ? h.data_bytes : 0, &bytes)) {
        bytes = std::numeric_limits<std::int64_t>::max();
    }
    const std::string refusal = memory::refusal(bytes);
    if (!refusal.empty()) throw files::file_error(path, refusal);
    if (h.item_bytes == 0 && h.size > most_without_bytes) {
        throw header_error("has " + std::to_string(h.size) + " texts of no bytes, more than " +
                           std::to_string(most_without_bytes));
    }

    array made;
    made.type_ = h.type;
    made.size_ = h.size;
    made.texts_ = h.texts;
    made.strides_ = strides_of(h);
    made.shape_ = std::move(h.shape);
    // At least one whole line, so that an empty array has an address too.
    constexpr std::size_t line = 64;
    const std::size_t lines = static_cast<std::size_t>(element_bytes) / line + 1;
    made.elements_.reset(static_cast<std::byte*>(std::aligned_alloc(line, lines * line)));
    if (!made.elements_) throw std::bad_alloc();
    if (h.type == dtype::str) {
        read_texts(file, h, made.characters_, reinterpret_cast<text*>(made.elements_.get()));
    } else {
        file.read(made.elements_.get(), static_cast<std::size_t>(element_bytes));
    }
    return made;
} catch (const header_error& refused) {
    throw files::file_error(path, refused.what());
} catch (const std::bad_alloc&) {
    throw files::file_error(path, "its elements need more memory than there is");
} catch (const std::length_error&) {
    throw files::file_error(path, "its elements need more memory than there is");
}

}  // namespace zerostride::npy
