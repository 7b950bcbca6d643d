#include "graph/plan.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "dispatch/attempt.hpp"
#include "dispatch/fp_environment.hpp"
#include "dispatch/plan/bytes.hpp"
#include "dispatch/plan/cost.hpp"
#include "graph/arena.hpp"
#include "graph/groups.hpp"
#include "graph/refuse.hpp"
#include "graph/rules.hpp"
#include "graph/tiles.hpp"

namespace zerostride {
namespace detail {
namespace {

/// Of each tensor of a tile, so that what works leave for each other stays in the nearest caches.
constexpr std::size_t graph_tile_bytes = 32768;

std::size_t bytes_of(const value& v) noexcept {
    return static_cast<std::size_t>(count_of(v.where.shape)) * size_of(v.type);
}

std::int64_t distinct_bytes_of(const value& v) noexcept {
    return distinct_bytes(size_of(v.type), v.where.shape.size(), [&](std::size_t axis) {
        return operand_axis{v.where.shape[axis], v.where.strides[axis]};
    });
}

byte_range range_of(const value& v) noexcept {
    byte_range range{0, static_cast<std::int64_t>(size_of(v.type))};
    for (std::size_t axis = 0; axis < v.where.shape.size(); ++axis) {
        if (v.where.shape[axis] == 0) return {0, 0};
        const std::int64_t way = (v.where.shape[axis] - 1) * v.where.strides[axis];
        (way < 0 ? range.begin : range.end) += way;
    }
    return range;
}

/// Parts of one thread's scratch that tensors of a tile take in turn.
class scratch_slots {
public:
    explicit scratch_slots(std::size_t elements) : elements_(elements) {}

    std::size_t take(std::size_t element_bytes) {
        const std::size_t bytes = round_up(elements_ * element_bytes, graph_plan::workspace_alignment);
        const auto free =
            std::find_if(slots_.begin(), slots_.end(), [&](const slot& s) { return s.is_free && s.bytes >= bytes; });
        if (free != slots_.end()) {
            free->is_free = false;
            return free->offset;
        }
        slots_.push_back({end_, bytes, false});
        end_ += bytes;
        return slots_.back().offset;
    }
    void give_back(std::size_t offset) noexcept {
        for (slot& s : slots_) {
            if (s.offset == offset) s.is_free = true;
        }
    }
    std::size_t bytes() const noexcept { return end_; }

private:
    struct slot {
        std::size_t offset, bytes;
        bool is_free;
    };
    std::size_t elements_, end_ = 0;
    std::vector<slot> slots_;
};

class planner {
public:
    planner(const lowered& l, const options& how)
        : l_(l), how_(how), groups_(groups_of(l)), made_(std::make_shared<graph_plan::state>()) {}

    std::shared_ptr<const graph_plan::state> make() {
        made_->host = how_.host;
        made_->shape_inputs = l_.shape_inputs;
        made_->folded = l_.folded;
        for (const std::size_t id : l_.inputs) made_->inputs.push_back(range_of(l_.values[id]));
        for (const std::size_t id : l_.outputs) {
            const value& v = l_.values[id];
            made_->outputs.push_back({v.type, v.where.shape, static_cast<std::int64_t>(bytes_of(v))});
        }
        place_storages();
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            const work& first = l_.works[groups_[i].front()];
            if (first.is_branch()) {
                add_branch(first, i);
            } else {
                add_group(i);
            }
        }
        give_memory();
        for (const std::size_t store : used_constants_) made_->constants.push_back(l_.storages[store].held);
        return made_;
    }

private:
    /// Where each storage is; those in the arena get their blocks, those in scratch their offsets when their group
    /// comes.
    void place_storages() {
        places_.resize(l_.storages.size());
        std::vector<std::size_t> step_of(l_.works.size());
        std::vector<std::size_t> last(l_.storages.size(), 0);
        reads_.assign(l_.storages.size(), 0);
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            for (const std::size_t member : groups_[i]) {
                step_of[member] = i;
                for_each_input(l_.works[member], [&](std::size_t id) {
                    const std::size_t store = l_.values[id].store;
                    last[store] = i;
                    ++reads_[store];
                });
            }
        }
        for (std::size_t s = 0; s < l_.storages.size(); ++s) {
            const storage& held = l_.storages[s];
            if (held.kind == storage::input) places_[s] = {place::input, held.index, nullptr};
            if (held.kind == storage::constant) places_[s] = {place::constant, 0, held.data};
        }
        for (std::size_t i = 0; i < l_.outputs.size(); ++i) {
            places_[l_.values[l_.outputs[i]].store] = {place::output, i, nullptr};
        }
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            for (const std::size_t member : groups_[i]) {
                for (const std::size_t id : l_.works[member].outputs) {
                    const std::size_t s = l_.values[id].store;
                    if (places_[s].kind == place::output) continue;
                    const std::size_t end = std::max(i, last[s]);
                    if (groups_[i].size() > 1 && end == i) {
                        places_[s].kind = place::scratch;
                    } else {
                        places_[s].kind = place::arena;
                        places_[s].index = blocks_.size();  // an offset once memory is given
                        blocks_.push_back({bytes_of(l_.values[id]), i, end});
                    }
                }
            }
        }
    }

