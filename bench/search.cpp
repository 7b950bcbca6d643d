// zerostride_search: looks for shapes that are slow. Random operators, element types and layouts against contiguous
// work with as many results, or several threads against one; the worst are printed, as the case list would have them.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "bench/cases.hpp"
#include "bench/measure.hpp"
#include "bench/operands.hpp"
#include "bench/program.hpp"
#include "bench/sections/section.hpp"
#include "zerostride/functions.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::bench {
namespace {

/// Operators that take no longer than memory, so that whatever a shape costs shows.
constexpr op light[] = {op::add,   op::mul,         op::max,      op::less, op::equal,
                        op::where, op::bitwise_xor, op::identity, op::neg,  op::cast};

enum class layout { dense, padded, stepped, permuted };
constexpr const char* layout_names[] = {"dense", "padded", "stepped", "permuted"};

struct request {
    double seconds = 60;
    std::uint64_t seed = 1;
    std::size_t worst = 20;
    std::vector<std::string> types, layouts = {"dense"};
    bool calls = false, only = false, large = false;
    int threads = 1;
    std::size_t offset = 0;
};

class random_numbers {
public:
    explicit random_numbers(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    template <class Container>
    const auto& pick(const Container& from) {
        return from[below(std::size(from))];
    }
    template <class Container>
    void shuffle(Container& all) {
        for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[below(i)]);
    }

private:
    std::mt19937_64 engine_;
};

/// Extents whose product is at most `most` and more than half of it.
std::vector<std::int64_t> random_extents(random_numbers& random, std::int64_t most) {
    constexpr std::int64_t usual[] = {1,  2,  3,  4,  5,   7,   8,   9,   13,   16,   17,
                                      31, 32, 33, 64, 100, 128, 224, 256, 1000, 1024, 4096};
    std::vector<std::int64_t> made;
    std::int64_t elements = 1;
    for (std::uint64_t rank = 1 + random.below(6); rank > 0; --rank) {
        made.push_back(std::min<std::int64_t>(random.pick(usual), most / elements));
        elements *= made.back();
    }
    random.shuffle(made);
    made[random.below(made.size())] *= most / elements;
    return made;
}

/// The output's extents, some of them 1.
std::vector<std::int64_t> stretched_extents(random_numbers& random, std::vector<std::int64_t> extents) {
    const std::uint64_t kind = random.below(4), odd = random.below(2);
    const std::uint64_t single = random.below(extents.size());
    for (std::size_t a = 0; a < extents.size(); ++a) {
        const bool stretches =
            (kind == 1 && random.one_in(2)) || (kind == 2 && a == single) || (kind == 3 && a % 2 == odd);
        if (stretches) extents[a] = 1;
    }
    return extents;
}

operand_layout laid_out(random_numbers& random, const std::vector<std::int64_t>& extents, layout how) {
    operand_layout made = dense(extents);
    if (how == layout::dense) return made;
    std::vector<std::size_t> inwards(extents.size());
    for (std::size_t a = 0; a < inwards.size(); ++a) inwards[a] = a;
    if (how == layout::permuted) random.shuffle(inwards);
    constexpr std::int64_t steps[] = {2, 2, 3, -1}, gaps[] = {1, 3, 8, 17};
    const std::int64_t step = how == layout::stepped ? random.pick(steps) : 1;
    std::int64_t next = step;
    for (std::size_t i = inwards.size(); i-- > 0;) {
        const std::size_t a = inwards[i];
        made.strides[a] = next;
        next = std::abs(next) * extents[a];
        if (how == layout::padded && random.one_in(2)) next += random.pick(gaps);
    }
    return made;
}

/// The case that a seed stands for. False for one that is not asked for, or that no kernel serves.
bool random_case(bench_case& made, const request& asked, std::uint64_t seed) {
    random_numbers random(seed);
    made.which = random.pick(light);
    made.type = made.second = random.pick(dtypes).type;
    const op_info& row = info(made.which);
    if (row.result == result_rule::to) {
        made.second = random.pick(dtypes).type;
        made.attributes = {{attribute_id::to, made.second}};
    }
    const auto is_text = [](dtype type) { return info(type).kind == type_kind::text; };
    if (is_text(made.type) || is_text(made.second) || !supports(made.which, made.type, made.second)) return false;
    if (!asked.types.empty() &&
        std::find(asked.types.begin(), asked.types.end(), info(made.type).name) == asked.types.end()) {
        return false;
    }
    const std::string& named = random.pick(asked.layouts);
    const auto how = static_cast<layout>(std::find(std::begin(layout_names), std::end(layout_names), named) -
                                         std::begin(layout_names));
    constexpr std::int64_t sizes[] = {16384, 65536, 1 << 20}, large_bytes = 64 << 20;
    const auto widest = static_cast<std::int64_t>(std::max(size_of(made.type), size_of(made.second)));
    made.output = random_extents(random, asked.large ? large_bytes / widest : random.pick(sizes));
    made.elements = 1;
    for (const std::int64_t extent : made.output) made.elements *= extent;
    for (int i = 0; i < row.arity; ++i) {
        made.operands.push_back(
            laid_out(random, stretched_extents(random, made.output), random.one_in(3) ? layout::dense : how));
    }
    // An operand that stretches with all others is no case of this operator's.
    for (std::size_t a = 0; a < made.output.size(); ++a) {
        const bool all = std::all_of(made.operands.begin(), made.operands.end(),
                                     [&](const operand_layout& x) { return x.shape[a] == 1; });
        if (all && made.output[a] != 1) made.operands[0] = dense(made.output);
    }
    return true;
}

bench_case contiguous_case(const bench_case& of) {
    bench_case made = of;
    made.output = {of.elements};
    for (operand_layout& operand : made.operands) operand = dense(made.output);
    return made;
}

std::string text_of(const std::vector<std::int64_t>& numbers) {
    std::string made = "[";
    for (const std::int64_t number : numbers) made.append(made.size() > 1 ? "," : "").append(std::to_string(number));
    return made + "]";
}
std::string text_of(const bench_case& row) {
    std::string made = std::string(info(row.which).name) + " " + info(row.type).name;
    if (info(row.which).result == result_rule::to) made.append(">").append(info(row.second).name);
    for (const operand_layout& operand : row.operands) {
        made.append(" ").append(text_of(operand.shape));
        if (operand.strides != dense(operand.shape).strides) made.append("@").append(text_of(operand.strides));
    }
    return made;
}

/// What is timed: runs of a plan, or calls that make their own.
batch timed(const bound_row& work, const plan& made, bool calls, int threads) {
    if (!calls) return runs_of(made, work);
    const options how = exact_options(isa::automatic, threads);
    return repeated([&work, how] { require(try_eval(work.what(), work.inputs(), work.output(), how)); });
}

/// The case beside contiguous work; or, where several threads are asked for, beside itself in one.
comparison measured(const bench_case& row, const request& asked, const effort& how) {
    if (asked.threads > 1) {
        const bound_row work(row, memory);
        const plan made = planned(work, isa::automatic, asked.threads), alone = planned(work, isa::automatic, 1);
        return compare(timed(work, made, asked.calls, asked.threads), timed(work, alone, asked.calls, 1), how);
    }
    // The larger operands first: the others find the memory grown.
    const bench_case flat = contiguous_case(row);
    const bound_row grown(flat, memory), work(row, memory), again(flat, memory);
    const plan made = planned(work, isa::automatic, 1), plain = planned(again, isa::automatic, 1);
    return compare(timed(work, made, asked.calls, 1), timed(again, plain, asked.calls, 1), how);
}

/// The options that make a case again: a seed stands for another one where other layouts are asked for.
std::string options_of(std::uint64_t seed, const request& asked) {
    std::string made = "--only --seed " + std::to_string(seed);
    if (asked.layouts != request().layouts) {
        for (const std::string& name : asked.layouts)
            made.append(&name == &asked.layouts[0] ? " --layout " : ",") += name;
    }
    if (asked.large) made += " --large";
    if (asked.threads > 1) made += " --threads " + std::to_string(asked.threads);
    if (asked.offset != 0) made += " --offset " + std::to_string(asked.offset);
    return asked.calls ? made + " --calls" : made;
}

const char* name_of_other(const request& asked) { return asked.threads > 1 ? "one thread" : "contiguous"; }

void measure_and_print(const bench_case& row, std::uint64_t seed, const request& asked) {
    const comparison c = measured(row, asked, effort{});
    const auto elements = static_cast<double>(row.elements);
    std::printf("%6.2f x  %8.3f ns each, %s %.3f, spread %.1f %%  %s  %s\n", c.ratio, c.a_nanoseconds / elements,
                name_of_other(asked), c.b_nanoseconds / elements, c.spread * 100, options_of(seed, asked).c_str(),
                text_of(row).c_str());
    std::fflush(stdout);
}

struct finding {
    double ratio;
    std::uint64_t seed;
};

/// False when no case was met.
bool search(const request& asked) {
    constexpr effort hasty = {5, 0.005, 3, 30e-6};
    std::vector<finding> found;
    const auto began = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    };
    double logarithms = 0;
    std::size_t slow = 0;
    for (std::uint64_t seed = asked.seed; elapsed() < asked.seconds; ++seed) {
        bench_case row;
        if (!random_case(row, asked, seed)) continue;
        found.push_back({measured(row, asked, hasty).ratio, seed});
        logarithms += std::log(found.back().ratio);
        slow += found.back().ratio > 1.25;
    }
    const std::size_t worst = std::min(asked.worst, found.size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(worst), found.end(),
                      [](const finding& a, const finding& b) { return a.ratio > b.ratio; });
    // What another program did meanwhile is measured once more.
    for (std::size_t i = 0; i < worst; ++i) {
        bench_case row;
        (void)random_case(row, asked, found[i].seed);
        measure_and_print(row, found[i].seed, asked);
    }
    if (found.empty()) return false;
    std::printf("%zu cases, %.2f of %s in the geometric mean, %zu above 1.25\n", found.size(),
                std::exp(logarithms / static_cast<double>(found.size())), name_of_other(asked), slow);
    return true;
}

