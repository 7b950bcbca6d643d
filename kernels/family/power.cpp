// The power family: bases and exponents of any two types, results of the base's type.
//
// 12 types of bases by 12 of exponents, and one loop over rows for all of them: it has blocks of exponents converted to
// one form by a function of their type, and calls what computes powers of the base's type. One exponent for a row is
// converted once, and 2 and 3 are multiplications.
// Floats go through doubles; integers to whole exponents, of whatever type, are computed modulo 2^n; integers to other
// exponents go through doubles and are truncated and saturated.
#include "kernels/family/other_kernel.hpp"
#include "kernels/family/table_of.hpp"
#include "kernels/math/direct_power.hpp"
#include "kernels/math/integer_power.hpp"
#include "kernels/math/quick_power.hpp"
#include "kernels/math/quick_rows.hpp"
#include "kernels/math/real_pow.hpp"
#include "kernels/math/small_power.hpp"
#include "kernels/math/widths.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

constexpr std::size_t block = 64;

/// Exponents or bases as pairs.
struct pairs_block {
    alignas(64) double hi[block];
    alignas(64) double lo[block];
};
/// Exponents as sign and magnitude, reduced to `Word`.
template <class Word>
struct integers_block {
    alignas(64) Word magnitude[block];
    alignas(64) Word negative[block];
};

/// A block of exponents, in the form that the powers ask for.
union exponents_block {
    pairs_block pairs;
    integers_block<std::uint32_t> narrow;
    integers_block<std::uint64_t> wide;

    template <class Word>
    integers_block<Word>& integers() noexcept {
        if constexpr (sizeof(Word) == 8) return wide;
        else return narrow;
    }
    template <class Word>
    const integers_block<Word>& integers() const noexcept {
        if constexpr (sizeof(Word) == 8) return wide;
        else return narrow;
    }
};

template <class T>
[[gnu::noinline]] void to_pairs(const T* from, pairs_block& to) noexcept {
    if constexpr (std::is_same_v<T, double_double>) {
        for (std::size_t i = 0; i < block; ++i) {
            to.hi[i] = from[i].hi;
            to.lo[i] = from[i].lo;
        }
    } else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, float>) {
        for (std::size_t i = 0; i < block; i += lanes<float>) {
            const vec<float> x = element<T>::get(from + i);
            store(to.hi + i, widened<0>(x));
            store(to.hi + i + lanes<double>, widened<1>(x));
            store(to.lo + i, doubles{});
            store(to.lo + i + lanes<double>, doubles{});
        }
    } else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
        for (std::size_t i = 0; i < block; i += lanes<double>) {
            const words bits = load<words>(from + i);
            const words upper_half = bits >> 32;
            const doubles high =
                std::is_signed_v<T> ? word_as_double(upper_half ^ 0x80000000u) - 0x1p31 : word_as_double(upper_half);
            const pair p = fast_two_sum(high * 0x1p32, word_as_double(bits & 0xffffffffu));
            store(to.hi + i, p.hi);
            store(to.lo + i, p.lo);
        }
    } else if constexpr (std::is_same_v<T, double>) {
        for (std::size_t i = 0; i < block; i += lanes<double>) {
            store(to.hi + i, load<doubles>(from + i));
            store(to.lo + i, doubles{});
        }
    } else {
        for (std::size_t i = 0; i < block; ++i) {
            to.hi[i] = static_cast<double>(from[i]);
            to.lo[i] = 0.0;
        }
    }
}

template <class Word, class T>
[[gnu::noinline]] void to_integers(const T* from, integers_block<Word>& to) noexcept {
    for (std::size_t i = 0; i < block; ++i) {
        const bool negative = from[i] < 0;
        const auto bits = static_cast<std::uint64_t>(from[i]);
        to.magnitude[i] = short_exponent<Word>(negative ? 0 - bits : bits);
        to.negative[i] = negative ? static_cast<Word>(~Word{0}) : Word{0};
    }
}

