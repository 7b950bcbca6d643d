#include "accuracy/function.hpp"

#include <cmath>
#include <cstdio>

namespace zerostride::accuracy {

double function::parameter(attribute_id id) const {
    for (const attribute& given : attributes) {
        if (given.id == id) return given.value;
    }
    const op_attribute* const row = find_attribute(which, id);
    return row == nullptr ? std::nan("") : row->fallback;
}

std::string function::name() const {
    std::string made = info(which).onnx_name;
    for (const attribute& given : attributes) {
        made += ':';
        if (find_attribute(given.id)->kind == attribute_kind::choice) {
            for (const attribute_word& word : attribute_words) {
                if (word.id == given.id && word.value == given.value) made += word.word;
            }
            continue;
        }
        char value[40];
        std::snprintf(value, sizeof value, "%.17g", given.value);
        made += std::string(find_attribute(given.id)->name) + "=" + value;
    }
    return made;
}

bool is_proven(op which) noexcept {
    const op_family family = info(which).family;
    return family == op_family::math || family == op_family::libm || family == op_family::sigmoidal ||
           which == op::reciprocal || which == op::pow || which == op::hard_sigmoid || which == op::hard_swish;
}

std::vector<function> functions() {
    std::vector<function> made;
    for (const op_info& row : ops) {
        if (!is_proven(row.id)) continue;
        made.push_back({row.id, {}});
        if (row.id == op::gelu) made.push_back({row.id, {{attribute_id::approximate, 1.0}}});
    }
    return made;
}

bool is_measured(dtype type) noexcept {
    return type == dtype::f16 || type == dtype::f32 || type == dtype::f64 || type == dtype::real;
}

}  // namespace zerostride::accuracy
