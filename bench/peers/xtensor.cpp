// xtensor: arrays of run-time rank over our memory, its expressions with its own vectors. One thread.
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xoperation.hpp>
#include <xtensor/xtensor_config.hpp>

#include "bench/peers/layout.hpp"

namespace zerostride::bench {
namespace {

using extents = std::vector<std::size_t>;

template <class T>
auto dense_operand(const problem& asked, std::size_t i) {
    const operand_layout& operand = asked.row.operands[i];
    const extents shape(operand.shape.begin(), operand.shape.end());
    std::size_t count = 1;
    for (const std::size_t extent : shape) count *= extent;
    return xt::adapt<xt::layout_type::row_major>(const_cast<T*>(static_cast<const T*>(asked.work.input_data()[i])),
                                                 count, xt::no_ownership(), shape);
}

template <class T>
auto dense_result(const problem& asked) {
    const extents shape(asked.row.output.begin(), asked.row.output.end());
    return xt::adapt<xt::layout_type::row_major>(static_cast<T*>(asked.work.output_data()),
                                                 static_cast<std::size_t>(asked.work.elements()), xt::no_ownership(),
                                                 shape);
}

/// An operand with strides of its own.
template <class T>
auto strided_operand(const problem& asked, std::size_t i) {
    const operand_layout& operand = asked.row.operands[i];
    const extents shape(operand.shape.begin(), operand.shape.end());
    const std::vector<std::ptrdiff_t> strides(operand.strides.begin(), operand.strides.end());
    // It wants to hear of as many elements as the shape has, wherever they lie.
    std::size_t count = 1;
    for (const std::size_t extent : shape) count *= extent;
    return xt::adapt(const_cast<T*>(static_cast<const T*>(asked.work.input_data()[i])), count, xt::no_ownership(),
                     shape, strides);
}

template <class T, class Result, class Body>
batch binary(const problem& asked, Body body) {
    return repeated([x = dense_operand<T>(asked, 0), y = dense_operand<T>(asked, 1), z = dense_result<Result>(asked),
                     body]() mutable { xt::noalias(z) = body(x, y); });
}
template <class T, class Body>
batch unary(const problem& asked, Body body) {
    return repeated(
        [x = dense_operand<T>(asked, 0), z = dense_result<T>(asked), body]() mutable { xt::noalias(z) = body(x); });
}

class xtensor_peer : public peer {
public:
    const char* name() const override { return "xtensor"; }
    std::string version() const override {
        return std::to_string(XTENSOR_VERSION_MAJOR) + "." + std::to_string(XTENSOR_VERSION_MINOR) + "." +
               std::to_string(XTENSOR_VERSION_PATCH);
    }
    batch prepare(const problem& asked) override {
        const bench_case& row = asked.row;
        if (!all_plain(row)) return prepare_strided(asked);
        const auto sum = [](const auto& x, const auto& y) { return x + y; };
        if (row.which == op::add) {
            return with_type<float, double, std::int8_t, std::int64_t>(
                row.type, [&]<class T>() { return binary<T, T>(asked, sum); });
        }
        if (row.type != dtype::f32) return {};
        if (row.operands.size() == 2) {
            const auto of = [&](auto body) { return binary<float, float>(asked, body); };
            switch (row.which) {
                case op::sub: return of([](const auto& x, const auto& y) { return x - y; });
                case op::mul: return of([](const auto& x, const auto& y) { return x * y; });
                case op::div: return of([](const auto& x, const auto& y) { return x / y; });
                case op::max: return of([](const auto& x, const auto& y) { return xt::maximum(x, y); });
                case op::less: return binary<float, bool>(asked, [](const auto& x, const auto& y) { return x < y; });
                default: return {};
            }
        }
        if (row.operands.size() != 1 || row.operands[0].shape != row.output) return {};
        const auto of = [&](auto body) { return unary<float>(asked, body); };
        switch (row.which) {
            case op::abs: return of([](const auto& x) { return xt::abs(x); });
            case op::sqrt: return of([](const auto& x) { return xt::sqrt(x); });
            case op::exp: return of([](const auto& x) { return xt::exp(x); });
            case op::log: return of([](const auto& x) { return xt::log(x); });
            case op::sin: return of([](const auto& x) { return xt::sin(x); });
            case op::tanh: return of([](const auto& x) { return xt::tanh(x); });
            case op::erf: return of([](const auto& x) { return xt::erf(x); });
            default: return {};
        }
    }

private:
    static batch prepare_strided(const problem& asked) {
        const bench_case& row = asked.row;
        for (const operand_layout& operand : row.operands) {
            for (const std::int64_t stride : operand.strides) {
                if (stride < 0) return {};
            }
        }
        if (row.type != dtype::f32) return {};
        if (row.which == op::add) {
            return repeated([x = dense_operand<float>(asked, 0), y = strided_operand<float>(asked, 1),
                             z = dense_result<float>(asked)]() mutable { xt::noalias(z) = x + y; });
        }
        if (row.which == op::identity) {
            return repeated([x = strided_operand<float>(asked, 0), z = dense_result<float>(asked)]() mutable {
                xt::noalias(z) = x;
            });
        }
        return {};
    }
};

}  // namespace

std::unique_ptr<peer> make_xtensor() { return std::make_unique<xtensor_peer>(); }

}  // namespace zerostride::bench
