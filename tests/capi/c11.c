/* The C interface as a program in C11 sees it: every function that tests/abi records, called through the shared
 * library. What the functions compute and refuse in detail is tested in C++, beside this file. */
#include <stdio.h>
#include <string.h>

#include "zerostride/zerostride.h"
#include "zerostride/zerostride_graph.h"

static int wrong = 0;
#define EXPECT(what)                                                    \
    do {                                                                \
        if (!(what)) {                                                  \
            wrong = 1;                                                  \
            printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #what); \
        }                                                               \
    } while (0)

static void names(void) {
    size_t least = 0, most = 0, i;
    int32_t attribute = 0;
    double fallback = 0;
    EXPECT(zs_version_number() ==
           1000000 * ZEROSTRIDE_VERSION_MAJOR + 1000 * ZEROSTRIDE_VERSION_MINOR + ZEROSTRIDE_VERSION_PATCH);
    EXPECT(strchr(zs_version(), '.') != NULL);
    EXPECT(strcmp(zs_status_text(ZS_STATUS_ok), "ok") == 0);
    for (i = 0; i < zs_op_count(); ++i) EXPECT(zs_op_from_name(zs_op_name(zs_op_at(i))) == zs_op_at(i));
    EXPECT(strcmp(zs_op_onnx_name(ZS_OP_where), "Where") == 0);
    EXPECT(zs_op_operands(ZS_OP_where, &least, &most) == ZS_STATUS_ok && least == 3 && most == 3);
    EXPECT(zs_op_attribute(ZS_OP_bit_cast, 0, &attribute, &fallback) == ZS_STATUS_ok && attribute == ZS_ATTRIBUTE_to);
    EXPECT(zs_attribute_from_name(zs_attribute_name(ZS_ATTRIBUTE_alpha)) == ZS_ATTRIBUTE_alpha);
    EXPECT(zs_attribute_choice(ZS_ATTRIBUTE_direction, "RIGHT") == ZS_CHOICE_direction_RIGHT);
    for (i = 0; i < zs_dtype_count(); ++i) EXPECT(zs_dtype_from_name(zs_dtype_name(zs_dtype_at(i))) == zs_dtype_at(i));
    EXPECT(strcmp(zs_dtype_onnx_name(ZS_DTYPE_f32), "float") == 0);
    EXPECT(zs_dtype_size(ZS_DTYPE_real) == sizeof(zs_real) && zs_dtype_size(ZS_DTYPE_str) == sizeof(zs_text));
}

static void support(void) {
    const zs_dtype types[] = {ZS_DTYPE_str, ZS_DTYPE_str};
    const zs_view texts[] = {{NULL, ZS_DTYPE_str, 0, NULL, NULL}, {NULL, ZS_DTYPE_str, 0, NULL, NULL}};
    zs_dtype result = 0;
    int64_t extent = 0;
    size_t rank = 1;
    EXPECT(zs_supports(ZS_OP_equal, ZS_DTYPE_str) && !zs_supports(ZS_OP_add, ZS_DTYPE_str));
    EXPECT(zs_result_type(ZS_OP_equal, NULL, 0, types, 2, &result, NULL) == ZS_STATUS_ok);
    EXPECT(result == ZS_DTYPE_boolean);
    EXPECT(zs_result(ZS_OP_equal, NULL, 0, texts, 2, &result, &extent, 1, &rank, NULL) == ZS_STATUS_ok);
    EXPECT(result == ZS_DTYPE_boolean && rank == 0);
}

/* Tasks one after the other: a pool without threads. */
static void run_in_turn(void* context, int32_t tasks, void (*body)(void*, int32_t), void* body_context) {
    int32_t i;
    for (i = 0; i < tasks; ++i) body(body_context, i);
    *(int32_t*)context += tasks;
}

static void plans(void) {
    enum { N = 600000 };
    static float x[N], z[N];
    const int64_t shape[] = {N / 3, 3}, row_shape[] = {3};
    float row[3] = {1, 2, 3};
    const zs_view inputs[] = {{x, ZS_DTYPE_f32, 2, shape, NULL}, {row, ZS_DTYPE_f32, 1, row_shape, NULL}};
    const zs_view output = {z, ZS_DTYPE_f32, 2, shape, NULL};
    const void* data[2];
    char text[1024];
    zs_message message = ZS_MESSAGE(text);
    zs_options how = ZS_OPTIONS_INIT;
    zs_plan* plan = NULL;
    int32_t tasks = 0;
    how.host.run = run_in_turn;
    how.host.context = &tasks;
    how.host.threads = 2;
    data[0] = x;
    data[1] = row;
    EXPECT(zs_plan_create(ZS_OP_add, NULL, 0, inputs, 2, &output, &how, &plan, &message) == ZS_STATUS_ok);
    EXPECT(message.length == 0 && text[0] == '\0');
    EXPECT(zs_plan_check(plan, data, z, &message) == ZS_STATUS_ok);
    EXPECT(zs_plan_run(plan, data, z) == ZS_STATUS_ok);
    EXPECT(z[0] == 1 && z[1] == 2 && z[N - 1] == 3);
    EXPECT(zs_plan_isa(plan) == zs_isa_current());
    EXPECT(tasks == (zs_plan_threads(plan) > 1 ? zs_plan_threads(plan) : 0));
    EXPECT(zs_plan_explain(plan, &message) == ZS_STATUS_ok && message.length != 0);
    zs_plan_destroy(plan);

    EXPECT(zs_eval(ZS_OP_add, NULL, 0, inputs, 2, &inputs[1], NULL, &message) == ZS_STATUS_shape_mismatch);
    EXPECT(strstr(text, "[200000,3]") != NULL);
    EXPECT(zs_eval(ZS_OP_sub, NULL, 0, inputs, 2, &output, &how, &message) == ZS_STATUS_ok);
    EXPECT(z[N - 1] == -3);
}

