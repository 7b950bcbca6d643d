// Places in one block of memory for blocks that do not all live at the same time.
#pragma once

#include <cstddef>
#include <vector>

namespace zerostride::detail {

struct arena_block {
    std::size_t bytes;
    std::size_t first, last;  ///< the steps from which and to which it lives, both included
    std::size_t offset = 0;   ///< found by place_blocks
};

inline std::size_t round_up(std::size_t bytes, std::size_t alignment) noexcept {
    return (bytes + alignment - 1) / alignment * alignment;
}

/// Gives each block an offset, a multiple of `alignment`, at which nothing else lives with it. Returns the bytes that
/// all of them take, a multiple of `alignment`. Throws error(too_large) for what no memory holds.
std::size_t place_blocks(std::vector<arena_block>& blocks, std::size_t alignment);

}  // namespace zerostride::detail
