// The output may be any of the inputs, or several of them at once.
#include <algorithm>

#include "kernels/cells.hpp"

namespace zerostride::test {
namespace {

unsigned possible(const cell& c) {
    unsigned mask = 0;
    for (std::size_t i = 0; i < c.arity(); ++i) {
        if (c.input_bytes(i) == c.output_bytes() && !c.is_scalar(i)) mask |= 1u << i;
    }
    return mask;
}
bool can_be_in_place(const cell& c) { return possible(c) != 0; }

void in_place(const cell& c) {
    random_bits random = random_of(c, "in_place");
    const unsigned able = possible(c);
    constexpr std::int64_t sizes[][2] = {{1, 1},   {1, 5},    {3, 17},  {40, 3},  {3, 130},
                                         {65, 64}, {1, 2049}, {700, 3}, {90, 101}};
    for (unsigned mask = 1; mask < 1u << c.arity(); ++mask) {
        if ((mask & ~able) != 0) continue;
        for (const role output : output_roles) {
            for (const auto& [rows, cols] : sizes) {
                if (current_tier() == tier::emulated && !random.one_in(3)) continue;
                std::vector<role> roles;
                for (std::size_t i = 0; i < c.arity(); ++i) {
                    roles.push_back(mask >> i & 1 ? output : random.one_in(2) ? role::dense : random.pick(all_roles));
                }
                problem p = tiled(c, roles, output, rows, cols, random);
                p.in_place = mask;
                for (std::size_t i = 0; i < c.arity(); ++i) {
                    if (mask >> i & 1) p.inputs[i].how = p.output.how;
                }
                ASSERT_TRUE(is_computed_right(p, random)) << "on operands " << mask << ", " << name_of(output);
            }
        }
    }
    // Large enough for threads.
    std::int64_t elements = current_tier() == tier::emulated ? 5'000 : 100'000;
    if (current_tier() == tier::quick) {
        elements = std::min(elements, 400'000 / static_cast<std::int64_t>(c.output_bytes()));
    }
    problem p = row_of(c, elements, 0, random);
    p.in_place = able & (~able + 1);
    p.threads = 3;
    ASSERT_TRUE(is_computed_right(p, random));
}
[[maybe_unused]] const bool in_place_registered = register_cells("in_place", in_place, can_be_in_place);

}  // namespace
}  // namespace zerostride::test
