// The public face of plans.
#include "zerostride/plan.hpp"

#include "dispatch/attempt.hpp"
#include "dispatch/plan/make_state.hpp"
#include "dispatch/plan/pointers.hpp"
#include "dispatch/plan/programs.hpp"
#include "dispatch/plan/run.hpp"
#include "dispatch/validation/refusal.hpp"

namespace zerostride {

plan::plan(const operation& what, array_ref<const_tensor_view> inputs, const const_tensor_view& output,
           const options& how) {
    if (const outcome made = try_make(*this, what, inputs, output, how); !made) throw error(made);
}

outcome plan::try_make(plan& made, const operation& what, array_ref<const_tensor_view> inputs,
                       const const_tensor_view& output, const options& how) noexcept {
    return detail::attempt([&]() -> outcome {
        const auto make_part = [&](state& s, int part) {
            const status answer = detail::make_state(s, what, inputs, output, how, false, part);
            if (answer == status::ok && detail::needs_programs(s)) {
                detail::program_memory memory(s.memory);
                detail::write_programs(s, memory, false);
            }
            return answer;
        };
        const auto s = std::make_shared<state>();
        status answer = make_part(*s, 0);
        if (answer == status::ok && s->parts > 1) {
            s->rest = std::make_unique<state>();
            answer = make_part(*s->rest, 1);
        }
        if (answer != status::ok) return detail::explain_refusal(answer, what, inputs, output, how);
        made.state_ = s;
        return {};
    });
}

status plan::run(const void* const* inputs, void* output) const noexcept {
    if (state_ == nullptr || inputs == nullptr) return status::invalid_argument;
    return detail::run_checked(*state_, inputs, output);
}

outcome plan::check(const void* const* inputs, const void* output) const {
    if (state_ == nullptr) return {status::invalid_argument, "the plan is empty"};
    if (inputs == nullptr) return {status::invalid_argument, "the list of the inputs' pointers is null"};
    std::size_t missing = detail::no_operand, meeting = detail::no_operand;
    for (std::size_t i = state_->operands; i-- > 0;) {
        if (inputs[i] == nullptr && detail::reads_operand(*state_, i)) missing = i;
    }
    const status answer = detail::check_pointers(*state_, inputs, output, &meeting);
    return detail::explain_run(answer, state_->asked, answer == status::overlap ? meeting : missing, output);
}

isa plan::instruction_set() const noexcept { return state_ == nullptr ? isa::automatic : state_->with; }

accuracy_mode plan::accuracy() const noexcept {
    return state_ == nullptr ? accuracy_mode::automatic : state_->accuracy;
}

int plan::threads() const noexcept { return state_ == nullptr ? 0 : state_->threads; }

}  // namespace zerostride
