// Random graphs: a plan gives the bits that the nodes give one by one, whatever is tiled, shared, reused or a view.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "graph/build.hpp"
#include "support/guarded.hpp"
#include "support/layout.hpp"
#include "support/settings.hpp"
#include "support/values.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

using list = std::vector<std::int64_t>;

/// A graph with what each of its tensors is.
class random_graph {
public:
    random_graph(random_bits& random, std::int64_t elements) : random_(random) {
        shape_ = random_extents(random.below(5), elements, false, random);
        const std::size_t inputs = 1 + random.below(4);
        for (std::size_t i = 0; i < inputs; ++i) {
            const dtype type = random.pick(types);
            const std::string name = "x" + std::to_string(i);
            // The first has all axes, so that results have them, too.
            layouts.push_back(i == 0 ? scattered(shape_, size_of(type), random)
                                     : stretched(shape_, size_of(type), random));
            const layout& l = layouts.back();
            const auto bytes = static_cast<std::size_t>(l.end_byte(size_of(type)) - l.first_byte());
            memory.push_back(make_values(type, bytes / size_of(type) + 2, random));
            input_types.push_back(type);
            g.inputs.push_back({name});
            values_[name] = materialise(view_of(i));
        }
        if (random.one_in(2)) add_constant();
        const std::size_t nodes = 1 + random.below(14);
        for (std::size_t i = 0; i < nodes; ++i) add_node(i);
        // The last node's, and others by chance.
        for (const graph_node& made : g.nodes) {
            if (&made == &g.nodes.back() || random.one_in(4)) g.outputs.push_back({made.outputs[0]});
        }
        if (random.one_in(8)) g.outputs.push_back({"x0"});
        if (random.one_in(3)) std::swap(g.nodes.front(), g.nodes.back());
    }

    const_tensor_view view_of(std::size_t i) const {
        return {memory[i].data() - layouts[i].first_byte(), input_types[i], layouts[i].extents,
                layouts[i].strides.data()};
    }
    const tensor& expected(const std::string& name) const { return values_.at(name); }
    std::string words() const {
        std::string text;
        for (const graph_node& made : g.nodes) {
            text += made.outputs[0] + " = " + made.op_type + "(";
            for (const std::string& input : made.inputs) text += input + " ";
            text += ") ";
        }
        return text;
    }

    graph g;
    std::vector<layout> layouts;
    std::vector<std::vector<std::byte>> memory;
    std::vector<dtype> input_types;

private:
    static constexpr dtype types[] = {dtype::f32, dtype::f32, dtype::i32, dtype::f64,
                                      dtype::f16, dtype::i8,  dtype::real};

    void add_constant() {
        const layout l = stretched(shape_, 4, random_);
        tensor made(dtype::f32, l.extents);
        const std::vector<std::byte> elements = make_values(dtype::f32, static_cast<std::size_t>(made.size()), random_);
        if (made.size() > 0) std::memcpy(made.data(), elements.data(), made.bytes());
        values_["c"] = made;
        g.constants["c"] = std::make_shared<const tensor>(std::move(made));
    }

    std::string any() const {
        auto at = values_.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(random_.below(values_.size())));
        return at->first;
    }
    /// A tensor of `type`, often one of the last.
    std::string any_of(dtype type) const {
        std::vector<std::string> fitting;
        for (const auto& [name, held] : values_) {
            if (held.type() == type) fitting.push_back(name);
        }
        return random_.pick(fitting);
    }

    void add_node(std::size_t number) {
        const std::string result = "n" + std::to_string(number);
        const std::string x = random_.one_in(2) && number > 0 ? "n" + std::to_string(number - 1) : any();
        const dtype type = values_.at(x).type();
        const bool is_logical = type == dtype::boolean;
        switch (random_.below(is_logical ? 8 : 12)) {
            case 0: return add_view(x, result);
            case 1: return add(node("Cast", {x}, result, {{"to", random_.pick(types)}}));
            case 2: return add(node("Equal", {x, any_of(type)}, result));
            case 3: return add(node("Identity", {x}, result));
            case 4:
            case 5: {
                for (const auto& [name, held] : values_) {
                    if (held.type() == dtype::boolean) return add(node("Where", {name, x, any_of(type)}, result));
                }
                return add(node("Equal", {x, any_of(type)}, result));
            }
            case 6:
            case 7: return add(node(is_logical ? "Xor" : "Min", {x, any_of(type)}, result));
            case 8: return add(node("Add", {x, any_of(type)}, result));
            case 9: return add(node("Mul", {x, any_of(type)}, result));
            case 10: return add(node("Neg", {x}, result));
            default: return add(node("Sum", {x, any_of(type), any_of(type)}, result));
        }
    }

    void add_view(const std::string& x, const std::string& result) {
        const tensor& from = values_.at(x);
        const std::size_t rank = from.rank();
        array_view seen = broadcast_to(from, from.shape());
        switch (random_.below(4)) {
            case 0:
                std::reverse(seen.shape.begin(), seen.shape.end());
                std::reverse(seen.strides.begin(), seen.strides.end());
                // Only squares still broadcast with the others.
                if (seen.shape != from.shape()) break;
                return add(node("Transpose", {x}, result), materialise(seen));
            case 1: {
                seen.shape.insert(seen.shape.begin(), 1);
                seen.strides.insert(seen.strides.begin(), 0);
                g.constants["axes" + result] = constant<std::int64_t>({0}, {1});
                return add(node("Unsqueeze", {x, "axes" + result}, result), materialise(seen));
            }
            case 2: {
                if (rank == 0) break;
                // One element of an axis, so that it broadcasts, or all of them the other way round.
                const std::size_t axis = random_.below(rank);
                const std::int64_t n = from.shape()[axis];
                const bool is_turned = random_.one_in(2);
                const std::int64_t first = is_turned ? n - 1 : random_.between(0, n - 1);
                seen.data = static_cast<const std::byte*>(seen.data) + first * seen.strides[axis];
                if (is_turned) seen.strides[axis] = -seen.strides[axis];
                if (!is_turned) seen.shape[axis] = 1;
                const std::string own = result;
                g.constants["s" + own] = constant<std::int64_t>({first}, {1});
                g.constants["e" + own] =
                    constant<std::int64_t>({is_turned ? std::numeric_limits<std::int64_t>::min() : first + 1}, {1});
                g.constants["a" + own] = constant<std::int64_t>({static_cast<std::int64_t>(axis)}, {1});
                g.constants["t" + own] = constant<std::int64_t>({is_turned ? -1 : 1}, {1});
                return add(node("Slice", {x, "s" + own, "e" + own, "a" + own, "t" + own}, result), materialise(seen));
            }
            default: {
                const list wide = broadcast_shapes({extents_ref(from.shape()), extents_ref(shape_)});
                g.constants["shape" + result] = constant(wide, {static_cast<std::int64_t>(wide.size())});
                return add(node("Expand", {x, "shape" + result}, result), materialise(broadcast_to(from, wide)));
            }
        }
        add(node("Identity", {x}, result));
    }

    void add(const graph_node& made) {
        op which = op::identity;
        EXPECT_TRUE(find_op(made.op_type, which));
        std::vector<const_tensor_view> operands;
        for (const std::string& name : made.inputs) operands.push_back(values_.at(name));
        std::vector<attribute> given;
        for (const auto& [name, value] : made.attributes) given.emplace_back(attribute_id::to, std::get<dtype>(value));
        add(made, eval(operation(which, given), operands));
    }
    void add(const graph_node& made, tensor value) {
        values_[made.outputs[0]] = std::move(value);
        g.nodes.push_back(made);
    }

    random_bits& random_;
    list shape_;
    std::map<std::string, tensor> values_;
};

