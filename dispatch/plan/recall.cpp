#include "dispatch/plan/recall.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <new>

#include "dispatch/accuracy.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/plan/make_state.hpp"
#include "dispatch/threads.hpp"

namespace zerostride::detail {
namespace {

constexpr auto relaxed = std::memory_order_relaxed;

/// Words of a key: all attributes, and all operands with strides along as many axes as need no heap.
constexpr std::size_t most_words = 2 + 2 * max_attributes + max_operands * (1 + 2 * axis_list::inline_axes);
/// Bytes of programs. Those of more are rare, and take long to run.
constexpr std::size_t program_bytes = 12288;
/// Places, and how many of them a call may have.
constexpr std::size_t places = 64, ways = 4;
constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;  ///< 2^64 over the golden ratio: spreads what is close together
/// Calls alike that had so many elements together have taken about as long as the longest searches do.
constexpr std::int64_t worth_a_search = 1 << 20;

constexpr auto multipliers = [] {
    std::array<std::uint64_t, most_words> made{};
    std::uint64_t next = golden;
    for (std::uint64_t& m : made) {
        next ^= next << 13;
        next ^= next >> 7;
        next ^= next << 17;
        m = next | 1;
    }
    return made;
}();

/// Differs from thread to thread: where the thread's control block is. Not the address of a variable of the thread's
/// own, for which the loader takes memory in the first call of each thread, and ends the process where there is none.
std::uint64_t thread_mark() noexcept {
#if defined(__x86_64__) && defined(__linux__)
    std::uint64_t self;  // the ABI has it at the start of the block
    __asm__("mov %%fs:0, %0" : "=r"(self));
    return self;
#elif defined(__aarch64__) && defined(__linux__)
    return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
#else
    static thread_local char own;
    return reinterpret_cast<std::uintptr_t>(&own);
#endif
}

/// All that a state depends on, in words.
class call_key {
public:
    /// Whether the call is one that can be remembered. What may have to be refused is not looked at: it is alike to
    /// nothing that was kept.
    bool read(const operation& what, array_ref<const_tensor_view> operands, const const_tensor_view& output,
              const options& how, std::int64_t elements) {
        isa with;
        accuracy_mode accuracy;
        const std::size_t count = operands.size();
        if (count > kernels::max_inputs || operands.data() == nullptr || what.count > max_attributes || how.host ||
            tables_of(how.with, with) == nullptr || !resolve_accuracy(how.accuracy, accuracy))
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

    /// Never 0; the highest bits depend on all words, and on the thread.
    std::uint64_t tag() const noexcept {
        const std::uint64_t all = hash_ + thread_mark() * golden;
        return (all ^ all >> 32) * golden | 1;
    }
    std::size_t bytes() const noexcept { return count_ * sizeof word_[0]; }
    const std::uint64_t* data() const noexcept { return word_; }

private:
    void add(std::uint64_t word) noexcept {
        hash_ += word * multipliers[count_];
        word_[count_++] = word;
    }
    bool add(const const_tensor_view& x) noexcept {
        if (x.rank > axis_list::inline_axes || (x.rank > 0 && x.shape == nullptr)) return false;
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

}  // namespace

/// What is atomic, who has not taken the place may look at and change, too.
struct recall::entry {
    std::atomic<std::uint64_t> tag;  ///< of the call that is kept; 0: none
    std::atomic<bool> is_taken;
    std::atomic<bool> is_recent;                ///< kept or found since another call wanted a place
    std::atomic<unsigned> turn;                 ///< of the first place of a set: which one may have to go next
    std::atomic<std::uint64_t> candidate;       ///< the tag of a call that has no place yet
    std::atomic<int> meetings;                  ///< how often that one was met again
    std::atomic<std::uint64_t> without_better;  ///< the tag of a call whose better programs do not fit
    bool is_final;                              ///< nothing better is looked for
    std::int64_t served;                        ///< elements of the calls that found this
    bool is_kept;                               ///< there is a state that later calls may find
    std::size_t key_bytes;
    std::uint64_t key[most_words];
    alignas(plan::state) std::byte state[sizeof(plan::state)];
    alignas(64) std::byte programs[program_bytes];

    bool take() noexcept { return !is_taken.exchange(true, std::memory_order_acquire); }
    void give_back() noexcept { is_taken.store(false, std::memory_order_release); }

    plan::state* made() noexcept { return std::launder(reinterpret_cast<plan::state*>(state)); }
    void forget() noexcept {
        if (is_kept) made()->~state();
        is_kept = false;
        tag.store(0, relaxed);
    }
};

static_assert(sizeof(plan::state) + program_bytes + most_words * sizeof(std::uint64_t) < 16000, "as recall.hpp says");

// Zeros, and never destroyed: what a thread still runs when the process ends stays as it is.
constinit recall::entry recall::entries[places] = {};

/// One set of this set-associative cache of calls: the highest bits of their tags choose it.
struct recall::place_set {
    entry* first;

    explicit place_set(std::uint64_t tag) noexcept
        : first(entries + (tag >> (64 - std::countr_zero(places / ways))) * ways) {}
    entry* begin() const noexcept { return first; }
    entry* end() const noexcept { return first + ways; }

    /// One that is empty, or else the next that was not kept or found since this came by.
    entry* to_replace() const noexcept {
        for (entry& e : *this) {
            if (e.tag.load(relaxed) == 0 && !e.is_taken.load(relaxed)) return &e;
        }
        const auto next = [this]() -> entry& { return first[first->turn.fetch_add(1, relaxed) % ways]; };
        for (std::size_t i = 0; i < ways; ++i) {
            if (entry& e = next(); !e.is_recent.exchange(false, relaxed)) return &e;
        }
        return &next();
    }
    /// Whether the call was met `times` before; it is from now on. Others that wait are forgotten in time.
    bool meets(std::uint64_t tag, int times) const noexcept {
        entry* fewest = first;
        for (entry& e : *this) {
            if (e.candidate.load(relaxed) == tag) return e.meetings.fetch_add(1, relaxed) + 1 >= times;
            if (e.meetings.load(relaxed) < fewest->meetings.load(relaxed)) fewest = &e;
        }
        for (entry& e : *this) e.meetings.store(e.meetings.load(relaxed) - 1, relaxed);
        fewest->candidate.store(tag, relaxed);
        fewest->meetings.store(0, relaxed);
        return false;
    }
    void stop_waiting(std::uint64_t tag) const noexcept {
        for (entry& e : *this) {
            if (e.candidate.load(relaxed) != tag) continue;
            e.candidate.store(0, relaxed);
            e.meetings.store(-1, relaxed);
        }
    }
    bool has_nothing_better(std::uint64_t tag) const noexcept {
        return std::any_of(begin(), end(), [tag](const entry& e) { return e.without_better.load(relaxed) == tag; });
    }
};

recall::recall(const operation& what, array_ref<const_tensor_view> operands, const const_tensor_view& output,
               const options& how, const small_calls& small) {
    std::int64_t elements;
    if ((output.rank > 0 && output.shape == nullptr) || !count_elements({output.shape, output.rank}, 1, elements)) {
        return;
    }
    is_small_ = elements <= small.most_elements;
    call_key asked;
    if (!asked.read(what, operands, output, how, elements)) return;
    tag_ = asked.tag();
    const place_set set(tag_);
    for (entry& e : set) {
        if (e.tag.load(relaxed) != tag_ || !e.take()) continue;
        if (e.is_kept && e.key_bytes == asked.bytes() && std::memcmp(e.key, asked.data(), asked.bytes()) == 0) {
            e.is_recent.store(true, relaxed);
            is_found_ = true;
            entry_ = &e;
            return;
        }
        e.give_back();
    }
    if (is_small_) {
        if (!set.meets(tag_, small.meetings)) return;
        set.stop_waiting(tag_);
    }
    entry* const chosen = set.to_replace();
    if (!chosen->take()) return;
    chosen->forget();
    chosen->served = 0;
    chosen->is_final = set.has_nothing_better(tag_);
    std::memcpy(chosen->key, asked.data(), asked.bytes());
    chosen->key_bytes = asked.bytes();
    entry_ = chosen;
    new (entry_->state) plan::state;
}

recall::~recall() {
    if (entry_ == nullptr) return;
    if (!entry_->is_kept) {
        entry_->made()->~state();
        if (is_renewed_) entry_->without_better.store(tag_, relaxed);
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
    return {entry_->programs, program_bytes, spare, spare_bytes};
}

void recall::keep() noexcept {
    const plan::state& s = *entry_->made();
    if (s.composed != nullptr || s.loops.axes.is_on_heap()) return;
    entry_->is_kept = true;
    entry_->is_recent.store(true, relaxed);
    entry_->tag.store(tag_, relaxed);
}

}  // namespace zerostride::detail
