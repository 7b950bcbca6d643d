// What one-shot calls remember: the states of recent ones, so that the next call alike need not decide again. A call
// on a few thousand elements takes less time than to decide how.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dispatch/packing/program.hpp"
#include "dispatch/plan/state.hpp"

namespace zerostride::detail {

/// The place of one call among those that are remembered, which nobody else touches while this object lives. There are
/// 64 places in static memory, less than 16 KiB each, of which what is used becomes memory; nothing there is on the
/// heap, and nothing of the data is kept. Which of them a call may have depends on the call and on the thread; who
/// finds them taken does without, and never waits.
class recall {
public:
    /// Calls that can do without a plan have no place before they have been met some times.
    struct small_calls {
        std::int64_t most_elements;
        int meetings;
    };

    /// Two calls are alike that have the same operator, attributes, types, extents and strides, and options, and are
    /// made while the process has the same settings.
    recall(const operation& what, array_ref<const_tensor_view> operands, const const_tensor_view& output,
           const options& how, const small_calls& small = {-1, 0});
    recall(const recall&) = delete;
    recall& operator=(const recall&) = delete;
    ~recall();

    bool is_small() const noexcept { return is_small_; }
    /// What an earlier call alike made; null if there is none.
    const plan::state* found() const noexcept;
    /// True, once, where calls alike have been so many that what plans take time to find is worth it: the state is
    /// then to be made anew.
    bool is_due() noexcept;
    /// Forgets what was found.
    void renew() noexcept;

    /// Where nothing was found: a place for a new state, which is forgotten unless it is kept; null if there is none.
    plan::state* place() const noexcept;
    /// The place's memory for its programs; what does not fit goes to `spare`, and the state can then not be kept.
    program_memory programs(std::byte* spare, std::size_t spare_bytes) const noexcept;
    /// Keeps the state that was made in the place, unless it needs the heap.
    void keep() noexcept;

private:
    struct entry;
    struct place_set;
    static entry entries[];

    entry* entry_ = nullptr;
    bool is_small_ = false, is_found_ = false, is_renewed_ = false;
    std::uint64_t tag_;
};

}  // namespace zerostride::detail
