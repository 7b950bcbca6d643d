// The quantize family: floats or i32 to short integers by a scale and a zero point, and back.
//
// The types of the values and of the result choose the cell. That of the scale and the precision of the division come
// as parameters: operands of other types than the loops compute in are converted a block at a time, in L1. The loops
// differ in the type they compute in, the size of the integers, and whether scale and zero point are one element for
// the whole row.
#include "kernels/ops/quantize.hpp"

#include "kernels/family/batch_memory.hpp"
#include "kernels/family/table_of.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

constexpr std::size_t block = 256;

/// Integers per iteration of quantizing: a register.
template <class U>
inline constexpr std::size_t packed_width = lanes<U>;
/// Of dequantizing: a register of results, and 8 bytes of integers at least, which spread into it while they are
/// loaded.
template <class Result, class U, class Form>
inline constexpr std::size_t spread_width = [] {
    std::size_t width = lanes<held<Form>>;
    if (width < 8 / sizeof(U)) width = 8 / sizeof(U);
    return width < lanes<held<Result>> ? lanes<held<Result>> : width;
}();

/// A row's elements W at a time; the ones behind its end are 0.
template <class T, std::size_t W>
class padded {
public:
    const T* operator()(const T* from, std::size_t n) noexcept {
        pad(room_, reinterpret_cast<const std::byte*>(from), n * sizeof(T), W * sizeof(T));
        return reinterpret_cast<const T*>(room_);
    }

private:
    alignas(64) std::byte room_[W * sizeof(T) < register_bytes ? register_bytes : W * sizeof(T)];
};

/// `n` <= block elements of `From`; `to` has room for a block.
template <class From, class To>
[[gnu::noinline]] void convert(const void* from, std::size_t n, To* to) noexcept {
    constexpr std::size_t width = 2 * lanes<float>;
    static_assert(block % width == 0);
    padded<From, width> end;
    const auto* const x = static_cast<const From*>(from);
    for (std::size_t i = 0; i < n; i += width) {
        const void* const at = n - i < width ? static_cast<const void*>(end(x + i, n - i)) : x + i;
        stored_as<to_cache, To, width>(reinterpret_cast<std::byte*>(to + i),
                                       converted<From, To, width>(loaded<From, width>(at)));
    }
}
/// Of floats and i32; the library's table of types is not for kernels at run time.
constexpr std::size_t bytes_of(dtype type) noexcept { return type == dtype::f16 ? 2 : type == dtype::f64 ? 8 : 4; }
/// The elements as Form: where they are, or converted to `room`.
template <class Form>
const Form* in_form(dtype type, const void* at, std::size_t n, Form* room) noexcept {
    const auto made = [&]<class From>(From) -> const Form* {
        if constexpr (std::is_same_v<From, Form>) {
            return static_cast<const Form*>(at);
        } else {
            convert<From, Form>(at, n, room);
            return room;
        }
    };
    switch (type) {
        case dtype::f16: return made(half{});
        case dtype::f32: return made(float{});
        case dtype::f64: return made(double{});
        default: return made(std::int32_t{});
    }
}
template <class Form>
constexpr dtype dtype_of_form = std::is_same_v<Form, half>    ? dtype::f16
                                : std::is_same_v<Form, float> ? dtype::f32
                                                              : dtype::f64;

/// `n` times the element at `one`, which need not be aligned.
template <class T>
inline void repeat(T* to, const T* one, std::size_t n) noexcept {
    T value;
    __builtin_memcpy(&value, one, sizeof value);
    for (std::size_t i = 0; i < n; ++i) to[i] = value;
}
template <class T, std::size_t W>
inline batch<held<T>, W> all_of(const T* one) noexcept {
    alignas(64) T same[W];
    repeat(same, one, W);
    return loaded<T, W>(same);
}

/// What a cell knows of its operands.
struct operand_forms {
    dtype values;  ///< of quantize_linear's x
    dtype scale;
    bool one_scale, one_zero;  ///< for the whole row
};
operand_forms forms_of(const row_context& context, dtype values, unsigned splats) noexcept {
    const auto scale = static_cast<dtype>(static_cast<int>(context.parameters[scale_type]));
    return {values, scale, (splats >> 1 & 1u) != 0, (splats >> 2 & 1u) != 0};
}

/// A row's operands and its result. By reference: a copy would be made by wider loads than it has just been stored by.
struct row_data {
    std::size_t elements;
    void* out;
    const void *values, *scale, *zero;

    bool go_on(const row_context& context) noexcept { return next_row<3>(context, elements, out, values, scale, zero); }
};

// ---- The loops. `n` elements of each operand; those that are one for the whole row are read once.

