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
    const std::byte* operator()(const T* from, std::size_t n) noexcept {
        pad(room_, reinterpret_cast<const std::byte*>(from), n * sizeof(T), W * sizeof(T));
        return room_;
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

// ---- The loops. `n` elements of each operand; those that are one for the whole row are read once.

template <class Form, class U, bool Splat>
[[gnu::noinline]] void quantize_row(const Form* x, const Form* scale, const U* zero, U* out, std::size_t n,
                                    U flip) noexcept {
    constexpr std::size_t width = packed_width<U>;
    using sum = summed<Form, U>;
    padded<Form, width> end_of_x, end_of_scale;
    padded<U, width> end_of_zero;
    const auto one = [&](const void* xs, const auto& scales, const auto& points) {
        const auto ratios = quotients<Form, width>(loaded<Form, width>(xs), scales);
        return flipped(points.template moved<U>(as_summed<sum>(ratios)), flip);
    };
    const auto points_of = [&](const void* zeros) {
        return zero_points<sum, width>(flipped(loaded<U, width>(zeros), flip));
    };
    const auto put_end = [&](const batch<U, width>& made, std::size_t from) {
        alignas(64) std::byte last[width * sizeof(U)];
        stored_as<to_cache, U, width>(last, made);
        unpad(reinterpret_cast<std::byte*>(out + from), last, (n - from) * sizeof(U));
    };
    std::size_t i = 0;
    if constexpr (Splat) {
        const auto scales = all_of<Form, one_register<Form>>(scale);
        const zero_points<sum, one_register<sum>> points(flipped(all_of<U, one_register<sum>>(zero), flip));
        for (; i + width <= n; i += width) {
            stored_as<to_cache, U, width>(reinterpret_cast<std::byte*>(out + i), one(x + i, scales, points));
        }
        if (i < n) put_end(one(end_of_x(x + i, n - i), scales, points), i);
    } else {
        for (; i + width <= n; i += width) {
            stored_as<to_cache, U, width>(reinterpret_cast<std::byte*>(out + i),
                                          one(x + i, loaded<Form, width>(scale + i), points_of(zero + i)));
        }
        if (i < n) {
            put_end(one(end_of_x(x + i, n - i), loaded<Form, width>(end_of_scale(scale + i, n - i)),
                        points_of(end_of_zero(zero + i, n - i))),
                    i);
        }
    }
}

template <class Result, class U, class Form, bool Splat>
[[gnu::noinline]] void dequantize_row(const U* x, const Form* scale, const U* zero, Result* out, std::size_t n, U flip,
                                      bool may_stream) noexcept {
    constexpr std::size_t width = spread_width<Result, U, Form>;
    padded<U, width> end_of_x, end_of_zero;
    padded<Form, width> end_of_scale;
    const auto scales = all_of<Form, width>(scale);
    const auto zeros = flipped(all_of<U, width>(zero), flip);
    const auto one = [&](const void* xs, const void* those_scales, const void* those_zeros) {
        const batch<U, width> values = flipped(loaded<U, width>(xs), flip);
        if constexpr (Splat) return products<Result>(values, zeros, scales);
        else
            return products<Result>(values, flipped(loaded<U, width>(those_zeros), flip),
                                    loaded<Form, width>(those_scales));
    };
    const auto put_part = [&](std::size_t from, std::size_t count) {
        const bool is_dense = !Splat;
        const auto made = one(end_of_x(x + from, count), is_dense ? end_of_scale(scale + from, count) : nullptr,
                              is_dense ? end_of_zero(zero + from, count) : nullptr);
        alignas(64) std::byte part[width * sizeof(Result)];
        stored_as<to_cache, Result, width>(part, made);
        unpad(reinterpret_cast<std::byte*>(out + from), part, count * sizeof(Result));
    };
    const auto loop = [&]<class To>(To, std::size_t i) {
        for (; i + width <= n; i += width) {
            const auto made = one(x + i, Splat ? nullptr : scale + i, Splat ? nullptr : zero + i);
            stored_as<To, Result, width>(reinterpret_cast<std::byte*>(out + i), made);
        }
        if (i < n) put_part(i, n - i);
    };
    const std::size_t misaligned = (0 - reinterpret_cast<std::uintptr_t>(out)) % 64;
    if (may_stream && misaligned % sizeof(Result) == 0) {
        // A first short part brings streamed stores to whole registers.
        std::size_t head = misaligned / sizeof(Result) % width;
        head = head < n ? head : n;
        if (head != 0) put_part(0, head);
        loop(past_cache{}, head);
    } else {
        loop(to_cache{}, 0);
    }
}

// ---- Rows in the types of the operands.

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

/// A row's operands and its result.
struct row_data {
    std::size_t elements;
    void* out;
    const void *values, *scale, *zero;
};

/// The scale and the zero point of a row, part by part. What is one element for the row while the other is not is
/// written out once.
template <class Form, class U>
class scale_reader {
public:
    scale_reader(const operand_forms& forms, const row_data& row) noexcept
        : forms_(forms), scale_(static_cast<const std::byte*>(row.scale)), zero_(static_cast<const U*>(row.zero)) {
        if (forms_.one_scale) {
            repeat(scales_, in_form(forms_.scale, scale_, 1, scales_), forms_.one_zero ? 1 : block);
        } else if (forms_.one_zero) {
            repeat(zeros_, zero_, block);
        }
    }

    bool are_splats() const noexcept { return forms_.one_scale && forms_.one_zero; }
    /// False: only parts of up to a block may be asked for.
    bool is_direct() const noexcept {
        return are_splats() || (!forms_.one_scale && !forms_.one_zero && forms_.scale == dtype_of_form<Form>);
    }
    const Form* scales(std::size_t from, std::size_t n) noexcept {
        if (forms_.one_scale) return scales_;
        return in_form(forms_.scale, scale_ + from * bytes_of(forms_.scale), n, scales_);
    }
    const U* zeros(std::size_t from) const noexcept {
        return !forms_.one_zero ? zero_ + from : forms_.one_scale ? zero_ : zeros_;
    }

private:
    operand_forms forms_;
    const std::byte* scale_;
    const U* zero_;
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
[[gnu::noinline]] void quantize_in(const row_data& row, const operand_forms& forms, U flip) noexcept {
    alignas(64) Form room[block];
    scale_reader<Form, U> reader(forms, row);
    const auto* const values = static_cast<const std::byte*>(row.values);
    const bool in_blocks = !reader.is_direct() || forms.values != dtype_of_form<Form>;
    for_each_part(row.elements, in_blocks, [&](std::size_t from, std::size_t n) {
        const Form* const x = in_form(forms.values, values + from * bytes_of(forms.values), n, room);
        const auto run = reader.are_splats() ? quantize_row<Form, U, true> : quantize_row<Form, U, false>;
        run(x, reader.scales(from, n), reader.zeros(from), static_cast<U*>(row.out) + from, n, flip);
    });
}
template <class Result, class U, class Form>
[[gnu::noinline]] void dequantize_in(const row_data& row, const operand_forms& forms, U flip,
                                     std::size_t past) noexcept {
    scale_reader<Form, U> reader(forms, row);
    for_each_part(row.elements, !reader.is_direct(), [&](std::size_t from, std::size_t n) {
        const auto run =
            reader.are_splats() ? dequantize_row<Result, U, Form, true> : dequantize_row<Result, U, Form, false>;
        run(static_cast<const U*>(row.values) + from, reader.scales(from, n), reader.zeros(from),
            static_cast<Result*>(row.out) + from, n, flip, past != 0);
    });
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
    const row_data row = {n, out, x, scale, zero};
    const operand_forms forms = forms_of(context, From, Splats);
    switch (static_cast<dtype>(static_cast<int>(context.parameters[division_type]))) {
        case dtype::f16: quantize_in<half, U>(row, forms, flip); break;
        case dtype::f32: quantize_in<float, U>(row, forms, flip); break;
        default: quantize_in<double, U>(row, forms, flip); break;
    }
    return nothing_found;
}

template <dtype From, dtype To, unsigned Splats>
findings dequantized_row(const row_context& context, std::size_t n, void* out, const void* x, const void* scale,
                         const void* zero) noexcept {
    using U = std::make_unsigned_t<stored<From>>;
    using Result = stored<To>;
    constexpr U flip = flip_of<stored<From>>;
    const row_data row = {n, out, x, scale, zero};
    const operand_forms forms = forms_of(context, From, Splats);
    // 17 bits times 24 round once in float; 9 times 11 are exact there.
    if constexpr (To == dtype::f32 && sizeof(U) < 4) {
        dequantize_in<Result, U, float>(row, forms, flip, context.streams);
    } else if constexpr (To == dtype::f16 && sizeof(U) == 1) {
        if (forms.scale == dtype::f16) dequantize_in<Result, U, float>(row, forms, flip, context.streams);
        else dequantize_in<Result, U, double>(row, forms, flip, context.streams);
    } else {
        dequantize_in<Result, U, double>(row, forms, flip, context.streams);
    }
    return nothing_found;
}

/// Values that are one element for a row are packed like any other operand.
template <op Op, dtype From, dtype To>
consteval cell quantize_cell() {
    static_assert(!take_rows(op_family::quantize));
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
