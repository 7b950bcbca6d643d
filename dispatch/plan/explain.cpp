// plan::explain: what was decided, as a picture that fits on a page.
#include <iomanip>
#include <locale>
#include <sstream>

#include "dispatch/plan/composition.hpp"

namespace zerostride {
namespace {

const char* words(detail::route how) noexcept {
    switch (how) {
        case detail::route::dense: return "dense";
        case detail::route::splat: return "splat";
        case detail::route::packed: return "packed";
        case detail::route::transposed: return "transposed";
        case detail::route::by_lines: return "transposed line by line";
        case detail::route::in_squares: return "transposed one by one";
        case detail::route::in_planes: return "transposed, all planes at once";
    }
    return "";
}

const char* words(detail::strategy cut) noexcept {
    switch (cut) {
        case detail::strategy::empty: return "empty: no elements";
        case detail::strategy::whole: return "whole: one row, straight from memory to memory";
        case detail::strategy::single: return "single: one tile of several rows as one kernel row";
        case detail::strategy::blocks: return "blocks: tiles of rows, one kernel row each";
        case detail::strategy::flat: return "flat: tiles of several rows as one kernel row";
    }
    return "";
}

const char* words(detail::way how) noexcept {
    switch (how) {
        case detail::way::walked: return "element by element";
        case detail::way::gathered: return "by gather";
        case detail::way::strided: return "by strides";
        case detail::way::copied: return "by copies";
        case detail::way::shuffled: return "by shuffles";
        case detail::way::staged: return "by shuffles of a copy";
        case detail::way::merged: return "by merges";
        case detail::way::permuted: return "by permutations";
    }
    return "";
}

std::string operand_name(std::size_t k) { return k == 0 ? "output" : "input " + std::to_string(k - 1); }

[[gnu::cold]] std::string mover(const plan::state& s, std::size_t k) {
    const detail::operand_route& r = s.routes[k];
    std::string text = words(r.how);
    if (r.how != detail::route::packed) return text;
    const bool walked = r.steps.how == detail::way::walked;
    text += std::string(" ") + (k == 0 && !walked ? "by scatter" : words(r.steps.how));
    if (walked || r.steps.how == detail::way::strided) return text;
    text += ", period " + std::to_string(r.steps.period_rows) + "x" + std::to_string(r.steps.row_elements);
    return text + (r.steps.repeats > 1 ? ", repeated " + std::to_string(r.steps.repeats) + " times" : "");
}

[[gnu::cold]] void write_nest(std::ostream& out, const plan::state& s) {
    constexpr int width = 14;
    out << "nest      " << std::right << std::setw(width) << "extent";
    for (std::size_t k = 0; k <= s.inputs; ++k) out << std::setw(width) << operand_name(k);
    out << "   (bytes per step)\n";
    const std::size_t rank = s.loops.axes.size();
    for (std::size_t a = 0; a < rank; ++a) {
        const char* role = "";
        if (s.cut == detail::strategy::flat || s.cut == detail::strategy::single)
            role = a < s.outer_axes ? "outer" : a == s.outer_axes ? "rows" : "inside";
        if (s.cut == detail::strategy::blocks)
            role = a < s.outer_axes                    ? "outer"
                   : a + s.column_axes >= rank         ? "columns"
                   : s.planes > 1 && a == s.outer_axes ? "planes"
                                                       : "rows";
        out << "  " << std::left << std::setw(8) << role << std::right << std::setw(width) << s.loops.axes[a].extent;
        for (std::size_t k = 0; k <= s.inputs; ++k) out << std::setw(width) << s.loops.axes[a].stride[k];
        out << "\n";
    }
    if (rank == 0) out << "  a single element\n";
}

std::string place_name(detail::step_place place) {
    switch (place.kind) {
        case detail::step_place::operand: return operand_name(1 + place.index);
        case detail::step_place::scratch: return "scratch " + std::to_string(place.index);
        case detail::step_place::start: return "zero";
        case detail::step_place::result: return operand_name(0);
    }
    return "";
}

/// The steps over a whole block, and of many the first and the last ones.
[[gnu::cold]] void write_steps(std::ostream& out, const detail::composition& c) {
    constexpr std::size_t most = 8;
    const std::size_t count = c.steps.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (count > most && i == most / 2) {
            out << "          " << count - most << " more\n";
            i = count - most / 2;
        }
        const detail::composition_step& step = c.steps[i];
        const plan::state& s = c.plans[0][step.plan];
        out << std::left << std::setw(10) << "step " + std::to_string(i + 1) << info(s.which).name << ": ";
        for (std::size_t k = 0; k < step.inputs; ++k) {
            out << (k == 0 ? "" : ", ") << place_name(step.in[k]) << " " << mover(s, k + 1);
        }
        out << " -> " << place_name(step.out) << " " << mover(s, 0) << (s.streams ? ", streamed past the caches" : "")
            << "\n";
    }
}

[[gnu::cold]] std::string explain_composition(const plan::state& s) {
    const detail::composition& c = *s.composed;
    std::ostringstream out;
    out.imbue(std::locale::classic());  // the host's own may group digits
    out << info(s.which).onnx_name << " of " << c.operands << " operands on " << name_of(s.type) << ", "
        << s.loops.total << (s.loops.total == 1 ? " element\n" : " elements\n");
    if (c.blocks == 0) {
        out << "strategy  " << words(detail::strategy::empty) << "\n";
    } else {
        out << "strategy  steps, block by block: " << c.blocks << (c.blocks == 1 ? " block" : " blocks") << " of "
            << c.block_elements << (c.block_elements == 1 ? " element\n" : " elements\n");
        write_steps(out, c);
    }
    out << "kernels   " << name_of(s.type) << "/" << name_of(s.with) << "\n"
        << "threads   " << s.threads << "\n";
    return out.str();
}

}  // namespace

