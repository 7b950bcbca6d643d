#include "accuracy/judge.hpp"

#include <algorithm>
#include <limits>

#include "accuracy/estimate.hpp"
#include "accuracy/reference.hpp"

namespace zerostride::accuracy {
namespace {

template <dtype Type>
double narrowed(double value) noexcept {
    if constexpr (Type == dtype::f32) return static_cast<float>(value);
    else return rounded(Type, value);
}

/// Both ends of an estimate's interval, rounded: rounding keeps the order, so where the ends agree, all between them
/// do.
struct ends {
    double low, high;
};
template <dtype Type>
ends rounded_ends(double estimate) noexcept {
    return {narrowed<Type>(estimate * (1.0 - estimate_margin)), narrowed<Type>(estimate * (1.0 + estimate_margin))};
}

/// Whether estimates of finite operands other than zeros settle what is right, as numbers; then `right` has it.
template <dtype Type>
bool all_settle(number_block& block, std::size_t first, std::size_t last) noexcept {
    constexpr double greatest = std::numeric_limits<double>::max();
    std::uint64_t doubts = 0;
    for (std::size_t i = first; i < last; ++i) {
        const double x = std::fabs(block.x[i]), y = std::fabs(block.y[i]);
        const auto [low, high] = rounded_ends<Type>(block.value[i]);
        block.right[i] = low;
        doubts |= std::bit_cast<std::uint64_t>(low) ^ std::bit_cast<std::uint64_t>(high);
        doubts |= static_cast<std::uint64_t>(!(x > 0.0)) | static_cast<std::uint64_t>(!(x <= greatest)) |
                  static_cast<std::uint64_t>(!(y <= greatest));
    }
    return doubts == 0;
}

template <dtype Type>
void judge_all(const function& f, number_block& block, const std::function<void(std::size_t, double)>& hard) {
    estimates(f, block.x.data(), block.y.data(), block.value.data(), block.size());
    constexpr format in = format_of(Type);
    const double least_normal = std::ldexp(1.0, in.least + in.bits - 1);
    digits x(precision_of(Type)), y(precision_of(Type)), exact(precision_of(Type));
    const auto settle = [&](std::size_t i) {
        // At zeros and infinities a composition may have no value where the function has a limit.
        const bool is_ordinary = block.x[i] != 0.0 && !std::isinf(block.x[i]) && !std::isinf(block.y[i]);
        // all_settle() has put one end into `right`, but not said whether the other is the same.
        const auto [low, high] = rounded_ends<Type>(block.value[i]);
        if (same_number(low, high) && is_ordinary) return;
        mpfr_set_d(x, block.x[i], MPFR_RNDN);
        mpfr_set_d(y, block.y[i], MPFR_RNDN);
        reference(f, x, y, exact);
        block.right[i] = rounded(Type, exact);
        block.value[i] = mpfr_get_d(exact, MPFR_RNDN);
        const double distance = distance_from_tie(Type, exact);
        if (std::fabs(block.value[i]) >= least_normal && distance > 0.0 && distance < 0x1p-10) hard(i, distance);
    };
    constexpr std::size_t group = 64;
    for (std::size_t first = 0; first < block.size(); first += group) {
        const std::size_t last = std::min(first + group, block.size());
        // Most leave no doubt.
        if (all_settle<Type>(block, first, last)) continue;
        for (std::size_t i = first; i < last; ++i) settle(i);
    }
}

}  // namespace

void judge(const function& f, dtype type, number_block& block, const std::function<void(std::size_t, double)>& hard) {
    if (type == dtype::f16) judge_all<dtype::f16>(f, block, hard);
    else judge_all<dtype::f32>(f, block, hard);
}

}  // namespace zerostride::accuracy
