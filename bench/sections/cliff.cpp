// zerostride_bars: every shape against the contiguous one with as many results.
#include <string_view>

#include "bench/sections/section.hpp"

namespace zerostride::bench {
namespace {

bar cliff_bar(std::string_view group, dtype type) {
    if (group == "transposed") return {sense::at_most, size_of(type) >= 4 ? 2.2 : 1.25};
    for (const std::string_view judged :
         {"splat", "row", "column", "outer", "pair", "middle", "nchw", "nhwc", "mask", "alternating"}) {
        if (group == judged) return {sense::at_most, 1.25};
    }
    return {};
}

}  // namespace

void cliff_section(const settings& s, table& out) {
    for (const dtype type : s.types) {
        for (const shape_row& row : s.rows) {
            if (row.elements < 800000 || row.elements > 1000000) continue;
            // The contiguous case first: its inputs are the largest, so the other one finds the memory grown.
            const bound_row flat(op::add, type, contiguous(row.elements), memory);
            const bound_row grown(op::add, type, row, memory);
            const bound_row flat_again(op::add, type, contiguous(row.elements), memory);
            const plan made = planned(grown, s.with, 1), made_flat = planned(flat_again, s.with, 1);
            const comparison c = compare(runs_of(made, grown), runs_of(made_flat, flat_again), s.how);
            const double elements = static_cast<double>(row.elements);
            const char* const section = row.group() == "transposed" ? "transposed" : "cliff";
            out.add({section, name_for(op::add, type, row.name), cliff_bar(row.group(), type), c.ratio, "x",
                     text_of("%.3f ns each, contiguous %.3f, spread %.1f %%", c.a_nanoseconds / elements,
                             c.b_nanoseconds / elements, c.spread * 100)});
        }
    }
}

}  // namespace zerostride::bench
