#include "dispatch/plan/make_state.hpp"

#include <algorithm>
#include <cstring>

#include "dispatch/accuracy.hpp"
#include "dispatch/fp_environment.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/plan/composition.hpp"
#include "dispatch/plan/strategy.hpp"
#include "dispatch/plan/tiling.hpp"
#include "dispatch/threads.hpp"
#include "dispatch/validation/validate.hpp"

namespace zerostride::detail {
namespace {

status collapse_scaled(nest& made, const request& asked, const const_tensor_view& output, int part) {
    const_tensor_view views[max_operands] = {output, asked.inputs[0], asked.inputs[1], asked.inputs[2]};
    static_assert(max_operands == 4);
    std::int64_t offset[max_operands];
    extents_room room;
    lay_scales(views, offset, room, asked.scales, part);
    const status found = collapse(made, views + 1, asked.inputs.size(), views[0]);
    for (std::size_t k = 0; k < max_operands; ++k) made.base[k] += offset[k];
    return found;
}

/// The type by whose elements a copy is made: the operand's, or a wider one.
dtype type_of_copies(nest& loops, dtype type) noexcept {
    constexpr dtype of_size[] = {dtype::u8, dtype::u16, dtype::u32, dtype::u64, dtype::str};
    const int element = log2_of(type), wide = widen_elements(loops, element);
    return wide == element ? type : of_size[wide];
}

void take_narrower_registers(plan::state& made) noexcept {
    isa narrower;
    const kernels::isa_tables* const tables = narrower_tables(made.with, narrower);
    if (tables == nullptr) return;
    made.run = kernels_of(*tables, made.which, made.moved, made.second)[splats_of(made)];
    made.computes_with = narrower;
    made.needs = fp_need_of(made.which, made.type, made.second, narrower);
}

}  // namespace

void plan_kernel(plan::state& made, const kernels::kernel* kernel_of_splats, array_ref<const_tensor_view> inputs,
                 const const_tensor_view& output, int most_threads, bool streams, bool once) noexcept {
    made.inputs = inputs.size();
    made.copies = made.which == op::identity;
    made.needs = fp_need_of(made.which, made.type, made.second, made.with);
    made.element_log2[0] = log2_of(output.type);
    for (std::size_t k = 1; k <= inputs.size(); ++k) {
        made.element_log2[k] = log2_of(inputs[k - 1].type);
        made.clear[k] = clearance_of({made.loops, k, made.element_log2[0], made.element_log2[k]});
    }
    choose_strategy(made, kernel_of_splats, most_threads, streams, once);
    made.computes_with = made.with;
    if (suits_narrower_registers(made)) take_narrower_registers(made);
}

status make_state(plan::state& made, const operation& what, array_ref<const_tensor_view> operands,
                  const const_tensor_view& output, const options& how, bool once, int part) {
    const fp_environment scope;  // attributes and costs are doubles, and the host may have traps
    request asked;
    if (const status answer = validate(what, operands, output, asked.parameters); answer != status::ok) return answer;
    const kernels::isa_tables* const tables = tables_of(how.with, made.with);
    if (tables == nullptr) return status::isa_unavailable;
    accuracy_mode accuracy;
    if (!resolve_accuracy(how.accuracy, accuracy)) return status::invalid_argument;
    if (!resolve(asked, what.which, operands, output)) {
        if (info(what.which).most_operands != most_operands) return status::unsupported;
        return make_composition(made, *tables, {what.which, operands, output, how, once});
    }

    const array_ref<const_tensor_view> inputs = asked.inputs;
    status found;
    if (asked.scales.form == scale_layout::whole) {
        made.parts = 1;
        found = collapse(made.loops, inputs.data(), inputs.size(), output);
    } else {
        made.parts = parts_of(asked.scales, inputs[0]);
        found = collapse_scaled(made.loops, asked, output, part);
        // Each part by itself may keep clear of itself, and not of the other; looked at with the first.
        if (found == status::ok && part == 0 && made.parts > 1 && output.strides != nullptr) {
            nest whole;
            found = collapse(whole, &output, 1, output);
        }
    }
    if (found != status::ok) return found;
    made.which = asked.which;
    made.type = asked.type;
    made.second = asked.second;
    made.asked = what.which;
    made.operands = operands.size();
    made.is_direct = asked.is_direct;
    if (!asked.is_direct) {
        std::memcpy(made.source, asked.source, sizeof made.source);
        std::memcpy(made.constant, asked.constant, sizeof made.constant);
    }
    std::memcpy(made.parameters, asked.parameters, sizeof made.parameters);
    made.movers = tables->movers;
    made.host = how.host;
    const kernels::kernel* kernel_of_splats = nullptr;
    if (accuracy == accuracy_mode::fast) {
        kernel_of_splats = fast_kernels_of(*tables, made.which, made.type, made.second, made.parameters);
        if (kernel_of_splats != nullptr) made.accuracy = accuracy;
    }
    made.moved = made.which == op::identity ? type_of_copies(made.loops, made.type) : made.type;
    if (kernel_of_splats == nullptr) kernel_of_splats = kernels_of(*tables, made.which, made.moved, made.second);
    const int threads = thread_limit(how, made.loops.total);
    if (made.moved == made.type) {
        plan_kernel(made, kernel_of_splats, inputs, output, threads, how.past_caches, once);
        return status::ok;
    }
    const_tensor_view from = inputs[0], to = output;
    from.type = to.type = made.moved;
    plan_kernel(made, kernel_of_splats, {&from, 1}, to, threads, how.past_caches, once);
    return status::ok;
}

}  // namespace zerostride::detail
