// Operators of any number of operands: sums, means, minima and maxima in one pass over the output, against exact
// arithmetic, on every instruction set, with any number of threads, in place, and without a byte outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "support/exact_number.hpp"
#include "support/float_bits.hpp"
#include "support/guarded.hpp"
#include "support/layout.hpp"
#include "support/oracle.hpp"
#include "support/settings.hpp"
#include "support/values.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

constexpr op variadic[] = {op::sum, op::mean, op::min, op::max};
constexpr std::size_t most_inputs = 40;

__extension__ typedef __int128 wide_integer;

// ---- What is right, element by element.

template <class T>
T extreme(bool least, T x, T y) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<T>::quiet_NaN();
        if (x == y) return std::signbit(x) == least ? x : y;
    }
    return (x < y) == least ? x : y;
}

/// The floating-point answer: from left to right, each sum rounded.
template <class T>
T float_answer(op which, const std::vector<T>& x) {
    T made = x[0];
    for (std::size_t i = 1; i < x.size(); ++i) {
        made = which == op::min || which == op::max ? extreme(which == op::min, made, x[i]) : made + x[i];
    }
    return which == op::mean ? made / static_cast<T>(x.size()) : made;
}

template <class T>
bool float_is_right(op which, const std::vector<const void*>& in, const void* actual) {
    std::vector<T> x;
    for (const void* p : in) x.push_back(read<T>(p));
    const T expected = float_answer(which, x), found = read<T>(actual);
    if (std::isnan(expected)) return std::isnan(found);
    return std::memcmp(&expected, &found, sizeof found) == 0;
}

bool half_is_right(op which, const std::vector<const void*>& in, const void* actual) {
    std::vector<float> x;
    for (const void* p : in) x.push_back(static_cast<float>(float16::from_bits(read<std::uint16_t>(p))));
    // Summed in float, and then rounded once. The quotient of a float and a count that is nearest in double is never
    // on the other side of the middle between two halves.
    const double made = which == op::mean
                            ? static_cast<double>(float_answer(op::sum, x)) / static_cast<double>(x.size())
                            : static_cast<double>(float_answer(which, x));
    const std::uint16_t expected = half_bits_of(made), found = read<std::uint16_t>(actual);
    if ((expected & 0x7fff) > 0x7c00) return (found & 0x7fff) > 0x7c00;
    return found == expected;
}

template <class T>
bool integer_is_right(op which, const std::vector<const void*>& in, const void* actual) {
    wide_integer sum = 0;
    T least = read<T>(in[0]), greatest = least;
    for (const void* p : in) {
        sum += read<T>(p);
        least = std::min(least, read<T>(p));
        greatest = std::max(greatest, read<T>(p));
    }
    const T found = read<T>(actual);
    switch (which) {
        case op::sum: return found == static_cast<T>(sum);
        case op::mean: return found == static_cast<T>(sum / static_cast<wide_integer>(in.size()));
        case op::min: return found == least;
        default: return found == greatest;
    }
}

/// Double-doubles: the bits of the operators of two operands, whose error other tests bound, one after the other; and
/// for finite sums the bound itself.
bool real_is_right(op which, const std::vector<const void*>& in, const void* actual) {
    real made = read<real>(in[0]);
    const op step = which == op::min || which == op::max ? which : op::add;
    const auto apply = [](op what, real x, real y) {
        real z;
        eval(what, {view(&x, {1}), view(&y, {1})}, view(&z, {1}));
        return z;
    };
    for (std::size_t i = 1; i < in.size(); ++i) made = apply(step, made, read<real>(in[i]));
    if (which == op::mean && in.size() > 1) made = apply(op::div, made, real{static_cast<double>(in.size()), 0.0});
    const real found = read<real>(actual);
    if (std::isnan(made.hi)) return std::isnan(found.hi);
    if (std::memcmp(&made, &found, sizeof made) != 0) return false;
    if (which != op::sum && which != op::mean) return true;

    exact_number error, size;
    for (const void* p : in) {
        const real x = read<real>(p);
        // Near overflow and underflow the operators of two operands have other bounds.
        if (!std::isfinite(x.hi) || std::fabs(x.hi) > 1e200 || (x.hi != 0 && std::fabs(x.hi) < 1e-200)) return true;
        error.add(x.hi);
        error.add(x.lo);
        size.add(std::fabs(x.hi));
    }
    const double scale = which == op::mean ? static_cast<double>(in.size()) : 1.0;
    error.add_product(-scale, found.hi);
    error.add_product(-scale, found.lo);
    if (error.is_zero()) return true;
    return !size.is_zero() &&
           ratio(error.magnitude(), size.magnitude()) <= static_cast<double>(4 * in.size() + 16) * 0x1p-106;
}

