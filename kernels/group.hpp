// Groups of elements in registers, and what reads them: a row's inputs, dense or splats, whole groups or fewer
// elements.
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

/// The first `bytes` < All of what groups have put at `from`.
template <std::size_t All>
[[gnu::always_inline]] inline void copy_short_group(void* to, const void* from, std::size_t bytes) noexcept {
    // Parts of what has been stored by registers, loaded again, wait for the stores.
    if constexpr (stores_short && All % register_bytes == 0) {
        copy_by_registers<All>(static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes);
    } else {
        copy_short<(All + 1) / 2>(to, from, bytes);
    }
}
/// All bytes that a group is going to be loaded from: by the same registers, which then need not wait for the stores.
template <std::size_t All>
[[gnu::always_inline]] inline void copy_group(void* to, const void* from) noexcept {
    if constexpr (All % register_bytes == 0) {
        for (std::size_t at = 0; at < All; at += register_bytes) {
            store(static_cast<std::byte*>(to) + at, load<vec<std::uint8_t>>(static_cast<const std::byte*>(from) + at));
        }
    } else {
        __builtin_memcpy(to, from, All);
    }
}

/// Copies `bytes`, a power of two of 16 at least or fewer than 32.
inline void copy_whole(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    if (bytes < 32) return copy_short<16>(to, from, bytes);
    for (std::size_t i = 0; i < bytes; i += 32) __builtin_memcpy(to + i, from + i, 32);
}
constexpr std::uint8_t log2_of(std::size_t power) noexcept { return power == 1 ? 0 : 1 + log2_of(power / 2); }

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

/// The first n elements of v, and behind them the first one again.
template <class V>
[[gnu::always_inline]] inline V with_first_behind(V v, std::size_t n) noexcept {
    using U = typename integers<sizeof(scalar_of<V>)>::u;
    const vec<U> index = [&]<std::size_t... I>(std::index_sequence<I...>) { return vec<U>{static_cast<U>(I)...}; }
    (std::make_index_sequence<lanes<U>>{});
    return choose(index < splat(static_cast<U>(n)), v, splat<scalar_of<V>>(v[0]));
}

/// One input of a loop over `Width` elements at a time: a dense row or a splat.
template <class T, std::size_t Width, bool Splat, bool Finds>
struct reader {
    const T* row;

    explicit reader(const void* p) noexcept : row(static_cast<const T*>(p)) {}
    group<T, Width> operator()(std::size_t i) const noexcept { return group<T, Width>::get(row + i); }
    void ahead(std::size_t i, std::size_t bytes) const noexcept { prefetch_ahead(row + i, bytes); }
    template <std::size_t More>
    group<T, More> several(std::size_t i) const noexcept {
        return group<T, More>::get(row + i);
    }
    /// Fewer than Width elements; what the group has behind them does not matter.
    [[gnu::always_inline]] group<T, Width> first(std::size_t n) const noexcept {
        const group<T, Width> got = loaded(n);
        if constexpr (Finds) {
            static_assert(group<T, Width>::regs == 1, "a step that finds something works on single registers");
            return {{with_first_behind(got.reg[0], n)}};  // the first one again finds nothing new
        } else {
            return got;
        }
    }

private:
    [[gnu::always_inline]] group<T, Width> loaded(std::size_t n) const noexcept {
        if constexpr (is_short_stored<T> && group<T, Width>::regs == 1) {
            return {{element<T>::of_bytes(load_first<sizeof(T)>(reinterpret_cast<const std::byte*>(row), n))}};
        } else {
            return by_memory(n);
        }
    }
    [[gnu::noinline]] group<T, Width> by_memory(std::size_t n) const noexcept {
        constexpr std::size_t all = Width * sizeof(T);
        alignas(64) std::byte padded[all < register_bytes ? register_bytes : all];
        store_padded(padded, reinterpret_cast<const std::byte*>(row), n * sizeof(T), all);
        return group<T, Width>::get(reinterpret_cast<const T*>(padded));
    }
};
template <class T, std::size_t Width, bool Finds>
struct reader<T, Width, true, Finds> {
    group<T, Width> value;

    explicit reader(const void* p) noexcept : value(group<T, Width>::all(static_cast<const T*>(p))) {}
    const group<T, Width>& operator()(std::size_t) const noexcept { return value; }
    void ahead(std::size_t, std::size_t) const noexcept {}
    template <std::size_t More>
    group<T, More> several(std::size_t) const noexcept {
        return [this]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            return group<T, More>{{((void)I, value.reg[0])...}};
        }
        (std::make_index_sequence<More / element<T>::count>{});
    }
    const group<T, Width>& first(std::size_t) const noexcept { return value; }
};

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

/// Keeps the compiler from remembering what it has worked out from `x`: that would take registers that have to be
/// saved, and saving them takes as long as a tiny row.
[[gnu::always_inline]] inline void worked_out_again(std::size_t& x) noexcept { __asm__("" : "+r"(x)); }

/// Goes on to the next row of the context's, if there is one. `Inputs` says how many there are.
template <unsigned Inputs>
[[gnu::always_inline]] inline bool next_row(const row_context& context, std::size_t& n, void*& to, const void*& x,
                                            const void*& y, const void*& z) noexcept {
    if (to == context.last) return false;
    worked_out_again(n);
    const std::ptrdiff_t* const steps = context.steps;
    const auto on = [](const void* p, std::ptrdiff_t step) { return static_cast<const std::byte*>(p) + step; };
    to = static_cast<std::byte*>(to) + steps[0];
    if constexpr (Inputs > 0) x = on(x, steps[1]);
    if constexpr (Inputs > 1) y = on(y, steps[2]);
    if constexpr (Inputs > 2) z = on(z, steps[3]);
    return true;
}

/// Fewer elements than a group's, or the element that all share.
template <class T, std::size_t Width, bool Finds, bool MayBeSplat>
[[gnu::always_inline]] inline group<T, Width> first_or_all(const void* p, std::size_t n, bool is_splat) noexcept {
    if (MayBeSplat && is_splat) return group<T, Width>::all(static_cast<const T*>(p));
    return reader<T, Width, false, Finds>(p).first(n);
}

/// Fewer elements than a group's, register by register: as far as there are any.
template <class T>
class few_elements {
public:
    static constexpr std::size_t count = element<T>::count;

    [[gnu::always_inline]] few_elements(const void* p, bool is_splat) noexcept
        : row_(static_cast<const T*>(p)), is_splat_(is_splat), every_(element<T>::all(row_)) {}

    [[gnu::always_inline]] typename element<T>::reg whole(std::size_t i) const noexcept {
        return is_splat_ ? every_ : element<T>::get(row_ + i);
    }
    /// The last one of n, which are not all of a register.
    [[gnu::always_inline]] typename element<T>::reg part(std::size_t i, std::size_t n) const noexcept {
        return is_splat_ ? every_ : reader<T, count, false, false>(row_ + i).first(n - i).reg[0];
    }

private:
    const T* row_;
    bool is_splat_;
    typename element<T>::reg every_;
};

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
