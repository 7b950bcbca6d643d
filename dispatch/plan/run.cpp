#include "dispatch/plan/run.hpp"

#include <algorithm>
#include <atomic>

#include "dispatch/fp_environment.hpp"
#include "dispatch/packing/pack.hpp"
#include "dispatch/parts.hpp"
#include "dispatch/plan/composition.hpp"
#include "dispatch/plan/one_row.hpp"
#include "dispatch/plan/pointers.hpp"
#include "dispatch/plan/tile_order.hpp"
#include "dispatch/plan/tiles.hpp"
#include "dispatch/threads.hpp"

namespace zerostride::detail {
namespace {

/// One row to the kernel: `place(k)` says where operand `k` is.
template <class Place>
inline kernels::findings run_one_row(const plan::state& s, std::int64_t elements, Place place) noexcept {
    static_assert(kernels::max_inputs == 3);
    std::byte* const out = place(0);
    const kernels::row_context context{s.parameters, 0, out, nullptr};
    const auto n = static_cast<std::size_t>(elements);
    // Most operators have two, and a tiny run of them is to jump as little as it can.
    if (s.inputs == 2) [[likely]]
        return s.run(context, n, out, place(1), place(2), nullptr);
    return s.run(context, n, out, place(1), s.inputs > 1 ? place(2) : nullptr, s.inputs > 2 ? place(3) : nullptr);
}

/// strategy::whole, elements [first, last).
kernels::findings run_whole(const plan::state& s, const operands& data, std::int64_t first,
                            std::int64_t last) noexcept {
    const auto at = [&](std::size_t k) -> std::byte* {
        if (k > s.inputs) return nullptr;
        return data.at[k] + (s.routes[k].how == route::dense ? first << s.element_log2[k] : 0);
    };
    if (s.prefetches) {
        return run_in_pieces(s, static_cast<std::size_t>(last - first), at(0), at(1), at(2), at(3));
    }
    return run_one_row(s, last - first, at);
}

/// The first visited element of operand `k`. Only the output's pointer is ever written through.
inline std::byte* start_of(const plan::state& s, const void* const* inputs, void* output, std::size_t k) noexcept {
    const void* const data = k == 0 ? output : inputs[k - 1];
    return static_cast<std::byte*>(const_cast<void*>(data)) + s.loops.base[k];
}

/// strategy::single: the output is dense.
[[gnu::noinline]] kernels::findings run_single(const plan::state& s, const void* const* inputs, void* output) noexcept {
    alignas(64) std::byte scratch[scratch_bytes];
    return run_one_row(s, s.loops.total, [&](std::size_t k) {
        std::byte* const at = start_of(s, inputs, output, k);
        const operand_route& r = s.routes[k];
        if (k == 0 || r.how != route::packed) return at;
        std::byte* const row = scratch + r.scratch;
        if (r.steps.one_shuffle != 0) r.steps.shuffle(r.steps.lanes, r.steps.one_shuffle, at, 0, 1, row);
        else pack(r.steps, *s.movers, at, static_cast<std::size_t>(s.rows), static_cast<std::size_t>(s.cols), row);
        return row;
    });
}

struct shared_run {
    const plan::state& s;
    const operands& data;
    std::atomic<kernels::findings> found{kernels::nothing_found};

    /// Parts of whole pages: two threads never write the same cache line or fight for the same page.
    std::int64_t start_of_columns(std::int64_t task) const noexcept {
        constexpr std::int64_t unit = 4096;
        const std::int64_t units = (s.cols + unit - 1) / unit;
        return std::min(s.cols, start_of_part(units, s.threads, task) * unit);
    }
    /// Task i takes the i-th of equal parts.
    void run(int task) noexcept {
        const fp_environment scope;
        const bool is_whole = s.cut == strategy::whole;
        const auto start = [&](std::int64_t i) { return is_whole ? start_of_columns(i) : start_of_tiles(s, i); };
        const std::int64_t first = start(task);
        const std::int64_t last = start(task + 1);
        if (first >= last) return;
        const kernels::findings f = is_whole ? run_whole(s, data, first, last) : run_tiles(s, data, first, last);
        if (f != kernels::nothing_found) found.fetch_or(f, std::memory_order_relaxed);
    }
};

kernels::findings run_shared(const plan::state& s, const operands& data) noexcept {
    shared_run all{s, data};
    run_tasks(s.host, s.threads, [&](int task) { all.run(task); });
    return all.found.load(std::memory_order_relaxed);
}

operands starts_of(const plan::state& s, const void* const* inputs, void* output) noexcept {
    operands data;
    for (std::size_t k = 0; k <= s.inputs; ++k) data.at[k] = start_of(s, inputs, output, k);
    return data;
}

/// Every kind of run, with pointers that have been checked.
[[gnu::noinline]] status run_any(const plan::state& s, const void* const* inputs, void* output) noexcept {
    if (s.cut == strategy::empty) return status::ok;
    if (s.threads > 1) return answer_for(run_shared(s, starts_of(s, inputs, output)));
    const fp_environment scope;
    return answer_for(run_unchecked(s, inputs, output));
}

[[gnu::noinline]] status run_after_a_closer_look(const plan::state& s, const void* const* inputs,
                                                 void* output) noexcept {
    const status refused = check_inputs(s, inputs, output);
    return refused != status::ok ? refused : run_any(s, inputs, output);
}

// A tiny run is this function and the kernel: whatever else there is is called last, so that no register has to be
// saved and restored, which would take as long as the kernel.
inline status run_inputs(const plan::state& s, const void* const* inputs, void* output) noexcept {
    if (!all_apart(s, inputs, output)) [[unlikely]]
        return run_after_a_closer_look(s, inputs, output);
    if (!s.is_one_call || !fp_environment::has(s.needs)) return run_any(s, inputs, output);
    if (s.cut == strategy::single) return answer_for(run_single(s, inputs, output));
    return answer_for(run_one_row(s, s.cols, [&](std::size_t k) { return start_of(s, inputs, output, k); }));
}

[[gnu::noinline]] status run_indirect(const plan::state& s, const void* const* operands, void* output) noexcept {
    if (s.composed != nullptr) return run_composition(s, operands, output);
    return run_inputs(s, input_pointers(s, operands).at, output);
}

[[gnu::noinline]] status run_parts(const plan::state& s, const void* const* operands, void* output) noexcept {
    if (const status refused = check_pointers(s, *s.rest, operands, output); refused != status::ok) return refused;
    const status answer = run_indirect(s, operands, output);
    return completed(answer) ? run_indirect(*s.rest, operands, output) : answer;
}

}  // namespace

kernels::findings run_unchecked(const plan::state& s, const void* const* inputs, void* output) noexcept {
    switch (s.cut) {
        case strategy::whole: return run_whole(s, starts_of(s, inputs, output), 0, s.cols);
        case strategy::single: return run_single(s, inputs, output);
        default: return run_tiles(s, starts_of(s, inputs, output), 0, s.shares_rows ? s.rows : s.tiles);
    }
}

// At the start of a cache line, or what is changed elsewhere makes tiny runs a tenth slower or faster.
[[gnu::aligned(64)]] status run_checked(const plan::state& s, const void* const* operands, void* output) noexcept {
    if (!s.is_direct) [[unlikely]]
        return s.rest != nullptr ? run_parts(s, operands, output) : run_indirect(s, operands, output);
    return run_inputs(s, operands, output);
}

}  // namespace zerostride::detail
