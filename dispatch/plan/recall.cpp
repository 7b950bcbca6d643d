#include "dispatch/plan/recall.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <new>

#include "dispatch/accuracy.hpp"
#include "dispatch/broadcast/shape.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/plan/state.hpp"
#include "dispatch/validation/rules.hpp"

namespace zerostride::detail {
namespace {

/// Words of a key. Calls of more are not remembered.
constexpr std::size_t most_words = 64;
/// Bytes of programs. Those of more are rare, and take long to run.
constexpr std::size_t program_bytes = 12288;
/// Places, and how many of them a call may have.
constexpr std::size_t places = 64, ways = 2;
/// Calls alike that had so many elements together have taken about as long as the longest searches do.
constexpr std::int64_t worth_a_search = 1 << 20;

constexpr auto multipliers = [] {
    std::array<std::uint64_t, most_words> made{};
    std::uint64_t next = 0x9e3779b97f4a7c15;
    for (std::uint64_t& m : made) {
        next ^= next << 13;
        next ^= next >> 7;
        next ^= next << 17;
        m = next | 1;
    }
    return made;
}();

/// All that a state depends on, in words.
class call_key {
public:
    /// Whether the call is one that can be remembered. What may have to be refused is not looked at: it is alike to
    /// nothing that was kept.
    bool read(const operation& what, array_ref<const_tensor_view> operands, const const_tensor_view& output,
              const options& how) {
        isa with;
        accuracy_mode accuracy;
        std::int64_t elements;
        const std::size_t count = operands.size();
        // Whether an Expand is refused depends on the data.
        if (count > kernels::max_inputs || operands.data() == nullptr || what.count > max_attributes || how.host ||
            what.which == op::expand || tables_of(how.with, with) == nullptr ||
            !resolve_accuracy(how.accuracy, accuracy) || !has_form(output) ||
            !count_elements({output.shape, output.rank}, 1, elements))
            return false;
        const auto byte = [](auto value, int at) { return static_cast<std::uint64_t>(value) << 8 * at; };
        add(byte(what.which, 0) | byte(with, 2) | byte(accuracy, 3) | byte(count, 4) | byte(what.count, 5) |
            byte(how.past_caches, 6));
        add(static_cast<std::uint64_t>(thread_limit(how, elements)));
        for (std::size_t i = 0; i < what.count; ++i) {
            add(static_cast<std::uint64_t>(what.with[i].id));
            add(std::bit_cast<std::uint64_t>(what.with[i].value));
        }
        for (const const_tensor_view& operand : operands) {
            if (!add(operand)) return false;
        }
        return add(output);
    }

    std::uint64_t hash() const noexcept { return hash_; }
    std::size_t bytes() const noexcept { return count_ * sizeof word_[0]; }
    const std::uint64_t* data() const noexcept { return word_; }

private:
    void add(std::uint64_t word) noexcept {
        hash_ += word * multipliers[count_];
        word_[count_++] = word;
    }
    bool add(const const_tensor_view& x) noexcept {
        const std::size_t needed = 1 + x.rank * (x.strides == nullptr ? 1 : 2);
        if (x.rank > axis_list::inline_axes || needed > most_words - count_ || (x.rank > 0 && x.shape == nullptr))
            return false;
        add(static_cast<std::uint64_t>(x.type) | x.rank << 8 | std::uint64_t{x.strides != nullptr} << 16 |
            std::uint64_t{is_absent(x)} << 17);
        for (std::size_t i = 0; i < x.rank; ++i) add(static_cast<std::uint64_t>(x.shape[i]));
        if (x.strides == nullptr) return true;
        for (std::size_t i = 0; i < x.rank; ++i) add(static_cast<std::uint64_t>(x.strides[i]));
        return true;
    }

    std::uint64_t hash_ = 0;
    std::size_t count_ = 0;
    std::uint64_t word_[most_words];
};

/// Differs from thread to thread.
std::uint64_t thread_mark() noexcept {
    static thread_local char mark;
    return reinterpret_cast<std::uintptr_t>(&mark);
}

}  // namespace

struct recall::entry {
    std::atomic<std::uint64_t> tag;  ///< of the call that is kept; who has not taken the entry may read it, too
    std::atomic<bool> is_taken;
    std::atomic<bool> is_recent;   ///< found since another call wanted the place
    bool is_final;                 ///< nothing better is looked for
    std::uint64_t without_better;  ///< the tag of a call whose better programs do not fit here
    std::int64_t served;           ///< elements of the calls that found this
    std::uint64_t met;             ///< the tag of a call that had no place yet, and how often it was met
    int meetings;
    std::size_t key_bytes;  ///< 0: nothing is kept
    std::uint64_t key[most_words];
    alignas(plan::state) std::byte state[sizeof(plan::state)];
    alignas(64) std::byte programs[program_bytes];

