// zerostride_bars: what a call costs.
#include <stdexcept>

#include "bench/sections/section.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::bench {
namespace {

/// Rows of plans that run, of calls that need none, and of calls that find what an earlier one planned.
const char* const shapes =
    "run_4x4_row [4,4] [4]\n"
    "run_4x4_column [4,4] [4,1]\n"
    "run_4x4_outer [4,1] [1,4]\n"
    "run_16_splat [16] []\n"
    "call_rank0 [] []\n"
    "call_rank1 [16] [16]\n"
    "call_rank2 [4,4] [4,4]\n"
    "call_rank2_row [4,4] [4]\n"
    "call_rank3_column [2,2,4] [2,2,1]\n"
    "call_rank4 [2,2,2,2] [2,2,2,2]\n"
    "call_rank4_middle [2,2,2,2] [2,1,2,1]\n"
    "again_600x3_row [600,3] [3]\n"
    "again_600x3_column [600,3] [600,1]\n"
    "again_alternating [2,3,5,7,4,2] [2,1,5,1,4,1]\n";

void judge(const std::string& name, double nanoseconds, double limit, const std::string& details, table& out) {
    out.add({"tiny", name_for(op::add, dtype::f32, name), {sense::at_most, limit}, nanoseconds, "ns", details});
}
void judge(const timing& t, const std::string& name, double limit, table& out) {
    judge(name, t.nanoseconds, limit, text_of("spread %.1f %%", t.spread * 100), out);
}

void measure_plan(const settings& s, const shape_row& row, const std::string& name, table& out) {
    const bound_row work(op::add, dtype::f32, row, memory);
    const plan made = planned(work, s.with, 0);
    judge(measure(runs_of(made, work), s.how), "plan_" + name, 15, out);
}

batch calls_of(const bound_row& work, const options& how) {
    return repeated([&work, how] {
        const outcome answer = try_eval(work.which(), work.inputs(), work.output(), how);
        if (!answer) throw error(answer);
    });
}

void measure_call(const settings& s, const shape_row& row, table& out) {
    const bound_row work(op::add, dtype::f32, row, memory);
    judge(measure(calls_of(work, exact_options(s.with, options().max_threads)), s.how), row.name, 80, out);
}

/// What a call takes beyond the run of a plan.
void measure_call_again(const settings& s, const shape_row& row, table& out) {
    const bound_row work(op::add, dtype::f32, row, memory);
    const plan made = planned(work, s.with, 1);
    const comparison c = compare(calls_of(work, exact_options(s.with, 1)), runs_of(made, work), s.how);
    judge("call_" + row.name, c.a_nanoseconds - c.b_nanoseconds, 100, figures(c, "call", "run"), out);
}

}  // namespace

void tiny_section(const settings& s, table& out) {
    for (const std::int64_t count : {1, 4, 8, 15, 16}) {
        measure_plan(s, contiguous(count), "run_" + std::to_string(count), out);
    }
    std::vector<shape_row> rows;
    std::string message;
    if (!parse_shapes(shapes, "tiny", rows, message)) throw std::logic_error(message);
    for (const shape_row& row : rows) {
        if (row.group() == "run") measure_plan(s, row, row.name, out);
        else if (row.group() == "again") measure_call_again(s, row, out);
        else measure_call(s, row, out);
    }
}

}  // namespace zerostride::bench
