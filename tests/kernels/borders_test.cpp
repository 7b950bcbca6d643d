// Sizes around the borders of tiles and caches, and one large enough for threads.
#include <algorithm>

#include "kernels/cells.hpp"

namespace zerostride::test {
namespace {

std::int64_t bytes_of_widest(const cell& c) {
    return static_cast<std::int64_t>(std::max(c.output_bytes(), c.input_bytes(c.arity() - 1)));
}

void borders(const cell& c) {
    random_bits random = random_of(c, "borders");
    const std::int64_t bytes = bytes_of_widest(c);
    for (const std::int64_t border : {std::int64_t{2048}, 8192 / bytes, 32768 / bytes}) {
        for (std::int64_t n = border - 1; n <= border + 1; ++n) {
            if (current_tier() == tier::emulated && n != border + 1) continue;
            ASSERT_TRUE(is_computed_right(row_of(c, n, 0, random), random)) << "n" << n;
            std::vector<role> roles(c.arity(), role::dense);
            roles[random.below(c.arity())] = random.pick(all_roles);
            ASSERT_TRUE(is_computed_right(tiled(c, roles, role::dense, 2, n, random), random)) << "n" << n;
            roles.assign(c.arity(), role::dense);
            roles[random.below(c.arity())] = random.pick(all_roles);
            ASSERT_TRUE(is_computed_right(tiled(c, roles, role::dense, n / 3 + 1, 3, random), random)) << "n" << n;
        }
    }
}
[[maybe_unused]] const bool borders_registered = register_cells("borders", borders, every_cell);

void large(const cell& c) {
    random_bits random = random_of(c, "large");
    std::int64_t elements = current_tier() == tier::emulated ? 40'000
                            : current_tier() == tier::quick  ? 400'000
                                                             : 1'000'000;
    // Of wide elements fewer fill the caches, and their oracles take longest.
    if (current_tier() == tier::quick) elements = std::min(elements, 1'600'000 / bytes_of_widest(c));
    problem p = row_of(c, elements + 1, 0, random);
    p.threads = 2;
    ASSERT_TRUE(is_computed_right(p, random));
}
[[maybe_unused]] const bool large_registered = register_cells("large", large, every_cell);

/// A result beyond the last-level cache, which is written past it.
void beyond_the_caches(const cell& c) {
    if (current_tier() == tier::emulated) GTEST_SKIP() << "too large for an emulator";
    random_bits random = random_of(c, "beyond_the_caches");
    const std::int64_t elements = (std::int64_t{80} << 20) / static_cast<std::int64_t>(c.output_bytes()) + 3;
    problem p = row_of(c, elements, 0, random);
    p.output.where = placement::within;
    p.output.shift = random.between(0, 63);
    p.threads = 2;
    ASSERT_TRUE(is_computed_right(p, random));
    // A short row again and again, behind which lies no whole number of tiles.
    std::vector<role> roles(c.arity(), role::dense);
    roles.back() = role::row;
    p = tiled(c, roles, role::dense, elements / 3, 3, random);
    ASSERT_TRUE(is_computed_right(p, random));
}
bool streams(const cell& c) {
    return (c.which == op::add && c.type == dtype::f32) || (c.which == op::identity && c.type == dtype::f64) ||
           (c.which == op::where && c.type == dtype::i64);
}
[[maybe_unused]] const bool beyond_registered = register_cells("beyond_the_caches", beyond_the_caches, streams);

}  // namespace
}  // namespace zerostride::test
