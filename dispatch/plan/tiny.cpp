#include "dispatch/plan/tiny.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "dispatch/accuracy.hpp"
#include "dispatch/fp_environment.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/plan/request.hpp"
#include "dispatch/plan/run.hpp"
#include "dispatch/validation/validate.hpp"

namespace zerostride::detail {
namespace {

/// Up to here a plan would be one row of the kernel, too: no threads, no stores past the caches.
constexpr std::int64_t most_elements = 4096;
/// There is a place for so much that is packed.
constexpr std::int64_t most_packed_bytes = 4096;

constexpr int most_axes = 9;  ///< of extent 2 or more: so many elements have no more
static_assert(std::int64_t{1} << most_axes >= most_packed);

/// An operand's own axes, from the innermost outwards: those that continue each other are one, and those of extent 1
/// are none.
struct small_operand {
    int axes;
    std::int64_t extent[most_axes], stride[most_axes];
    std::int64_t low, high;  ///< the bytes that it lies within, from the data pointer
    std::uint64_t attains;   ///< axes, counted from the innermost, where it has the output's extent

    /// Dense and row-major, nothing stretched.
    bool is_whole(std::int64_t bytes) const noexcept { return axes == 0 || (axes == 1 && stride[0] == bytes); }
    bool is_splat() const noexcept { return axes == 1 && stride[0] == 0; }
};

/// How many elements a dense output has; 0 when there are no or too many, or it is not dense.
std::int64_t elements_of(const const_tensor_view& output) noexcept {
    if (output.rank > 64 || output.data == nullptr) return 0;
    const auto bytes = static_cast<std::int64_t>(size_of(output.type));
    std::int64_t elements = 1;
    for (std::size_t i = output.rank; i-- > 0;) {
        const std::int64_t extent = output.shape[i];
        if (extent < 1 || extent > most_elements) return 0;
        if (output.strides != nullptr && extent > 1 && output.strides[i] != elements * bytes) return 0;
        elements *= extent;
        if (elements > most_elements) return 0;
    }
    return elements;
}

std::int64_t innermost_extent(const const_tensor_view& x) noexcept { return x.rank == 0 ? 1 : x.shape[x.rank - 1]; }

/// An operand of the output's own shape, dense and row-major: what most small operands are. Shapes that differ do so in
/// the innermost axes.
bool is_like_output(const const_tensor_view& x, const const_tensor_view& output) noexcept {
    if (x.rank != output.rank || x.data == nullptr) return false;
    // Few extents: a call that compares memory takes longer.
    for (std::size_t i = x.rank; i-- > 0;) {
        if (x.shape[i] != output.shape[i]) return false;
    }
    if (x.strides == nullptr) return true;
    auto dense = static_cast<std::int64_t>(size_of(x.type));
    for (std::size_t i = x.rank; i-- > 0; dense *= x.shape[i]) {
        if (x.strides[i] != dense && x.shape[i] != 1) return false;
    }
    return true;
}

/// False when the operand does not stretch to the output, or its elements are too far apart.
[[gnu::noinline]] bool read_operand(small_operand& made, const const_tensor_view& x, const const_tensor_view& output,
                                    std::int64_t bytes) noexcept {
    constexpr std::int64_t farthest = std::int64_t{1} << 20;
    if (x.rank > output.rank || x.data == nullptr) return false;
    std::int64_t dense = bytes, low = 0, high = bytes;
    std::int64_t next = 0;  // the stride that would continue the last axis
    std::uint64_t attains = 0;
    int axes = 0;
    const auto add = [&](std::int64_t extent, std::int64_t stride) {
        if (axes == 0 || stride != next) made.stride[axes] = stride, made.extent[axes++] = extent;
        else made.extent[axes - 1] *= extent;
        next = stride * extent;
    };
    const std::size_t added = output.rank - x.rank;
    const std::int64_t* const wanted = output.shape + added;
    for (std::size_t i = x.rank; i-- > 0;) {
        const std::int64_t own = x.shape[i], extent = wanted[i];
        std::int64_t stride = 0;
        if (own == extent) {
            attains |= std::uint64_t{1} << (x.rank - 1 - i);
            if (extent == 1) continue;
            stride = x.strides == nullptr ? dense : x.strides[i];
            if (stride > farthest || stride < -farthest) return false;
            const std::int64_t span = (own - 1) * stride;
            (span < 0 ? low : high) += span;
            dense *= own;
        } else if (own != 1) {
            return false;
        }
        add(extent, stride);
    }
    std::int64_t copies = 1;
    for (std::size_t i = 0; i < added; ++i) copies *= output.shape[i];
    if (copies > 1) add(copies, 0);
    made.axes = axes;
    made.low = low;
    made.high = high;
    made.attains = attains;
    return true;
}

/// Copies a run of `bytes` that lie together: overlapping copies of the largest power of two that fits.
template <std::size_t Largest>
[[gnu::always_inline]] inline void copy_run(const std::byte* from, std::byte* to, std::size_t bytes) noexcept {
    if (bytes >= Largest) {
        for (std::size_t i = 0; i + Largest < bytes; i += Largest) std::memcpy(to + i, from + i, Largest);
        std::memcpy(to + bytes - Largest, from + bytes - Largest, Largest);
    } else if constexpr (Largest > 1) {
        copy_run<Largest / 2>(from, to, bytes);
    }
}

/// Bytes that pack_small may write behind the last element.
constexpr std::size_t spare_bytes = 16;

/// Fills `bytes` with one element, and up to spare_bytes behind.
template <std::size_t Size>
[[gnu::always_inline]] inline void fill_run(const std::byte* from, std::byte* to, std::size_t bytes) noexcept {
    std::uint64_t pattern[2];
    if constexpr (Size == 16) {
        std::memcpy(pattern, from, Size);
    } else {
        // Its bytes are the lowest ones here; times a number with a one for each copy.
        constexpr std::uint64_t copies = Size == 8 ? 1 : ~std::uint64_t{0} / ((std::uint64_t{1} << Size % 8 * 8) - 1);
        std::uint64_t element = 0;
        std::memcpy(&element, from, Size);
        pattern[0] = pattern[1] = element * copies;
    }
    for (std::size_t i = 0; i < bytes; i += sizeof pattern) std::memcpy(to + i, pattern, sizeof pattern);
}

/// Makes a run of the innermost axis for each index of the others. The next axis has a loop of its own, which counts in
/// registers.
template <class Run>
[[gnu::always_inline]] inline void for_runs(const small_operand& x, const std::byte* from, std::byte* to,
                                            std::size_t bytes, Run run) noexcept {
    if (x.axes == 1) return run(from, to, bytes);
    std::int64_t index[most_axes] = {};
    while (true) {
        const std::byte* at = from;
        for (std::int64_t i = x.extent[1]; i > 0; --i, at += x.stride[1], to += bytes) run(at, to, bytes);
        int a = 2;
        for (; a < x.axes; ++a) {
            from += x.stride[a];
            if (++index[a] < x.extent[a]) break;
            from -= x.stride[a] * x.extent[a];
            index[a] = 0;
        }
        if (a >= x.axes) return;
    }
}

/// The operand's elements, stretched to the output's extents, one after the other. Of a hundred bytes this is done
/// before a mover has been told where they are.
template <std::size_t Size>
void pack_small(const small_operand& x, const std::byte* from, std::byte* to) noexcept {
    const std::int64_t stride = x.stride[0];
    const auto run_bytes = static_cast<std::size_t>(x.extent[0]) * Size;
    if (stride == 0) {
        for_runs(x, from, to, run_bytes, fill_run<Size>);
    } else if (stride == static_cast<std::int64_t>(Size)) {
        for_runs(x, from, to, run_bytes, copy_run<16>);
    } else {
        for_runs(x, from, to, run_bytes, [=](const std::byte* at, std::byte* row, std::size_t bytes) {
            for (std::size_t i = 0; i < bytes; i += Size, at += stride) std::memcpy(row + i, at, Size);
        });
    }
}
[[gnu::noinline]] void pack_small(const small_operand& x, std::size_t size, const std::byte* from,
                                  std::byte* to) noexcept {
    switch (size) {
        case 1: return pack_small<1>(x, from, to);
        case 2: return pack_small<2>(x, from, to);
        case 4: return pack_small<4>(x, from, to);
        case 8: return pack_small<8>(x, from, to);
        default: return pack_small<16>(x, from, to);
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
constexpr auto plain_rows = [] {
    std::array<plain_row, op_count + 1> made{};  // the last one is no operator's
    for (std::size_t i = 0; i < op_count; ++i) {
        const op_info& row = ops[i];
        const bool is_plain = broadcasts_all(row) && kernels::family_types(row.family) == 1 &&
                              (row.result == result_rule::same || row.result == result_rule::boolean) &&
                              attributes_of(row.id).empty();
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

/// A kernel, as the operation that is asked for has chosen it. In another order than a request's: compilers would copy
/// what has just been stored piece by piece by one load, which waits for all stores.
struct small_call {
    op which;
    bool checks_shapes;  ///< that the operands broadcast to the output is not known yet
    dtype second;
    const double* parameters;
    int most_runs;
    dtype type;
};

/// What validate_kinds and resolve would answer, for a call of a plain operator that is right. False for all others.
bool resolve_plain(small_call& made, const operation& what, array_ref<const_tensor_view> inputs,
                   const const_tensor_view& output) noexcept {
    const plain_row row = plain_rows[op_row(what.which)];
    if (row.operands == 0 || inputs.size() != row.operands || inputs.data() == nullptr || what.count != 0) return false;
    const dtype type = inputs[row.conditions].type;
    if (!is_valid(type) || (row.types >> static_cast<int>(type) & 1) == 0) return false;
    bool good = output.type == (row.makes_booleans ? dtype::boolean : type);
    good &= output.rank == 0 || output.shape != nullptr;
    for (std::size_t i = 0; i < row.operands; ++i) {
        good &= inputs[i].type == (i < row.conditions ? dtype::boolean : type);
        good &= inputs[i].rank == 0 || inputs[i].shape != nullptr;
    }
    made = {kernels::kernel_op(what.which, type), true, type, nullptr, made.most_runs, type};
    return good;
}

/// Whether the operand, which lies in the bytes from `low` to `high`, and the output's `bytes` share none, or are the
/// same elements one by one. What overlap.hpp decides in general, for pointers that are known already: to reckon a
/// clearance of a nest would take longer than the call. What is false here is decided there.
bool bytes_are_apart_or_one(const const_tensor_view& x, std::int64_t low, std::int64_t high, bool is_whole,
                            const void* output, std::int64_t bytes) noexcept {
    const auto in = reinterpret_cast<std::uintptr_t>(x.data), out = reinterpret_cast<std::uintptr_t>(output);
    return in + static_cast<std::uintptr_t>(high) <= out ||
           out + static_cast<std::uintptr_t>(bytes) <= in + static_cast<std::uintptr_t>(low) ||
           (in == out && is_whole && high == bytes);
}

bool call_kernel(const small_call& call, kernels::kernel run, const void* const (&in)[kernels::max_inputs],
                 std::int64_t elements, void* out, status& answer) noexcept {
    const kernels::findings found =
        run({call.parameters, 0, out, nullptr}, static_cast<std::size_t>(elements), out, in[0], in[1], in[2]);
    answer = answer_for(found);
    return true;
}

/// Operands that lie in any way. Apart, because it needs much room.
[[gnu::noinline]] bool run_packed(const small_call& call, const kernels::kernel* kernel_of_splats,
                                  array_ref<const_tensor_view> inputs, unsigned like_output, const tensor_view& output,
                                  std::int64_t elements, status& answer) noexcept {
    if (elements > most_packed || elements > call.most_runs * innermost_extent(output)) return false;
    alignas(64) std::byte packed[kernels::max_inputs][most_packed_bytes + spare_bytes];
    const std::int64_t output_bytes = elements * static_cast<std::int64_t>(size_of(output.type));
    const void* in[kernels::max_inputs] = {};
    unsigned splats = 0;
    // An operand like the output has all its extents, and its rank.
    std::uint64_t attained = like_output != 0 ? ~std::uint64_t{0} : 0;
    std::size_t rank = like_output != 0 ? output.rank : 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const const_tensor_view& x = inputs[i];
        const auto bytes = static_cast<std::int64_t>(size_of(x.type));
        small_operand operand;
        bool is_whole = (like_output >> i & 1) != 0;
        if (is_whole) {
            operand.low = 0;
            operand.high = elements * bytes;
        } else {
            if (!read_operand(operand, x, output, bytes)) return false;
            attained |= operand.attains;
            rank = x.rank > rank ? x.rank : rank;
            is_whole = operand.is_whole(bytes);
        }
        if (!bytes_are_apart_or_one(x, operand.low, operand.high, is_whole, output.data, output_bytes)) return false;
        in[i] = x.data;
        if (is_whole) continue;
        if (operand.is_splat() && kernel_of_splats[splats | 1u << i] != nullptr) {
            splats |= 1u << i;
            continue;
        }
        if (elements * bytes > most_packed_bytes) return false;
        pack_small(operand, static_cast<std::size_t>(bytes), static_cast<const std::byte*>(x.data), packed[i]);
        in[i] = packed[i];
    }
    if (call.checks_shapes && (rank != output.rank || (rank > 0 && ~attained << (64 - rank) != 0))) return false;
    return call_kernel(call, kernel_of_splats[splats], in, elements, output.data, answer);
}

/// Few elements; false for many, and for what has to be refused.
bool run_small(const small_call& call, array_ref<const_tensor_view> inputs, const tensor_view& output,
               const options& how, status& answer) noexcept {
    isa resolved;
    const kernels::isa_tables* const tables = tables_of(how.with, resolved);
    accuracy_mode accuracy;
    if (how.past_caches || tables == nullptr || !resolve_accuracy(how.accuracy, accuracy)) return false;
    const kernels::kernel* kernel_of_splats =
        accuracy == accuracy_mode::fast ? fast_kernels_of(*tables, call.which, call.type, call.second, call.parameters)
                                        : nullptr;
    if (kernel_of_splats == nullptr) kernel_of_splats = kernels_of(*tables, call.which, call.type, call.second);

    const std::int64_t elements = elements_of(output);
    if (elements == 0) return false;
    unsigned like_output = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        like_output |= static_cast<unsigned>(is_like_output(inputs[i], output)) << i;
    }
    if (like_output + 1 != 1u << inputs.size())
        return run_packed(call, kernel_of_splats, inputs, like_output, output, elements, answer);
    const std::int64_t output_bytes = elements * static_cast<std::int64_t>(size_of(output.type));
    const void* in[kernels::max_inputs] = {};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto bytes = elements * static_cast<std::int64_t>(size_of(inputs[i].type));
        if (!bytes_are_apart_or_one(inputs[i], 0, bytes, true, output.data, output_bytes)) return false;
        in[i] = inputs[i].data;
    }
    return call_kernel(call, kernel_of_splats[0], in, elements, output.data, answer);
}

/// Operators with attributes, and those that are others in disguise. Apart, because a request is large.
[[gnu::noinline]] bool run_resolved(const operation& what, array_ref<const_tensor_view> given,
                                    const tensor_view& output, const options& how, int most_runs,
                                    status& answer) noexcept {
    const bool checks_shapes = is_valid(what.which) && broadcasts_all(info(what.which));
    request asked;
    const status valid = checks_shapes ? validate_kinds(what, given, output, asked.parameters)
                                       : validate(what, given, output, asked.parameters);
    if (what.which == op::expand && valid == status::ok && !is_as_asked(given, output)) return false;
    if (valid != status::ok || !resolve(asked, what.which, given, output)) return false;
    if (asked.scales.form != scale_layout::whole) return false;
    return run_small({asked.which, checks_shapes, asked.second, asked.parameters, most_runs, asked.type}, asked.inputs,
                     output, how, answer);
}

}  // namespace

bool eval_tiny(const operation& what, array_ref<const_tensor_view> given, const tensor_view& output, const options& how,
               int most_runs, status& answer) noexcept {
    const fp_environment scope;  // for attributes as well: they are doubles, and the host may have traps
    small_call call;
    call.most_runs = most_runs;
    if (resolve_plain(call, what, given, output)) return run_small(call, given, output, how, answer);
    return run_resolved(what, given, output, how, most_runs, answer);
}

}  // namespace zerostride::detail