static void broadcasts(void) {
    const int64_t two[] = {2}, matrix[] = {3, 2}, axis = 0, place = 1;
    const zs_shape shapes[] = {{two, 1}, {matrix, 2}};
    int64_t extents[2], strides[4];
    const zs_axes axes = {extents, strides, 2};
    int32_t elements[2] = {5, 6};
    const zs_view arg = {elements, ZS_DTYPE_i32, 1, two, NULL};
    zs_view operands[2], view, sum;
    zs_tensor *copy = NULL, *total = NULL;
    size_t rank = 0;
    EXPECT(zs_broadcast_shapes(shapes, 2, extents, 2, &rank, NULL) == ZS_STATUS_ok && rank == 2 && extents[0] == 3);
    operands[0] = arg;
    operands[1] = arg;
    EXPECT(zs_broadcast_views(operands, 2, &axes, operands, NULL) == ZS_STATUS_ok && operands[1].strides[0] == 4);
    EXPECT(zs_broadcast_to(&arg, matrix, 2, &axes, &view, NULL) == ZS_STATUS_ok && view.strides[0] == 0);
    EXPECT(zs_expand(&arg, matrix, 2, &axes, &view, NULL) == ZS_STATUS_ok && view.strides[1] == 4);
    EXPECT(zs_broadcast_mapped(&arg, matrix, 2, &place, 1, &axes, &view, NULL) == ZS_STATUS_ok && view.rank == 2);
    EXPECT(zs_broadcast_pdpd(&arg, matrix, 2, -1, &axes, &view, NULL) == ZS_STATUS_ok && view.rank == 2);
    EXPECT(zs_broadcast_axes(&arg, matrix, 2, &axis, 1, &axes, &view, NULL) == ZS_STATUS_ok && view.rank == 2);
    EXPECT(zs_tensor_create(ZS_DTYPE_i32, matrix, 2, &copy, NULL) == ZS_STATUS_ok);
    EXPECT(zs_tensor_view(copy, &sum) == ZS_STATUS_ok);
    EXPECT(zs_eval(ZS_OP_identity, NULL, 0, &view, 1, &sum, NULL, NULL) == ZS_STATUS_ok);
    EXPECT(((int32_t*)sum.data)[5] == 6);
    EXPECT(zs_sum_axes(&sum, &axis, 1, NULL, &total, NULL) == ZS_STATUS_ok);
    EXPECT(zs_tensor_view(total, &view) == ZS_STATUS_ok && ((int32_t*)view.data)[1] == 18);
    zs_tensor_destroy(total);
    EXPECT(zs_sum_to(&sum, NULL, 0, NULL, &total, NULL) == ZS_STATUS_ok);
    EXPECT(zs_tensor_view(total, &view) == ZS_STATUS_ok && ((int32_t*)view.data)[0] == 33);
    zs_tensor_destroy(total);
    EXPECT(zs_eval_tensor(ZS_OP_neg, NULL, 0, &sum, 1, NULL, &total, NULL) == ZS_STATUS_ok);
    EXPECT(zs_tensor_view(total, &view) == ZS_STATUS_ok && ((int32_t*)view.data)[5] == -6);
    zs_tensor_destroy(total);
    zs_tensor_destroy(copy);
}

