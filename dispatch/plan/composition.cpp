#include "dispatch/plan/composition.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "dispatch/broadcast/stretch.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/parts.hpp"
#include "dispatch/plan/bytes.hpp"
#include "dispatch/plan/cost.hpp"
#include "dispatch/plan/make_state.hpp"
#include "dispatch/plan/programs.hpp"
#include "dispatch/threads.hpp"

namespace zerostride::detail {
namespace {

// ---- The steps: which kernels, on what.

constexpr step_place in_operand(std::size_t i) noexcept { return {step_place::operand, static_cast<std::uint32_t>(i)}; }
constexpr step_place in_scratch(std::uint32_t i) noexcept { return {step_place::scratch, i}; }
constexpr step_place at_start{step_place::start, 0};
constexpr step_place in_result{step_place::result, 0};

/// One operator and type as a fold from the left: what holds the sum of the operands before (for minima the least of
/// them), and the next operand.
struct fold {
    op add_of, last_of;             ///< operators whose kernels these are
    const kernels::kernel* add[2];  ///< for each sum: (sum, operand) -> sum
    const kernels::kernel* last;    ///< (the sums, operand) -> result
    std::uint32_t sums;
    dtype sum;       ///< its type
    bool has_start;  ///< the first operand is added to `start`; else it is the first sum

    step_place before(std::size_t i, std::uint32_t part) const noexcept {
        if (i == 0) return at_start;
        return i == 1 && !has_start ? in_operand(0) : in_scratch(part);
    }
};
fold fold_of(const kernels::isa_tables& tables, op which, dtype type) noexcept {
    const std::size_t at = dtype_row(type);
    const kernels::accumulator_table& accumulators = *tables.accumulators;
    const bool adds = which == op::sum || which == op::mean;
    fold made{};
    made.add_of = adds ? op::add : kernels::kernel_op(which, type);
    made.last_of = which == op::mean ? which : made.add_of;
    made.sum = adds ? kernels::accumulator_of(which, type) : type;
    made.sums = 1;
    made.has_start = made.sum != type || (which == op::mean && made.sum == dtype::i64);
    if (made.has_start) {
        made.add[0] = accumulators.add[at].by_splat;
        if (size_of(type) == 8) made.add[made.sums++] = accumulators.add_low[at].by_splat;
    } else {
        made.add[0] = kernels_of(tables, made.add_of, type, type);
    }
    made.last = made.has_start || which == op::mean ? accumulators.finish[at].by_splat : made.add[0];
    return made;
}

std::vector<composition_step> steps_of(const fold& f, std::size_t operands) {
    std::vector<composition_step> made;
    const std::size_t last = operands - 1;
    for (std::size_t i = f.has_start ? 0 : 1; i < last; ++i) {
        for (std::uint32_t part = 0; part < f.sums; ++part) {
            made.push_back({2, {f.before(i, part), in_operand(i)}, in_scratch(part), 0});
        }
    }
    composition_step end{f.sums + 1, {}, in_result, 0};
    for (std::uint32_t part = 0; part < f.sums; ++part) end.in[part] = f.before(last, part);
    end.in[f.sums] = in_operand(last);
    made.push_back(end);
    return made;
}

// ---- The blocks: how the output is cut.

/// The output's axes, those of extent 1 left out, outermost first by its strides; operands' strides along them.
struct box {
    std::vector<std::int64_t> extents;
    std::vector<std::int64_t> chunks;
    std::vector<std::int64_t> strides;  ///< for each axis the output's, then the operands'
    std::size_t views;                  ///< operands and the output

    std::size_t rank() const noexcept { return extents.size(); }
    std::int64_t stride(std::size_t axis, std::size_t k) const noexcept { return strides[axis * views + k]; }
};

box axes_of(array_ref<const_tensor_view> operands, const const_tensor_view& output) {
    std::vector<std::int64_t> along(output.rank);  // strides of one view after the other
    write_aligned_strides(output, output.rank, along.data());
    std::vector<std::size_t> order;
    for (std::size_t axis = 0; axis < output.rank; ++axis) {
        if (output.shape[axis] > 1) order.push_back(axis);
    }
    const auto distance = [&](std::size_t axis) { return std::abs(along[axis]); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return distance(a) > distance(b); });

