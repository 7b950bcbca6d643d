// Operands whose axes lie in another order than the result's, so that tiles of several planes or matrices are brought
// together: against index arithmetic, with tiles of every size, and with guard pages.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "support/guarded.hpp"
#include "support/settings.hpp"
#include "support/with_isa.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

using extents = std::vector<std::int64_t>;

/// Numbers that lie somewhere in memory that ends, or begins, with a page that nobody may touch.
template <class T>
struct numbers {
    extents strides;
    guarded_memory memory;
    T* first;

    numbers(const extents& of, std::int64_t span, bool at_end) : strides(of), memory(static_cast<std::size_t>(span)) {
        first = reinterpret_cast<T*>(at_end ? memory.end() - span : memory.begin());
    }
    T& at(const extents& index) const {
        std::int64_t offset = 0;
        for (std::size_t a = 0; a < index.size(); ++a) offset += index[a] * strides[a];
        return *reinterpret_cast<T*>(reinterpret_cast<std::byte*>(first) + offset);
    }
};

/// Bytes from element to element along each axis, of which `order` has the innermost first; and all bytes. Axes of
/// `stretched` have one element.
std::int64_t lay_out(const extents& shape, const std::vector<std::size_t>& order, const std::vector<bool>& stretched,
                     std::int64_t element, extents& strides) {
    strides.assign(shape.size(), 0);
    for (const std::size_t axis : order) {
        if (stretched[axis]) continue;
        strides[axis] = element;
        element *= shape[axis];
    }
    return element;
}

/// A shape, of which the last axis is the result's innermost, and the order of an operand's axes, the innermost first.
struct permuted_shape {
    extents shape;
    std::vector<std::size_t> order, of_other;  ///< the other operand's, or none in particular
};
/// The elements of planes lie side by side, as the channels of pictures.
permuted_shape with_planes(random_bits& random) {
    const extents drawn = {random.between(2, 7), random.between(2, random.one_in(2) ? 200 : 40), random.between(1, 3)};
    std::vector<std::size_t> place = {0, 1, 2};
    for (std::size_t i = 2; i > 0; --i) std::swap(place[i], place[random.below(i + 1)]);
    permuted_shape made{extents(4), {place[0], place[1], 3, place[2]}, {}};
    for (std::size_t i = 0; i < 3; ++i) made.shape[place[i]] = drawn[i];
    made.shape[3] = random.between(16, random.one_in(3) ? 700 : 100);
    if (random.one_in(2)) std::swap(made.order[2], made.order[3]);
    return made;
}
/// Small matrices that are transposed.
permuted_shape with_matrices(random_bits& random) {
    const std::int64_t most = random.one_in(4) ? 70 : 20;
    return {{random.between(1, 3), random.between(2, 150), random.between(4, most), random.between(4, most)},
            {2, 3, 1, 0},
            {}};
}
/// Two operands, of which the elements follow each other along other axes.
permuted_shape of_two_orders(random_bits& random) {
    const std::int64_t most = random.one_in(3) ? 100 : 40;
    permuted_shape made{{random.between(1, 2), random.between(8, most), random.between(8, 64), random.between(16, 120)},
                        {1, 2, 3, 0},
                        {2, 1, 3, 0}};
    if (random.one_in(2)) std::swap(made.order[1], made.order[2]);
    if (random.one_in(2)) std::swap(made.of_other[1], made.of_other[2]);
    if (random.one_in(2)) std::swap(made.order, made.of_other);
    return made;
}

/// The axes the other way round, with short ones at an end: lines of some bytes, of a register or of several.
permuted_shape reversed_with_short_ends(random_bits& random) {
    permuted_shape made{{random.between(1, 2), random.between(2, 12), random.between(20, 150), random.between(4, 90)},
                        {1, 2, 3, 0},
                        {}};
    if (random.one_in(2)) std::swap(made.shape[1], made.shape[3]);
    if (random.one_in(4)) made.order = {1, 3, 2, 0};
    return made;
}

