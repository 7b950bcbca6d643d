// Runs: steps one after the other, the tiles of a step over threads.
#include <atomic>
#include <cstring>

#include "dispatch/parts.hpp"
#include "dispatch/threads.hpp"
#include "graph/plan.hpp"

namespace zerostride::detail {
namespace {

/// The memory of one run.
struct run_memory {
    const void* const* inputs;
    void* const* outputs;
    std::byte* workspace;

    /// Only what works write is written through it.
    std::byte* find(const place& p) const noexcept {
        const auto writable = [](const void* data) { return static_cast<std::byte*>(const_cast<void*>(data)); };
        std::byte* first = nullptr;
        switch (p.kind) {
            case place::input: first = writable(inputs[p.index]); break;
            case place::output: first = static_cast<std::byte*>(outputs[p.index]); break;
            case place::constant: first = writable(p.data); break;
            case place::arena: first = workspace + p.index; break;
            case place::absent:
            case place::scratch: break;
        }
        return first == nullptr ? nullptr : first + p.offset;
    }
};

/// One run of a step's tiles.
class tile_run {
public:
    tile_run(const group_step& s, const run_memory& memory) noexcept : s_(s), memory_(memory) {}

    status run(const parallel_for& host) noexcept {
        if (s_.threads > 1) {
            run_tasks(host, s_.threads, [this](int task) { run_part(task); });
        } else {
            run_part(0);
        }
        return answer_.load(std::memory_order_relaxed);
    }

private:
    void run_part(int task) noexcept {
        std::byte* const own = memory_.workspace + s_.memory + static_cast<std::size_t>(task) * s_.thread_bytes;
        const auto pointers = reinterpret_cast<const void**>(own);
        std::byte* const scratch = own + s_.scratch_offset;
        const std::int64_t end = start_of_part(s_.tiles, s_.threads, task + 1);
        for (std::int64_t tile = start_of_part(s_.tiles, s_.threads, task); tile < end; ++tile) {
            const bool is_rest = s_.has_rest && (tile + 1) % s_.counts.back() == 0;
            for (const tiled_work& w : s_.works) {
                for (std::size_t i = 0; i < w.inputs.size(); ++i) pointers[i] = at(w.inputs[i], tile, scratch);
                note((is_rest ? w.rest : w.full).run(pointers, at(w.output, tile, scratch)));
            }
        }
    }

    std::byte* at(const tile_operand& x, std::int64_t tile, std::byte* scratch) const noexcept {
        if (x.at.kind == place::scratch) return scratch + x.at.index;
        std::byte* const first = memory_.find(x.at);
        if (first == nullptr) return nullptr;
        std::int64_t offset = 0;
        for (std::size_t axis = s_.counts.size(); axis-- > 1; tile /= s_.counts[axis]) {
            offset += tile % s_.counts[axis] * x.steps[axis];
        }
        if (!s_.counts.empty()) offset += tile * x.steps[0];
        return first + offset;
    }

    /// A refusal, which nothing should cause, goes before a division by zero.
    void note(status answer) noexcept {
        if (answer == status::ok) return;
        status before = answer_.load(std::memory_order_relaxed);
        while (completed(before) && before != answer && !(completed(answer) && before != status::ok)) {
            if (answer_.compare_exchange_weak(before, answer, std::memory_order_relaxed)) return;
        }
    }

