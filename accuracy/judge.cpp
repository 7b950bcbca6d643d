#include "accuracy/judge.hpp"

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
template <dtype Type>
bool settles(double estimate, double& right) noexcept {
    right = narrowed<Type>(estimate * (1.0 - estimate_margin));
    return same_number(right, narrowed<Type>(estimate * (1.0 + estimate_margin)));
}

template <dtype Type>
void judge_all(const function& f, number_block& block, const std::function<void(std::size_t, double)>& hard) {
    estimates(f, block.x.data(), block.y.data(), block.value.data(), block.size());
    constexpr format in = format_of(Type);
    const double least_normal = std::ldexp(1.0, in.least + in.bits - 1);
    digits x(precision_of(Type)), y(precision_of(Type)), exact(precision_of(Type));
    for (std::size_t i = 0; i < block.size(); ++i) {
        // At zeros and infinities a composition may have no value where the function has a limit.
        const bool is_ordinary = block.x[i] != 0.0 && !std::isinf(block.x[i]) && !std::isinf(block.y[i]);
        if (settles<Type>(block.value[i], block.right[i]) && is_ordinary) [[likely]]
            continue;
        mpfr_set_d(x, block.x[i], MPFR_RNDN);
        mpfr_set_d(y, block.y[i], MPFR_RNDN);
        reference(f, x, y, exact);
        block.right[i] = rounded(Type, exact);
        block.value[i] = mpfr_get_d(exact, MPFR_RNDN);
        const double distance = distance_from_tie(Type, exact);
        if (std::fabs(block.value[i]) >= least_normal && distance > 0.0 && distance < 0x1p-10) hard(i, distance);
    }
}

}  // namespace

void judge(const function& f, dtype type, number_block& block, const std::function<void(std::size_t, double)>& hard) {
    if (type == dtype::f16) judge_all<dtype::f16>(f, block, hard);
    else judge_all<dtype::f32>(f, block, hard);
}

}  // namespace zerostride::accuracy
