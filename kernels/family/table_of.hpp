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

/// `make` answers the cell of (Op, Type): called as make.template operator()<Op, Type>(); for a family that two types
/// choose from as make.template operator()<Op, Type, Second>(). In the order of for_each_cell.
template <op_family Family, class Make>
consteval cells<Family> table_of(Make make) noexcept {
    cells<Family> table{};
    std::size_t at = 0;
    const auto put = [&](const cell& made) {
        for (std::size_t mask = 0; mask < 1 << max_inputs; ++mask) {
            if (mask < masks_of(Family)) table.at[at][mask] = made.by_splat[mask];
            else if (made.by_splat[mask] != nullptr) __builtin_abort();  // no constant expression: does not compile
        }
        ++at;
    };
    const auto add = [&]<op Op, dtype Type, dtype Second>() {
        if constexpr (has_cell(Op, Type, Second)) {
            if constexpr (family_types(Family) == 2) put(make.template operator()<Op, Type, Second>());
            else put(make.template operator()<Op, Type>());
        }
    };
    const auto add_type = [&]<op Op, dtype Type, std::size_t... S>(std::index_sequence<S...>) {
        if constexpr (family_types(Family) == 2) (add.template operator()<Op, Type, dtypes[S].type>(), ...);
        else add.template operator()<Op, Type, Type>();
    };
    const auto add_operator = [&]<op Op, std::size_t... T>(std::index_sequence<T...> all) {
        (add_type.template operator()<Op, dtypes[T].type>(all), ...);
    };
    for_each_operator_of<Family>(
        [&]<op Op>() { add_operator.template operator()<Op>(std::make_index_sequence<dtype_count>{}); });
    return table;
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
