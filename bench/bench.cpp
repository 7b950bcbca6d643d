// zerostride_bench: every operator, type and instruction set over every row of the shape table, and beside them
// what the machine can do. Google Benchmark's flags apply, and --shapes and --threads.
#include <benchmark/benchmark.h>

#include <CLI/CLI.hpp>
#include <cstring>
#include <regex>
#include <string>
#include <vector>

#include "bench/limits.hpp"
#include "bench/operands.hpp"
#include "bench/program.hpp"
#include "bench/shapes.hpp"
#include "zerostride/accuracy.hpp"
#include "zerostride/broadcast.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/version.h"

namespace zerostride::bench {
namespace {

/// Shared by all benchmarks, which run one after the other.
workspace memory;

void run_plan(benchmark::State& state, const plan& made, const void* const* inputs, void* output, std::int64_t elements,
              std::int64_t bytes) {
    for (auto _ : state) {
        const status code = made.run(inputs, output);
        if (code != status::ok) {
            state.SkipWithError(to_string(code));
            break;
        }
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * elements);
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * bytes);
}

/// A kernel: an operator, an element type, an instruction set, and for functions whether it is the fast one.
struct subject {
    op which;
    dtype type;
    isa with;
    accuracy_mode accuracy;
};

void run_cell(benchmark::State& state, const subject& s, const shape_row& row, int threads) {
    const bound_row work(s.which, s.type, row, memory);
    options how;
    how.with = s.with;
    how.max_threads = threads;
    how.accuracy = s.accuracy;
    plan made;
    const outcome answer = plan::try_make(made, s.which, work.inputs(), work.output(), how);
    if (!answer) {
        state.SkipWithError(answer.message.c_str());
        return;
    }
    run_plan(state, made, work.input_data(), work.output_data(), work.elements(), work.bytes());
}

/// Scales and zero points: as many elements as the axis of the values has, or one.
struct quantization {
    const char* name;
    op which;
    dtype from, to;
    std::int64_t shape[3];
    int axis;  ///< -1: one for all
};
constexpr quantization quantizations[] = {
    {"quantize_linear/f32_i8/per_tensor", op::quantize_linear, dtype::f32, dtype::i8, {9, 100, 1000}, -1},
    {"quantize_linear/f32_i8/per_channel", op::quantize_linear, dtype::f32, dtype::i8, {9, 100, 1000}, 1},
    {"quantize_linear/f32_i8/per_column", op::quantize_linear, dtype::f32, dtype::i8, {9, 100, 1000}, 2},
    {"dequantize_linear/i8_f32/per_tensor", op::dequantize_linear, dtype::i8, dtype::f32, {9, 100, 1000}, -1},
    {"dequantize_linear/i8_f32/per_channel", op::dequantize_linear, dtype::i8, dtype::f32, {9, 100, 1000}, 1},
    {"dequantize_linear/i8_f32/per_column", op::dequantize_linear, dtype::i8, dtype::f32, {9, 100, 1000}, 2},
};

void run_quantization(benchmark::State& state, const quantization& q, isa with, int threads) {
    const std::int64_t elements = q.shape[0] * q.shape[1] * q.shape[2];
    const std::int64_t scales = q.axis < 0 ? 1 : q.shape[q.axis];
    const dtype integer = q.which == op::quantize_linear ? q.to : q.from;
    const auto bytes_of = [](dtype type, std::int64_t count) {
        return static_cast<std::size_t>(count) * size_of(type);
    };
    const void* const inputs[] = {memory.in[0].filled(q.from, bytes_of(q.from, elements)),
                                  memory.in[1].filled(dtype::f32, bytes_of(dtype::f32, scales)),
                                  memory.in[2].filled(integer, bytes_of(integer, scales))};
    void* const output = memory.out.filled(q.to, bytes_of(q.to, elements));
    const extents_ref of_scales(&scales, q.axis < 0 ? 0 : 1);
    options how;
    how.with = with;
    how.max_threads = threads;
    plan made;
    const outcome answer = plan::try_make(
        made, {q.which, {{attribute_id::axis, static_cast<double>(q.axis)}}},
        {{inputs[0], q.from, q.shape}, {inputs[1], dtype::f32, of_scales}, {inputs[2], integer, of_scales}},
        const_tensor_view(output, q.to, q.shape), how);
    if (!answer) {
        state.SkipWithError(answer.message.c_str());
        return;
    }
    run_plan(state, made, inputs, output, elements,
             static_cast<std::int64_t>(bytes_of(q.from, elements) + bytes_of(q.to, elements)));
}

void register_quantizations(int threads) {
    for (const quantization& q : quantizations) {
        for (const isa with : available_isas()) {
            std::string name = q.name;
            name.insert(name.rfind('/') + 1, std::string(name_of(with)) + "/");
            auto* const made = benchmark::RegisterBenchmark(name.c_str(), [&q, with, threads](benchmark::State& state) {
                run_quantization(state, q, with, threads);
            });
            if (threads > 1) made->UseRealTime();
        }
    }
}

void register_rows(const subject& s, const std::string& kernel, const std::vector<shape_row>& rows, int threads) {
    for (const shape_row& row : rows) {
        const std::string name = kernel + "/" + row.name;
        auto* const made = benchmark::RegisterBenchmark(
            name.c_str(), [s, &row, threads](benchmark::State& state) { run_cell(state, s, row, threads); });
        // One thread's processor time says the same as the clock and is steadier on a busy machine.
        if (threads > 1) made->UseRealTime();
    }
}

void register_cells(const std::vector<shape_row>& rows, int threads) {
    for (const op_info& which : ops) {
        if (which.shapes == shape_rule::per_axis) continue;  // not shapes of the table
        for (const dtype_info& type : dtypes) {
            if (!supports(which.id, type.type)) continue;
            for (const isa with : available_isas()) {
                const std::string kernel = std::string(which.name) + "/" + name_of(type.type) + "/" + name_of(with);
                register_rows({which.id, type.type, with, accuracy_mode::exact}, kernel, rows, threads);
                if (!has_fast_kernel(which.id, type.type)) continue;
                register_rows({which.id, type.type, with, accuracy_mode::fast}, kernel + "_fast", rows, threads);
            }
        }
    }
}

/// The sums that are the adjoint of a row's broadcasting: from its result back to the smaller operand.
void run_sum(benchmark::State& state, const shape_row& row, dtype type, isa with, int threads) {
    const auto elements_of = [](const operand_layout& operand) {
        std::int64_t elements = 1;
        for (const std::int64_t extent : operand.shape) elements *= extent;
        return elements;
    };
    const bool to_left = elements_of(row.operands[0]) < elements_of(row.operands[1]);
    const operand_layout& to = row.operands[to_left ? 0 : 1];
    const std::int64_t bytes = row.elements * static_cast<std::int64_t>(size_of(type));
    const const_tensor_view delta(memory.in[0].filled(type, static_cast<std::size_t>(bytes)), type, row.output);
    options how;
    how.with = with;
    how.max_threads = threads;
    tensor sums;
    for (auto _ : state) {
        const outcome answer = try_sum_to(sums, delta, to.shape, how);
        if (!answer) {
            state.SkipWithError(answer.message.c_str());
            break;
        }
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * row.elements);
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * bytes);
}

