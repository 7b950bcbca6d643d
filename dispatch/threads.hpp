// Tasks over threads: the host's pool if there is one, else OpenMP, else this thread alone.
#pragma once

#include <algorithm>
#include <cstdint>

#include "zerostride/plan.hpp"

namespace zerostride::detail {

/// Calls body(context, i) once for every i in [0, tasks) and returns when all have returned.
void run_tasks(const parallel_for& host, int tasks, void (*body)(void* context, int task), void* context) noexcept;

/// Where the i-th of equal parts of `amount` begins: those before the rest of the division have one more.
constexpr std::int64_t start_of_part(std::int64_t amount, int parts, std::int64_t i) noexcept {
    return i * (amount / parts) + std::min(i, amount % parts);
}

}  // namespace zerostride::detail
