#include "graph/onnx/tensor.hpp"

#include <cstring>
#include <vector>

#include "graph/onnx/element_types.hpp"
#include "zerostride/status.hpp"

namespace zerostride {
namespace {

[[noreturn]] void refuse(const std::string& who, const std::string& why) {
    throw error(status::invalid_argument, who + ": " + why);
}

void require_count(const std::string& who, std::int64_t wanted, std::int64_t found) {
    if (wanted != found)
        refuse(who, "it has " + std::to_string(found) + (found == 1 ? " element" : " elements") + " and should have " +
                        std::to_string(wanted));
}

/// The elements of a field, which has wider ones than the tensor, or as wide ones.
template <class Element, class Field>
void copy_field(const std::string& who, tensor& made, const Field& field) {
    require_count(who, made.size(), field.size());  // the elements may be in another field
    auto* const to = static_cast<Element*>(made.data());
    for (int i = 0; i < field.size(); ++i) to[i] = static_cast<Element>(field[i]);
}

void copy_fields(const std::string& who, tensor& made, const onnx::TensorProto& from) {
    switch (made.type()) {
        case dtype::f32: return copy_field<float>(who, made, from.float_data());
        case dtype::f64: return copy_field<double>(who, made, from.double_data());
        case dtype::i64: return copy_field<std::int64_t>(who, made, from.int64_data());
        case dtype::u64: return copy_field<std::uint64_t>(who, made, from.uint64_data());
        case dtype::u32: return copy_field<std::uint32_t>(who, made, from.uint64_data());
        case dtype::i32: return copy_field<std::int32_t>(who, made, from.int32_data());
        case dtype::f16:
        case dtype::u16:
        case dtype::i16: return copy_field<std::uint16_t>(who, made, from.int32_data());
        case dtype::boolean: return copy_field<bool>(who, made, from.int32_data());
        default: return copy_field<std::uint8_t>(who, made, from.int32_data());
    }
}

}  // namespace

tensor tensor_of_onnx(const std::string& who, const onnx::TensorProto& from) {
    const dtype type = dtype_of_onnx(from.data_type());
    if (!is_valid(type)) refuse(who, "element type " + std::to_string(from.data_type()) + " is none of ours");
    if (from.data_location() == onnx::TensorProto::EXTERNAL) refuse(who, "its elements are in another file");
    const std::vector<std::int64_t> shape(from.dims().begin(), from.dims().end());
    // Before there is memory for them: as many as the file holds.
    const auto bytes = static_cast<std::int64_t>(size_of(type));
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] >= 0) continue;
        refuse(who, "axis " + std::to_string(axis) + ": extent " + std::to_string(shape[axis]) + " is negative");
    }
    std::int64_t count;
    if (!count_elements(shape, bytes, count)) refuse(who, "it is too large");
    if (type == dtype::str) {
        require_count(who, count, from.string_data_size());
        return tensor::from_strings(std::vector<std::string>(from.string_data().begin(), from.string_data().end()),
                                    shape);
    }
    const auto raw = static_cast<std::int64_t>(from.raw_data().size());
    const std::int64_t listed = from.float_data_size() + from.double_data_size() + from.int32_data_size() +
                                from.int64_data_size() + std::int64_t{from.uint64_data_size()};
    if (raw % bytes != 0) refuse(who, "its elements are cut off");
    require_count(who, count, from.has_raw_data() ? raw / bytes : listed);
    tensor made(type, shape);
    if (!from.has_raw_data()) {
        copy_fields(who, made, from);
    } else if (raw > 0) {
        std::memcpy(made.data(), from.raw_data().data(), static_cast<std::size_t>(raw));
    }
    return made;
}

}  // namespace zerostride