    void add_branch(const work& w, std::size_t index) {
        branch_step added;
        added.label = w.label;
        added.condition = place_of(w.inputs[0]);
        std::size_t pointers = w.outputs.size(), workspace = 0;
        for (int i = 0; i < 2; ++i) {
            added.branches[i] = make_graph_state(*w.branches[i], how_);
            workspace = std::max(workspace, added.branches[i]->workspace_bytes);
            for (const std::size_t id : w.captured[i]) added.inputs[i].push_back(place_of(id));
            pointers = std::max(pointers, w.outputs.size() + w.captured[i].size());
            made_->threads = std::max(made_->threads, added.branches[i]->threads);
        }
        for (const std::size_t id : w.outputs) added.outputs.push_back(place_of(id));
        added.workspace_offset = round_up(pointers * sizeof(void*), graph_plan::workspace_alignment);
        blocks_.push_back({added.workspace_offset + workspace, index, index});
        step_block_.push_back(blocks_.size() - 1);
        made_->steps.emplace_back(std::move(added));
    }

    void add_group(std::size_t index) {
        const group& members = groups_[index];
        group_step added;
        const value& first = l_.values[l_.works[members.front()].outputs[0]];
        added.shape = first.where.shape;
        const bool is_alone = members.size() == 1;
        std::size_t widest = 1;
        for (const std::size_t member : members) {
            widest = std::max(widest, size_of(l_.values[l_.works[member].outputs[0]].type));
        }
        const std::int64_t most = is_alone ? std::max<std::int64_t>(count_of(added.shape), 1)
                                           : static_cast<std::int64_t>(graph_tile_bytes / widest);
        const tile_grid cut = tiles_of(added.shape, most);
        added.tile_shape = cut.shape;
        added.tiles = cut.tiles;
        added.has_rest = !cut.rest.empty();
        for (const tile_axis& axis : cut.axes) added.counts.push_back(axis.count);

        // How many threads the works are worth is known by plans for all of each.
        if (!is_alone && cut.tiles > 1) {
            for (const std::size_t member : members) {
                added.threads = std::max(added.threads, plan_of(l_.works[member], {}, {}, how_).threads());
            }
            added.threads = static_cast<int>(std::min<std::int64_t>(cut.tiles, added.threads));
        }
        const traffic moved = is_alone ? traffic{} : traffic_of(members);
        options inner = how_;
        if (!is_alone) inner.max_threads = 1;
        scratch_slots scratch(static_cast<std::size_t>(count_of(cut.shape)));
        for (const std::size_t member : members) {
            const work& w = l_.works[member];
            tiled_work t;
            t.label = w.label;
            for (const std::size_t id : w.inputs) t.inputs.push_back(operand_of(id, cut));
            place_result(w, scratch);
            t.output = operand_of(w.outputs[0], cut);
            t.past_caches = inner.past_caches = goes_past_caches(l_.values[w.outputs[0]], moved, added.threads);
            t.full = plan_of(w, cut, cut.shape, inner);
            if (added.has_rest) t.rest = plan_of(w, cut, cut.rest, inner);
            added.most_inputs = std::max(added.most_inputs, t.inputs.size());
            added.works.push_back(std::move(t));
        }
        const int threads = is_alone ? added.works[0].full.threads() : added.threads;  // a plan has its own
        made_->threads = std::max(made_->threads, threads);
        added.scratch_offset = round_up(added.most_inputs * sizeof(void*), graph_plan::workspace_alignment);
        added.thread_bytes = added.scratch_offset + scratch.bytes();
        blocks_.push_back({added.thread_bytes * static_cast<std::size_t>(added.threads), index, index});
        step_block_.push_back(blocks_.size() - 1);
        made_->steps.emplace_back(std::move(added));
    }

