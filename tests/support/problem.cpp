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
    const std::size_t count = p.inputs.size();
    const dtype result = p.what.result();
    const std::size_t result_bytes = size_of(result);

    // Where everything lies.
    std::byte* data[max_operands];
    std::size_t bytes[max_operands] = {result_bytes};
    data[0] = place(p.output, result_bytes, memory_of(0));
    for (std::size_t i = 0; i < count; ++i) {
        const dtype type = p.what.input(i);
        bytes[i + 1] = size_of(type);
        const bool in_place = (p.in_place >> i & 1) != 0;
        if (in_place && (p.inputs[i].how != p.output.how || bytes[i + 1] != result_bytes)) {
            throw std::logic_error("not in place");
        }
        data[i + 1] = in_place ? data[0] : place(p.inputs[i], bytes[i + 1], memory_of(i + 1));
    }

    // What lies there. Around the output and in its gaps are bytes to watch.
    const std::int64_t first = p.output.how.first_byte(), end = p.output.how.end_byte(result_bytes);
    std::byte* const watched = std::max(memory_of(0).begin(), data[0] + first - margin);
    std::byte* const watched_end = std::min(memory_of(0).end(), data[0] + end + margin);
    const std::size_t watched_bytes = static_cast<std::size_t>(watched_end - watched);
    std::memset(watched, 0xa5, watched_bytes);
    for (std::size_t i = 0; i < count; ++i) {
        const bool divides = p.what.which == op::div || p.what.which == op::mod;
        const bool zeros = p.zeros || !divides || i != 1;
        fill(p.inputs[i], p.what.input(i), data[i + 1], zeros, random);
    }
    const std::vector<std::byte> before(watched, watched_end);
    const std::byte* read_from[max_operands];
    std::copy(data, data + max_operands, read_from);
    for (std::size_t i = 0; i < count; ++i) {
        if (p.in_place >> i & 1) read_from[i + 1] = before.data() + (data[0] - watched);
    }

    // The run. Strides that are those of a dense tensor may also be left out.
    std::vector<const_tensor_view> views;
    const void* pointers[3] = {};
    const auto strides_of = [&](const layout& how, std::size_t element_bytes) {
        return how == dense(how.extents, element_bytes) && random.one_in(2) ? nullptr : how.strides.data();
    };
    for (std::size_t i = 0; i < count; ++i) {
        const layout& how = p.inputs[i].how;
        pointers[i] = data[i + 1];
        views.emplace_back(data[i + 1], p.what.input(i), how.extents, strides_of(how, bytes[i + 1]));
    }
    const tensor_view output(data[0], result, p.output.how.extents, strides_of(p.output.how, result_bytes));
    options how;
    how.max_threads = p.threads;
    how.with = p.with;
    status answered;
    std::optional<in_setting> host;
    if (random.one_in(4)) {
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
        answered = made.run(pointers, data[0]);
        host.reset();
    }

    // The verdict.
    const std::vector<std::int64_t>& extents = p.output.how.extents;
    std::vector<std::int64_t> strides[max_operands] = {aligned_strides(p.output.how, extents.size())};
    for (std::size_t i = 0; i < count; ++i) strides[i + 1] = aligned_strides(p.inputs[i].how, extents.size());
    bool zero_divisor = false;
    std::int64_t wrong = 0, position = 0;
    std::string story;
    for_each_index(extents, strides, count + 1, [&](const std::int64_t* offset) {
        const void* in[3] = {};
        for (std::size_t i = 0; i < count; ++i) in[i] = read_from[i + 1] + offset[i + 1];
        std::byte* const actual = data[0] + offset[0];
        if (!is_right(p.what, in, actual) && ++wrong <= 3) {
            char buffer[128];
            story += "element " + std::to_string(position) + ": " + show(result, actual, buffer) + " for";
            for (std::size_t i = 0; i < count; ++i) {
                story += std::string(" ") + show(p.what.input(i), in[i], buffer);
            }
            story += "\n";
        }
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

    // With the elements put back, nothing else may differ.
    for_each_index(extents, strides, 1, [&](const std::int64_t* offset) {
        copy_element(result_bytes, data[0] + offset[0], before.data() + (data[0] - watched) + offset[0]);
    });
    if (std::memcmp(watched, before.data(), watched_bytes) != 0) {
        const auto differs = std::mismatch(watched, watched_end, before.begin()).first;
        return testing::AssertionFailure() << "a byte outside of the output's elements changed, "
                                           << differs - (data[0] + first) << " bytes from its first\n"
                                           << to_text(p);
    }
    return testing::AssertionSuccess();
}

}  // namespace zerostride::test