[[gnu::cold]] std::string plan::explain() const {
    if (state_ == nullptr) return "empty plan\n";
    const state& s = *state_;
    if (s.composed != nullptr) return explain_composition(s);
    std::ostringstream out;
    out.imbue(std::locale::classic());  // the host's own may group digits
    const auto together = static_cast<std::int64_t>(size_of(s.moved) / size_of(s.type));
    const std::int64_t total = s.loops.total * together + (s.rest != nullptr ? s.rest->loops.total : 0);
    out << info(s.which).onnx_name << " on " << name_of(s.type) << ", " << total
        << (total == 1 ? " element\n" : " elements\n");
    if (together > 1) out << together << " at a time\n";
    if (s.cut != detail::strategy::empty) write_nest(out, s);
    out << "strategy  " << words(s.cut) << "\n";
    if (s.cut != detail::strategy::empty) {
        if (s.cut != detail::strategy::whole) {
            out << "tile      " << s.row_chunk << " x " << s.col_chunk * s.unit << " of " << s.rows << " x "
                << s.cols * s.unit << ", ";
            if (s.planes > 1) out << s.planes << " planes of that, ";
            out << s.tiles << (s.tiles == 1 ? " tile\n" : " tiles\n");
        }
        for (std::size_t k = 1; k <= s.inputs; ++k)
            out << (k == 1 ? "movers    " : "          ") << operand_name(k) << ": " << mover(s, k) << "\n";
        out << "          output: " << mover(s, 0) << (s.streams ? ", streamed past the caches" : "") << "\n";
    }
    out << "kernel    " << info(s.which).name << "/" << name_of(s.moved) << "/" << name_of(s.computes_with)
        << (s.accuracy == accuracy_mode::fast ? ", fast\n" : "\n") << "threads   " << s.threads
        << (s.shares_rows ? ", each with rows of its own\n" : "\n");
    if (s.rest != nullptr) {
        out << "then      " << s.rest->loops.total << " elements of shorter last blocks, by a plan of their own\n";
    }
    return out.str();
}

}  // namespace zerostride
