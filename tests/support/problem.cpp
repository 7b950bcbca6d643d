#include "support/problem.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "support/guarded.hpp"
#include "support/oracle.hpp"
#include "support/values.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

constexpr std::size_t max_operands = 4;  // the output, then up to three inputs
constexpr std::size_t memory_bytes = std::size_t{192} << 20;
constexpr std::size_t margin = 128;

/// One for each operand, reused by all problems: only touched pages cost anything.
guarded_memory& memory_of(std::size_t operand) {
    static std::unique_ptr<guarded_memory> all[max_operands];
    if (!all[operand]) all[operand] = std::make_unique<guarded_memory>(memory_bytes);
    return *all[operand];
}

/// The element with all indices 0.
std::byte* place(const operand& o, std::size_t element_bytes, guarded_memory& memory) {
    const std::int64_t first = o.how.first_byte(), end = o.how.end_byte(element_bytes);
    if (static_cast<std::size_t>(end - first) + 1024 > memory.size()) throw std::logic_error("operand too large");
    switch (o.where) {
        case placement::at_begin: return memory.begin() - first;
        case placement::at_end: return memory.end() - end;
        case placement::within: return memory.begin() + 512 + o.shift - first;
    }
    return nullptr;
}

/// Prepared values of one type, taken from at a random place: making each value anew would cost more than
/// computing with it.
class value_pool {
public:
    value_pool(dtype type, bool zeros) : bytes_(size_of(type)) {
        random_bits random(std::string("values of ") + zerostride::name_of(type) + (zeros ? "" : " without zeros"));
        values_ = make_values(type, count, random, zeros);
    }
    const std::byte* at(std::uint64_t i) const { return values_.data() + (i % count) * bytes_; }

private:
    static constexpr std::size_t count = 16381;  // prime: repeats do not fall in step with extents
    std::size_t bytes_;
    std::vector<std::byte> values_;
};
const value_pool& values_of(dtype type, bool zeros) {
    static std::map<std::tuple<dtype, bool>, value_pool> pools;
    const auto found = pools.find({type, zeros});
    if (found != pools.end()) return found->second;
    return pools.try_emplace({type, zeros}, type, zeros).first->second;
}

template <std::size_t Bytes>
void copy(void* to, const void* from) {
    std::memcpy(to, from, Bytes);
}
void copy_element(std::size_t bytes, void* to, const void* from) {
    switch (bytes) {
        case 1: return copy<1>(to, from);
        case 2: return copy<2>(to, from);
        case 4: return copy<4>(to, from);
        case 8: return copy<8>(to, from);
        default: return copy<16>(to, from);
    }
}

void fill(const operand& o, dtype type, std::byte* base, bool zeros, random_bits& random) {
    layout own = o.how;
    for (std::size_t i = 0; i < own.extents.size(); ++i) {
        if (own.strides[i] == 0) own.extents[i] = std::min<std::int64_t>(own.extents[i], 1);
    }
    const value_pool& pool = values_of(type, zeros);
    std::uint64_t next = random.next() >> 8;
    const std::size_t bytes = size_of(type);
    const std::vector<std::int64_t> strides[1] = {own.strides};
    for_each_index(own.extents, strides, 1,
                   [&](const std::int64_t* offset) { copy_element(bytes, base + offset[0], pool.at(next++)); });
}

bool is_in_place(const problem& p, std::size_t input) { return (p.in_place >> input & 1) != 0; }

/// Where everything lies: the output, then the inputs.
struct places {
    std::byte* data[max_operands] = {};    // the elements with all indices 0
    std::size_t bytes[max_operands] = {};  // of an element
};

places place(const problem& p) {
    places at;
    at.bytes[0] = size_of(p.what.result());
    at.data[0] = place(p.output, at.bytes[0], memory_of(0));
    for (std::size_t i = 0; i < p.inputs.size(); ++i) {
        at.bytes[i + 1] = size_of(p.what.input(i));
        const bool in_place = is_in_place(p, i);
        if (in_place && (p.inputs[i].how != p.output.how || at.bytes[i + 1] != at.bytes[0])) {
            throw std::logic_error("not in place");
        }
        at.data[i + 1] = in_place ? at.data[0] : place(p.inputs[i], at.bytes[i + 1], memory_of(i + 1));
    }
    return at;
}

/// The output's memory and a margin around it, and what was there before the run.
struct watched_memory {
    std::byte *begin, *end;
    std::vector<std::byte> before;

    /// What the run found where something lies now.
    const std::byte* as_it_was(const std::byte* now) const { return before.data() + (now - begin); }
};

/// Around the output and in its gaps are bytes to watch.
watched_memory fill(const problem& p, const places& at, random_bits& random) {
    watched_memory watched;
    watched.begin = std::max(memory_of(0).begin(), at.data[0] + p.output.how.first_byte() - margin);
    watched.end = std::min(memory_of(0).end(), at.data[0] + p.output.how.end_byte(at.bytes[0]) + margin);
    std::memset(watched.begin, 0xa5, static_cast<std::size_t>(watched.end - watched.begin));
    for (std::size_t i = 0; i < p.inputs.size(); ++i) {
        const bool divides = p.what.which == op::div || p.what.which == op::mod;
        const bool zeros = p.zeros || !divides || i != 1;
        fill(p.inputs[i], p.what.input(i), at.data[i + 1], zeros, random);
    }
    watched.before.assign(watched.begin, watched.end);
    return watched;
}

/// Strides that are those of a dense tensor may also be left out.
const std::int64_t* strides_of(const layout& how, std::size_t element_bytes, random_bits& random) {
    return how == dense(how.extents, element_bytes) && random.one_in(2) ? nullptr : how.strides.data();
}