    box made;
    made.views = 1 + operands.size();
    for (const std::size_t axis : order) made.extents.push_back(output.shape[axis]);
    made.chunks.assign(order.size(), 1);
    made.strides.resize(order.size() * made.views);
    for (std::size_t k = 0; k < made.views; ++k) {
        write_aligned_strides(k == 0 ? output : operands[k - 1], output.rank, along.data());
        for (std::size_t i = 0; i < order.size(); ++i) made.strides[i * made.views + k] = along[order[i]];
    }
    return made;
}

/// An axis along which an operand is dense that the output does not walk innermost: blocks that are some cache lines
/// long along both let the movers transpose it. The rank when there is none.
std::size_t turned_axis(const box& b, array_ref<const_tensor_view> operands) noexcept {
    constexpr std::int64_t least_square = 8;
    const std::size_t rank = b.rank();
    if (rank < 2 || b.extents[rank - 1] < least_square) return rank;
    for (std::size_t k = 1; k < b.views; ++k) {
        const auto bytes = static_cast<std::int64_t>(size_of(operands[k - 1].type));
        const std::int64_t inner = b.stride(rank - 1, k);
        if (inner == bytes || inner == 0) continue;
        for (std::size_t a = 0; a + 1 < rank; ++a) {
            if (b.stride(a, k) == bytes && b.extents[a] >= least_square) return a;
        }
    }
    return rank;
}

/// Cuts the axes so that a block has at most `most` elements.
void cut(box& b, std::int64_t most, std::size_t turned) noexcept {
    constexpr std::int64_t lines = 16;
    std::int64_t room = most;
    if (turned < b.rank()) {
        b.chunks[turned] = equal_chunk(b.extents[turned], lines);
        room /= b.chunks[turned];
    }
    for (std::size_t a = b.rank(); a-- > 0;) {
        room *= b.chunks[a];
        b.chunks[a] = equal_chunk(b.extents[a], room);
        if (b.chunks[a] < b.extents[a]) return;
        room /= b.chunks[a];
    }
}

/// Bytes that a run touches at least.
struct touched_bytes {
    std::int64_t output, all;
};
touched_bytes bytes_touched_by(const box& b, array_ref<const_tensor_view> operands,
                               const const_tensor_view& output) noexcept {
    const auto touched_by = [&](std::size_t k, dtype type) {
        return distinct_bytes(size_of(type), b.rank(), [&](std::size_t a) {
            return operand_axis{b.extents[a], b.stride(a, k)};
        });
    };
    touched_bytes made{};
    made.output = made.all = touched_by(0, output.type);
    for (std::size_t k = 1; k < b.views; ++k) made.all = sum_or_limit(made.all, touched_by(k, operands[k - 1].type));
    return made;
}

// ---- Making.

/// Whether one plan serves both steps: they find operands of the same strides at places of the same kind.
bool are_alike(const composition_step& x, const composition_step& y, const box& b) noexcept {
    if (x.inputs != y.inputs || x.out.kind != y.out.kind) return false;
    for (std::size_t i = 0; i < x.inputs; ++i) {
        if (x.in[i].kind != y.in[i].kind) return false;
        if (x.in[i].kind != step_place::operand) continue;
        for (std::size_t a = 0; a < b.rank(); ++a) {
            if (b.stride(a, 1 + x.in[i].index) != b.stride(a, 1 + y.in[i].index)) return false;
        }
    }
    return true;
}

/// Numbers the steps' plans; how many there are. Each step is compared with the one before that adds to the same sum.
std::size_t share_plans(std::vector<composition_step>& steps, std::size_t sums, const box& b) noexcept {
    std::size_t plans = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool shares = i >= sums && are_alike(steps[i - sums], steps[i], b);
        steps[i].plan = shares ? steps[i - sums].plan : plans++;
    }
    return plans;
}

/// The plans of all steps over blocks of one shape.
class shape_planner {
public:
    shape_planner(composition& c, const plan::state& whole, const fold& f, const box& b, bool streams, bool once)
        : c_(c),
          whole_(whole),
          fold_(f),
          box_(b),
          divisor_(whole.which == op::mean ? static_cast<double>(c.operands) : 1.0),
          streams_(streams),
          once_(once) {}

