#include "kernels/cells.hpp"

#include <algorithm>
#include <string_view>

#include "support/settings.hpp"

namespace zerostride::test {
namespace {

class cell_test : public testing::Test {
public:
    cell_test(const cell& c, void (*body)(const cell&)) : cell_(c), body_(body) {}
    void TestBody() override {
        if (!is_available(cell_.with)) {
            GTEST_SKIP() << zerostride::name_of(cell_.with) << " is not available on this processor: nothing was run";
        }
        body_(cell_);
    }

private:
    cell cell_;
    void (*body_)(const cell&);
};

}  // namespace

namespace {

/// Layouts, borders and threads are the work of dispatch and movers, which do not know the operator: the families that
/// began with them are tested whole, and the cells of the others take turns; emulated, where a test takes thirty times
/// as long, all cells do but for what shows the operator itself. In the long tier every cell has its turn.
bool is_due(const question& asked, const char* test) {
    if (current_tier() == tier::thorough) return true;
    const std::string_view name = test;
    // A million values of a function take seconds, and say of threads what a million sums say.
    if (name == "large" && info(asked.which).accuracy == accuracy_class::close) return false;
    const bool by_operator = name != "layouts" && name != "permuted" && name != "views" && name != "rows_and_columns" &&
                             name != "alignments" && name != "borders" && name != "large" && name != "in_place";
    const op_family family = info(asked.which).family;
    // Remainders take as long as functions do.
    const bool is_first = (family == op_family::arithmetic && asked.which != op::mod) || family == op_family::compare ||
                          family == op_family::logic || family == op_family::move;
    if (current_tier() == tier::emulated)
        return has_turn(asked, is_first ? (by_operator ? 1 : 4) : (by_operator ? 4 : 8));
    return is_first || by_operator || has_turn(asked, 8);
}

}  // namespace

bool register_cells(const char* name, void (*body)(const cell&), bool (*applies)(const cell&)) {
    for (const question& asked : every_question()) {
        if (!is_due(asked, name)) continue;
        for (const isa with : built_isas()) {
            const cell c{asked, with};
            if (!has_own_kernel(with, c.which, c.type) || !applies(c)) continue;
            const std::string suite = asked.name() + "_" + zerostride::name_of(with);
            testing::RegisterTest(suite.c_str(), name, nullptr, nullptr, __FILE__, __LINE__,
                                  [c, body]() -> testing::Test* { return new cell_test(c, body); });
        }
    }
    return true;
}

random_bits random_of(const cell& c, const char* test) {
    // The same for every instruction set, so that a difference between them is one of the kernels.
    return random_bits(c.name() + test);
}

void place_anywhere(problem& p, random_bits& random) {
    const auto choose = [&](operand& o) {
        switch (random.below(3)) {
            case 0: o.where = placement::at_begin; break;
            case 1: o.where = placement::at_end; break;
            default:
                o.where = placement::within;
                o.shift = random.between(0, 63);
                break;
        }
    };
    choose(p.output);
    for (operand& o : p.inputs) choose(o);
    p.threads = random.one_in(4) ? static_cast<int>(random.between(2, 4)) : 1;
    p.zeros = !random.one_in(3);
}

problem tiled(const cell& c, const std::vector<role>& inputs, role output, std::int64_t rows, std::int64_t cols,
              random_bits& random) {
    problem p;
    p.what = c;
    p.with = c.with;
    p.output.how = lay(output, rows, cols, c.output_bytes());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        operand o;
        o.how = lay(c.is_scalar(i) ? role::splat : inputs[i], rows, cols, c.input_bytes(i));
        // Broadcast operands together must reach the output's shape; as views they carry its extents.
        const bool must_reach = c.has_one_shape() || (c.keeps_first_shape() && i == 0);
        if (c.which != op::identity && !c.is_scalar(i) && (must_reach || random.one_in(2))) {
            o.how.strides = aligned_strides(o.how, 2);
            o.how.extents = {rows, cols};
        }
        p.inputs.push_back(o);
    }
    if (c.which != op::identity) {
        bool reaches[2] = {rows == 1, cols == 1};
        std::size_t rank = 0;
        for (const operand& o : p.inputs) {
            const std::size_t own = o.how.extents.size();
            rank = std::max(rank, own);
            for (std::size_t i = 0; i < own; ++i) {
                if (o.how.extents[own - 1 - i] != 1) reaches[1 - i] = true;
            }
        }
        if (!reaches[0] || !reaches[1] || rank < 2) {
            operand& o = p.inputs.front();
            o.how.strides = aligned_strides(o.how, 2);
            o.how.extents = {rows, cols};
        }
    }
    place_anywhere(p, random);
    return p;
}

problem row_of(const cell& c, std::int64_t n, unsigned splats, random_bits& random) {
    problem p;
    p.what = c;
    p.with = c.with;
    p.output.how = dense({n}, c.output_bytes());
    for (std::size_t i = 0; i < c.arity(); ++i) {
        operand o;
        o.how = dense({n}, c.input_bytes(i));
        if (splats >> i & 1) o.how.strides[0] = 0;
        if (c.is_scalar(i)) o.how = random.one_in(2) ? layout{} : dense({1}, c.input_bytes(i));
        p.inputs.push_back(o);
    }
    place_anywhere(p, random);
    return p;
}

}  // namespace zerostride::test
