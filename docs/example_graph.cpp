// A picture, normalised per channel, and Swish of it: y = n sigmoid(n), n = (image - mean) / std.
#include <cstdio>
#include <memory>
#include <vector>
#include <zerostride/graph.hpp>

namespace zs = zerostride;

int main() {
    zs::graph g;
    g.inputs = {{"image", zs::dtype::f32, std::vector<std::int64_t>{-1, -1, 3}}};  // -1: any
    g.outputs = {{"y"}};
    const auto channels = [](std::vector<float> c) {
        return std::make_shared<const zs::tensor>(zs::tensor::from(c, {3}));
    };
    g.constants = {{"mean", channels({0.485f, 0.456f, 0.406f})}, {"std", channels({0.229f, 0.224f, 0.225f})}};
    g.nodes = {{"", "Sub", {"image", "mean"}, {"centred"}},
               {"", "Div", {"centred", "std"}, {"n"}},
               {"", "Sigmoid", {"n"}, {"s"}},
               {"", "Mul", {"n", "s"}, {"y"}}};

    const std::vector<float> image(480 * 640 * 3, 0.5f);
    const zs::graph_plan plan(g, {zs::view(image, {480, 640, 3})}, zs::graph_profile::strict);
    zs::tensor y(plan.output_type(0), plan.output_shape(0));
    zs::tensor workspace(zs::dtype::u8, {static_cast<std::int64_t>(plan.workspace_bytes())});
    const void* const inputs[] = {image.data()};
    void* const outputs[] = {y.data()};
    if (plan.run(inputs, outputs, workspace.data()) != zs::status::ok) return 1;
    std::printf("%g %g %g\n", y.data_as<float>()[0], y.data_as<float>()[1], y.data_as<float>()[2]);
    return 0;
}
