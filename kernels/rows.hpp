// The loop that most kernels share: a row of dense elements, splats, tails, in place.
//
// A step is a type that says what one iteration does:
//   using out = ...;  using ins = types<...>;          element types in memory
//   static constexpr std::size_t width;                elements per iteration
//   struct state { ...; findings found() };            what the loop accumulates, usually nothing (no_state), or
//                                                      what it keeps: made from row_context::parameters if it can be
//   static group<out> apply(state&, group<in>...);     groups of `width` elements in registers
//   static group<out> of_few(state&, std::size_t n, few_elements<in>...);
//   static constexpr bool takes_few = true;            of_few is apply for fewer elements, which is cheaper register by
//                                                      register than by whole groups
//   using at_once = ...;                               the same step for more elements, where those together cost less
//   static constexpr bool is_long = true;              if the registers take longer than the memory by far: such a step
//                                                      is inlined once for each combination of splats; else left out
#pragma once

#include "kernels/stretches.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Steps that take longer than the memory by far: those that say so, those that convert binary16 bit by bit, and those
/// of pairs of doubles, a dozen operations at least.
template <class Step>
inline constexpr bool is_long = []<class... In>(types<In...>) {
    if constexpr (requires { Step::is_long; }) {
        if (Step::is_long) return true;
    }
    constexpr auto has = []<class T>(types<T>) {
        return (std::is_same_v<typename Step::out, T> || ... || std::is_same_v<In, T>);
    };
    return has(types<double_double>{}) || (!has_half_conversion && has(types<half>{}));
}(typename Step::ins{});

/// Whether rows of less than a group go by Step::of_few.
template <class Step>
inline constexpr bool takes_few = [] {
    if constexpr (requires { Step::takes_few; }) return Step::takes_few;
    else return false;
}();

/// Two groups for each turn of the loop are worth their code where a group is one register and little is done with it.
template <class Step>
inline constexpr bool goes_by_two = []<class... In>(types<In...>) {
    return ((sizeof(group<In, Step::width>) <= register_bytes) && ...) && !is_long<Step>;
}(typename Step::ins{});

/// A row of a single group goes before the loop where groups are so wide that many rows are no longer.
template <class Step>
inline constexpr bool takes_one = stores_short && (goes_by_two<Step>);
/// Whether the loop goes by Step::at_once as long as there are elements enough.
template <class Step>
inline constexpr bool takes_several_at_once = [] {
    if constexpr (requires { typename Step::at_once; }) return Step::at_once::width > Step::width;
    else return false;
}();

/// A row of fewer than `width` elements. One function for all combinations of splats, which come in the bits behind the
/// count: the branches are predicted, and a function for each would be a tenth of all code.
inline constexpr unsigned splats_shift = 16;
template <class Step, bool AnySplat>
[[gnu::noinline]] findings short_row(const row_context& context, std::size_t n_and_splats, void* to, const void* x,
                                     const void* y, const void* z) noexcept {
    using Out = typename Step::out;
    constexpr std::size_t width = Step::width;
    static_assert(width < std::size_t{1} << splats_shift);
    const std::size_t n = n_and_splats & ((std::size_t{1} << splats_shift) - 1);
    const void* const from[max_inputs] = {x, y, z};
    auto state = begin_state<typename Step::state>(parameters_of<typename Step::state>(context.parameters));
    [&]<class... In, std::size_t... I>(types<In...>, std::index_sequence<I...>) __attribute__((always_inline)) {
        const auto is_splat = [&](std::size_t k) { return AnySplat && (n_and_splats >> (splats_shift + k) & 1u) != 0; };
        const group<Out, width> result = [&]() __attribute__((always_inline)) {
            if constexpr (takes_few<Step>) {
                return Step::of_few(state, n, few_elements<In>(from[I], is_splat(I))...);
            } else {
                return Step::apply(state, first_or_all<In, width, finds<Step>, AnySplat>(from[I], n, is_splat(I))...);
            }
        }
        ();
        if constexpr (is_short_stored<Out> && group<Out, width>::regs == 1) {
            store_first<sizeof(Out)>(to, result.reg[0], n);
        } else {
            constexpr std::size_t all = width * sizeof(Out);
            alignas(64) std::byte padded[all];
            result.put(reinterpret_cast<Out*>(padded));
            copy_short_group<all>(to, padded, n * sizeof(Out));
        }
    }
    (typename Step::ins{}, std::make_index_sequence<arity_of(typename Step::ins{})>{});
    return state.found();
}
template <class Step, unsigned Splats>
[[gnu::always_inline]] inline findings short_row_of(const row_context& context, std::size_t n, void* to, const void* x,
                                                    const void* y, const void* z) noexcept {
    constexpr bool any_splat = arity_of(typename Step::ins{}) > 1 || Splats != 0;
    return short_row<Step, any_splat>(context, n | std::size_t{Splats} << splats_shift, to, x, y, z);
}

