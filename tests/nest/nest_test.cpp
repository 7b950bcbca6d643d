// Shape analysis against the naive loop: a nest visits exactly the index tuples, for every operand the right
// element, with as few loops as there can be.
#include "dispatch/plan/nest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "support/layout.hpp"
#include "zerostride/dtype.hpp"

namespace zerostride::test {
namespace {

using detail::axis;
using detail::collapse;
using detail::nest;

/// Byte offsets of the output and its inputs at one visit.
using visit = std::array<std::int64_t, 4>;

std::vector<visit> visits_of(const nest& n) {
    std::vector<visit> made;
    if (n.total == 0) return made;
    std::vector<std::int64_t> index(n.axes.size(), 0);
    visit at{};
    for (std::size_t k = 0; k < n.operands; ++k) at[k] = n.base[k];
    while (true) {
        made.push_back(at);
        std::size_t i = n.axes.size();
        while (true) {
            if (i == 0) return made;
            --i;
            const axis& a = n.axes[i];
            for (std::size_t k = 0; k < n.operands; ++k) at[k] += a.stride[k];
            if (++index[i] < a.extent) break;
            for (std::size_t k = 0; k < n.operands; ++k) at[k] -= a.stride[k] * a.extent;
            index[i] = 0;
        }
    }
}

struct operands {
    std::vector<layout> inputs;
    layout output;
    dtype type = dtype::f32;

