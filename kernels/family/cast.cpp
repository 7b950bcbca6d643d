// The cast family: one type in, another out. Its loop is smaller than that of rows.hpp, because there are a hundred
// pairs of types: one body serves the row, its ragged ends and the stores past the caches.
#include "kernels/ops/cast.hpp"

#include "kernels/family/batch_memory.hpp"
#include "kernels/family/table_of.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Bytes that an element takes in registers.
template <class T>
inline constexpr std::size_t held_bytes = std::is_same_v<T, double_double> ? 8 : sizeof(held<T>);
/// Elements per iteration: two registers of the wider type, four where one question is asked about all of them, and a
/// register of integers that are packed from four bytes or more, in no more than 256 bytes, or 512.
template <class From, class To>
inline constexpr std::size_t cast_width = [] {
    constexpr std::size_t wider = held_bytes < From >> held_bytes<To> ? held_bytes<From> : held_bytes<To>;
    constexpr std::size_t narrower = sizeof(From) < sizeof(To) ? sizeof(From) : sizeof(To);
    constexpr bool packs = is_integral<To> && sizeof(To) < 4 && held_bytes<From> >= 4;
    // Eight registers of integers that become one of bytes.
    constexpr bool is_longest = is_integral<From> && is_integral<To> && sizeof(From) == 8 * sizeof(To);
    constexpr std::size_t most = (is_longest ? 512 : 256) / (sizeof(From) > sizeof(To) ? sizeof(From) : sizeof(To));
    constexpr bool is_asked = (std::is_same_v<held<From>, float> && std::is_same_v<To, std::int32_t>) ||
                              extends_short_integers<To, held<From>, most>;
    std::size_t width = (is_asked ? 4 : 2) * register_bytes / wider;
    if (packs) width = register_bytes / sizeof(To);
    if (width < 8 / narrower) width = 8 / narrower;
    return width < most ? width : most;
}();

/// Whether one question is asked about floats that become bytes: then about two groups, which takes a seventh less.
template <class From, class To>
inline constexpr bool goes_by_two_groups = std::is_same_v<held<From>, float>&& std::is_integral_v<To> &&
                                           sizeof(To) == 1 && saturates_in_packing<To, cast_width<From, To>>;

/// Whether instructions that convert leave numbers of half the size in half a register: to put two of those together
/// takes longer than to store them one by one.
template <class From, class To>
inline constexpr bool converts_to_halves = register_bytes == 64 && held_bytes<From> == 8 && sizeof(To) == 4 &&
                                           !(is_integral<From> && is_integral<To>);

template <class From, class To, std::size_t Elements>
[[gnu::always_inline]] inline void cast_elements(const std::byte*& in, std::byte*& out, std::size_t past) noexcept {
    // Marked as unlikely, so that a cached row jumps nowhere but back.
    const bool streams = __builtin_expect(past != 0, 0);
    if (streams) prefetch_ahead(in, past);
    if constexpr (converts_to_halves<From, To>) {
        constexpr std::size_t one = register_bytes / 8;
        const auto cast_one = [ in, out ](std::size_t at) __attribute__((always_inline)) {
            const auto made = converted<From, To, one>(loaded<From, one>(in + at * sizeof(From)));
            stored_as<to_cache, To, one>(out + at * sizeof(To), made);
        };
        if (!streams) {
            [&cast_one]<std::size_t... I>(std::index_sequence<I...>) { (cast_one(I * one), ...); }
            (std::make_index_sequence<Elements / one>{});
            in += Elements * sizeof(From), out += Elements * sizeof(To);
            return;
        }
    }
    const auto made = converted<From, To, Elements>(loaded<From, Elements>(in));
    if (streams) stored_as<past_cache, To, Elements>(out, made);
    else stored_as<to_cache, To, Elements>(out, made);
    in += Elements * sizeof(From), out += Elements * sizeof(To);
}
/// Whole groups. Apart, so that their loop is there once: the ragged ends of rows come here, too.
template <class From, class To>
[[gnu::noinline]] void cast_groups(const std::byte* in, std::byte* out, std::size_t groups, std::size_t past) noexcept {
    constexpr std::size_t width = cast_width<From, To>;
    if constexpr (goes_by_two_groups<From, To>) {
        for (; groups > 1; groups -= 2) cast_elements<From, To, 2 * width>(in, out, past);
    }
    for (; groups != 0; --groups) cast_elements<From, To, width>(in, out, past);
}

/// Less than a group, by the fewest elements that registers take, without a copy of them in memory. Null where
/// instructions cannot stop at any byte, and for pairs of doubles.
using cast_few = void (*)(const std::byte* in, std::byte* out, std::size_t elements) noexcept;
#if defined(ZS_ISA_avx512)
template <class From, class To>
inline constexpr std::size_t few_width = [] {
    constexpr std::size_t wider = sizeof(From) > sizeof(To) ? sizeof(From) : sizeof(To);
    constexpr std::size_t narrower = sizeof(From) < sizeof(To) ? sizeof(From) : sizeof(To);
    constexpr bool has_halves = std::is_same_v<From, half> || std::is_same_v<To, half>;
    const std::size_t least = has_halves ? lanes<float> : 8 / narrower;
    return register_bytes / wider < least ? least : register_bytes / wider;
}();
template <class From, class To>
[[gnu::noinline]] void cast_first(const std::byte* in, std::byte* out, std::size_t elements) noexcept {
    constexpr std::size_t width = few_width<From, To>;
    for (; elements > width; elements -= width) {
        stored_first<To, width>(out, converted<From, To, width>(loaded_first<From, width>(in, width)), width);
        in += width * sizeof(From), out += width * sizeof(To);
    }
    stored_first<To, width>(out, converted<From, To, width>(loaded_first<From, width>(in, elements)), elements);
}
template <class From, class To>
constexpr cast_few casts_few() noexcept {
    if constexpr (std::is_same_v<From, double_double> || std::is_same_v<To, double_double>) return nullptr;
    else return cast_first<From, To>;
}
#else
template <class From, class To>
constexpr cast_few casts_few() noexcept {
    return nullptr;
}
#endif

