/* Graphs in C11: built node by node, checked, and planned once to run many times, tile by tile.
 *
 * What zerostride.h says at its head holds here: threads, errors, pointers, shapes, strides, lifetime. A zs_graph is
 * changed by one thread at a time, and read by any number while nobody changes it; a zs_graph_plan never changes. Names
 * and texts are UTF-8 and end with a 0; all that is passed is copied. Link zerostride::graph beside
 * zerostride::zerostride, or libzerostride.so, which has both.
 */
#ifndef ZEROSTRIDE_ZEROSTRIDE_GRAPH_H
#define ZEROSTRIDE_ZEROSTRIDE_GRAPH_H

#include "zerostride/zerostride.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zs_graph zs_graph;
typedef struct zs_graph_plan zs_graph_plan;

/* Which graphs are accepted. */
typedef int32_t zs_graph_profile;
enum {
    ZS_GRAPH_PROFILE_onnx = 0,   /* what ONNX allows */
    ZS_GRAPH_PROFILE_strict = 1, /* SONNX: no omitted inputs, nothing that is not used */
};

/* The value of an attribute of a node. `kind` says which of the fields are looked at. */
typedef int32_t zs_value_kind;
enum {
    ZS_VALUE_integer = 1,   /* integer: also flags, and ONNX's numbers of element types */
    ZS_VALUE_number = 2,    /* number */
    ZS_VALUE_text = 3,      /* text: words such as "LEFT" */
    ZS_VALUE_dtype = 4,     /* integer: a zs_dtype */
    ZS_VALUE_integers = 5,  /* list: count of int64_t */
    ZS_VALUE_numbers = 6,   /* list: count of double */
    ZS_VALUE_texts = 7,     /* list: count of const char* */
    ZS_VALUE_tensor = 8,    /* tensor */
    ZS_VALUE_graph = 9,     /* graph: a branch of an If, as it is now; at most 128 in each other, else too_large */
    ZS_VALUE_reference = 10 /* text: inside of a function, the value of the function's attribute of that name */
};
typedef struct zs_value {
    const char* name; /* of the attribute, as in ONNX */
    zs_value_kind kind;
    int64_t integer;
    double number;
    const char* text;
    const void* list;
    size_t count;
    const zs_view* tensor;
    const zs_graph* graph;
} zs_value;

/* A computation node: an operator by ONNX's name, or a function of the graph, and the tensors that it connects. */
typedef struct zs_node {
    const char* op_type;
    const char* name;          /* for messages; NULL: none */
    const char* domain;        /* NULL or "": ONNX's */
    const char* const* inputs; /* names of tensors; NULL or "" for an optional one that is absent */
    size_t input_count;
    const char* const* outputs; /* "" for one of a function's that is left out */
    size_t output_count;
    const zs_value* attributes; /* each name at most once */
    size_t attribute_count;
} zs_node;

/* The rank of a tensor of which nothing is said. */
#define ZS_RANK_unknown ((size_t)-1)
/* Bytes to which the workspace of a run is aligned. */
#define ZS_WORKSPACE_ALIGNMENT 64

/* ---- Graphs ----------------------------------------------------------------------------------------------------- */

/* An empty graph; `name` may be NULL. `*graph` is the new graph, or NULL. */
ZS_API ZS_NODISCARD zs_status zs_graph_create(const char* name, zs_graph** graph, zs_message* message) ZS_NOEXCEPT;
/* NULL is left alone. What was made of it (plans, branches, functions) stays. */
ZS_API void zs_graph_destroy(zs_graph* graph) ZS_NOEXCEPT;

/* The next input, or output. `type` 0: of any type. `rank` ZS_RANK_unknown: of any shape; an extent of -1: any. Answer
 * invalid_argument for no such type and for extents below -1. The functions here do not look for names that are given
 * twice or lead nowhere, which zs_graph_check and planning do. */
ZS_API ZS_NODISCARD zs_status zs_graph_add_input(zs_graph* graph, const char* name, zs_dtype type, const int64_t* shape,
                                                 size_t rank, zs_message* message) ZS_NOEXCEPT;
ZS_API ZS_NODISCARD zs_status zs_graph_add_output(zs_graph* graph, const char* name, zs_dtype type,
                                                  const int64_t* shape, size_t rank, zs_message* message) ZS_NOEXCEPT;
/* A tensor with a value from the beginning; elements and texts are copied. Answers invalid_argument also for a name
 * that is a constant's already. */
ZS_API ZS_NODISCARD zs_status zs_graph_add_constant(zs_graph* graph, const char* name, const zs_view* value,
                                                    zs_message* message) ZS_NOEXCEPT;
/* A node; nodes may come in any order. Answers invalid_argument for no such kind of value or for an attribute that is
 * given twice. */