    /// What a group of several works moves beyond the tile, and computes in all. Nothing of a work alone, whose plan
    /// sees that by itself.
    struct traffic {
        std::set<std::size_t> read;  ///< storages
        std::int64_t bytes = 0;      ///< of operands and results that are not left in the tile
        double picoseconds = 0;
    };
    traffic traffic_of(const group& members) const {
        traffic found;
        std::map<std::size_t, std::int64_t> counted;  // of each storage what the view has that reaches most
        const auto count = [&](std::size_t id) {
            const value& v = l_.values[id];
            if (places_[v.store].kind == place::scratch) return;
            std::int64_t& before = counted[v.store];
            const std::int64_t bytes = std::max(before, distinct_bytes_of(v));
            found.bytes = sum_or_limit(found.bytes, bytes - before);
            before = bytes;
        };
        const isa with = how_.with == isa::automatic ? current_isa() : how_.with;
        const accuracy_mode asked = how_.accuracy == accuracy_mode::automatic ? current_accuracy() : how_.accuracy;
        for (const std::size_t member : members) {
            const work& w = l_.works[member];
            for_each_input(w, [&](std::size_t id) {
                found.read.insert(l_.values[id].store);
                count(id);
            });
            count(w.outputs[0]);
            const dtype type = l_.values[w.inputs[value_operand(w.what.which)]].type;
            const accuracy_mode runs = has_fast_kernel(w.what.which, type) ? asked : accuracy_mode::exact;
            found.picoseconds += picoseconds({w.what.which, type, with, runs}) *
                                 static_cast<double>(count_of(l_.values[w.outputs[0]].where.shape));
        }
        return found;
    }

    /// Whether a result is to be stored past the caches: it leaves its group, of which no member reads it, and is an
    /// output that the caller wants so, or the group moves more than the caches hold.
    bool goes_past_caches(const value& result, const traffic& moved, int threads) const {
        const place::kind_of kind = places_[result.store].kind;
        if (kind == place::scratch || moved.read.count(result.store) != 0) return false;
        if (how_.past_caches && kind == place::output) return true;
        if (moved.bytes == 0) return false;  // a work alone
        return worth_streaming(static_cast<std::int64_t>(bytes_of(result)), moved.bytes) &&
               !outlasts_stores(moved.picoseconds, moved.bytes, threads);
    }

    /// The result takes the place of an operand that nobody reads any more, if one is as wide.
    void place_result(const work& w, scratch_slots& scratch) {
        const value& result = l_.values[w.outputs[0]];
        place& own = places_[result.store];
        std::vector<std::size_t> free;
        for_each_input(w, [&](std::size_t id) {
            const std::size_t store = l_.values[id].store;
            if (--reads_[store] == 0 && places_[store].kind == place::scratch) free.push_back(store);
        });
        if (own.kind == place::scratch) {
            const auto same = std::find_if(free.begin(), free.end(), [&](std::size_t store) {
                const work& maker = l_.works[l_.storages[store].index];
                return size_of(l_.values[maker.outputs[0]].type) == size_of(result.type);
            });
            if (same != free.end()) {
                own.index = places_[*same].index;
                free.erase(same);
            } else {
                own.index = scratch.take(size_of(result.type));
            }
        }
        for (const std::size_t store : free) scratch.give_back(places_[store].index);
    }

    place place_of(std::size_t id) {
        if (id == nothing) return {};
        const std::size_t store = l_.values[id].store;
        if (const storage& held = l_.storages[store]; held.kind == storage::constant) {
            used_constants_.insert(store);
            if (held.folded != status::ok) made_->folded = held.folded;
        }
        place found = places_[store];
        found.offset = l_.values[id].where.offset;
        return found;
    }

    tile_operand operand_of(std::size_t id, const tile_grid& cut) {
        tile_operand made;
        made.at = place_of(id);
        made.steps.assign(cut.axes.size(), 0);
        if (id == nothing || made.at.kind == place::scratch) return made;
        const layout& where = l_.values[id].where;
        const std::size_t missing = cut.shape.size() - where.shape.size();  // axes are aligned at the end
        for (std::size_t i = 0; i < cut.axes.size(); ++i) {
            const auto [axis, chunk, count] = cut.axes[i];
            if (axis < missing || where.shape[axis - missing] == 1) continue;
            made.steps[i] = where.strides[axis - missing] * chunk;
        }
        return made;
    }

    /// A plan of `w` for tiles of `shape`; for all of it when nothing is cut.
    plan plan_of(const work& w, const tile_grid& cut, const std::vector<std::int64_t>& shape,
                 const options& how) const {
        const bool is_tiled = !cut.axes.empty();
        std::vector<layout> parts(w.inputs.size() + 1);
        std::vector<const_tensor_view> views;
        const auto part_of = [&](std::size_t id, layout& part) -> const_tensor_view {
            const value& v = l_.values[id];
            part = v.where;
            if (!is_tiled) return {nullptr, v.type, part.shape, part.strides.data()};
            const std::size_t missing = shape.size() - part.shape.size();
            for (std::size_t axis = 0; axis < part.shape.size(); ++axis) {
                if (part.shape[axis] != 1) part.shape[axis] = shape[axis + missing];
            }
            if (places_[v.store].kind == place::scratch) {
                part = dense_layout(part.shape, static_cast<std::int64_t>(size_of(v.type)));
            }
            return {nullptr, v.type, part.shape, part.strides.data()};
        };
        for (std::size_t i = 0; i < w.inputs.size(); ++i) {
            views.push_back(w.inputs[i] == nothing ? absent() : part_of(w.inputs[i], parts[i]));
        }
        const const_tensor_view output = part_of(w.outputs[0], parts.back());
        plan made;
        require(w.label, plan::try_make(made, w.what, views, output, how));
        return made;
    }