void register_sums(const std::vector<shape_row>& rows, int threads) {
    for (const dtype_info& type : dtypes) {
        if (!supports(op::add, type.type)) continue;
        for (const isa with : available_isas()) {
            for (const shape_row& row : rows) {
                const std::string name =
                    std::string("sum_to/") + name_of(type.type) + "/" + name_of(with) + "/" + row.name;
                auto* const made = benchmark::RegisterBenchmark(
                    name.c_str(), [&row, type = type.type, with, threads](benchmark::State& state) {
                        run_sum(state, row, type, with, threads);
                    });
                if (threads > 1) made->UseRealTime();
            }
        }
    }
}

// The limits take bytes per buffer as their argument: within L1, within L2, about L3, memory.
constexpr std::int64_t limit_bytes[] = {std::int64_t{1} << 12, std::int64_t{1} << 16, std::int64_t{3600000} / 64 * 64,
                                        std::int64_t{1} << 26};

void limit_add(benchmark::State& state, contiguous_add loop, dtype type) {
    const std::size_t bytes = static_cast<std::size_t>(state.range(0));
    const std::byte* const x = memory.in[0].filled(type, bytes);
    const std::byte* const y = memory.in[1].filled(type, bytes);
    std::byte* const out = memory.out.filled(type, bytes);
    const std::size_t count = bytes / size_of(type);
    for (auto _ : state) {
        loop(x, y, out, count);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * count));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * 3 * state.range(0));
}

