// zerostride_bars: binary16 against float.
#include "bench/sections/section.hpp"

namespace zerostride::bench {

/// How many times as many elements of binary16 as of float go through an operator, each type within its own three
/// quarters of the L1 cache.
void half_section(const settings& s, table& out) {
    static workspace of_floats;  // numbers of one type are none of the other
    const bool is_native = s.with == isa::avx512_fp16;
    for (const op which : {op::add, op::sub, op::mul, op::div, op::sqrt, op::min, op::max, op::equal, op::less}) {
        const auto elements = [&](dtype type) {
            return elements_within(l1_bytes(), static_cast<int>(size_of(result_of(which, type))) +
                                                   info(which).arity * static_cast<int>(size_of(type)));
        };
        const bound_row wide(which, dtype::f32, contiguous(elements(dtype::f32)), of_floats);
        const bound_row narrow(which, dtype::f16, contiguous(elements(dtype::f16)), memory);
        const plan of_wide = planned(wide, s.with, 1), of_narrow = planned(narrow, s.with, 1);
        const comparison c = compare(runs_of(of_wide, wide), runs_of(of_narrow, narrow), s.how);
        out.add({"half", name_for(which, dtype::f16, "L1"),
                 which == op::add ? bar{sense::at_least, is_native ? 1.8 : 0.8} : bar{},
                 c.ratio * static_cast<double>(narrow.elements()) / static_cast<double>(wide.elements()), "x",
                 figures(c, "float", "binary16")});
    }
}

}  // namespace zerostride::bench
