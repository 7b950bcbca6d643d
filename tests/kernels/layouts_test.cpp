// Every pair of operand layouts, every output layout, and random views of any rank.
#include <algorithm>

#include "kernels/cells.hpp"

namespace zerostride::test {
namespace {

struct extent_pair {
    std::int64_t rows, cols;
};
constexpr extent_pair shapes[] = {{1, 1},   {1, 9},   {9, 1},   {2, 2},    {3, 4},   {7, 31},  {300, 3},  {3, 300},
                                  {33, 64}, {64, 33}, {257, 5}, {61, 127}, {16, 16}, {130, 2}, {2, 1100}, {1100, 2}};

void layouts(const cell& c) {
    random_bits random = random_of(c, "layouts");
    std::int64_t budget = scaled(150'000);  // elements
    // All pairs of roles once at least, then more until the budget is spent.
    std::size_t run = 0;
    const std::size_t every_pair = std::size(all_roles) * (c.arity() > 1 ? std::size(all_roles) : 1);
    while (budget > 0 || run < every_pair) {
        std::vector<role> roles;
        for (std::size_t i = 0; i < c.arity(); ++i) roles.push_back(random.pick(all_roles));
        roles[0] = all_roles[run % std::size(all_roles)];
        if (c.arity() > 1) roles[1] = all_roles[run / std::size(all_roles) % std::size(all_roles)];
        const role output = random.one_in(2) ? role::dense : random.pick(output_roles);
        const extent_pair shape = random.pick(shapes);
        const problem p = tiled(c, roles, output, shape.rows, shape.cols, random);
        std::string name;
        for (const role r : roles) name += std::string(name_of(r)) + "_";
        ASSERT_TRUE(is_computed_right(p, random)) << name << "to_" << name_of(output);
        budget -= shape.rows * shape.cols;
        ++run;
    }
}
[[maybe_unused]] const bool layouts_registered = register_cells("layouts", layouts, every_cell);

/// Random views of about `elements` elements, of any rank; many are dense.
void random_views(const cell& c, const char* name, std::int64_t budget, std::int64_t elements) {
    random_bits random = random_of(c, name);
    while (budget > 0) {
        const std::size_t rank = std::max<std::size_t>(random.below(7), c.least_rank());
        const std::vector<std::int64_t> extents =
            random_extents(rank, random.one_in(4) ? 15 * elements : elements, random.one_in(10), random);
        problem p;
        p.what = c;
        p.with = c.with;
        p.output.how =
            random.one_in(2) ? dense(extents, c.output_bytes()) : scattered(extents, c.output_bytes(), random);
        for (std::size_t i = 0; i < c.arity(); ++i) {
            layout how = c.is_scalar(i) ? layout{} : stretched(extents, c.input_bytes(i), random);
            if (random.one_in(3)) how = dense(how.extents, c.input_bytes(i));
            p.inputs.push_back({how});
        }
        if (c.has_one_shape()) {
            for (operand& o : p.inputs) {
                o.how.strides = aligned_strides(o.how, rank);
                o.how.extents = extents;
            }
        } else if (c.which != op::identity) {
            // One operand of all extents, so that the output's shape is the broadcast shape.
            layout& whole = p.inputs[c.keeps_first_shape() ? 0 : random.below(c.arity())].how;
            whole.strides = aligned_strides(whole, rank);
            whole.extents = extents;
        }
        place_anywhere(p, random);
        ASSERT_TRUE(is_computed_right(p, random));
        budget -= p.output.how.count() + 50;
    }
}

void views(const cell& c) { random_views(c, "views", scaled(100'000), 400); }
[[maybe_unused]] const bool views_registered = register_cells("views", views, every_cell);

/// Axes in any order, long and short ones, as those of tensors that were transposed or have Fortran's order.
void permuted_axes(const cell& c) {
    random_bits random = random_of(c, "permuted_axes");
    std::int64_t budget = scaled(12'000);
    while (budget > 0) {
        std::vector<std::int64_t> extents;
        std::int64_t elements = 1;
        for (std::int64_t axes = random.between(3, 5); axes > 0; --axes) {
            const std::int64_t most = elements < 200 && random.one_in(2) ? 80 : 6;
            extents.push_back(random.between(2, most));
            elements *= extents.back();
        }
        problem p;
        p.what = c;
        p.with = c.with;
        const layout way = permuted(extents, 1, random);
        const auto operand_of = [&](std::size_t bytes) {
            if (random.one_in(4)) return permuted(extents, bytes, random);
            layout how = way;
            for (std::int64_t& stride : how.strides) stride *= static_cast<std::int64_t>(bytes);
            return how;
        };
        p.output.how =
            random.one_in(3) ? permuted(extents, c.output_bytes(), random) : dense(extents, c.output_bytes());
        for (std::size_t i = 0; i < c.arity(); ++i) {
            const bool stretches = i > 0 && !c.has_one_shape() && random.one_in(2);
            p.inputs.push_back({c.is_scalar(i) ? layout{}
                                : stretches    ? stretched(extents, c.input_bytes(i), random)
                                               : operand_of(c.input_bytes(i))});
        }
        place_anywhere(p, random);
        ASSERT_TRUE(is_computed_right(p, random));
        budget -= p.output.how.count() + 50;
    }
}
[[maybe_unused]] const bool permuted_registered = register_cells("permuted", permuted_axes, every_cell);

/// So few elements that one-shot calls go their own way.
void few(const cell& c) { random_views(c, "few", scaled(15'000), 30); }
[[maybe_unused]] const bool few_registered = register_cells("few", few, every_cell);

}  // namespace
}  // namespace zerostride::test
