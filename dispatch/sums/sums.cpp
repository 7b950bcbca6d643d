#include "dispatch/sums/sums.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "dispatch/fp_environment.hpp"
#include "dispatch/parts.hpp"
#include "dispatch/plan/cost.hpp"
#include "dispatch/sums/tree.hpp"
#include "dispatch/threads.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::detail {
namespace {

/// Of the results of a thread: with fewer, threads walk the same pages of the operand, and rows that lie in one stretch
/// are cut. Where the tree has parts, they are shared instead: up to where rows are long enough by themselves.
constexpr std::int64_t least_bytes_of_results = 256, enough_bytes_of_results = 2048;
/// For each thread, so that one that is late is waited for no longer than it takes for a part.
constexpr std::int64_t parts_of_thread = 4;

/// What the threads share: each takes a range of output elements, or of the parts of all.
struct shared_work {
    const reduction& r;
    std::byte* results;
    std::vector<std::unique_ptr<summation>> of_thread;
    summation::parts parts;
    std::unique_ptr<std::byte[]> sums_of_parts;

    void run(int thread) noexcept {
        const fp_environment scope;
        summation& own = *of_thread[static_cast<std::size_t>(thread)];
        const auto start = [&](std::int64_t amount, int i) {
            return start_of_part(amount, static_cast<int>(of_thread.size()), i);
        };
        if (parts.number == 0) {
            const std::int64_t outputs = r.kept.size();
            return own.run(start(outputs, thread), start(outputs, thread + 1), results);
        }
        for (std::int64_t i = start(parts.number, thread); i < start(parts.number, thread + 1); ++i) {
            own.run_part(parts.level, i, sums_of_parts.get() + i * own.bytes_of_part());
        }
    }
};

/// Up to three addends are operands of Add, which bring every layout to its kernels at full speed. Not three of f16,
/// whose sum is rounded once.
bool is_for_add(const reduction& r) noexcept { return r.summed.size() <= (r.type == dtype::f16 ? 2 : 3); }
/// False where it refuses: a result may lie among the bytes of the operand without having any in common, which is not
/// decided there.
bool add_operands(const reduction& r, const options& how, std::byte* results) {
    std::vector<std::int64_t> shape, strides;
    for (const loop& l : r.kept.loops()) {
        shape.push_back(l.extent);
        strides.push_back(l.stride);
    }
    const auto addend = [&](std::int64_t i) {
        run_cursor at(r.summed);
        at.go_to(i);
        return const_tensor_view(r.data + at.offset(), r.type, shape, strides.data());
    };
    const tensor_view sums(results, r.type, shape);
    // The order of the tree: the third is added to the first.
    switch (r.summed.size()) {
        case 1: return static_cast<bool>(try_eval(op::identity, {addend(0)}, sums, how));
        case 2: return static_cast<bool>(try_eval(op::add, {addend(0), addend(1)}, sums, how));
        default:
            return try_eval(op::add, {addend(0), addend(2)}, sums, how) &&
                   try_eval(op::add, {sums, addend(1)}, sums, how);
    }
}

}  // namespace

bool has_sum(dtype type) noexcept { return supports(op::add, type); }

void sum_up(const reduction& r, const options& how, const kernels::isa_tables& tables, isa with, std::byte* results) {
    if (is_for_add(r) && add_operands(r, how, results)) return;
    const std::int64_t outputs = r.kept.size(), addends = outputs * r.summed.size();
    const auto bytes = static_cast<std::int64_t>(size_of(r.type));
    const arithmetic adds{op::add, r.type, with, accuracy_mode::exact};
    // Stretched operands may have more addends than there are addresses.
    const std::int64_t size = std::min(addends, std::numeric_limits<std::int64_t>::max() / bytes) * bytes;
    const int threads = worthwhile_threads(adds, addends, size, thread_limit(how, addends));
    std::optional<summation> first(std::in_place, r, tables, outputs);
    const bool by_parts = outputs * bytes < threads * enough_bytes_of_results;
    const summation::parts parts =
        by_parts && threads > 1 ? first->parts_of(threads * parts_of_thread) : summation::parts{};
    // Beyond the innermost of their loops, output elements have other rows.
    const std::int64_t least =
        first->takes_one() ? 1 : std::clamp<std::int64_t>(least_bytes_of_results / bytes, 1, r.kept.inner().extent);
    const bool shares_parts = parts.number != 0;
    const std::int64_t most = shares_parts ? threads : std::clamp<std::int64_t>(outputs / least, 1, threads);
    if (most == 1) {
        const fp_environment scope;
        return first->run(0, outputs, results);
    }
    shared_work work{r, results, {}, parts, nullptr};
    if (shares_parts) {
        work.sums_of_parts = std::make_unique_for_overwrite<std::byte[]>(
            static_cast<std::size_t>(parts.number * first->bytes_of_part()));
    } else {
        first.reset();  // What threads have together is no more than one has: allocators give back what is much.
    }
    const std::int64_t share = shares_parts ? outputs : (outputs - 1) / most + 1;
    for (std::int64_t i = 0; i < most; ++i) work.of_thread.push_back(std::make_unique<summation>(r, tables, share));
    run_tasks(how.host, static_cast<int>(most), [&](int thread) { work.run(thread); });
    const fp_environment scope;
    if (shares_parts) first->run_rest(parts, work.sums_of_parts.get(), results);
}

}  // namespace zerostride::detail
