// Graphs: what C says of one, piece by piece, becomes C++'s plain data.
#include "zerostride/graph.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "capi/boundary.hpp"
#include "zerostride/zerostride_graph.h"

using namespace zerostride;
using capi::guarded;

struct zs_graph {
    graph held;
    std::size_t depth = 0;  ///< so many graphs lie in each other in it
};
struct zs_graph_plan {
    graph_plan held;
};

namespace {

constexpr const char* who = "graph";

outcome refused(const std::string& words) { return {status::invalid_argument, std::string(who) + ": " + words}; }

std::string text_of(const char* text) { return text == nullptr ? std::string() : std::string(text); }

/// False, with the words in `bad`, for an array that is NULL and has a count.
bool is_there(const void* array, std::size_t count, const std::string& what, outcome& bad) {
    if (array != nullptr || count == 0) return true;
    bad = refused(what + " is a null pointer");
    return false;
}

/// `may_be_null`: names of what is left out.
bool read_names(std::vector<std::string>& names, const char* const* given, std::size_t count, const std::string& what,
                outcome& bad, bool may_be_null = false) {
    if (!is_there(given, count, what, bad)) return false;
    for (std::size_t i = 0; i < count; ++i) {
        if (!may_be_null && !is_there(given[i], 1, what + ": name " + std::to_string(i), bad)) return false;
        names.push_back(text_of(given[i]));
    }
    return true;
}

/// A tensor of its own of what a view shows; throws error for what cannot be copied.
std::shared_ptr<const tensor> copy_of(const zs_view& view, const std::string& what) {
    if (!is_valid(capi::to_dtype(view.dtype))) throw error(capi::no_such_type(who, what, view.dtype));
    // What is forced, or what the environment asks for, is the plan's, not of those who only build a graph.
    options plain;
    plain.with = built_isas().front();
    plain.accuracy = accuracy_mode::exact;
    plain.max_threads = 1;  // the host has not been asked for more
    tensor made;
    try {
        made = eval(op::identity, {capi::to_view(view)}, plain);
    } catch (const error& refused) {
        throw error(refused.code(), what + ": " + refused.what());
    }
    if (made.type() == dtype::str) made = tensor::from_strings(made.to_strings(), made.shape());  // the bytes, too
    return std::make_shared<const tensor>(std::move(made));
}

/// `depth` becomes at least that of a graph in which the value is.
bool read_value(graph_attribute& value, const zs_value& given, std::size_t& depth, outcome& bad) {
    const std::string what = "attribute " + text_of(given.name);
    switch (given.kind) {
        case ZS_VALUE_integer: value = given.integer; return true;
        case ZS_VALUE_number: value = given.number; return true;
        case ZS_VALUE_text: value = text_of(given.text); return is_there(given.text, 1, what + ": the text", bad);
        case ZS_VALUE_reference:
            value = attribute_reference{text_of(given.text)};
            return is_there(given.text, 1, what + ": the text", bad);
        case ZS_VALUE_dtype:
            if (given.integer < 1 || given.integer > static_cast<std::int64_t>(dtype_count)) {
                bad = refused(what + " is no element type (" + std::to_string(given.integer) + ")");
                return false;
            }
            value = static_cast<dtype>(given.integer);
            return true;
        case ZS_VALUE_integers: {
            if (!is_there(given.list, given.count, what + ": the list", bad)) return false;
            const auto* const first = static_cast<const std::int64_t*>(given.list);
            value = std::vector<std::int64_t>(first, first + given.count);
            return true;
        }
        case ZS_VALUE_numbers: {
            if (!is_there(given.list, given.count, what + ": the list", bad)) return false;
            const auto* const first = static_cast<const double*>(given.list);
            value = std::vector<double>(first, first + given.count);
            return true;
        }
        case ZS_VALUE_texts: {
            std::vector<std::string> texts;
            if (!read_names(texts, static_cast<const char* const*>(given.list), given.count, what + ": the list", bad))
                return false;
            value = std::move(texts);
            return true;
        }
        case ZS_VALUE_tensor:
            if (!is_there(given.tensor, 1, what + ": the tensor", bad)) return false;
            value = copy_of(*given.tensor, what);
            return true;
        case ZS_VALUE_graph:
            if (!is_there(given.graph, 1, what + ": the graph", bad)) return false;
            // Whoever destroys it goes as deep.
            if (given.graph->depth >= most_graph_depth) {
                bad = {status::too_large, std::string(who) + ": " + what + ": branches are nested more than " +
                                              std::to_string(most_graph_depth) + " deep"};
                return false;
            }
            depth = std::max(depth, given.graph->depth + 1);
            value = std::make_shared<const graph>(given.graph->held);
            return true;
    }
    bad = refused(what + " has no such kind (" + std::to_string(given.kind) + ")");
    return false;
}

bool read_values(std::map<std::string, graph_attribute>& values, const zs_value* given, std::size_t count,
                 std::size_t& depth, outcome& bad) {
    if (!is_there(given, count, "the array of attributes", bad)) return false;
    for (std::size_t i = 0; i < count; ++i) {
        if (given[i].name == nullptr) {
            bad = refused("attribute " + std::to_string(i) + " has no name");
            return false;
        }
        graph_attribute value;
        if (!read_value(value, given[i], depth, bad)) return false;
        if (!values.emplace(given[i].name, std::move(value)).second) {
            bad = refused(std::string("attribute ") + given[i].name + " is given twice");
            return false;
        }
    }
    return true;
}

bool read_tensor(graph_tensor& made, const char* name, zs_dtype type, const std::int64_t* shape, std::size_t rank,
                 outcome& bad) {
    if (!is_there(name, 1, "the name", bad)) return false;
    made.name = name;
    if (type != 0) {
        if (!is_valid(capi::to_dtype(type))) {
            bad = capi::no_such_type(who, made.name, type);
            return false;
        }
        made.type = capi::to_dtype(type);
    }
    if (rank == ZS_RANK_unknown) return true;
    if (!is_there(shape, rank, "the shape of " + made.name, bad)) return false;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        if (shape[axis] >= -1) continue;
        bad = refused(made.name + ": axis " + std::to_string(axis) + " has the extent " + std::to_string(shape[axis]));
        return false;
    }
    made.shape.emplace(shape, shape + rank);
    return true;
}

