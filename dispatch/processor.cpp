#include "dispatch/processor.hpp"

#include <string_view>

#include "zerostride/isa.hpp"

namespace zerostride::detail {
namespace {

bool is_amd() noexcept { return std::string_view(cpu().vendor) == "AuthenticAMD"; }

}  // namespace

// One family, of which the fourth generation brought AVX-512.
bool is_zen_3() noexcept { return is_zen_3_or_4() && !cpu().avx512; }

bool is_zen_4() noexcept { return is_zen_3_or_4() && cpu().avx512; }

bool is_zen_3_or_4() noexcept { return is_amd() && cpu().family == 0x19; }

bool is_zen_5() noexcept { return is_amd() && cpu().family == 0x1a; }

// The hardware's prefetchers end at a page's end and begin anew with the next one: by a whole page ahead Neg gains up
// to a fifth on AMD's Zen 5 and a tenth on Zen 4. Half of it is gained by half the distance, at which Intel's Sapphire
// Rapids gained an eighth of the time of Exp and a tenth of that of Neg. Of two operands, 256 and 512 bytes ahead gain
// sums a fifth of their time on Zen 5, 1 KiB to a page half of that; on Zen 4 a page ahead costs them a quarter, and up
// to a third where one of them is packed.
std::size_t read_ahead_of_streams(int read) noexcept { return is_amd() && read > 1 ? 512 : 4096; }

// Measured in memory: doubles with steps of 130 bytes to 8 KiB take 3.5 to 5 ns where they took 8.3, because Zen 4 has
// twice as many lines under way to its L2 cache as to its L1 cache. Shorter steps the hardware's prefetchers find.
bool has_more_under_way_to_l2() noexcept { return is_zen_4(); }

// Measured, beyond the L2 cache: Intel's Sapphire Rapids gains a tenth by it, AMD's Zen 5 loses a quarter.
bool stores_wait_in_turn() noexcept { return std::string_view(cpu().vendor) == "GenuineIntel"; }

std::int64_t most_in_l1() noexcept { return cpu().l1_bytes > 0 ? cpu().l1_bytes : std::int64_t{32} << 10; }
std::int64_t most_in_l2() noexcept { return cpu().l2_bytes > 0 ? cpu().l2_bytes : std::int64_t{2} << 20; }
// Zen 5 remembers 4096 pages of 4 KiB, Sapphire Rapids 2048.
std::int64_t most_in_pages() noexcept { return std::int64_t{16} << 20; }

}  // namespace zerostride::detail
