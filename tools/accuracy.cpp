// zerostride accuracy: the float functions against MPFR, every input where that can be done.
#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "accuracy/build.hpp"
#include "accuracy/promise.hpp"
#include "accuracy/proof.hpp"
#include "accuracy/record.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "files/staged_file.hpp"
#include "functions.hpp"
#include "operator_table.hpp"
#include "progress.hpp"

namespace zerostride::cli {
namespace {

struct accuracy_arguments {
    std::string function, type, isa_name = "automatic", progress;
    bool has_progress = false, exhaustive = false, again = false, report = false, list = false, hardest = false,
         markdown = false;
    std::uint64_t samples = 0, budget = 0;
    int threads = 1;
};

std::vector<dtype> asked_types(const std::string& name) {
    if (same_word(name, every_word)) return {dtype::f16, dtype::f32, dtype::f64, dtype::real};
    dtype found;
    if (!find_dtype(name, found) || !accuracy::is_measured(found)) {
        throw usage_error("accuracy: functions are of no element type '" + name +
                          "'; there are all, f16, f32, f64, real");
    }
    return {found};
}

/// What is tried by default: f16 and f32 are quick to judge; numbers of the others go to MPFR, of f64 one in thirty,
/// for some microseconds each.
std::uint64_t default_samples(dtype type) noexcept {
    return type == dtype::f16 || type == dtype::f32 ? std::uint64_t{1} << 24 : 100'000;
}

std::string hex(dtype type, std::uint64_t bits) {
    char text[24];
    const int digits = type == dtype::f16 ? 4 : type == dtype::f32 ? 8 : 16;
    std::snprintf(text, sizeof text, "0x%0*" PRIx64, digits, bits);
    return text;
}
std::string hex(const accuracy::sweep& all, const accuracy::operands& at) {
    const auto one = [&](const accuracy::element_bits& bits) {
        return hex(all.type(), bits.high) + (all.type() == dtype::real ? ":" + hex(all.type(), bits.low) : "");
    };
    return all.of().arity() > 1 ? one(at.x) + " " + one(at.y) : one(at.x);
}

std::string error_word(dtype type, double error) {
    char text[40];
    if (type != dtype::real) std::snprintf(text, sizeof text, "%.4f", error);
    else if (error == 0.0) return "0";
    else std::snprintf(text, sizeof text, "2^%.1f", std::log2(error));
    return text;
}

std::vector<std::string> head(bool markdown) {
    if (markdown)
        return {"function", "type", "ISA", "inputs", "greatest error, ulp", "not correctly rounded", "worst input"};
    return {"function",          "type", "ISA", "inputs", "greatest error, ulp", "not correctly rounded", "worst input",
            "bits of the others"};
}
/// A row for each instruction set; in Markdown one for all whose bits are the same.
void add_rows(std::vector<std::vector<std::string>>& rows, const accuracy::sweep& all, const accuracy::findings& found,
              bool markdown) {
    std::uint64_t differing = 0;
    std::string names;
    for (const accuracy::tally& t : found.tallies) {
        differing += t.differing;
        names += std::string(names.empty() ? "" : ", ") + name_of(t.with);
    }
    for (const accuracy::tally& t : found.tallies) {
        const std::string done = found.inputs < all.size() ? std::to_string(found.inputs) + " of " : "";
        std::vector<std::string> row = {all.of().name(),
                                        name_of(all.type()),
                                        name_of(t.with),
                                        done + (all.is_complete() ? "all " : "") + std::to_string(all.size()),
                                        error_word(all.type(), t.error),
                                        all.type() == dtype::real ? "-" : std::to_string(t.wrong),
                                        hex(all, t.at)};
        if (!markdown) {
            row.push_back(found.tallies.size() == 1 ? "-"
                          : differing == 0          ? "the same"
                                                    : std::to_string(t.differing) + " differ");
        } else if (differing == 0) {
            row[2] = names;
        }
        rows.push_back(row);
        if (markdown && differing == 0) return;
    }
}
/// One line for each result that is not the correctly rounded one.
std::string wrong_lines(const accuracy::sweep& all, const accuracy::findings& found) {
    std::string text;
    const std::string name = all.of().name() + " " + name_of(all.type()) + " ";
    for (const accuracy::wrong_result& w : found.wrong) {
        text += name + name_of(w.with) + " of " + hex(all, w.at) + " is " + hex(all.type(), w.got) + ", right is " +
                hex(all.type(), w.right) + "\n";
    }
    if (found.wrong.size() == accuracy::findings::most_wrong) text += name + "and so on\n";
    return text;
}
std::string hard_lines(const accuracy::sweep& all, const accuracy::findings& found) {
    std::string text;
    for (const accuracy::hard_case& h : found.hardest) {
        char distance[40];
        std::snprintf(distance, sizeof distance, "%.3g", h.distance);
        text += all.of().name() + " " + name_of(all.type()) + " of " + hex(all, h.at) + " is " + distance +
                " ulp from a tie\n";
    }
    return text;
}

/// What breaks a promise: the first case in words, and how many there are.
class breaches {
public:
    void note(const accuracy::sweep& all, const accuracy::findings& found) {
        const accuracy::promise made = accuracy::promised(all.of(), all.type(), current_accuracy());
        for (const accuracy::tally& t : found.tallies) {
            const accuracy::breach how = accuracy::breach_of(made, t);
            if (how == accuracy::breach::none || count_++ > 0) continue;
            first_ = all.of().name() + " " + name_of(all.type()) + " on " + name_of(t.with) + ": ";
            switch (how) {
                case accuracy::breach::none: break;
                case accuracy::breach::differs:
                    first_ += std::to_string(t.differing) +
                              (t.differing == 1 ? " result differs from that of " : " results differ from those of ") +
                              name_of(found.tallies.front().with);
                    break;
                case accuracy::breach::wrong: first_ += std::to_string(t.wrong) + " not correctly rounded"; break;
                case accuracy::breach::too_far:
                    first_ += "off by " + error_word(all.type(), t.error) + " at " + hex(all, t.at) + ", promised is " +
                              error_word(all.type(), made.error) + " at most";
                    break;
            }
        }
    }
    /// Throws what was noted.
    void refuse() const {
        if (count_ == 0) return;
        throw std::runtime_error("accuracy: " + first_ +
                                 (count_ > 1 ? "; " + std::to_string(count_ - 1) +
                                                   (count_ == 2 ? " more breaks" : " more break") + " what is promised"
                                             : ""));
    }

private:
    std::size_t count_ = 0;
    std::string first_;
};

/// Says now and then how far a sweep is, and has it recorded.
class watch {
public:
    watch(const accuracy_arguments& asked, const accuracy::sweep& all, const keeper& kept, std::uint64_t& budget,
          std::uint64_t done)
        : asked_(asked), all_(all), kept_(kept), budget_(budget), done_(done), began_at_(done) {}