    const group_step& s_;
    const run_memory& memory_;
    std::atomic<status> answer_{status::ok};
};

status run_branch(const branch_step& s, const run_memory& memory) noexcept {
    unsigned char chosen;
    std::memcpy(&chosen, memory.find(s.condition), 1);
    const int side = chosen != 0 ? 0 : 1;
    std::byte* const pointers = memory.workspace + s.memory;
    const auto outputs = reinterpret_cast<void**>(pointers);
    const auto inputs = reinterpret_cast<const void**>(pointers + s.outputs.size() * sizeof(void*));
    for (std::size_t i = 0; i < s.outputs.size(); ++i) outputs[i] = memory.find(s.outputs[i]);
    for (std::size_t i = 0; i < s.inputs[side].size(); ++i) inputs[i] = memory.find(s.inputs[side][i]);
    return run_graph(*s.branches[side], inputs, outputs, pointers + s.workspace_offset);
}

bool still_holds(const shape_input& seen, const void* data) noexcept {
    const auto* const first = static_cast<const std::byte*>(data) + seen.seen.where.offset;
    const std::int64_t stride = seen.seen.where.strides.empty() ? 0 : seen.seen.where.strides[0];
    for (std::size_t i = 0; i < seen.elements.size(); ++i) {
        const std::byte* const element = first + static_cast<std::int64_t>(i) * stride;
        if (integer_at(element, seen.seen.type) != seen.elements[i]) return false;
    }
    return true;
}

/// Addresses of a tensor's bytes.
struct span {
    std::uintptr_t begin, end;

    bool meets(const span& other) const noexcept { return begin < other.end && other.begin < end; }
};
span span_of(const void* data, byte_range range) noexcept {
    const auto first = reinterpret_cast<std::uintptr_t>(data);
    return {first + static_cast<std::uintptr_t>(range.begin), first + static_cast<std::uintptr_t>(range.end)};
}

status check_run(const graph_plan::state& s, const void* const* inputs, void* const* outputs,
                 const void* workspace) noexcept {
    const auto is_empty = [](byte_range range) { return range.begin == range.end; };
    if ((inputs == nullptr && !s.inputs.empty()) || (outputs == nullptr && !s.outputs.empty())) {
        return status::invalid_argument;
    }
    const bool is_misplaced = reinterpret_cast<std::uintptr_t>(workspace) % graph_plan::workspace_alignment != 0;
    if (s.workspace_bytes > 0 && (workspace == nullptr || is_misplaced)) return status::invalid_argument;
    for (std::size_t i = 0; i < s.inputs.size(); ++i) {
        if (inputs[i] == nullptr && !is_empty(s.inputs[i])) return status::invalid_argument;
    }
    for (std::size_t i = 0; i < s.outputs.size(); ++i) {
        if (outputs[i] == nullptr && s.outputs[i].bytes > 0) return status::invalid_argument;
    }
    for (const shape_input& seen : s.shape_inputs) {
        if (!still_holds(seen, inputs[seen.index])) return status::invalid_argument;
    }
    const span between = span_of(workspace, {0, static_cast<std::int64_t>(s.workspace_bytes)});
    const auto meets_workspace = [&](const span& own) { return s.workspace_bytes > 0 && own.meets(between); };
    for (std::size_t i = 0; i < s.inputs.size(); ++i) {
        if (!is_empty(s.inputs[i]) && meets_workspace(span_of(inputs[i], s.inputs[i]))) return status::overlap;
    }
    for (std::size_t i = 0; i < s.outputs.size(); ++i) {
        if (s.outputs[i].bytes == 0) continue;
        const span own = span_of(outputs[i], {0, s.outputs[i].bytes});
        if (meets_workspace(own)) return status::overlap;
        for (std::size_t j = 0; j < s.inputs.size(); ++j) {
            if (!is_empty(s.inputs[j]) && own.meets(span_of(inputs[j], s.inputs[j]))) return status::overlap;
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (own.meets(span_of(outputs[j], {0, s.outputs[j].bytes}))) return status::overlap;
        }
    }
    return status::ok;
}

}  // namespace

status run_graph(const graph_plan::state& s, const void* const* inputs, void* const* outputs,
                 void* workspace) noexcept {
    if (const status refused = check_run(s, inputs, outputs, workspace); refused != status::ok) return refused;
    const run_memory memory{inputs, outputs, static_cast<std::byte*>(workspace)};
    status found = s.folded;
    for (const step& next : s.steps) {
        const auto* const tiles = std::get_if<group_step>(&next);
        const status answer =
            tiles != nullptr ? tile_run(*tiles, memory).run(s.host) : run_branch(std::get<branch_step>(next), memory);
        if (!completed(answer)) return answer;
        if (answer != status::ok) found = answer;
    }
    return found;
}

}  // namespace zerostride::detail
