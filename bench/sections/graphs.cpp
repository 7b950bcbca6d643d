// zerostride_bars: graphs against their nodes one after the other, each a plan of its own over whole tensors.
#include <memory>
#include <string>
#include <utility>

#include "bench/chains.hpp"
#include "bench/sections/section.hpp"
#include "zerostride/graph.hpp"

namespace zerostride::bench {
namespace {

using extents = std::vector<std::int64_t>;

/// The nodes of a chain as plans over whole tensors.
class one_by_one {
public:
    one_by_one(const chain& c, const std::map<std::string, const_tensor_view>& given, const options& how) {
        std::map<std::string, const_tensor_view> known = given;
        for (const graph_node& node : c.nodes) {
            op which = op::identity;
            static_cast<void>(find_op(node.op_type, which));
            std::vector<const_tensor_view> operands;
            step made;
            for (const std::string& name : node.inputs) {
                operands.push_back(known.at(name));
                made.inputs.push_back(known.at(name).data);
            }
            results_.push_back(
                std::make_unique<tensor>(given.at("x").type, extents_ref(given.at("x").shape, given.at("x").rank)));
            made.output = results_.back()->data();
            made.planned = plan(which, operands, results_.back()->view(), how);
            known[node.outputs[0]] = std::as_const(*results_.back()).view();
            steps_.push_back(std::move(made));
        }
    }
    void run() const {
        for (const step& s : steps_) static_cast<void>(s.planned.run(s.inputs.data(), s.output));
    }

private:
    struct step {
        plan planned;
        std::vector<const void*> inputs;
        void* output;
    };
    std::vector<step> steps_;
    std::vector<std::unique_ptr<tensor>> results_;
};

/// `views`: of x, a, b and c.
comparison compared(const chain& c, const graph& g, array_ref<const_tensor_view> views, const options& how,
                    const effort& timed) {
    const graph_plan whole(g, views, graph_profile::onnx, how);
    tensor y(whole.output_type(0), whole.output_shape(0));
    tensor workspace(dtype::u8, {static_cast<std::int64_t>(whole.workspace_bytes())});
    const void* const from[] = {views[0].data, views[1].data, views[2].data, views[3].data};
    void* const to[] = {y.data()};
    const one_by_one nodes(c, {{"x", views[0]}, {"a", views[1]}, {"b", views[2]}, {"c", views[3]}}, how);
    return compare(repeated([&] { static_cast<void>(whole.run(from, to, workspace.data())); }),
                   repeated([&] { nodes.run(); }), timed);
}

}  // namespace

void graphs_section(const settings& s, table& out) {
    const struct {
        const char* name;
        std::int64_t bytes;
        double limits[2];  ///< with one thread, with two
    } sizes[] = {{"tiny", 3072, {1.25}}, {"L2", l2_bytes() / 4, {1.0}}, {"memory", memory_bytes(s) / 2, {0.8, 0.9}}};
    for (const chain& c : chains) {
        graph g;
        for (const char* name : {"x", "a", "b", "c"}) g.inputs.push_back({name});
        g.outputs = {{"y"}};
        g.nodes = c.nodes;
        for (const auto& size : sizes) {
            const extents shape = {size.bytes / 4 / c.inner, c.inner}, row = {c.inner};
            tensor x(dtype::f32, shape);
            std::vector<float> a(static_cast<std::size_t>(c.inner), 0.5f), b(a.size(), 1.25f);
            for (std::int64_t i = 0; i < x.size(); ++i) x.data_as<float>()[i] = static_cast<float>(i % 61) / 8 - 4;
            const const_tensor_view views[] = {std::as_const(x).view(), view(a, row), view(b, row), view(b, row)};
            for (const int threads : {1, 2}) {
                if (threads > cpu().processors || (threads > 1 && size.bytes <= l2_bytes())) continue;
                const options how = exact_options(s.with, threads);
                effort timed = s.how;
                if (threads > 1) timed.what = time_of::clock;
                const comparison found = compared(c, g, views, how, timed);
                out.add({"graphs",
                         std::string(c.name) + "/f32/" + size.name + "_" + std::to_string(threads),
                         {sense::at_most, size.limits[threads - 1]},
                         found.ratio,
                         "x",
                         figures(found, "graph", "its nodes")});
            }
        }
    }
}

}  // namespace zerostride::bench
