#include "dispatch/tiny.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "dispatch/accuracy.hpp"
#include "dispatch/fp_environment.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/request.hpp"
#include "dispatch/validate.hpp"

namespace zerostride::detail {
namespace {

constexpr std::int64_t most_elements = 64;
constexpr std::size_t most_bytes = most_elements * 16;

/// The axes of a small call, from the innermost outwards, without those of extent 1.
struct small_axes {
    static constexpr int most = 6;

    std::int64_t elements = 1;
    int count = 0;
    std::int64_t extent[most];
};

/// How an operand lies along them.
struct small_operand {
    std::int64_t stride[small_axes::most];
    std::int64_t low, high;  ///< the bytes that it lies within, from the data pointer
    bool is_whole;           ///< dense and row-major, nothing stretched
    bool is_splat;
    std::uint64_t attains;  ///< axes of the output, counted from the innermost, whose extent the operand has
};

/// False when there are no or too many elements, or the output is not dense.
bool read_output(small_axes& made, const const_tensor_view& output) noexcept {
    if (output.rank > 64 || output.data == nullptr) return false;
    auto dense = static_cast<std::int64_t>(size_of(output.type));
    for (std::size_t i = output.rank; i-- > 0;) {
        const std::int64_t extent = output.shape[i];
        if (extent < 1 || extent > most_elements) return false;
        if (extent == 1) continue;
        made.elements *= extent;
        if (made.elements > most_elements || (output.strides != nullptr && output.strides[i] != dense)) return false;
        dense *= extent;
        made.extent[made.count++] = extent;
    }
    return true;
}

/// An operand of the output's own shape, without strides: what most small operands are.
bool is_like_output(const const_tensor_view& x, const const_tensor_view& output) noexcept {
    if (x.strides != nullptr || x.rank != output.rank || x.data == nullptr) return false;
    // Few extents: a call that compares memory takes longer.
    std::int64_t differing = 0;
    for (std::size_t i = 0; i < x.rank; ++i) differing |= x.shape[i] ^ output.shape[i];
    return differing == 0;
}

/// False when the operand does not stretch to the output, or its elements are too far apart.
bool read_operand(small_operand& made, const const_tensor_view& x, const const_tensor_view& output,
                  std::int64_t elements) noexcept {
    constexpr std::int64_t farthest = std::int64_t{1} << 20;
    const auto bytes = static_cast<std::int64_t>(size_of(x.type));
    if (is_like_output(x, output)) {
        made.low = 0;
        made.high = elements * bytes;
        made.is_whole = true;
        made.attains = ~std::uint64_t{0};
        return true;
    }
    if (x.rank > output.rank || x.data == nullptr) return false;
    std::int64_t dense = bytes, whole = bytes;  // strides that continue the operand, and one without stretched axes
    std::int64_t low = 0, high = bytes, strides = 0;
    bool is_whole = true;
    std::uint64_t attains = 0;
    int axes = 0;
    const std::int64_t* const wanted = output.shape + (output.rank - x.rank);
    for (std::size_t i = x.rank; i-- > 0;) {
        const std::int64_t own = x.shape[i], extent = wanted[i];
        if (own != extent && own != 1) return false;
        if (own == extent) attains |= std::uint64_t{1} << (x.rank - 1 - i);
        if (extent == 1) continue;
        std::int64_t stride = 0;
        if (own != 1) {
            stride = x.strides == nullptr ? dense : x.strides[i];
            if (stride > farthest || stride < -farthest) return false;
            const std::int64_t span = (own - 1) * stride;
            (span < 0 ? low : high) += span;
            dense *= own;
        }
        is_whole = is_whole && stride == whole;
        strides |= stride;
        whole *= extent;
        made.stride[axes++] = stride;
    }
    for (std::size_t i = output.rank - x.rank; i-- > 0;) {
        if (output.shape[i] == 1) continue;
        is_whole = false;
        made.stride[axes++] = 0;
    }
    made.low = low;
    made.high = high;
    made.is_whole = is_whole;
    made.is_splat = strides == 0;
    made.attains = attains;
    return true;
}

/// One operand's own axes, from the innermost outwards: those that continue each other are one.
struct small_loops {
    int count = 0;
    std::int64_t extent[small_axes::most], stride[small_axes::most];

