#include "support/workload.hpp"

#include "support/values.hpp"

namespace zerostride::test {

workload::workload(const question& asked, std::size_t rank, std::int64_t elements, random_bits& random) : what(asked) {
    const auto extents = random_extents(rank, elements, false, random);
    const auto add = [&](const layout& l, dtype t) {
        layouts.push_back(l);
        const std::int64_t bytes = l.end_byte(size_of(t)) - l.first_byte();
        // Enough values for every byte that an element may begin at.
        memory.push_back(make_values(t, static_cast<std::size_t>(bytes) / size_of(t) + 2, random, false));
        return memory.back().data() - l.first_byte();
    };
    const dtype result = what.result();
    layouts.reserve(4);
    std::byte* const out =
        add(random.one_in(2) ? dense(extents, size_of(result)) : scattered(extents, size_of(result), random), result);
    output = tensor_view(out, result, layouts[0].extents, layouts[0].strides.data());
    for (std::size_t i = 0; i < what.arity(); ++i) {
        const dtype t = what.input(i);
        layout l = random.one_in(3) ? dense(extents, size_of(t)) : stretched(extents, size_of(t), random);
        const bool is_bound = i > 0 && info(what.which).operands == operand_rule::bounds;
        if (is_bound) l = dense({}, size_of(t));
        if (i == 0 || what.has_one_shape()) {
            l.strides = aligned_strides(l, rank);
            l.extents = extents;
        }
        std::byte* const in = add(l, t);
        pointers[i] = in;
        views.emplace_back(in, t, layouts.back().extents, layouts.back().strides.data());
    }
}

}  // namespace zerostride::test
