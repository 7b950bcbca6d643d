// The loop of the float functions that have a quick phase: each is inlined once, however a row and its tail are cut.
#pragma once

#include "kernels/math/quick.hpp"
#include "kernels/math/quick_halves.hpp"
#include "kernels/rows.hpp"
#include "kernels/simd/tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// `count` elements, a multiple of a register's. The result may be exactly one of the operands, unless it goes past the
/// caches (row_context::streams). A splat is one element.
template <class T, std::size_t Arity>
using stretch = void (*)(const double* parameters, const T* const (&in)[Arity], T* out, std::size_t count,
                         std::size_t past) noexcept;

/// step(i, std::index_sequence<0, 1, ...>) for so many registers side by side, and step(i, std::index_sequence<0>) for
/// each of the rest: `count` elements in registers of `width`. The steps of each wait for one another, and a processor
/// that has to look for others farther ahead takes a tenth longer. Of more than four the rest goes by half as many
/// first.
template <std::size_t Together = 4, class Step>
[[gnu::always_inline]] inline void side_by_side(std::size_t count, std::size_t width, const Step& step) noexcept {
    std::size_t i = 0;
    const auto by = [&]<std::size_t... K>(std::index_sequence<K...> numbers) __attribute__((always_inline)) {
        for (; i + sizeof...(K) * width <= count; i += sizeof...(K) * width) step(i, numbers);
    };
    by(std::make_index_sequence<Together>{});
    if constexpr (Together > 4) by(std::make_index_sequence<Together / 2>{});
    by(std::make_index_sequence<1>{});
}

template <class T, bool Splat>
struct quick_source {
    const T* first;
    explicit quick_source(const T* p) noexcept : first(p) {}
    quick_operand<T, false> operator()(std::size_t i) const noexcept { return {first + i}; }
    void ahead(std::size_t i, std::size_t bytes) const noexcept { prefetch_ahead(first + i, bytes); }
};
template <class T>
struct quick_source<T, true> {
    quick_operand<T, true> value;
    explicit quick_source(const T* p) noexcept : value{element<T>::all(p)} {}
    quick_operand<T, true> operator()(std::size_t) const noexcept { return value; }
    void ahead(std::size_t, std::size_t) const noexcept {}
};

/// What a body that rounds to floats has left open; T is half for what is then rounded to that.
template <op Op, int Form, class T>
[[gnu::noinline]] vec<float> rounded_by_doubles(const double* parameters, vec<float> x) noexcept {
    const vec<float> y = closely_rounded<Op, Form>(parameters, x);
    if constexpr (std::is_same_v<T, half>) {
        if (any(may_be_tie_of_halves(y))) return rounded_function_of<Op, T>(parameters, x);
    }
    return y;
}
/// Does again what has been left open.
template <op Op, int Form, class T, std::size_t N>
[[gnu::always_inline]] inline void settle(const double* parameters, const vec<float> (&x)[N],
                                          rounded_floats (&found)[N]) noexcept {
    float_lanes certain = found[0].certain;
    for (std::size_t k = 1; k < N; ++k) certain = certain & found[k].certain;
    if (all(certain)) [[likely]]
        return;
    for (std::size_t k = 0; k < N; ++k) {
        if (!all(found[k].certain)) found[k].y = rounded_by_doubles<Op, Form, T>(parameters, x[k]);
    }
}
/// As many registers as numbers are given, by a body that rounds to floats.
template <op Op, int Form, class Body, class T, std::size_t... K>
[[gnu::always_inline]] inline void put_settled(const double* parameters, const Body& how, const T* in, T* out,
                                               std::size_t past, std::index_sequence<K...>) noexcept {
    constexpr std::size_t width = element<T>::count;
    if (past != 0) (prefetch_ahead(in + K * width, past), ...);
    const vec<float> x[] = {element<T>::get(in + K * width)...};
    rounded_floats found[] = {rounded_for<T>(how, x[K])...};
    settle<Op, Form, T>(parameters, x, found);
    if (past != 0) (element<T>::template put<past_cache>(out + K * width, found[K].y), ...);
    else (element<T>::template put<to_cache>(out + K * width, found[K].y), ...);
}
/// Halves. With two registers side by side it takes a fifth less on AVX2 than with one; with four it would take twice
/// the room.
template <op Op, int Form, class Body>
[[gnu::always_inline]] inline void put_halves(const double* parameters, const half* in, half* out, std::size_t count,
                                              std::size_t past) noexcept {
    const Body how = begin_state<Body>(parameters_of<Body>(parameters));
    side_by_side<2>(
        count, element<half>::count, [&](std::size_t i, auto numbers) __attribute__((always_inline)) {
            put_settled<Op, Form>(parameters, how, in + i, out + i, past, numbers);
        });
}
/// Rows of so many floats do not stay in the L2 cache: they are far. A page ahead their lines come in time.
inline constexpr std::size_t many_floats = std::size_t{1} << 18, page_bytes = 4096;