/// Whole groups.
template <class Form, class U, bool Splat>
[[gnu::noinline]] void quantize_groups(const Form* x, const Form* scale, const U* zero, U* out, std::size_t n,
                                       U flip) noexcept {
    constexpr std::size_t width = packed_width<U>;
    using sum = summed<Form, U>;
    const auto loop = [&](auto scales_at, auto points_at) __attribute__((always_inline)) {
        for (std::size_t i = 0; i < n; i += width) {
            const auto ratios = quotients<Form, width>(loaded<Form, width>(x + i), scales_at(i));
            stored_as<to_cache, U, width>(reinterpret_cast<std::byte*>(out + i),
                                          flipped(points_at(i).template moved<U>(as_summed<sum>(ratios)), flip));
        }
    };
    if constexpr (Splat) {
        const auto scales = all_of<Form, one_register<Form>>(scale);
        const zero_points<sum, one_register<sum>> points(flipped(all_of<U, one_register<sum>>(zero), flip));
        loop(
            [&](std::size_t) -> const auto& { return scales; }, [&](std::size_t) -> const auto& { return points; });
    } else {
        loop([&](std::size_t i) { return loaded<Form, width>(scale + i); },
             [&](std::size_t i) { return zero_points<sum, width>(flipped(loaded<U, width>(zero + i), flip)); });
    }
}
/// The end of a row is one more group, which overlaps the one before. It is computed first, because in place its
/// operands are gone after that.
template <class Form, class U, bool Splat>
[[gnu::noinline]] void quantize_row(const Form* x, const Form* scale, const U* zero, U* out, std::size_t n,
                                    U flip) noexcept {
    constexpr std::size_t width = packed_width<U>;
    constexpr auto groups = quantize_groups<Form, U, Splat>;
    alignas(64) U last[width];
    if (n < width) {
        padded<Form, width> all_of_x, all_of_scale;
        padded<U, width> all_of_zero;
        groups(all_of_x(x, n), Splat ? scale : all_of_scale(scale, n), Splat ? zero : all_of_zero(zero, n), last, width,
               flip);
        unpad(reinterpret_cast<std::byte*>(out), reinterpret_cast<const std::byte*>(last), n * sizeof(U));
        return;
    }
    const std::size_t beyond = n % width, at = n - width;
    if (beyond != 0) groups(x + at, Splat ? scale : scale + at, Splat ? zero : zero + at, last, width, flip);
    groups(x, scale, zero, out, n - beyond, flip);
    if (beyond != 0) copy_group<sizeof last>(out + at, last);
}

/// In what scales are read: of results narrower than the products they are floats.
template <class Result, class Form>
using scale_read = std::conditional_t<std::is_same_v<Form, double> && !std::is_same_v<Result, double>, float, Form>;

/// A scale for all of a register.
template <class Form>
inline vec<Form> scale_for_all(dtype type, const void* at) noexcept {
    if constexpr (std::is_same_v<Form, float>) {
        if (type == dtype::f16) return all_of<half, lanes<float>>(static_cast<const half*>(at)).reg[0];
        return all_of<float, lanes<float>>(static_cast<const float*>(at)).reg[0];
    } else {
        static_assert(std::is_same_v<Form, double>);
        if (type == dtype::f64) return all_of<double, lanes<double>>(static_cast<const double*>(at)).reg[0];
        return splat(static_cast<double>(scale_for_all<float>(type, at)[0]));
    }
}

