// The loop that most kernels share: a row of dense elements, splats, tails, in place.
//
// A step is a type that says what one iteration does:
//   using out = ...;  using ins = types<...>;          element types in memory
//   static constexpr std::size_t width;                elements per iteration
//   struct state { ...; findings found() };            what the loop accumulates, usually nothing (no_state), or
//                                                      what it keeps: made from row_context::parameters if it can be
//   static group<out> apply(state&, group<in>...);     groups of `width` elements in registers
//   using at_once = ...;                               the same step for more elements, where those together cost less
//   static constexpr bool is_long = true;              if the registers take longer than the memory; else left out
#pragma once

#include "kernels/element.hpp"
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

template <class... T>
struct types {};

template <class... In>
constexpr unsigned arity_of(types<In...>) noexcept {
    return sizeof...(In);
}

/// `width` elements of T in registers.
template <class T, std::size_t Width>
struct group {
    static_assert(Width % element<T>::count == 0);
    static constexpr std::size_t regs = Width / element<T>::count;
    typename element<T>::reg reg[regs];

    static group get(const T* p) noexcept { return get(p, std::make_index_sequence<regs>{}); }
    static group all(const T* p) noexcept { return all(p, std::make_index_sequence<regs>{}); }
    template <class To = to_cache>
    void put(T* p) const noexcept {
        put<To>(p, std::make_index_sequence<regs>{});
    }

private:
    template <std::size_t... I>
    static group get(const T* p, std::index_sequence<I...>) noexcept {
        return {{element<T>::get(p + I * element<T>::count)...}};
    }
    template <std::size_t... I>
    static group all(const T* p, std::index_sequence<I...>) noexcept {
        const auto one = element<T>::all(p);
        return {{((void)I, one)...}};
    }
    template <class To, std::size_t... I>
    void put(T* p, std::index_sequence<I...>) const noexcept {
        (element<T>::template put<To>(p + I * element<T>::count, reg[I]), ...);
    }
};

struct no_state {
    static constexpr bool finds = false;
    static findings found() noexcept { return nothing_found; }
};

/// Copies `bytes` < 2 * Largest between places that do not overlap, touching nothing else: two overlapping
/// copies of the largest power of two that fits. A call to memcpy costs more than a whole small kernel.
template <std::size_t Largest>
[[gnu::always_inline]] inline void copy_short(void* to, const void* from, std::size_t bytes) noexcept {
    if (bytes >= Largest) {
        unsigned char first[Largest], last[Largest];
        __builtin_memcpy(first, from, Largest);
        __builtin_memcpy(last, static_cast<const char*>(from) + bytes - Largest, Largest);
        __builtin_memcpy(to, first, Largest);
        __builtin_memcpy(static_cast<char*>(to) + bytes - Largest, last, Largest);
    } else if constexpr (Largest > 1) {
        copy_short<Largest / 2>(to, from, bytes);
    }
}

/// True for steps whose findings count: they must not see elements that are not there.
template <class Step>
inline constexpr bool finds = Step::state::finds;

/// The attributes, for the states that are made from them; for others nothing, which takes no register.
struct no_parameters {
    explicit no_parameters(const double*) noexcept {}
};
template <class State>
using parameters_of = std::conditional_t<std::is_constructible_v<State, const double*>, const double*, no_parameters>;
template <class State>
inline State begin_state([[maybe_unused]] parameters_of<State> parameters) noexcept {
    if constexpr (std::is_constructible_v<State, const double*>) return State(parameters);
    else return State{};
}

/// One input of a loop over `Width` elements at a time: a dense row or a splat.
template <class T, std::size_t Width, bool Splat, bool Finds>
struct reader {
    const T* row;

