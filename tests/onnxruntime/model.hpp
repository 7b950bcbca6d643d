// ONNX models in a few words.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "zerostride/dtype.hpp"

namespace onnx {
class GraphProto;
}

namespace zerostride::test {

struct model_value {
    std::string name;
    dtype type;
    std::vector<std::int64_t> shape;  ///< -1: an extent that is not known
    bool is_ranked = true;            ///< false: nothing of the shape is known
};

struct model_node {
    std::string op_type;
    std::vector<std::string> inputs, outputs;
    std::map<std::string, std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>>> attributes = {};
    std::map<std::string, struct model> branches = {};
};

struct model {
    std::vector<model_value> inputs, outputs;
    std::vector<model_node> nodes;
    std::map<std::string, std::vector<std::int64_t>> integers = {};  ///< constants of rank 1
    std::map<std::string, std::pair<std::vector<float>, std::vector<std::int64_t>>> floats = {};  ///< and others

    std::string bytes(int version = 20) const;
};

}  // namespace zerostride::test