/// Of which in one register of thirty or more not all lanes are certain. Lines that have gone past the caches would be
/// fetched again for those; so results stay `apart` in the cache till a block is certain, which takes 5 to 15 % less
/// (Zen 4). Of others it would take as much more.
template <op Op>
inline constexpr bool is_often_open =
    Op == op::log || Op == op::log2 || Op == op::log10 || Op == op::log1p || Op == op::sin || Op == op::cos;

/// As many registers as numbers are given. Of far rows whole registers are stored, and their operands kept `apart`, or
/// instead the results.
template <bool Far, class Quick, std::size_t... K>
[[gnu::always_inline]] inline void put_certain(const Quick& how, const float* in, float* out, float* apart,
                                               bool stays_apart, float_lanes* certain, std::size_t past,
                                               std::index_sequence<K...>) noexcept {
    using whole = element<float>;
    constexpr std::size_t width = lanes<float>;
    if constexpr (Far) {
        (prefetch_ahead(in + K * width, past != 0 ? past : page_bytes), ...);
        if (past == 0) (prefetch_to_write(out + K * width, page_bytes), ...);
        if (!stays_apart) (whole::put<to_cache>(apart + K * width, whole::get(in + K * width)), ...);
    }
    // By arguments, of which the compiler makes no copies in memory, as it does of an array of these.
    const auto put = [&](auto... found) __attribute__((always_inline)) {
        ((certain[K] = found.certain), ...);
        if constexpr (!Far) (store_lanes(out + K * width, found.y, found.certain), ...);
        else if (stays_apart) (whole::put<to_cache>(apart + K * width, found.y), ...);
        else if (past != 0) (whole::put<past_cache>(out + K * width, found.y), ...);
        else (whole::put<to_cache>(out + K * width, found.y), ...);
    };
    put(how.rounded(whole::get(in + K * width))...);
}

/// The registers of a body that rounds to floats that go side by side. Of those that look up more than they compute
/// so many that what has been loaded serves more of them: a tenth to a sixth less. Of far rows three of any, which asks
/// for memory the most evenly.
template <op Op>
inline constexpr std::size_t rounded_together = [] {
    switch (Op) {
        case op::selu: return 2;
        case op::gelu:
        case op::softplus: return 3;
        case op::atan: return 5;
        case op::tanh: return 8;
        case op::erf:
        case op::sigmoid: return 7;
        default: return 4;
    }
}();

/// rounded_by_doubles of a function.
using look_by_doubles = vec<float> (*)(const double* parameters, vec<float> x) noexcept;

