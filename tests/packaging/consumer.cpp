// A program as a user writes it, in C++17 and nothing newer: the broadcast that the README shows, in the three
// forms of the interface, with the answers written out by hand.
#include <cstdio>
#include <string>
#include <vector>
#include <zerostride/zerostride.hpp>

#if __cplusplus != 201703L
#error "the consumers prove that C++17 is enough"
#endif

namespace zs = zerostride;

int main() {
    const std::vector<float> image = {1, 2, 3, 4, 5, 6};
    const std::vector<float> mean = {1, 0, -1};
    const std::vector<float> expected = {0, 2, 4, 3, 5, 7};

    std::vector<float> difference(6);
    zs::sub(zs::view(image, {2, 3}), zs::view(mean, {3}), zs::view(difference, {2, 3}));
    if (difference != expected) return std::puts("free function: wrong result"), 1;

    const zs::tensor made = zs::sub(zs::tensor::from(image, {2, 3}), zs::tensor::from(mean, {3}));
    if (made.shape() != std::vector<std::int64_t>{2, 3}) return std::puts("tensor: wrong shape"), 1;
    if (std::vector<float>(made.data_as<float>(), made.data_as<float>() + 6) != expected) {
        return std::puts("tensor: wrong result"), 1;
    }

    std::vector<float> planned(6);
    const zs::plan plan(zs::op::sub, {zs::view(image, {2, 3}), zs::view(mean, {3})}, zs::view(planned, {2, 3}));
    const void* const inputs[] = {image.data(), mean.data()};
    if (plan.run(inputs, planned.data()) != zs::status::ok || planned != expected) {
        return std::puts("plan: wrong result"), 1;
    }

    const std::vector<float> four(4);
    const zs::outcome refused = zs::try_sub(zs::view(image, {2, 3}), zs::view(four, {4}), zs::view(difference, {2, 3}));
    if (refused.code != zs::status::shape_mismatch || refused.message.find("E1") == std::string::npos) {
        return std::puts("extents 3 and 4 were not refused as E1"), 1;
    }

    std::printf("zerostride %d.%d.%d on %s\n", ZEROSTRIDE_VERSION_MAJOR, ZEROSTRIDE_VERSION_MINOR,
                ZEROSTRIDE_VERSION_PATCH, zs::name_of(zs::current_isa()));
    return 0;
}