    /// `extents`: of the block, along all axes of the box.
    status make(std::unique_ptr<plan::state[]>& plans, std::size_t count, const std::vector<std::int64_t>& extents) {
        plans = std::make_unique<plan::state[]>(count);
        program_memory memory(c_.memory);
        std::size_t next = 0;
        for (const composition_step& step : c_.steps) {
            if (step.plan != next) continue;
            if (const status answer = make_step(plans[next], step, extents, memory); answer != status::ok)
                return answer;
            ++next;
        }
        return status::ok;
    }

private:
    /// What is at a place, as an operand of the block's shape; `strides` keeps its strides.
    const_tensor_view view_of(step_place place, const std::vector<std::int64_t>& extents,
                              std::vector<std::int64_t>& strides) const {
        if (place.kind == step_place::start) return {nullptr, fold_.sum, {}};
        if (place.kind == step_place::scratch) return {nullptr, fold_.sum, extents};
        const std::size_t k = place.kind == step_place::result ? 0 : 1 + place.index;
        strides.resize(box_.rank());
        for (std::size_t a = 0; a < box_.rank(); ++a) strides[a] = box_.stride(a, k);
        return {nullptr, whole_.type, extents, strides.data()};
    }

    status make_step(plan::state& made, const composition_step& step, const std::vector<std::int64_t>& extents,
                     program_memory& memory) {
        const_tensor_view inputs[kernels::max_inputs];
        for (std::size_t i = 0; i < step.inputs; ++i) inputs[i] = view_of(step.in[i], extents, strides_[i]);
        const const_tensor_view out = view_of(step.out, extents, strides_[kernels::max_inputs]);
        if (const status answer = collapse(made.loops, inputs, step.inputs, out); answer != status::ok) return answer;
        const bool is_last = step.out.kind == step_place::result;
        made.which = made.asked = is_last ? fold_.last_of : fold_.add_of;
        made.type = made.moved = made.second = whole_.type;
        made.with = whole_.with;
        made.movers = whole_.movers;
        made.operands = step.inputs;
        made.is_direct = true;
        made.parts = 1;
        made.parameters[0] = divisor_;
        const std::uint32_t part = is_last ? 0 : step.out.index;
        plan_kernel(made, is_last ? fold_.last : fold_.add[part], {inputs, step.inputs}, out, 1, streams_ && is_last,
                    once_);
        if (needs_programs(made)) write_programs(made, memory, once_);
        return status::ok;
    }

    composition& c_;
    const plan::state& whole_;
    const fold& fold_;
    const box& box_;
    double divisor_;
    bool streams_, once_;
    std::vector<std::int64_t> strides_[kernels::max_inputs + 1];
};

status read_operands(composition& c, array_ref<const_tensor_view> operands, const const_tensor_view& output) {
    c.operands = operands.size();
    c.checked = std::make_unique<checked_operand[]>(operands.size());
    c.element_log2 = log2_of(output.type);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        checked_operand& read = c.checked[i];
        if (const status answer = collapse(read.loops, &operands[i], 1, output); answer != status::ok) return answer;
        read.clear = clearance_of({read.loops, 1, c.element_log2, c.element_log2});
    }
    return status::ok;
}

/// Where the blocks are, from a box that has been cut.
void place_blocks(composition& c, const box& b) {
    c.blocks = c.block_elements = 1;
    for (std::size_t a = 0; a < b.rank(); ++a) {
        c.block_elements *= b.chunks[a];
        if (b.chunks[a] == b.extents[a]) continue;
        const std::int64_t blocks = (b.extents[a] - 1) / b.chunks[a] + 1;
        c.axes.push_back({b.chunks[a], blocks, b.extents[a] % b.chunks[a] != 0});
        c.blocks *= blocks;
    }
    for (std::size_t k = 0; k < b.views; ++k) {
        for (std::size_t a = 0; a < b.rank(); ++a) {
            if (b.chunks[a] < b.extents[a]) c.strides.push_back(b.stride(a, k));
        }
    }
}