zs_status add_tensor(zs_graph* to, std::vector<graph_tensor> graph::*list, const char* name, zs_dtype type,
                     const std::int64_t* shape, std::size_t rank, zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (to == nullptr) return capi::null_pointer(who, "the graph");
        graph_tensor made;
        if (outcome bad; !read_tensor(made, name, type, shape, rank, bad)) return bad;
        (to->held.*list).push_back(std::move(made));
        return {};
    });
}

/// False when there is no such profile.
bool read_profile(zs_graph_profile given, graph_profile& profile, outcome& bad) {
    profile = given == ZS_GRAPH_PROFILE_strict ? graph_profile::strict : graph_profile::onnx;
    if (given == ZS_GRAPH_PROFILE_onnx || given == ZS_GRAPH_PROFILE_strict) return true;
    bad = refused("there is no profile " + std::to_string(given));
    return false;
}

}  // namespace

zs_status zs_graph_create(const char* name, zs_graph** made, zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (made == nullptr) return capi::null_pointer(who, "the place for it");
        *made = nullptr;
        auto created = std::make_unique<zs_graph>();
        created->held.name = text_of(name);
        *made = created.release();
        return {};
    });
}

void zs_graph_destroy(zs_graph* graph) noexcept { delete graph; }

zs_status zs_graph_add_input(zs_graph* to, const char* name, zs_dtype type, const int64_t* shape, size_t rank,
                             zs_message* message) noexcept {
    return add_tensor(to, &graph::inputs, name, type, shape, rank, message);
}

zs_status zs_graph_add_output(zs_graph* to, const char* name, zs_dtype type, const int64_t* shape, size_t rank,
                              zs_message* message) noexcept {
    return add_tensor(to, &graph::outputs, name, type, shape, rank, message);
}

zs_status zs_graph_add_constant(zs_graph* to, const char* name, const zs_view* value, zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (to == nullptr) return capi::null_pointer(who, "the graph");
        if (name == nullptr) return capi::null_pointer(who, "the name");
        if (value == nullptr) return capi::null_pointer(who, "the value");
        if (to->held.constants.count(name) != 0)
            return refused(std::string("there is a constant ") + name + " already");
        to->held.constants.emplace(name, copy_of(*value, name));
        return {};
    });
}

zs_status zs_graph_add_node(zs_graph* to, const zs_node* node, zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (to == nullptr) return capi::null_pointer(who, "the graph");
        if (node == nullptr) return capi::null_pointer(who, "the node");
        if (node->op_type == nullptr) return capi::null_pointer(who, "the node's op_type");
        graph_node made;
        made.name = text_of(node->name);
        made.op_type = node->op_type;
        made.domain = text_of(node->domain);
        std::size_t depth = to->depth;
        outcome bad;
        if (!read_names(made.inputs, node->inputs, node->input_count, "the array of inputs", bad, true) ||
            !read_names(made.outputs, node->outputs, node->output_count, "the array of outputs", bad) ||
            !read_values(made.attributes, node->attributes, node->attribute_count, depth, bad)) {
            return bad;
        }
        to->held.nodes.push_back(std::move(made));
        to->depth = depth;
        return {};
    });
}

