#include "graph/groups.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace zerostride::detail {
namespace {

/// More would need more scratch than the caches hold.
constexpr std::size_t most_together = 32;
/// So many works are looked at for the next of a group, so that planning takes as long as the graph is.
constexpr std::size_t most_looked_at = 64;

/// What a work waits for and who waits for it.
struct dependence {
    std::vector<std::size_t> after;  ///< works
    std::size_t before = 0;          ///< how many works are not done that it reads from
};

/// Whether a part of the result needs a part of the operands, element by element.
bool goes_by_elements(const work& w) noexcept {
    return !w.is_branch() && info(w.what.which).shapes != shape_rule::per_axis;
}

class grouping {
public:
    explicit grouping(const lowered& l) : l_(l), waits_(l.works.size()) {
        for (std::size_t i = 0; i < l.works.size(); ++i) {
            if (!l.needs(l.works[i])) continue;
            std::vector<std::size_t> from;
            for_each_input(l.works[i], [&](std::size_t id) {
                const storage& held = l.storages[l.values[id].store];
                if (held.kind == storage::made) from.push_back(held.index);
            });
            std::sort(from.begin(), from.end());
            from.erase(std::unique(from.begin(), from.end()), from.end());
            waits_[i].before = from.size();
            for (const std::size_t earlier : from) waits_[earlier].after.push_back(i);
        }
        for (std::size_t i = 0; i < l.works.size(); ++i) {
            if (l.needs(l.works[i]) && waits_[i].before == 0) ready_.insert(i);
        }
    }

    std::vector<group> all() {
        std::vector<group> made;
        while (!ready_.empty()) {
            growing g;
            add(g, *ready_.begin());
            if (goes_by_elements(l_.works[g.works.front()])) {
                while (grow(g)) {
                }
            }
            made.push_back(std::move(g.works));
        }
        return made;
    }

private:
    /// A group, and what makes others its neighbours.
    struct growing {
        group works;
        std::map<std::size_t, std::size_t> results;  ///< their values, by storage
        std::set<std::size_t> reads;                 ///< storages, but constants
    };

    void add(growing& g, std::size_t i) {
        g.works.push_back(i);
        for (const std::size_t id : l_.works[i].outputs) g.results[l_.values[id].store] = id;
        for_each_input(l_.works[i], [&](std::size_t id) {
            const std::size_t store = l_.values[id].store;
            if (l_.storages[store].kind != storage::constant) g.reads.insert(store);
        });
        ready_.erase(i);
        for (const std::size_t later : waits_[i].after) {
            if (--waits_[later].before == 0) ready_.insert(later);
        }
    }

    bool grow(growing& g) {
        if (g.works.size() == most_together) return false;
        std::size_t looked_at = 0;
        for (const std::size_t i : ready_) {
            if (++looked_at > most_looked_at) break;
            if (!joins(g, i)) continue;
            add(g, i);
            return true;
        }
        return false;
    }

    const value& result_of(std::size_t i) const noexcept { return l_.values[l_.works[i].outputs[0]]; }

    /// The work must share an operand with the group, or read from it.
    bool joins(const growing& g, std::size_t i) const {
        const work& w = l_.works[i];
        if (!goes_by_elements(w) || result_of(i).where.shape != result_of(g.works.front()).where.shape) return false;
        bool is_near = false, is_legal = true;
        for_each_input(w, [&](std::size_t id) {
            const value& read = l_.values[id];
            if (const auto made = g.results.find(read.store); made != g.results.end()) {
                is_near = true;
                is_legal = is_legal && read.where == l_.values[made->second].where;
            }
            is_near = is_near || g.reads.count(read.store) != 0;
        });
        return is_near && is_legal;
    }

    const lowered& l_;
    std::vector<dependence> waits_;
    std::set<std::size_t> ready_;  ///< in the order of works, so that equal graphs give equal plans
};

}  // namespace

std::vector<group> groups_of(const lowered& l) { return grouping(l).all(); }

}  // namespace zerostride::detail
