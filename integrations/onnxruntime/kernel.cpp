#include "integrations/onnxruntime/kernel.hpp"

#include <algorithm>

#include "integrations/onnxruntime/reading.hpp"

namespace zerostride::integration {
namespace {

/// Most models see a few shapes again and again; those that see more must not keep a plan for each.
constexpr std::size_t most_plans = 32;

/// What a thread is running a plan for.
thread_local struct {
    const ort::api* host;
    const ort::kernel_context* context;
} running;

/// The session's pool, as a plan's host.
void run_in_session(void*, int tasks, void (*body)(void*, int), void* body_context) {
    struct call {
        void (*body)(void*, int);
        void* context;
    } made{body, body_context};
    const auto run_one = [](void* self, std::size_t task) {
        const call& c = *static_cast<const call*>(self);
        c.body(c.context, static_cast<int>(task));
    };
    void (*const each)(void*, std::size_t) = run_one;
    ort::status* const refused = running.host->ask(ort::context_parallel_for, running.context, each,
                                                   static_cast<std::size_t>(tasks), std::size_t{0}, &made);
    if (refused == nullptr) return;
    // It was refused as a whole.
    running.host->ask(ort::release_status, refused);
    for (int task = 0; task < tasks; ++task) body(body_context, task);
}

}  // namespace

struct kernel::arguments {
    std::vector<std::vector<std::int64_t>> extents, elements;

    bool operator==(const arguments&) const = default;
};

/// A plan, what it is for, and workspaces that no run has at the moment.
struct kernel::planned {
    planned(arguments given, graph_plan made) : inputs(std::move(given)), plan(std::move(made)) {}

    const arguments inputs;
    const graph_plan plan;

    std::unique_ptr<tensor> take_workspace() {
        {
            const std::lock_guard lock(guard_);
            if (!free_.empty()) {
                std::unique_ptr<tensor> taken = std::move(free_.back());
                free_.pop_back();
                return taken;
            }
        }
        const std::vector<std::int64_t> bytes{static_cast<std::int64_t>(plan.workspace_bytes())};
        return std::make_unique<tensor>(dtype::u8, bytes);
    }
    void give_back(std::unique_ptr<tensor> taken) {
        const std::lock_guard lock(guard_);
        free_.push_back(std::move(taken));
    }

private:
    std::mutex guard_;
    std::vector<std::unique_ptr<tensor>> free_;
};

kernel::kernel(const ort::api& host, const ort::graph* g, const ort::node* fused, const options& how)
    : host_(host), how_(how) {
    how_.host.run = run_in_session;
    how_.host.threads = how.max_threads > 0 ? how.max_threads : max_threads();
    for (const ort::value_info* const input : inputs_of(host, fused)) {
        graph_.inputs.push_back({name_of(host, input), type_of(host, input)});
    }
    for (const ort::value_info* const output : outputs_of(host, fused)) {
        graph_.outputs.push_back({name_of(host, output), type_of(host, output)});
    }
    is_shape_.resize(graph_.inputs.size());
    for (const ort::node* const n : nodes_of(host, g)) {
        graph_.nodes.push_back(read_node(host, n));
        const std::size_t place = shape_operand_of(graph_.nodes.back().op_type);
        if (place == no_operand) continue;
        for (std::size_t i = 0; i < graph_.inputs.size(); ++i) {
            if (graph_.inputs[i].name == graph_.nodes.back().inputs[place]) is_shape_[i] = true;
        }
    }
}

kernel::~kernel() = default;

std::shared_ptr<kernel::planned> kernel::find_plan(const arguments& given) {
    const std::lock_guard lock(guard_);
    const auto found = std::find_if(recent_.begin(), recent_.end(), [&](const auto& p) { return p->inputs == given; });
    if (found == recent_.end()) return nullptr;
    recent_.splice(recent_.begin(), recent_, found);
    return recent_.front();
}

std::shared_ptr<kernel::planned> kernel::make_plan(const arguments& given, const void* const* data) {
    std::vector<const_tensor_view> views;
    for (std::size_t i = 0; i < given.extents.size(); ++i) {
        views.emplace_back(data[i], *graph_.inputs[i].type, given.extents[i]);
    }
    auto made = std::make_shared<planned>(given, graph_plan(graph_, views, graph_profile::onnx, how_));
    const std::lock_guard lock(guard_);
    recent_.push_front(made);
    if (recent_.size() > most_plans) recent_.pop_back();
    return made;
}

void kernel::run(ort::kernel_context* context) {
    const std::size_t count = graph_.inputs.size();
    arguments given{std::vector<std::vector<std::int64_t>>(count), std::vector<std::vector<std::int64_t>>(count)};
    std::vector<const void*> data(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto* const value = host_.get<const ort::value*>(ort::context_input, context, i);
        const auto info =
            host_.owned(host_.get<ort::tensor_info*>(ort::info_of_tensor, value), ort::release_tensor_info);
        std::vector<std::int64_t>& extents = given.extents[i];
        extents.resize(host_.get<std::size_t>(ort::rank_of, info.get()));
        host_.call(ort::shape_of, info.get(), extents.data(), extents.size());
        data[i] = host_.get<void*>(ort::data_of_tensor, const_cast<ort::value*>(value));
        if (is_shape_[i] && extents.size() == 1) {
            const auto* const elements = static_cast<const std::int64_t*>(data[i]);
            given.elements[i].assign(elements, elements + extents[0]);
        }
    }

    std::shared_ptr<planned> chosen = find_plan(given);
    if (chosen == nullptr) chosen = make_plan(given, data.data());
    std::vector<void*> outputs(chosen->plan.output_count());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::vector<std::int64_t>& shape = chosen->plan.output_shape(i);
        auto* const value = host_.get<ort::value*>(ort::context_output, context, i, shape.data(), shape.size());
        outputs[i] = host_.get<void*>(ort::data_of_tensor, value);
    }
    std::unique_ptr<tensor> workspace = chosen->take_workspace();
    running = {&host_, context};
    const status answer = chosen->plan.run(data.data(), outputs.data(), workspace->data());
    chosen->give_back(std::move(workspace));
    if (!completed(answer)) throw error(answer, to_string(answer));
}

}  // namespace zerostride::integration
