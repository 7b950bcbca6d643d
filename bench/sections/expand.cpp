// zerostride_bars: a broadcast that is written out against a fill of the same memory.
#include "bench/limits.hpp"
#include "bench/sections/section.hpp"

namespace zerostride::bench {
namespace {

struct broadcast {
    const char* name;
    std::vector<std::int64_t> shape, from;
};

/// One element for few that are written.
bool reads_much(const broadcast& b) { return b.from.back() == 1 && b.shape.back() < 16 && b.from.size() > 1; }

void measure_broadcast(const settings& s, const broadcast& b, dtype type, table& out) {
    shape_row row;
    row.name = b.name;
    row.operands[0] = dense(b.shape);
    row.operands[1] = dense(b.from);
    row.output = b.shape;
    row.elements = row_elements(s, type);
    const bound_row work(op::identity, type, row, memory);
    const plan made = planned(work, s.with, 1);
    const std::size_t bytes = static_cast<std::size_t>(row.elements) * size_of(type);
    const batch fill = repeated([&] { streaming_fill(work.output_data(), bytes); });
    const comparison c = compare(fill, runs_of(made, work), s.how);
    out.add(
        {"expand",
         name_for(op::identity, type, b.name),
         {sense::at_least, 0.9},
         c.ratio,
         "x",
         figures(c, "fill", "library") + text_of(", %.1f GB/s written", static_cast<double>(bytes) / c.b_nanoseconds)});
    if (!reads_much(b)) return;
    // A fill reads nothing. What it would be if it read as much as this broadcast has to:
    const std::size_t read = static_cast<std::size_t>(row.elements / b.shape.back()) * size_of(type);
    const batch reading_fill =
        repeated([&] { streaming_fill_and_read(work.output_data(), bytes, work.input_data()[0], read); });
    const comparison limit = compare(fill, reading_fill, s.how);
    out.add({"expand",
             std::string("limit/") + name_of(type) + "/" + b.name,
             {},
             limit.ratio,
             "x",
             figures(limit, "fill", "fill that reads")});
}

}  // namespace

void expand_section(const settings& s, table& out) {
    for (const dtype type : s.types) {
        const std::int64_t n = row_elements(s, type);
        const broadcast broadcasts[] = {
            {"scalar", {n}, {1}},
            {"row_3", {n / 3, 3}, {3}},
            {"row_64", {n / 64, 64}, {64}},
            {"row_long", {64, n / 64}, {n / 64}},
            {"column_3", {n / 3, 3}, {n / 3, 1}},
            {"column_64", {n / 64, 64}, {n / 64, 1}},
            {"column_long", {64, n / 64}, {64, 1}},
            {"middle_8x3", {n / 192, 64, 3}, {n / 192, 1, 3}},
        };
        for (const broadcast& each : broadcasts) measure_broadcast(s, each, type, out);
    }
}

}  // namespace zerostride::bench
