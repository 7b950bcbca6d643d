// The header of a .npy file: its parts in words and in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "npy/npy.hpp"
#include "zerostride/view.hpp"

namespace zerostride::npy {

/// What a header can say that we read.
struct header {
    dtype type = dtype::f32;
    std::size_t item_bytes = 0;  ///< of one element in the file
    text_form texts = text_form::bytes;
    bool fortran_order = false;
    std::vector<std::int64_t> shape;
    std::int64_t size = 0;        ///< number of elements
    std::int64_t data_bytes = 0;  ///< of all elements in the file
};

/// Why a header cannot be read; the file's name is not in it.
class header_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The bytes before the header's text: magic, version, length. The first eight of them tell the rest.
inline constexpr std::size_t shortest_preamble = 10;
inline constexpr std::size_t longest_preamble = 12;

/// Longer headers are refused: a shape that needs one cannot be meant.
inline constexpr std::size_t longest_header = std::size_t{1} << 20;

struct preamble {
    std::size_t bytes;         ///< of the preamble itself
    std::size_t header_bytes;  ///< of the text after it
};
/// Reads the first bytes of a file, of which there may be fewer than longest_preamble. Throws header_error.
preamble parse_preamble(std::string_view start);

/// Reads a header's text, a Python dictionary. Checks everything that can be checked without the data.
/// Throws header_error.
header parse_header(std::string_view text);

/// Preamble and header of a file in C order; a multiple of 64 bytes, so that mapped data are aligned.
/// `text_width` is the number of code points, or of bytes, of one str element. Throws header_error where it would not
/// be read again.
std::string format_header(dtype type, extents_ref shape, std::size_t text_width,
                          text_form texts = text_form::code_points);

}  // namespace zerostride::npy