inline pair pair_at(const pairs_block& of, std::size_t i) noexcept {
    return {load<doubles>(of.hi + i), load<doubles>(of.lo + i)};
}
/// x^y from the element `first` on, and `n` of them at least.
[[gnu::noinline]] void powers_of_doubles(const double* x, const pairs_block& y, double* z, std::size_t first,
                                         std::size_t n) noexcept {
    for (std::size_t i = first; i < first + n; i += lanes<double>) {
        store(z + i, raised(load<doubles>(x + i), pair_at(y, i)));
    }
}
/// What a power of a small exponent is, in lanes that have one.
[[gnu::noinline]] doubles with_small_powers(doubles x, pair y, doubles power) noexcept {
    const truths64 whole = y.lo == 0.0;
    const doubles cubes = choose(whole & (y.hi == 3.0), small_power<3, double>(x), power);
    return choose(whole & (y.hi == 2.0), small_power<2, double>(x), cubes);
}
/// Results of f64. Logarithms and powers of e in loops of their own: in one, so many instructions wait for others that
/// a processor does not see the next iteration, and it takes a quarter longer.
[[gnu::noinline]] void direct_powers(const double* x, const pairs_block& y, double* z, std::size_t n) noexcept {
    pairs_block exponents;
    const auto all = [n](const auto& body) __attribute__((always_inline)) {
        for (std::size_t i = 0; i < n; i += lanes<double>) body(i);
    };
    const auto put = [&](std::size_t i, pair e) __attribute__((always_inline)) {
        store(exponents.hi + i, e.hi);
        store(exponents.lo + i, e.lo);
    };
    const auto power = [&](std::size_t i) __attribute__((always_inline)) {
        const pair e = pair_at(exponents, i);
        return direct_power_of_e(e.hi, e.lo).value();
    };
    bool usual = true, has_small = false;
    all([&](std::size_t i) {
        const doubles exponent = load<doubles>(y.hi + i);
        usual = usual && !any_unusual(load<doubles>(x + i), exponent);
        has_small = has_small || any((exponent == 2.0) | (exponent == 3.0));
    });
    const auto put_power = [&](std::size_t i, doubles found) __attribute__((always_inline)) {
        if (has_small) found = with_small_powers(load<doubles>(x + i), pair_at(y, i), found);
        store(z + i, found);
    };
    if (usual) {
        all([&](std::size_t i) { put(i, usual_exponent(load<doubles>(x + i), pair_at(y, i))); });
        all([&](std::size_t i) { put_power(i, power(i)); });
    } else {
        all([&](std::size_t i) { put(i, any_exponent(load<doubles>(x + i), pair_at(y, i))); });
        all([&](std::size_t i) { put_power(i, power_or_limit(load<doubles>(x + i), pair_at(y, i), power(i))); });
    }
}
[[gnu::noinline]] findings float_powers(const double_double* x, const pairs_block& y, double_double* z,
                                        std::size_t n) noexcept {
    pairs_block base, result;
    to_pairs(x, base);
    for (std::size_t i = 0; i < n; i += lanes<double>) {
        const pair power = reals::pow(pair_at(base, i), pair_at(y, i));
        store(result.hi + i, power.hi);
        store(result.lo + i, power.lo);
    }
    for (std::size_t i = 0; i < n; ++i) z[i] = {result.hi[i], result.lo[i]};
    return nothing_found;
}
/// A register of floats' powers, from the element `i` on; false where the careful phase has to answer.
template <class Base>
inline bool quickly_raised(vec<float>& powers, const pairs_block& x, const pairs_block& y, std::size_t i) noexcept {
    const std::size_t upper = i + lanes<double>;
    const quick_powers low = quickly_raised(load<doubles>(x.hi + i), pair_at(y, i));
    const quick_powers high = quickly_raised(load<doubles>(x.hi + upper), pair_at(y, upper));
    powers = narrowed(low.value, high.value);
    return !any(low.open | high.open) && !any(undecided<quick<op::pow>, Base>({low.value, high.value}, powers));
}
template <class Base>
[[gnu::noinline]] findings float_powers(const Base* x, const pairs_block& y, Base* z, std::size_t n) noexcept {
    if constexpr (std::is_same_v<Base, double>) {
        direct_powers(x, y, z, n);
    } else {
        pairs_block base;
        alignas(64) double result[block];
        to_pairs(x, base);
        for (std::size_t i = 0; i < n; i += lanes<float>) {
            const std::size_t upper = i + lanes<double>;
            vec<float> both;
            // Without fma the quick phase is not the quicker one.
            if (!has_fma || !quickly_raised<Base>(both, base, y, i)) {
                powers_of_doubles(base.hi, y, result, i, lanes<float>);
                both = narrowed_to<Base>(load<doubles>(result + i), load<doubles>(result + upper));
            }
            element<Base>::template put<to_cache>(z + i, both);
        }
    }
    return nothing_found;
}

