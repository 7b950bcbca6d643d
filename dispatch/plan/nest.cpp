#include "dispatch/plan/nest.hpp"

#include <algorithm>
#include <vector>

#include "dispatch/extents.hpp"

namespace zerostride::detail {
namespace {

/// Counted with this much for each, elements fit into addresses whatever their type is.
constexpr std::int64_t largest_element = 16;

std::int64_t bytes_of_element(const const_tensor_view& view) noexcept {
    return static_cast<std::int64_t>(size_of(view.type));
}

/// Extents and byte strides of one operand, read from the innermost axis outwards.
class axis_reader {
public:
    explicit axis_reader(const const_tensor_view& view) noexcept
        : view_(view), left_(view.rank), dense_(bytes_of_element(view)) {}

    bool done() const noexcept { return left_ == 0; }
    /// Moves to the next axis; past the outermost one extents are 1.
    void next(std::int64_t& extent, std::int64_t& stride) noexcept {
        if (left_ == 0) {
            extent = 1;
            stride = 0;
            return;
        }
        --left_;
        extent = view_.shape[left_];
        if (view_.strides != nullptr) {
            stride = view_.strides[left_];
        } else {
            stride = dense_;
            // Wraps only where the number of elements does, which is refused below.
            dense_ = static_cast<std::int64_t>(static_cast<std::uint64_t>(dense_) *
                                               static_cast<std::uint64_t>(std::max<std::int64_t>(extent, 1)));
        }
    }

private:
    const const_tensor_view& view_;
    std::size_t left_;
    std::int64_t dense_;
};

bool all_dense_and_alike(const const_tensor_view* inputs, std::size_t count, const const_tensor_view& output) noexcept {
    if (output.strides != nullptr) return false;
    for (std::size_t i = 0; i < count; ++i) {
        if (inputs[i].strides != nullptr || inputs[i].rank != output.rank) return false;
        for (std::size_t a = 0; a < output.rank; ++a) {
            if (inputs[i].shape[a] != output.shape[a]) return false;
        }
    }
    return true;
}

/// False when some operand reaches further along the axis and those before it than 63 bits count.
bool spans_fit(const axis& a, std::size_t operands, std::int64_t (&reach)[max_operands]) noexcept {
    for (std::size_t k = 0; k < operands; ++k) {
        if (!add_span(a.extent, a.stride[k], reach[k])) return false;
    }
    return true;
}

/// Walking the output's memory upwards needs its strides positive: an axis that runs down is turned round for
/// all operands.
void turn_round(nest& n, axis& a) noexcept {
    for (std::size_t k = 0; k < n.operands; ++k) {
        // As addresses do, these wrap round where no memory is as large.
        const auto stride = static_cast<std::uint64_t>(a.stride[k]);
        n.base[k] = static_cast<std::int64_t>(static_cast<std::uint64_t>(n.base[k]) +
                                              static_cast<std::uint64_t>(a.extent - 1) * stride);
        a.stride[k] = static_cast<std::int64_t>(0 - stride);
    }
}

bool mergeable(const axis& outer, const axis& inner, std::size_t operands) noexcept {
    for (std::size_t k = 0; k < operands; ++k) {
        std::int64_t whole;
        if (__builtin_mul_overflow(inner.stride[k], inner.extent, &whole) || outer.stride[k] != whole) return false;
    }
    return true;
}

/// `axes` are innermost first; leaves them outermost first, sorted, merged.
void reduce(nest& n) noexcept {
    axis* const first = n.axes.data();
    const std::size_t rank = n.axes.size();
    std::reverse(first, first + rank);
    const auto further_out = [](const axis& a, const axis& b) { return a.stride[0] > b.stride[0]; };
    // Insertion sort: stable, in place, and the axes are nearly always in order already.
    for (std::size_t i = 1; i < rank; ++i) {
        const axis moving = first[i];
        std::size_t j = i;
        for (; j > 0 && further_out(moving, first[j - 1]); --j) first[j] = first[j - 1];
        first[j] = moving;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rank; ++i) {
        if (kept > 0 && mergeable(first[kept - 1], first[i], n.operands)) {
            const std::int64_t extent = first[kept - 1].extent * first[i].extent;
            first[kept - 1] = first[i];
            first[kept - 1].extent = extent;
        } else {
            first[kept++] = first[i];
        }
    }
    n.axes.shrink(kept);
}

/// All operands dense and of one shape.
void make_one_axis(nest& made, const const_tensor_view* inputs, const const_tensor_view& output) {
    made.axes.reset(1);
    if (made.total <= 1) return;
    axis only;
    only.extent = made.total;
    only.stride[0] = bytes_of_element(output);
    for (std::size_t k = 1; k < made.operands; ++k) only.stride[k] = bytes_of_element(inputs[k - 1]);
    made.axes.push_back(only);
}

/// The axes of extent 2 and more, innermost first, along which the output's memory is walked upwards.
status read_axes(nest& made, const const_tensor_view* inputs, std::size_t count, const const_tensor_view& output) {
    // Dense operands need no check of their own: what they span is what they hold.
    bool strided = output.strides != nullptr;
    for (std::size_t i = 0; i < count; ++i) strided = strided || inputs[i].strides != nullptr;
    std::int64_t reach[max_operands] = {};
    made.axes.reset(output.rank);
    axis_reader out(output);
    axis_reader in[kernels::max_inputs] = {axis_reader(inputs[0]), axis_reader(inputs[count > 1 ? 1 : 0]),
                                           axis_reader(inputs[count > 2 ? 2 : 0])};
    while (!out.done()) {
        axis a;
        out.next(a.extent, a.stride[0]);
        for (std::size_t i = 0; i < count; ++i) {
            std::int64_t extent;
            in[i].next(extent, a.stride[i + 1]);
            if (extent == a.extent) continue;
            if (extent != 1) return status::shape_mismatch;
            a.stride[i + 1] = 0;
        }
        if (a.extent <= 1) continue;
        if (strided && made.total > 0 && !spans_fit(a, made.operands, reach)) return status::too_large;
        if (a.stride[0] < 0) turn_round(made, a);
        made.axes.push_back(a);
    }
    for (std::size_t i = 0; i < count; ++i) {
        // What is left of an input of higher rank can only be unit axes; the output's rank is the largest one,
        // so anything left is a mismatch of ranks.
        if (!in[i].done()) return status::shape_mismatch;
    }
    return status::ok;
}

}  // namespace

bool is_free_of_overlap(const nest& n, std::int64_t element_bytes) {
    std::int64_t reach = element_bytes;  // bytes that the axes inside span
    bool nested = true;
    for (std::size_t i = n.axes.size(); i-- > 0;) {
        const axis& a = n.axes[i];
        if (a.stride[0] < reach) nested = false;
        if (a.stride[0] == 0) return false;
        std::int64_t span;
        if (__builtin_mul_overflow(a.extent - 1, a.stride[0], &span) || __builtin_add_overflow(reach, span, &reach)) {
            return false;
        }
    }
    if (nested) return true;
    // Axes that interleave may still miss each other (extents [3,2] with strides [4,6]). Small outputs are
    // looked at element by element; larger ones of this kind are refused.
    constexpr std::int64_t looked_at = 1 << 16;
    if (n.total > looked_at) return false;
    std::vector<std::int64_t> starts{0};
    for (std::size_t i = 0; i < n.axes.size(); ++i) {
        const std::size_t count = starts.size();
        for (std::int64_t j = 1; j < n.axes[i].extent; ++j) {
            for (std::size_t k = 0; k < count; ++k) starts.push_back(starts[k] + j * n.axes[i].stride[0]);
        }
    }
    std::sort(starts.begin(), starts.end());
    for (std::size_t i = 1; i < starts.size(); ++i) {
        if (starts[i] - starts[i - 1] < element_bytes) return false;
    }
    return true;
}

int widen_elements(nest& n, int element_log2) noexcept {
    constexpr std::int64_t long_row = 64, widest = 16;
    const std::size_t rank = n.axes.size();
    if (rank < 2) return element_log2;
    axis& row = n.axes[rank - 1];
    const std::int64_t bytes = std::int64_t{1} << element_log2;
    if (row.extent >= long_row / bytes) return element_log2;
    for (std::size_t k = 0; k < n.operands; ++k) {
        if (row.stride[k] != bytes) return element_log2;
    }
    int wide = element_log2;
    while (row.extent % 2 == 0 && std::int64_t{2} << wide <= widest) {
        row.extent /= 2;
        n.total /= 2;
        ++wide;
    }
    for (std::size_t k = 0; k < n.operands; ++k) row.stride[k] = std::int64_t{1} << wide;
    if (row.extent == 1) n.axes.shrink(rank - 1);
    return wide;
}

status collapse(nest& made, const const_tensor_view* inputs, std::size_t count, const const_tensor_view& output) {
    made.operands = 1 + count;
    for (std::int64_t& base : made.base) base = 0;
    if (!count_elements({output.shape, output.rank}, largest_element, made.total)) {
        // Beside an extent of 0 the others may be large.
        const bool is_empty = count_elements({output.shape, output.rank}, 1, made.total) && made.total == 0;
        if (!is_empty) return status::too_large;
    }
    if (all_dense_and_alike(inputs, count, output)) {
        make_one_axis(made, inputs, output);
        return status::ok;
    }
    if (const status answer = read_axes(made, inputs, count, output); answer != status::ok) return answer;
    if (made.total == 0) {
        made.axes.shrink(0);
        return status::ok;
    }
    reduce(made);
    const bool overlaps = output.strides != nullptr && !is_free_of_overlap(made, bytes_of_element(output));
    return overlaps ? status::overlap : status::ok;
}

}  // namespace zerostride::detail
