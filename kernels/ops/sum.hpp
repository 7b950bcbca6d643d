// Sums of rows, element by element, and of the lanes of one row: what the tree of sums is put together from
// (dispatch/sums).
#pragma once

#include "kernels/double_double.hpp"
#include "kernels/group.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// binary16 is summed in float; both sit in the same registers.
template <class T>
using sum_of = std::conditional_t<std::is_same_v<T, half>, float, T>;

template <class V>
[[gnu::always_inline]] inline V plus(V x, V y) noexcept {
    if constexpr (std::is_same_v<V, double_double_reg>) return add(x, y);
    else return x + y;
}

/// Calls body(i) for the first of each `Width` of n elements, n >= Width. The last ones end with the row and overlap
/// those before.
template <std::size_t Width, class Body>
[[gnu::always_inline]] inline void for_each_group(std::size_t n, Body body) noexcept {
    const std::size_t last = n - Width;
    for (std::size_t i = 0;; i = i + Width < last ? i + Width : last) {
        body(i);
        if (i == last) return;
    }
}

/// A row of sum_table::eight. Rows come one by one, since together they would be stored and loaded again.
template <class T>
[[gnu::always_inline]] inline void sum_of_eight(sum_of<T>* to, std::size_t n, const T* a, const T* b, const T* c,
                                                const T* d, const T* e, const T* f, const T* g, const T* h) noexcept {
    constexpr std::size_t count = element<T>::count;
    using sum = element<sum_of<T>>;
    static_assert(sum::count == count);
    for_each_group<count>(
        n, [&](std::size_t i) __attribute__((always_inline)) {
            const auto pair = [i](const T* x, const T* y) __attribute__((always_inline)) {
                return plus(element<T>::get(x + i), element<T>::get(y + i));
            };
            sum::template put<to_cache>(to + i, plus(plus(pair(a, b), pair(c, d)), plus(pair(e, f), pair(g, h))));
        });
}

/// A register of the sum of `count` rows: the last four of them or fewer, and four before those if there are more.
template <class Get>
[[gnu::always_inline]] inline auto sum_of_few_rows(std::size_t count, Get get) noexcept {
    const auto pair = [&](std::size_t k) __attribute__((always_inline)) { return plus(get(k), get(k + 1)); };
    const std::size_t first = (count - 1) / 4 * 4, last = count - first;
    auto sum = last % 2 != 0 ? get(count - 1) : pair(count - 2);
    if (last > 2) sum = plus(pair(first), sum);
    if (first > 0) sum = plus(plus(pair(0), pair(2)), sum);
    return sum;
}

/// sum_table::few
template <class T>
[[gnu::noinline]] void sum_of_few(std::byte* to, const std::byte* const* rows, std::size_t count,
                                  std::size_t n) noexcept {
    constexpr std::size_t width = element<T>::count;
    using sum = element<sum_of<T>>;
    const auto row = [rows](std::size_t k) { return reinterpret_cast<const T*>(rows[k]); };
    auto* const out = reinterpret_cast<sum_of<T>*>(to);
    if (n < width) {
        // As whole registers, with whatever behind what there is.
        alignas(64) std::byte held[9][width * sizeof(sum_of<T>)];
        const std::byte* whole[8];
        for (std::size_t k = 0; k < count; ++k) {
            whole[k] = held[k];
            sum::template put<to_cache>(reinterpret_cast<sum_of<T>*>(held[k]),
                                        reader<T, width, false, false>(row(k)).first(n).reg[0]);
        }
        sum_of_few<sum_of<T>>(held[8], whole, count, width);
        copy_short_group<sizeof held[8]>(to, held[8], n * sizeof(sum_of<T>));
        return;
    }
    for_each_group<width>(
        n, [&](std::size_t i) __attribute__((always_inline)) {
            const auto get = [&](std::size_t k) { return element<T>::get(row(k) + i); };
            sum::template put<to_cache>(out + i, sum_of_few_rows(count, get));
        });
}

/// Types whose additions take longer than the memory by far: the code for few rows does for eight.
template <class T>
inline constexpr bool is_added_slowly = std::is_same_v<T, double_double> ||
                                        (!has_half_conversion && std::is_same_v<T, half>);

/// sum_table::eight
template <class T>
void sums_of_eight(std::byte* to, const std::byte* const* rows, std::size_t n, std::size_t sums) noexcept {
    for (; sums > 0; --sums, to += n * sizeof(sum_of<T>), rows += 8) {
        const auto row = [rows](std::size_t k) { return reinterpret_cast<const T*>(rows[k]); };
        if constexpr (is_added_slowly<T>) {
            sum_of_few<T>(to, rows, 8, n);
        } else {
            sum_of_eight<T>(reinterpret_cast<sum_of<T>*>(to), n, row(0), row(1), row(2), row(3), row(4), row(5), row(6),
                            row(7));
        }
    }
}

/// The upper half of the first `Lanes` added to the lower one, until one is left.
template <std::size_t Lanes, class V>
[[gnu::always_inline]] inline scalar_of<V> folded_within(V v) noexcept {
    if constexpr (Lanes == 1) {
        return v[0];
    } else {
        const V upper = [v]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            return __builtin_shufflevector(v, v, int((I + Lanes / 2) % sizeof...(I))...);
        }
        (std::make_index_sequence<size_of_vector<V>>{});
        return folded_within<Lanes / 2>(v + upper);
    }
}
/// The same of all lanes; narrower registers hold what is left.
template <class V>
[[gnu::always_inline]] inline scalar_of<V> folded(V v) noexcept {
    constexpr std::size_t n = size_of_vector<V>;
    if constexpr (sizeof(V) == 16) {
        return folded_within<n>(v);
    } else {
        struct halves {
            vec_n<scalar_of<V>, n / 2> lower, upper;
        };
        const auto two = __builtin_bit_cast(halves, v);
        return folded(two.lower + two.upper);
    }
}

/// sum_table::lanes
template <class T>
void sum_of_lanes(std::byte* to, const std::byte* from) noexcept {
    constexpr std::size_t count = element<T>::count;
    const T* const lane = reinterpret_cast<const T*>(from);
    if constexpr (std::is_same_v<T, double_double>) {
        // Registers hold them in another order, and memory has the right one.
        double_double left[sum_lanes];
        for (std::size_t i = 0; i < sum_lanes; i += count) {
            element<T>::template put<to_cache>(left + i, element<T>::get(lane + i));
        }
        for (std::size_t half = sum_lanes / 2; half > 0; half /= 2) {
            for (std::size_t i = 0; i < half; i += count) {
                element<T>::template put<to_cache>(left + i,
                                                   plus(element<T>::get(left + i), element<T>::get(left + half + i)));
            }
        }
        __builtin_memcpy(to, left, sizeof *left);
    } else {
        constexpr std::size_t regs = sum_lanes / count;
        vec<T> sum[regs];
        for (std::size_t r = 0; r < regs; ++r) sum[r] = element<T>::get(lane + r * count);
        for (std::size_t half = regs / 2; half > 0; half /= 2) {
            for (std::size_t r = 0; r < half; ++r) sum[r] = sum[r] + sum[r + half];
        }
        store(to, folded(sum[0]));
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
