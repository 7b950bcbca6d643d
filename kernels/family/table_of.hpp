// Fills a family's table: every operator of the family by every element type, at compile time.
#pragma once

#include "kernels/rows.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// `make` answers the cell of (Op, Type): called as make.template operator()<Op, Type>().
template <op_family Family, class Make>
consteval cells<family_size(Family)> table_of(Make make) noexcept {
    cells<family_size(Family)> table{};
    const auto fill_row = [&]<op Op, std::size_t... T>(std::index_sequence<T...>) {
        ((table.at[family_index(Op)][T] = make.template operator()<Op, dtypes[T].type>()), ...);
    };
    const auto fill = [&]<std::size_t... I>(std::index_sequence<I...>) {
        const auto visit = [&]<op Op>() {
            if constexpr (info(Op).family == Family) {
                fill_row.template operator()<Op>(std::make_index_sequence<dtype_count>{});
            }
        };
        (visit.template operator()<ops[I].id>(), ...);
    };
    fill(std::make_index_sequence<op_count>{});
    return table;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
