// How the scale and the zero point of a quantization lie under the values: one for all, one for each index of an axis,
// or one for each block along it.
#pragma once

#include <memory>

#include "dispatch/axis.hpp"
#include "dispatch/validation/attributes.hpp"
#include "zerostride/attribute.hpp"
#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride::detail {

struct scale_layout {
    enum form_of : std::uint8_t { whole, per_index, per_block } form;
    std::size_t axis;    ///< of the values
    std::int64_t block;  ///< per_block
};

/// What the attributes and shapes of an operator of shape_rule::per_axis say, whose operands have a form. False where
/// they do not fit together.
bool read_scale_layout(scale_layout& made, op which, const attribute_values& attributes,
                       array_ref<const_tensor_view> inputs) noexcept;
/// Says why.
[[gnu::cold]] outcome explain_scale_layout(const operation& what, array_ref<const_tensor_view> inputs);

/// Room for the extents and strides of re-laid operands.
class extents_room {
public:
    /// Throws std::bad_alloc for ranks above axis_list::inline_axes only.
    void reset(std::size_t rank);
    /// The output is view 0.
    std::int64_t* shape(std::size_t view) noexcept { return start() + 2 * view * rank_; }
    std::int64_t* strides(std::size_t view) noexcept { return shape(view) + rank_; }

private:
    static constexpr std::size_t inline_rank = axis_list::inline_axes + 1;
    std::int64_t* start() noexcept { return heap_ ? heap_.get() : inline_; }

    std::size_t rank_ = 0;
    std::unique_ptr<std::int64_t[]> heap_;
    std::int64_t inline_[max_operands * 2 * inline_rank];
};

/// Where blocks do not divide their axis, the last and shorter one is a part of its own.
int parts_of(const scale_layout& layout, const const_tensor_view& values) noexcept;

/// Views over which the operation is element-wise, with scales that are stretched by strides of 0: `views` are the
/// output, the values, the scale and the zero point, those that are absent or one for all of rank 0. Of `part` they are
/// what the whole's data pointers and `offset`, in bytes, lead to.
void lay_scales(const_tensor_view (&views)[max_operands], std::int64_t (&offset)[max_operands], extents_room& room,
                const scale_layout& layout, int part);

}  // namespace zerostride::detail
