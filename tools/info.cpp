// zerostride info: this machine, this build, and what they can do.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "operator_table.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::cli {
namespace {

std::string joined(const std::vector<isa>& isas) {
    std::string text;
    for (const isa which : isas) text += std::string(text.empty() ? "" : " ") + name_of(which);
    return text.empty() ? "none" : text;
}

std::string features(const cpu_info& has) {
    std::string text;
    const auto add = [&text](bool present, const char* name) {
        if (present) text += std::string(text.empty() ? "" : " ") + name;
    };
    add(has.avx2, "avx2");
    add(has.fma, "fma");
    add(has.f16c, "f16c");
    add(has.avx512, "avx512");
    add(has.avx512_vbmi, "avx512-vbmi");
    add(has.avx512_fp16, "avx512-fp16");
    add(has.neon, "neon");
    return text.empty() ? "none of those that kernels use" : text;
}

std::string cache(int level, std::int64_t bytes) {
    const std::string name = "L" + std::to_string(level) + " ";
    if (bytes == 0) return name + "unknown";
    constexpr std::int64_t kib = 1024, mib = kib * kib;
    return name + (bytes % mib == 0 ? std::to_string(bytes / mib) + " MiB" : std::to_string(bytes / kib) + " KiB");
}

void print_machine() {
    // An environment that cannot be obeyed is said here too, not hidden behind a default.
    require(environment_isa());
    require(environment_accuracy());
    const cpu_info& has = cpu();
    std::cout << "zerostride        " ZEROSTRIDE_VERSION_TEXT << '\n'
              << "processor         " << (has.model[0] != '\0' ? has.model : "unknown model") << '\n'
              << "instructions      " << features(has) << '\n'
              << "kernels built     " << joined(built_isas()) << '\n'
              << "kernels usable    " << joined(available_isas()) << '\n'
              << "kernels chosen    " << name_of(current_isa()) << '\n'
              << "accuracy          " << name_of(current_accuracy()) << '\n'
              << "threads           " << max_threads() << " (processors: " << has.processors << ")\n"
              << "data caches       " << cache(1, has.l1_bytes) << ", " << cache(2, has.l2_bytes) << ", "
              << cache(3, has.l3_bytes) << '\n';
}

/// The table in Markdown, which is a readable table as plain text too.
void print_table() {
    constexpr std::size_t name_width = 14;
    const auto padded = [](std::string text, std::size_t width) {
        text.resize(std::max(text.size(), width), ' ');
        return text;
    };
    std::string head = "| " + padded("operator", name_width) + " |";
    std::string rule = "|" + std::string(name_width + 2, '-') + "|";
    for (const dtype_info& type : dtypes) {
        const std::string name = name_of(type.type);
        head += " " + name + " |";
        rule += ":" + std::string(name.size(), '-') + ":|";
    }
    std::cout << head << " result | meaning |\n" << rule << "--------|---------|\n";
    for (const op_info& row : ops) {
        std::cout << "| " << padded(row.onnx_name, name_width) << " |";
        for (const dtype_info& type : dtypes) {
            const std::size_t width = std::string(name_of(type.type)).size();
            std::cout << ' ' << padded(type_mark(row, type.type), width) << " |";
        }
        std::cout << ' ' << padded(result_word(row.result), 6) << " | " << markdown_cell(row.summary) << " |\n";
    }
}

}  // namespace

void add_info(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("info", "Show the processor, the build, and operators by types");
    const auto markdown = std::make_shared<bool>(false);
    command->add_flag("--markdown", *markdown, "Only the table of operators by element types, as Markdown");
    command->callback([markdown] {
        if (!*markdown) {
            print_machine();
            std::cout << '\n';
        }
        print_table();
    });
}

}  // namespace zerostride::cli