template <class Base>
using word_for = std::conditional_t<sizeof(Base) == 8, std::uint64_t, std::uint32_t>;

/// Which numbers of a type there are, of those that doubles are truncated to.
template <class Word>
struct range_of {
    double least, limit;  ///< limit: the first number that is too large, a power of two
    Word min, max;

    template <class Base>
    static constexpr range_of of() noexcept {
        return {static_cast<double>(std::numeric_limits<Base>::min()),
                2.0 * static_cast<double>(std::uint64_t{1} << (std::numeric_limits<Base>::digits - 1)),
                static_cast<Word>(std::numeric_limits<Base>::min()),
                static_cast<Word>(std::numeric_limits<Base>::max())};
    }
    /// Truncated and saturated, 0 for NaN.
    Word nearest(double p) const noexcept {
        return p >= limit  ? max
               : p > least ? (p < 0.0 ? static_cast<Word>(static_cast<std::int64_t>(p))
                                      : static_cast<Word>(static_cast<std::uint64_t>(p)))
               : p == p    ? min
                           : Word{0};
    }
};

/// Of those that are whole; false where none is.
template <class Word>
[[gnu::noinline]] bool whole_to_integers(const pairs_block& from, integers_block<Word>& to, bool* is_whole) noexcept {
    bool found = false;
    for (std::size_t i = 0; i < block; ++i) {
        is_whole[i] = is_whole_number(from.hi[i]) && is_whole_number(from.lo[i]);
        found |= is_whole[i];
        const bool negative = from.hi[i] < 0.0;
        const std::uint64_t bits = is_whole[i] ? low_word(from.hi[i]) + low_word(from.lo[i]) : 0;
        const std::uint64_t magnitude = negative ? 0 - bits : bits;
        const bool is_long = from.hi[i] >= 0x1p63 || from.hi[i] <= -0x1p63;
        to.magnitude[i] = is_long ? long_exponent<Word>(magnitude) : short_exponent<Word>(magnitude);
        to.negative[i] = negative ? static_cast<Word>(~Word{0}) : Word{0};
    }
    return found;
}
/// What integers of a word are raised by: exponents that are integers, or pairs.
enum class exponent_form : bool { integers, pairs };

