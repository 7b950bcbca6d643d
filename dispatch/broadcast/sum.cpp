// Sums over axes, the adjoint of broadcasting: what may be asked for, and the shapes of the results. The sums
// themselves are in dispatch/sums.
#include <utility>
#include <vector>

#include "dispatch/attempt.hpp"
#include "dispatch/broadcast/axis_set.hpp"
#include "dispatch/broadcast/stretch.hpp"
#include "dispatch/isa.hpp"
#include "dispatch/sums/sums.hpp"
#include "dispatch/validation/refusal.hpp"
#include "dispatch/words.hpp"
#include "zerostride/broadcast.hpp"

namespace zerostride {
namespace {

using detail::attempt;

outcome check_delta(const char* who, const const_tensor_view& delta) {
    if (outcome bad = detail::check_operand(who, 0, delta); !bad) return bad;
    if (!detail::has_sum(delta.type)) {
        return {status::unsupported, detail::words({who, ": no kernel for ", name_of(delta.type)})};
    }
    return {};
}

/// `shape` is delta's without the summed axes, or with some of them as 1.
outcome sum_into(const char* who, tensor& result, const const_tensor_view& delta, const std::vector<bool>& summed,
                 extents_ref shape, const options& how) {
    tensor made(delta.type, shape);
    std::int64_t addends;
    if (count_elements(detail::shape_of(delta), 1, addends) && addends != 0) {
        if (delta.data == nullptr) return detail::refuse_null_data(who, 0);
        detail::reduction r{delta.type, static_cast<const std::byte*>(delta.data), {}, {}};
        const std::vector<std::int64_t> strides = detail::strides_of(delta);
        for (std::size_t i = 0; i < delta.rank; ++i) {
            (summed[i] ? r.summed : r.kept).add_axis(delta.shape[i], strides[i]);
        }
        r.summed.close();
        r.kept.close();
        isa with;
        const kernels::isa_tables& tables = *detail::tables_of(how.with, with);
        detail::sum_up(r, how, tables, with, static_cast<std::byte*>(made.data()));
    }
    result = std::move(made);
    return {};
}

outcome sum_axes(tensor& result, const const_tensor_view& delta, array_ref<std::int64_t> axes, const options& how) {
    if (outcome bad = check_delta("sum", delta); !bad) return bad;
    std::vector<bool> summed;
    if (outcome null = detail::check_list("sum", "axes", axes.data(), axes.size()); !null) return null;
    if (outcome bad = detail::mark_axes("sum", "operand 0", detail::shape_of(delta), axes, summed); !bad) return bad;
    std::vector<std::int64_t> shape;
    for (std::size_t i = 0; i < delta.rank; ++i) {
        if (!summed[i]) shape.push_back(delta.shape[i]);
    }
    return sum_into("sum", result, delta, summed, shape, how);
}

outcome sum_to_shape(tensor& result, const const_tensor_view& delta, extents_ref shape, const options& how) {
    const char* const who = "sum_to";
    if (outcome bad = check_delta(who, delta); !bad) return bad;
    if (outcome bad = detail::check_shape(who, shape); !bad) return bad;
    const auto both = [&] { return detail::both_shapes("operand 0", delta, shape); };
    if (shape.size() > delta.rank) {
        return detail::unstretched_rank(detail::words({who, ": E1: "}), shape.size(), delta.rank, both());
    }
    const std::size_t first = delta.rank - shape.size();
    std::vector<bool> summed(delta.rank, true);
    for (std::size_t i = first; i < delta.rank; ++i) {
        const std::int64_t wanted = shape[i - first];
        summed[i] = wanted != delta.shape[i];
        if (summed[i] && wanted != 1) {
            return detail::unstretched_axis(detail::words({who, ": E1: "}), i, wanted, delta.shape[i], both());
        }
    }
    return sum_into(who, result, delta, summed, shape, how);
}

}  // namespace

// Options that cannot be obeyed are refused first; the result is the same for all that can.
outcome try_sum(tensor& result, const const_tensor_view& delta, array_ref<std::int64_t> axes,
                const options& how) noexcept {
    return attempt([&] {
        const outcome refused = detail::options_refusal(how);
        return refused ? sum_axes(result, delta, axes, how) : refused;
    });
}
tensor sum(const const_tensor_view& delta, array_ref<std::int64_t> axes, const options& how) {
    tensor result;
    require(try_sum(result, delta, axes, how));
    return result;
}

outcome try_sum_to(tensor& result, const const_tensor_view& delta, extents_ref shape, const options& how) noexcept {
    return attempt([&] {
        const outcome refused = detail::options_refusal(how);
        return refused ? sum_to_shape(result, delta, shape, how) : refused;
    });
}
tensor sum_to(const const_tensor_view& delta, extents_ref shape, const options& how) {
    tensor result;
    require(try_sum_to(result, delta, shape, how));
    return result;
}

}  // namespace zerostride
