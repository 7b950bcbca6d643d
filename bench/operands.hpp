// Memory with sensible values in it, and operators bound to rows of the shape table there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/cases.hpp"
#include "bench/shapes.hpp"
#include "zerostride/op.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::bench {

/// Memory that grows on demand and is kept for the next benchmark. Every page is written before it is handed
/// out, so that no measurement pays for page faults.
class buffer {
public:
    /// `slot` shifts the memory against that of other slots: when addresses agree in their low 12 bits,
    /// processors mistake a load for one that depends on an earlier store.
    explicit buffer(std::size_t slot) noexcept : slot_(slot) {}
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
    ~buffer() { unmap(); }

    /// From then on the memory begins so many bytes into a cache line, at most 63: what was handed out is no longer
    /// good.
    void begin_at(std::size_t offset) noexcept;

    /// At the begin of a cache line unless begin_at() says otherwise, full of ordinary values of `type`: none zero,
    /// none subnormal, sums and products small. Throws std::runtime_error when there is no memory.
    std::byte* filled(dtype type, std::size_t bytes);
    /// The same with random numbers between `low` and `high`, which differ from slot to slot.
    std::byte* filled(dtype type, std::size_t bytes, value_range range);

private:
    void unmap() noexcept;
    std::byte* sized(std::size_t bytes);

    std::size_t slot_;
    std::size_t offset_ = 0;
    std::byte* memory_ = nullptr;
    std::size_t mapped_ = 0;        ///< bytes of memory_
    std::size_t bytes_ = 0;         ///< usable
    std::size_t filled_bytes_ = 0;  ///< hold values of filled_type_
    dtype filled_type_ = dtype::f32;
    value_range filled_range_ = {0, 0};  ///< low == high: the ordinary values
};

/// One for the output and one for each input.
struct workspace {
    buffer out{0};
    buffer in[3] = {buffer{1}, buffer{2}, buffer{3}};

    /// buffer::begin_at() for all of them.
    void begin_at(std::size_t offset) noexcept;
};

/// An operator with the operands of one row. Refers to the workspace, and is valid until that is used again.
class bound_row {
public:
    /// Throws std::runtime_error when there is no memory.
    bound_row(op which, dtype type, const shape_row& row, workspace& memory);
    /// One row of the case list, over random numbers. Refers to the case, too.
    bound_row(const bench_case& row, workspace& memory);

    op which() const noexcept { return what_.which; }
    const operation& what() const noexcept { return what_; }
    array_ref<const_tensor_view> inputs() const noexcept { return {views_, count_}; }
    const tensor_view& output() const noexcept { return output_; }
    const void* const* input_data() const noexcept { return data_; }
    void* output_data() const noexcept { return output_.data; }
    std::int64_t elements() const noexcept { return elements_; }
    /// Of memory that a run reads and writes at least: stretched elements count once.
    std::int64_t bytes() const noexcept { return bytes_; }

private:
    void bind_input(std::size_t i, dtype type, const operand_layout& operand, const std::byte* lowest);
    void bind_output(dtype type, extents_ref shape, workspace& memory);

    operation what_;
    std::size_t count_;
    std::vector<std::int64_t> shapes_[4], strides_[4];
    const_tensor_view views_[3];
    tensor_view output_;
    const void* data_[3] = {};
    std::int64_t elements_;
    std::int64_t bytes_;
};

}  // namespace zerostride::bench