/// Modulo 2^n where exponents are whole; elsewhere through doubles, truncated and saturated. A zero to a negative power
/// is 0, and found.
template <class Word>
[[gnu::noinline]] findings powers_of_integers(const Word* x, const exponents_block& y, exponent_form form,
                                              const range_of<Word>& range, Word* z, std::size_t n) noexcept {
    const Word minus_one = range.min != 0 ? static_cast<Word>(~Word{0}) : Word{1};
    integers_block<Word> converted;
    const integers_block<Word>& whole = form == exponent_form::pairs ? converted : y.integers<Word>();
    bool is_whole[block];
    bool all = true, any = true;
    if (form == exponent_form::pairs) {
        any = whole_to_integers(y.pairs, converted, is_whole);
        for (std::size_t i = 0; i < n; ++i) all &= is_whole[i];
    }
    if (any) {
        for (std::size_t i = 0; i < n; i += lanes<Word>) {
            store(z + i, integer_power<Word>(load<vec<Word>>(x + i), load<vec<Word>>(whole.magnitude + i),
                                             load<vec<Word>>(whole.negative + i), minus_one));
        }
    }
    if (!all) {
        alignas(64) double bases[block], powers[block];
        for (std::size_t i = 0; i < block; ++i) {
            bases[i] = range.min != 0 ? static_cast<double>(static_cast<std::make_signed_t<Word>>(x[i]))
                                      : static_cast<double>(x[i]);
        }
        powers_of_doubles(bases, y.pairs, powers, 0, n);
        for (std::size_t i = 0; i < n; ++i) {
            if (!is_whole[i]) z[i] = x[i] == 0 && whole.negative[i] != 0 ? Word{0} : range.nearest(powers[i]);
        }
    }
    bool inverts = false;
    for (std::size_t i = 0; i < n; ++i) inverts |= (x[i] == 0) & (whole.negative[i] != 0);
    return inverts ? integer_division_by_zero : nothing_found;
}

template <class Base>
[[gnu::noinline]] findings integer_powers(const Base* x, const exponents_block& y, exponent_form form, Base* z,
                                          std::size_t n) noexcept {
    using Word = word_for<Base>;
    alignas(64) Word base[block], result[block];
    for (std::size_t i = 0; i < block; ++i) base[i] = static_cast<Word>(x[i]);
    const findings found = powers_of_integers<Word>(base, y, form, range_of<Word>::template of<Base>(), result, n);
    for (std::size_t i = 0; i < n; ++i) z[i] = static_cast<Base>(result[i]);
    return found;
}

template <class Exponent, class Word>
void convert(const void* exponents, exponents_block& to) noexcept {
    const auto* const from = static_cast<const Exponent*>(exponents);
    if constexpr (std::is_void_v<Word>) to_pairs(from, to.pairs);
    else to_integers<Word>(from, to.integers<Word>());
}
template <class Base, class Word>
findings raise(const void* bases, const exponents_block& exponents, void* powers, std::size_t n) noexcept {
    const auto* const x = static_cast<const Base*>(bases);
    auto* const z = static_cast<Base*>(powers);
    if constexpr (std::is_integral_v<Base>) {
        return integer_powers(x, exponents, std::is_void_v<Word> ? exponent_form::pairs : exponent_form::integers, z,
                              n);
    } else {
        return float_powers(x, exponents.pairs, z, n);
    }
}

/// Makes a whole block of `n` elements: behind them the same ones again, in which nothing else is found.
inline void fill_up(std::byte* elements, std::size_t n, std::size_t bytes) noexcept {
    while (n < block) {
        const std::size_t more = n < block - n ? n : block - n;
        __builtin_memcpy(elements + n * bytes, elements, more * bytes);
        n += more;
    }
}

/// The exponent that all have, if it is 2 or 3; else anything else.
template <class Word>
double small_exponent(const exponents_block& of) noexcept {
    if constexpr (std::is_void_v<Word>) {
        return of.pairs.lo[0] == 0.0 ? of.pairs.hi[0] : 0.0;
    } else {
        const integers_block<Word>& y = of.integers<Word>();
        return y.negative[0] == 0 ? static_cast<double>(y.magnitude[0]) : 0.0;
    }
}
/// A row of x^Exponent.
template <class T, int Exponent>
struct small_power_step {
    using out = T;
    using ins = types<T>;
    static constexpr std::size_t width = element<T>::count;
    using state = no_state;

    static group<T, width> apply(state&, const group<T, width>& x) noexcept {
        return {{small_power<Exponent, T>(x.reg[0])}};
    }
};
template <dtype Type>
findings square_of_integers(const row_context& context, std::size_t n, void* out, const void* x, const void*,
                            const void*) noexcept {
    return other_kernel<op::mul, Type>()(context, n, out, x, x, nullptr);
}