/// What the state of the whole says, which has no kernel of its own.
void describe(plan::state& made, const kernels::isa_tables& tables, const composed_operation& asked,
              std::int64_t total) noexcept {
    made.which = made.asked = asked.which;
    made.type = made.moved = made.second = asked.operands[0].type;
    made.operands = asked.operands.size();
    made.inputs = 0;
    made.movers = tables.movers;
    made.is_direct = false;
    made.parts = 1;
    made.cut = strategy::empty;
    made.threads = 1;
    made.host = asked.how.host;
    made.loops.total = total;
}

void write_start(composition& c, const fold& f) noexcept {
    // Adding to -0 changes nothing, not even a zero's sign.
    if (f.sum == dtype::f32) {
        constexpr float zero = -0.0f;
        std::memcpy(c.start, &zero, sizeof zero);
    }
}

/// The output's axes, cut into blocks whose sums fit into the scratch.
box cut_axes(const fold& f, const composed_operation& asked) {
    box made = axes_of(asked.operands, asked.output);
    const auto wide = static_cast<std::int64_t>(std::max(size_of(f.sum), size_of(asked.operands[0].type)));
    cut(made, composition_bytes / f.sums / wide, turned_axis(made, asked.operands));
    return made;
}

/// Threads that the additions are worth, with a block for each of them at least.
int threads_of(const plan::state& whole, const composition& c, const fold& f, const options& how,
               std::int64_t bytes) noexcept {
    const std::int64_t total = whole.loops.total;
    const int most = thread_limit(how, total);
    if (most <= 1) return 1;
    const std::int64_t added = product_or_limit(total, static_cast<std::int64_t>(c.operands) - 1);
    const int worth = worthwhile_threads({f.add_of, whole.type, whole.with, accuracy_mode::exact}, added, bytes, most);
    return static_cast<int>(std::min<std::int64_t>(worth, c.blocks));
}

/// The extents of a block of that number among the shapes (composition::plans); false when there are not so many.
bool find_extents(std::vector<std::int64_t>& extents, const box& b, std::size_t shape) {
    extents = b.chunks;
    std::size_t ragged = 0;
    for (std::size_t a = 0; a < b.rank(); ++a) {
        const std::int64_t rest = b.extents[a] % b.chunks[a];
        if (rest != 0 && (shape >> ragged++ & 1) != 0) extents[a] = rest;
    }
    return shape >> ragged == 0;
}

/// Everything of a composition with elements.
status compose(plan::state& made, composition& c, const fold& f, const composed_operation& asked) {
    write_start(c, f);
    const box b = cut_axes(f, asked);
    place_blocks(c, b);
    const touched_bytes bytes = bytes_touched_by(b, asked.operands, asked.output);
    const bool streams = asked.how.past_caches || worth_streaming(bytes.output, bytes.all);
    made.threads = threads_of(made, c, f, asked.how, bytes.all);
    c.steps = steps_of(f, c.operands);
    const std::size_t plans = share_plans(c.steps, f.sums, b);
    shape_planner planner(c, made, f, b, streams, asked.once);
    std::vector<std::int64_t> extents;
    for (std::size_t shape = 0; shape < composition::most_shapes && find_extents(extents, b, shape); ++shape) {
        if (const status answer = planner.make(c.plans[shape], plans, extents); answer != status::ok) return answer;
    }
    return status::ok;
}

}  // namespace

void composition_deleter::operator()(const composition* held) const noexcept { delete held; }

status make_composition(plan::state& made, const kernels::isa_tables& tables, const composed_operation& asked) {
    // Kept by `made` only when it is whole.
    std::unique_ptr<composition> building = std::make_unique<composition>();
    if (const status answer = read_operands(*building, asked.operands, asked.output); answer != status::ok)
        return answer;
    describe(made, tables, asked, building->checked[0].loops.total);
    if (made.loops.total > 0) {
        if (const status answer = compose(made, *building, fold_of(tables, asked.which, made.type), asked);
            answer != status::ok)
            return answer;
    }
    made.composed.reset(building.release());
    return status::ok;
}

}  // namespace zerostride::detail