/// Lanes of many registers that are not certain, put together to be done again in one.
class collected_lanes {
public:
    collected_lanes(look_by_doubles look, const double* parameters, float* out) noexcept
        : look_(look), parameters_(parameters), out_(out) {}
    /// The operand of what belongs at out[place].
    void add(float x, std::size_t place) noexcept {
        if (count_ == lanes<float>) settle();
        // Those behind it as well: any other number might be one that some functions take a closer look at.
        operands_ = choose(lanes_from(count_), splat(x), operands_);
        place_[count_++] = place;
    }
    void settle() noexcept {
        if (count_ == 0) return;
        alignas(64) float found[lanes<float>];
        store(found, look_(parameters_, operands_));
        for (std::size_t k = 0; k < count_; ++k) out_[place_[k]] = found[k];
        count_ = 0;
    }

private:
    look_by_doubles look_;
    const double* parameters_;
    float* out_;
    vec<float> operands_{};
    std::size_t count_ = 0;
    std::size_t place_[lanes<float>];
};
/// Does the lanes again that are not certain, of registers among the first 64: mostly one or two of some of them.
[[gnu::noinline]] inline void settle_lanes(look_by_doubles look, const double* parameters, const float* in, float* out,
                                           const float_lanes* certain, std::uint64_t left) noexcept {
    constexpr std::size_t width = lanes<float>;
    collected_lanes few(look, parameters, out);
    for (; left != 0; left &= left - 1) {
        const auto number = static_cast<std::size_t>(__builtin_ctzll(left)), at = number * width;
        const float_lanes open = ~certain[number];
        std::uint64_t bits = bits_of(open);
        if (__builtin_popcountll(bits) > static_cast<int>(width / 4)) {
            store_lanes(out + at, look(parameters, element<float>::get(in + at)), open);
            continue;
        }
        for (; bits != 0; bits &= bits - 1) {
            const auto lane = static_cast<std::size_t>(__builtin_ctzll(bits));
            few.add(in[at + lane], at + lane);
        }
    }
    few.settle();
}
/// By `rounded`, and what that does not decide at the end of each block: a branch in each register would be predicted
/// wrongly, and what is under way for those after it lost. Till then such lanes are not stored, so that in place they
/// keep the operand. Of far rows whole registers are stored, and a few lanes again: stores by lanes wait for their
/// lines one after the other (on Zen 5 Sigmoid of 128 MB took twice as long by them).
template <op Op, int Form, bool Far>
[[gnu::always_inline]] inline void put_by_floats(const double* parameters, const float* in, float* out,
                                                 std::size_t count, [[maybe_unused]] std::size_t past) noexcept {
    using body = quick<Op, Form>;
    const body how = begin_state<body>(parameters_of<body>(parameters));
    constexpr std::size_t width = lanes<float>, together = Far ? 3 : rounded_together<Op>,
                          most = 64 / together * together;
    const bool stays_apart = Far && is_often_open<Op> && past != 0;
    float_lanes certain[64];
    alignas(64) float apart[Far ? most * width : 1];
    for (std::size_t i = 0; i < count; i += most * width) {
        const std::size_t registers = (count - i) / width < most ? (count - i) / width : most;
        side_by_side<together>(
            registers * width, width, [&](std::size_t from, auto numbers) __attribute__((always_inline)) {
                put_certain<Far>(how, in + i + from, out + i + from, apart + (Far ? from : 0), stays_apart,
                                 certain + from / width, past, numbers);
            });
        if (const std::uint64_t left = not_all_of(certain, registers); left != 0) {
            settle_lanes(&rounded_by_doubles<Op, Form, float>, parameters, Far && !stays_apart ? apart : in + i,
                         stays_apart ? apart : out + i, certain, left);
        }
        if (!stays_apart) continue;
        for (std::size_t from = 0; from < registers * width; from += width) {
            element<float>::put<past_cache>(out + i + from, element<float>::get(apart + from));
        }
    }
}

/// A single register, as short rows are and the ends of others: without all that a loop begins with.
template <op Op, int Form>
[[gnu::noinline]] void put_one_by_floats(const double* parameters, const float* in, float* out) noexcept {
    using body = quick<Op, Form>;
    const body how = begin_state<body>(parameters_of<body>(parameters));
    put_settled<Op, Form>(parameters, how, in, out, 0, std::index_sequence<0>{});
}

/// Whether two registers of floats go side by side, whose steps in doubles each wait for one another: a tenth less, but
/// where AVX2's sixteen registers are too few for both.
template <op Op, class T>
inline constexpr bool goes_by_twos = [] {
    if (!has_fma || info(Op).arity != 1 || !std::is_same_v<T, float>) return false;
    switch (Op) {
        case op::asin:
        case op::acos:
        case op::gelu:
        case op::erfc: return has_register_tables;
        default: return true;
    }
}();

template <op Op, int Form, class T, unsigned Splats, std::size_t... I>
[[gnu::noinline]] void quick_stretch(const double* parameters, const T* const (&in)[sizeof...(I)], T* out,
                                     std::size_t count, std::size_t past) noexcept {
    constexpr std::size_t width = element<T>::count;
    using body = quick<Op, Form>;
    if constexpr (std::is_same_v<T, float> && rounds_to_floats<Op, Form>) {
        if (count == width && past == 0) put_one_by_floats<Op, Form>(parameters, in[I]..., out);
        else if (past != 0 || count >= many_floats)
            put_by_floats<Op, Form, true>(parameters, in[I]..., out, count, past);
        else put_by_floats<Op, Form, false>(parameters, in[I]..., out, count, past);
        return;
    }
    if constexpr (std::is_same_v<T, half> && (has_body_for_halves<Op, Form> || rounds_to_floats<Op, Form>)) {
        using body = half_body<Op, Form>;
        if (serves<body>(parameters)) {
            put_halves<Op, Form, body>(parameters, in[I]..., out, count, past);
            return;
        }
    }
    const body how = begin_state<body>(parameters_of<body>(parameters));
    const auto put = [&](std::size_t i, vec<float> y) __attribute__((always_inline)) {
        if (past != 0) element<T>::template put<past_cache>(out + i, y);
        else element<T>::template put<to_cache>(out + i, y);
    };
    if constexpr (goes_by_twos<Op, T>) {
        const quick_source<T, false> operand(in[0]);
        for (std::size_t i = 0; i < count; i += 2 * width) {
            // Of an odd number of registers the last one goes twice.
            const std::size_t other = i + width < count ? i + width : i;
            if (past != 0) operand.ahead(i, past), operand.ahead(other, past);
            quick_try a = tried<Op, Form, T>(how, operand(i)), b = tried<Op, Form, T>(how, operand(other));
            if (is_left(how, a.left | b.left)) [[unlikely]] {
                if (is_left(how, a.left)) a.y = rounded_after_all<Op, Form, T>(parameters, operand(i).floats());
                if (is_left(how, b.left)) b.y = rounded_after_all<Op, Form, T>(parameters, operand(other).floats());
            }
            put(i, a.y);
            put(other, b.y);
        }
        return;
    }
    const auto loop = [&](const auto&... operand) {
        for (std::size_t i = 0; i < count; i += width) {
            if (past != 0) (operand.ahead(i, past), ...);
            put(i, quickly_rounded<Op, Form, T>(how, parameters, operand(i)...));
        }
    };
    loop(quick_source<T, (Splats >> I & 1u) != 0>(in[I])...);
}