/// What the loop over rows has to know of exponents, and of bases that are raised to them, of one type.
struct exponents_of_type {
    std::size_t bytes;
    void (*convert)(const void* exponents, exponents_block& to) noexcept;
};
struct bases_of_type {
    std::size_t bytes;
    bool in_rows;  ///< whole blocks are raised where they lie, wherever that is
    /// `n` <= block powers; bases and results have room for a block.
    findings (*raise)(const void* bases, const exponents_block& exponents, void* powers, std::size_t n) noexcept;
    kernel square, cube;  ///< null where multiplications would not make the same bits

    /// The kernel of a row's bases alone that has `exponent`; null if it takes more than multiplications.
    kernel by_products(double exponent) const noexcept {
        return exponent == 2.0 ? square : exponent == 3.0 ? cube : nullptr;
    }
};
template <dtype Base, class Word>
consteval bases_of_type bases_of() noexcept {
    using T = stored<Base>;
    bases_of_type made{sizeof(T), std::is_same_v<T, double>, &raise<T, Word>, nullptr, nullptr};
    if constexpr (std::is_integral_v<T>) {
        made.square = &square_of_integers<Base>;
    } else if constexpr (!std::is_same_v<T, double_double>) {
        made.square = &row<small_power_step<T, 2>, 0>;
        made.cube = &row<small_power_step<T, 3>, 0>;
    }
    return made;
}

constexpr std::size_t index_of(dtype type) noexcept { return static_cast<std::size_t>(type); }
constexpr std::size_t most_types = 16;

/// All types for one form of exponents: pairs, or integers of the bases' word.
template <class Word>
struct types_of_form {
    exponents_of_type exponents[most_types];
    bases_of_type bases[most_types];
};
template <class Word>
constexpr auto form = [] {
    types_of_form<Word> made{};
    const auto add = [&]<dtype Type>(std::integral_constant<dtype, Type>) {
        static_assert(index_of(Type) < most_types);
        if constexpr (supports(op::pow, dtype::f32, Type)) {
            using T = stored<Type>;
            if constexpr (std::is_void_v<Word> || std::is_integral_v<T>)
                made.exponents[index_of(Type)] = {sizeof(T), &convert<T, Word>};
        }
        if constexpr (supports(op::pow, Type, dtype::i64)) {
            using T = stored<Type>;
            if constexpr (std::is_void_v<Word>) {
                made.bases[index_of(Type)] = bases_of<Type, Word>();
            } else if constexpr (std::is_integral_v<T>) {
                if constexpr (std::is_same_v<word_for<T>, Word>) made.bases[index_of(Type)] = bases_of<Type, Word>();
            }
        }
    };
    [&]<std::size_t... T>(std::index_sequence<T...>) { (add(std::integral_constant<dtype, dtypes[T].type>{}), ...); }
    (std::make_index_sequence<dtype_count>{});
    return made;
}();

/// The types of a row, and whether there is one exponent for all of it, as one number: so little that each pair of
/// types has of its own.
struct row_of_powers {
    std::uintptr_t number;

    static constexpr row_of_powers of(dtype base, dtype exponent, bool one_exponent) noexcept {
        return {index_of(base) | index_of(exponent) << 8 | std::uintptr_t{one_exponent} << 16};
    }
    std::size_t base() const noexcept { return number & 0xff; }
    std::size_t exponent() const noexcept { return number >> 8 & 0xff; }
    bool has_one_exponent() const noexcept { return number >> 16 != 0; }
};

