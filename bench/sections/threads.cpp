// zerostride_bars: two threads against one.
#include <atomic>
#include <cstdio>
#include <functional>
#include <thread>

#include "bench/limits.hpp"
#include "bench/sections/section.hpp"

namespace zerostride::bench {
namespace {

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

/// What two threads gain on this machine whatever the program.
void machine_limits(const settings& s, table& out) {
    const std::size_t count = static_cast<std::size_t>(memory_bytes(s)) / sizeof(double) / 16 * 16;
    const auto* const b = reinterpret_cast<const double*>(memory.in[0].filled(dtype::f64, count * 8));
    const auto* const c = reinterpret_cast<const double*>(memory.in[1].filled(dtype::f64, count * 8));
    auto* const a = reinterpret_cast<double*>(memory.out.filled(dtype::f64, count * 8));
    second_thread other;
    warm_up();  // both are busy, so the system gives each a processor of its own
    const auto half = [&](int part) { return static_cast<std::size_t>(part) * (count / 2); };
    const auto compare_halves = [&](const char* name, auto work) {
        const batch whole = repeated([&] { work(std::size_t{0}, count); });
        const batch halves = repeated([&] { other.share([&](int part) { work(half(part), count / 2); }); });
        const comparison found = compare(whole, halves, s.how);
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

/// The same work planned for one thread and for two; refers to both that it is given.
class both_plans {
public:
    both_plans(const settings& s, const bound_row& work)
        : s_(s), work_(work), one_(planned(work, s.with, 1)), two_(planned(work, s.with, 2)) {}
    /// Of the two that are allowed.
    int threads() const { return two_.threads(); }
    /// Ratio: how many times faster two are.
    comparison compared() const { return compare(runs_of(one_, work_), runs_of(two_, work_), s_.how); }

private:
    const settings& s_;
    const bound_row& work_;
    plan one_, two_;
};

void judge(const comparison& c, const std::string& name, double limit, table& out, const std::string& more = "") {
    out.add({"threads", name, {sense::at_least, limit}, c.ratio, "x", figures(c, "one", "two") + more});
}

/// Both operands and the result within three quarters of one core's L2.
void in_l2(const settings& s, table& out) {
    const struct {
        op which;
        dtype type;
    } cases[] = {{op::div, dtype::f32}, {op::div, dtype::f64},  {op::sqrt, dtype::f32}, {op::sqrt, dtype::f64},
                 {op::div, dtype::i8},  {op::div, dtype::i32},  {op::div, dtype::i64},  {op::add, dtype::f16},
                 {op::mul, dtype::i64}, {op::add, dtype::real}, {op::mul, dtype::real}, {op::less, dtype::str}};
    for (const auto& each : cases) {
        if (types_of(s, {each.type}).empty()) continue;
        const std::int64_t bytes = (info(each.which).arity + 1) * static_cast<std::int64_t>(size_of(each.type));
        const std::int64_t elements = elements_within(l2_bytes(), bytes);
        const bound_row work(each.which, each.type, contiguous(elements), memory);
        const both_plans made(s, work);
        const comparison c = made.compared();
        // What is done before 20 us is no case.
        const bool is_case = c.a_nanoseconds >= 20000;
        judge(c, name_for(each.which, each.type, "L2_" + std::to_string(elements)), is_case ? 1.5 : 0.95, out,
              text_of(", %.0f planned", made.threads()));
    }
}

void in_memory(const settings& s, table& out) {
    for (const dtype type : types_of(s, {dtype::f32, dtype::i8, dtype::f64})) {
        const std::int64_t n = row_elements(s, type);
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
            judge(both_plans(s, work).compared(), name_for(each.which, type, each.name), 1.8, out);
        }
    }
}

/// No row of the shape table may lose by a second thread.
void in_any_shape(const settings& s, table& out) {
    for (const dtype type : types_of(s, {dtype::f32, dtype::i8})) {
        for (const shape_row& row : s.rows) {
            const bound_row work(op::add, type, row, memory);
            const std::string name = name_for(op::add, type, row.name);
            const both_plans made(s, work);
            if (made.threads() < 2) {
                out.add({"threads", name, {sense::at_least, 0.95}, 0, "x", "one thread planned, not measured", false});
            } else {
                judge(made.compared(), name, 0.95, out);
            }
        }
    }
}

}  // namespace

void threads_section(const settings& given, table& out) {
    settings s = given;
    s.how.what = time_of::clock;
    if (cpu().processors < 2) {
        std::fprintf(stderr, "zerostride_bars: one processor: nothing to measure with two threads\n");
        return;
    }
    machine_limits(s, out);
    in_l2(s, out);
    in_memory(s, out);
    in_any_shape(s, out);
}

}  // namespace zerostride::bench
