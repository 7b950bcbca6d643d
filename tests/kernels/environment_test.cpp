// Whatever floating-point environment the host has set, no operator's result changes, and none of its traps is sprung.
#include "kernels/cells.hpp"

namespace zerostride::test {
namespace {

void environment(const cell& c) {
    random_bits random = random_of(c, "environment");
    for (const setting& host : settings) {
        for (const std::int64_t n : {1, 67, 300}) {
            problem p = row_of(c, n, 0, random);
            p.host = &host;
            ASSERT_TRUE(is_computed_right(p, random)) << host.name << ", " << n << " elements";
        }
    }
}
[[maybe_unused]] const bool environment_registered = register_cells("environment", environment, every_cell);

}  // namespace
}  // namespace zerostride::test
