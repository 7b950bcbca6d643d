#include "support/question.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "kernels/table.hpp"

namespace zerostride::test {
namespace {

/// Attributes besides the defaults: each choice and flag the other way round, other numbers than the defaults.
std::vector<std::vector<attribute>> sets_of(op which) {
    std::vector<std::vector<attribute>> made;
    std::vector<attribute> numbers, others;
    for (const op_attribute& row : attributes_of(which)) {
        switch (find_attribute(row.id)->kind) {
            case attribute_kind::number:
                numbers.emplace_back(row.id, row.fallback == 0.0 ? 0.375 : -1.3 * row.fallback);
                break;
            case attribute_kind::choice:
            case attribute_kind::flag: others.emplace_back(row.id, row.fallback == 1.0 ? 0.0 : 1.0); break;
            case attribute_kind::integer:
            case attribute_kind::element_type: break;  // question() and every_question() choose
        }
    }
    if (!numbers.empty()) made.push_back(numbers);
    for (const attribute& other : others) made.push_back({other});
    return made;
}

}  // namespace

question::question(op which_, dtype type_) : which(which_), type(type_), second(type_) {
    for (const op_attribute& row : attributes_of(which)) {
        if (row.is_required()) attributes.emplace_back(row.id, 0.0);
    }
    if (is_quantization()) attributes = {{attribute_id::axis, 0.0}, {attribute_id::block_size, 1.0}};
}

dtype question::input(std::size_t i) const {
    switch (info(which).operands) {
        case operand_rule::condition_first: return i == 0 ? dtype::boolean : type;
        case operand_rule::any_exponent: return i == 1 ? second : type;
        case operand_rule::extents: return i == 1 ? dtype::i64 : type;
        case operand_rule::like: return i == 1 ? second : type;
        case operand_rule::quantizing: return i == 1 ? scale : i == 2 ? second : type;
        case operand_rule::dequantizing: return i == 1 ? scale : type;
        case operand_rule::same:
        case operand_rule::bounds: break;
    }
    return type;
}

dtype question::result() const {
    switch (info(which).result) {
        case result_rule::boolean: return dtype::boolean;
        case result_rule::to:
        case result_rule::second:
        case result_rule::quantized:
        case result_rule::dequantized: return second;
        case result_rule::same: break;
    }
    return type;
}

double question::parameter(attribute_id id) const {
    for (const attribute& given : attributes) {
        if (given.id == id) return given.value;
    }
    const op_attribute* const row = find_attribute(which, id);
    return row == nullptr ? std::nan("") : row->fallback;
}

std::string question::name() const {
    std::string made = std::string(info(which).name) + "_" + zerostride::name_of(type);
    if (second != type) made += std::string("_") + zerostride::name_of(second);
    if (is_quantization()) made += std::string("_by_") + zerostride::name_of(scale);
    for (const attribute& given : attributes) {
        char value[32];
        std::snprintf(value, sizeof value, "%g", given.value);
        made += std::string("_") + find_attribute(given.id)->name + "_" + value;
    }
    return made;
}

namespace {

/// Quantizations of `q`'s types: by f32, and in turn by other types of scales and with other divisions.
std::vector<question> quantizations(question q) {
    q.attributes.emplace_back(attribute_id::output_dtype, q.second);
    std::vector<question> made = {q};
    const std::size_t turn = static_cast<std::size_t>(q.type) + static_cast<std::size_t>(q.second);
    if (q.which == op::quantize_linear) {
        constexpr dtype scales[] = {dtype::f16, dtype::f64, dtype::i32};
        constexpr dtype divisions[] = {dtype::f16, dtype::f32, dtype::f64};
        q.scale = scales[turn % 3];
        made.push_back(q);
        q.scale = scales[(turn + 1) % 3];
        q.attributes.emplace_back(attribute_id::precision, divisions[turn % 3]);
        made.push_back(q);
    } else {
        q.scale = q.second == dtype::f64 && turn % 2 == 0 ? dtype::f64 : dtype::f16;
        made.push_back(q);
    }
    return made;
}

}  // namespace

std::vector<question> every_question() {
    std::vector<question> made;
    for (const op_info& row : ops) {
        const std::size_t types = kernels::family_types(row.family);
        if (types == 0) continue;
        for (const dtype_info& type : dtypes) {
            if (!supports(row.id, type.type)) continue;
            for (const dtype_info& second : dtypes) {
                if (types == 2 ? !supports(row.id, type.type, second.type) : second.type != type.type) continue;
                question q(row.id, type.type);
                q.second = second.type;
                if (row.result == result_rule::to) q.attributes = {{attribute_id::to, second.type}};
                if (q.is_quantization()) {
                    for (const question& each : quantizations(q)) made.push_back(each);
                    continue;
                }
                made.push_back(q);
                if (second.type != type.type) continue;
                for (const std::vector<attribute>& set : sets_of(row.id)) {
                    question other = q;
                    for (const attribute& given : set) {
                        const auto had = std::find_if(other.attributes.begin(), other.attributes.end(),
                                                      [&](const attribute& a) { return a.id == given.id; });
                        if (had != other.attributes.end()) *had = given;
                        else other.attributes.push_back(given);
                    }
                    made.push_back(other);
                }
            }
        }
    }
    return made;
}

bool has_own_kernel(isa with, op which, dtype type) {
    if (with != isa::avx512_fp16) return true;
    const op_family family = info(which).family;
    return type == dtype::f16 && (family == op_family::arithmetic || family == op_family::compare ||
                                  family == op_family::activation || family == op_family::composed);
}

std::vector<isa> with_own_kernel(const std::vector<isa>& all, op which, dtype type) {
    std::vector<isa> made;
    for (const isa with : all) {
        if (has_own_kernel(with, which, type)) made.push_back(with);
    }
    return made;
}

bool has_turn(const question& asked, std::size_t turns) {
    std::size_t hash = 5381;
    for (const char c : asked.name()) hash = hash * 33 + static_cast<unsigned char>(c);
    return hash / 7 % turns == 0;
}

}  // namespace zerostride::test
