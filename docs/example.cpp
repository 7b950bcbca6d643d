// A picture, normalised per channel: (image - mean) / std.
#include <cstdio>
#include <vector>
#include <zerostride/zerostride.hpp>

namespace zs = zerostride;

int main() {
    std::vector<float> image(480 * 640 * 3, 0.5f), mean = {0.485f, 0.456f, 0.406f}, std = {0.229f, 0.224f, 0.225f};
    std::vector<float> out(image.size());

    // One call. Operands are views of your memory; shapes broadcast as in NumPy and ONNX.
    zs::sub(zs::view(image, {480, 640, 3}), zs::view(mean, {3}), zs::view(out, {480, 640, 3}));

    // A plan: all is decided once; then it runs as often as you like, on any data, from any thread.
    const zs::plan divide(zs::op::div, {zs::view(out, {480, 640, 3}), zs::view(std, {3})},
                          zs::view(out, {480, 640, 3}));
    const void* const inputs[] = {out.data(), std.data()};
    if (divide.run(inputs, out.data()) != zs::status::ok) return 1;  // in place
    std::printf("%g %g %g\n", out[0], out[1], out[2]);               // 0.0655021 0.196429 0.417778

    // Owning tensors; and what a refusal says: in [3,H,W] the channels are not last.
    zs::tensor planes(zs::dtype::f32, {3, 480, 640});
    const zs::outcome refused = zs::try_add(planes, zs::view(mean, {3}), planes.view());
    std::puts(refused.message.c_str());
    return refused.code == zs::status::shape_mismatch ? 0 : 1;
}