    bool take() noexcept { return !is_taken.exchange(true, std::memory_order_acquire); }
    void give_back() noexcept { is_taken.store(false, std::memory_order_release); }

    bool was_met(std::uint64_t call, int times) noexcept {
        meetings = met == call ? meetings + 1 : 0;
        met = call;
        return meetings >= times;
    }

    plan::state* made() noexcept { return std::launder(reinterpret_cast<plan::state*>(state)); }
    void forget() noexcept {
        if (key_bytes != 0) made()->~state();
        key_bytes = 0;
        tag.store(0, std::memory_order_relaxed);
    }
};

static_assert(sizeof(plan::state) + program_bytes + most_words * sizeof(std::uint64_t) < 16000, "as recall.hpp says");

// Zeros, and never destroyed: what a thread still runs when the process ends stays as it is.
constinit recall::entry recall::entries[places] = {};

recall::recall(const operation& what, array_ref<const_tensor_view> operands, const const_tensor_view& output,
               const options& how, int meetings) {
    call_key asked;
    if (!asked.read(what, operands, output, how)) return;
    tag_ = (asked.hash() + thread_mark() * multipliers[0]) | 1;
    entry* const first = entries + tag_ % (places / ways) * ways;
    entry* const last = first + ways;
    for (entry* e = first; e < last; ++e) {
        if (e->tag.load(std::memory_order_relaxed) != tag_ || !e->take()) continue;
        if (e->key_bytes == asked.bytes() && std::memcmp(e->key, asked.data(), asked.bytes()) == 0) {
            e->is_recent.store(true, std::memory_order_relaxed);
            is_found_ = true;
            key_bytes_ = e->key_bytes;
            entry_ = e;
            return;
        }
        e->give_back();
    }
    // The first one that was not found lately, or else the first.
    entry* chosen = first;
    for (entry* e = last; e-- > first;) {
        if (!e->is_recent.exchange(false, std::memory_order_relaxed)) chosen = e;
    }
    if (!chosen->take()) return;
    if (meetings > 0 && !chosen->was_met(tag_, meetings)) {
        chosen->give_back();
        return;
    }
    chosen->forget();
    chosen->served = 0;
    chosen->is_final = chosen->without_better == tag_;
    std::memcpy(chosen->key, asked.data(), asked.bytes());
    key_bytes_ = asked.bytes();
    entry_ = chosen;
    new (entry_->state) plan::state;
}

recall::~recall() {
    if (entry_ == nullptr) return;
    if (entry_->key_bytes == 0) {
        entry_->made()->~state();
        if (is_renewed_) entry_->without_better = tag_;
    }
    entry_->give_back();
}

const plan::state* recall::found() const noexcept { return is_found_ ? entry_->made() : nullptr; }

bool recall::is_due() noexcept {
    if (entry_->is_final) return false;
    entry_->served += entry_->made()->loops.total;
    return entry_->served >= worth_a_search;
}

void recall::renew() noexcept {
    entry_->forget();
    entry_->is_final = true;
    is_found_ = false;
    is_renewed_ = true;
    new (entry_->state) plan::state;
}

plan::state* recall::place() const noexcept { return entry_ == nullptr ? nullptr : entry_->made(); }

program_memory recall::programs(std::byte* spare, std::size_t spare_bytes) const noexcept {
    if (entry_ == nullptr) return {spare, spare_bytes};
    return {entry_->programs, program_bytes, spare, spare_bytes};
}

void recall::keep() noexcept {
    if (entry_ == nullptr) return;
    const plan::state& s = *entry_->made();
    if (s.composed != nullptr || s.loops.axes.is_on_heap()) return;
    entry_->key_bytes = key_bytes_;
    entry_->tag.store(tag_, std::memory_order_relaxed);
}

}  // namespace zerostride::detail
