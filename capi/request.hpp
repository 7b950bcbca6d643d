// An operation as C asks for it, checked and turned into C++'s terms.
#pragma once

#include <cstddef>
#include <vector>

#include "capi/boundary.hpp"

namespace zerostride::capi {

class request {
public:
    request() noexcept = default;
    request(const request&) = delete;
    request& operator=(const request&) = delete;

    /// False, with the words in `refusal`, when the numbers and pointers themselves are wrong; the rest is found wrong
    /// by planning.
    bool read(zs_op op, const zs_attribute* attributes, std::size_t attribute_count, const zs_view* inputs,
              std::size_t input_count, const zs_options* options, outcome& refusal);
    /// The same with an output; call this one or the other.
    bool read(zs_op op, const zs_attribute* attributes, std::size_t attribute_count, const zs_view* inputs,
              std::size_t input_count, const zs_view* output, const zs_options* options, outcome& refusal);

    const operation& what() const noexcept { return what_; }
    array_ref<const_tensor_view> inputs() const noexcept { return {inputs_, count_}; }
    const tensor_view& output() const noexcept { return output_; }
    const options& how() const noexcept { return how_; }

    /// ok, or that the operator, which must be one, takes no such number of operands. For who makes room for them; of a
    /// few the library says it.
    static outcome check_count(op which, std::size_t count);

private:
    bool read_attributes(const char* who, const zs_attribute* attributes, std::size_t count, outcome& refusal);
    bool read_inputs(const char* who, const zs_view* inputs, std::size_t count, outcome& refusal);

    static constexpr std::size_t near = 8;  // more inputs than these need the heap

    operation what_ = op{};
    tensor_view output_;
    options how_;
    std::size_t count_ = 0;
    const const_tensor_view* inputs_ = nullptr;
    // Not initialised, and not worth it: most calls have two.
    alignas(const_tensor_view) std::byte near_[near * sizeof(const_tensor_view)];
    std::vector<const_tensor_view> far_;
};

}  // namespace zerostride::capi
