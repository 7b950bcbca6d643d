// zerostride_bars: functions of large tensors against a stream of the same memory that computes next to nothing.
#include "bench/sections/section.hpp"
#include "zerostride/op.hpp"

namespace zerostride::bench {

void functions_section(const settings& s, table& out) {
    const struct {
        op which;
        value_range values;
    } functions[] = {{op::exp, {-8, 8}}, {op::tanh, {-8, 8}}, {op::sigmoid, {-8, 8}},
                     {op::erf, {-8, 8}}, {op::gelu, {-8, 8}}, {op::log, {1, 1000}}};
    const std::int64_t elements = memory_bytes(s) / static_cast<std::int64_t>(size_of(dtype::f32));
    for (const auto& each : functions) {
        const bench_case function = contiguous_case(each.which, dtype::f32, elements, each.values);
        const bench_case stream = contiguous_case(op::neg, dtype::f32, elements, each.values);
        const bound_row work(function, memory), streamed(stream, memory);
        for (const int threads : {1, 2}) {
            if (threads > cpu().processors) continue;
            effort how = s.how;
            if (threads > 1) how.what = time_of::clock;
            const plan made = planned(work, s.with, threads), neg = planned(streamed, s.with, threads);
            const comparison c = compare(runs_of(made, work), runs_of(neg, streamed), how);
            out.add({"functions",
                     name_for(each.which, dtype::f32, "memory_" + std::to_string(threads)),
                     {sense::at_most, threads == 1 ? 1.3 : 1.1},
                     c.ratio,
                     "x",
                     figures(c, "function", "Neg")});
        }
    }
}

}  // namespace zerostride::bench
