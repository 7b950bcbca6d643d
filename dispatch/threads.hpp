// Tasks over threads: the host's pool if there is one, else OpenMP, else this thread alone.
#pragma once

#include "zerostride/plan.hpp"

namespace zerostride::detail {

/// The most threads that a run without a host may ask for.
int most_own_threads() noexcept;

/// The limit of threads for `total` elements that the caller asks for; at least 1.
int thread_limit(const options& how, std::int64_t total) noexcept;

/// Calls body(context, i) once for every i in [0, tasks) and returns when all have returned.
void run_tasks(const parallel_for& host, int tasks, void (*body)(void* context, int task), void* context) noexcept;

/// The same with work(i), a closure.
template <class Work>
void run_tasks(const parallel_for& host, int tasks, Work work) noexcept {
    run_tasks(
        host, tasks, [](void* context, int task) { (*static_cast<Work*>(context))(task); }, &work);
}

}  // namespace zerostride::detail
