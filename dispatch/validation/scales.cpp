#include "dispatch/validation/scales.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "dispatch/broadcast/stretch.hpp"
#include "dispatch/extents.hpp"
#include "dispatch/validation/rules.hpp"
#include "dispatch/words.hpp"

namespace zerostride::detail {
namespace {

struct scale_attributes {
    double axis, block_size;
};
scale_attributes those_of(op which, const attribute_values& values) noexcept {
    return {attribute_of(which, attribute_id::axis, values), attribute_of(which, attribute_id::block_size, values)};
}

/// ONNX counts negative axes from the end. False when the values have no such axis.
bool find_axis(std::size_t& axis, double given, std::size_t rank) noexcept {
    const auto count = static_cast<double>(rank);
    if (given < -count || given >= count) return false;
    axis = static_cast<std::size_t>(given < 0 ? given + count : given);
    return true;
}

std::int64_t blocks_of(std::int64_t extent, std::int64_t block) noexcept {
    return extent / block + (extent % block != 0 ? 1 : 0);
}

bool is_scale_of_blocks(const const_tensor_view& scale, const const_tensor_view& values, std::size_t axis,
                        std::int64_t block) noexcept {
    if (scale.rank != values.rank) return false;
    for (std::size_t a = 0; a < values.rank; ++a) {
        if (scale.shape[a] != (a == axis ? blocks_of(values.shape[a], block) : values.shape[a])) return false;
    }
    return true;
}

std::string in_words(double whole) { return std::to_string(static_cast<std::int64_t>(whole)); }

}  // namespace

bool read_scale_layout(scale_layout& made, op which, const attribute_values& attributes,
                       array_ref<const_tensor_view> inputs) noexcept {
    const const_tensor_view& values = inputs[0];
    const const_tensor_view& scale = inputs[1];
    if (inputs.size() > 2 && !is_absent(inputs[2]) && !has_shape_of(inputs[2], scale)) return false;
    const scale_attributes given = those_of(which, attributes);
    made = {scale_layout::whole, 0, 0};
    if (given.block_size == 0) {
        if (scale.rank == 0) return true;
        if (scale.rank > 1) return false;
        if (find_axis(made.axis, given.axis, values.rank) && values.shape[made.axis] == scale.shape[0]) {
            made.form = scale_layout::per_index;
            return true;
        }
        return scale.shape[0] == 1;
    }
    if (given.block_size < 0 || !find_axis(made.axis, given.axis, values.rank)) return false;
    made.form = scale_layout::per_block;
    made.block = static_cast<std::int64_t>(given.block_size);
    return is_scale_of_blocks(scale, values, made.axis, made.block);
}

outcome explain_scale_layout(const operation& what, array_ref<const_tensor_view> inputs) {
    const std::string who = words({info(what.which).name, ": "});
    const auto refused = [&who](const std::string& why) { return outcome{status::shape_mismatch, who + why}; };
    const auto shape_of = [](const const_tensor_view& x) { return to_text({x.shape, x.rank}); };
    const const_tensor_view& values = inputs[0];
    const const_tensor_view& scale = inputs[1];
    attribute_values attributes;
    static_cast<void>(read_attributes(what, attributes));
    const scale_attributes given = those_of(what.which, attributes);
    const std::string of_values = words({" of operand 0 of shape ", shape_of(values)});
    std::size_t axis = 0;
    const bool has_axis = find_axis(axis, given.axis, values.rank);
    const auto no_axis = [&] { return refused(words({"axis ", in_words(given.axis), " is none", of_values})); };
    if (given.block_size < 0) return refused(words({"block_size cannot be ", in_words(given.block_size)}));
    if (given.block_size == 0) {
        if (scale.rank > 1) {
            return refused(words({"operand 1 is ", shape_of(scale),
                                  " and must be a scalar or have rank 1, unless block_size is given"}));
        }
        if (scale.rank == 1 && scale.shape[0] != 1) {
            if (!has_axis) return no_axis();
            if (scale.shape[0] != values.shape[axis]) {
                return refused(words({"operand 1 is ", shape_of(scale), " and must have the extent ",
                                      values.shape[axis], " of axis ", axis, of_values}));
            }
        }
    } else {
        if (!has_axis) return no_axis();
        const auto block = static_cast<std::int64_t>(given.block_size);
        if (!is_scale_of_blocks(scale, values, axis, block)) {
            std::vector<std::int64_t> wanted(values.shape, values.shape + values.rank);
            wanted[axis] = blocks_of(wanted[axis], block);
            return refused(words({"operand 1 is ", shape_of(scale), " and must be ", to_text(wanted), ": blocks of ",
                                  block, " along axis ", axis, of_values}));
        }
    }
    return refused(
        words({"operand 2 is ", shape_of(inputs[2]), " and must have the shape of operand 1, ", shape_of(scale)}));
}

void extents_room::reset(std::size_t rank) {
    if (rank > inline_rank) heap_ = std::make_unique<std::int64_t[]>(max_operands * 2 * rank);
    rank_ = rank;
}

int parts_of(const scale_layout& layout, const const_tensor_view& values) noexcept {
    if (layout.form != scale_layout::per_block) return 1;
    const std::int64_t extent = values.shape[layout.axis];
    return extent > layout.block && extent % layout.block != 0 ? 2 : 1;
}

namespace {

/// One for each index of `axis`: the axes behind it are stretched.
void lay_along(const_tensor_view& x, std::int64_t* shape, std::int64_t* strides, std::size_t rank) noexcept {
    shape[0] = x.shape[0];
    strides[0] = x.strides != nullptr ? x.strides[0] : static_cast<std::int64_t>(size_of(x.type));
    for (std::size_t a = 1; a < rank; ++a) {
        shape[a] = 1;
        strides[a] = 0;
    }
    x = {x.data, x.type, {shape, rank}, strides};
}

/// What of an axis a part is, in elements or blocks.
struct axis_part {
    std::int64_t first, extent;
};

/// x of that part, its axis split in two if `splits`, with `inside` elements or blocks in the inner one.
std::int64_t lay_part(const_tensor_view& x, std::int64_t* shape, std::int64_t* strides, std::size_t axis,
                      axis_part part, std::int64_t inside, bool splits) noexcept {
    const std::size_t rank = x.rank;
    write_strides(x, strides);
    std::copy(x.shape, x.shape + rank, shape);
    std::int64_t offset;
    // Where the bytes do not fit the nest of the parts does not either.
    if (__builtin_mul_overflow(part.first, strides[axis], &offset)) offset = 0;
    shape[axis] = part.extent;
    if (splits) {
        std::copy_backward(shape + axis, shape + rank, shape + rank + 1);
        std::copy_backward(strides + axis, strides + rank, strides + rank + 1);
        shape[axis] = part.extent / inside;
        shape[axis + 1] = inside;
        if (__builtin_mul_overflow(strides[axis + 1], inside, &strides[axis])) {
            strides[axis] = std::numeric_limits<std::int64_t>::max();
        }
    }
    x = {x.data, x.type, {shape, rank + (splits ? 1u : 0u)}, strides};
    return offset;
}

}  // namespace

void lay_scales(const_tensor_view (&views)[max_operands], std::int64_t (&offset)[max_operands], extents_room& room,
                const scale_layout& layout, int part) {
    for (std::int64_t& bytes : offset) bytes = 0;
    if (layout.form == scale_layout::whole) return;
    const const_tensor_view values = views[1];
    room.reset(values.rank + 1);
    if (layout.form == scale_layout::per_index) {
        for (std::size_t k = 2; k < max_operands; ++k) {
            if (views[k].rank != 0) lay_along(views[k], room.shape(k), room.strides(k), values.rank - layout.axis);
        }
        return;
    }
    const std::int64_t extent = values.shape[layout.axis], block = layout.block;
    const std::int64_t full = extent / block;
    const bool is_last = part == 1;
    const bool is_cut = parts_of(layout, values) > 1;
    // A single block is a scale that is stretched along the whole axis, blocks of one element are as many as those.
    const bool splits = !is_last && full > 1 && block > 1;
    if (!splits && !is_cut) return;
    const axis_part elements = is_last  ? axis_part{full * block, extent - full * block}
                               : is_cut ? axis_part{0, full * block}
                                        : axis_part{0, extent};
    const axis_part blocks = is_last ? axis_part{full, 1} : axis_part{0, full};
    for (std::size_t k = 0; k < max_operands; ++k) {
        if (k >= 2 && views[k].rank == 0) continue;
        offset[k] = lay_part(views[k], room.shape(k), room.strides(k), layout.axis, k < 2 ? elements : blocks,
                             k < 2 ? block : 1, splits);
    }
}

}  // namespace zerostride::detail