/// What the loop over rows has to know of a pair of types: binary logarithms of the sizes, and of a group's elements.
struct pair_of_types {
    std::uint8_t from_log2, to_log2, width_log2;
    void (*groups)(const std::byte* in, std::byte* out, std::size_t groups, std::size_t past) noexcept;
    cast_few few;
};
constexpr std::size_t most_group_bytes = 512;

/// Less than a group.
inline void cast_part(const pair_of_types& types, const std::byte* in, std::byte* out, std::size_t elements) noexcept {
    if (types.few != nullptr) return types.few(in, out, elements);
    alignas(64) std::byte padded_in[most_group_bytes], padded_out[most_group_bytes];
    pad(padded_in, in, elements << types.from_log2, std::size_t{1} << (types.width_log2 + types.from_log2));
    types.groups(padded_in, padded_out, 1, 0);
    unpad(out, padded_out, elements << types.to_log2);
}

/// The end of a row is one more group, which overlaps the one before. Not in place, where its operands are gone, nor
/// after streamed stores, whose lines it would fetch again.
[[gnu::noinline]] void cast_rows(const row_context& context, const pair_of_types& types, std::size_t elements,
                                 void* out, const void* in) noexcept {
    const std::size_t width = std::size_t{1} << types.width_log2, beyond = elements & (width - 1);
    const std::size_t whole = elements - beyond;
    const bool may_overlap = elements > width && in != out && context.streams == 0;
    const std::size_t end = may_overlap ? elements - width : whole;
    const void* none = nullptr;
    do {
        auto* const to = static_cast<std::byte*>(out);
        const auto* const from = static_cast<const std::byte*>(in);
        types.groups(from, to, whole >> types.width_log2, context.streams);
        if (beyond == 0) continue;
        const std::byte* const last = from + (end << types.from_log2);
        std::byte* const to_last = to + (end << types.to_log2);
        if (may_overlap) types.groups(last, to_last, 1, 0);
        else cast_part(types, last, to_last, beyond);
    } while (next_row<1>(context, elements, out, in, none, none));
}

template <class From, class To>
findings cast_row(const row_context& context, std::size_t elements, void* out, const void* in, const void*,
                  const void*) noexcept {
    constexpr std::size_t width = cast_width<From, To>;
    static_assert(width * sizeof(From) <= most_group_bytes && width * sizeof(To) <= most_group_bytes);
    // A tiny run: the loop over rows would save registers first.
    if constexpr (casts_few<From, To>() != nullptr) {
        if (elements <= width && out == context.last) {
            const auto* const from = static_cast<const std::byte*>(in);
            auto* const to = static_cast<std::byte*>(out);
            if (elements < width) cast_first<From, To>(from, to, elements);
            else cast_groups<From, To>(from, to, 1, context.streams);
            return nothing_found;
        }
    }
    cast_rows(
        context,
        {log2_of(sizeof(From)), log2_of(sizeof(To)), log2_of(width), cast_groups<From, To>, casts_few<From, To>()},
        elements, out, in);
    return nothing_found;
}

constexpr dtype unsigned_type(dtype type) noexcept {
    switch (type) {
        case dtype::i8: return dtype::u8;
        case dtype::i16: return dtype::u16;
        case dtype::i32: return dtype::u32;
        case dtype::i64: return dtype::u64;
        default: return type;
    }
}

/// The pair of types whose kernel has the bits of (from, to). Signs matter to integers that grow or become floats.
struct type_pair {
    dtype from, to;
};
constexpr type_pair sharing(dtype from, dtype to) noexcept {
    constexpr auto boolean = dtype::boolean;
    if (from == boolean && (to == boolean || size_of(to) == 1)) return {dtype::u8, boolean};
    if (to == boolean) return {unsigned_type(from), to};
    if (!contains(type_set::integers, to)) return {from, to};
    if (from == boolean) return {from, unsigned_type(to)};
    if (!contains(type_set::integers, from)) return {from, to};
    return {size_of(to) <= size_of(from) ? unsigned_type(from) : from, unsigned_type(to)};
}

template <dtype From, dtype To>
consteval cell cast_cell() {
    constexpr type_pair pair = sharing(From, To);
    // Between texts, and between integers of one size, nothing is to be computed: that is a copy.
    if constexpr (!supports(op::cast, From, To) || pair.from == pair.to) return cell{};
    else return cell{{&cast_row<stored<pair.from>, stored<pair.to>>}};
}

}  // namespace

extern const cells<op_family::cast> cast;
constinit const cells<op_family::cast> cast = table_of<op_family::cast>([]<op Op, dtype From, dtype To>() consteval {
    static_assert(Op == op::cast);
    return cast_cell<From, To>();
});

}  // namespace zerostride::kernels::ZS_ISA
