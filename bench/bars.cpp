// zerostride_bars: the speed that the project promises, measured and judged in one table.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/program.hpp"
#include "bench/sections/section.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::bench {
namespace {

struct section {
    const char* name;
    void (*measure)(const settings&, table&);
    std::vector<dtype> types;  ///< that it measures; none: it is measured whatever types are asked for
};
const section sections[] = {
    {"noise", noise_section, {}},
    {"contiguous", contiguous_section, {dtype::f32, dtype::i8, dtype::f64}},
    {"cliff", cliff_section, {dtype::f32, dtype::f64, dtype::i8, dtype::i64, dtype::f16}},
    {"elementwise",
     elementwise_section,
     {dtype::f32, dtype::f64, dtype::i8, dtype::i16, dtype::i32, dtype::i64, dtype::u8}},
    {"half", half_section, {dtype::f16}},
    {"expand", expand_section, {dtype::f32, dtype::i8, dtype::f64, dtype::f16}},
    {"functions", functions_section, {dtype::f32}},
    {"rare", rare_section, {dtype::f32, dtype::f64, dtype::f16}},
    {"variadic", variadic_section, {dtype::f32, dtype::f16, dtype::i32}},
    {"graphs", graphs_section, {dtype::f32}},
    {"tiny", tiny_section, {dtype::f32}},
    {"threads",
     threads_section,
     {dtype::f32, dtype::i8, dtype::f64, dtype::f16, dtype::i32, dtype::i64, dtype::real, dtype::str}}};

struct request {
    std::vector<std::string> sections;  ///< none: all
    std::vector<std::string> types;
    std::string isa_name = "automatic", shapes = default_shapes_path();
    bool quick = false, markdown = false, summary = false, strict = false;
};

void describe(CLI::App& app, request& asked) {
    app.add_option("--section", asked.sections,
                   "noise, contiguous, cliff, elementwise, half, expand, functions, rare, variadic, graphs, tiny, "
                   "threads (default: all)")
        ->delimiter(',');
    app.add_option("--type", asked.types, "only these element types: f32, i8, ...")->delimiter(',');
    app.add_option("--isa", asked.isa_name, "the instruction set: baseline, avx2, avx512, avx512_fp16, neon");
    app.add_option("--shapes", asked.shapes, "another shape table");
    app.add_flag("--quick", asked.quick, "fewer rounds, smaller memory");
    app.add_flag("--markdown", asked.markdown, "every row as a Markdown table");
    app.add_flag("--summary", asked.summary,
                 "a short Markdown table: for each section and type how many, and the worst");
    app.add_flag("--strict", asked.strict, "exit with 1 when a bar is missed");
}

bool contains(const std::vector<dtype>& types, dtype type) {
    return std::find(types.begin(), types.end(), type) != types.end();
}

std::vector<const section*> chosen_sections(const request& asked) {
    std::vector<const section*> chosen;
    for (const section& each : sections) {
        const auto& wanted = asked.sections;
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), each.name) != wanted.end()) {
            chosen.push_back(&each);
        }
    }
    return chosen;
}

/// What is wrong with it, or nothing.
std::string resolve(const request& asked, settings& s) {
    for (const std::string& name : asked.sections) {
        if (std::none_of(std::begin(sections), std::end(sections),
                         [&](const auto& each) { return name == each.name; })) {
            return "no section " + name;
        }
    }
    for (const std::string& name : asked.types) {
        dtype type;
        if (!find_dtype(name, type)) return "no element type " + name;
        const std::vector<const section*> chosen = chosen_sections(asked);
        const bool goes_by_types =
            std::any_of(chosen.begin(), chosen.end(), [](const section* each) { return !each->types.empty(); });
        if (goes_by_types && std::none_of(chosen.begin(), chosen.end(),
                                          [&](const section* each) { return contains(each->types, type); })) {
            return "no section that is asked for measures " + name;
        }
        s.types.push_back(type);
    }
    if (!find_isa(asked.isa_name, s.with)) return "no instruction set " + asked.isa_name;
    if (!is_available(s.with) && s.with != isa::automatic) return asked.isa_name + " is not available here";
    const outcome environment = environment_isa();
    if (!environment) return environment.message;
    if (s.with == isa::automatic) s.with = current_isa();
    std::string message;
    if (!read_shapes(asked.shapes, s.rows, message)) return message;
    s.quick = asked.quick;
    if (s.quick) s.how = {9, 0.05, 5, 50e-6};
    return {};
}

void print_machine(isa with) {
    std::printf("%s, %d processors, %s, L1 %lld KiB, L2 %lld KiB, L3 %lld KiB\n\n",
                cpu().model[0] != '\0' ? cpu().model : "unknown processor", cpu().processors, name_of(with),
                static_cast<long long>(l1_bytes() >> 10), static_cast<long long>(l2_bytes() >> 10),
                static_cast<long long>(cpu().l3_bytes >> 10));
}

int run(int argc, char** argv) {
    CLI::App app("Measures the speed that Zerostride promises and judges it, one row for each promise.");
    request asked;
    describe(app, asked);
    int status = 0;
    if (!read_options(app, argc, argv, status)) return status;
    settings s;
    const std::string wrong = resolve(asked, s);
    if (!wrong.empty()) return refuse(wrong);

    warm_up();
    print_machine(s.with);
    table out(asked.summary ? table_style::summary : asked.markdown ? table_style::markdown : table_style::plain);
    for (const section* const each : chosen_sections(asked)) {
        settings own = s;
        own.types.clear();
        for (const dtype type : each->types) {
            if (s.types.empty() || contains(s.types, type)) own.types.push_back(type);
        }
        if (each->types.empty() || !own.types.empty()) each->measure(own, out);
    }
    out.finish();
    return asked.strict && out.misses() != 0 ? 1 : 0;
}

}  // namespace
}  // namespace zerostride::bench

int main(int argc, char** argv) {
    return zerostride::bench::run_program("zerostride_bars", zerostride::bench::run, argc, argv);
}
