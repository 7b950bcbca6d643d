#include "integrations/onnxruntime/kernel.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

#include "integrations/onnxruntime/reading.hpp"

namespace zerostride::integration {
namespace {

/// Most models see a few shapes again and again; those that see more must not keep a plan for each.
constexpr std::size_t most_plans = 32;

/// Whose pool the plan that a thread runs has. A thread that waits for its pool may run another plan meanwhile.
struct pool {
    const ort::api* host;
    const ort::kernel_context* context;
};
thread_local pool current{};

/// The product of the extents.
std::int64_t elements_of(extents_ref shape) noexcept {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// A run whose outputs lie where the inputs do, as a program may ask of ONNX Runtime: into other memory first.
status run_beside(const graph_plan& plan, workspaces::block& own) {
    std::vector<tensor> made;
    std::vector<void*> outputs;
    for (std::size_t i = 0; i < plan.output_count(); ++i) {
        outputs.push_back(made.emplace_back(plan.output_type(i), plan.output_shape(i)).data());
    }
    const status answer = plan.run(own.inputs.data(), outputs.data(), own.bytes.data());
    if (!completed(answer)) return answer;
    for (std::size_t i = 0; i < made.size(); ++i) {
        if (made[i].bytes() > 0) std::memcpy(own.outputs[i], outputs[i], made[i].bytes());
    }
    return answer;
}

class with_pool {
public:
    explicit with_pool(const pool& of) noexcept : before_(current) { current = of; }
    with_pool(const with_pool&) = delete;
    with_pool& operator=(const with_pool&) = delete;
    ~with_pool() { current = before_; }

private:
    pool before_;
};

/// The session's pool, as a plan's host.
void run_in_session(void*, int tasks, void (*body)(void*, int), void* body_context) {
    struct call {
        void (*body)(void*, int);
        void* context;
    } made{body, body_context};
    void (*const each)(void*, std::size_t) = [](void* self, std::size_t task) {
        const call& c = *static_cast<const call*>(self);
        c.body(c.context, static_cast<int>(task));
    };
    ort::status* const refused = current.host->ask(ort::context_parallel_for, current.context, each,
                                                   static_cast<std::size_t>(tasks), std::size_t{0}, &made);
    if (refused == nullptr) return;
    // It was refused as a whole.
    current.host->ask(ort::release_status, refused);
    for (int task = 0; task < tasks; ++task) body(body_context, task);
}

}  // namespace

kernel::kernel(const ort::api& host, const ort::graph* g, const ort::node* fused, const options& how,
               std::shared_ptr<workspaces> memory)
    : host_(host), how_(how), memory_(std::move(memory)) {
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
        for (graph_node& made : read_node(host, n)) graph_.nodes.push_back(std::move(made));
        const std::size_t place = shape_operand_of(graph_.nodes.back().op_type);
        if (place == no_operand) continue;
        for (std::size_t i = 0; i < graph_.inputs.size(); ++i) {
            if (graph_.inputs[i].name == graph_.nodes.back().inputs[place]) is_shape_[i] = true;
        }
    }
}

const void* kernel::data_of(const ort::kernel_context* context, std::size_t input) const {
    auto* const value = const_cast<ort::value*>(host_.get<const ort::value*>(ort::context_input, context, input));
    return host_.get<void*>(ort::data_of_tensor, value);
}

void kernel::put_key(const ort::kernel_context* context, key& k) const {
    k.clear();
    for (std::size_t i = 0; i < graph_.inputs.size(); ++i) {
        const auto* const value = host_.get<const ort::value*>(ort::context_input, context, i);
        int type = 0;
        const std::int64_t* extents = nullptr;
        std::size_t rank = 0;
        host_.call(ort::shape_in_place, value, &type, &extents, &rank);
        k.push_back(static_cast<std::int64_t>(rank));
        k.insert(k.end(), extents, extents + rank);
        if (is_shape_[i]) {
            const auto* const elements = static_cast<const std::int64_t*>(data_of(context, i));
            k.insert(k.end(), elements, elements + elements_of({extents, rank}));
        }
    }
}

std::shared_ptr<const kernel::planned> kernel::find_plan(const key& k) {
    const auto found = std::find_if(recent_.begin(), recent_.end(), [&](const auto& p) { return p->inputs == k; });
    if (found == recent_.end()) return nullptr;
    if (found != recent_.begin()) recent_.splice(recent_.begin(), recent_, found);
    return recent_.front();
}

std::shared_ptr<const kernel::planned> kernel::make_plan(const key& k, const ort::kernel_context* context) {
    std::vector<const_tensor_view> views;
    for (std::size_t i = 0, at = 0; i < graph_.inputs.size(); ++i) {
        const auto rank = static_cast<std::size_t>(k[at]);
        const extents_ref extents(k.data() + at + 1, rank);
        views.emplace_back(data_of(context, i), *graph_.inputs[i].type, extents);
        at += 1 + rank;
        if (is_shape_[i]) at += static_cast<std::size_t>(elements_of(extents));
    }
    const std::shared_ptr<const planned> made(new planned{k, graph_plan(graph_, views, graph_profile::onnx, how_)});
    const std::lock_guard lock(guard_);
    if (std::shared_ptr<const planned> others = find_plan(k)) return others;  // another thread was faster
    recent_.push_front(made);
    if (recent_.size() > most_plans) recent_.pop_back();
    return made;
}

void kernel::run(ort::kernel_context* context) {
    thread_local key k;  // filled and read before anything else can run in this thread
    put_key(context, k);
    std::shared_ptr<const planned> chosen;
    {
        const std::lock_guard lock(guard_);
        chosen = find_plan(k);
    }
    if (chosen == nullptr) chosen = make_plan(k, context);
    const graph_plan& plan = chosen->plan;

    std::unique_ptr<workspaces::block> own = memory_->take(plan.workspace_bytes());
    own->inputs.resize(plan.input_count());
    own->outputs.resize(plan.output_count());
    for (std::size_t i = 0; i < own->inputs.size(); ++i) own->inputs[i] = data_of(context, i);
    for (std::size_t i = 0; i < own->outputs.size(); ++i) {
        const std::vector<std::int64_t>& shape = plan.output_shape(i);
        auto* const value = host_.get<ort::value*>(ort::context_output, context, i, shape.data(), shape.size());
        own->outputs[i] = host_.get<void*>(ort::data_of_tensor, value);
    }
    status answer;
    {
        const with_pool pool({&host_, context});
        answer = plan.run(own->inputs.data(), own->outputs.data(), own->bytes.data());
        if (answer == status::overlap) answer = run_beside(plan, *own);
    }
    memory_->give_back(std::move(own));
    if (!completed(answer)) throw error(answer, to_string(answer));
}

}  // namespace zerostride::integration
