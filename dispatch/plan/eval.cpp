// One-shot calls: the state of a plan, made for the call or by an earlier one, and run.
#include <algorithm>
#include <cstdint>
#include <utility>

#include "dispatch/attempt.hpp"
#include "dispatch/broadcast/shape.hpp"
#include "dispatch/owners.hpp"
#include "dispatch/plan/make_state.hpp"
#include "dispatch/plan/pointers.hpp"
#include "dispatch/plan/programs.hpp"
#include "dispatch/plan/recall.hpp"
#include "dispatch/plan/run.hpp"
#include "dispatch/plan/tiny.hpp"
#include "dispatch/text/text.hpp"
#include "dispatch/validation/refusal.hpp"
#include "dispatch/validation/rules.hpp"
#include "dispatch/validation/validate.hpp"
#include "zerostride/functions.hpp"

namespace zerostride {
namespace {

/// Programs for one call. What does not fit is left out, and such elements are found axis by axis.
constexpr std::size_t one_shot_program_bytes = 49152;
/// How often a call is packed without a plan before it is given one.
constexpr int meetings_of_packed = 3;

/// Where a call's state is made, and for how many calls.
struct making {
    detail::recall* place = nullptr;  ///< of the state, if it may be kept
    bool once = true;                 ///< as in make_state
};

// Apart, because its stack frame is large and most calls need no programs.
[[gnu::noinline]] status run_with_programs(plan::state& s, const void* const* inputs, void* output,
                                           const making& how) noexcept {
    alignas(64) std::byte block[one_shot_program_bytes];
    detail::program_memory memory =
        how.place != nullptr ? how.place->programs(block, sizeof block) : detail::program_memory(block, sizeof block);
    detail::write_programs(s, memory, how.once);
    if (how.place != nullptr && !memory.has_outgrown()) how.place->keep();
    return detail::run_checked(s, inputs, output);
}

status run_made(plan::state& s, const void* const* inputs, void* output, const making& how) noexcept {
    if (detail::needs_programs(s)) return run_with_programs(s, inputs, output, how);
    if (how.place != nullptr) how.place->keep();
    return detail::run_checked(s, inputs, output);
}

/// Apart, because few calls have two parts.
[[gnu::noinline]] status run_with_rest(plan::state& s, const operation& what, array_ref<const_tensor_view> operands,
                                       const tensor_view& output, const options& how, const void* const* data) {
    plan::state rest;
    if (const status answer = detail::make_state(rest, what, operands, output, how, true, 1); answer != status::ok)
        return answer;
    if (const status answer = detail::check_pointers(s, rest, data, output.data); answer != status::ok) return answer;
    const status answer = run_made(s, data, output.data, {});
    return completed(answer) ? run_made(rest, data, output.data, {}) : answer;
}

/// The operands' pointers, and an operand that has elements and a null one, when the run says so.
struct operand_pointers {
    const void* few[kernels::max_inputs];
    std::vector<const void*> many;
    const void** data = few;
    std::size_t missing = detail::no_operand;

    operand_pointers(array_ref<const_tensor_view> operands, const plan::state& s) {
        if (operands.size() > kernels::max_inputs) {
            many.resize(operands.size());
            data = many.data();
        }
        for (std::size_t i = operands.size(); i-- > 0;) {
            data[i] = operands[i].data;
            if (data[i] == nullptr && detail::reads_operand(s, i)) missing = i;
        }
    }
};

struct call {
    const operation& what;
    array_ref<const_tensor_view> operands;
    const tensor_view& output;
    const options& how;
    bool planned = false;                      ///< the answer is that of a run
    std::size_t missing = detail::no_operand;  ///< one with elements and a null pointer, when the run says so

    /// Whether the output is what an expand's second operand says; of other calls that is known by their views.
    bool is_as_asked() const { return what.which != op::expand || detail::is_as_asked(operands, output); }

