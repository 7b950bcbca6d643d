// Operators that make views or constants, against ONNX's definitions worked out element by element.
#include <gtest/gtest.h>

#include <numeric>

#include "graph/build.hpp"

namespace zerostride::test {
namespace {

using list = std::vector<std::int64_t>;

std::vector<float> counted(std::size_t n) {
    std::vector<float> made(n);
    std::iota(made.begin(), made.end(), 0.0f);
    return made;
}
std::vector<float> elements(const tensor& t) { return {t.data_as<float>(), t.data_as<float>() + t.size()}; }

/// y = operator(x, constants...) on x = 0, 1, 2, ... of `shape`.
tensor apply(const std::string& type, const list& shape,
             const std::vector<std::shared_ptr<const tensor>>& constants = {},
             const std::map<std::string, graph_attribute>& attributes = {}) {
    graph g = make_graph({"x"}, {node(type, {"x"}, "y", attributes)}, {"y"});
    for (std::size_t i = 0; i < constants.size(); ++i) {
        const std::string name = "c" + std::to_string(i);
        g.nodes[0].inputs.push_back(name);
        g.constants[name] = constants[i];
    }
    const std::vector<float> x = counted(
        static_cast<std::size_t>(std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>())));
    return std::move(eval(g, {view(x, shape)})[0]);
}
std::shared_ptr<const tensor> ints(const list& of) { return constant(of, {static_cast<std::int64_t>(of.size())}); }

TEST(graph_view, transpose) {
    const tensor turned = apply("Transpose", {2, 3}, {}, {});
    EXPECT_EQ(turned.shape(), (list{3, 2}));
    EXPECT_EQ(elements(turned), (std::vector<float>{0, 3, 1, 4, 2, 5}));
    const tensor by_perm = apply("Transpose", {2, 1, 3}, {}, {{"perm", list{1, 2, 0}}});
    EXPECT_EQ(by_perm.shape(), (list{1, 3, 2}));
    EXPECT_EQ(elements(by_perm), (std::vector<float>{0, 3, 1, 4, 2, 5}));
    EXPECT_THROW(apply("Transpose", {2, 3}, {}, {{"perm", list{0, 0}}}), error);
    EXPECT_THROW(apply("Transpose", {2, 3}, {}, {{"perm", list{0}}}), error);
}

TEST(graph_view, reshape) {
    EXPECT_EQ(apply("Reshape", {2, 6}, {ints({3, -1})}).shape(), (list{3, 4}));
    EXPECT_EQ(apply("Reshape", {2, 6}, {ints({0, 3, 2})}).shape(), (list{2, 3, 2}));
    EXPECT_EQ(apply("Reshape", {0, 6}, {ints({0, 3})}, {{"allowzero", std::int64_t{1}}}).shape(), (list{0, 3}));
    EXPECT_EQ(apply("Reshape", {1, 1}, {ints({})}).shape(), (list{}));
    for (const list& wrong :
         {list{5}, list{-1, -1}, list{-2}, list{2, 6, 0}, list{5, -1}, list{std::int64_t{1} << 62, 8}}) {
        EXPECT_THROW(apply("Reshape", {2, 6}, {ints(wrong)}), error);
    }
    EXPECT_THROW(apply("Reshape", {0, 3}, {ints({0, -1})}), error);
    // Also beside an extent of 0 the others must not be too many.
    const std::int64_t many = std::int64_t{1} << 33;
    EXPECT_THROW(apply("Reshape", {0}, {ints({0, many, many})}, {{"allowzero", std::int64_t{1}}}), error);
    EXPECT_EQ(apply("Reshape", {0}, {ints({0, many, 4})}, {{"allowzero", std::int64_t{1}}}).shape(),
              (list{0, many, 4}));
    // What is not dense is copied first.
    graph g = make_graph({"x"}, {node("Transpose", {"x"}, "t"), node("Reshape", {"t", "s"}, "y")}, {"y"});
    g.constants["s"] = ints({6});
    const std::vector<float> x = counted(6);
    EXPECT_EQ(elements(eval(g, {view(x, {2, 3})})[0]), (std::vector<float>{0, 3, 1, 4, 2, 5}));
}

TEST(graph_view, flatten) {
    EXPECT_EQ(apply("Flatten", {2, 3, 4}).shape(), (list{2, 12}));
    EXPECT_EQ(apply("Flatten", {2, 3, 4}, {}, {{"axis", std::int64_t{0}}}).shape(), (list{1, 24}));
    EXPECT_EQ(apply("Flatten", {2, 3, 4}, {}, {{"axis", std::int64_t{3}}}).shape(), (list{24, 1}));
    EXPECT_EQ(apply("Flatten", {2, 3, 4}, {}, {{"axis", std::int64_t{-1}}}).shape(), (list{6, 4}));
    EXPECT_THROW(apply("Flatten", {2, 3}, {}, {{"axis", std::int64_t{4}}}), error);
}

TEST(graph_view, squeeze_and_unsqueeze) {
    EXPECT_EQ(apply("Squeeze", {1, 3, 1}).shape(), (list{3}));
    EXPECT_EQ(apply("Squeeze", {1, 3, 1}, {ints({-1})}).shape(), (list{1, 3}));
    EXPECT_EQ(apply("Squeeze", {1, 3, 1}, {}, {{"axes", list{0}}}).shape(), (list{3, 1}));
    EXPECT_EQ(apply("Squeeze", {1, 3}, {ints({})}).shape(), (list{1, 3}));
    EXPECT_THROW(apply("Squeeze", {1, 3}, {ints({1})}), error);
    EXPECT_EQ(apply("Unsqueeze", {3}, {ints({0, -1})}).shape(), (list{1, 3, 1}));
    EXPECT_THROW(apply("Unsqueeze", {3}, {ints({0, 0})}), error);
    EXPECT_THROW(apply("Unsqueeze", {3}), error);
}

TEST(graph_view, squeeze_of_axes_that_are_left_out) {
    const tensor x(dtype::f32, {1, 4, 1});
    for (const names& inputs : {names{"x"}, names{"x", ""}}) {
        EXPECT_EQ(eval(make_graph({"x"}, {node("Squeeze", inputs, "y")}, {"y"}), {x.view()})[0].shape(),
                  (std::vector<std::int64_t>{4}));
    }
    graph none = make_graph({"x"}, {node("Squeeze", {"x", "axes"}, "y")}, {"y"});
    none.constants["axes"] = constant<std::int64_t>({}, {0});
    EXPECT_EQ(eval(none, {x.view()})[0].shape(), (std::vector<std::int64_t>{1, 4, 1}));
}

TEST(graph_view, slice_as_python_does) {
    // [start:end:step] of an axis of n elements, by Python's rule for what is left out: it is clamped.
    for (std::int64_t n = 0; n <= 4; ++n) {
        for (std::int64_t start = -6; start <= 6; ++start) {
            for (std::int64_t end = -6; end <= 6; ++end) {
                for (const std::int64_t step : {-3, -2, -1, 1, 2, 3, 100}) {
                    const auto clamped = [&](std::int64_t at) {
                        if (at < 0) at += n;
                        return step > 0 ? std::clamp<std::int64_t>(at, 0, n) : std::clamp<std::int64_t>(at, -1, n - 1);
                    };
                    std::vector<float> wanted;
                    for (std::int64_t i = clamped(start); step > 0 ? i < clamped(end) : i > clamped(end); i += step) {
                        wanted.push_back(static_cast<float>(i));
                    }
                    const tensor got = apply("Slice", {n}, {ints({start}), ints({end}), ints({0}), ints({step})});
                    // Below the first element ONNX starts at it, where Python finds nothing.
                    if (step < 0 && start < -n) continue;
                    ASSERT_EQ(elements(got), wanted) << n << " [" << start << ":" << end << ":" << step << "]";
                }
            }
        }
    }
    const std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                       greatest = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(elements(apply("Slice", {4}, {ints({greatest}), ints({least}), ints({0}), ints({-1})})),
              (std::vector<float>{3, 2, 1, 0}));
    EXPECT_EQ(elements(apply("Slice", {4}, {ints({0}), ints({greatest}), ints({-1}), ints({least})})),
              std::vector<float>{});
    EXPECT_EQ(elements(apply("Slice", {2, 3}, {ints({1}), ints({2}), ints({1})})), (std::vector<float>{1, 4}));
    EXPECT_EQ(elements(apply("Slice", {2, 3}, {ints({1}), ints({2})})), (std::vector<float>{3, 4, 5}));
    EXPECT_THROW(apply("Slice", {4}, {ints({0}), ints({1}), ints({0}), ints({0})}), error);
    EXPECT_THROW(apply("Slice", {4}, {ints({0}), ints({1}), ints({1})}), error);
    EXPECT_THROW(apply("Slice", {4}, {ints({0, 1}), ints({1})}), error);
}

TEST(graph_view, a_slice_at_the_beginning_is_not_all_of_what_is_made) {
    // Dense, and where the result of Neg begins; but that is longer than the output.
    graph g = make_graph({"x"}, {node("Neg", {"x"}, "n"), node("Slice", {"n", "s", "e"}, "y")}, {"y"});
    g.constants["s"] = ints({0});
    g.constants["e"] = ints({2});
    const std::vector<float> x = counted(6);
    EXPECT_EQ(elements(eval(g, {view(x, {6})})[0]), (std::vector<float>{-0.0f, -1}));
}

TEST(graph_view, views_of_a_slice_begin_where_it_does) {
    const auto of_slice = [](std::int64_t from, std::int64_t to, const std::string& type, const list& shape) {
        graph g = make_graph({"x"}, {node("Slice", {"x", "from", "to"}, "s"), node(type, {"s", "shape"}, "y")}, {"y"});
        g.constants = {{"from", ints({from})}, {"to", ints({to})}, {"shape", ints(shape)}};
        const std::vector<float> x = counted(4);
        return elements(eval(g, {view(x, {4})})[0]);
    };
    EXPECT_EQ(of_slice(1, 2, "Expand", {3}), (std::vector<float>{1, 1, 1}));
    EXPECT_EQ(of_slice(2, 3, "Reshape", {1, 1}), (std::vector<float>{2}));
    EXPECT_EQ(of_slice(2, 4, "Reshape", {2, 1}), (std::vector<float>{2, 3}));
}

TEST(graph_view, shapes_from_and_to_beyond_the_rank) {
    const auto axes = [](std::int64_t start, std::int64_t end) {
        return apply("Shape", {1, 2, 3}, {}, {{"start", start}, {"end", end}}).shape();
    };
    EXPECT_EQ(axes(-9, 9), (list{3}));
    EXPECT_EQ(axes(2, 1), (list{0}));
    EXPECT_EQ(axes(9, 9), (list{0}));
}

TEST(graph_view, shapes_as_constants) {
    graph g = make_graph({"x"},
                         {node("Shape", {"x"}, "all"),
                          node("Shape", {"x"}, "part", {{"start", std::int64_t{-2}}, {"end", std::int64_t{-1}}}),
                          node("Size", {"x"}, "size"), node("ConstantOfShape", {"all"}, "zeros"),
                          node("ConstantOfShape", {"part"}, "sevens", {{"value", constant<std::int32_t>({7}, {1})}}),
                          node("Expand", {"size", "part"}, "sizes")},
                         {"all", "part", "size", "zeros", "sevens", "sizes"});
    const std::vector<float> x = counted(6);
    const std::vector<tensor> made = eval(g, {view(x, {1, 2, 3})});
    EXPECT_EQ(list(made[0].data_as<std::int64_t>(), made[0].data_as<std::int64_t>() + 3), (list{1, 2, 3}));
    ASSERT_EQ(made[1].size(), 1);
    EXPECT_EQ(*made[1].data_as<std::int64_t>(), 2);
    EXPECT_EQ(*made[2].data_as<std::int64_t>(), 6);
    EXPECT_EQ(elements(made[3]), std::vector<float>(6, 0.0f));
    EXPECT_EQ(made[4].shape(), (list{2}));
    EXPECT_EQ(made[4].data_as<std::int32_t>()[1], 7);
    EXPECT_EQ(made[5].data_as<std::int64_t>()[1], 6);
    graph two = make_graph({}, {node("ConstantOfShape", {"s"}, "y", {{"value", constant<float>({1, 2}, {2})}})}, {"y"});
    two.constants["s"] = ints({3});
    EXPECT_THROW(eval(two, {}), error);
}

TEST(graph_view, every_kind_of_constant) {
    graph g = make_graph(
        {},
        {node("Constant", {}, "i", {{"value_int", std::int64_t{5}}}),
         node("Constant", {}, "is", {{"value_ints", list{5, 6}}}), node("Constant", {}, "f", {{"value_float", 0.5}}),
         node("Constant", {}, "fs", {{"value_floats", std::vector<double>{0.5, 1.5}}}),
         node("Constant", {}, "s", {{"value_string", std::string("a text that is long enough to be stored")}}),
         node("Constant", {}, "ss", {{"value_strings", names{"b", "c"}}})},
        {"i", "is", "f", "fs", "s", "ss"});
    const graph_plan made(g, {});
    const dtype types[] = {dtype::i64, dtype::i64, dtype::f32, dtype::f32, dtype::str, dtype::str};
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(made.output_type(i), types[i]);
        EXPECT_EQ(made.output_shape(i), i % 2 == 0 ? list{} : list{2});
    }
    g.nodes[0].attributes = {{"value_int", 0.5}};
    graph_plan none;
    EXPECT_EQ(graph_plan::try_make(none, g, {}).code, status::invalid_argument);
}

}  // namespace
}  // namespace zerostride::test