std::string_view read_text(const void* p) { return read<text>(p); }
/// Of equal texts the first, not just its bytes.
bool text_is_right(op which, const std::vector<const void*>& in, const void* actual) {
    const void* picked = in[0];
    for (const void* p : in) {
        if (which == op::min ? read_text(p) < read_text(picked) : read_text(p) > read_text(picked)) picked = p;
    }
    return std::memcmp(picked, actual, size_of(dtype::str)) == 0;
}

bool truth_is_right(op which, const std::vector<const void*>& in, const void* actual) {
    bool all = true, some = false;
    for (const void* p : in) {
        const bool is_true = read<std::uint8_t>(p) != 0;
        all = all && is_true;
        some = some || is_true;
    }
    return read<std::uint8_t>(actual) == (which == op::min ? all : some);
}

bool is_right(op which, dtype type, const std::vector<const void*>& in, const void* actual) {
    if (in.size() == 1 && type != dtype::boolean) return std::memcmp(in[0], actual, size_of(type)) == 0;
    switch (type) {
        case dtype::real: return real_is_right(which, in, actual);
        case dtype::f16: return half_is_right(which, in, actual);
        case dtype::f32: return float_is_right<float>(which, in, actual);
        case dtype::f64: return float_is_right<double>(which, in, actual);
        case dtype::i8: return integer_is_right<std::int8_t>(which, in, actual);
        case dtype::i16: return integer_is_right<std::int16_t>(which, in, actual);
        case dtype::i32: return integer_is_right<std::int32_t>(which, in, actual);
        case dtype::i64: return integer_is_right<std::int64_t>(which, in, actual);
        case dtype::u8: return integer_is_right<std::uint8_t>(which, in, actual);
        case dtype::u16: return integer_is_right<std::uint16_t>(which, in, actual);
        case dtype::u32: return integer_is_right<std::uint32_t>(which, in, actual);
        case dtype::u64: return integer_is_right<std::uint64_t>(which, in, actual);
        case dtype::str: return text_is_right(which, in, actual);
        case dtype::boolean: return truth_is_right(which, in, actual);
    }
    return false;
}

// ---- Problems.

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// Operands between guard pages, and an output whose surroundings are watched.
class workload {
public:
    op which;
    dtype type;
    std::size_t in_place;  // the input that the output is; none
    layout out;
    std::vector<layout> in;

    workload(op which_, dtype type_, std::size_t inputs, const std::vector<std::int64_t>& wanted, bool in_place_,
             random_bits& random)
        : which(which_), type(type_), in_place(in_place_ ? random.below(inputs) : none) {
        const std::size_t bytes = size_of(type);
        for (std::size_t i = 0; i < inputs; ++i) {
            in.push_back(random.one_in(3) ? dense(wanted, bytes) : stretched(wanted, bytes, random));
        }
        // Maybe every operand stretches, and none has the output's shape.
        std::size_t common = 0;
        for (const layout& l : in) common = std::max(common, l.extents.size());
        std::vector<std::int64_t> extents(common, 1);
        for (const layout& l : in) {
            for (std::size_t a = 0; a < l.extents.size(); ++a) {
                std::int64_t& extent = extents[common - l.extents.size() + a];
                if (l.extents[a] != 1) extent = l.extents[a];
            }
        }
        out = random.one_in(2) ? dense(extents, bytes) : scattered(extents, bytes, random);
        if (in_place != none) in[in_place] = out;
        place(random);
    }

