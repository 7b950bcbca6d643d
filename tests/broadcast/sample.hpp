// An operand with random elements in any layout, and the ways to look at it index by index.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "support/layout.hpp"
#include "support/settings.hpp"
#include "zerostride/broadcast.hpp"

namespace zerostride::test {

using extents = std::vector<std::int64_t>;

class sample {
public:
    sample(dtype type, const layout& how, random_bits& random);
    sample(dtype type, const extents& shape, random_bits& random);

    const_tensor_view view() const { return {first(), type_, how_.extents, how_.strides.data()}; }
    operator const_tensor_view() const { return view(); }
    dtype type() const { return type_; }
    const extents& shape() const { return how_.extents; }
    const std::byte* at(const extents& index) const;
    template <class T>
    T get(const extents& index) const {
        T value;
        std::memcpy(&value, at(index), sizeof value);
        return value;
    }
    /// Writes the element at `index` as `value`.
    template <class T>
    void set(const extents& index, T value) {
        std::memcpy(const_cast<std::byte*>(at(index)), &value, sizeof value);
    }

private:
    const std::byte* first() const { return memory_.data() - first_byte_; }

    dtype type_;
    layout how_;
    std::int64_t first_byte_;
    std::vector<std::byte> memory_;
};

/// Calls visit(index) for every index tuple of `shape` in row-major order.
template <class Visit>
void for_each(const extents& shape, Visit visit) {
    for (const std::int64_t extent : shape) {
        if (extent == 0) return;
    }
    extents index(shape.size(), 0);
    while (true) {
        visit(static_cast<const extents&>(index));
        std::size_t axis = shape.size();
        while (true) {
            if (axis == 0) return;
            --axis;
            if (++index[axis] < shape[axis]) break;
            index[axis] = 0;
        }
    }
}

const std::byte* address(const const_tensor_view& view, const extents& index);
std::int64_t count(const extents& shape);
std::string to_text(const extents& shape);

/// True when `view` has `shape` and reads, at every index C, exactly the element of `arg` at source(C).
template <class Source>
testing::AssertionResult reads(const array_view& view, const extents& shape, const sample& arg, Source source) {
    if (view.shape != shape) {
        return testing::AssertionFailure() << "the shape is " << to_text(view.shape) << ", not " << to_text(shape);
    }
    if (view.strides.size() != shape.size()) return testing::AssertionFailure() << "strides of another rank";
    if (view.type != arg.type()) return testing::AssertionFailure() << "the type is " << name_of(view.type);
    testing::AssertionResult answer = testing::AssertionSuccess();
    for_each(shape, [&](const extents& index) {
        if (answer && address(view, index) != arg.at(source(index))) {
            answer = testing::AssertionFailure() << "index " << to_text(index) << " reads another element";
        }
    });
    return answer;
}

/// True when `copy` is dense and has, byte for byte, the elements of `from`.
testing::AssertionResult holds_copy(const tensor& copy, const const_tensor_view& from);

}  // namespace zerostride::test
