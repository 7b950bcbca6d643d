// The case list of the benchmarks: every case plans, runs and is right; and a wrong row is named with what is wrong.
#include "bench/cases.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "bench/operands.hpp"
#include "support/layout.hpp"
#include "support/oracle.hpp"
#include "support/settings.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::bench {
namespace {

using numbers = std::vector<std::int64_t>;

std::vector<bench_case> list() {
    std::vector<bench_case> cases;
    std::string message;
    EXPECT_TRUE(read_cases(default_cases_path(), cases, message)) << message;
    return cases;
}

test::question question_of(const bench_case& row) {
    test::question asked(row.which, row.type);
    asked.second = row.second;
    asked.attributes = row.attributes;
    return asked;
}

/// Compares results with the oracle at as many elements as there is time for, evenly spread over the index tuples.
void check_results(const bench_case& row, const bound_row& work, std::int64_t most) {
    const std::size_t count = row.operands.size();
    std::vector<std::int64_t> strides[most_case_operands];
    for (std::size_t i = 0; i < count; ++i) {
        const const_tensor_view& operand = work.inputs()[i];
        strides[i] = test::aligned_strides({row.operands[i].shape, {operand.strides, operand.strides + operand.rank}},
                                           row.output.size());
    }
    const test::question asked = question_of(row);
    const std::size_t bytes = size_of(row.result());
    // No row length is a multiple of the step, so every place in a row has its turn.
    std::int64_t step = std::max<std::int64_t>(row.elements / most, 1);
    if (step > 1) step |= 1;
    std::int64_t at = 0, wrong = 0;
    test::for_each_index(row.output, strides, count, [&](const std::int64_t* offsets) {
        const std::int64_t here = at++;
        if (here % step != 0 && here + 1 != row.elements) return;
        const void* inputs[most_case_operands];
        for (std::size_t i = 0; i < count; ++i) {
            inputs[i] = static_cast<const std::byte*>(work.input_data()[i]) + offsets[i];
        }
        const void* const actual =
            static_cast<const std::byte*>(work.output_data()) + here * static_cast<std::int64_t>(bytes);
        if (test::is_right(asked, inputs, actual) || wrong++ != 0) return;
        char text[128];
        ADD_FAILURE() << "element " << here << " is " << test::show(row.result(), actual, text);
    });
    EXPECT_EQ(wrong, 0);
}

TEST(bench_cases, every_case_plans_runs_and_is_right) {
    // More is a matter of memory that the machine of a test may not have; those are planned.
    const std::int64_t largest = test::scaled(std::int64_t{1} << 20);
    const std::int64_t most_compared = test::scaled(2000);
    workspace memory;
    for (const bench_case& row : list()) {
        SCOPED_TRACE(row.name());
        if (row.elements > largest) {
            std::vector<const_tensor_view> inputs;
            std::vector<placement> placed;
            for (const operand_layout& each : row.operands) placed.push_back(place(each, 1));
            for (std::size_t i = 0; i < row.operands.size(); ++i) {
                inputs.emplace_back(nullptr, row.input(i), row.operands[i].shape);
            }
            plan made;
            const outcome answer =
                plan::try_make(made, row.what(), inputs, const_tensor_view(nullptr, row.result(), row.output));
            EXPECT_TRUE(answer) << answer.message;
            continue;
        }
        const bound_row work(row, memory);
        plan made;
        const outcome answer = plan::try_make(made, work.what(), work.inputs(), work.output());
        ASSERT_TRUE(answer) << answer.message;
        ASSERT_EQ(made.run(work.input_data(), work.output_data()), status::ok);
        check_results(row, work, most_compared);
    }
}

TEST(bench_cases, every_promised_case_is_there) {
    std::set<std::string> groups, names, quick;
    for (const bench_case& row : list()) {
        groups.insert(row.group);
        names.insert(row.name());
        if (row.is_quick) quick.insert(row.group);
    }
    for (const char* group :
         {"contiguous", "splat", "row", "column", "outer", "bias", "mask", "middle", "alternating", "transposed",
          "expand", "where", "cast", "integer_division", "compare", "tiny", "functions"}) {
        EXPECT_TRUE(groups.count(group)) << group;
        EXPECT_TRUE(quick.count(group)) << group;
    }
    for (const char* shape : {"900000x1", "450000x2", "300000x3", "225000x4", "128571x7", "112500x8", "56250x16",
                              "14062x64", "879x1024", "7x131072"}) {
        for (const char* kind : {"row_", "column_", "outer_"}) {
            EXPECT_TRUE(names.count(std::string("add/f32/") + kind + shape)) << kind << shape;
        }
    }
    for (const char* name : {"add/f32/contiguous_16", "add/f32/contiguous_33554432", "add/f32/pair_900000x1",
                             "cast/f32_f16/cast_4096", "cast/f32_u8/cast_4096", "cast/i64_f32/cast_4096"}) {
        EXPECT_TRUE(names.count(name)) << name;
    }
}

TEST(bench_cases, every_function_is_there) {
    std::set<op> listed;
    for (const bench_case& row : list()) listed.insert(row.which);
    for (const op_info& row : ops) {
        const bool is_function = row.family == op_family::math || row.family == op_family::libm ||
                                 (row.family == op_family::sigmoidal && row.arity == 1);
        EXPECT_TRUE(!is_function || listed.count(row.id)) << row.name;
    }
}

std::vector<bench_case> read(const std::string& text) {
    std::vector<bench_case> cases;
    std::string message;
    EXPECT_TRUE(parse_cases("[some]\n" + text, "t", cases, message)) << message;
    return cases;
}

TEST(bench_cases, a_row_is_multiplied_by_its_operators_and_types) {
    const std::vector<bench_case> cases = read("turned add,mul|sub f32|i8 [2,3]@[1,2] [3] values=-1:1,2:4  # why\n");
    ASSERT_EQ(cases.size(), 6u);
    EXPECT_EQ(cases[0].name(), "add/f32/turned");
    EXPECT_EQ(cases[3].name(), "mul/i8/turned");
    EXPECT_EQ(cases[0].group, "some");
    const bool quick[] = {true, false, true, false, false, false};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(cases[i].is_quick, quick[i]) << cases[i].name();
    EXPECT_EQ(cases[5].which, op::sub);
    EXPECT_EQ(cases[5].type, dtype::i8);
    EXPECT_EQ(cases[5].operands[0].strides, (numbers{1, 2}));
    EXPECT_EQ(cases[5].output, (numbers{2, 3}));
    EXPECT_EQ(cases[5].elements, 6);
    EXPECT_EQ(cases[5].values_of(0).low, -1);
    EXPECT_EQ(cases[5].values_of(1).high, 4);
    EXPECT_EQ(cases[5].result(), dtype::i8);
}

TEST(bench_cases, reads_attributes_two_types_and_results) {
    const bench_case cast = read("c cast f32>u8 [4]\n")[0];
    EXPECT_EQ(cast.name(), "cast/f32_u8/c");
    EXPECT_EQ(cast.result(), dtype::u8);
    ASSERT_EQ(cast.attributes.size(), 1u);
    EXPECT_EQ(cast.attributes[0].id, attribute_id::to);
    const bench_case power = read("p pow f32>i32 [4] [4]\n")[0];
    EXPECT_EQ(power.input(0), dtype::f32);
    EXPECT_EQ(power.input(1), dtype::i32);
    EXPECT_EQ(power.result(), dtype::f32);
    const bench_case expand = read("e identity i8 [3] -> [2,3]\n")[0];
    EXPECT_EQ(expand.output, (numbers{2, 3}));
    const bench_case gelu = read("g gelu f32 [4] approximate=tanh\n")[0];
    ASSERT_EQ(gelu.attributes.size(), 1u);
    EXPECT_EQ(gelu.attributes[0].value, 1.0);
    const bench_case where = read("w where f64 [1] [4] [4]\n")[0];
    EXPECT_EQ(where.input(0), dtype::boolean);
    EXPECT_EQ(where.input(2), dtype::f64);
    EXPECT_EQ(where.values_of(1).low, 1);
}

TEST(bench_cases, random_values_are_in_their_range_and_differ_between_operands) {
    workspace memory;
    const bench_case row = read("r sub i8 [1000] [1000] values=-5:5\n")[0];
    const bound_row work(row, memory);
    std::set<int> seen;
    int same = 0;
    for (int i = 0; i < 1000; ++i) {
        const int x = static_cast<const std::int8_t*>(work.input_data()[0])[i];
        const int y = static_cast<const std::int8_t*>(work.input_data()[1])[i];
        EXPECT_TRUE(-5 <= x && x <= 5) << x;
        seen.insert(x);
        same += x == y;
    }
    EXPECT_EQ(seen.size(), 11u);
    EXPECT_LT(same, 300);
}

/// The message of a list that must be refused, with a heading before it.
std::string refusal(const std::string& text) {
    std::vector<bench_case> cases(1);
    cases[0].row = "untouched";
    std::string message;
    EXPECT_FALSE(parse_cases("[some]\n" + text, "t", cases, message)) << text;
    EXPECT_EQ(cases.size(), 1u) << text;
    EXPECT_EQ(cases[0].row, "untouched") << text;
    return message;
}

TEST(bench_cases, wrong_rows_are_named) {
    EXPECT_EQ(refusal("good add f32 [2] [2]\nbad add f32 [2,3] [2]"),
              "t:3: bad: broadcast: E1: axis 1: extents 3 and 2 do not broadcast (operand 0 is [2,3], operand 1 is "
              "[2])");
    EXPECT_EQ(refusal("Bad add f32 [2] [2]"), "t:2: a name has small letters, digits and underscores, not 'Bad'");
    EXPECT_EQ(refusal("few add f32"), "t:2: few: a row has a name, operators, element types and operands");
    EXPECT_EQ(refusal("few add"), "t:2: few: a row has a name, operators, element types and operands");
    EXPECT_EQ(refusal("one add f32 [2]"), "t:2: one: Add does not take 1 operands");
    EXPECT_EQ(refusal("many max f32 [2] [2] [2] [2]"), "t:2: many: Max does not take 4 operands");
    EXPECT_EQ(refusal("what plus f32 [2] [2]"), "t:2: what: no operator 'plus'");
    EXPECT_EQ(refusal("scale quantize_linear f32 [2] [1]"),
              "t:2: scale: QuantizeLinear has operands that a row cannot describe");
    EXPECT_EQ(refusal("type add f31 [2] [2]"), "t:2: type: no element type 'f31'");
    EXPECT_EQ(refusal("type add bool [2] [2]"), "t:2: type: Add has no bool");
    EXPECT_EQ(refusal("type add f32>i8 [2] [2]"), "t:2: type: Add takes one element type");
    EXPECT_EQ(refusal("type cast f32 [2]"), "t:2: type: Cast takes element types as in f32>i8");
    EXPECT_EQ(refusal("type cast f32>i9 [2]"), "t:2: type: no element type 'i9'");
    EXPECT_EQ(refusal("open add f32 [2,3 [3]"), "t:2: open: expected ',' or ']' after the extents, found ' [3]'");
    EXPECT_EQ(refusal("none add f32 [0] [1]"), "t:2: none: extent 0 is not positive");
    EXPECT_EQ(refusal("wide add f32 [2]@[9223372036854775807] [2]"),
              "t:2: wide: an operand spans more than 4294967296 elements");
    EXPECT_EQ(refusal("huge add f32 [100000,1] [1,100000]"), "t:2: huge: the result has more than 4294967296 elements");
    EXPECT_EQ(refusal("small identity f32 [3] -> [1]"), "t:2: small: the operands do not stretch to the result");
    EXPECT_EQ(refusal("turned identity f32 [3,2] -> [3,2]@[1,3]"), "t:2: turned: the result is dense");
    EXPECT_EQ(refusal("word elu f32 [2] alpha"), "t:2: word: expected an operand or NAME=VALUE, found 'alpha'");
    EXPECT_EQ(refusal("word elu f32 [2] alfa=1"), "t:2: word: no attribute 'alfa'");
    EXPECT_EQ(refusal("word elu f32 [2] alpha=one"), "t:2: word: alpha is a number or one of its words, not 'one'");
    EXPECT_EQ(refusal("range elu f32 [2] values=2:1"),
              "t:2: range: values are LOW:HIGH with LOW <= HIGH and not both 0, not '2:1'");
    EXPECT_EQ(refusal("range elu f32 [2] values=0:0"),
              "t:2: range: values are LOW:HIGH with LOW <= HIGH and not both 0, not '0:0'");
    EXPECT_EQ(refusal("range elu f32 [2] values=2"),
              "t:2: range: values are LOW:HIGH with LOW <= HIGH and not both 0, not '2'");
    EXPECT_EQ(refusal("range elu f32 [2] values=nan:2"),
              "t:2: range: values are LOW:HIGH with LOW <= HIGH and not both 0, not 'nan:2'");
    EXPECT_EQ(refusal("twice elu f32 [2]\ntwice elu f32 [3]"), "t:3: elu/f32/twice: the case is there already");
    EXPECT_EQ(refusal("# nothing but a comment"), "t: no rows");
    EXPECT_EQ(refusal("comma add, f32 [2] [2]"), "t:2: comma: no operator ''");
    EXPECT_EQ(refusal("comma add f32,,i8 [2] [2]"), "t:2: comma: no element type ''");
    EXPECT_EQ(refusal("bar add| f32 [2] [2]"), "t:2: bar: no operator ''");
    EXPECT_EQ(refusal("range elu f32 [2] values="),
              "t:2: range: values are LOW:HIGH with LOW <= HIGH and not both 0, not ''");
    EXPECT_EQ(refusal("range elu f32 [2] values=1:2|3:4"),
              "t:2: range: values are LOW:HIGH with LOW <= HIGH and not both 0, not '1:2|3:4'");
    EXPECT_EQ(refusal("range elu f32 [2] values=1:2,3:4"), "t:2: range: 2 ranges of values for 1 operands");
}

TEST(bench_cases, rows_that_no_run_could_measure_are_named) {
    const std::string attribute = refusal("good add f32 [2] [2]\nbad add f32 [2] [2] alpha=1");
    EXPECT_EQ(attribute.substr(0, 10), "t:3: bad: ");
    EXPECT_NE(attribute.find("alpha"), std::string::npos) << attribute;
    EXPECT_EQ(refusal("huge add f64 [400000000] [400000000]"),
              "t:2: huge: its operands and result have more than 4294967296 bytes");
}

TEST(bench_cases, rows_stand_under_a_heading) {
    std::vector<bench_case> cases;
    std::string message;
    EXPECT_FALSE(parse_cases("alone add f32 [2] [2]\n", "t", cases, message));
    EXPECT_EQ(message, "t:1: alone: a row stands under a heading, such as [contiguous]");
    EXPECT_FALSE(parse_cases("", "t", cases, message));
    EXPECT_EQ(message, "t: no rows");
    EXPECT_FALSE(read_cases("/nonexistent/cases.txt", cases, message));
    EXPECT_EQ(message, "/nonexistent/cases.txt: cannot be read");
}

TEST(bench_cases, begin_where_in_a_cache_line_they_are_asked_to) {
    const std::vector<bench_case> cases = read("a where f32 [70,3] [70,3] [1,3]\n");
    workspace memory;
    for (const std::size_t offset : {std::size_t{0}, std::size_t{16}, std::size_t{48}, std::size_t{0}}) {
        SCOPED_TRACE(offset);
        memory.begin_at(offset);
        const bound_row work(cases[0], memory);
        const auto place = [](const void* data) { return reinterpret_cast<std::uintptr_t>(data) % 64; };
        EXPECT_EQ(place(work.output_data()), offset);
        for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(place(work.input_data()[i]), offset);
        ASSERT_EQ(plan(work.what(), work.inputs(), work.output()).run(work.input_data(), work.output_data()),
                  status::ok);
        check_results(cases[0], work, cases[0].elements);
    }
}

/// The names that are left of two cases, or what is said when there are none.
std::string chosen(const std::vector<std::string>& texts, bool quick) {
    std::vector<bench_case> cases = read("a add|mul f32 [2] [2]\n");
    std::string message;
    if (!choose_cases(cases, texts, quick, message)) return message;
    std::string names;
    for (const bench_case& row : cases) names += row.name() + " ";
    return names;
}

TEST(bench_cases, are_chosen_by_parts_of_their_names) {
    EXPECT_EQ(chosen({}, false), "add/f32/a mul/f32/a ");
    EXPECT_EQ(chosen({"mul", "f32/a"}, false), "add/f32/a mul/f32/a ");
    EXPECT_EQ(chosen({"mul"}, false), "mul/f32/a ");
    EXPECT_EQ(chosen({}, true), "add/f32/a ");
    EXPECT_EQ(chosen({"mul", "typo"}, false), "no case has 'typo' in its name");
    EXPECT_EQ(chosen({""}, false), "no case has '' in its name");
    EXPECT_EQ(chosen({"mul"}, true), "no case of the quick run has 'mul' in its name");
}

}  // namespace
}  // namespace zerostride::bench
