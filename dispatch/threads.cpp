#include "dispatch/threads.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "dispatch/fp_environment.hpp"
#include "zerostride/isa.hpp"

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace zerostride {
namespace {

constinit std::atomic<int> chosen{0};

/// ZEROSTRIDE_THREADS, read once; 0 when it is absent or not a positive number.
int environment_threads() noexcept {
    static const int read = [] {
        const char* const text = std::getenv("ZEROSTRIDE_THREADS");
        if (text == nullptr) return 0;
        char* end = nullptr;
        const long value = std::strtol(text, &end, 10);
        return end != text && *end == '\0' && value > 0 ? static_cast<int>(std::min(value, 1L << 20)) : 0;
    }();
    return read;
}

}  // namespace

void set_max_threads(int threads) noexcept { chosen.store(threads, std::memory_order_relaxed); }

int max_threads() noexcept {
    if (const int by_program = chosen.load(std::memory_order_relaxed); by_program > 0) return by_program;
    if (const int by_user = environment_threads(); by_user > 0) return by_user;
#if defined(_OPENMP)
    return omp_get_max_threads();
#else
    return 1;
#endif
}

namespace detail {
namespace {

/// Apart: what starts OpenMP may come first in the function that has the region.
[[gnu::noinline]] void run_by_openmp(int tasks, void (*body)(void* context, int task), void* context) noexcept {
#if defined(_OPENMP)
#pragma omp parallel for num_threads(tasks) schedule(static, 1)
#endif
    for (int task = 0; task < tasks; ++task) body(context, task);
}

}  // namespace

int most_own_threads() noexcept {
#if defined(_OPENMP)
    // OpenMP ends the process when the system refuses it one more thread.
    return std::max(16, 2 * cpu().processors);
#else
    return 1;
#endif
}

int thread_limit(const options& how, std::int64_t total) noexcept {
    // Asking for the default takes time; small runs never use it.
    int most = how.max_threads;
    if (how.host) most = most > 0 ? std::min(most, how.host.threads) : how.host.threads;
    else most = std::min(most > 0 ? most : total > 4096 ? max_threads() : 1, most_own_threads());
    return std::max(most, 1);
}

void run_tasks(const parallel_for& host, int tasks, void (*body)(void* context, int task), void* context) noexcept {
    if (host) {
        host.run(host.context, tasks, body, context);
        return;
    }
    const fp_environment scope;  // the runtime computes with doubles, too, and its new threads inherit what is set
    run_by_openmp(tasks, body, context);
}

}  // namespace detail
}  // namespace zerostride
