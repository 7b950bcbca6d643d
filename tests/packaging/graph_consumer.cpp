// A graph as a user writes it, in C++17 and nothing newer.
#include <cstdio>
#include <memory>
#include <vector>
#include <zerostride/graph.hpp>

#if __cplusplus != 201703L
#error "the consumers prove that C++17 is enough"
#endif

namespace zs = zerostride;

int main() {
    zs::graph g;
    g.inputs = {{"image"}};
    g.outputs = {{"result"}};
    g.constants["mean"] = std::make_shared<const zs::tensor>(zs::tensor::from<float>({1, 0, -1}, {3}));
    g.nodes = {{"", "Sub", {"image", "mean"}, {"centred"}}, {"", "Relu", {"centred"}, {"result"}}};

    const std::vector<float> image = {0, 2, 3, 4, -5, 6};
    const zs::graph_plan plan(g, {zs::view(image, {2, 3})}, zs::graph_profile::strict);
    std::vector<float> result(6);
    zs::tensor workspace(zs::dtype::u8, {static_cast<std::int64_t>(plan.workspace_bytes())});
    const void* const inputs[] = {image.data()};
    void* const outputs[] = {result.data()};
    if (plan.run(inputs, outputs, workspace.data()) != zs::status::ok) return std::puts("run failed"), 1;
    if (result != std::vector<float>{0, 2, 4, 3, 0, 7}) return std::puts("wrong result"), 1;
    std::puts("graph: right");
    return 0;
}