int run(int argc, char** argv) {
    CLI::App app(
        "Looks for shapes that are slow beside contiguous work with as many results, in one thread, or that take\n"
        "several threads longer than one.");
    request asked;
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    take_number(app.add_option("--seconds", asked.seconds, "how long to look"), 0.001, 1e6);
    take_whole_number(app.add_option("--seed", asked.seed, "the first case; those that follow are the next numbers"), 0,
                      largest);
    take_whole_number(app.add_option("--worst", asked.worst, "how many to print, each measured once more"), 0, 1000000);
    app.add_option("--type", asked.types, "only these element types: f32, i8, ...")->delimiter(',');
    app.add_option("--layout", asked.layouts, "of the operands: dense (broadcast only), padded, stepped, permuted")
        ->delimiter(',')
        ->check(CLI::IsMember(std::vector<std::string>(std::begin(layout_names), std::end(layout_names))));
    app.add_flag("--calls", asked.calls, "calls that plan for themselves, not runs of plans");
    app.add_flag("--large", asked.large, "results, or the wider operands, of up to 64 MB, which leave the caches");
    take_whole_number(
        app.add_option("--threads", asked.threads, "from 2 on: in so many threads, beside the same case in one"), 1,
        1024);
    add_offset_option(app, asked.offset);
    app.add_flag("--only", asked.only, "only the case of --seed, with its plan");
    int status = 0;
    if (!read_options(app, argc, argv, status)) return status;
    for (const std::string& name : asked.types) {
        dtype type;
        if (!find_dtype(name, type)) return refuse("no element type " + name);
        if (info(type).kind == type_kind::text) return refuse("no case has the element type " + name);
    }
    memory.begin_at(asked.offset);
    warm_up();
    if (!asked.only) {
        return search(asked) ? 0 : refuse("no such case was met in that time");
    }
    bench_case row;
    if (!random_case(row, asked, asked.seed)) return refuse("no case has the seed " + std::to_string(asked.seed));
    measure_and_print(row, asked.seed, asked);
    std::printf("%s\n", planned(bound_row(row, memory), isa::automatic, asked.threads).explain().c_str());
    return 0;
}

}  // namespace
}  // namespace zerostride::bench

int main(int argc, char** argv) {
    return zerostride::bench::run_program("zerostride_search", zerostride::bench::run, argc, argv);
}
