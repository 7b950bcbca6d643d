#include <utility>

#include "capi/request.hpp"

using namespace zerostride;
using capi::guarded;

struct zs_plan {
    plan held;
};

zs_status zs_plan_create(zs_op op, const zs_attribute* attributes, size_t attribute_count, const zs_view* inputs,
                         size_t input_count, const zs_view* output, const zs_options* options, zs_plan** plan,
                         zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (plan == nullptr) return capi::null_pointer("plan", "the place for the plan");
        *plan = nullptr;
        capi::request asked;
        if (outcome bad; !asked.read(op, attributes, attribute_count, inputs, input_count, output, options, bad)) {
            return bad;
        }
        zerostride::plan made;
        if (outcome bad = plan::try_make(made, asked.what(), asked.inputs(), asked.output(), asked.how()); !bad) {
            return bad;
        }
        *plan = new zs_plan{std::move(made)};
        return {};
    });
}

zs_status zs_plan_run(const zs_plan* plan, const void* const* inputs, void* output) noexcept {
    if (plan == nullptr || inputs == nullptr) return ZS_STATUS_invalid_argument;
    return static_cast<zs_status>(plan->held.run(inputs, output));
}

zs_status zs_plan_check(const zs_plan* plan, const void* const* inputs, const void* output,
                        zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (plan == nullptr) return capi::null_pointer("plan", "the plan");
        if (inputs == nullptr) return capi::null_pointer("plan", "the array of operands");
        return plan->held.check(inputs, output);
    });
}

zs_isa zs_plan_isa(const zs_plan* plan) noexcept {
    return plan == nullptr ? ZS_ISA_automatic : static_cast<zs_isa>(plan->held.instruction_set());
}

zs_accuracy zs_plan_accuracy(const zs_plan* plan) noexcept {
    return plan == nullptr ? ZS_ACCURACY_automatic : static_cast<zs_accuracy>(plan->held.accuracy());
}

int32_t zs_plan_threads(const zs_plan* plan) noexcept { return plan == nullptr ? 0 : plan->held.threads(); }

zs_status zs_plan_explain(const zs_plan* plan, zs_message* text) noexcept { return capi::explain(plan, text); }

void zs_plan_destroy(zs_plan* plan) noexcept { delete plan; }