/* z = Twice(x) where k, else -x; Twice is a function with an attribute. */
static void graphs(void) {
    const int64_t one[] = {1}, three[] = {3};
    float x[3] = {1, 2, 3}, two = 2, z[3] = {0, 0, 0};
    bool k = true;
    const zs_view inputs[] = {{&k, ZS_DTYPE_boolean, 1, one, NULL}, {x, ZS_DTYPE_f32, 1, three, NULL}};
    const zs_view factor = {&two, ZS_DTYPE_f32, 0, NULL, NULL};
    const char *const of_x[] = {"x"}, *const of_a[] = {"a"}, *const of_k[] = {"k"}, *const of_z[] = {"z"};
    const char *const of_s[] = {"s"}, *const product[] = {"x", "s"}, *const required[] = {"by"};
    const zs_value by_reference = {"value", ZS_VALUE_reference, 0, 0, "by", NULL, 0, NULL, NULL};
    const zs_value by_two = {"by", ZS_VALUE_tensor, 0, 0, NULL, NULL, 0, &factor, NULL};
    const zs_node constant = {"Constant", NULL, NULL, NULL, 0, of_s, 1, &by_reference, 1};
    const zs_node times = {"Mul", NULL, NULL, product, 2, of_a, 1, NULL, 0};
    const zs_node twice = {"Times", "twice", "mine", of_x, 1, of_a, 1, &by_two, 1};
    const zs_node negative = {"Neg", NULL, NULL, of_x, 1, of_a, 1, NULL, 0};
    zs_value branches[] = {{"then_branch", ZS_VALUE_graph, 0, 0, NULL, NULL, 0, NULL, NULL},
                           {"else_branch", ZS_VALUE_graph, 0, 0, NULL, NULL, 0, NULL, NULL}};
    const zs_node choice = {"If", "choice", NULL, of_k, 1, of_z, 1, branches, 2};
    zs_graph *graph = NULL, *function = NULL, *then_branch = NULL, *else_branch = NULL;
    zs_graph_plan* plan = NULL;
    zs_tensor* workspace = NULL;
    zs_view memory, result;
    const void* from[] = {&k, x};
    void* to[] = {z};
    char text[2000];
    zs_message picture = ZS_MESSAGE(text);
    int64_t bytes;

    EXPECT(zs_graph_create("Times", &function, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_input(function, "x", 0, NULL, ZS_RANK_unknown, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_output(function, "a", 0, NULL, ZS_RANK_unknown, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_node(function, &times, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_node(function, &constant, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_create(NULL, &then_branch, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_node(then_branch, &twice, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_output(then_branch, "a", 0, NULL, ZS_RANK_unknown, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_create(NULL, &else_branch, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_node(else_branch, &negative, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_output(else_branch, "a", 0, NULL, ZS_RANK_unknown, NULL) == ZS_STATUS_ok);
    branches[0].graph = then_branch;
    branches[1].graph = else_branch;
    EXPECT(zs_graph_create("whole", &graph, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_function(graph, "mine", function, required, 1, NULL, 0, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_input(graph, "k", ZS_DTYPE_boolean, one, 1, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_input(graph, "x", ZS_DTYPE_f32, three, 1, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_constant(graph, "unused", &factor, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_node(graph, &choice, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_add_output(graph, "z", ZS_DTYPE_f32, three, 1, NULL) == ZS_STATUS_ok);
    zs_graph_destroy(function);
    zs_graph_destroy(then_branch);
    zs_graph_destroy(else_branch);
    EXPECT(zs_graph_check(graph, ZS_GRAPH_PROFILE_onnx, NULL) == ZS_STATUS_ok);
    EXPECT(zs_graph_check(graph, ZS_GRAPH_PROFILE_strict, &picture) == ZS_STATUS_invalid_argument);
    EXPECT(strcmp(text, "[RX] tensor 'unused' is neither used nor an output of the graph") == 0);
    EXPECT(zs_graph_plan_create(graph, ZS_GRAPH_PROFILE_onnx, inputs, 2, NULL, &plan, NULL) == ZS_STATUS_ok);
    zs_graph_destroy(graph);
    EXPECT(zs_graph_plan_outputs(plan) == 1);
    EXPECT(zs_graph_plan_output(plan, 0, &result) == ZS_STATUS_ok && result.dtype == ZS_DTYPE_f32 && result.rank == 1 &&
           result.shape[0] == 3);
    bytes = (int64_t)zs_graph_plan_workspace(plan);
    EXPECT(zs_tensor_create(ZS_DTYPE_u8, &bytes, 1, &workspace, NULL) == ZS_STATUS_ok);
    EXPECT(zs_tensor_view(workspace, &memory) == ZS_STATUS_ok);
    EXPECT(zs_graph_plan_run(plan, from, to, memory.data) == ZS_STATUS_ok && z[0] == 2 && z[2] == 6);
    k = false;
    EXPECT(zs_graph_plan_run(plan, from, to, memory.data) == ZS_STATUS_ok && z[0] == -1 && z[2] == -3);
    EXPECT(zs_graph_plan_threads(plan) == 1);
    EXPECT(zs_graph_plan_explain(plan, &picture) == ZS_STATUS_ok && strstr(text, "choice") != NULL);
    zs_tensor_destroy(workspace);
    zs_graph_plan_destroy(plan);
}

static void process(void) {
    EXPECT(zs_isa_from_name(zs_isa_name(zs_isa_current())) == zs_isa_current());
    EXPECT(zs_isa_available(zs_isa_current()));
    EXPECT(zs_isa_force(ZS_ISA_automatic, NULL) == ZS_STATUS_ok);
    EXPECT(zs_isa_environment(NULL) == ZS_STATUS_ok);
    zs_set_max_threads(1);
    EXPECT(zs_max_threads() == 1);
    zs_set_max_threads(0);
}

int main(void) {
    names();
    support();
    plans();
    broadcasts();
    graphs();
    process();
    return wrong;
}
