#include "dispatch/tiny.hpp"

#include <bit>
#include <cstdint>

#include "dispatch/fp_environment.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/request.hpp"
#include "dispatch/validate.hpp"

namespace zerostride::detail {
namespace {

constexpr std::int64_t most_elements = 64;
constexpr std::size_t most_bytes = most_elements * 16;

/// What a small tensor looks like: its elements, whether they are dense and row-major, and the bytes that they
/// lie within, from the data pointer.
struct footprint {
    std::int64_t elements = 0;  ///< 0: none, or too many, or too far apart
    bool is_dense = true;
    std::int64_t low = 0, high = 0;
};
footprint footprint_of(const const_tensor_view& x) noexcept {
    footprint made;
    if (x.data == nullptr || !is_valid(x.type) || (x.rank > 0 && x.shape == nullptr)) return made;
    constexpr std::int64_t farthest = std::int64_t{1} << 20;
    std::int64_t count = 1;
    std::int64_t dense = static_cast<std::int64_t>(size_of(x.type));
    made.high = dense;
    for (std::size_t i = x.rank; i-- > 0;) {
        const std::int64_t extent = x.shape[i];
        if (extent < 1 || extent > most_elements) return made;
        if (extent == 1) continue;
        const std::int64_t stride = x.strides == nullptr ? dense : x.strides[i];
        if (stride != dense) {
            if (stride > farthest || stride < -farthest) return made;
            made.is_dense = false;
        }
        const std::int64_t span = (extent - 1) * stride;
        (span < 0 ? made.low : made.high) += span;
        count *= extent;
        if (count > most_elements) return made;
        dense *= extent;
    }
    made.elements = count;
    return made;
}

/// Where each element of `output` finds its element of `x`, in bytes, growing axis by axis from the innermost.
void write_offsets(const const_tensor_view& x, const const_tensor_view& output, std::int32_t* offset) noexcept {
    auto dense = static_cast<std::int64_t>(size_of(x.type));
    std::int64_t length = 1;
    offset[0] = 0;
    for (std::size_t from_end = 1; from_end <= output.rank; ++from_end) {
        const std::int64_t extent = output.shape[output.rank - from_end];
        if (extent == 1) continue;
        const std::int64_t own = from_end <= x.rank ? x.shape[x.rank - from_end] : 1;
        const std::int64_t stride = own == 1 ? 0 : x.strides == nullptr ? dense : x.strides[x.rank - from_end];
        for (std::int64_t i = length; i < extent * length; ++i) {
            offset[i] = offset[i - length] + static_cast<std::int32_t>(stride);
        }
        length *= extent;
        dense *= own;
    }
}

}  // namespace

bool eval_tiny(const operation& what, array_ref<const_tensor_view> operands, const tensor_view& output, isa with,
               status& answer) noexcept {
    const footprint result = footprint_of(output);
    const std::int64_t total = result.elements;
    if (total == 0 || !result.is_dense || validate(what, operands, output) != status::ok) return false;
    isa resolved;
    const kernels::isa_tables* const tables = tables_of(with, resolved);
    request asked;
    if (tables == nullptr || !resolve(asked, what, operands, output)) return false;
    const array_ref<const_tensor_view> inputs = asked.inputs;
    const kernels::cell& kernel_of_splats = kernels_of(*tables, asked.which, asked.type, asked.second);

    alignas(64) std::byte packed[kernels::max_inputs][most_bytes];
    const auto out = reinterpret_cast<std::uintptr_t>(output.data);
    const std::uintptr_t out_end = out + static_cast<std::uintptr_t>(total) * size_of(output.type);
    kernels::tile t;
    t.rows = 1;
    t.cols = static_cast<std::size_t>(total);
    t.out = output.data;
    t.out_step = 0;
    t.streams = false;
    t.parameters = asked.parameters;
    unsigned splats = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const const_tensor_view& x = inputs[i];
        const footprint operand = footprint_of(x);
        if (operand.elements == 0) return false;
        const auto in = reinterpret_cast<std::uintptr_t>(x.data);
        const std::size_t bytes = size_of(x.type);
        const bool is_whole = operand.elements == total && operand.is_dense;
        const bool is_apart = in + static_cast<std::uintptr_t>(operand.high) <= out ||
                              out_end <= in + static_cast<std::uintptr_t>(operand.low);
        if (!is_apart && !(in == out && is_whole && bytes == size_of(output.type))) return false;
        t.in[i] = x.data;
        t.in_step[i] = 0;
        if (is_whole) continue;
        if (operand.elements == 1 && kernel_of_splats.by_splat[splats | 1u << i] != nullptr) {
            splats |= 1u << i;
            continue;
        }
        std::int32_t offset[most_elements];
        write_offsets(x, output, offset);
        tables->movers->gather[std::countr_zero(bytes)](offset, static_cast<std::size_t>(total),
                                                        static_cast<const std::byte*>(x.data), 0, 1, packed[i]);
        t.in[i] = packed[i];
    }
    const fp_environment scope;
    const kernels::findings found = kernel_of_splats.by_splat[splats](t);
    answer = (found & kernels::integer_division_by_zero) != 0 ? status::integer_division_by_zero : status::ok;
    return true;
}

}  // namespace zerostride::detail
