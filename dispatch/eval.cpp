// One-shot calls: a plan on the stack, made, run and forgotten.
#include "dispatch/attempt.hpp"
#include "dispatch/plan.hpp"
#include "dispatch/refusal.hpp"
#include "dispatch/shape.hpp"
#include "dispatch/tiny.hpp"
#include "dispatch/validate.hpp"
#include "zerostride/functions.hpp"

namespace zerostride {
namespace {

/// Programs for one call. Longer ones are left out of the plan and gathered the slow way.
constexpr std::size_t one_shot_program_bytes = 49152;

// Apart, because its stack frame is large and most calls need no programs.
[[gnu::noinline]] status run_with_programs(plan::state& s, const void* const* inputs, void* output) noexcept {
    alignas(64) std::byte block[one_shot_program_bytes];
    detail::program_memory memory(block, sizeof block);
    detail::write_programs(s, memory, true);
    return detail::run_checked(s, inputs, output);
}

status make_and_run(op which, array_ref<const_tensor_view> inputs, const tensor_view& output, const options& how,
                    bool& planned) {
    plan::state s;
    planned = false;
    if (const status answer = detail::make_state(s, which, inputs, output, how, true); answer != status::ok)
        return answer;
    planned = true;
    const void* data[kernels::max_inputs];
    for (std::size_t i = 0; i < inputs.size(); ++i) data[i] = inputs[i].data;
    return detail::needs_programs(s) ? run_with_programs(s, data, output.data)
                                     : detail::run_checked(s, data, output.data);
}

}  // namespace

outcome try_eval(op which, array_ref<const_tensor_view> inputs, const tensor_view& output,
                 const options& how) noexcept {
    return detail::attempt([&]() -> outcome {
        if (status answer; detail::eval_tiny(which, inputs, output, how.with, answer)) {
            return answer == status::ok ? outcome{}
                                        : detail::explain_run(answer, which, inputs.size(), nullptr, nullptr);
        }
        bool planned;
        const status answer = make_and_run(which, inputs, output, how, planned);
        if (answer == status::ok) return {};
        if (!planned) return detail::explain_refusal(answer, which, inputs, output, how.with);
        const void* data[kernels::max_inputs];
        for (std::size_t i = 0; i < inputs.size(); ++i) data[i] = inputs[i].data;
        return detail::explain_run(answer, which, inputs.size(), data, output.data);
    });
}

void eval(op which, array_ref<const_tensor_view> inputs, const tensor_view& output, const options& how) {
    require(try_eval(which, inputs, output, how));
}

tensor eval(op which, array_ref<const_tensor_view> inputs, const options& how) {
    // Shapes first, to know what to allocate; everything else is found wrong below.
    std::vector<extents_ref> shapes;
    for (const const_tensor_view& x : inputs) {
        if (x.rank > 0 && x.shape == nullptr) {
            throw error(detail::explain_refusal(status::invalid_argument, which, inputs, {}, how.with));
        }
        shapes.emplace_back(x.shape, x.rank);
    }
    if (!is_valid(which) || static_cast<int>(inputs.size()) != info(which).arity) {
        throw error(detail::explain_refusal(status::invalid_argument, which, inputs, {}, how.with));
    }
    std::vector<std::int64_t> shape(detail::broadcast_rank(shapes));
    if (detail::broadcast_extents(shapes, shape.data()) != status::ok) {
        throw error(detail::explain_broadcast_refusal(info(which).name, shapes));
    }
    const dtype type = detail::value_type(which, inputs.data());
    if (!is_valid(type)) throw error(detail::explain_refusal(status::invalid_argument, which, inputs, {}, how.with));
    tensor result(result_of(which, type), shape);
    eval(which, inputs, result.view(), how);
    return result;
}

}  // namespace zerostride
