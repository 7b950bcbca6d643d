// What a C call answered: the status, and the words in a std::string.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "zerostride/zerostride.h"

namespace zerostride::test {

struct answer {
    zs_status status;
    std::string words;
};

/// call(message) is a C call with room for its words.
template <class Call>
answer ask(Call&& call) {
    char text[2048] = "not written";
    zs_message message = ZS_MESSAGE(text);
    const zs_status status = call(&message);
    EXPECT_EQ(message.length, std::string(text).size());
    EXPECT_EQ(status == ZS_STATUS_ok, message.length == 0) << status << " " << text;
    EXPECT_EQ(call(nullptr), status) << "the status depends on whether there is room for words";
    return {status, text};
}

using extents = std::vector<std::int64_t>;

/// A view of elements that are only read, or of none. It points to `shape`, which must therefore have a name.
zs_view view_of(const void* data, zs_dtype type, extents&& shape, const std::int64_t* strides = nullptr) = delete;
inline zs_view view_of(const void* data, zs_dtype type, const extents& shape, const std::int64_t* strides = nullptr) {
    return {const_cast<void*>(data), type, shape.size(), shape.data(), strides};
}

}  // namespace zerostride::test