/// A scale and a zero point for each row, of any type, in all rows of the context; or for each element, as they are
/// read, in one row. Pointers come one by one, in registers.
template <class Result, class U, class Form, bool Splat>
[[gnu::noinline]] void dequantize_rows(const row_context& context, std::size_t n, void* to, const void* values,
                                       const void* one_scale, const void* one_zero, dtype scale_type, U flip) noexcept {
    using read = scale_read<Result, Form>;
    constexpr std::size_t width = spread_width<Result, U, Form>;
    do {
        const auto* const x = static_cast<const U*>(values);
        const auto* const zero = static_cast<const U*>(one_zero);
        const auto* const scale = static_cast<const read*>(one_scale);
        auto* const out = static_cast<Result*>(to);
        batch<Form, width> scales{};
        batch<U, width> zeros{};
        if constexpr (Splat) {
            const vec<Form> same = scale_for_all<Form>(scale_type, scale);
            scales = by_registers<Form, width>([same](std::size_t) { return same; });
            zeros = flipped(all_of<U, width>(zero), flip);
        }
        const auto one = [&](const U* xs, const read* those_scales, const U* those_zeros) {
            const batch<U, width> integers_of_x = flipped(loaded<U, width>(xs), flip);
            if constexpr (Splat) return products<Result>(integers_of_x, zeros, scales);
            else
                return products<Result>(integers_of_x, flipped(loaded<U, width>(those_zeros), flip),
                                        as_summed<Form>(loaded<read, width>(those_scales)));
        };
        const auto group_at = [&](std::size_t i) {
            return one(x + i, Splat ? scale : scale + i, Splat ? zero : zero + i);
        };
        const auto put_part = [&](std::size_t from, std::size_t count) {
            padded<U, width> part_of_x, part_of_zero;
            padded<read, width> part_of_scale;
            const auto made = one(part_of_x(x + from, count), Splat ? scale : part_of_scale(scale + from, count),
                                  Splat ? zero : part_of_zero(zero + from, count));
            alignas(64) std::byte part[width * sizeof(Result)];
            stored_as<to_cache, Result, width>(part, made);
            unpad(reinterpret_cast<std::byte*>(out + from), part, count * sizeof(Result));
        };
        const auto put = [&]<class To>(To, std::size_t i, const batch<held<Result>, width>& made) {
            stored_as<To, Result, width>(reinterpret_cast<std::byte*>(out + i), made);
        };
        const std::size_t misaligned = (0 - reinterpret_cast<std::uintptr_t>(out)) % 64;
        if (context.streams != 0 && misaligned % sizeof(Result) == 0) {
            // A first short part brings streamed stores to whole registers.
            std::size_t i = misaligned / sizeof(Result) % width;
            i = i < n ? i : n;
            if (i != 0) put_part(0, i);
            for (; i + width <= n; i += width) put(past_cache{}, i, group_at(i));
            if (i < n) put_part(i, n - i);
        } else if (n < width) {
            put_part(0, n);
        } else {
            // The end is one more group, which overlaps the one before. It is computed first, because in place its
            // operands are gone after that.
            const bool has_last = n % width != 0;
            batch<held<Result>, width> last{};
            if (has_last) last = group_at(n - width);
            for (std::size_t i = 0; i + width <= n; i += width) put(to_cache{}, i, group_at(i));
            if (has_last) put(to_cache{}, n - width, last);
        }
    } while (Splat && next_row<3>(context, n, to, values, one_scale, one_zero));
}

// ---- Rows in the types of the operands.

/// The scale and the zero point of rows, part by part. What is one element for a row while the other is not is written
/// out; and that and what is converted is kept as long as rows have the same.
template <class Form, class U>
class scale_reader {
public:
    explicit scale_reader(const operand_forms& forms) noexcept : forms_(forms) {}

    void begin(const row_data& row) noexcept {
        scale_ = static_cast<const std::byte*>(row.scale);
        zero_ = static_cast<const U*>(row.zero);
        if (forms_.one_scale && !forms_.one_zero && converted_ != scale_) {
            repeat(scales_, in_form(forms_.scale, scale_, 1, scales_), block);
            converted_ = scale_;
        }
        if (forms_.one_zero && !forms_.one_scale && repeated_ != zero_) {
            repeat(zeros_, zero_, block);
            repeated_ = zero_;
        }
    }

    bool are_splats() const noexcept { return forms_.one_scale && forms_.one_zero; }
    /// False: only parts of up to a block may be asked for.
    bool is_direct() const noexcept {
        return are_splats() || (!forms_.one_scale && !forms_.one_zero && forms_.scale == dtype_of_form<Form>);
    }
    const Form* scales(std::size_t from, std::size_t n) noexcept {
        if (forms_.one_scale && !forms_.one_zero) return scales_;
        if (forms_.one_scale) from = 0, n = 1;
        const std::byte* const at = scale_ + from * bytes_of(forms_.scale);
        if (converted_ == at && count_ == n) return scales_;
        const Form* const made = in_form(forms_.scale, at, n, scales_);
        if (made == scales_) converted_ = at, count_ = n;
        return made;
    }
    const U* zeros(std::size_t from) const noexcept {
        return !forms_.one_zero ? zero_ + from : forms_.one_scale ? zero_ : zeros_;
    }

private:
    operand_forms forms_;
    const std::byte* scale_;
    const U* zero_;
    const std::byte* converted_ = nullptr;  ///< what `scales_` are of
    std::size_t count_ = 0;
    const U* repeated_ = nullptr;  ///< what `zeros_` are of
    alignas(64) Form scales_[block];
    alignas(64) U zeros_[block];
};

/// Calls part(from, n) for all of the row, whole or in blocks.
template <class Part>
inline void for_each_part(std::size_t elements, bool in_blocks, Part part) noexcept {
    const std::size_t step = in_blocks ? block : elements;
    for (std::size_t from = 0; from < elements; from += step) {
        part(from, elements - from < step ? elements - from : step);
    }
}

