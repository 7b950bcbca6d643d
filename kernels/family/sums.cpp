// The table of sums over axes.
#include "kernels/ops/sum.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <dtype Type>
constexpr void add_type(sum_table& table) noexcept {
    using T = stored<Type>;
    constexpr std::size_t at = dtype_row(Type);
    if constexpr (kernel_type(op::add, Type) == Type && !std::is_same_v<T, text> && !std::is_same_v<T, truth>) {
        table.eight[at] = &sums_of_eight<T>;
        table.few[at] = &sum_of_few<T>;
        if constexpr (!std::is_same_v<T, half>) table.lanes[at] = &sum_of_lanes<T>;
    }
}

consteval sum_table all_types() noexcept {
    sum_table table{};
    [&]<std::size_t... T>(std::index_sequence<T...>) { (add_type<dtypes[T].type>(table), ...); }
    (std::make_index_sequence<dtype_count>{});
    return table;
}

}  // namespace

extern const sum_table sums;
constinit const sum_table sums = all_types();

}  // namespace zerostride::kernels::ZS_ISA