    status collapsed(nest& made) const {
        std::vector<const_tensor_view> views;
        for (const layout& l : inputs) views.emplace_back(nullptr, type, l.extents, l.strides.data());
        return collapse(made, views.data(), views.size(),
                        const_tensor_view(nullptr, type, output.extents, output.strides.data()));
    }
    std::string text() const {
        std::string made = "output " + to_text(output);
        for (const layout& l : inputs) made += ", input " + to_text(l);
        return made;
    }
};

std::vector<visit> naive_visits(const operands& o) {
    const std::size_t rank = o.output.extents.size();
    std::vector<std::int64_t> strides[4] = {o.output.strides};
    for (std::size_t i = 0; i < o.inputs.size(); ++i) strides[i + 1] = aligned_strides(o.inputs[i], rank);
    std::vector<visit> made;
    for_each_index(o.output.extents, strides, 1 + o.inputs.size(), [&](const std::int64_t* offset) {
        visit at{};
        std::copy(offset, offset + 1 + o.inputs.size(), at.begin());
        made.push_back(at);
    });
    return made;
}

/// True when one loop could do the work of the two.
bool are_one(const nest& n, const axis& outer, const axis& inner) {
    for (std::size_t k = 0; k < n.operands; ++k) {
        if (outer.stride[k] != inner.stride[k] * inner.extent) return false;
    }
    return true;
}

void expect_right(const operands& o) {
    SCOPED_TRACE(o.text());
    nest made;
    ASSERT_EQ(o.collapsed(made), status::ok);
    ASSERT_EQ(made.operands, 1 + o.inputs.size());
    ASSERT_EQ(made.total, o.output.count());

    std::vector<visit> expected = naive_visits(o), actual = visits_of(made);
    // A nest may walk in another order: the output's own.
    ASSERT_TRUE(std::is_sorted(actual.begin(), actual.end())) << "the output's memory is not walked upwards";
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(actual, expected);

    for (std::size_t i = 0; i < made.axes.size(); ++i) {
        EXPECT_GT(made.axes[i].extent, 1) << "axis " << i << " is no loop";
        EXPECT_GT(made.axes[i].stride[0], 0) << "axis " << i;
        // No two loops may be one, neighbours or not: an operand's strides decide, not the order.
        for (std::size_t j = 0; j < made.axes.size(); ++j) {
            EXPECT_FALSE(i != j && are_one(made, made.axes[i], made.axes[j])) << "loops " << i << " and " << j;
        }
    }
}

operands random_operands(std::size_t rank, std::size_t inputs, random_bits& random, bool zeros) {
    operands o;
    o.type = random.pick(dtypes).type;
    const std::size_t bytes = size_of(o.type);
    const std::vector<std::int64_t> extents = random_extents(rank, random.one_in(8) ? 3000 : 300, zeros, random);
    o.output = scattered(extents, bytes, random);
    for (std::size_t i = 0; i < inputs; ++i) o.inputs.push_back(stretched(extents, bytes, random));
    return o;
}

/// The same permutation of every operand's axes, after all have the output's rank.
operands permuted(const operands& o, random_bits& random) {
    const std::size_t rank = o.output.extents.size();
    std::vector<std::size_t> order(rank);
    for (std::size_t i = 0; i < rank; ++i) order[i] = i;
    for (std::size_t i = rank; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    operands made = o;
    const auto turn = [&](layout& l) {
        const std::vector<std::int64_t> strides = aligned_strides(l, rank);
        l.extents = o.output.extents;
        l.strides.resize(rank);
        for (std::size_t i = 0; i < rank; ++i) l.strides[i] = strides[order[i]];
        for (std::size_t i = 0; i < rank; ++i) l.extents[i] = o.output.extents[order[i]];
    };
    for (layout& l : made.inputs) turn(l);
    turn(made.output);
    return made;
}

TEST(nest, visits_what_the_naive_loop_visits) {
    random_bits random("nest visits");
    for (std::size_t inputs = 1; inputs <= 3; ++inputs) {
        for (std::size_t rank = 0; rank <= 12; ++rank) {
            for (std::int64_t i = 0; i < scaled(300); ++i) {
                expect_right(random_operands(rank, inputs, random, random.one_in(5)));
                if (HasFatalFailure() || HasNonfatalFailure()) return;
            }
        }
    }
}

TEST(nest, does_not_depend_on_the_order_of_axes) {
    random_bits random("nest order");
    for (std::int64_t i = 0; i < scaled(2000); ++i) {
        const operands o = random_operands(random.below(8), 2, random, false);
        const operands turned = permuted(o, random);
        SCOPED_TRACE(o.text() + "\n" + turned.text());
        nest one, other;
        ASSERT_EQ(o.collapsed(one), status::ok);
        ASSERT_EQ(turned.collapsed(other), status::ok);
        // Loops with different strides of the output have one order only, so the nests are the same.
        ASSERT_EQ(one.axes.size(), other.axes.size());
        for (std::size_t k = 0; k < one.axes.size(); ++k) {
            ASSERT_EQ(one.axes[k].extent, other.axes[k].extent) << k;
            ASSERT_TRUE(std::equal(one.axes[k].stride, one.axes[k].stride + 3, other.axes[k].stride)) << k;
        }
        ASSERT_TRUE(std::equal(one.base, one.base + 3, other.base));
    }
}

/// Cutting each axis into unit axes and factors changes nothing.
TEST(nest, does_not_depend_on_how_axes_are_cut) {
    random_bits random("nest cuts");
    for (std::int64_t i = 0; i < scaled(1000); ++i) {
        operands o = random_operands(1 + random.below(4), 2, random, false);
        const std::size_t rank = o.output.extents.size();
        for (layout& l : o.inputs) {
            l.strides = aligned_strides(l, rank);
            l.extents = o.output.extents;
        }
        operands cut;
        cut.type = o.type;
        cut.inputs.resize(2);
        const auto append = [&](std::size_t axis, std::int64_t extent, std::int64_t step) {
            const auto to = [&](layout& l, const layout& from) {
                l.extents.push_back(extent);
                l.strides.push_back(from.strides[axis] * step);
            };
            to(cut.output, o.output);
            for (std::size_t k = 0; k < 2; ++k) to(cut.inputs[k], o.inputs[k]);
        };
        for (std::size_t a = 0; a < rank; ++a) {
            const std::int64_t extent = o.output.extents[a];
            std::int64_t factor = 1;
            for (const std::int64_t f : {2, 3, 5}) {
                if (extent % f == 0) factor = f;
            }
            append(a, extent / factor, factor);
            append(a, 1, 12345);
            append(a, factor, 1);
        }
        SCOPED_TRACE(o.text() + "\n" + cut.text());
        nest one, other;
        ASSERT_EQ(o.collapsed(one), status::ok);
        ASSERT_EQ(cut.collapsed(other), status::ok);
        ASSERT_EQ(one.axes.size(), other.axes.size());
        for (std::size_t k = 0; k < one.axes.size(); ++k) {
            ASSERT_EQ(one.axes[k].extent, other.axes[k].extent) << k;
            ASSERT_TRUE(std::equal(one.axes[k].stride, one.axes[k].stride + 3, other.axes[k].stride)) << k;
        }
    }
}

struct expected_nest {
    const char* name;
    std::vector<std::vector<std::int64_t>> shapes;  // inputs, dense; the last one is the output
    std::vector<std::int64_t> extents;              // of the nest's loops
};

TEST(nest, has_the_loops_known_by_hand) {
    const expected_nest rows[] = {
        {"scalar", {{}, {}, {}}, {}},
        {"contiguous", {{2, 3, 4}, {2, 3, 4}, {2, 3, 4}}, {24}},
        {"all units", {{1, 1}, {1}, {1, 1}}, {}},
        {"row", {{5, 3, 4}, {4}, {5, 3, 4}}, {15, 4}},
        {"rows", {{5, 3, 4}, {3, 4}, {5, 3, 4}}, {5, 12}},
        {"column", {{5, 3, 4}, {5, 1, 1}, {5, 3, 4}}, {5, 12}},
        {"middle", {{5, 3, 4}, {3, 1}, {5, 3, 4}}, {5, 3, 4}},
        {"outer product", {{5, 1}, {1, 4}, {5, 4}}, {5, 4}},
        {"splat", {{5, 3, 4}, {1, 1, 1}, {5, 3, 4}}, {60}},
        {"attention mask", {{8, 12, 16, 256}, {8, 1, 1, 256}, {8, 12, 16, 256}}, {8, 192, 256}},
        {"alternating", {{2, 3, 2, 3, 2, 3}, {2, 1, 2, 1, 2, 1}, {2, 3, 2, 3, 2, 3}}, {2, 3, 2, 3, 2, 3}},
        {"units between", {{5, 1, 3, 1, 4}, {5, 1, 3, 1, 4}, {5, 1, 3, 1, 4}}, {60}},
        {"empty", {{5, 0, 4}, {4}, {5, 0, 4}}, {}},
    };
    for (const expected_nest& row : rows) {
        SCOPED_TRACE(row.name);
        operands o;
        for (const auto& shape : row.shapes) o.inputs.push_back(dense(shape, size_of(o.type)));
        o.output = o.inputs.back();
        o.inputs.pop_back();
        nest made;
        ASSERT_EQ(o.collapsed(made), status::ok);
        std::vector<std::int64_t> extents;
        for (std::size_t i = 0; i < made.axes.size(); ++i) extents.push_back(made.axes[i].extent);
        EXPECT_EQ(extents, row.extents);
        // Null strides mean the same.
        std::vector<const_tensor_view> views;
        for (const layout& l : o.inputs) views.emplace_back(nullptr, o.type, l.extents);
        nest again;
        ASSERT_EQ(collapse(again, views.data(), views.size(), const_tensor_view(nullptr, o.type, o.output.extents)),
                  status::ok);
        ASSERT_EQ(again.axes.size(), made.axes.size());
        EXPECT_EQ(again.total, made.total);
        for (std::size_t i = 0; i < made.axes.size(); ++i) {
            EXPECT_EQ(again.axes[i].extent, made.axes[i].extent);
            EXPECT_TRUE(std::equal(again.axes[i].stride, again.axes[i].stride + 3, made.axes[i].stride));
        }
    }
}

TEST(nest, takes_short_rows_that_all_walk_alike_as_wide_elements) {
    const struct {
        std::int64_t extent, bytes;
        std::int64_t wide_bytes;  // of an element afterwards
        std::size_t axes;
    } rows[] = {{4, 1, 4, 2},  {3, 1, 1, 3},  {6, 1, 2, 3}, {16, 1, 16, 2}, {32, 1, 16, 3},
                {64, 1, 1, 3}, {2, 8, 16, 2}, {3, 4, 4, 3}, {4, 4, 16, 2},  {2, 16, 16, 3}};
    for (const auto& row : rows) {
        SCOPED_TRACE(std::to_string(row.extent) + " of " + std::to_string(row.bytes));
        // The two axes outside change places.
        operands o;
        o.type = row.bytes == 1 ? dtype::u8 : row.bytes == 4 ? dtype::f32 : row.bytes == 8 ? dtype::f64 : dtype::real;
        o.output = dense({5, 7, row.extent}, static_cast<std::size_t>(row.bytes));
        o.inputs = {o.output};
        o.inputs[0].strides = {row.extent * row.bytes, 5 * row.extent * row.bytes, row.bytes};
        nest made;
        ASSERT_EQ(o.collapsed(made), status::ok);
        const std::vector<visit> before = visits_of(made);
        const int wide = detail::widen_elements(made, detail::log2_of(o.type));
        EXPECT_EQ(std::int64_t{1} << wide, row.wide_bytes);
        EXPECT_EQ(made.axes.size(), row.axes);
        const std::vector<visit> after = visits_of(made);
        const auto together = static_cast<std::size_t>(row.wide_bytes / row.bytes);
        EXPECT_EQ(made.total, static_cast<std::int64_t>(after.size()));
        ASSERT_EQ(after.size() * together, before.size());
        for (std::size_t i = 0; i < after.size(); ++i) EXPECT_EQ(after[i], before[i * together]);
    }
}

TEST(nest, refuses_shapes_that_do_not_fit) {
    const auto answer_for = [](const std::vector<std::int64_t>& input, const std::vector<std::int64_t>& output) {
        operands o;
        o.inputs = {dense(input, 4)};
        o.output = dense(output, 4);
        nest made;
        return o.collapsed(made);
    };
    EXPECT_EQ(answer_for({3}, {4}), status::shape_mismatch);
    EXPECT_EQ(answer_for({2, 3}, {3}), status::shape_mismatch);
    EXPECT_EQ(answer_for({0}, {3}), status::shape_mismatch);
    EXPECT_EQ(answer_for({3}, {0}), status::shape_mismatch);
    EXPECT_EQ(answer_for({-1}, {-1}), status::too_large);
    EXPECT_EQ(answer_for({1}, {0}), status::ok);
    EXPECT_EQ(answer_for({0}, {0}), status::ok);
    EXPECT_EQ(answer_for({}, {3}), status::ok);
}

/// An output overlaps itself exactly when two of its elements share a byte.
TEST(nest, finds_outputs_that_overlap_themselves) {
    random_bits random("self overlap");
    int overlapping = 0, free = 0;
    for (std::int64_t i = 0; i < scaled(4000); ++i) {
        operands o;
        o.type = random.pick(dtypes).type;
        const std::int64_t bytes = static_cast<std::int64_t>(size_of(o.type));
        const std::size_t rank = 1 + random.below(4);
        o.output.extents = random_extents(rank, 60, false, random);
        for (std::size_t k = 0; k < rank; ++k) {
            const std::int64_t stride = random.between(0, 14) * (random.one_in(3) ? 1 : bytes);
            o.output.strides.push_back(random.one_in(3) ? -stride : stride);
        }
        o.inputs = {dense({}, 4)};

        std::vector<std::int64_t> starts;
        const std::vector<std::int64_t> strides[1] = {o.output.strides};
        for_each_index(o.output.extents, strides, 1, [&](const std::int64_t* offset) { starts.push_back(offset[0]); });
        std::sort(starts.begin(), starts.end());
        bool overlaps = false;
        for (std::size_t k = 1; k < starts.size(); ++k) overlaps = overlaps || starts[k] - starts[k - 1] < bytes;
        ++(overlaps ? overlapping : free);
        nest made;
        ASSERT_EQ(o.collapsed(made), overlaps ? status::overlap : status::ok) << o.text();
    }
    EXPECT_GT(overlapping, scaled(4000) / 10);
    EXPECT_GT(free, scaled(4000) / 10);
}

}  // namespace
}  // namespace zerostride::test