    /// Offsets for all that waits for some.
    void give_memory() {
        made_->workspace_bytes = place_blocks(blocks_, graph_plan::workspace_alignment);
        const auto settle = [&](place& p) {
            if (p.kind == place::arena) p.index = blocks_[p.index].offset;
        };
        for (std::size_t i = 0; i < made_->steps.size(); ++i) {
            const std::size_t memory = blocks_[step_block_[i]].offset;
            if (auto* const tiles = std::get_if<group_step>(&made_->steps[i])) {
                tiles->memory = memory;
                for (tiled_work& w : tiles->works) {
                    for (tile_operand& x : w.inputs) settle(x.at);
                    settle(w.output.at);
                }
                continue;
            }
            auto& branch = std::get<branch_step>(made_->steps[i]);
            branch.memory = memory;
            settle(branch.condition);
            for (std::vector<place>& inputs : branch.inputs) std::for_each(inputs.begin(), inputs.end(), settle);
            std::for_each(branch.outputs.begin(), branch.outputs.end(), settle);
        }
    }

    const lowered& l_;
    const options& how_;
    std::vector<group> groups_;
    std::shared_ptr<graph_plan::state> made_;
    std::vector<place> places_;       ///< by storage
    std::vector<std::size_t> reads_;  ///< by storage, how often works that are still to come read it
    std::set<std::size_t> used_constants_;
    std::vector<std::size_t> step_block_;  ///< by step
    std::vector<arena_block> blocks_;
};

}  // namespace

std::shared_ptr<const graph_plan::state> make_graph_state(const lowered& l, const options& how) {
    return planner(l, how).make();
}

}  // namespace detail

graph_plan::graph_plan(const graph& g, array_ref<const_tensor_view> inputs, graph_profile profile, const options& how) {
    if (const outcome made = try_make(*this, g, inputs, profile, how); !made) throw error(made);
}

outcome graph_plan::try_make(graph_plan& made, const graph& g, array_ref<const_tensor_view> inputs,
                             graph_profile profile, const options& how) noexcept {
    return detail::attempt([&]() -> outcome {
        const detail::fp_environment scope;  // attributes and costs are doubles, and the host may have traps
        detail::require_rules(g, profile);
        made.state_ = detail::make_graph_state(detail::lower(g, inputs, profile, how), how);
        return {};
    });
}

std::size_t graph_plan::input_count() const noexcept { return state_ == nullptr ? 0 : state_->inputs.size(); }
std::size_t graph_plan::output_count() const noexcept { return state_ == nullptr ? 0 : state_->outputs.size(); }
dtype graph_plan::output_type(std::size_t i) const noexcept { return state_->outputs[i].type; }
const std::vector<std::int64_t>& graph_plan::output_shape(std::size_t i) const noexcept {
    return state_->outputs[i].shape;
}
std::size_t graph_plan::workspace_bytes() const noexcept { return state_ == nullptr ? 0 : state_->workspace_bytes; }
int graph_plan::threads() const noexcept { return state_ == nullptr ? 0 : state_->threads; }

status graph_plan::run(const void* const* inputs, void* const* outputs, void* workspace) const noexcept {
    return state_ == nullptr ? status::invalid_argument : detail::run_graph(*state_, inputs, outputs, workspace);
}

std::vector<tensor> eval(const graph& g, array_ref<const_tensor_view> inputs, graph_profile profile,
                         const options& how) {
    const graph_plan planned(g, inputs, profile, how);
    std::vector<const void*> from;
    for (const const_tensor_view& x : inputs) from.push_back(x.data);
    std::vector<tensor> made;
    std::vector<void*> to;
    for (std::size_t i = 0; i < planned.output_count(); ++i) {
        made.emplace_back(planned.output_type(i), planned.output_shape(i));
        to.push_back(made.back().data());
    }
    tensor workspace(dtype::u8, {static_cast<std::int64_t>(planned.workspace_bytes())});
    const status answer = planned.run(from.data(), to.data(), workspace.data());
    if (!completed(answer)) throw error(answer, std::string("graph: ") + to_string(answer));
    // Texts may view bytes of constants, which the plan holds.
    for (tensor& result : made) {
        if (result.type() == dtype::str) result.keep(std::make_shared<const graph_plan>(planned));
    }
    return made;
}

}  // namespace zerostride
