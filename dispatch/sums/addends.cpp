#include "dispatch/sums/addends.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "dispatch/axis.hpp"

namespace zerostride::detail {
namespace {

constexpr std::int64_t most_rows = 8 * lanes_of_sum;
/// Of rows that are read where they are: as long as kernels want them. Shorter ones are copied one behind the other.
std::int64_t least_bytes_of_row(std::int64_t element_bytes) noexcept {
    return static_cast<std::int64_t>(kernels::least_bytes_of_rows(static_cast<std::size_t>(element_bytes)));
}
/// Of a row of sums: eight times 64 of them, a level of the tree, take 1 MiB.
constexpr std::int64_t most_bytes_of_row = 2048;
/// Copies of few addends stay in the L1 cache; of many, rather more output elements at a time, which lie in the same
/// lines.
constexpr std::int64_t most_bytes_copied(std::int64_t addends) noexcept {
    return addends > lanes_of_sum ? 65536 : 16384;
}

template <std::size_t Bytes>
void copy_elements(std::byte* to, const std::byte* from, std::int64_t stride, std::int64_t rows,
                   const std::int64_t* places, std::int64_t width) noexcept {
    if (width == 1) {
        for (std::int64_t i = 0; i < rows; ++i) std::memcpy(to + i * std::int64_t{Bytes}, from + i * stride, Bytes);
        return;
    }
    for (std::int64_t i = 0; i < rows; ++i, from += stride) {
        for (std::int64_t w = 0; w < width; ++w, to += Bytes) std::memcpy(to, from + places[w], Bytes);
    }
}
/// Rows of `bytes` bytes, at least Half and less than twice that: by two moves that overlap.
template <std::size_t Half>
void copy_rows(std::byte* to, const std::byte* from, std::int64_t stride, std::int64_t rows,
               std::int64_t bytes) noexcept {
    const std::int64_t last = bytes - std::int64_t{Half};
    for (std::int64_t i = 0; i < rows; ++i, from += stride, to += bytes) {
        std::byte first_half[Half], last_half[Half];
        std::memcpy(first_half, from, Half);
        std::memcpy(last_half, from + last, Half);
        std::memcpy(to, first_half, Half);
        std::memcpy(to + last, last_half, Half);
    }
}
constexpr decltype(&copy_rows<1>) copy_rows_of[] = {copy_rows<1>,  copy_rows<2>,  copy_rows<4>, copy_rows<8>,
                                                    copy_rows<16>, copy_rows<32>, copy_rows<64>};
constexpr decltype(&copy_elements<1>) copy_elements_of[] = {copy_elements<1>, copy_elements<2>, copy_elements<4>,
                                                            copy_elements<8>, copy_elements<16>};

}  // namespace

addends::addends(const reduction& r, const kernels::mover_table& movers, std::int64_t most)
    : r_(r),
      movers_(movers),
      bytes_(static_cast<std::int64_t>(size_of(r.type))),
      has_long_rows_(r.kept.inner().stride == bytes_ && r.kept.inner().extent * bytes_ >= least_bytes_of_row(bytes_)),
      outputs_(r.kept),
      addends_(r.summed) {
    const std::int64_t count = r.summed.size(), at_once = std::min(count, most_rows);
    // Many addends are the fast direction when they are the denser one, and in runs that are worth it.
    const std::int64_t along = std::abs(r.summed.inner().stride), across = std::abs(r.kept.inner().stride);
    if (along < across && along != 0 && r.summed.inner().extent >= lanes_of_sum) {
        widest_ = 1;
    } else if (has_long_rows_) {
        const auto sum_bytes = static_cast<std::int64_t>(size_of(kernels::accumulator_of(op::sum, r.type)));
        widest_ = (count > lanes_of_sum ? most_bytes_of_row : 2 * most_bytes_of_row) / sum_bytes;
    } else {
        const std::int64_t whole = is_whole(r.kept.inner().extent) ? r.kept.inner().extent : 1;
        widest_ = std::max(whole, most_bytes_copied(count) / (at_once * bytes_));
    }
    widest_ = std::min(widest_, most);
    const std::int64_t copied = std::max(least_bytes_of_row(bytes_), most_bytes_copied(count) / at_once);
    rows_ = std::make_unique_for_overwrite<const std::byte*[]>(static_cast<std::size_t>(at_once));
    copies_ = std::make_unique_for_overwrite<std::byte[]>(
        static_cast<std::size_t>(at_once * std::min(widest_ * bytes_, copied)));
    places_ = std::make_unique_for_overwrite<std::int64_t[]>(static_cast<std::size_t>(widest_));
}

/// Batches of `run` output elements lie in one stretch each.
bool addends::is_whole(std::int64_t run) const noexcept {
    const loop &kept = r_.kept.inner(), &summed = r_.summed.inner();
    return kept.stride == bytes_ && run * bytes_ == summed.stride && summed.extent >= lanes_of_sum;
}

std::int64_t addends::take(std::int64_t first, std::int64_t left) noexcept {
    outputs_.go_to(first);
    addends_.go_to(0);
    base_ = r_.data + outputs_.offset();
    const std::int64_t most = std::min(left, widest_), run = std::min(most, outputs_.run());
    if (has_long_rows_ || run == most || run * bytes_ >= least_bytes_of_row(bytes_) || is_whole(run)) {
        width_ = run;
        pitch_ = width_ == 1 ? bytes_ : r_.kept.inner().stride;
        if (!are_rows_read()) {
            for (std::int64_t w = 0; w < width_; ++w) places_[w] = w * pitch_;
        }
    } else {
        width_ = most;
        pitch_ = 0;
        set_places();
    }
    return width_;
}

void addends::set_places() noexcept {
    const std::int64_t first = outputs_.offset(), stride = r_.kept.inner().stride;
    for (std::int64_t w = 0; w < width_;) {
        const std::int64_t run = std::min(width_ - w, outputs_.run()), here = outputs_.offset() - first;
        for (std::int64_t i = 0; i < run; ++i) places_[w + i] = here + i * stride;
        outputs_.advance(run);
        w += run;
    }
}

/// Where they are.
bool addends::are_rows_read() const noexcept {
    return pitch_ == bytes_ && bytes_of_row() >= least_bytes_of_row(bytes_);
}

const std::byte* addends::stretch(std::int64_t count) noexcept {
    if (pitch_ != bytes_ || r_.summed.inner().stride != bytes_of_row() || addends_.run() < count) return nullptr;
    const std::byte* const here = base_ + addends_.offset();
    addends_.advance(count);
    return here;
}

bool addends::next(std::int64_t count) noexcept {
    rows_[0] = stretch(count);
    if (rows_[0] != nullptr) return true;
    if (are_rows_read()) {
        const std::int64_t stride = r_.summed.inner().stride;
        for (std::int64_t i = 0; i < count;) {
            const std::int64_t run = std::min(count - i, addends_.run());
            const std::byte* const from = base_ + addends_.offset();
            for (std::int64_t end = i + run, at = 0; i < end; ++i, at += stride) rows_[i] = from + at;
            addends_.advance(run);
        }
        return false;
    }
    copy(count);
    rows_[0] = copies_.get();
    return true;
}

void addends::copy(std::int64_t count) noexcept {
    const std::int64_t stride = r_.summed.inner().stride;
    const int log2 = log2_of(r_.type);
    std::byte* to = copies_.get();
    while (count > 0) {
        const std::int64_t run = std::min(count, addends_.run());
        const std::byte* const from = base_ + addends_.offset();
        if (pitch_ == bytes_ && stride == bytes_of_row()) {
            std::memcpy(to, from, static_cast<std::size_t>(run * stride));
        } else if (pitch_ != 0 && width_ > 1 && stride == bytes_) {
            movers_.transpose[log2](from, pitch_, static_cast<std::size_t>(run), static_cast<std::size_t>(width_), to,
                                    bytes_of_row(), {}, kernels::one_matrix);
        } else if (pitch_ == bytes_ && width_ > 1) {
            copy_rows_of[std::bit_width(static_cast<std::uint64_t>(bytes_of_row())) - 1](to, from, stride, run,
                                                                                         bytes_of_row());
        } else {
            copy_elements_of[log2](to, from, stride, run, places_.get(), width_);
        }
        addends_.advance(run);
        to += run * bytes_of_row();
        count -= run;
    }
}

}  // namespace zerostride::detail