    small_loops(const small_axes& axes, const small_operand& x) noexcept {
        for (int a = 0; a < axes.count; ++a) {
            if (count > 0 && x.stride[a] == stride[count - 1] * extent[count - 1]) {
                extent[count - 1] *= axes.extent[a];
                continue;
            }
            extent[count] = axes.extent[a];
            stride[count++] = x.stride[a];
        }
    }
};

/// Copies what the loops visit, one element of `Size` bytes after the other.
template <std::size_t Size>
void copy_elements(const small_loops& loops, const std::byte* from, std::byte* to) noexcept {
    const std::int64_t extent = loops.extent[0], stride = loops.stride[0];
    const int axes = loops.count;
    std::int64_t index[small_axes::most] = {};
    while (true) {
        const std::byte* at = from;
        for (std::int64_t i = extent; i > 0; --i) {
            std::memcpy(to, at, Size);
            at += stride;
            to += Size;
        }
        int a = 1;
        for (; a < axes; ++a) {
            from += loops.stride[a];
            if (++index[a] < loops.extent[a]) break;
            from -= loops.stride[a] * loops.extent[a];
            index[a] = 0;
        }
        if (a >= axes) return;
    }
}
/// The operand's elements, stretched to the output's extents, one after the other. Of a hundred bytes this is done
/// before a mover has been told where they are.
void pack_small(const small_axes& axes, const small_operand& x, std::size_t size, const std::byte* from,
                std::byte* to) noexcept {
    const small_loops loops(axes, x);
    switch (size) {
        case 1: copy_elements<1>(loops, from, to); return;
        case 2: copy_elements<2>(loops, from, to); return;
        case 4: copy_elements<4>(loops, from, to); return;
        case 8: copy_elements<8>(loops, from, to); return;
        default: copy_elements<16>(loops, from, to); return;
    }
}

/// Whether all operands broadcast to the result, which is then found out here, while they are read.
constexpr bool broadcasts_all(const op_info& row) noexcept {
    return row.shapes == shape_rule::broadcast &&
           (row.operands == operand_rule::same || row.operands == operand_rule::condition_first);
}

/// What the row of an operator without attributes settles when all its operands broadcast.
struct plain_row {
    std::uint8_t operands = 0;  ///< the usual number of them; 0: not such an operator
    std::uint8_t conditions = 0;
    std::uint16_t types = 0;  ///< a bit for each
    bool makes_booleans = false;
};
constexpr bool has_attributes(op which) noexcept {
    for (std::size_t i = 0; is_valid(op_attributes[i].which); ++i) {
        if (op_attributes[i].which == which) return true;
    }
    return false;
}
constexpr auto plain_rows = [] {
    std::array<plain_row, op_count + 1> made{};  // the last one is no operator's
    for (std::size_t i = 0; i < op_count; ++i) {
        const op_info& row = ops[i];
        const bool is_plain = broadcasts_all(row) && kernels::family_types(row.family) == 1 &&
                              (row.result == result_rule::same || row.result == result_rule::boolean) &&
                              !has_attributes(row.id);
        if (!is_plain) continue;
        made[i].operands = static_cast<std::uint8_t>(row.arity);
        made[i].conditions = row.operands == operand_rule::condition_first ? 1 : 0;
        made[i].makes_booleans = row.result == result_rule::boolean;
        for (const dtype_info& type : dtypes) {
            if (supports(row.id, type.type))
                made[i].types |= static_cast<std::uint16_t>(1u << static_cast<int>(type.type));
        }
    }
    return made;
}();

/// A kernel, as the operation that is asked for has chosen it.
struct small_call {
    op which;
    dtype type, second;
    const double* parameters;
    bool checks_shapes;  ///< that the operands broadcast to the output is not known yet
};

/// What validate_kinds and resolve would answer, for a call of a plain operator that is right. False for all others.
bool resolve_plain(small_call& made, const operation& what, array_ref<const_tensor_view> inputs,
                   const const_tensor_view& output) noexcept {
    const plain_row row = plain_rows[op_row(what.which)];
    if (row.operands == 0 || inputs.size() != row.operands || what.count != 0) return false;
    const dtype type = inputs[row.conditions].type;
    if (!is_valid(type) || (row.types >> static_cast<int>(type) & 1) == 0) return false;
    bool good = output.type == (row.makes_booleans ? dtype::boolean : type);
    good &= output.rank == 0 || output.shape != nullptr;
    for (std::size_t i = 0; i < row.operands; ++i) {
        good &= inputs[i].type == (i < row.conditions ? dtype::boolean : type);
        good &= inputs[i].rank == 0 || inputs[i].shape != nullptr;
    }
    made = {kernels::kernel_op(what.which, type), type, type, nullptr, true};
    return good;
}

/// `in` and `out` share no byte, or are the same elements one by one.
bool are_apart_or_one(const const_tensor_view& x, std::int64_t low, std::int64_t high, bool is_whole,
                      const tensor_view& output, std::size_t elements) noexcept {
    const auto in = reinterpret_cast<std::uintptr_t>(x.data), out = reinterpret_cast<std::uintptr_t>(output.data);
    const std::size_t bytes = size_of(output.type);
    return in + static_cast<std::uintptr_t>(high) <= out ||
           out + elements * bytes <= in + static_cast<std::uintptr_t>(low) ||
           (in == out && is_whole && size_of(x.type) == bytes);
}

bool run_row(const small_call& call, kernels::kernel run, const void* const (&in)[kernels::max_inputs],
             std::size_t elements, void* out, status& answer) noexcept {
    const fp_environment scope;
    const kernels::findings found = run({call.parameters, 0, out, nullptr}, elements, out, in[0], in[1], in[2]);
    answer = (found & kernels::integer_division_by_zero) != 0 ? status::integer_division_by_zero : status::ok;
    return true;
}

/// Operands that lie in any way. Apart, because it needs much room.
[[gnu::noinline]] bool run_packed(const small_call& call, const kernels::kernel* kernel_of_splats,
                                  array_ref<const_tensor_view> inputs, const tensor_view& output,
                                  status& answer) noexcept {
    small_axes axes;
    if (!read_output(axes, output)) return false;
    small_operand operands[kernels::max_inputs];
    std::uint64_t attained = 0;
    std::size_t rank = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!read_operand(operands[i], inputs[i], output, axes.elements)) return false;
        attained |= operands[i].attains;
        rank = inputs[i].rank > rank ? inputs[i].rank : rank;
    }
    if (call.checks_shapes && (rank != output.rank || (rank > 0 && ~attained << (64 - rank) != 0))) return false;

