// The border between code that may throw and the try_ forms, which never do.
#pragma once

#include <new>
#include <stdexcept>

#include "zerostride/status.hpp"

namespace zerostride::detail {

/// The outcome of body(), which throws only where memory runs out; out_of_memory then, whose text is short enough to
/// need no heap.
template <class Body>
outcome attempt_words(Body&& body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {  // a container asked for more than any allocator could give
    }
    return {status::out_of_memory, "out of memory"};
}

/// The outcome of body(), or of what it threw.
template <class Body>
outcome attempt(Body&& body) noexcept {
    return attempt_words([&]() -> outcome {
        try {
            return body();
        } catch (const error& thrown) {
            return {thrown.code(), thrown.what()};
        }
    });
}

}  // namespace zerostride::detail
