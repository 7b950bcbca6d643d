// One-shot calls: a plan on the stack, made, run and forgotten.
#include "dispatch/attempt.hpp"
#include "dispatch/broadcast/shape.hpp"
#include "dispatch/plan/pointers.hpp"
#include "dispatch/plan/programs.hpp"
#include "dispatch/plan/run.hpp"
#include "dispatch/plan/state.hpp"
#include "dispatch/plan/tiny.hpp"
#include "dispatch/text/text.hpp"
#include "dispatch/validation/refusal.hpp"
#include "dispatch/validation/validate.hpp"
#include "zerostride/functions.hpp"

namespace zerostride {
namespace {

/// Programs for one call. What does not fit is left out, and such elements are found axis by axis.
constexpr std::size_t one_shot_program_bytes = 49152;

// Apart, because its stack frame is large and most calls need no programs.
[[gnu::noinline]] status run_with_programs(plan::state& s, const void* const* inputs, void* output) noexcept {
    alignas(64) std::byte block[one_shot_program_bytes];
    detail::program_memory memory(block, sizeof block);
    detail::write_programs(s, memory, true);
    return detail::run_checked(s, inputs, output);
}

status run_once(plan::state& s, const void* const* inputs, void* output) noexcept {
    return detail::needs_programs(s) ? run_with_programs(s, inputs, output) : detail::run_checked(s, inputs, output);
}

/// Apart, because few calls have two parts.
[[gnu::noinline]] status run_with_rest(plan::state& s, const operation& what, array_ref<const_tensor_view> operands,
                                       const tensor_view& output, const options& how, const void* const* data) {
    plan::state rest;
    if (const status answer = detail::make_state(rest, what, operands, output, how, true, 1); answer != status::ok)
        return answer;
    if (const status answer = detail::check_pointers(s, rest, data, output.data); answer != status::ok) return answer;
    const status answer = run_once(s, data, output.data);
    return completed(answer) ? run_once(rest, data, output.data) : answer;
}

/// `missing`: an operand that has elements and a null pointer, when the run says so.
status make_and_run(const operation& what, array_ref<const_tensor_view> operands, const tensor_view& output,
                    const options& how, bool& planned, std::size_t& missing) {
    plan::state s;
    planned = false;
    if (const status answer = detail::make_state(s, what, operands, output, how, true); answer != status::ok)
        return answer;
    if (what.which == op::expand && !detail::is_as_asked(operands, output)) return status::shape_mismatch;
    planned = true;
    const void* few[kernels::max_inputs];
    std::vector<const void*> many;
    if (operands.size() > kernels::max_inputs) many.resize(operands.size());
    const void** const data = many.empty() ? few : many.data();
    missing = detail::no_operand;
    for (std::size_t i = operands.size(); i-- > 0;) {
        data[i] = operands[i].data;
        if (data[i] == nullptr && detail::reads_operand(s, i)) missing = i;
    }
    if (s.parts > 1) return run_with_rest(s, what, operands, output, how, data);
    return run_once(s, data, output.data);
}

}  // namespace

outcome try_eval(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output,
                 const options& how) noexcept {
    return detail::attempt([&]() -> outcome {
        if (status answer; detail::eval_tiny(what, inputs, output, how, answer)) {
            return answer == status::ok ? outcome{}
                                        : detail::explain_run(answer, what.which, detail::no_operand, output.data);
        }
        bool planned;
        std::size_t missing;
        const status answer = make_and_run(what, inputs, output, how, planned, missing);
        if (answer == status::ok) return {};
        if (answer == status::unsupported && detail::validate(what, inputs, output) == status::ok &&
            detail::text_work_of(what, inputs) == detail::text_work::parses) {
            return detail::parse_texts(what, inputs, output);
        }
        if (!planned) return detail::explain_refusal(answer, what, inputs, output, how);
        return detail::explain_run(answer, what.which, missing, output.data);
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
        type = detail::result_type(what, inputs);
        shape = std::move(made);
        return {};
    });
}

tensor eval(const operation& what, array_ref<const_tensor_view> inputs, const options& how) {
    dtype type;
    std::vector<std::int64_t> shape;
    require(try_result(type, shape, what, inputs));
    const detail::text_work work = detail::text_work_of(what, inputs);
    if (work == detail::text_work::prints || work == detail::text_work::joins) {
        tensor texts;
        require(detail::options_refusal(how));
        require(detail::attempt([&] { return detail::make_texts(texts, what, inputs, shape); }));
        return texts;
    }
    tensor result(type, shape);
    eval(what, inputs, result.view(), how);
    return result;
}

}  // namespace zerostride
