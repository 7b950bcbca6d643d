#include <algorithm>
#include <string>
#include <string_view>

#include "memory.hpp"
#include "npy/header.hpp"
#include "npy/npy.hpp"
#include "npy/utf8.hpp"
#include "zerostride/broadcast.hpp"

namespace zerostride::npy {
namespace {

bool is_dense(const const_tensor_view& values) noexcept {
    if (values.strides == nullptr) return true;
    std::int64_t stride = static_cast<std::int64_t>(size_of(values.type));
    for (std::size_t i = values.rank; i-- > 0;) {
        if (values.shape[i] == 0) return true;
        if (values.shape[i] != 1 && values.strides[i] != stride) return false;
        stride *= values.shape[i];
    }
    return true;
}

std::int64_t count(const const_tensor_view& values) noexcept {
    std::int64_t elements = 1;
    for (std::size_t i = 0; i < values.rank; ++i) {
        if (values.shape[i] == 0) return 0;
        elements *= values.shape[i];
    }
    return elements;
}

/// Code points in an element; throws files::file_error when it is no UTF-8.
std::size_t length(const std::string& path, std::int64_t index, std::string_view element) {
    std::size_t points = 0;
    std::uint32_t code;
    while (!element.empty()) {
        if (!decode_utf8(element, code)) {
            throw files::file_error(path, "element " + std::to_string(index) +
                                              " (in C order) is no UTF-8 text, so that it "
                                              "cannot be written as U");
        }
        ++points;
    }
    return points;
}

/// As S.
void append_bytes(files::staged_file& file, const text* elements, std::int64_t size, std::size_t width) {
    constexpr std::size_t block_bytes = std::size_t{1} << 18;
    std::string block;
    for (std::int64_t i = 0; i < size; ++i) {
        const std::size_t end = block.size() + width;
        block += std::string_view(elements[i]);
        block.resize(end, '\0');
        if (block.size() >= block_bytes || i + 1 == size) {
            file.append(block.data(), block.size());
            block.clear();
        }
    }
}

/// As U.
void append_code_points(files::staged_file& file, const text* elements, std::int64_t size, std::size_t width) {
    constexpr std::size_t block_points = std::size_t{1} << 16;
    std::vector<std::uint32_t> block;
    for (std::int64_t i = 0; i < size; ++i) {
        const std::size_t end = block.size() + width;
        std::string_view element = elements[i];
        std::uint32_t code;
        while (decode_utf8(element, code)) block.push_back(code);
        block.resize(end, 0);
        if (block.size() >= block_points || i + 1 == size) {
            file.append(block.data(), block.size() * sizeof block[0]);
            block.clear();
        }
    }
}

/// Appends the preamble and the header.
void begin(files::staged_file& file, dtype type, extents_ref shape, std::size_t text_width, text_form texts) try {
    const std::string start = format_header(type, shape, text_width, texts);
    file.append(start.data(), start.size());
} catch (const header_error& refused) {
    throw files::file_error(file.path(), refused.what());
}

}  // namespace

void write(files::staged_file& file, const const_tensor_view& values, text_form texts) {
    const extents_ref shape(values.shape, values.rank);
    const std::int64_t size = count(values);
    if (!is_dense(values)) {
        const std::string refusal = memory::refusal(size * static_cast<std::int64_t>(size_of(values.type)));
        if (!refusal.empty()) throw files::file_error(file.path(), refusal);
        const tensor dense = materialise(values);
        write(file, dense.view(), texts);
        return;
    }
    if (values.type != dtype::str) {
        begin(file, values.type, shape, 0, texts);
        file.append(values.data, static_cast<std::size_t>(size) * size_of(values.type));
        return;
    }
    const text* const elements = static_cast<const text*>(values.data);
    // NumPy has no type for texts of no character.
    std::size_t width = 1;
    for (std::int64_t i = 0; i < size; ++i) {
        const std::string_view element = elements[i];
        width = std::max(width, texts == text_form::bytes ? element.size() : length(file.path(), i, element));
    }
    begin(file, values.type, shape, width, texts);
    if (texts == text_form::bytes) append_bytes(file, elements, size, width);
    else append_code_points(file, elements, size, width);
}

}  // namespace zerostride::npy
