#include "dispatch/plan/one_row.hpp"

namespace zerostride::detail {

kernels::findings run_in_pieces(const plan::state& s, std::size_t elements, std::byte* out, const std::byte* x,
                                const std::byte* y, const std::byte* z) noexcept {
    static_assert(kernels::max_inputs == 3);
    const std::size_t most = bytes_ahead >> s.element_log2[0];
    const std::size_t x_step = bytes_of_row(s, 1, most), y_step = bytes_of_row(s, 2, most),
                      z_step = bytes_of_row(s, 3, most);
    kernels::findings found = kernels::nothing_found;
    while (true) {
        prefetch<true>(out + bytes_ahead, std::min(bytes_ahead, elements << s.element_log2[0]));
        found |= s.run({s.parameters, 0, out, nullptr}, std::min(most, elements), out, x, y, z);
        if (elements <= most) return found;
        elements -= most;
        out += bytes_ahead, x += x_step, y += y_step, z += z_step;
    }
}

}  // namespace zerostride::detail