class permuted : public with_isa {
protected:
    /// `which(x, y)`, or of x alone, where x lies as `draw` says and y anyhow; `compute` says what it is. Some plans
    /// have `words` in their explanation.
    template <class T, class Result, class Compute>
    void holds(op which, permuted_shape (*draw)(random_bits&), const char* words, Compute compute) {
        SCOPED_TRACE(std::string(info(which).name) + " " + name_of(dtype_of<T>::value));
        random_bits random(info(which).name);
        std::int64_t runs = scaled(120), found = 0;
        for (std::int64_t run = 0; run < runs; ++run) {
            const auto [shape, order, of_other] = draw(random);
            std::vector<std::size_t> anyhow = {3, 2, 1, 0};
            if (random.one_in(4)) {
                for (std::size_t i = 3; i > 0; --i) std::swap(anyhow[i], anyhow[random.below(i + 1)]);
            }
            if (random.one_in(4)) anyhow = order;
            std::vector<bool> kept(4), stretched(4);
            for (std::size_t a = 0; a < 4; ++a) stretched[a] = random.one_in(3);
            if (random.one_in(3) || !of_other.empty()) stretched.assign(4, false);
            if (!of_other.empty()) anyhow = of_other;

            extents x_strides, y_strides, z_strides;
            const std::int64_t x_bytes = lay_out(shape, order, kept, sizeof(T), x_strides),
                               y_bytes = lay_out(shape, anyhow, stretched, sizeof(T), y_strides),
                               z_bytes = lay_out(shape, {3, 2, 1, 0}, kept, sizeof(Result), z_strides);
            const numbers<T> x(x_strides, x_bytes, random.one_in(2)), y(y_strides, y_bytes, random.one_in(2));
            const numbers<Result> z(z_strides, z_bytes, random.one_in(2));
            for (std::int64_t i = 0; i < x_bytes / std::int64_t{sizeof(T)}; ++i)
                x.first[i] = static_cast<T>(random.between(-60, 60));
            for (std::int64_t i = 0; i < y_bytes / std::int64_t{sizeof(T)}; ++i)
                y.first[i] = static_cast<T>(random.between(-60, 60));
            std::memset(static_cast<void*>(z.first), 0x5a, static_cast<std::size_t>(z_bytes));

            how.max_threads = random.one_in(4) ? 3 : 1;
            how.past_caches = random.one_in(4);
            const const_tensor_view views[] = {{x.first, dtype_of<T>::value, shape, x.strides.data()},
                                               {y.first, dtype_of<T>::value, shape, y.strides.data()}};
            const plan made(which, array_ref<const_tensor_view>(views, static_cast<std::size_t>(info(which).arity)),
                            tensor_view(z.first, dtype_of<Result>::value, shape), how);
            found += made.explain().find(words) != std::string::npos;
            const void* const inputs[] = {x.first, y.first};
            ASSERT_EQ(made.run(inputs, z.first), status::ok);
            std::int64_t wrong = 0;
            extents index(4);
            for (std::int64_t i = 0; i < z_bytes / std::int64_t{sizeof(Result)}; ++i) {
                wrong += z.at(index) != static_cast<Result>(compute(x.at(index), y.at(index)));
                for (std::size_t a = 4; a-- > 0;) {
                    if (++index[a] < shape[a]) break;
                    index[a] = 0;
                }
            }
            ASSERT_EQ(wrong, 0) << testing::PrintToString(shape) << " " << testing::PrintToString(x_strides) << " "
                                << testing::PrintToString(y_strides) << "\n"
                                << made.explain();
        }
        EXPECT_GT(found, runs / 8) << words;
    }
};

constexpr const char *at_once = "all planes at once", *one_by_one = "transposed one by one",
                     *by_lines = "transposed line by line";

TEST_P(permuted, planes_of_bytes) {
    holds<std::int8_t, std::int8_t>(op::sub, with_planes, at_once, [](int x, int y) { return x - y; });
}
TEST_P(permuted, planes_of_two_bytes) {
    holds<std::int16_t, std::int16_t>(op::max, with_planes, at_once, [](int x, int y) { return std::max(x, y); });
}
TEST_P(permuted, planes_of_floats) {
    holds<float, float>(op::sub, with_planes, at_once, [](float x, float y) { return x - y; });
}
TEST_P(permuted, planes_of_doubles_that_are_compared) {
    holds<double, bool>(op::less, with_planes, at_once, [](double x, double y) { return x < y; });
}
TEST_P(permuted, two_orders_of_bytes) {
    holds<std::int8_t, std::int8_t>(op::sub, of_two_orders, at_once, [](int x, int y) { return x - y; });
}
TEST_P(permuted, two_orders_of_floats) {
    holds<float, bool>(op::less, of_two_orders, at_once, [](float x, float y) { return x < y; });
}
TEST_P(permuted, two_orders_of_doubles) {
    holds<double, double>(op::sub, of_two_orders, at_once, [](double x, double y) { return x - y; });
}
TEST_P(permuted, matrices_of_bytes) {
    holds<std::int8_t, std::int8_t>(op::sub, with_matrices, one_by_one, [](int x, int y) { return x - y; });
    holds<std::uint8_t, std::uint8_t>(op::identity, with_matrices, one_by_one, [](int x, int) { return x; });
}
TEST_P(permuted, matrices_of_two_bytes) {
    holds<std::int16_t, std::int16_t>(op::max, with_matrices, one_by_one, [](int x, int y) { return std::max(x, y); });
    holds<std::int16_t, std::int16_t>(op::identity, with_matrices, one_by_one, [](int x, int) { return x; });
}
TEST_P(permuted, matrices_of_floats) {
    holds<float, float>(op::sub, with_matrices, one_by_one, [](float x, float y) { return x - y; });
    holds<float, float>(op::identity, with_matrices, one_by_one, [](float x, float) { return x; });
}
TEST_P(permuted, matrices_of_doubles) {
    holds<double, bool>(op::less, with_matrices, one_by_one, [](double x, double y) { return x < y; });
    holds<double, double>(op::identity, with_matrices, one_by_one, [](double x, double) { return x; });
}

TEST_P(permuted, lines_of_bytes) {
    holds<std::uint8_t, std::uint8_t>(op::identity, reversed_with_short_ends, by_lines, [](int x, int) { return x; });
    holds<std::int8_t, std::int8_t>(op::neg, reversed_with_short_ends, by_lines, [](int x, int) { return -x; });
}
TEST_P(permuted, lines_of_two_bytes) {
    holds<std::int16_t, std::int16_t>(op::identity, reversed_with_short_ends, by_lines, [](int x, int) { return x; });
    holds<std::int16_t, std::int16_t>(op::neg, reversed_with_short_ends, by_lines, [](int x, int) { return -x; });
}
TEST_P(permuted, lines_of_floats) {
    holds<float, float>(op::identity, reversed_with_short_ends, by_lines, [](float x, float) { return x; });
    holds<float, float>(op::neg, reversed_with_short_ends, by_lines, [](float x, float) { return -x; });
}
TEST_P(permuted, lines_of_doubles) {
    holds<double, double>(op::identity, reversed_with_short_ends, by_lines, [](double x, double) { return x; });
    holds<double, double>(op::abs, reversed_with_short_ends, by_lines, [](double x, double) { return std::abs(x); });
}

INSTANTIATE_TEST_SUITE_P(plan, permuted, every_isa(), isa_name);

}  // namespace
}  // namespace zerostride::test
