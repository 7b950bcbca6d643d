#include "bench/sections/section.hpp"

#include <algorithm>
#include <cstdio>

namespace zerostride::bench {
namespace {

std::int64_t cache_bytes(std::int64_t found, std::int64_t otherwise) { return found > 0 ? found : otherwise; }

}  // namespace

workspace memory;

std::string text_of(const char* format, double a, double b, double c) {
    char text[160];
    std::snprintf(text, sizeof text, format, a, b, c);
    return text;
}

std::string figures(const comparison& c, const char* a, const char* b) {
    return std::string(a) + text_of(" %.4g us, ", c.a_nanoseconds / 1e3) + b +
           text_of(" %.4g us, spread %.1f %%", c.b_nanoseconds / 1e3, c.spread * 100);
}

options exact_options(isa with, int threads) {
    options how;
    how.with = with;
    how.max_threads = threads;
    how.accuracy = accuracy_mode::exact;
    return how;
}
plan planned(const bound_row& work, isa with, int threads) {
    return plan(work.what(), work.inputs(), work.output(), exact_options(with, threads));
}

batch runs_of(const plan& made, const void* const* inputs, void* output) {
    return [&made, inputs, output](std::int64_t runs) {
        status code = status::ok;
        for (std::int64_t i = 0; i < runs && code == status::ok; ++i) code = made.run(inputs, output);
        if (code != status::ok) throw error(code, to_string(code));
    };
}
batch runs_of(const plan& made, const bound_row& work) { return runs_of(made, work.input_data(), work.output_data()); }

shape_row contiguous(std::int64_t elements) {
    shape_row row;
    row.name = "contiguous_" + std::to_string(elements);
    row.operands[0] = row.operands[1] = dense({elements});
    row.output = {elements};
    row.elements = elements;
    return row;
}

bench_case contiguous_case(op which, dtype type, std::int64_t elements, value_range values) {
    bench_case made;
    made.which = which;
    made.type = made.second = type;
    made.operands = {dense({elements})};
    made.output = {elements};
    made.elements = elements;
    made.values = {values};
    return made;
}

std::string name_for(op which, dtype type, const std::string& shape) {
    return std::string(info(which).name) + "/" + name_of(type) + "/" + shape;
}

std::vector<dtype> types_of(const settings& s, std::initializer_list<dtype> some) {
    std::vector<dtype> chosen;
    for (const dtype type : some) {
        if (std::find(s.types.begin(), s.types.end(), type) != s.types.end()) chosen.push_back(type);
    }
    return chosen;
}

std::int64_t l1_bytes() { return cache_bytes(cpu().l1_bytes, 32 << 10); }
std::int64_t l2_bytes() { return cache_bytes(cpu().l2_bytes, 512 << 10); }
std::int64_t memory_bytes(const settings& s) {
    const std::int64_t l3 = cache_bytes(cpu().l3_bytes, 32 << 20);
    return std::min<std::int64_t>(std::max<std::int64_t>((s.quick ? 2 : 4) * l3, 64 << 20), std::int64_t{1} << 29);
}
std::int64_t elements_within(std::int64_t cache, std::int64_t bytes) { return cache * 3 / 4 / bytes / 64 * 64; }
std::int64_t row_elements(const settings& s, dtype type) {
    return memory_bytes(s) / static_cast<std::int64_t>(size_of(type)) / 192 * 192;
}

}  // namespace zerostride::bench
