// zerostride_bars: functions of large tensors against a stream of the same memory that computes next to nothing.
#include "bench/section.hpp"
#include "zerostride/op.hpp"

namespace zerostride::bench {

void functions_section(const settings& given, table& out) {
    settings s = given;
    if (types_of(s, {dtype::f32}).empty()) return;
    const struct {
        op which;
        value_range values;
    } cases[] = {{op::exp, {-8, 8}}, {op::tanh, {-8, 8}}, {op::sigmoid, {-8, 8}},
                 {op::erf, {-8, 8}}, {op::gelu, {-8, 8}}, {op::log, {1, 1000}}};
    const std::int64_t elements = memory_bytes(s) / static_cast<std::int64_t>(size_of(dtype::f32));
    const auto bytes = static_cast<std::size_t>(memory_bytes(s));
    for (const int threads : {1, 2}) {
        if (threads > cpu().processors) continue;
        if (threads > 1) s.how.what = time_of::clock;
        for (const auto& each : cases) {
            const bound_row work(each.which, dtype::f32, contiguous(elements), memory);
            const bound_row stream(op::neg, dtype::f32, contiguous(elements), memory);
            const void* const inputs[] = {memory.in[0].filled(dtype::f32, bytes, each.values)};
            const plan made = planned(work, s.with, threads), streamed = planned(stream, s.with, threads);
            const comparison c = compare(runs_of(made, inputs, work.output_data()),
                                         runs_of(streamed, inputs, work.output_data()), s.how);
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
