// zerostride_bars: the speed that the project promises, measured and judged in one table.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "bench/limits.hpp"
#include "bench/program.hpp"
#include "bench/section.hpp"
#include "zerostride/functions.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::bench {
namespace {

// --- contiguous: the library against a loop written by hand

void contiguous_section(const settings& s, table& out) {
    for (const dtype type : types_of(s, {dtype::f32, dtype::i8, dtype::f64})) {
        const std::int64_t bytes = static_cast<std::int64_t>(size_of(type));
        const struct {
            const char* name;
            std::int64_t elements;
        } sizes[] = {{"L1", l1_bytes() * 3 / 4 / 3 / bytes / 64 * 64},
                     {"L2", l2_bytes() * 3 / 4 / 3 / bytes / 64 * 64},
                     {"900000", 900000},
                     {"memory", memory_bytes(s) / bytes}};
        for (const auto& size : sizes) {
            const bound_row work(op::add, type, contiguous(size.elements), memory);
            const plan made = planned(work, s.with, 1);
            const auto by_hand = [&work](contiguous_add loop) -> batch {
                return [&work, loop](std::int64_t runs) {
                    for (std::int64_t i = 0; i < runs; ++i) {
                        loop(work.input_data()[0], work.input_data()[1], work.output_data(),
                             static_cast<std::size_t>(work.elements()));
                    }
                };
            };
            contiguous_add loop = hand_written_add(type, s.with);
            std::string kind = "loop";
            const contiguous_add streaming = hand_written_streaming_add(type, s.with);
            // Where nothing stays in the caches anyway, the limit is the better of the two kinds of stores.
            if (std::string_view(size.name) == "memory" && streaming != nullptr &&
                compare(by_hand(streaming), by_hand(loop), s.how).ratio < 1) {
                loop = streaming;
                kind = "streaming loop";
            }
            const comparison c = compare(by_hand(loop), runs_of(made, work), s.how);
            out.add({"contiguous",
                     name_for(op::add, type, size.name),
                     {sense::at_least, 0.95},
                     c.ratio,
                     "x",
                     figures(c, kind.c_str(), "library") +
                         text_of(", %.1f GB/s", static_cast<double>(work.bytes()) / c.b_nanoseconds)});
        }
    }
}

// --- cliff: every shape against the contiguous one with as many results

bar cliff_bar(std::string_view group, dtype type) {
    if (group == "transposed") return {sense::at_most, size_of(type) >= 4 ? 2.2 : 1.25};
    for (const std::string_view judged :
         {"splat", "row", "column", "outer", "pair", "middle", "nchw", "nhwc", "mask", "alternating"}) {
        if (group == judged) return {sense::at_most, 1.25};
    }
    return {};
}

void cliff_section(const settings& s, table& out) {
    for (const dtype type : types_of(s, {dtype::f32, dtype::f64, dtype::i8, dtype::i64, dtype::f16})) {
        for (const shape_row& row : s.rows) {
            if (row.elements < 800000 || row.elements > 1000000) continue;
            // The contiguous case first: its inputs are the largest, so the other one finds the memory grown.
            const bound_row flat(op::add, type, contiguous(row.elements), memory);
            const bound_row grown(op::add, type, row, memory);
            const bound_row flat_again(op::add, type, contiguous(row.elements), memory);
            const plan made = planned(grown, s.with, 1), made_flat = planned(flat_again, s.with, 1);
            const comparison c = compare(runs_of(made, grown), runs_of(made_flat, flat_again), s.how);
            const double elements = static_cast<double>(row.elements);
            const char* const section = row.group() == "transposed" ? "transposed" : "cliff";
            out.add({section, name_for(op::add, type, row.name), cliff_bar(row.group(), type), c.ratio, "x",
                     text_of("%.3f ns each, contiguous %.3f, spread %.1f %%", c.a_nanoseconds / elements,
                             c.b_nanoseconds / elements, c.spread * 100)});
        }
    }
}

// --- half: binary16 against float

/// How many times as many elements of binary16 as of float go through an operator, each type within its own three
/// quarters of the L1 cache.
void half_section(const settings& s, table& out) {
    if (types_of(s, {dtype::f16}).empty()) return;
    static workspace of_floats;  // numbers of one type are none of the other
    const bool is_native = s.with == isa::avx512_fp16;
    for (const op which : {op::add, op::sub, op::mul, op::div, op::sqrt, op::min, op::max, op::equal, op::less}) {
        const auto elements = [&](dtype type) {
            const int bytes =
                static_cast<int>(size_of(result_of(which, type))) + info(which).arity * static_cast<int>(size_of(type));
            return l1_bytes() * 3 / 4 / bytes / 64 * 64;
        };
        const bound_row wide(which, dtype::f32, contiguous(elements(dtype::f32)), of_floats);
        const bound_row narrow(which, dtype::f16, contiguous(elements(dtype::f16)), memory);
        const plan of_wide = planned(wide, s.with, 1), of_narrow = planned(narrow, s.with, 1);
        const comparison c = compare(runs_of(of_wide, wide), runs_of(of_narrow, narrow), s.how);
        out.add({"half", name_for(which, dtype::f16, "L1"),
                 which == op::add ? bar{sense::at_least, is_native ? 1.8 : 0.8} : bar{},
                 c.ratio * static_cast<double>(narrow.elements()) / static_cast<double>(wide.elements()), "x",
                 figures(c, "float", "binary16")});
    }
}

// --- expand: a broadcast that is written out against a fill of the same memory

void expand_section(const settings& s, table& out) {
    for (const dtype type : types_of(s, {dtype::f32, dtype::i8, dtype::f64, dtype::f16})) {
        const std::int64_t n = memory_bytes(s) / static_cast<std::int64_t>(size_of(type)) / 192 * 192;
        const struct {
            const char* name;
            std::vector<std::int64_t> shape, from;
        } cases[] = {
            {"scalar", {n}, {1}},
            {"row_3", {n / 3, 3}, {3}},
            {"row_64", {n / 64, 64}, {64}},
            {"row_long", {64, n / 64}, {n / 64}},
            {"column_3", {n / 3, 3}, {n / 3, 1}},
            {"column_64", {n / 64, 64}, {n / 64, 1}},
            {"column_long", {64, n / 64}, {64, 1}},
            {"middle_8x3", {n / 192, 64, 3}, {n / 192, 1, 3}},
        };
        for (const auto& each : cases) {
            shape_row row;
            row.name = each.name;
            row.operands[0] = dense(each.shape);
            row.operands[1] = dense(each.from);
            row.output = each.shape;
            row.elements = n;
            const bound_row work(op::identity, type, row, memory);
            const plan made = planned(work, s.with, 1);
            const std::size_t bytes = static_cast<std::size_t>(n) * size_of(type);
            const batch fill = [&](std::int64_t runs) {
                for (std::int64_t i = 0; i < runs; ++i) streaming_fill(work.output_data(), bytes);
            };
            const comparison c = compare(fill, runs_of(made, work), s.how);
            out.add({"expand",
                     name_for(op::identity, type, each.name),
                     {sense::at_least, 0.9},
                     c.ratio,
                     "x",
                     figures(c, "fill", "library") +
                         text_of(", %.1f GB/s written", static_cast<double>(bytes) / c.b_nanoseconds)});
            // A fill reads nothing. What it would be if it read as much as this broadcast has to:
            const std::size_t read = static_cast<std::size_t>(n / each.shape.back()) * size_of(type);
            if (each.from.back() == 1 && each.shape.back() < 16 && each.from.size() > 1) {
                const comparison limit = compare(
                    fill,
                    [&](std::int64_t runs) {
                        for (std::int64_t i = 0; i < runs; ++i) {
                            streaming_fill_and_read(work.output_data(), bytes, work.input_data()[0], read);
                        }
                    },
                    s.how);
                out.add({"expand",
                         std::string("limit/") + name_of(type) + "/" + each.name,
                         {},
                         limit.ratio,
                         "x",
                         figures(limit, "fill", "fill that reads")});
            }
        }
    }
}

// --- variadic: any number of operands in one pass against two at a time

/// Two at a time through the result's memory; for a mean the quotient at the end.
class chain {
public:
    chain(op which, array_ref<const_tensor_view> inputs, const tensor_view& output, const const_tensor_view& count,
          const options& how)
        : output_(output.data) {
        const op step = which == op::sum || which == op::mean ? op::add : which;
        const void* first = inputs[0].data;
        for (std::size_t i = 1; i < inputs.size(); ++i) {
            steps_.push_back({plan(step, {inputs[i - 1], inputs[i]}, output, how), {first, inputs[i].data}});
            first = output_;
        }
        if (which == op::mean) steps_.push_back({plan(op::div, {inputs[0], count}, output, how), {first, count.data}});
    }
    void run() const {
        for (const step& each : steps_) {
            if (each.made.run(each.inputs, output_) != status::ok) throw std::logic_error("a step of a chain failed");
        }
    }

private:
    struct step {
        plan made;
        const void* inputs[2];
    };
    std::vector<step> steps_;
    void* output_;
};

void variadic_section(const settings& s, table& out) {
    std::deque<buffer> memories;
    for (std::size_t slot = 0; slot < 8; ++slot) memories.emplace_back(1 + slot);
    options how;
    how.with = s.with;
    how.max_threads = 1;
    for (const dtype type : types_of(s, {dtype::f32, dtype::f16, dtype::i32})) {
        const auto bytes = static_cast<std::int64_t>(size_of(type));
        const struct {
            const char* name;
            std::int64_t elements;
        } sizes[] = {{"L2", l2_bytes() * 3 / 4 / 9 / bytes / 64 * 64}, {"900000", 900000}};
        for (const op which : {op::sum, op::mean, op::max}) {
            for (const std::size_t count : {3, 8}) {
                for (const auto& size : sizes) {
                    const std::int64_t shape[] = {size.elements};
                    std::vector<const_tensor_view> inputs;
                    std::vector<const void*> data;
                    for (std::size_t i = 0; i < count; ++i) {
                        data.push_back(memories[i].filled(type, static_cast<std::size_t>(size.elements * bytes)));
                        inputs.emplace_back(data.back(), type, shape);
                    }
                    const tensor_view result(memory.out.filled(type, static_cast<std::size_t>(size.elements * bytes)),
                                             type, shape);
                    const float number[] = {static_cast<float>(count)};
                    tensor divisor(type, {});
                    eval(operation(op::cast, {{attribute_id::to, type}}), {view(number, {})}, divisor.view());
                    const chain two_by_two(which, inputs, result, divisor.view(), how);
                    const plan made(which, inputs, result, how);
                    const comparison c = compare(
                        [&](std::int64_t runs) {
                            for (std::int64_t i = 0; i < runs; ++i) two_by_two.run();
                        },
                        [&](std::int64_t runs) {
                            for (std::int64_t i = 0; i < runs; ++i) {
                                if (made.run(data.data(), result.data) != status::ok) throw std::logic_error("failed");
                            }
                        },
                        s.how);
                    out.add({"variadic",
                             name_for(which, type, "of_" + std::to_string(count) + "_" + size.name),
                             {},
                             c.ratio,
                             "x",
                             figures(c, "two by two", "one pass") +
                                 text_of(", %.1f GB/s", static_cast<double>((static_cast<std::int64_t>(count) + 1) *
                                                                            size.elements * bytes) /
                                                            c.b_nanoseconds)});
                }
            }
        }
    }
}

// --- tiny: what a call costs

void tiny_section(const settings& s, table& out) {
    if (types_of(s, {dtype::f32}).empty()) return;
    for (const std::int64_t count : {1, 4, 8, 15, 16}) {
        const bound_row work(op::add, dtype::f32, contiguous(count), memory);
        const plan made = planned(work, s.with, 0);
        const timing t = measure(runs_of(made, work), s.how);
        out.add({"tiny",
                 name_for(op::add, dtype::f32, "plan_run_" + std::to_string(count)),
                 {sense::at_most, 15},
                 t.nanoseconds,
                 "ns",
                 text_of("spread %.1f %%", t.spread * 100)});
    }
    const char* const table_text =
        "run_4x4_row [4,4] [4]\n"
        "run_4x4_column [4,4] [4,1]\n"
        "run_4x4_outer [4,1] [1,4]\n"
        "run_16_splat [16] []\n"
        "call_rank0 [] []\n"
        "call_rank1 [16] [16]\n"
        "call_rank2 [4,4] [4,4]\n"
        "call_rank2_row [4,4] [4]\n"
        "call_rank3_column [2,2,4] [2,2,1]\n"
        "call_rank4 [2,2,2,2] [2,2,2,2]\n"
        "call_rank4_middle [2,2,2,2] [2,1,2,1]\n";
    std::vector<shape_row> rows;
    std::string message;
    if (!parse_shapes(table_text, "tiny", rows, message)) throw std::logic_error(message);
    for (const shape_row& row : rows) {
        const bound_row work(op::add, dtype::f32, row, memory);
        if (row.group() == "run") {
            const plan made = planned(work, s.with, 0);
            const timing t = measure(runs_of(made, work), s.how);
            out.add({"tiny",
                     name_for(op::add, dtype::f32, "plan_" + row.name),
                     {sense::at_most, 15},
                     t.nanoseconds,
                     "ns",
                     text_of("spread %.1f %%", t.spread * 100)});
            continue;
        }
        options how;
        how.with = s.with;
        const timing t = measure(
            [&](std::int64_t runs) {
                for (std::int64_t i = 0; i < runs; ++i) {
                    const outcome answer = try_eval(work.which(), work.inputs(), work.output(), how);
                    if (!answer) throw error(answer);
                }
            },
            s.how);
        out.add({"tiny",
                 name_for(op::add, dtype::f32, row.name),
                 {sense::at_most, 80},
                 t.nanoseconds,
                 "ns",
                 text_of("spread %.1f %%", t.spread * 100)});
    }
}

// --- threads: two against one

/// The same work by one thread and by two. Ratio: how many times faster two are.
comparison two_against_one(const settings& s, const bound_row& work, const plan& one, const plan& two) {
    return compare(runs_of(one, work), runs_of(two, work), s.how);
}

/// A thread that is awake and waits for its half of the work: starting one for each measurement would measure
/// where the system puts new threads.
class second_thread {
public:
    second_thread() : thread_([this] { serve(); }) {}
    ~second_thread() {
        wanted_.store(-1, std::memory_order_release);
        thread_.join();
    }
    second_thread(const second_thread&) = delete;
    second_thread& operator=(const second_thread&) = delete;