/// One of the rows, of a group at least. Its loops stand in one function, because g++ 12 makes other code of loops in
/// functions of their own, also of those that are always inlined: streams of truths then call their reader.
template <class Step, unsigned Splats>
[[gnu::always_inline]] inline void one_row(typename Step::state& state, const row_context& context, std::size_t n,
                                           void* to, const void* x, const void* y, const void* z) noexcept {
    using Out = typename Step::out;
    constexpr std::size_t width = Step::width;
    auto* const out = static_cast<Out*>(to);
    with_readers<Step, Splats>(
        x, y, z, [&](const auto&... in) __attribute__((always_inline)) {
            if (takes_one<Step> && n == width) {
                Step::apply(state, in(0)...).put(out);
                return;
            }
            // The last elements go through one more full iteration that ends at n and overlaps the one before.
            // It is computed first, because in place that one overwrites what this one reads. A row that is streamed
            // has whole groups.
            const bool has_last = n % width != 0;
            group<Out, width> last{};
            std::size_t i = 0;
            if constexpr (takes_several_at_once<Step> || goes_by_two<Step>) {
                // Streamed rows are bound by memory, however few turns the loop takes and wherever it begins: marked
                // as unlikely it is not aligned.
                if (__builtin_expect_with_probability(context.streams != 0, 0, 0.999)) {
                    for (; i < n; i += width) {
                        (in.ahead(i, context.streams), ...);
                        Step::apply(state, in(i)...).template put<past_cache>(out + i);
                    }
                    return;
                }
                if (has_last) last = Step::apply(state, in(n - width)...);
                // Stores ascending and each group's after its loads: two loads of each operand before two stores
                // took 1.2 times as long for sums in an L1 cache. One group at a time took 1.3 times as long on a
                // core that two threads share, and 1.1 times beyond the L2 cache.
                if constexpr (takes_several_at_once<Step>) {
                    using several = typename Step::at_once;
                    for (; i + several::width <= n; i += several::width) {
                        several::apply(state, in.template several<several::width>(i)...).put(out + i);
                    }
                    for (; i + width <= n; i += width) Step::apply(state, in(i)...).put(out + i);
                } else {
                    for (; i + 2 * width <= n; i += 2 * width) {
                        Step::apply(state, in(i)...).put(out + i);
                        Step::apply(state, in(i + width)...).put(out + i + width);
                    }
                    if (i + width <= n) {
                        worked_out_again(i);
                        Step::apply(state, in(i)...).put(out + i);
                    }
                }
            } else {
                if (has_last) last = Step::apply(state, in(n - width)...);
                // A wide group is inlined once, whatever becomes of the result.
                const bool past = context.streams != 0;
                for (; i + width <= n; i += width) {
                    if (past) (in.ahead(i, context.streams), ...);
                    const group<Out, width> result = Step::apply(state, in(i)...);
                    if (past) result.template put<past_cache>(out + i);
                    else result.put(out + i);
                }
            }
            if (has_last) last.put(out + n - width);
        });
}

/// Whether several rows have a loop of their own. With registers of 16 bytes, of which a row has more, SSE2 gains a
/// tenth by that, which is not worth 40 KB.
template <class Step>
inline constexpr bool has_several_rows = register_bytes > 16 && goes_by_two<Step>;

