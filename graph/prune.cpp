#include "graph/prune.hpp"

#include <algorithm>
#include <utility>

namespace zerostride::detail {
namespace {

/// Which storages lead to an output, once what nobody reads has been left out of the branches.
std::vector<bool> needed_storages(lowered& l);

template <class Keep>
std::vector<std::size_t> kept_of(const std::vector<std::size_t>& all, const Keep& keeps) {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (keeps(i)) kept.push_back(all[i]);
    }
    return kept;
}

/// `is_read`: which outputs of the branches are.
template <class IsRead>
void prune_branches(work& w, const IsRead& is_read) {
    for (int side = 0; side < 2; ++side) {
        lowered inner = *w.branches[side];
        inner.outputs = kept_of(inner.outputs, is_read);
        const std::vector<bool> is_needed = needed_storages(inner);
        const auto is_needed_input = [&](std::size_t i) { return is_needed[inner.values[inner.inputs[i]].store]; };
        w.captured[side] = kept_of(w.captured[side], is_needed_input);
        inner.inputs = kept_of(inner.inputs, is_needed_input);
        for (std::size_t i = 0; i < inner.inputs.size(); ++i) {
            inner.storages[inner.values[inner.inputs[i]].store].index = i;
        }
        w.branches[side] = std::make_shared<const lowered>(std::move(inner));
    }
    w.outputs = kept_of(w.outputs, is_read);
}

std::vector<bool> needed_storages(lowered& l) {
    std::vector<bool> is_needed(l.storages.size());
    const auto need = [&](std::size_t id) { is_needed[l.values[id].store] = true; };
    for (const std::size_t id : l.outputs) need(id);
    for (std::size_t i = l.works.size(); i-- > 0;) {
        work& w = l.works[i];
        const auto is_read = [&](std::size_t output) -> bool { return is_needed[l.values[w.outputs[output]].store]; };
        std::size_t read = 0;
        for (std::size_t output = 0; output < w.outputs.size(); ++output) read += is_read(output) ? 1 : 0;
        if (read == 0) continue;
        if (w.is_branch()) prune_branches(w, is_read);
        for_each_input(w, need);
    }
    return is_needed;
}

}  // namespace

void prune(lowered& l) { needed_storages(l); }

}  // namespace zerostride::detail