    bool operator()(const accuracy::findings& found) {
        if (asked_.budget > 0) {
            const std::uint64_t more = found.inputs - done_;
            done_ = found.inputs;
            budget_ = more < budget_ ? budget_ - more : 0;
        }
        const clock::time_point now = clock::now();
        if (now - last_ >= std::chrono::seconds(10)) {
            last_ = now;
            kept_.keep(found);
            report(found, std::chrono::duration<double>(now - began_).count());
        }
        return asked_.budget > 0 && budget_ == 0;
    }

private:
    using clock = std::chrono::steady_clock;

    void report(const accuracy::findings& found, double seconds) const {
        const double part = static_cast<double>(found.inputs) / static_cast<double>(all_.size());
        const double rate = static_cast<double>(found.inputs - began_at_) / seconds;
        std::uint64_t wrong = 0;
        for (const accuracy::tally& t : found.tallies) wrong = std::max(wrong, t.wrong);
        char text[160];
        std::snprintf(text, sizeof text, "%s %s: %.1f %%, %" PRIu64 " not correctly rounded, %.0f s to go\n",
                      all_.of().name().c_str(), name_of(all_.type()), 100.0 * part, wrong,
                      static_cast<double>(all_.size() - found.inputs) / rate);
        std::cerr << text << std::flush;
    }

