// ONNX models of a few nodes, as the bytes of their protocol buffers.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "zerostride/dtype.hpp"

namespace zerostride::bench {

/// A graph of nodes in order. Names are the caller's.
class onnx_model {
public:
    using integers = std::vector<std::pair<const char*, std::vector<std::int64_t>>>;

    void input(const char* name, dtype type, const std::vector<std::int64_t>& shape);
    void output(const char* name, dtype type, const std::vector<std::int64_t>& shape);
    /// A constant of rank 1.
    void constant(const char* name, const std::vector<std::int64_t>& numbers);
    /// An attribute of one integer is an integer, of more a list.
    void node(const char* operator_name, const std::vector<std::string>& inputs, const char* output,
              const integers& attributes = {});
    std::string bytes() const;

private:
    std::string graph_;
};

}  // namespace zerostride::bench
