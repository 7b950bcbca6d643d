#include "broadcast/sample.hpp"

#include <cstring>
#include <utility>

#include "support/values.hpp"

namespace zerostride::test {

sample::sample(dtype type, const layout& how, random_bits& random)
    : type_(type), how_(how), first_byte_(how.first_byte()) {
    const std::size_t bytes = size_of(type);
    std::vector<std::byte> values = make_values(type, static_cast<std::size_t>(how_.count()), random);
    if (how_ == dense(how_.extents, bytes)) {
        memory_ = std::move(values);
        return;
    }
    memory_.assign(static_cast<std::size_t>(how_.end_byte(bytes) - first_byte_), std::byte{0xa5});
    const std::byte* next = values.data();
    for_each(how_.extents, [&](const extents& index) {
        std::memcpy(const_cast<std::byte*>(at(index)), next, bytes);
        next += bytes;
    });
}

sample::sample(dtype type, const extents& shape, random_bits& random)
    : sample(type, dense(shape, size_of(type)), random) {}

const std::byte* sample::at(const extents& index) const {
    const std::byte* element = first();
    for (std::size_t i = 0; i < index.size(); ++i) element += index[i] * how_.strides[i];
    return element;
}

const std::byte* address(const const_tensor_view& view, const extents& index) {
    std::int64_t offset = 0, dense = static_cast<std::int64_t>(size_of(view.type));
    for (std::size_t i = index.size(); i-- > 0;) {
        offset += index[i] * (view.strides != nullptr ? view.strides[i] : dense);
        dense *= view.shape[i];
    }
    return static_cast<const std::byte*>(view.data) + offset;
}

std::int64_t count(const extents& shape) {
    std::int64_t product = 1;
    for (const std::int64_t extent : shape) product *= extent;
    return product;
}

std::string to_text(const extents& shape) {
    std::string made = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (i != 0) made += ',';
        made += std::to_string(shape[i]);
    }
    return made + "]";
}

testing::AssertionResult holds_copy(const tensor& copy, const const_tensor_view& from) {
    const extents shape(from.shape, from.shape + from.rank);
    if (copy.type() != from.type) return testing::AssertionFailure() << "the type is " << name_of(copy.type());
    if (copy.shape() != shape) {
        return testing::AssertionFailure() << "the shape is " << to_text(copy.shape()) << ", not " << to_text(shape);
    }
    if (copy.size() != count(shape)) return testing::AssertionFailure() << "the size is " << copy.size();
    const std::size_t bytes = size_of(from.type);
    const std::byte* element = static_cast<const std::byte*>(copy.data());
    testing::AssertionResult answer = testing::AssertionSuccess();
    for_each(shape, [&](const extents& index) {
        if (answer && std::memcmp(element, address(from, index), bytes) != 0) {
            answer = testing::AssertionFailure() << "the element at " << to_text(index) << " differs";
        }
        element += bytes;
    });
    return answer;
}

}  // namespace zerostride::test
