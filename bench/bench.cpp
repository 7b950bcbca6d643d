// zerostride_bench: every operator, type and instruction set over every row of the shape table, and beside them
// what the machine can do. Google Benchmark's flags apply, and --shapes FILE.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "bench/limits.hpp"
#include "bench/operands.hpp"
#include "bench/shapes.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/version.h"

namespace zerostride::bench {
namespace {

/// Shared by all benchmarks, which run one after the other.
workspace memory;

void run_cell(benchmark::State& state, op which, dtype type, isa with, const shape_row& row, int threads) {
    const bound_row work(which, type, row, memory);
    options how;
    how.with = with;
    how.max_threads = threads;
    plan made;
    const outcome answer = plan::try_make(made, which, work.inputs(), work.output(), how);
    if (!answer) {
        state.SkipWithError(answer.message.c_str());
        return;
    }
    for (auto _ : state) {
        const status code = made.run(work.input_data(), work.output_data());
        if (code != status::ok) {
            state.SkipWithError(to_string(code));
            break;
        }
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * work.elements());
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * work.bytes());
}

void register_cells(const std::vector<shape_row>& rows, int threads) {
    for (const op_info& which : ops) {
        for (const dtype_info& type : dtypes) {
            if (!supports(which.id, type.type)) continue;
            for (const isa with : available_isas()) {
                for (const shape_row& row : rows) {
                    const std::string name =
                        std::string(which.name) + "/" + name_of(type.type) + "/" + name_of(with) + "/" + row.name;
                    auto* const made = benchmark::RegisterBenchmark(
                        name.c_str(), [&which, &type, with, &row, threads](benchmark::State& state) {
                            run_cell(state, which.id, type.type, with, row, threads);
                        });
                    // One thread's processor time says the same as the clock and is steadier on a busy machine.
                    if (threads > 1) made->UseRealTime();
                }
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

/// Takes "--name VALUE" or "--name=VALUE" out of the arguments; false when the value is missing.
bool take_flag(int& argc, char** argv, const std::string& name, std::string& value) {
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        int used = 0;
        if (argument == name) {
            if (i + 1 == argc) return false;
            value = argv[i + 1];
            used = 2;
        } else if (argument.rfind(name + "=", 0) == 0) {
            value = argument.substr(name.size() + 1);
            used = 1;
        } else {
            continue;
        }
        for (int k = i; k + used <= argc; ++k) argv[k] = argv[k + used];
        argc -= used;
        --i;
    }
    return true;
}

int refuse(const std::string& message) {
    std::fprintf(stderr, "zerostride_bench: %s\n", message.c_str());
    return 2;
}

int run(int argc, char** argv) {
    std::string path = default_shapes_path();
    std::string thread_text = "1";
    if (!take_flag(argc, argv, "--shapes", path)) return refuse("--shapes needs a file");
    if (!take_flag(argc, argv, "--threads", thread_text)) return refuse("--threads needs a number");
    if (thread_text.empty() || thread_text.size() > 4 ||
        thread_text.find_first_not_of("0123456789") != std::string::npos || std::stoi(thread_text) < 1) {
        return refuse("--threads: not a positive number: " + thread_text);
    }
    std::vector<shape_row> rows;
    std::string message;
    if (!read_shapes(path, rows, message)) return refuse(message);
    const outcome environment = environment_isa();
    if (!environment) return refuse(environment.message);

    benchmark::Initialize(&argc, argv);
    if (argc > 1) return refuse(std::string("unknown argument ") + argv[1]);
    benchmark::AddCustomContext("zerostride", std::to_string(ZEROSTRIDE_VERSION_MAJOR) + "." +
                                                  std::to_string(ZEROSTRIDE_VERSION_MINOR) + "." +
                                                  std::to_string(ZEROSTRIDE_VERSION_PATCH));
    benchmark::AddCustomContext("cpu", cpu().model);
    benchmark::AddCustomContext("threads", thread_text);
    register_limits();
    register_cells(rows, std::stoi(thread_text));
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

}  // namespace
}  // namespace zerostride::bench

int main(int argc, char** argv) {
    try {
        return zerostride::bench::run(argc, argv);
    } catch (const std::exception& failed) {
        return zerostride::bench::refuse(failed.what());
    }
}