    explicit reader(const void* p) noexcept : row(static_cast<const T*>(p)) {}
    group<T, Width> operator()(std::size_t i) const noexcept { return group<T, Width>::get(row + i); }
    void ahead(std::size_t i) const noexcept { prefetch_ahead(row + i); }
    template <std::size_t More>
    group<T, More> several(std::size_t i) const noexcept {
        return group<T, More>::get(row + i);
    }
    /// Fewer than Width elements; what the group has behind them does not matter.
    [[gnu::always_inline]] group<T, Width> first(std::size_t n) const noexcept {
        const group<T, Width> got = loaded(n);
        if constexpr (Finds) {
            static_assert(group<T, Width>::regs == 1, "a step that finds something works on single registers");
            // Behind the first n elements stands the first one again, which finds nothing new.
            using U = typename integers<sizeof(T)>::u;
            const vec<U> index = [&]<std::size_t... I>(std::index_sequence<I...>) {
                return vec<U>{static_cast<U>(I)...};
            }
            (std::make_index_sequence<lanes<U>>{});
            return {{choose(index < splat(static_cast<U>(n)), got.reg[0], splat<T>(got.reg[0][0]))}};
        } else {
            return got;
        }
    }

private:
    [[gnu::always_inline]] group<T, Width> loaded(std::size_t n) const noexcept {
        if constexpr (is_short_stored<T> && group<T, Width>::regs == 1) {
            return {{element<T>::of_bytes(load_short(reinterpret_cast<const std::byte*>(row), n * sizeof(T)))}};
        } else {
            return by_memory(n);
        }
    }
    [[gnu::noinline]] group<T, Width> by_memory(std::size_t n) const noexcept {
        constexpr std::size_t all = Width * sizeof(T);
        alignas(64) std::byte padded[all < register_bytes ? register_bytes : all];
        const auto* const from = reinterpret_cast<const std::byte*>(row);
        const std::size_t bytes = n * sizeof(T);
        // The same stores as the loads that follow: those need not wait for them.
        for (std::size_t at = 0; at < all; at += register_bytes) {
            const std::size_t here = bytes - at;
            store(padded + at, at >= bytes              ? vec<std::uint8_t>{}
                               : here >= register_bytes ? load<vec<std::uint8_t>>(from + at)
                                                        : load_short(from + at, here));
        }
        return group<T, Width>::get(reinterpret_cast<const T*>(padded));
    }
};
template <class T, std::size_t Width, bool Finds>
struct reader<T, Width, true, Finds> {
    group<T, Width> value;

    explicit reader(const void* p) noexcept : value(group<T, Width>::all(static_cast<const T*>(p))) {}
    const group<T, Width>& operator()(std::size_t) const noexcept { return value; }
    void ahead(std::size_t) const noexcept {}
    template <std::size_t More>
    group<T, More> several(std::size_t) const noexcept {
        return [this]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            return group<T, More>{{((void)I, value.reg[0])...}};
        }
        (std::make_index_sequence<More / element<T>::count>{});
    }
    const group<T, Width>& first(std::size_t) const noexcept { return value; }
};

/// Two groups for each turn of the loop are worth their code where a group is one register and little is done with it.
template <class Step>
inline constexpr bool goes_by_two = []<class... In>(types<In...>) {
    return ((sizeof(group<In, Step::width>) <= register_bytes) && ...) && !requires { Step::is_long; };
}(typename Step::ins{});

/// A row of a single group goes before the loop where groups are so wide that many rows are no longer.
template <class Step>
inline constexpr bool takes_one = stores_short&& goes_by_two<Step>;
/// Whether the loop goes by Step::at_once as long as there are elements enough.
template <class Step>
inline constexpr bool takes_several_at_once = [] {
    if constexpr (requires { typename Step::at_once; }) return Step::at_once::width > Step::width;
    else return false;
}();

/// Calls body(reader...) with the readers of the inputs of `Step`. Inlined always, like the bodies: what a closure
/// holds would be read again after every store.
template <class Step, unsigned Splats, class Body>
[[gnu::always_inline]] inline void with_readers(const void* x, const void* y, const void* z, Body body) noexcept {
    const void* const from[max_inputs] = {x, y, z};
    [&]<class... In, std::size_t... I>(types<In...>, std::index_sequence<I...>) __attribute__((always_inline)) {
        body(reader<In, Step::width, (Splats >> I & 1u) != 0, finds<Step>>(from[I])...);
    }
    (typename Step::ins{}, std::make_index_sequence<arity_of(typename Step::ins{})>{});
}

/// A row of fewer than `width` elements.
template <class Step, unsigned Splats>
[[gnu::noinline]] findings short_row(const row_context& context, std::size_t n, void* to, const void* x, const void* y,
                                     const void* z) noexcept {
    using Out = typename Step::out;
    constexpr std::size_t width = Step::width;
    auto state = begin_state<typename Step::state>(parameters_of<typename Step::state>(context.parameters));
    with_readers<Step, Splats>(
        x, y, z, [&](const auto&... in) __attribute__((always_inline)) {
            const group<Out, width> result = Step::apply(state, in.first(n)...);
            if constexpr (is_short_stored<Out> && group<Out, width>::regs == 1) {
                store_short(to, result.reg[0], n * sizeof(Out));
            } else {
                alignas(64) unsigned char padded[width * sizeof(Out)];
                result.put(reinterpret_cast<Out*>(padded));
                copy_short<(width * sizeof(Out) + 1) / 2>(to, padded, n * sizeof(Out));
            }
        });
    return state.found();
}