    /// The output must be what its surroundings were before each run.
    void restore() { std::memcpy(memory_[0]->begin(), before_.data(), before_.size()); }
    outcome make(plan& made, const options& how) const { return plan::try_make(made, which, views_, output(), how); }
    tensor_view output() const { return {data_[0], type, out.extents, out.strides.data()}; }
    const std::vector<const_tensor_view>& inputs() const { return views_; }
    const std::vector<const void*>& pointers() const { return pointers_; }
    const std::byte* begin() const { return memory_[0]->begin(); }
    std::vector<std::byte> result() const { return {memory_[0]->begin(), memory_[0]->end()}; }

    testing::AssertionResult holds_right_result() const {
        std::vector<std::byte> untouched = result();
        std::vector<std::int64_t> strides[most_inputs + 1];
        const std::size_t rank = out.extents.size();
        strides[0] = aligned_strides(out, rank);
        for (std::size_t i = 0; i < in.size(); ++i) strides[i + 1] = aligned_strides(in[i], rank);
        const std::size_t bytes = size_of(type);
        std::vector<const void*> elements(in.size());
        testing::AssertionResult answer = testing::AssertionSuccess();
        for_each_index(out.extents, strides, in.size() + 1, [&](const std::int64_t* offset) {
            for (std::size_t i = 0; i < in.size(); ++i) {
                elements[i] = i == in_place ? before_.data() + (data_[0] - memory_[0]->begin()) + offset[i + 1]
                                            : data_[i + 1] + offset[i + 1];
            }
            const std::byte* const found = data_[0] + offset[0];
            if (answer && !is_right(which, type, elements, found)) {
                char text[128];
                answer = testing::AssertionFailure() << show(type, found, text) << " at byte " << offset[0]
                                                     << " is not " << info(which).name << " of";
                for (const void* p : elements) answer << " " << show(type, p, text);
            }
            std::memcpy(untouched.data() + (found - memory_[0]->begin()),
                        before_.data() + (found - memory_[0]->begin()), bytes);
        });
        if (answer && untouched != before_) return testing::AssertionFailure() << "a byte between the elements changed";
        return answer;
    }

    std::string text() const {
        std::string made = std::string(info(which).name) + " " + zerostride::name_of(type) + ", output " + to_text(out);
        for (const layout& l : in) made += ", " + to_text(l);
        if (in_place != none) made += ", in place on operand " + std::to_string(in_place);
        return made;
    }

private:
    void place(random_bits& random) {
        const std::size_t bytes = size_of(type);
        const auto add = [&](const layout& l) {
            const std::int64_t first = l.first_byte(), end = l.end_byte(bytes);
            memory_.push_back(std::make_unique<guarded_memory>(static_cast<std::size_t>(end - first) + bytes));
            guarded_memory& memory = *memory_.back();
            data_.push_back(random.one_in(2) ? memory.begin() - first : memory.end() - end);
            // Values at every place where an element begins; what lies between them does not matter.
            const std::vector<std::int64_t> strides[1] = {aligned_strides(l, l.extents.size())};
            const std::vector<std::byte> values = make_values(type, 509, random);
            std::size_t next = random.below(509);
            for_each_index(l.extents, strides, 1, [&](const std::int64_t* offset) {
                std::memcpy(data_.back() + offset[0], values.data() + next * bytes, bytes);
                next = (next + 1) % 509;
            });
        };
        add(out);
        for (const layout& l : in) add(l);
        if (in_place != none) data_[in_place + 1] = data_[0];
        for (std::size_t i = 0; i < in.size(); ++i) {
            pointers_.push_back(data_[i + 1]);
            views_.emplace_back(data_[i + 1], type, in[i].extents, in[i].strides.data());
        }
        before_ = result();
    }

    std::vector<std::unique_ptr<guarded_memory>> memory_;
    std::vector<std::byte*> data_;
    std::vector<const void*> pointers_;
    std::vector<const_tensor_view> views_;
    std::vector<std::byte> before_;
};

