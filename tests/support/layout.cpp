#include "support/layout.hpp"

#include <algorithm>
#include <numeric>

namespace zerostride::test {

std::int64_t layout::count() const {
    std::int64_t product = 1;
    for (const std::int64_t extent : extents) product *= extent;
    return product;
}

std::int64_t layout::first_byte() const {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        if (extents[i] > 0) offset += std::min<std::int64_t>(0, (extents[i] - 1) * strides[i]);
    }
    return count() == 0 ? 0 : offset;
}

std::int64_t layout::end_byte(std::size_t element_bytes) const {
    if (count() == 0) return 0;
    std::int64_t offset = static_cast<std::int64_t>(element_bytes);
    for (std::size_t i = 0; i < extents.size(); ++i) {
        offset += std::max<std::int64_t>(0, (extents[i] - 1) * strides[i]);
    }
    return offset;
}

layout dense(const std::vector<std::int64_t>& extents, std::size_t element_bytes) {
    layout made{extents, std::vector<std::int64_t>(extents.size())};
    std::int64_t stride = static_cast<std::int64_t>(element_bytes);
    for (std::size_t i = extents.size(); i-- > 0;) {
        made.strides[i] = stride;
        stride *= std::max<std::int64_t>(1, extents[i]);
    }
    return made;
}

const char* name_of(role which) {
    switch (which) {
        case role::dense: return "dense";
        case role::splat: return "splat";
        case role::row: return "row";
        case role::column: return "column";
        case role::strided: return "strided";
        case role::negative: return "negative";
        case role::transposed: return "transposed";
        case role::padded: return "padded";
        case role::strided_row: return "strided_row";
        case role::strided_column: return "strided_column";
        case role::skewed: return "skewed";
    }
    return "?";
}

layout lay(role which, std::int64_t rows, std::int64_t cols, std::size_t element_bytes) {
    const std::int64_t es = static_cast<std::int64_t>(element_bytes);
    switch (which) {
        case role::dense: return {{rows, cols}, {cols * es, es}};
        case role::splat: return {{}, {}};
        case role::row: return {{cols}, {es}};
        case role::column: return {{rows, 1}, {es, es}};
        case role::strided: return {{rows, cols}, {3 * cols * es, 3 * es}};
        case role::negative: return {{rows, cols}, {-cols * es, -es}};
        case role::transposed: return {{rows, cols}, {es, rows * es}};
        case role::padded: return {{rows, cols}, {(cols + 3) * es, es}};
        case role::strided_row: return {{cols}, {2 * es}};
        case role::strided_column: return {{rows, 1}, {3 * es, es}};
        case role::skewed: return {{rows, cols}, {cols * (es + 1) + 1, es + 1}};
    }
    return {};
}

namespace {
void shuffle(std::vector<std::size_t>& order, random_bits& random) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
}
}  // namespace

layout scattered(const std::vector<std::int64_t>& extents, std::size_t element_bytes, random_bits& random) {
    const std::size_t rank = extents.size();
    std::vector<std::size_t> order(rank);
    std::iota(order.begin(), order.end(), std::size_t{0});
    switch (random.below(3)) {
        case 0: std::reverse(order.begin(), order.end()); break;  // row-major
        case 1: shuffle(order, random); break;
        default:  // nearly row-major, as a transposed tensor is
            std::reverse(order.begin(), order.end());
            if (rank > 1) std::swap(order[random.below(rank)], order[random.below(rank)]);
            break;
    }
    layout made{extents, std::vector<std::int64_t>(rank)};
    const bool gaps = random.one_in(2), turns = random.one_in(2);
    std::int64_t stride = static_cast<std::int64_t>(element_bytes);
    if (gaps && random.one_in(3)) stride *= random.between(2, 4);
    for (const std::size_t axis : order) {
        made.strides[axis] = turns && random.one_in(2) ? -stride : stride;
        stride *= std::max<std::int64_t>(1, extents[axis]);
        if (gaps && random.one_in(3)) stride += random.between(1, 3) * static_cast<std::int64_t>(element_bytes);
    }
    return made;
}

layout permuted(const std::vector<std::int64_t>& extents, std::size_t element_bytes, random_bits& random) {
    std::vector<std::size_t> order(extents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    shuffle(order, random);
    layout made{extents, std::vector<std::int64_t>(extents.size())};
    auto stride = static_cast<std::int64_t>(element_bytes);
    for (const std::size_t axis : order) {
        made.strides[axis] = stride;
        stride *= std::max<std::int64_t>(1, extents[axis]);
    }
    return made;
}

layout stretched(const std::vector<std::int64_t>& extents, std::size_t element_bytes, random_bits& random) {
    std::vector<std::int64_t> own = extents;
    std::vector<bool> repeats(extents.size(), false);
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (!random.one_in(3)) continue;
        repeats[i] = true;
        own[i] = 1;
    }
    layout made = scattered(own, element_bytes, random);
    for (std::size_t i = 0; i < own.size(); ++i) {
        // A stretched axis may also come with its extent and stride 0, as a broadcast view has it; where the
        // extent is 1 the stride means nothing.
        if (repeats[i] && random.one_in(2)) {
            made.extents[i] = extents[i];
            made.strides[i] = 0;
        } else if (repeats[i] && random.one_in(2)) {
            made.strides[i] = random.between(-99, 99);
        }
    }
    // Leading axes of extent 1 may be left out.
    const bool drops = random.one_in(2);
    while (drops && !made.extents.empty() && made.extents.front() == 1) {
        made.extents.erase(made.extents.begin());
        made.strides.erase(made.strides.begin());
    }
    return made;
}

std::vector<std::int64_t> random_extents(std::size_t rank, std::int64_t elements, bool zeros, random_bits& random) {
    std::vector<std::int64_t> extents(rank);
    std::int64_t left = elements;
    for (std::int64_t& extent : extents) {
        switch (random.below(5)) {
            case 0: extent = 1; break;
            case 1: extent = 2; break;
            case 2: extent = random.between(1, 4); break;
            default: extent = random.between(1, rank <= 3 ? 40 : 9); break;
        }
        if (extent > left) extent = std::max<std::int64_t>(1, left);
        left /= extent;
        if (zeros && random.one_in(12)) extent = 0;
    }
    for (std::size_t i = rank; i > 1; --i) std::swap(extents[i - 1], extents[random.below(i)]);
    return extents;
}

std::string to_text(const layout& l) {
    std::string made = "[";
    for (std::size_t i = 0; i < l.extents.size(); ++i) made += (i ? "," : "") + std::to_string(l.extents[i]);
    made += "]/[";
    for (std::size_t i = 0; i < l.strides.size(); ++i) made += (i ? "," : "") + std::to_string(l.strides[i]);
    return made + "]";
}

std::vector<std::int64_t> aligned_strides(const layout& operand, std::size_t rank) {
    std::vector<std::int64_t> made(rank, 0);
    const std::size_t own = operand.extents.size();
    for (std::size_t i = 0; i < own && i < rank; ++i) {
        if (operand.extents[own - 1 - i] != 1) made[rank - 1 - i] = operand.strides[own - 1 - i];
    }
    return made;
}

}  // namespace zerostride::test
