#include "dispatch/tiny.hpp"

#include <bit>
#include <cstdint>

#include "dispatch/fp_environment.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/validate.hpp"

namespace zerostride::detail {
namespace {

constexpr std::int64_t most_elements = 64;
constexpr std::size_t most_bytes = most_elements * 16;

/// The number of elements of a dense tensor, or 0 when it is none, or has more than most_elements.
std::int64_t dense_elements(const const_tensor_view& x) noexcept {
    if (x.strides != nullptr || x.data == nullptr || (x.rank > 0 && x.shape == nullptr)) return 0;
    std::int64_t count = 1;
    for (std::size_t i = 0; i < x.rank; ++i) {
        if (x.shape[i] < 1 || x.shape[i] > most_elements) return 0;
        count *= x.shape[i];
        if (count > most_elements) return 0;
    }
    return count;
}

/// Where each element of `output` finds its element of `x`, in bytes, growing axis by axis from the innermost.
void write_offsets(const const_tensor_view& x, const const_tensor_view& output, std::int32_t element_bytes,
                   std::int32_t* offset) noexcept {
    std::int32_t stride = element_bytes;
    std::int64_t length = 1;
    offset[0] = 0;
    for (std::size_t from_end = 1; from_end <= output.rank; ++from_end) {
        const std::int64_t extent = output.shape[output.rank - from_end];
        const std::int64_t own = from_end <= x.rank ? x.shape[x.rank - from_end] : 1;
        const std::int32_t step = own == 1 ? 0 : stride;
        for (std::int64_t i = length; i < extent * length; ++i) offset[i] = offset[i - length] + step;
        length *= extent;
        stride *= static_cast<std::int32_t>(own);
    }
}

}  // namespace

bool eval_tiny(op which, array_ref<const_tensor_view> inputs, const tensor_view& output, isa with,
               status& answer) noexcept {
    const std::int64_t total = dense_elements(output);
    if (total == 0 || validate(which, inputs, output) != status::ok) return false;
    isa resolved;
    const kernels::isa_tables* const tables = tables_of(with, resolved);
    if (tables == nullptr) return false;
    const kernels::cell& kernel_of_splats = kernels_of(*tables, which, value_type(which, inputs.data()));

    alignas(64) std::byte packed[kernels::max_inputs][most_bytes];
    const auto out = reinterpret_cast<std::uintptr_t>(output.data);
    const std::uintptr_t out_end = out + static_cast<std::uintptr_t>(total) * size_of(output.type);
    kernels::tile t;
    t.rows = 1;
    t.cols = static_cast<std::size_t>(total);
    t.out = output.data;
    t.out_step = 0;
    t.streams = false;
    unsigned splats = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const const_tensor_view& x = inputs[i];
        const std::int64_t count = dense_elements(x);
        if (count == 0) return false;
        const auto in = reinterpret_cast<std::uintptr_t>(x.data);
        const std::size_t bytes = size_of(x.type);
        const bool is_output = in == out && count == total && bytes == size_of(output.type);
        if (in < out_end && out < in + static_cast<std::uintptr_t>(count) * bytes && !is_output) return false;
        t.in[i] = x.data;
        t.in_step[i] = 0;
        if (count == total) continue;
        if (count == 1 && kernel_of_splats.by_splat[splats | 1u << i] != nullptr) {
            splats |= 1u << i;
            continue;
        }
        std::int32_t offset[most_elements];
        write_offsets(x, output, static_cast<std::int32_t>(bytes), offset);
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
