// Fills a family's table: every operator of the family by every element type, at compile time.
#pragma once

#include "kernels/rows.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Calls visit.template operator()<Op>() for every operator of the family.
template <op_family Family, class Visit>
consteval void for_each_operator_of(Visit visit) noexcept {
    const auto visit_one = [&]<op Op>() {
        if constexpr (info(Op).family == Family) visit.template operator()<Op>();
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) { (visit_one.template operator()<ops[I].id>(), ...); }
    (std::make_index_sequence<op_count>{});
}

/// `make` answers the cell of (Op, Type): called as make.template operator()<Op, Type>().
template <op_family Family, class Make>
requires(family_types(Family) == 1) consteval cells<Family> table_of(Make make) noexcept {
    cells<Family> table{};
    const auto fill_row = [&]<op Op, std::size_t... T>(std::index_sequence<T...>) {
        ((table.at[cell_index(Op, dtypes[T].type, dtype{})] = make.template operator()<Op, dtypes[T].type>()), ...);
    };
    for_each_operator_of<Family>(
        [&]<op Op>() { fill_row.template operator()<Op>(std::make_index_sequence<dtype_count>{}); });
    return table;
}

/// The same for a family that two types choose from: called as make.template operator()<Op, Type, Second>().
template <op_family Family, class Make>
requires(family_types(Family) == 2) consteval cells<Family> table_of(Make make) noexcept {
    cells<Family> table{};
    const auto fill_type = [&]<op Op, dtype Type, std::size_t... S>(std::index_sequence<S...>) {
        ((table.at[cell_index(Op, Type, dtypes[S].type)] = make.template operator()<Op, Type, dtypes[S].type>()), ...);
    };
    const auto fill_row = [&]<op Op, std::size_t... T>(std::index_sequence<T...> all) {
        (fill_type.template operator()<Op, dtypes[T].type>(all), ...);
    };
    for_each_operator_of<Family>(
        [&]<op Op>() { fill_row.template operator()<Op>(std::make_index_sequence<dtype_count>{}); });
    return table;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
