// NumPy .npy files as operands, and results as .npy files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "files/file_error.hpp"
#include "files/staged_file.hpp"
#include "zerostride/view.hpp"

namespace zerostride::npy {

/// How NumPy holds texts: U, four bytes for a code point, or S, bytes as they are.
enum class text_form { code_points, bytes };

/// The elements of a file, held in memory: the file may be replaced while an array lives. A file in Fortran
/// order is a view with Fortran strides, its elements are not moved.
class array {
public:
    dtype type() const noexcept { return type_; }
    const std::vector<std::int64_t>& shape() const noexcept { return shape_; }
    const std::vector<std::int64_t>& strides() const noexcept { return strides_; }  ///< bytes
    std::int64_t size() const noexcept { return size_; }
    text_form texts() const noexcept { return texts_; }  ///< where the type is str
    /// Valid as long as the array, also after the array is moved.
    const_tensor_view view() const noexcept { return {elements_.get(), type_, shape_, strides_.data()}; }

private:
    friend array read(const std::string& path);

    struct free_memory {
        void operator()(std::byte* memory) const noexcept { std::free(memory); }
    };
    dtype type_ = dtype::f32;
    std::vector<std::int64_t> shape_, strides_;
    std::int64_t size_ = 0;
    text_form texts_ = text_form::code_points;
    std::unique_ptr<std::byte, free_memory> elements_;  ///< 64-byte aligned
    std::vector<char> characters_;                      ///< that text elements view
};

/// Reads a .npy file of version 1, 2 or 3: little-endian f2 f4 f8 i1..i8 u1..u8 b1, U (UCS-4, which becomes
/// UTF-8), S (bytes, taken as they are), and real as a structure of two f8 named hi and lo. As in NumPy, NUL
/// characters at the end of a text are padding. The file must hold exactly what its header promises.
/// Throws files::file_error.
array read(const std::string& path);

/// Puts `values` into `file` as .npy version 1 (2 when the header needs more than 64 KiB), C order; texts as S, or as
/// U, for which they must be UTF-8 (NUL characters at their end are lost). Throws files::file_error.
void write(files::staged_file& file, const const_tensor_view& values, text_form texts = text_form::code_points);

}  // namespace zerostride::npy