bool same_bits(const tensor& expected, const std::byte* got) {
    return expected.size() == 0 || std::memcmp(expected.data(), got, expected.bytes()) == 0;
}

/// NaN from arithmetic may have any payload.
bool same_values(const tensor& expected, const std::byte* got) {
    if (same_bits(expected, got)) return true;
    const const_tensor_view seen(got, expected.type(), expected.shape());
    if (!contains(type_set::fractional, expected.type())) return false;
    const tensor equal_ones = equal(expected, seen), left = is_nan(expected), right = is_nan(seen);
    for (std::int64_t i = 0; i < expected.size(); ++i) {
        const bool are_nan = left.data_as<bool>()[i] && right.data_as<bool>()[i];
        const std::size_t at = static_cast<std::size_t>(i) * size_of(expected.type());
        const bool is_same =
            std::memcmp(static_cast<const std::byte*>(expected.data()) + at, got + at, size_of(expected.type())) == 0;
        if (!are_nan && !is_same) return false;
    }
    return true;
}

TEST(graph_random, gives_what_its_nodes_give) {
    random_bits random("random graphs");
    for (std::int64_t i = 0; i < scaled(600); ++i) {
        const std::int64_t elements = random.one_in(3) ? 60'000 : random.one_in(2) ? 3000 : 40;
        const random_graph r(random, elements);
        std::vector<const_tensor_view> inputs;
        std::vector<const void*> from;
        for (std::size_t k = 0; k < r.memory.size(); ++k) {
            inputs.push_back(r.view_of(k));
            from.push_back(inputs.back().data);
        }
        options how;
        how.max_threads = static_cast<int>(1 + random.below(3));
        graph_plan made;
        const outcome answer = graph_plan::try_make(made, r.g, inputs, graph_profile::onnx, how);
        ASSERT_TRUE(answer) << answer.message << "\n" << r.words();
        announce(r.words());
        std::vector<std::unique_ptr<guarded_memory>> results;
        std::vector<void*> to;
        for (std::size_t k = 0; k < made.output_count(); ++k) {
            const tensor& wanted = r.expected(r.g.outputs[k].name);
            ASSERT_EQ(made.output_type(k), wanted.type()) << r.words();
            ASSERT_EQ(made.output_shape(k), wanted.shape()) << r.words();
            results.push_back(std::make_unique<guarded_memory>(wanted.bytes()));
            std::memset(results.back()->begin(), 0xa5, wanted.bytes());
            to.push_back(results.back()->begin());
        }
        const guarded_memory workspace(made.workspace_bytes());
        std::memset(workspace.begin(), 0xa5, workspace.size());
        // A second run finds what the first one left behind.
        for (int run = 0; run < 2; ++run) {
            const status done = made.run(from.data(), to.data(), workspace.begin());
            ASSERT_EQ(done, status::ok) << to_string(done) << "\n" << r.words() << "\n" << made.explain();
        }
        for (std::size_t k = 0; k < made.output_count(); ++k) {
            const tensor& wanted = r.expected(r.g.outputs[k].name);
            ASSERT_TRUE(same_values(wanted, results[k]->begin())) << r.g.outputs[k].name << " of " << r.words() << "\n"
                                                                  << made.explain();
        }
    }
}

}  // namespace
}  // namespace zerostride::test