void limit_memcpy(benchmark::State& state) {
    const std::size_t bytes = static_cast<std::size_t>(state.range(0));
    const std::byte* const x = memory.in[0].filled(dtype::f64, bytes);
    std::byte* const out = memory.out.filled(dtype::f64, bytes);
    for (auto _ : state) {
        std::memcpy(out, x, bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * 2 * state.range(0));
}

void limit_memset(benchmark::State& state) {
    const std::size_t bytes = static_cast<std::size_t>(state.range(0));
    std::byte* const out = memory.out.filled(dtype::f64, bytes);
    for (auto _ : state) {
        std::memset(out, 1, bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}

void limit_streaming_fill(benchmark::State& state) {
    const std::size_t bytes = static_cast<std::size_t>(state.range(0));
    std::byte* const out = memory.out.filled(dtype::f64, bytes);
    for (auto _ : state) {
        streaming_fill(out, bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}

void limit_stream_triad(benchmark::State& state) {
    const std::size_t bytes = static_cast<std::size_t>(state.range(0));
    const auto* const b = reinterpret_cast<const double*>(memory.in[0].filled(dtype::f64, bytes));
    const auto* const c = reinterpret_cast<const double*>(memory.in[1].filled(dtype::f64, bytes));
    auto* const a = reinterpret_cast<double*>(memory.out.filled(dtype::f64, bytes));
    for (auto _ : state) {
        stream_triad(a, b, c, 3.0, bytes / sizeof(double));
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * 3 * state.range(0));
}

template <class... Arguments>
void register_limit(const std::string& name, void (*body)(benchmark::State&, Arguments...), Arguments... arguments) {
    auto* const made = benchmark::RegisterBenchmark(("limit/" + name).c_str(), body, arguments...);
    for (const std::int64_t bytes : limit_bytes) made->Arg(bytes);
}

void register_limits() {
    register_limit("memcpy", limit_memcpy);
    register_limit("memset", limit_memset);
    register_limit("streaming_fill", limit_streaming_fill);
    register_limit("stream_triad", limit_stream_triad);
    for (const dtype type : {dtype::f32, dtype::f64, dtype::i8, dtype::i64}) {
        const std::string name = std::string("add_") + name_of(type);
        register_limit(name, limit_add, hand_written_add(type, isa::automatic), type);
        const contiguous_add streaming = hand_written_streaming_add(type, isa::automatic);
        if (streaming != nullptr) register_limit(name + "_streaming", limit_add, streaming, type);
    }
}

int run(int argc, char** argv) {
    std::string path = default_shapes_path();
    int threads = 1;
    CLI::App app(
        "Every operator, type and instruction set over every row of the shape table, and what the machine can do. "
        "Google "
        "Benchmark's flags apply as well, --benchmark_filter=REGEX and --benchmark_list_tests among them.");
    app.add_option("--shapes", path, "another shape table");
    take_whole_number(app.add_option("--threads", threads, "at most so many threads"), 1, 1024);
    app.allow_extras();
    int status = 0;
    if (!read_options(app, argc, argv, status)) return status;
    std::vector<shape_row> rows;
    std::string message;
    if (!read_shapes(path, rows, message)) return refuse(message);
    const outcome environment = environment_isa();
    if (!environment) return refuse(environment.message);

    // Google Benchmark keeps the first one, and takes what it knows out of the others.
    std::vector<std::string> others = app.remaining();
    std::vector<char*> words = {argv[0]};
    for (std::string& other : others) words.push_back(other.data());
    int count = static_cast<int>(words.size());
    words.push_back(nullptr);
    benchmark::Initialize(&count, words.data());
    if (count > 1) return refuse(std::string("unknown argument ") + words[1]);
    benchmark::AddCustomContext("zerostride", ZEROSTRIDE_VERSION_TEXT);
    benchmark::AddCustomContext("cpu", cpu().model);
    benchmark::AddCustomContext("threads", std::to_string(threads));
    register_limits();
    register_cells(rows, threads);
    register_sums(rows, threads);
    register_quantizations(threads);
    std::string filter = benchmark::GetBenchmarkFilter();
    // Of ".", which these stand for, Google Benchmark makes room for each benchmark anew: minutes for 130,000.
    if (filter.empty() || filter == "all" || filter == ".") filter = ".+";
    // Throws what run_program() refuses.
    static_cast<void>(std::regex(filter.substr(filter[0] == '-' ? 1 : 0), std::regex::extended));
    benchmark::RunSpecifiedBenchmarks(filter);
    return 0;
}

}  // namespace
}  // namespace zerostride::bench

int main(int argc, char** argv) {
    return zerostride::bench::run_program("zerostride_bench", zerostride::bench::run, argc, argv);
}