/// By a plan or by a one-shot call.
testing::AssertionResult run(const problem& p, const places& at, random_bits& random, status& answered) {
    std::vector<const_tensor_view> views;
    const void* pointers[3] = {};
    for (std::size_t i = 0; i < p.inputs.size(); ++i) {
        const layout& how = p.inputs[i].how;
        pointers[i] = at.data[i + 1];
        views.emplace_back(pointers[i], p.what.input(i), how.extents, strides_of(how, at.bytes[i + 1], random));
    }
    const tensor_view output(at.data[0], p.what.result(), p.output.how.extents,
                             strides_of(p.output.how, at.bytes[0], random));
    options how;
    how.max_threads = p.threads;
    how.with = p.with;
    std::optional<in_setting> host;
    if (p.by_call || random.one_in(4)) {
        if (p.host != nullptr) host.emplace(*p.host);
        const outcome all = try_eval(p.what.asked(), views, output, how);
        host.reset();
        answered = all.code;
        if (!completed(answered)) return testing::AssertionFailure() << all.message << "\n" << to_text(p);
    } else {
        plan made;
        const outcome planned = plan::try_make(made, p.what.asked(), views, output, how);
        if (!planned) return testing::AssertionFailure() << planned.message << "\n" << to_text(p);
        if (p.host != nullptr) host.emplace(*p.host);
        answered = made.run(pointers, at.data[0]);
        host.reset();
    }
    return testing::AssertionSuccess();
}

/// "element 7: 3 for 1 2"
std::string story_of(const problem& p, std::int64_t position, const void* const* in, const std::byte* actual) {
    char buffer[128];
    std::string story = "element " + std::to_string(position) + ": " + show(p.what.result(), actual, buffer) + " for";
    for (std::size_t i = 0; i < p.inputs.size(); ++i) story += std::string(" ") + show(p.what.input(i), in[i], buffer);
    return story + "\n";
}

/// The elements and the status.
testing::AssertionResult judge(const problem& p, const places& at, const watched_memory& watched, status answered) {
    const std::size_t count = p.inputs.size();
    const std::vector<std::int64_t>& extents = p.output.how.extents;
    const std::byte* read_from[max_operands];
    std::vector<std::int64_t> strides[max_operands] = {aligned_strides(p.output.how, extents.size())};
    for (std::size_t i = 0; i < count; ++i) {
        read_from[i + 1] = is_in_place(p, i) ? watched.as_it_was(at.data[0]) : at.data[i + 1];
        strides[i + 1] = aligned_strides(p.inputs[i].how, extents.size());
    }
    bool zero_divisor = false;
    std::int64_t wrong = 0, position = 0;
    std::string story;
    for_each_index(extents, strides, count + 1, [&](const std::int64_t* offset) {
        const void* in[3] = {};
        for (std::size_t i = 0; i < count; ++i) in[i] = read_from[i + 1] + offset[i + 1];
        const std::byte* const actual = at.data[0] + offset[0];
        if (!is_right(p.what, in, actual) && ++wrong <= 3) story += story_of(p, position, in, actual);
        zero_divisor = zero_divisor || divides_by_zero(p.what, in);
        ++position;
    });
    if (wrong > 0) {
        return testing::AssertionFailure() << wrong << " of " << position << " elements are wrong\n"
                                           << story << to_text(p);
    }
    const status expected = zero_divisor ? status::integer_division_by_zero : status::ok;
    if (answered != expected) {
        return testing::AssertionFailure()
               << "status " << to_string(answered) << ", expected " << to_string(expected) << "\n"
               << to_text(p);
    }
    return testing::AssertionSuccess();
}

/// With the elements put back, nothing else may differ.
testing::AssertionResult nothing_else_changed(const problem& p, const places& at, const watched_memory& watched) {
    const std::vector<std::int64_t>& extents = p.output.how.extents;
    const std::vector<std::int64_t> strides[1] = {aligned_strides(p.output.how, extents.size())};
    for_each_index(extents, strides, 1, [&](const std::int64_t* offset) {
        std::byte* const element = at.data[0] + offset[0];
        copy_element(at.bytes[0], element, watched.as_it_was(element));
    });
    if (std::memcmp(watched.begin, watched.before.data(), watched.before.size()) != 0) {
        const std::byte* const differs = std::mismatch(watched.begin, watched.end, watched.before.begin()).first;
        return testing::AssertionFailure()
               << "a byte outside of the output's elements changed, "
               << differs - (at.data[0] + p.output.how.first_byte()) << " bytes from its first\n"
               << to_text(p);
    }
    return testing::AssertionSuccess();
}

}  // namespace

std::string to_text(const problem& p) {
    std::string made = p.what.name() + " " + zerostride::name_of(p.with) + ", " + std::to_string(p.threads) +
                       " threads, output " + to_text(p.output.how);
    for (std::size_t i = 0; i < p.inputs.size(); ++i) {
        made += ", operand " + std::to_string(i) + " " + to_text(p.inputs[i].how);
        const placement where = p.inputs[i].where;
        made += where == placement::at_begin ? " at begin" : where == placement::at_end ? " at end" : "";
    }
    for (std::size_t i = 0; i < p.inputs.size(); ++i) {
        if (p.in_place >> i & 1) made += ", in place on operand " + std::to_string(i);
    }
    return made;
}

testing::AssertionResult is_computed_right(const problem& p, random_bits& random) {
    announce(to_text(p));
    const places at = place(p);
    const watched_memory watched = fill(p, at, random);
    status answered = status::ok;
    const testing::AssertionResult ran = run(p, at, random, answered);
    if (!ran) return ran;
    const testing::AssertionResult right = judge(p, at, watched, answered);
    if (!right) return right;
    return nothing_else_changed(p, at, watched);
}

}  // namespace zerostride::test