    const accuracy_arguments& asked_;
    const accuracy::sweep& all_;
    const keeper& kept_;
    std::uint64_t& budget_;
    std::uint64_t done_, began_at_;
    clock::time_point began_ = clock::now(), last_ = began_;
};

void measure(const accuracy_arguments& asked) {
    const std::vector<accuracy::function> functions =
        parse_functions("accuracy", asked.function, [](const accuracy::function&) { return true; });
    const std::vector<dtype> types = asked_types(asked.type);
    const std::vector<isa> with = parse_isas(asked.isa_name);
    require(environment_accuracy());
    if (asked.has_progress && asked.progress.empty()) throw usage_error("accuracy: --progress needs a name");
    if (asked.progress.empty() && (asked.budget > 0 || asked.report)) {
        throw usage_error(std::string("accuracy: ") + (asked.report ? "--report" : "--budget") + " needs --progress");
    }
    accuracy::record kept;
    if (!asked.progress.empty()) {
        // A name that cannot be written is refused before hours of work, not after them.
        std::optional<files::staged_file> writable;
        if (!asked.report) writable.emplace(asked.progress);
        kept = read_record(asked.progress, asked.report);
    }

    std::uint64_t budget = asked.budget;
    std::vector<std::vector<std::string>> rows = {head(asked.markdown)};
    std::string lines;
    breaches broken;
    // What ZEROSTRIDE_ACCURACY asks for is another thing to be judged.
    const bool is_fast = current_accuracy() == accuracy_mode::fast;
    const std::string judged = accuracy::revision() + (is_fast ? "-fast" : "");
    for (const dtype type : types) {
        for (const accuracy::function& f : functions) {
            if (!supports(f.which, type)) continue;
            const accuracy::sweep all(f, type, asked.exhaustive,
                                      asked.samples > 0 ? asked.samples : default_samples(type));
            accuracy::entry& at = kept.find_or_begin(all, judged, with);
            if (asked.again && !asked.report && at.found.inputs == all.size()) at.found = at.begun();
            if (at.found.inputs < all.size() && !asked.report && (asked.budget == 0 || budget > 0)) {
                const keeper keeps(asked.progress, all, judged, with);
                accuracy::prove(all, at.found, asked.threads, watch(asked, all, keeps, budget, at.found.inputs));
                keeps.keep(at.found);
            }
            if (at.found.inputs == 0) continue;
            add_rows(rows, all, at.found, asked.markdown);
            broken.note(all, at.found);
            if (asked.list) lines += wrong_lines(all, at.found);
            if (asked.hardest) lines += hard_lines(all, at.found);
        }
    }
    if (asked.report && asked.markdown && rows.size() == 1) {
        throw usage_error("accuracy: '" + asked.progress +
                          "' knows nothing of what is asked for, with so many samples");
    }
    if (asked.markdown) std::cout << accuracy::provenance() << (is_fast ? "; fast.\n\n" : ".\n\n");
    std::cout << format_table(rows, asked.markdown);
    if (!lines.empty()) std::cout << '\n' << lines;
    std::cout << std::flush;
    broken.refuse();
}

}  // namespace

void add_accuracy(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("accuracy", "Measure functions against MPFR: greatest error, wrong roundings");
    const auto asked = std::make_shared<accuracy_arguments>();
    command->add_option("function", asked->function, "Function by its ONNX or C++ name, in any case, or all")
        ->required();
    command->add_option("type", asked->type, "f16, f32, f64, real or all")->required();
    command->add_flag("--exhaustive", asked->exhaustive, "Every input of f32, too; of f16 it always is");
    take_whole_number(command->add_option("--samples", asked->samples, "How many inputs where it is not every one"), 1,
                      std::uint64_t{1} << 40);
    command
        ->add_option("--isa", asked->isa_name, "Instruction set, or all of them, judged once and compared bit for bit")
        ->type_name("NAME");
    take_whole_number(command->add_option("--threads", asked->threads, "This many threads"), 1, 1024);
    const CLI::Option* const progress =
        command->add_option("--progress", asked->progress, "Keep what is found in this file, and go on from there")
            ->type_name("FILE");
    take_whole_number(
        command->add_option("--budget", asked->budget,
                            "Stop after N inputs, a million more or less; --progress goes on from there another time"),
        1, std::uint64_t{1} << 62);
    command->add_flag("--again", asked->again, "Also what --progress knows to be finished");
    command->add_flag("--report", asked->report, "Try nothing: print what --progress knows");
    command->add_flag("--list", asked->list, "Then list the inputs whose results are not correctly rounded");
    command->add_flag("--hardest", asked->hardest, "Then list the inputs that are hardest to round");
    command->add_flag("--markdown", asked->markdown, "The table as Markdown, and what it was measured with");
    command->footer(
        "Exits with 2, and after the table one line on standard error, where instruction sets differ or results are\n"
        "farther off than promised: f16 and f32 correctly rounded (Pow and SwiGLU within 0.501 ulp), f64 1 ulp, real\n"
        "2^-98; with ZEROSTRIDE_ACCURACY=fast 2 ulp for f32 where there are fast kernels.");
    command->callback([asked, progress] {
        asked->has_progress = progress->count() > 0;
        measure(*asked);
    });
}

}  // namespace zerostride::cli