template <class Form, class U>
[[gnu::noinline]] void quantize_in(const row_context& context, row_data& row, const operand_forms& forms,
                                   U flip) noexcept {
    alignas(64) Form room[block];
    scale_reader<Form, U> reader(forms);
    const bool in_blocks = !reader.is_direct() || forms.values != dtype_of_form<Form>;
    const auto run = reader.are_splats() ? quantize_row<Form, U, true> : quantize_row<Form, U, false>;
    do {
        reader.begin(row);
        const auto* const values = static_cast<const std::byte*>(row.values);
        for_each_part(row.elements, in_blocks, [&](std::size_t from, std::size_t n) {
            const Form* const x = in_form(forms.values, values + from * bytes_of(forms.values), n, room);
            run(x, reader.scales(from, n), reader.zeros(from), static_cast<U*>(row.out) + from, n, flip);
        });
    } while (row.go_on(context));
}
template <class Result, class U, class Form>
[[gnu::noinline]] void dequantize_in(const row_context& context, row_data& row, const operand_forms& forms,
                                     U flip) noexcept {
    scale_reader<scale_read<Result, Form>, U> reader(forms);
    if (reader.are_splats()) {
        return dequantize_rows<Result, U, Form, true>(context, row.elements, row.out, row.values, row.scale, row.zero,
                                                      forms.scale, flip);
    }
    do {
        reader.begin(row);
        for_each_part(row.elements, !reader.is_direct(), [&](std::size_t from, std::size_t n) {
            Result* const out = static_cast<Result*>(row.out) + from;
            dequantize_rows<Result, U, Form, false>({context.parameters, context.streams, out, nullptr}, n, out,
                                                    static_cast<const U*>(row.values) + from, reader.scales(from, n),
                                                    reader.zeros(from), forms.scale, flip);
        });
    } while (row.go_on(context));
}

template <class T>
inline constexpr auto flip_of = static_cast<std::make_unsigned_t<T>>(std::is_signed_v<T> ? std::make_unsigned_t<T>{1}
                                                                                               << (8 * sizeof(T) - 1)
                                                                                         : 0);

template <dtype From, dtype To, unsigned Splats>
findings quantized_row(const row_context& context, std::size_t n, void* out, const void* x, const void* scale,
                       const void* zero) noexcept {
    using U = std::make_unsigned_t<stored<To>>;
    constexpr U flip = flip_of<stored<To>>;
    row_data row = {n, out, x, scale, zero};
    const operand_forms forms = forms_of(context, From, Splats);
    switch (static_cast<dtype>(static_cast<int>(context.parameters[division_type]))) {
        case dtype::f16: quantize_in<half, U>(context, row, forms, flip); break;
        case dtype::f32: quantize_in<float, U>(context, row, forms, flip); break;
        default: quantize_in<double, U>(context, row, forms, flip); break;
    }
    return nothing_found;
}

template <dtype From, dtype To, unsigned Splats>
findings dequantized_row(const row_context& context, std::size_t n, void* out, const void* x, const void* scale,
                         const void* zero) noexcept {
    using U = std::make_unsigned_t<stored<From>>;
    using Result = stored<To>;
    constexpr U flip = flip_of<stored<From>>;
    row_data row = {n, out, x, scale, zero};
    const operand_forms forms = forms_of(context, From, Splats);
    // 17 bits times 24 round once in float; 9 times 11 are exact there.
    if constexpr (To == dtype::f32 && sizeof(U) < 4) {
        dequantize_in<Result, U, float>(context, row, forms, flip);
    } else if constexpr (To == dtype::f16 && sizeof(U) == 1) {
        if (forms.scale == dtype::f16) dequantize_in<Result, U, float>(context, row, forms, flip);
        else dequantize_in<Result, U, double>(context, row, forms, flip);
    } else {
        dequantize_in<Result, U, double>(context, row, forms, flip);
    }
    return nothing_found;
}

/// Values that are one element for a row are packed like any other operand.
template <op Op, dtype From, dtype To>
consteval cell quantize_cell() {
    cell made{};
    if constexpr (!supports(Op, From, To)) {
        return made;
    } else if constexpr (Op == op::quantize_linear) {
        made.by_splat[0] = &quantized_row<From, To, 0>;
        made.by_splat[2] = &quantized_row<From, To, 2>;
        made.by_splat[4] = &quantized_row<From, To, 4>;
        made.by_splat[6] = &quantized_row<From, To, 6>;
    } else {
        static_assert(Op == op::dequantize_linear);
        made.by_splat[0] = &dequantized_row<From, To, 0>;
        made.by_splat[2] = &dequantized_row<From, To, 2>;
        made.by_splat[4] = &dequantized_row<From, To, 4>;
        made.by_splat[6] = &dequantized_row<From, To, 6>;
    }
    return made;
}

}  // namespace

extern const cells<op_family::quantize> quantize;
constinit const cells<op_family::quantize> quantize = table_of<op_family::quantize>(
    []<op Op, dtype From, dtype To>() consteval { return quantize_cell<Op, From, To>(); });

}  // namespace zerostride::kernels::ZS_ISA