/// The kernel of `Step` with the inputs in `Splats` constant along the row. It and short_row are functions of their
/// own, so that each has registers enough to need no stack: saving and restoring some takes as long as a small row.
template <class Step, unsigned Splats>
[[gnu::noinline]] findings row(const row_context& context, std::size_t n, void* to, const void* x, const void* y,
                               const void* z) noexcept {
    using Out = typename Step::out;
    constexpr std::size_t width = Step::width;
    if (n < width) return short_row<Step, Splats>(context, n, to, x, y, z);
    auto state = begin_state<typename Step::state>(parameters_of<typename Step::state>(context.parameters));
    auto* const out = static_cast<Out*>(to);
    with_readers<Step, Splats>(
        x, y, z, [&](const auto&... in) __attribute__((always_inline)) {
            if (takes_one<Step> && n == width) {
                Step::apply(state, in(0)...).put(out);
                return;
            }
            // The last elements go through one more full iteration that ends at n and overlaps the one before.
            // It is computed first, because in place that one overwrites what this one reads.
            constexpr std::size_t line = 64 / sizeof(Out);
            const bool streams =
                n >= 2 * (line + width) && context.streams && reinterpret_cast<std::uintptr_t>(out) % sizeof(Out) == 0;
            const bool has_last = streams || n % width != 0;
            group<Out, width> last{};
            if (has_last) last = Step::apply(state, in(n - width)...);
            // Stores ascending and each group's after its loads: two loads of each operand before two stores took 1.2
            // times as long for sums in an L1 cache. One group at a time took 1.3 times as long on a core that two
            // threads share, and 1.1 times beyond the L2 cache.
            const auto once = [&]<class To>(To, std::size_t i) __attribute__((always_inline)) {
                if constexpr (std::is_same_v<To, past_cache>) (in.ahead(i), ...);
                Step::apply(state, in(i)...).template put<To>(out + i);
            };
            const auto loop = [&]<class To>(To to_where, std::size_t i, std::size_t end)
                __attribute__((always_inline)) {
                if constexpr (takes_several_at_once<Step>) {
                    using several = typename Step::at_once;
                    for (; i + several::width <= end; i += several::width) {
                        if constexpr (std::is_same_v<To, past_cache>) {
                            for (std::size_t k = 0; k < several::width; k += width) (in.ahead(i + k), ...);
                        }
                        several::apply(state, in.template several<several::width>(i)...).template put<To>(out + i);
                    }
                } else if constexpr (goes_by_two<Step>) {
                    for (; i + 2 * width <= end; i += 2 * width) {
                        once(to_where, i);
                        once(to_where, i + width);
                    }
                }
                for (; i + width <= end; i += width) once(to_where, i);
            };
            // Before streaming, cached stores up to the first whole cache line, and as far beyond as the width happens
            // to go.
            const std::size_t head = streams ? (0 - reinterpret_cast<std::uintptr_t>(out)) % 64 / sizeof(Out) : 0;
            loop(to_cache{}, 0, streams ? (head + width - 1) / width * width : n);
            if (streams) loop(past_cache{}, head, n);
            if (has_last) last.put(out + n - width);
        });
    return state.found();
}

/// The same with the step's two operands in the other order.
template <class Step, unsigned Splats>
findings turned_row(const row_context& context, std::size_t n, void* to, const void* x, const void* y,
                    const void* z) noexcept {
    static_assert(arity_of(typename Step::ins{}) == 2);
    return row<Step, Splats>(context, n, to, y, x, z);
}

/// The cell of `Step`: every combination of splats but all of them. Where all inputs could be splats the nest
/// has collapsed to a single element, which is a dense row; only a copy can stretch its operand further.
template <class Step>
consteval cell cell_of(bool copies = false) noexcept {
    constexpr unsigned arity = arity_of(typename Step::ins{});
    cell made{};
    [&]<std::size_t... I>(std::index_sequence<I...>) { ((made.by_splat[I] = &row<Step, I>), ...); }
    (std::make_index_sequence<(1u << arity) - 1>{});
    if (copies) made.by_splat[1] = &row<Step, 1>;
    return made;
}
/// The same for a step whose operands may change places without changing the result: one splat is like the other.
template <class Step>
consteval cell commutative_cell_of() noexcept {
    return {{&row<Step, 0>, &turned_row<Step, 2>, &row<Step, 2>}};
}
/// And for an operator that is `Step` with its operands in the other order.
template <class Step>
consteval cell turned_cell_of() noexcept {
    return {{&turned_row<Step, 0>, &turned_row<Step, 2>, &turned_row<Step, 1>}};
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
