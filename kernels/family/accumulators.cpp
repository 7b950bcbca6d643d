// The accumulators' table: the steps of sums and means whose sums are wider than the operands, and the last steps of
// means.
#include "kernels/math/widths.hpp"
#include "kernels/ops/accumulate.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// binary16 into float. Both sit in the same registers.
struct half_step {
    using out = float;
    using ins = types<float, half>;
    static constexpr std::size_t width = element<half>::count;
    using state = no_state;

    static group<out, width> apply(state&, const group<float, width>& sum, const group<half, width>& x) noexcept {
        return {{sum.reg[0] + x.reg[0]}};
    }
};

template <class T>
struct narrow_step {
    using out = std::int64_t;
    using ins = types<std::int64_t, narrow<T>>;
    static constexpr std::size_t width = element<out>::count;
    using state = no_state;

    static group<out, width> apply(state&, const group<out, width>& sum, const group<narrow<T>, width>& x) noexcept {
        return {{sum.reg[0] + x.reg[0]}};
    }
};

template <class T, bool High>
struct half_of_wide_step {
    using out = std::int64_t;
    using ins = types<std::int64_t, T>;
    static constexpr std::size_t width = element<out>::count;
    using state = no_state;

    static group<out, width> apply(state&, const group<out, width>& sum, const group<T, width>& x) noexcept {
        return {{sum.reg[0] + half_of<High, T>(x.reg[0])}};
    }
};

/// Floats that are summed in their own type.
template <class T>
struct mean_step {
    using out = T;
    using ins = types<T, T>;
    static constexpr std::size_t width = element<T>::count;
    static constexpr bool is_real = std::is_same_v<T, double_double>;
    using scalar = std::conditional_t<std::is_same_v<T, float>, float, double>;
    struct state {
        static constexpr bool finds = false;
        vec<scalar> number;

        explicit state(const double* parameters) noexcept : number(splat<scalar>(static_cast<scalar>(parameters[0]))) {}
        static findings found() noexcept { return nothing_found; }
    };

    static group<T, width> apply(const state& over, const group<T, width>& sum, const group<T, width>& x) noexcept {
        if constexpr (is_real) return {{divide(add(sum.reg[0], x.reg[0]), {over.number, vec<double>{}})}};
        else return {{(sum.reg[0] + x.reg[0]) / over.number}};
    }
};

/// The end of a sum (over 1) or mean of binary16. Up to 2^11 operands a float quotient may be rounded again: times the
/// count, the middle of two halves is a float like the sum, so that the two differ by more than the quotient's rounding
/// error times the count. Beyond, quotients are doubles.
struct half_end_step {
    using out = half;
    using ins = types<float, half>;
    static constexpr std::size_t width = element<half>::count;
    using state = mean_count;

    static group<half, width> apply(const state& over, const group<float, width>& sum,
                                    const group<half, width>& x) noexcept {
        const vec<float> all = sum.reg[0] + x.reg[0];
        if (over.number <= 0x1p11) return {{all / static_cast<float>(over.number)}};
        const vec<double> low = widened<0>(all) / over.number, high = widened<1>(all) / over.number;
        return {{narrowed_to<half>(low, high)}};
    }
};

template <class T>
struct narrow_mean_step {
    using out = narrow<T>;
    using ins = types<std::int64_t, narrow<T>>;
    static constexpr std::size_t width = element<std::int64_t>::count;
    static constexpr bool is_long = true;
    using state = mean_count;

    static group<out, width> apply(const state& over, const group<std::int64_t, width>& sum,
                                   const group<narrow<T>, width>& x) noexcept {
        // Of at most 32 bits each: their sum is below 2^51. Where there are more, summing takes longer than dividing.
        constexpr double few = 1024;
        const vec<std::int64_t> all = sum.reg[0] + x.reg[0];
        return {{over.number <= few ? small_mean_of(all, over.inverse) : mean_of(all, over.number)}};
    }
};

template <class T>
struct wide_mean_step {
    using out = T;
    using ins = types<std::int64_t, std::int64_t, T>;
    static constexpr std::size_t width = element<T>::count;
    static constexpr bool is_long = true;
    using state = mean_count;

    static group<T, width> apply(const state& over, const group<std::int64_t, width>& high,
                                 const group<std::int64_t, width>& low, const group<T, width>& x) noexcept {
        return {{bits_as<vec<T>>(mean_of_halves<std::is_signed_v<T>>(
            high.reg[0] + half_of<true, T>(x.reg[0]), low.reg[0] + half_of<false, T>(x.reg[0]), over.number))}};
    }
};

/// Sums lie in scratch, and only what they begin with is one number for a whole row. A mean of two may get its first
/// operand for the sum.
template <class Step, bool Begins>
consteval cell accumulator_cell() noexcept {
    constexpr unsigned sums = arity_of(typename Step::ins{}) - 1;
    cell made{};
    made.by_splat[0] = &row<Step, 0>;
    made.by_splat[1u << sums] = &row<Step, 1u << sums>;
    if (Begins) made.by_splat[1] = &row<Step, 1>;
    return made;
}

template <dtype Type>
constexpr void add_type(accumulator_table& table) noexcept {
    using T = stored<Type>;
    constexpr std::size_t at = dtype_row(Type);
    if constexpr (Type == dtype::f16) {
        table.add[at] = accumulator_cell<half_step, true>();
        table.finish[at] = accumulator_cell<half_end_step, false>();
    } else if constexpr (Type == dtype::real || Type == dtype::f32 || Type == dtype::f64) {
        table.finish[at] = accumulator_cell<mean_step<T>, true>();
    } else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
        table.add[at] = accumulator_cell<half_of_wide_step<T, true>, true>();
        // The low half of a number is the same whether the number has a sign or not.
        table.add_low[at] = accumulator_cell<half_of_wide_step<std::uint64_t, false>, true>();
        table.finish[at] = accumulator_cell<wide_mean_step<T>, false>();
    } else if constexpr (std::is_integral_v<T>) {
        table.add[at] = accumulator_cell<narrow_step<T>, true>();
        table.finish[at] = accumulator_cell<narrow_mean_step<T>, false>();
    }
}

consteval accumulator_table all_types() noexcept {
    accumulator_table table{};
    [&]<std::size_t... T>(std::index_sequence<T...>) { (add_type<dtypes[T].type>(table), ...); }
    (std::make_index_sequence<dtype_count>{});
    return table;
}

}  // namespace

extern const accumulator_table accumulators;
constinit const accumulator_table accumulators = all_types();

}  // namespace zerostride::kernels::ZS_ISA
