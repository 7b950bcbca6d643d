// zerostride_bars: functions of rare operands against the same functions of usual ones.
#include <algorithm>

#include "bench/sections/section.hpp"
#include "zerostride/op.hpp"

namespace zerostride::bench {
namespace {

/// Operands that functions may go a longer way for.
struct rare_operands {
    op which;
    std::vector<dtype> types;
    const char* name;
    value_range rare, usual;
};
const rare_operands rare[] = {
    // Results below the normal floats.
    {op::exp, {dtype::f32}, "fading", {-103, -88}, {-8, 8}},
    {op::sigmoid, {dtype::f32}, "fading", {-103, -88}, {-8, 8}},
    {op::softplus, {dtype::f32}, "fading", {-103, -88}, {-8, 8}},
    {op::swish, {dtype::f32}, "fading", {-103, -88}, {-8, 8}},
    {op::mish, {dtype::f32}, "fading", {-103, -88}, {-8, 8}},
    {op::gelu, {dtype::f32}, "fading", {-14, -13}, {-8, 8}},
    {op::erfc, {dtype::f32}, "fading", {9.3, 10}, {-3, 3}},
    // Results that are 0 or the operand: masked logits, and activations of what is far from 0.
    {op::exp, {dtype::f32, dtype::f64, dtype::f16}, "masked", {-6e4, -5e3}, {-8, 8}},
    {op::sigmoid, {dtype::f32, dtype::f64, dtype::f16}, "far_below", {-6e4, -2e3}, {-8, 8}},
    {op::softplus, {dtype::f32, dtype::f64, dtype::f16}, "far_above", {40, 100}, {-8, 8}},
    {op::swish, {dtype::f32, dtype::f64, dtype::f16}, "far_above", {40, 100}, {-8, 8}},
    {op::mish, {dtype::f32, dtype::f64, dtype::f16}, "far_above", {40, 100}, {-8, 8}},
    {op::gelu, {dtype::f32, dtype::f64, dtype::f16}, "far_above", {12, 100}, {-8, 8}},
    // Functions that have none.
    {op::log, {dtype::f32, dtype::f64}, "outside", {-8, -1}, {1, 8}},
    {op::log1p, {dtype::f32, dtype::f64}, "outside", {-8, -1}, {1, 8}},
    {op::acosh, {dtype::f32, dtype::f64}, "outside", {-8, 1}, {1, 8}},
    {op::atanh, {dtype::f32, dtype::f64}, "outside", {1, 8}, {-1, 1}},
    {op::rsqrt, {dtype::f32, dtype::f64}, "outside", {-8, -1}, {1, 8}},
    {op::asin, {dtype::f32, dtype::f64}, "outside", {1, 8}, {-1, 1}},
    // Results that are next to zero, of operands that are not.
    {op::log, {dtype::f32, dtype::f64}, "near_1", {0.9999, 1.0001}, {1, 8}},
    {op::sin, {dtype::f32, dtype::f64}, "near_pi", {3.1415, 3.1417}, {-3, 3}},
    // Sines of what is far more than a few turns.
    {op::sin, {dtype::f32, dtype::f64}, "large", {1e4, 1e5}, {-3, 3}},
    {op::sin, {dtype::f32, dtype::f64}, "huge", {1e20, 1e30}, {-3, 3}},
};

}  // namespace

void rare_section(const settings& s, table& out) {
    constexpr std::int64_t elements = 4096;
    workspace other;
    for (const rare_operands& each : rare) {
        for (const dtype type : s.types) {
            if (std::find(each.types.begin(), each.types.end(), type) == each.types.end()) continue;
            const bench_case one = contiguous_case(each.which, type, elements, each.rare);
            const bench_case two = contiguous_case(each.which, type, elements, each.usual);
            const bound_row work(one, memory), as_usual(two, other);
            const plan made = planned(work, s.with, 1);
            const comparison c = compare(runs_of(made, work), runs_of(made, as_usual), s.how);
            out.add({"rare",
                     name_for(each.which, type, each.name),
                     {sense::at_most, 4},
                     c.ratio,
                     "x",
                     figures(c, "rare", "usual")});
        }
    }
}

}  // namespace zerostride::bench
