// Element types: their identities, names and sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace zerostride {

/// The 14 element types. The numeric values are stable across versions.
enum class dtype : std::uint8_t {
#define ZS_TYPE(id, name, long_name, bytes, kind) name = id,
#include "zerostride/types.def"
#undef ZS_TYPE
};

/// What a type's values are; decides which operators mean something for it.
enum class type_kind : std::uint8_t { real, floating, signed_integer, unsigned_integer, text, logical };

/// One row of types.def.
struct dtype_info {
    dtype type;
    const char* name;       ///< short name: "f32"
    const char* long_name;  ///< the name in the SONNX and ONNX texts: "float"
    std::size_t bytes;      ///< size of one element
    type_kind kind;
};

namespace detail {
/// A template, of which the library has the one instance: an inline variable would be in every object that reads it.
template <class>
struct dtype_rows_of {
    static constexpr dtype_info rows[] = {
#define ZS_TYPE(id, name, long_name, bytes, kind) {dtype::name, #name, #long_name, bytes, type_kind::kind},
#include "zerostride/types.def"
#undef ZS_TYPE
    };
};
extern template struct dtype_rows_of<void>;
}  // namespace detail
inline constexpr const auto& dtypes = detail::dtype_rows_of<void>::rows;
inline constexpr std::size_t dtype_count = sizeof(dtypes) / sizeof(dtypes[0]);

/// True when `type` is one of the 14 (a value cast from a file or a foreign program may not be).
constexpr bool is_valid(dtype type) noexcept {
    return static_cast<std::size_t>(type) >= 1 && static_cast<std::size_t>(type) <= dtype_count;
}

/// The number of `type`'s row in `dtypes`; `type` must be valid.
constexpr std::size_t dtype_row(dtype type) noexcept { return static_cast<std::size_t>(type) - 1; }

/// The row of `type`; `type` must be valid.
constexpr const dtype_info& info(dtype type) noexcept { return dtypes[dtype_row(type)]; }

/// Bytes of one element of `type`; 0 when `type` is not valid.
constexpr std::size_t size_of(dtype type) noexcept { return is_valid(type) ? info(type).bytes : 0; }

/// Short name ("f32", "bool"); "invalid" when `type` is not valid.
constexpr const char* name_of(dtype type) noexcept {
    return !is_valid(type) ? "invalid" : type == dtype::boolean ? "bool" : info(type).name;
}

/// Finds a type by its short or long name ("f32", "float", "bool"); false when there is none.
[[nodiscard]] constexpr bool find_dtype(std::string_view name, dtype& found) noexcept {
    for (const dtype_info& row : dtypes) {
        if (name == row.name || name == row.long_name) {
            found = row.type;
            return true;
        }
    }
    return false;
}

}  // namespace zerostride
