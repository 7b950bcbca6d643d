// zerostride_compare: Zerostride beside other libraries, over the case list: each library's answer is compared with
// ours, then all that have a case run in turns.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/cases.hpp"
#include "bench/measure.hpp"
#include "bench/operands.hpp"
#include "bench/peers/layout.hpp"
#include "bench/peers/peer.hpp"
#include "bench/program.hpp"
#include "bench/result_file.hpp"
#include "bench/same_answer.hpp"

namespace zerostride::bench {
namespace {

/// In the quick run, two threads have only cases of at least so many elements.
constexpr std::int64_t quick_threaded_elements = 1000000;
/// A function may be so many units in the last place off without a remark.
constexpr double usual_ulps = 4;
/// Tensors of up to so many elements are also tried with NaN.
constexpr std::int64_t most_tried_with_nan = 1 << 16;

struct entrant {
    peer* library;
    batch runs;          ///< empty: not measured
    std::string remark;  ///< how its answer differs
    standing found = {};
};

std::size_t result_bytes(const problem& asked) {
    return static_cast<std::size_t>(asked.work.elements()) * size_of(asked.row.result());
}

/// What one run writes. Bytes that it should have written and has not are no answer.
std::vector<std::byte> answer_of(const batch& runs, const problem& asked) {
    std::byte* const output = static_cast<std::byte*>(asked.work.output_data());
    std::memset(output, 0xa5, result_bytes(asked));
    runs(1);
    return {output, output + result_bytes(asked)};
}

/// A NaN in place of an operand's first element, as long as it lives.
class planted_nan {
public:
    planted_nan(const problem& asked, std::size_t operand)
        : at_(const_cast<void*>(asked.work.input_data()[operand])), bytes_(size_of(asked.row.type)) {
        std::memcpy(saved_, at_, bytes_);
        // All bits of exponent and fraction: a quiet NaN in each format.
        std::memset(at_, 0x7f, bytes_);
        std::memset(at_, 0xff, bytes_ - 1);
    }
    planted_nan(const planted_nan&) = delete;
    planted_nan& operator=(const planted_nan&) = delete;
    ~planted_nan() { std::memcpy(at_, saved_, bytes_); }

private:
    void* at_;
    std::size_t bytes_;
    char saved_[16];
};

/// Whether a NaN in either operand comes out as it does with us.
bool agrees_on_nan(const batch& ours, const batch& theirs, const problem& asked) {
    const bench_case& row = asked.row;
    const bool is_float = info(row.type).kind == type_kind::floating && info(row.result()).kind == type_kind::floating;
    if (!is_float || asked.work.elements() > most_tried_with_nan) return true;
    for (std::size_t i = row.which == op::where ? 1 : 0; i < row.operands.size(); ++i) {
        const planted_nan nan(asked, i);
        const std::vector<std::byte> a = answer_of(ours, asked), b = answer_of(theirs, asked);
        if (!compare_results(row.result(), a.data(), b.data(), static_cast<std::size_t>(row.elements)).is_close) {
            return false;
        }
    }
    return true;
}

/// Prepares a library and looks at its answer; one that computes something else is not measured.
entrant enter(peer& library, const batch& ours, const std::vector<std::byte>& expected, const problem& asked) {
    entrant made{&library, {}, {}, {}};
    if (library.kind() == peer_kind::rival && !has_usual_attributes(asked.row)) return made;
    try {
        made.runs = library.prepare(asked);
        if (!made.runs) return made;
        const std::vector<std::byte> found = answer_of(made.runs, asked);
        const agreement same = compare_results(asked.row.result(), expected.data(), found.data(),
                                               static_cast<std::size_t>(asked.row.elements));
        if (!same.is_close) {
            made.remark = "another answer";
            made.runs = {};
        } else if (library.kind() != peer_kind::limit && !agrees_on_nan(ours, made.runs, asked)) {
            made.remark = "differs on NaN";
        } else if (!same.same_bits &&
                   (same.ulps > usual_ulps || info(asked.row.which).accuracy == accuracy_class::exact)) {
            char text[48];
            std::snprintf(text, sizeof text, "off by %.3g ulp", same.ulps);
            made.remark = text;
        }
    } catch (const std::exception& reason) {
        made.remark = reason.what();
        made.runs = {};
    }
    return made;
}

std::string shapes_text(const bench_case& row) {
    std::string text;
    for (const operand_layout& operand : row.operands) {
        text += text.empty() ? "[" : " [";
        for (std::size_t axis = 0; axis < operand.shape.size(); ++axis) {
            text.append(axis == 0 ? "" : ",").append(std::to_string(operand.shape[axis]));
        }
        text += is_plain(operand) ? "]" : "]@";
    }
    return text;
}

void measure_all(std::vector<entrant>& entrants, const effort& how) {
    std::vector<const batch*> subjects;
    for (const entrant& each : entrants) {
        if (each.runs) subjects.push_back(&each.runs);
    }
    const std::vector<standing> standings = compare_all(subjects, how);
    std::size_t next = 0;
    for (entrant& each : entrants) {
        if (each.runs) each.found = standings[next++];
    }
}

/// The members of a result line.
json members_of(const std::vector<entrant>& entrants, const problem& asked) {
    const bench_case& row = asked.row;
    json libraries = json::object();
    for (const entrant& each : entrants) {
        if (!each.runs && each.remark.empty()) continue;
        json& made = libraries[each.library->name()];
        if (each.runs) {
            const standing& found = each.found;
            made = {{"ns", measured(found.time.nanoseconds)},
                    {"spread", measured(found.time.spread)},
                    {"ratio", measured(1 / found.ratio)},
                    {"ratio_spread", measured(found.spread)}};
        }
        if (!each.remark.empty()) made["remark"] = each.remark;
    }
    return {{"group", row.group},
            {"operator", info(row.which).name},
            {"type", name_of(row.type)},
            {"result", name_of(row.result())},
            {"row", row.row},
            {"operands", shapes_text(row)},
            {"elements", row.elements},
            {"bytes", asked.work.bytes()},
            {"threads", asked.threads},
            {"libraries", libraries}};
}

/// Our time, the best other library's over ours, and its name. We are first.
std::string summary_of(const std::vector<entrant>& entrants) {
    double best = 0;
    const char* best_name = nullptr;
    for (const entrant& each : entrants) {
        if (!each.runs || each.library->kind() != peer_kind::rival) continue;
        const double ratio = 1 / each.found.ratio;
        if (best_name == nullptr || ratio < best) {
            best = ratio;
            best_name = each.library->name();
        }
    }
    char text[96];
    std::snprintf(text, sizeof text, "%12.4g ns", entrants.front().found.time.nanoseconds);
    std::string summary = text;
    if (best_name != nullptr) {
        std::snprintf(text, sizeof text, "%8.2f  %s", best, best_name);
        summary += text;
    }
    return summary;
}

/// FNV-1a over a file.
std::string digest_of(const std::string& path) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    std::ifstream file(path, std::ios::binary);
    std::vector<char> part(1 << 20);
    while (file.read(part.data(), static_cast<std::streamsize>(part.size())) || file.gcount() > 0) {
        for (std::streamsize i = 0; i < file.gcount(); ++i) {
            hash = (hash ^ static_cast<unsigned char>(part[static_cast<std::size_t>(i)])) * 0x100000001b3u;
        }
    }
    char text[24];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

/// What is asked for on the command line.
struct request {
    std::string output, list = default_cases_path();
    std::vector<std::string> names, wanted;
    std::vector<int> threads = {1, 2};
    std::size_t offset = 0;
    bool is_quick = false;
};

/// The options that leave something out or make it another run than the usual one, as they could be written again;
/// empty when there are none.
std::string selection_of(const request& asked) {
    std::string text;
    const auto option = [&text](const char* name, const std::string& value) {
        text.append(text.empty() ? "" : " ").append(name).append(" ").append(value);
    };
    const auto joined = [](const std::vector<std::string>& words) {
        std::string list;
        for (const std::string& word : words) list.append(list.empty() ? "" : ",").append(word);
        return list;
    };
    if (asked.list != default_cases_path()) option("--cases", asked.list);
    if (!asked.names.empty()) option("--case", joined(asked.names));
    if (!asked.wanted.empty()) option("--library", joined(asked.wanted));
    if (asked.threads != request().threads) {
        std::vector<std::string> counts;
        for (const int count : asked.threads) counts.push_back(std::to_string(count));
        option("--threads", joined(counts));
    }
    if (asked.offset != 0) option("--offset", std::to_string(asked.offset));
    return text;
}

/// A run is gone on with only where this is the same: by the same build, over the same list.
json about(const std::vector<std::unique_ptr<peer>>& libraries, const request& asked) {
    json compared = json::array();
    const char* const kinds[] = {"ours", "rival", "limit"};
    for (const std::unique_ptr<peer>& each : libraries) {
        compared.push_back(
            {{"name", each->name()}, {"version", each->version()}, {"kind", kinds[static_cast<int>(each->kind())]}});
    }
    const json members = {{"run", asked.is_quick ? "quick" : "full"},
                          {"program", digest_of("/proc/self/exe")},
                          {"list", digest_of(asked.list)},
                          {"selection", selection_of(asked)},
                          {"processor", cpu().model},
                          {"processors", cpu().processors},
                          {"instructions", name_of(current_isa())},
                          {"l1_bytes", cpu().l1_bytes},
                          {"l2_bytes", cpu().l2_bytes},
                          {"l3_bytes", cpu().l3_bytes},
                          {"libraries", compared}};
    return {{"about", members}};
}

effort effort_of(bool is_quick) {
    effort how;
    how.rounds = is_quick ? 41 : 61;
    how.fewest_rounds = is_quick ? 5 : 9;
    how.seconds = is_quick ? 1.0 : 2.5;
    how.slow_seconds = is_quick ? 0.02 : 0.1;
    return how;
}

/// Those that this program was built with and that can be used, ours and the wanted ones. False with a message when one
/// that is wanted is not among them.
bool choose_peers(const std::vector<std::string>& wanted, std::vector<std::unique_ptr<peer>>& libraries,
                  std::string& message) {
    std::vector<std::string> remarks;
    libraries = all_peers(remarks);
    for (const std::string& text : wanted) {
        const bool is_there = std::any_of(libraries.begin(), libraries.end(), [&](const std::unique_ptr<peer>& each) {
            return !text.empty() && is_asked_for({text}, each->name());
        });
        if (is_there) continue;
        message = "no library has '" + text + "' in its name";
        for (const std::string& remark : remarks) message += "; left out: " + remark;
        return false;
    }
    for (const std::string& remark : remarks) std::fprintf(stderr, "left out: %s\n", remark.c_str());
    std::erase_if(libraries, [&](const std::unique_ptr<peer>& each) {
        return each->kind() != peer_kind::ours && !is_asked_for(wanted, each->name());
    });
    return true;
}

std::vector<entrant> entrants_of(const std::vector<std::unique_ptr<peer>>& libraries, const problem& asked,
                                 const effort& how) {
    const batch ours = libraries[0]->prepare(asked);
    const std::vector<std::byte> expected = answer_of(ours, asked);
    std::vector<entrant> entrants;
    for (const std::unique_ptr<peer>& each : libraries) entrants.push_back(enter(*each, ours, expected, asked));
    measure_all(entrants, for_threads(how, asked.threads));
    return entrants;
}

/// A case with so many threads.
struct turn {
    const bench_case* row;
    int threads;
    std::string key() const { return row->name() + " " + std::to_string(threads); }
};

std::vector<turn> turns_of(const std::vector<bench_case>& cases, const request& asked) {
    std::vector<turn> turns;
    for (const bench_case& row : cases) {
        for (const int count : asked.threads) {
            if (!asked.is_quick || count == 1 || row.elements >= quick_threaded_elements)
                turns.push_back({&row, count});
        }
    }
    return turns;
}

/// Whether a line of an earlier run has what members_of() gives.
bool is_result(const json& line) {
    for (const char* const name : {"group", "operator", "type", "result", "row", "operands", "elements", "threads"}) {
        if (!line.contains(name)) return false;
    }
    const auto libraries = line.find("libraries");
    if (libraries == line.end() || !libraries->is_object()) return false;
    return std::all_of(libraries->begin(), libraries->end(), [](const json& each) {
        if (!each.is_object()) return false;
        return each.contains("ns") ? each["ns"].is_number() : each.contains("remark");
    });
}

int run(int argc, char** argv) {
    request asked;
    CLI::App app(
        "Zerostride beside other libraries, over the case list. One line for each case on the terminal: our "
        "time, the best other library's over ours, and its name.");
    app.add_option("--out", asked.output, "write the results to this file; a run that was interrupted goes on")
        ->required();
    app.add_option("--cases", asked.list, "another case list");
    app.add_option("--case", asked.names, "only cases with one of these texts in their names")->delimiter(',');
    app.add_option("--library", asked.wanted, "only these libraries beside ours, by part of their names")
        ->delimiter(',');
    take_whole_number(app.add_option("--threads", asked.threads, "numbers of threads")->delimiter(','), 1, 1024);
    add_offset_option(app, asked.offset);
    app.add_flag("--quick", asked.is_quick, "the cases that the list marks for it, in fewer rounds");
    int status = 0;
    if (!read_options(app, argc, argv, status)) return status;
    std::vector<bench_case> cases;
    std::string message;
    if (!read_cases(asked.list, cases, message)) return refuse(message);
    if (!choose_cases(cases, asked.names, asked.is_quick, message)) return refuse(message);
    const std::vector<turn> turns = turns_of(cases, asked);
    if (turns.empty()) return refuse("the quick run has none of these cases with so many threads");
    result_file results(asked.output);
    std::vector<std::unique_ptr<peer>> libraries;
    if (!choose_peers(asked.wanted, libraries, message)) return refuse(message);
    results.begin(about(libraries, asked), is_result);
    workspace memory;
    memory.begin_at(asked.offset);
    warm_up();
    for (const turn& each : turns) {
        if (results.has(each.key())) continue;
        const bound_row work(*each.row, memory);
        const problem posed{*each.row, work, each.threads};
        const std::vector<entrant> entrants = entrants_of(libraries, posed, effort_of(asked.is_quick));
        results.add(each.key(), members_of(entrants, posed));
        std::printf("%-44s %s\n", each.key().c_str(), summary_of(entrants).c_str());
        std::fflush(stdout);
    }
    results.finish();
    return 0;
}

}  // namespace
}  // namespace zerostride::bench

int main(int argc, char** argv) {
    return zerostride::bench::run_program("zerostride_compare", zerostride::bench::run, argc, argv);
}
