// What differs from processor to processor, of one instruction set: what caches hold, and what asking ahead gains.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zerostride::detail {

/// A processor of AMD's of these generations, which want some distances and tiles of their own.
bool is_zen_3() noexcept;
bool is_zen_4() noexcept;
bool is_zen_3_or_4() noexcept;
bool is_zen_5() noexcept;

/// Prefetch distance in bytes of rows that are stored past the caches and read `read` operands. Never 0.
std::size_t read_ahead_of_streams(int read) noexcept;

/// Whether what no hardware prefetcher finds is rather asked for into the L2 cache than into the L1 cache.
bool has_more_under_way_to_l2() noexcept;

/// Whether it pays to ask for the lines of a result before they are written. Where stores wait for theirs one after the
/// other it does; other processors are held up by the asking.
bool stores_wait_in_turn() noexcept;

/// Bytes that stay in a cache of the core that visits them.
std::int64_t most_in_l1() noexcept;
std::int64_t most_in_l2() noexcept;
/// Bytes whose pages the core remembers.
std::int64_t most_in_pages() noexcept;

}  // namespace zerostride::detail