zs_status zs_graph_add_function(zs_graph* to, const char* domain, const zs_graph* body, const char* const* required,
                                size_t required_count, const zs_value* optional, size_t optional_count,
                                zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (to == nullptr) return capi::null_pointer(who, "the graph");
        if (body == nullptr) return capi::null_pointer(who, "the function's body");
        const graph& from = body->held;
        if (from.name.empty()) return refused("a function's body has no name");
        if (!from.constants.empty() || !from.functions.empty()) {
            return refused("function " + from.name + " has constants or functions of its own");
        }
        graph_function made;
        made.name = from.name;
        made.domain = text_of(domain);
        for (const graph_tensor& input : from.inputs) made.inputs.push_back(input.name);
        for (const graph_tensor& output : from.outputs) made.outputs.push_back(output.name);
        made.nodes = from.nodes;
        std::size_t depth = std::max(to->depth, body->depth);
        outcome bad;
        if (!read_names(made.attributes, required, required_count, "the array of names", bad) ||
            !read_values(made.default_attributes, optional, optional_count, depth, bad)) {
            return bad;
        }
        to->held.functions.push_back(std::move(made));
        to->depth = depth;
        return {};
    });
}

zs_status zs_graph_check(const zs_graph* graph, zs_graph_profile profile, zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (graph == nullptr) return capi::null_pointer(who, "the graph");
        graph_profile by;
        if (outcome bad; !read_profile(profile, by, bad)) return bad;
        return check(graph->held, by);
    });
}

zs_status zs_graph_plan_create(const zs_graph* graph, zs_graph_profile profile, const zs_view* inputs,
                               size_t input_count, const zs_options* options, zs_graph_plan** plan,
                               zs_message* message) noexcept {
    return guarded(message, [&]() -> outcome {
        if (plan == nullptr) return capi::null_pointer(who, "the place for the plan");
        *plan = nullptr;
        if (graph == nullptr) return capi::null_pointer(who, "the graph");
        outcome bad;
        graph_profile by;
        zerostride::options how;
        if (!read_profile(profile, by, bad) || !is_there(inputs, input_count, "the array of inputs", bad)) return bad;
        if (options != nullptr && !capi::read_options(who, *options, how, bad)) return bad;
        std::vector<const_tensor_view> views;
        for (std::size_t i = 0; i < input_count; ++i) {
            if (!is_valid(capi::to_dtype(inputs[i].dtype))) {
                return capi::no_such_type(who, "input " + std::to_string(i), inputs[i].dtype);
            }
            views.push_back(capi::to_view(inputs[i]));
        }
        graph_plan made;
        if (bad = graph_plan::try_make(made, graph->held, views, by, how); !bad) return bad;
        *plan = new zs_graph_plan{std::move(made)};
        return {};
    });
}

size_t zs_graph_plan_outputs(const zs_graph_plan* plan) noexcept {
    return plan == nullptr ? 0 : plan->held.output_count();
}

zs_status zs_graph_plan_output(const zs_graph_plan* plan, size_t index, zs_view* view) noexcept {
    if (plan == nullptr || view == nullptr || index >= plan->held.output_count()) return ZS_STATUS_invalid_argument;
    const std::vector<std::int64_t>& shape = plan->held.output_shape(index);
    *view = {nullptr, static_cast<zs_dtype>(plan->held.output_type(index)), shape.size(), shape.data(), nullptr};
    return ZS_STATUS_ok;
}

size_t zs_graph_plan_workspace(const zs_graph_plan* plan) noexcept {
    return plan == nullptr ? 0 : plan->held.workspace_bytes();
}

zs_status zs_graph_plan_run(const zs_graph_plan* plan, const void* const* inputs, void* const* outputs,
                            void* workspace) noexcept {
    if (plan == nullptr) return ZS_STATUS_invalid_argument;
    return static_cast<zs_status>(plan->held.run(inputs, outputs, workspace));
}

int32_t zs_graph_plan_threads(const zs_graph_plan* plan) noexcept { return plan == nullptr ? 0 : plan->held.threads(); }

zs_status zs_graph_plan_explain(const zs_graph_plan* plan, zs_message* text) noexcept {
    return capi::explain(plan, text);
}

void zs_graph_plan_destroy(zs_graph_plan* plan) noexcept { delete plan; }
