#include "graph/prune.hpp"

#include <utility>

namespace zerostride::detail {
namespace {

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
        prune(inner);
        const auto is_needed_input = [&](std::size_t i) { return inner.needs(inner.inputs[i]); };
        w.captured[side] = kept_of(w.captured[side], is_needed_input);
        inner.inputs = kept_of(inner.inputs, is_needed_input);
        for (std::size_t i = 0; i < inner.inputs.size(); ++i) {
            inner.storages[inner.values[inner.inputs[i]].store].index = i;
        }
        w.branches[side] = std::make_shared<const lowered>(std::move(inner));
    }
    w.outputs = kept_of(w.outputs, is_read);
}

}  // namespace

void prune(lowered& l) {
    l.is_needed.assign(l.storages.size(), false);
    const auto need = [&](std::size_t id) { l.is_needed[l.values[id].store] = true; };
    for (const std::size_t id : l.outputs) need(id);
    for (std::size_t i = l.works.size(); i-- > 0;) {
        work& w = l.works[i];
        if (!l.needs(w)) continue;
        if (w.is_branch()) prune_branches(w, [&](std::size_t output) { return l.needs(w.outputs[output]); });
        for_each_input(w, need);
    }
}

}  // namespace zerostride::detail