    alignas(64) std::byte packed[kernels::max_inputs][most_bytes];
    const auto elements = static_cast<std::size_t>(axes.elements);
    const void* in[kernels::max_inputs] = {};
    unsigned splats = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const const_tensor_view& x = inputs[i];
        const small_operand& operand = operands[i];
        if (!are_apart_or_one(x, operand.low, operand.high, operand.is_whole, output, elements)) return false;
        in[i] = x.data;
        if (operand.is_whole) continue;
        if (operand.is_splat && kernel_of_splats[splats | 1u << i] != nullptr) {
            splats |= 1u << i;
            continue;
        }
        pack_small(axes, operand, size_of(x.type), static_cast<const std::byte*>(x.data), packed[i]);
        in[i] = packed[i];
    }
    return run_row(call, kernel_of_splats[splats], in, elements, output.data, answer);
}

/// Few elements; false for many, and for what has to be refused.
bool run_small(const small_call& call, array_ref<const_tensor_view> inputs, const tensor_view& output,
               const options& how, status& answer) noexcept {
    isa resolved;
    const kernels::isa_tables* const tables = tables_of(how.with, resolved);
    accuracy_mode accuracy;
    if (tables == nullptr || !resolve_accuracy(how.accuracy, accuracy)) return false;
    const kernels::kernel* kernel_of_splats =
        accuracy == accuracy_mode::fast ? fast_kernels_of(*tables, call.which, call.type, call.second, call.parameters)
                                        : nullptr;
    if (kernel_of_splats == nullptr) kernel_of_splats = kernels_of(*tables, call.which, call.type, call.second);

    bool are_like_output = output.strides == nullptr && output.data != nullptr;
    for (std::size_t i = 0; i < inputs.size() && are_like_output; ++i) {
        are_like_output = is_like_output(inputs[i], output);
    }
    if (!are_like_output) return run_packed(call, kernel_of_splats, inputs, output, answer);
    std::int64_t elements = 1;
    for (std::size_t i = 0; i < output.rank; ++i) {
        const std::int64_t extent = output.shape[i];
        if (extent < 1 || extent > most_elements) return false;
        elements *= extent;
        if (elements > most_elements) return false;
    }
    const void* in[kernels::max_inputs] = {};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto bytes = elements * static_cast<std::int64_t>(size_of(inputs[i].type));
        if (!are_apart_or_one(inputs[i], 0, bytes, true, output, static_cast<std::size_t>(elements))) return false;
        in[i] = inputs[i].data;
    }
    return run_row(call, kernel_of_splats[0], in, static_cast<std::size_t>(elements), output.data, answer);
}

/// Operators with attributes, and those that are others in disguise. Apart, because a request is large.
[[gnu::noinline]] bool run_resolved(const operation& what, array_ref<const_tensor_view> given,
                                    const tensor_view& output, const options& how, status& answer) noexcept {
    const bool checks_shapes = is_valid(what.which) && broadcasts_all(info(what.which));
    const status valid = checks_shapes ? validate_kinds(what, given, output) : validate(what, given, output);
    request asked;
    if (valid != status::ok || !resolve(asked, what, given, output)) return false;
    if (asked.scales.form != scale_layout::whole) return false;
    return run_small({asked.which, asked.type, asked.second, asked.parameters, checks_shapes}, asked.inputs, output,
                     how, answer);
}

}  // namespace

bool eval_tiny(const operation& what, array_ref<const_tensor_view> given, const tensor_view& output, const options& how,
               status& answer) noexcept {
    small_call call;
    if (resolve_plain(call, what, given, output)) return run_small(call, given, output, how, answer);
    return run_resolved(what, given, output, how, answer);
}

}  // namespace zerostride::detail