    /// body(0) here and body(1) there; both have returned when this returns.
    void share(const std::function<void(int)>& body) {
        body_ = &body;
        const int turn = done_.load(std::memory_order_relaxed) + 1;
        wanted_.store(turn, std::memory_order_release);
        body(0);
        while (done_.load(std::memory_order_acquire) != turn) continue;
    }

private:
    void serve() {
        for (int seen = 0;;) {
            const int wanted = wanted_.load(std::memory_order_acquire);
            if (wanted < 0) return;
            if (wanted == seen) continue;
            seen = wanted;
            (*body_)(1);
            done_.store(seen, std::memory_order_release);
        }
    }

    const std::function<void(int)>* body_ = nullptr;
    std::atomic<int> wanted_{0}, done_{0};
    std::thread thread_;
};

void machine_limit_of_threads(const settings& s, table& out) {
    const std::size_t count = static_cast<std::size_t>(memory_bytes(s)) / sizeof(double) / 16 * 16;
    const auto* const b = reinterpret_cast<const double*>(memory.in[0].filled(dtype::f64, count * 8));
    const auto* const c = reinterpret_cast<const double*>(memory.in[1].filled(dtype::f64, count * 8));
    auto* const a = reinterpret_cast<double*>(memory.out.filled(dtype::f64, count * 8));
    second_thread other;
    warm_up();  // both are busy, so the system gives each a processor of its own
    const auto half = [&](int part) { return static_cast<std::size_t>(part) * (count / 2); };
    const auto compare_halves = [&](const char* name, auto work) {
        const comparison found = compare(
            [&](std::int64_t runs) {
                for (std::int64_t i = 0; i < runs; ++i) work(std::size_t{0}, count);
            },
            [&](std::int64_t runs) {
                for (std::int64_t i = 0; i < runs; ++i) {
                    other.share([&](int part) { work(half(part), count / 2); });
                }
            },
            s.how);
        out.add({"threads", std::string("limit/") + name, {}, found.ratio, "x", figures(found, "one", "two")});
    };
    compare_halves("stream_triad", [&](std::size_t first, std::size_t elements) {
        stream_triad(a + first, b + first, c + first, 3.0, elements);
    });
    compare_halves("streaming_fill", [&](std::size_t first, std::size_t elements) {
        streaming_fill(a + first, elements * sizeof(double));
    });
    const contiguous_add streaming = hand_written_streaming_add(dtype::f64, s.with);
    if (streaming != nullptr) {
        compare_halves("add_f64_streaming", [&](std::size_t first, std::size_t elements) {
            streaming(b + first, c + first, a + first, elements);
        });
    }
}

void threads_section(const settings& given, table& out) {
    settings s = given;
    s.how.what = time_of::clock;
    if (cpu().processors < 2) {
        std::fprintf(stderr, "zerostride_bars: one processor: nothing to measure with two threads\n");
        return;
    }
    machine_limit_of_threads(s, out);

    // Both operands and the result within three quarters of one core's L2; what is done before 20 us is no case.
    const struct {
        op which;
        dtype type;
    } in_l2[] = {{op::div, dtype::f32}, {op::div, dtype::f64},  {op::sqrt, dtype::f32}, {op::sqrt, dtype::f64},
                 {op::div, dtype::i8},  {op::div, dtype::i32},  {op::div, dtype::i64},  {op::add, dtype::f16},
                 {op::mul, dtype::i64}, {op::add, dtype::real}, {op::mul, dtype::real}, {op::less, dtype::str}};
    for (const auto& each : in_l2) {
        if (!s.types.empty() && std::find(s.types.begin(), s.types.end(), each.type) == s.types.end()) continue;
        const std::int64_t operands = info(each.which).arity + 1;
        const std::int64_t elements =
            l2_bytes() * 3 / 4 / operands / static_cast<std::int64_t>(size_of(each.type)) / 64 * 64;
        const bound_row work(each.which, each.type, contiguous(elements), memory);
        const plan one = planned(work, s.with, 1), two = planned(work, s.with, 2);
        const comparison c = two_against_one(s, work, one, two);
        const bool is_case = c.a_nanoseconds >= 20000;
        out.add({"threads", name_for(each.which, each.type, "L2_" + std::to_string(elements)),
                 is_case ? bar{sense::at_least, 1.5} : bar{sense::at_least, 0.95}, c.ratio, "x",
                 figures(c, "one", "two") + text_of(", %.0f planned", two.threads())});
    }

    for (const dtype type : types_of(s, {dtype::f32, dtype::i8, dtype::f64})) {
        const std::int64_t n = memory_bytes(s) / static_cast<std::int64_t>(size_of(type)) / 192 * 192;
        shape_row row;
        row.name = "row_3";
        row.operands[0] = dense({n / 3, 3});
        row.operands[1] = dense({3});
        row.output = {n / 3, 3};
        row.elements = n;
        const struct {
            op which;
            const char* name;
            shape_row shape;
        } cases[] = {
            {op::add, "memory", contiguous(n)}, {op::add, "memory_row_3", row}, {op::identity, "memory_row_3", row}};
        for (const auto& each : cases) {
            const bound_row work(each.which, type, each.shape, memory);
            const plan one = planned(work, s.with, 1), two = planned(work, s.with, 2);
            const comparison c = two_against_one(s, work, one, two);
            out.add({"threads",
                     name_for(each.which, type, each.name),
                     {sense::at_least, 1.8},
                     c.ratio,
                     "x",
                     figures(c, "one", "two")});
        }
    }

    for (const dtype type : types_of(s, {dtype::f32, dtype::i8})) {
        for (const shape_row& row : s.rows) {
            const bound_row work(op::add, type, row, memory);
            const plan one = planned(work, s.with, 1), two = planned(work, s.with, 2);
            if (two.threads() < 2) {
                out.add({"threads",
                         name_for(op::add, type, row.name),
                         {sense::at_least, 0.95},
                         1.0,
                         "x",
                         "one thread planned, not measured"});
                continue;
            }
            const comparison c = two_against_one(s, work, one, two);
            out.add({"threads",
                     name_for(op::add, type, row.name),
                     {sense::at_least, 0.95},
                     c.ratio,
                     "x",
                     figures(c, "one", "two")});
        }
    }
}

/// A thing against itself: what the other figures are worth on this machine at this time.
void noise_section(const settings& s, table& out) {
    const struct {
        const char* name;
        std::int64_t elements;
    } sizes[] = {{"L1", l1_bytes() / 16}, {"900000", 900000}};
    for (const auto& size : sizes) {
        const bound_row work(op::add, dtype::f32, contiguous(size.elements), memory);
        const plan made = planned(work, s.with, 1);
        const comparison c = compare(runs_of(made, work), runs_of(made, work), s.how);
        out.add({"noise", name_for(op::add, dtype::f32, size.name), {}, c.ratio, "x", figures(c, "once", "again")});
    }
}

const struct {
    const char* name;
    void (*measure)(const settings&, table&);
} sections[] = {{"noise", noise_section},         {"contiguous", contiguous_section},
                {"cliff", cliff_section},         {"elementwise", elementwise_section},
                {"half", half_section},           {"expand", expand_section},
                {"functions", functions_section}, {"rare", rare_section},
                {"variadic", variadic_section},   {"graphs", graphs_section},
                {"tiny", tiny_section},           {"threads", threads_section}};

int run(int argc, char** argv) {
    CLI::App app("Measures the speed that Zerostride promises and judges it, one row for each promise.");
    std::vector<std::string> wanted, type_names;
    std::string isa_name = "automatic", path = default_shapes_path();
    bool markdown = false, summary = false, strict = false;
    settings s;
    app.add_option("--section", wanted,
                   "noise, contiguous, cliff, elementwise, half, expand, functions, rare, variadic, graphs, tiny, "
                   "threads (default: all)")
        ->delimiter(',');
    app.add_option("--type", type_names, "only these element types: f32, i8, ...")->delimiter(',');
    app.add_option("--isa", isa_name, "the instruction set: baseline, avx2, avx512, avx512_fp16, neon");
    app.add_option("--shapes", path, "another shape table");
    app.add_flag("--quick", s.quick, "fewer rounds, smaller memory");
    app.add_flag("--markdown", markdown, "every row as a Markdown table");
    app.add_flag("--summary", summary, "a short Markdown table: for each section and type how many, and the worst");
    app.add_flag("--strict", strict, "exit with 1 when a bar is missed");
    int status = 0;
    if (!read_options(app, argc, argv, status)) return status;

    for (const std::string& name : wanted) {
        if (std::none_of(std::begin(sections), std::end(sections),
                         [&](const auto& each) { return name == each.name; })) {
            return refuse("no section " + name);
        }
    }
    for (const std::string& name : type_names) {
        dtype type;
        if (!find_dtype(name, type)) return refuse("no element type " + name);
        s.types.push_back(type);
    }
    if (!find_isa(isa_name, s.with)) return refuse("no instruction set " + isa_name);
    if (!is_available(s.with) && s.with != isa::automatic) return refuse(isa_name + " is not available here");
    const outcome environment = environment_isa();
    if (!environment) return refuse(environment.message);
    if (s.with == isa::automatic) s.with = current_isa();
    std::string message;
    if (!read_shapes(path, s.rows, message)) return refuse(message);
    if (s.quick) s.how = {9, 0.05, 5, 50e-6};

    warm_up();
    std::printf("%s, %d processors, %s, L1 %lld KiB, L2 %lld KiB, L3 %lld KiB\n\n",
                cpu().model[0] != '\0' ? cpu().model : "unknown processor", cpu().processors, name_of(s.with),
                static_cast<long long>(l1_bytes() >> 10), static_cast<long long>(l2_bytes() >> 10),
                static_cast<long long>(cpu().l3_bytes >> 10));
    table out(summary ? table_style::summary : markdown ? table_style::markdown : table_style::plain);
    for (const auto& each : sections) {
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), each.name) != wanted.end()) each.measure(s, out);
    }
    out.finish();
    return strict && out.misses() != 0 ? 1 : 0;
}

}  // namespace
}  // namespace zerostride::bench

int main(int argc, char** argv) {
    return zerostride::bench::run_program("zerostride_bars", zerostride::bench::run, argc, argv);
}