/// A row by stretches: whole registers as they are; the rest of the row as one more register that ends with it and
/// overlaps the one before, or in a short row through padded copies.
template <class T, unsigned Splats, std::size_t Arity>
[[gnu::noinline]] void row_by_stretches(const row_context& context, std::size_t n, void* to,
                                        const T* const (&in)[Arity], stretch<T, Arity> run) noexcept {
    constexpr std::size_t width = element<T>::count;
    alignas(64) T padded[Arity][width];
    T* const out = static_cast<T*>(to);
    const T* rest[Arity];
    for (std::size_t k = 0; k < Arity; ++k) rest[k] = in[k];
    const bool is_short = n < width, has_rest = is_short || n % width != 0;
    if (has_rest) {
        // In place the operands are gone once the registers before are stored.
        for (std::size_t k = 0; k < Arity; ++k) {
            if ((Splats >> k & 1u) != 0) continue;
            rest[k] = padded[k];
            if (is_short) {
                // Zeros would be operands that some functions take a closer look at.
                const group<T, width> all = reader<T, width, false, false>(in[k]).first(n);
                element<T>::template put<to_cache>(padded[k], with_first_behind(all.reg[0], n));
            } else {
                copy_group<sizeof padded[k]>(padded[k], in[k] + n - width);
            }
        }
    }
    if (is_short) {
        alignas(64) T padded_out[width];
        run(context.parameters, rest, padded_out, width, 0);
        copy_short_group<width * sizeof(T)>(out, padded_out, n * sizeof(T));
        return;
    }
    run(context.parameters, in, out, n / width * width, context.streams);
    if (has_rest) run(context.parameters, rest, out + n - width, width, 0);
}

/// Whether another form than the first may be meant: of halves, where they have a body of their own, if that has one.
template <op Op, class T>
inline constexpr bool has_another_form = [] {
    if constexpr (std::is_same_v<T, half> && has_body_for_halves<Op, 0>) return has_body_for_halves<Op, 1>;
    else return requires {
            quick<Op, 1>::error;
        };
}();
template <op Op, class T, unsigned Splats>
findings quick_row(const row_context& context, std::size_t n, void* out, const void* x, const void* y,
                   const void* z) noexcept {
    static_assert(!take_rows(info(Op).family));
    const void* const from[max_inputs] = {x, y, z};
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        stretch<T, sizeof...(I)> run = &quick_stretch<Op, 0, T, Splats, I...>;
        if constexpr (has_another_form<Op, T>) {
            if (quick<Op, 1>::is_meant(context.parameters)) run = &quick_stretch<Op, 1, T, Splats, I...>;
        }
        row_by_stretches<T, Splats>(context, n, out, {static_cast<const T*>(from[I])...}, run);
    }
    (std::make_index_sequence<info(Op).arity>{});
    return nothing_found;
}

/// The cell of a function: by its quick phase where it has one and the type is narrower than double.
template <op Op, dtype Type>
consteval cell quick_function_cell() {
    if constexpr ((Type == dtype::f16 || Type == dtype::f32) && requires { quick<Op>::error; }) {
        cell made{};
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            ((made.by_splat[I] = &quick_row<Op, stored<Type>, I>), ...);
        }
        (std::make_index_sequence<(1u << info(Op).arity) - 1>{});
        return made;
    } else {
        return function_cell<Op, Type>();
    }
}

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