    /// What a run does that is planned: run(data).
    template <class Run>
    status run_planned(const plan::state& s, Run run) {
        if (!is_as_asked()) return status::shape_mismatch;
        planned = true;
        const operand_pointers pointers(operands, s);
        missing = pointers.missing;
        return run(pointers.data);
    }
    status run_known(const plan::state& s) {
        return run_planned(s, [&](const void* const* data) { return detail::run_checked(s, data, output.data); });
    }
    status run_new(plan::state& s, const making& made) {
        const status answer = detail::make_state(s, what, operands, output, how, made.once);
        if (answer != status::ok) return answer;
        return run_planned(s, [&](const void* const* data) {
            return s.parts > 1 ? run_with_rest(s, what, operands, output, how, data)
                               : run_made(s, data, output.data, made);
        });
    }
    /// Apart, because a state is large.
    [[gnu::noinline]] status run_forgotten() {
        plan::state s;
        return run_new(s, {});
    }
    status run() {
        detail::recall remembered(what, operands, output, how, {detail::most_packed, meetings_of_packed});
        const plan::state* const known = remembered.found();
        const bool is_due = known != nullptr && remembered.is_due();
        if (known != nullptr && !is_due) return run_known(*known);
        if (is_due) remembered.renew();
        plan::state* const place = remembered.place();
        if (status answer; place == nullptr && remembered.is_small() &&
                           detail::eval_tiny(what, operands, output, how, detail::most_packed, answer)) {
            planned = true;
            return answer;
        }
        return place != nullptr ? run_new(*place, {&remembered, !is_due}) : run_forgotten();
    }
};

/// What a call refused as an overlap, in the words that a plan of it has.
[[gnu::cold]] outcome explain_overlap(const operation& what, array_ref<const_tensor_view> operands,
                                      const tensor_view& output, const options& how) {
    std::vector<const void*> data;
    for (const const_tensor_view& x : operands) data.push_back(x.data);
    if (plan planned; plan::try_make(planned, what, operands, output, how)) {
        outcome said = planned.check(data.data(), output.data);
        if (said.code == status::overlap) return said;
    }
    return detail::explain_run(status::overlap, what.which, detail::no_operand, output.data);
}

}  // namespace

outcome try_eval(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output,
                 const options& how) noexcept {
    return detail::attempt([&]() -> outcome {
        if (status answer; detail::eval_tiny(what, inputs, output, how, detail::few_runs, answer)) {
            if (answer == status::ok) return {};
            if (answer == status::overlap) return explain_overlap(what, inputs, output, how);
            return detail::explain_run(answer, what.which, detail::no_operand, output.data);
        }
        call asked{what, inputs, output, how};
        const status answer = asked.run();
        if (answer == status::ok) return {};
        detail::attribute_values values;
        if (answer == status::unsupported && detail::validate(what, inputs, output, values) == status::ok &&
            detail::text_work_of(what, inputs) == detail::text_work::parses) {
            return detail::parse_texts(what, inputs, output);
        }
        if (!asked.planned) return detail::explain_refusal(answer, what, inputs, output, how);
        if (answer == status::overlap) return explain_overlap(what, inputs, output, how);
        return detail::explain_run(answer, what.which, asked.missing, output.data);
    });
}

void eval(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output, const options& how) {
    require(try_eval(what, inputs, output, how));
}

outcome try_result(dtype& type, std::vector<std::int64_t>& shape, const operation& what,
                   array_ref<const_tensor_view> inputs) noexcept {
    return detail::attempt([&]() -> outcome {
        if (const outcome refusal = detail::explain_operands(what, inputs); !refusal) return refusal;
        std::vector<std::int64_t> made;
        std::vector<extents_ref> shapes;
        if (detail::result_extents(what.which, inputs, made, shapes) != status::ok) {
            return detail::explain_broadcast_refusal(info(what.which).name, shapes);
        }
        detail::attribute_values values;
        static_cast<void>(detail::read_attributes(what, values));
        const const_tensor_view output(nullptr, detail::result_type(what.which, values, inputs), made);
        if (!detail::is_result_shape(what.which, values, inputs, output)) {
            return detail::explain_refusal(status::shape_mismatch, what, inputs, output, {});
        }
        type = output.type;
        shape = std::move(made);
        return {};
    });
}

outcome try_eval(tensor& made, const operation& what, array_ref<const_tensor_view> inputs,
                 const options& how) noexcept {
    return detail::attempt([&]() -> outcome {
        dtype type;
        std::vector<std::int64_t> shape;
        if (outcome refusal = try_result(type, shape, what, inputs); !refusal) return refusal;
        const detail::text_work work = detail::text_work_of(what, inputs);
        if (work == detail::text_work::prints || work == detail::text_work::joins) {
            if (outcome refusal = detail::options_refusal(how); !refusal) return refusal;
            return detail::make_texts(made, what, inputs, shape);
        }
        tensor result(type, shape);
        outcome answer = try_eval(what, inputs, result.view(), how);
        if (!completed(answer.code)) return answer;
        detail::keep_owners_of(made, result, inputs);
        made = std::move(result);
        return answer;
    });
}

tensor eval(const operation& what, array_ref<const_tensor_view> inputs, const options& how) {
    tensor made;
    require(try_eval(made, what, inputs, how));
    return made;
}

}  // namespace zerostride