ZS_API ZS_NODISCARD zs_status zs_graph_add_node(zs_graph* graph, const zs_node* node, zs_message* message) ZS_NOEXCEPT;
/* A function that nodes of this graph may be: the nodes, inputs and outputs of `body` as they are now, by the name of
 * `body`. `required` are names of attributes that a node must give, `optional` those that it may, with their values
 * where it does not. Element types and extents that `body` declares are not kept. Answers invalid_argument for a body
 * that has constants or functions of its own, or no name. */
ZS_API ZS_NODISCARD zs_status zs_graph_add_function(zs_graph* graph, const char* domain, const zs_graph* body,
                                                    const char* const* required, size_t required_count,
                                                    const zs_value* optional, size_t optional_count,
                                                    zs_message* message) ZS_NOEXCEPT;

/* Whether the graph keeps the rules of the profile, which graph.hpp lists (`check`); the words name rule, node and
 * tensor. Answers invalid_argument, unsupported for an operator that is not known, too_large for calls or branches that
 * are too deep or too many. Takes about 1 KiB of stack for each If inside another. */
ZS_API ZS_NODISCARD zs_status zs_graph_check(const zs_graph* graph, zs_graph_profile profile,
                                             zs_message* message) ZS_NOEXCEPT;

/* ---- Plans ------------------------------------------------------------------------------------------------------ */

/* Plans the graph over `inputs`, one view for each of its inputs in their order; outputs are dense and row-major. Data
 * are looked at only where a shape depends on them (the second operand of Expand, Reshape, Squeeze and Unsqueeze, the
 * one of ConstantOfShape, all but the first of Slice), and may be NULL elsewhere; a run must find the same shapes there
 * again. Answers as zs_graph_check, as zs_plan_create for a node, which the words name, and shape_mismatch or
 * invalid_argument for inputs that are not what the graph says. Texts are moved and compared; what makes them is
 * unsupported, unless all its operands are constant. `*plan` is the new plan, or NULL. Takes up to 48 KiB of stack,
 * where constants are computed 108 KiB, and some 3 KiB more for each If and each call in another. */
ZS_API ZS_NODISCARD zs_status zs_graph_plan_create(const zs_graph* graph, zs_graph_profile profile,
                                                   const zs_view* inputs, size_t input_count, const zs_options* options,
                                                   zs_graph_plan** plan, zs_message* message) ZS_NOEXCEPT;
/* How many outputs a run writes; 0 for NULL. */
ZS_API size_t zs_graph_plan_outputs(const zs_graph_plan* plan) ZS_NOEXCEPT;
/* Type and shape of output `index`: a view without data, valid until the plan is destroyed. invalid_argument when there
 * are not so many, and for a NULL. */
ZS_API ZS_NODISCARD zs_status zs_graph_plan_output(const zs_graph_plan* plan, size_t index, zs_view* view) ZS_NOEXCEPT;
/* Bytes that a run needs for what lies between nodes; 0 for NULL. */
ZS_API size_t zs_graph_plan_workspace(const zs_graph_plan* plan) ZS_NOEXCEPT;

/* Runs on these data: one pointer for each input, to the element with all indices 0, and one for each output.
 * `workspace` points to zs_graph_plan_workspace bytes, aligned to ZS_WORKSPACE_ALIGNMENT; it may be NULL when there are
 * none. Each run at the same time needs one of its own. Allocates nothing; up to 68 KiB of stack in each thread, and
 * 256 bytes more for each If inside another.
 * Aliasing: what lies between the first and the last byte of an output, of the workspace and of an input must not meet.
 * Answers
 *   integer_division_by_zero   every element is written, and is 0 where the divisor was 0
 *   overlap                    they do; nothing is written. (Inputs may share bytes with each other.)
 *   invalid_argument           no plan, a NULL for a tensor that has elements, a workspace that is not aligned, or an
 *                              input that a shape was read from and that has changed; nothing is written */
ZS_API ZS_NODISCARD zs_status zs_graph_plan_run(const zs_graph_plan* plan, const void* const* inputs,
                                                void* const* outputs, void* workspace) ZS_NOEXCEPT;

/* The most threads that a run uses; 0 for NULL. */
ZS_API int32_t zs_graph_plan_threads(const zs_graph_plan* plan) ZS_NOEXCEPT;
/* The steps, their nodes, shapes and tiles, and the memory between them, as zs_plan_explain writes a plan. Takes about
 * 512 bytes of stack for each If inside another. */
ZS_API ZS_NODISCARD zs_status zs_graph_plan_explain(const zs_graph_plan* plan, zs_message* text) ZS_NOEXCEPT;
/* Ends a plan, which no thread may be running. NULL is left alone. */
ZS_API void zs_graph_plan_destroy(zs_graph_plan* plan) ZS_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