template <class Word>
[[gnu::noinline]] findings power_rows(const row_context& context, std::size_t elements, void* out, const void* bases,
                                      const void* exponents, row_of_powers types) noexcept {
    constexpr std::size_t most_bytes = block * sizeof(double_double);
    const bases_of_type& raised = form<Word>.bases[types.base()];
    const exponents_of_type& to = form<Word>.exponents[types.exponent()];
    const bool one_exponent = types.has_one_exponent();
    // Exponents of other types are converted one by one, for which they have to be aligned.
    const bool in_rows = raised.in_rows && (one_exponent || types.base() == types.exponent());
    alignas(64) std::byte x[most_bytes], y[most_bytes], z[most_bytes];
    exponents_block converted;
    const auto convert = [&](const std::byte* from, std::size_t n) {
        __builtin_memcpy(y, from, n * to.bytes);
        fill_up(y, n, to.bytes);
        to.convert(y, converted);
    };
    const auto* const all_exponents = static_cast<const std::byte*>(exponents);
    if (one_exponent) {
        convert(all_exponents, 1);
        if (const kernel run = raised.by_products(small_exponent<Word>(converted)); run != nullptr)
            return run({nullptr, context.streams, out, nullptr}, elements, out, bases, nullptr, nullptr);
    }
    findings found = nothing_found;
    for (std::size_t i = 0; i < elements; i += block) {
        const std::size_t n = elements - i < block ? elements - i : block;
        const std::byte* const base = static_cast<const std::byte*>(bases) + i * raised.bytes;
        const std::byte* const exponent = all_exponents + i * to.bytes;
        std::byte* const power = static_cast<std::byte*>(out) + i * raised.bytes;
        if (in_rows && n == block) {
            if (!one_exponent) to.convert(exponent, converted);
            found |= raised.raise(base, converted, power, n);
            continue;
        }
        if (!one_exponent) convert(exponent, n);
        __builtin_memcpy(x, base, n * raised.bytes);
        fill_up(x, n, raised.bytes);
        found |= raised.raise(x, converted, z, n);
        __builtin_memcpy(power, z, n * raised.bytes);
    }
    return found;
}
template <dtype Base, dtype Exponent, bool OneExponent>
findings power_row(const row_context& context, std::size_t elements, void* out, const void* bases,
                   const void* exponents, const void*) noexcept {
    using X = stored<Base>;
    constexpr bool is_whole = std::is_integral_v<X> && std::is_integral_v<stored<Exponent>>;
    return power_rows<std::conditional_t<is_whole, word_for<X>, void>>(context, elements, out, bases, exponents,
                                                                       row_of_powers::of(Base, Exponent, OneExponent));
}
/// Floats with one exponent of their type, where there is fma.
template <dtype Type>
findings power_row_of_floats(const row_context& context, std::size_t elements, void* out, const void* bases,
                             const void* exponent, const void*) noexcept {
    using T = stored<Type>;
    const float y = element<T>::all(static_cast<const T*>(exponent))[0];
    if (const kernel run = bases_of<Type, void>().by_products(static_cast<double>(y)); run != nullptr)
        return run({nullptr, context.streams, out, nullptr}, elements, out, bases, nullptr, nullptr);
    return quick_row<op::pow, T, 2>(context, elements, out, bases, exponent, nullptr);
}

/// By the quick phase in loops of its own for floats of one type, where there is fma. Elsewhere bases that are splats
/// are packed like any other operand: a power costs more than that.
template <op Op, dtype Base, dtype Exponent>
consteval cell power_cell() {
    static_assert(Op == op::pow && !take_rows(op_family::power));
    constexpr bool is_narrow = Base == dtype::f16 || Base == dtype::f32;
    if constexpr (!supports(Op, Base, Exponent)) {
        return cell{};
    } else if constexpr (has_fma && is_narrow && Base == Exponent) {
        cell made = quick_function_cell<Op, Base>();
        made.by_splat[2] = &power_row_of_floats<Base>;
        return made;
    } else {
        return cell{{&power_row<Base, Exponent, false>, nullptr, &power_row<Base, Exponent, true>}};
    }
}

}  // namespace

extern const cells<op_family::power> power;
constinit const cells<op_family::power> power = table_of<op_family::power>(
    []<op Op, dtype Base, dtype Exponent>() consteval { return power_cell<Op, Base, Exponent>(); });

}  // namespace zerostride::kernels::ZS_ISA
