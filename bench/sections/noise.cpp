// zerostride_bars: a thing against itself: what the other figures are worth on this machine at this time.
#include "bench/sections/section.hpp"

namespace zerostride::bench {

void noise_section(const settings& s, table& out) {
    const named_size sizes[] = {{"L1", l1_bytes() / 16}, {"900000", 900000}};
    for (const named_size& size : sizes) {
        const bound_row work(op::add, dtype::f32, contiguous(size.elements), memory);
        const plan made = planned(work, s.with, 1);
        const comparison c = compare(runs_of(made, work), runs_of(made, work), s.how);
        out.add({"noise", name_for(op::add, dtype::f32, size.name), {}, c.ratio, "x", figures(c, "once", "again")});
    }
}

}  // namespace zerostride::bench
