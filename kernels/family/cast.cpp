// The cast family: one type in, another out. Its loop is smaller than that of rows.hpp, because there are a hundred
// pairs of types: one body serves the row, its ragged end and the stores past the caches.
#include "kernels/family/batches.hpp"
#include "kernels/family/table_of.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

/// Bytes that an element takes in registers.
template <class T>
inline constexpr std::size_t held_bytes = std::is_same_v<T, double_double> ? 8 : sizeof(held<T>);
/// Elements per iteration: a register of the wider type, and at least 8 bytes of the narrower.
template <class From, class To>
inline constexpr std::size_t cast_width = [] {
    constexpr std::size_t wider = held_bytes < From >> held_bytes<To> ? held_bytes<From> : held_bytes<To>;
    constexpr std::size_t narrower = sizeof(From) < sizeof(To) ? sizeof(From) : sizeof(To);
    constexpr std::size_t register_of_halves =
        std::is_same_v<From, half> || std::is_same_v<To, half> ? lanes<float> : 0;
    std::size_t width = register_bytes / wider;
    if (width < 8 / narrower) width = 8 / narrower;
    return width < register_of_halves ? register_of_halves : width;
}();

template <class From, class To>
findings cast_row(const row_context& context, std::size_t left, void* to_row, const void* from_row, const void*,
                  const void*) noexcept {
    constexpr std::size_t width = cast_width<From, To>;
    constexpr std::size_t in_bytes = width * sizeof(From), out_bytes = width * sizeof(To);
    static_assert(in_bytes <= 256 && out_bytes <= 256);
    alignas(64) std::byte padded_in[in_bytes < register_bytes ? register_bytes : in_bytes];
    alignas(64) std::byte padded_out[out_bytes];
    const auto* in = static_cast<const std::byte*>(from_row);
    auto* out = static_cast<std::byte*>(to_row);
    const std::size_t misaligned = (0 - reinterpret_cast<std::uintptr_t>(out)) % 64;
    const bool streams = context.streams && misaligned % sizeof(To) == 0;
    // A first short part brings streamed stores to whole registers.
    const std::size_t head = streams ? misaligned / sizeof(To) % width : 0;
    std::size_t part = head != 0 ? head : width;
    while (left != 0) {
        if (part > left) part = left;
        const std::byte* from = in;
        std::byte* to = out;
        if (part != width) {
            pad(padded_in, in, part * sizeof(From), in_bytes);
            from = padded_in;
            to = padded_out;
        }
        const auto made = converted<From, To, width>(loaded<From, width>(from));
        if (streams && part == width) stored_as<past_cache, To, width>(to, made);
        else stored_as<to_cache, To, width>(to, made);
        if (part != width) unpad(out, padded_out, part * sizeof(To));
        in += part * sizeof(From);
        out += part * sizeof(To);
        left -= part;
        part = width;
    }
    return nothing_found;
}

constexpr bool is_integer(dtype type) noexcept {
    return info(type).kind == type_kind::signed_integer || info(type).kind == type_kind::unsigned_integer;
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
    if (!is_integer(to)) return {from, to};
    if (from == boolean) return {from, unsigned_type(to)};
    if (!is_integer(from)) return {from, to};
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
