// Graph plans in words.
#include <string>

#include "dispatch/extents.hpp"
#include "graph/plan.hpp"

namespace zerostride {
namespace detail {
namespace {

std::string place_text(const place& p) {
    switch (p.kind) {
        case place::absent: return "-";
        case place::input: return "input " + std::to_string(p.index);
        case place::output: return "output " + std::to_string(p.index);
        case place::constant: return "constant";
        case place::arena: return "workspace+" + std::to_string(p.index);
        case place::scratch: return "tile+" + std::to_string(p.index);
    }
    return "";
}

template <class Range, class Place>
std::string list_text(const Range& range, const Place& place_in) {
    std::string text;
    for (const auto& x : range) text += (text.empty() ? "" : ", ") + place_text(place_in(x));
    return text;
}

/// Names are a file's, and this goes to a terminal.
std::string printable(std::string name) {
    for (char& c : name) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
    }
    return name;
}

std::string threads_text(int threads) { return std::to_string(threads) + (threads == 1 ? " thread" : " threads"); }

void describe(std::string& text, const graph_plan::state& s, const std::string& margin);

void describe(std::string& text, const group_step& s, const std::string& margin) {
    text += to_text(s.shape);
    int threads = s.threads;
    if (s.works.size() == 1) {
        threads = s.works[0].full.threads();
        text += " whole";
    } else {
        text += " in " + std::to_string(s.tiles) + (s.tiles == 1 ? " tile of " : " tiles of ") + to_text(s.tile_shape);
    }
    text += ", " + threads_text(threads) + "\n";
    for (const tiled_work& w : s.works) {
        const auto at = [](const tile_operand& x) { return x.at; };
        text += margin + "    " + printable(w.label) + ": " + list_text(w.inputs, at) + " -> " +
                place_text(w.output.at) + (w.past_caches ? ", past the caches\n" : "\n");
    }
}

void describe(std::string& text, const branch_step& s, const std::string& margin) {
    const auto at = [](const place& p) { return p; };
    text += printable(s.label) + " by " + place_text(s.condition) + " -> " + list_text(s.outputs, at) + "\n";
    for (int side = 0; side < 2; ++side) {
        text +=
            margin + "    " + (side == 0 ? "then" : "else") + ", its inputs: " + list_text(s.inputs[side], at) + "\n";
        describe(text, *s.branches[side], margin + "    ");
    }
}

void describe(std::string& text, const graph_plan::state& s, const std::string& margin) {
    for (std::size_t i = 0; i < s.steps.size(); ++i) {
        text += margin + "step " + std::to_string(i) + ": ";
        std::visit([&](const auto& next) { describe(text, next, margin); }, s.steps[i]);
    }
}

}  // namespace
}  // namespace detail

std::string graph_plan::explain() const {
    if (state_ == nullptr) return "empty plan\n";
    std::string text;
    detail::describe(text, *state_, "");
    for (std::size_t i = 0; i < state_->outputs.size(); ++i) {
        text += "output " + std::to_string(i) + ": " + name_of(state_->outputs[i].type) +
                detail::to_text(state_->outputs[i].shape) + "\n";
    }
    return text + "workspace: " + std::to_string(state_->workspace_bytes) + " bytes\n";
}

}  // namespace zerostride