/// Several rows of a group at least, in the cache. The steps from row to row are kept in registers, which a tiny row
/// would have to save first: rows of one to four groups take half to two thirds of the time.
template <class Step, unsigned Splats>
[[gnu::noinline]] findings several_rows(const row_context& context, std::size_t n, void* to, const void* x,
                                        const void* y, const void* z) noexcept {
    using Out = typename Step::out;
    constexpr std::size_t width = Step::width;
    constexpr unsigned inputs = arity_of(typename Step::ins{});
    const std::ptrdiff_t* const steps = context.steps;
    const std::ptrdiff_t step = steps[0], x_step = steps[1];
    const std::ptrdiff_t y_step = inputs > 1 ? steps[2] : 0, z_step = inputs > 2 ? steps[3] : 0;
    const void* const last_row = context.last;
    const bool has_last = n % width != 0;
    auto state = begin_state<typename Step::state>(parameters_of<typename Step::state>(context.parameters));
    const auto on = [](const void* p, std::ptrdiff_t bytes) { return static_cast<const std::byte*>(p) + bytes; };
    while (true) {
        with_readers<Step, Splats>(
            x, y, z, [&](const auto&... in) __attribute__((always_inline)) {
                auto* const out = static_cast<Out*>(to);
                group<Out, width> last{};
                if (has_last) last = Step::apply(state, in(n - width)...);
                for (std::size_t i = 0; i + width <= n; i += width) Step::apply(state, in(i)...).put(out + i);
                if (has_last) last.put(out + n - width);
            });
        if (to == last_row) return state.found();
        to = static_cast<std::byte*>(to) + step;
        x = on(x, x_step);
        if constexpr (inputs > 1) y = on(y, y_step);
        if constexpr (inputs > 2) z = on(z, z_step);
    }
}

/// The kernel of `Step` with the inputs in `Splats` constant along each row. It and short_row are functions of their
/// own, so that each has registers enough to need no stack: saving and restoring some takes as long as a small row.
template <class Step, unsigned Splats>
[[gnu::noinline]] findings row(const row_context& context, std::size_t n, void* to, const void* x, const void* y,
                               const void* z) noexcept {
    using Out = typename Step::out;
    constexpr std::size_t width = Step::width;
    static_assert(width * sizeof(Out) <= least_bytes_of_rows(sizeof(Out)));
    if (n < width) return short_row_of<Step, Splats>(context, n, to, x, y, z);
    if constexpr (is_long<Step>) {
        static_assert(width * sizeof(Out) <= most_stretch_bytes);
        constexpr stretch_sizes sizes = []<class... In, std::size_t... I>(types<In...>, std::index_sequence<I...>) {
            stretch_sizes made{{}, log2_of(sizeof(Out)), log2_of(width)};
            ((made.in[I] = (Splats >> I & 1u) != 0 ? 0 : sizeof(In)), ...);
            return made;
        }(typename Step::ins{}, std::make_index_sequence<arity_of(typename Step::ins{})>{});
        return rows_of_stretches(context, n, to, x, y, z, &row_stretch<Step, Splats>, sizes);
    } else {
        if constexpr (has_several_rows<Step>) {
            if (to != context.last) [[unlikely]]
                return several_rows<Step, Splats>(context, n, to, x, y, z);
        }
        auto state = begin_state<typename Step::state>(parameters_of<typename Step::state>(context.parameters));
        do one_row<Step, Splats>(state, context, n, to, x, y, z);
        while (!has_several_rows<Step> && next_row<arity_of(typename Step::ins{})>(context, n, to, x, y, z));
        return state.found();
    }
}

/// Several rows by a kernel of two inputs whose order is not that of the context's steps.
[[gnu::noinline]] inline findings turned_rows(const row_context& context, std::size_t n, void* to, const void* x,
                                              const void* y, kernel run) noexcept {
    const std::ptrdiff_t steps[1 + max_inputs] = {context.steps[0], context.steps[2], context.steps[1]};
    return run({context.parameters, context.streams, context.last, steps}, n, to, y, x, nullptr);
}
/// The same as row() with the step's two operands in the other order.
template <class Step, unsigned Splats>
findings turned_row(const row_context& context, std::size_t n, void* to, const void* x, const void* y,
                    const void* z) noexcept {
    static_assert(arity_of(typename Step::ins{}) == 2);
    if (to != context.last) return turned_rows(context, n, to, x, y, &row<Step, Splats>);
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