/// The same bits, where a NaN is a NaN.
bool same(dtype type, const std::vector<std::byte>& one, const std::vector<std::byte>& other, const workload& w) {
    if (one == other) return true;
    const question asked(op::add, type);
    const std::vector<std::int64_t> strides[1] = {aligned_strides(w.out, w.out.extents.size())};
    // The smallest offset is where the memory of both begins, whatever page it is in.
    bool alike = one.size() == other.size();
    const auto base = static_cast<const std::byte*>(w.output().data) - w.begin();
    for_each_index(w.out.extents, strides, 1, [&](const std::int64_t* offset) {
        alike = alike && same_bits(asked, one.data() + base + offset[0], other.data() + base + offset[0]);
    });
    return alike;
}

std::size_t some_inputs(random_bits& random) {
    return random.one_in(8) ? 1 + random.below(most_inputs) : 1 + random.below(6);
}
dtype some_type(op which, random_bits& random) {
    while (true) {
        const dtype type = random.pick(dtypes).type;
        if (supports(which, type)) return type;
    }
}

/// Now and then of several blocks, some of them cut along two axes, and now and then of no elements.
std::vector<std::int64_t> some_extents(random_bits& random) {
    if (!random.one_in(4))
        return random_extents(random.below(7), random.one_in(3) ? 6'000 : 300, random.one_in(6), random);
    switch (random.below(4)) {
        case 0: return {random.between(1, 40'000)};
        case 1: return {random.between(8, 150), random.between(8, 150)};
        case 2: return {random.between(1, 3), random.between(2'000, 6'000)};
        default: return {random.between(2, 40), random.between(1, 20), random.between(2, 40)};
    }
}

/// Of the blocks that a plan cuts its output into; 0 where it is no composition.
std::int64_t blocks_of(const plan& made) {
    const std::string text = made.explain(), before = "block by block: ";
    const std::size_t at = text.find(before);
    return at == std::string::npos ? 0 : std::stoll(text.substr(at + before.size()));
}

TEST(composition, is_right_whatever_the_layout_on_every_instruction_set) {
    random_bits random("compositions");
    std::int64_t of_one_block = 0, of_several = 0, in_place = 0;
    for (std::int64_t run = 0; run < scaled(2200); ++run) {
        const op which = random.pick(variadic);
        workload w(which, some_type(which, random), some_inputs(random), some_extents(random), random.one_in(3),
                   random);
        announce(w.text());
        std::vector<std::byte> first;
        for (const isa with : available_isas()) {
            options how;
            how.with = with;
            how.max_threads = static_cast<int>(random.between(1, 4));
            w.restore();
            if (random.one_in(3)) {
                const outcome answer = try_eval(w.which, w.inputs(), w.output(), how);
                ASSERT_TRUE(answer) << answer.message << w.text();
            } else {
                plan made;
                const outcome answer = w.make(made, how);
                ASSERT_TRUE(answer) << answer.message << w.text();
                const std::int64_t blocks = blocks_of(made);
                of_one_block += blocks == 1;
                of_several += blocks > 1;
                in_place += blocks > 0 && w.in_place != none;
                ASSERT_EQ(made.run(w.pointers().data(), w.output().data), status::ok) << w.text();
            }
            if (first.empty()) {
                first = w.result();
                ASSERT_TRUE(w.holds_right_result()) << name_of(with) << ": " << w.text();
            } else {
                ASSERT_TRUE(same(w.type, first, w.result(), w)) << name_of(with) << ": " << w.text();
            }
        }
    }
    const auto isas = static_cast<std::int64_t>(available_isas().size());
    EXPECT_GT(of_one_block, scaled(200) * isas);
    EXPECT_GT(of_several, scaled(100) * isas);
    EXPECT_GT(in_place, scaled(50) * isas);
    RecordProperty("compositions", std::to_string(of_one_block) + " of one block, " + std::to_string(of_several) +
                                       " of several, " + std::to_string(in_place) + " in place");
}

}  // namespace
}  // namespace zerostride::test
