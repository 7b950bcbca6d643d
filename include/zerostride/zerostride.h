/* Zerostride in C11: element-wise operations over broadcast tensors, for engines in any language.
 *
 * What holds everywhere; the functions say only what is particular to them.
 *
 *   Threads    Every function may be called in any thread at any time. A zs_plan never changes, so threads may share
 *              it; what a call writes (outputs, views, messages, tensors) belongs to that call while it runs. The only
 *              state of the process are the two settings at the end, zs_isa_force and zs_set_max_threads, and what
 *              zs_eval remembers of calls, which changes their time and no value.
 *   Errors     Functions that can fail return a zs_status (0 is ok), which needs no memory. Pass a zs_message to get
 *              the reason in words, or NULL. Nothing is thrown, printed or aborted. Whatever a function that fails was
 *              to write is as it was before (pointers to created objects: NULL). Any function may answer
 *              ZS_STATUS_out_of_memory.
 *   Pointers   A NULL where an object is needed is refused with ZS_STATUS_invalid_argument. `options`, `message`,
 *              and arrays with a count of 0 may be NULL.
 *   Shapes     Extents, outermost axis first. Rank 0, whose shape may be NULL, is a scalar. Rank has no limit.
 *              Extents may be 0 and not negative. The product of the extents that are not 0 must fit in 63 bits; for
 *              owning tensors so must that product in bytes, and for anything evaluated that has elements 16 times the
 *              product, whatever the type.
 *   Strides    In bytes, one for each axis; zero, negative and in any order, and not necessarily multiples of the
 *              element size, nor need data be aligned to it. NULL: dense and row-major.
 *   Lifetime   Views own nothing. Texts that a function returns as `const char*` are constants of the library.
 *              libzerostride.so stays in the process after dlclose: OpenMP's threads wait in what it loaded.
 *   C++ alone  has what its headers say of operators' rules (op.hpp), the processor (isa.hpp), owners of texts that a
 *              tensor keeps alive (tensor.hpp), and DLPack tensors that are taken over for good (dlpack.hpp).
 *   Versions   The numbers of ops.def, types.def, status.def and attributes.def, the layouts of all structs here and
 *              the functions stay as they are once released; tests/abi holds that. Only zs_options grows, at its
 *              end: that is what its struct_size is for.
 */
#ifndef ZEROSTRIDE_ZEROSTRIDE_H
#define ZEROSTRIDE_ZEROSTRIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "zerostride/version.h"

#if defined(__GNUC__)
#define ZS_API __attribute__((visibility("default")))
#define ZS_NODISCARD __attribute__((warn_unused_result))
#else
#define ZS_API
#define ZS_NODISCARD
#endif
#ifdef __cplusplus
#define ZS_NOEXCEPT noexcept
extern "C" {
#else
#define ZS_NOEXCEPT
#endif

/* ---- Numbers: the names are those of the .def files --------------------------------------------------------- */

/* Numbers travel as int32_t and not as enumerations, whose size is the compiler's choice and whose unknown values
 * are undefined in C++: a number that this library does not know is an error like any other. */
typedef int32_t zs_status;
enum {
#define ZS_STATUS(id, name, ...) ZS_STATUS_##name = id,
#include "zerostride/status.def"
#undef ZS_STATUS
};

typedef int32_t zs_op; /* 0 is no operator */
enum {
#define ZS_OP(id, name, ...) ZS_OP_##name = id,
#include "zerostride/ops.def"
#undef ZS_OP
};

typedef int32_t zs_dtype; /* 0 is no type */
enum {
#define ZS_TYPE(id, name, ...) ZS_DTYPE_##name = id,
#include "zerostride/types.def"
#undef ZS_TYPE
};

/* Attributes: ZS_ATTRIBUTE_alpha, and the words of those that are a choice: ZS_CHOICE_direction_LEFT. */
enum {
#define ZS_ATTRIBUTE(id, name, ...) ZS_ATTRIBUTE_##name = id,
#define ZS_CHOICE(attribute, value, word) ZS_CHOICE_##attribute##_##word = value,
#include "zerostride/attributes.def"
#undef ZS_ATTRIBUTE
#undef ZS_CHOICE
};

typedef int32_t zs_isa;
enum {
    ZS_ISA_automatic = 0,   /* what is forced, else what ZEROSTRIDE_ISA names, else the strongest available one */
    ZS_ISA_baseline = 1,    /* x86-64: SSE2 */
    ZS_ISA_avx2 = 2,        /* AVX2, FMA, F16C */
    ZS_ISA_avx512 = 3,      /* AVX-512 F, BW, DQ, VL, CD */
    ZS_ISA_neon = 4,        /* AArch64 Advanced SIMD */
    ZS_ISA_avx512_fp16 = 5, /* AVX-512 as above, and FP16: binary16 is computed in binary16 */
};

/* How accurate functions are; no other operator depends on it. Results have the same bits on every instruction set
 * either way; but which of the NaNs a NaN is, its sign too, may depend on it, and on where it lies in the tensor. */
typedef int32_t zs_accuracy;
enum {
    ZS_ACCURACY_automatic = 0, /* what ZEROSTRIDE_ACCURACY names, else exact */
    ZS_ACCURACY_exact = 1,     /* f32 and f16 correctly rounded (pow, swiglu, and with other attributes than the
                                  default ones, within 0.501 units in the last place), f64 within 1 unit, real to
                                  2^-98 */
    ZS_ACCURACY_fast = 2,      /* f32 within 2 units in the last place where there is a faster kernel */
};

/* ---- Structs ------------------------------------------------------------------------------------------------- */

/* Text that the library writes into the caller's memory: zs_message m = ZS_MESSAGE(array of char); */
typedef struct zs_message {
    char* text;      /* in: where to write; NULL: nowhere */
    size_t capacity; /* in: how many bytes may be written, the closing 0 included, which is always there */
    size_t length;   /* out: bytes of the whole text without the closing 0; it was cut when length >= capacity */
} zs_message;
#define ZS_MESSAGE(array) \
    { (array), sizeof(array), 0 }

/* A tensor that somebody else owns. Element (i0, i1, ...) is at data + sum(i_k * strides[k]) bytes. */
typedef struct zs_view {
    void* data; /* the element with all indices 0; NULL only if no element is read or written. Inputs are only read */
    zs_dtype dtype;
    size_t rank;
    const int64_t* shape;   /* rank extents */
    const int64_t* strides; /* rank strides in bytes; NULL: dense and row-major */
} zs_view;
/* An operand that is not there, for operators with optional ones (clip's bounds). */
#define ZS_ABSENT \
    { NULL, 0, 0, NULL, NULL }

/* Elements that C has no type for. f16 is an IEEE 754 binary16 in a uint16_t. A boolean is a byte: any that is not 0 is
 * true; results are 0 and 1, except that what is copied as it is (Identity, Expand, Where, BitCast) keeps its byte. */
typedef struct zs_real {
    double hi, lo; /* the value hi + lo, |lo| <= ulp(hi) / 2, 0 beside infinities and NaN; others give any value */
} zs_real;
typedef struct zs_text {
    const char* data; /* UTF-8; somebody else owns the bytes */
    size_t size;      /* bytes */
} zs_text;

/* An attribute of an operator. */
typedef struct zs_attribute {
    int32_t id;
    double value; /* numbers, integers and flags as they are; an element type as its zs_dtype, a choice as its number */
} zs_attribute;

/* A host's own thread pool. `run` must call body(body_context, i) once for every i in [0, tasks), in any order and
 * on any threads, and return when all calls have returned. Neither may throw. Functions that are given zs_options with
 * it, or a plan or graph plan made with them, call it in the thread that they are called in, also several at once; not
 * for what one thread does, as all that is small and everything with max_threads 1. */
typedef struct zs_parallel_for {
    void (*run)(void* context, int32_t tasks, void (*body)(void* body_context, int32_t task), void* body_context);
    void* context;   /* handed to run; it must outlive every plan that has it */
    int32_t threads; /* how many calls of body can make progress at once, which `tasks` never exceeds; below 1 as 1 */
} zs_parallel_for;

/* How to evaluate: zs_options how = ZS_OPTIONS_INIT; then set what is to be different. NULL stands for these
 * defaults as well. */
typedef struct zs_options {
    size_t struct_size;   /* sizeof(zs_options) where the caller was compiled; fields that a newer library knows and
                             the caller does not have their defaults, those that only the caller knows must be 0 */
    int32_t max_threads;  /* at most this many threads work on a run; <= 0: the host's number if there is a host,
                             else zs_max_threads(). Without a host never more than 16, or than twice the processors
                             where that is more */
    zs_isa isa;           /* the instruction set; results do not depend on it, but for which NaN a NaN is */
    zs_parallel_for host; /* run == NULL: OpenMP's threads, if the library is built with them */
    zs_accuracy accuracy; /* of functions */
    int32_t past_caches;  /* 1: the output is a part of something larger than the caches, as where a host cuts tensors
                             into tiles: stored past them, though it is small itself. 0: as its own size says */
} zs_options;
#define ZS_OPTIONS_INIT \
    { sizeof(zs_options), 0, ZS_ISA_automatic, {NULL, NULL, 0}, ZS_ACCURACY_automatic, 0 }

/* ---- Version and names ---------------------------------------------------------------------------------------- */

/* The library's version, "0.1.0", and as a number, 1000000 * major + 1000 * minor + patch. (The header's own:
 * ZEROSTRIDE_VERSION_MAJOR and so on.) */
ZS_API const char* zs_version(void) ZS_NOEXCEPT;
ZS_API int32_t zs_version_number(void) ZS_NOEXCEPT;

/* One English sentence for a status; for an unknown one it says so. Never NULL. */
ZS_API const char* zs_status_text(zs_status status) ZS_NOEXCEPT;

/* The operators of this library: zs_op_at(0) to zs_op_at(zs_op_count() - 1); 0 beyond. */
ZS_API size_t zs_op_count(void) ZS_NOEXCEPT;
ZS_API zs_op zs_op_at(size_t index) ZS_NOEXCEPT;
/* Name here ("add") and in ONNX ("Add"; as here where ONNX lacks it); NULL when there is no such operator. */
ZS_API const char* zs_op_name(zs_op op) ZS_NOEXCEPT;
ZS_API const char* zs_op_onnx_name(zs_op op) ZS_NOEXCEPT;
/* The operator with that name, either of the two; 0 when there is none or `name` is NULL. */
ZS_API zs_op zs_op_from_name(const char* name) ZS_NOEXCEPT;
/* How many operands it takes; `*most` is 2147483647 where any number will do. invalid_argument when there is no such
 * operator, and for a NULL. */
ZS_API ZS_NODISCARD zs_status zs_op_operands(zs_op op, size_t* least, size_t* most) ZS_NOEXCEPT;

/* Its attribute number `index`, from 0, and ONNX's default for it, which is NaN where it must be given.
 * invalid_argument when it has no more, when there is no such operator, and for a NULL. */
ZS_API ZS_NODISCARD zs_status zs_op_attribute(zs_op op, size_t index, int32_t* id, double* fallback) ZS_NOEXCEPT;

/* Attributes by their names in ONNX; NULL and 0 when there is none. */
ZS_API const char* zs_attribute_name(int32_t id) ZS_NOEXCEPT;
ZS_API int32_t zs_attribute_from_name(const char* name) ZS_NOEXCEPT;
/* The number of a word ("LEFT") of an attribute that is a choice; -1 when it has no such word. */
ZS_API int32_t zs_attribute_choice(int32_t id, const char* word) ZS_NOEXCEPT;

/* The same for element types. Names: "f32", and in ONNX's texts "float". Sizes in bytes; 0 for no type. */
ZS_API size_t zs_dtype_count(void) ZS_NOEXCEPT;
ZS_API zs_dtype zs_dtype_at(size_t index) ZS_NOEXCEPT;
ZS_API const char* zs_dtype_name(zs_dtype type) ZS_NOEXCEPT;
ZS_API const char* zs_dtype_onnx_name(zs_dtype type) ZS_NOEXCEPT;
ZS_API zs_dtype zs_dtype_from_name(const char* name) ZS_NOEXCEPT;
ZS_API size_t zs_dtype_size(zs_dtype type) ZS_NOEXCEPT;

/* ---- What is supported ---------------------------------------------------------------------------------------- */

/* True when `op` is computed for values of `type`: the type of its operands, for where that of the two values. False
 * for numbers that this library does not know. What reads or makes texts (a Cast between str and another type,
 * StringConcat) has no plan: zs_eval and zs_eval_tensor read texts, and zs_eval_tensor alone makes them. */
ZS_API bool zs_supports(zs_op op, zs_dtype type) ZS_NOEXCEPT;

/* The element type of the result for operands of these types. Answers what evaluation would: unsupported, naming the
 * operand or the type, when there is no kernel for these types together; invalid_argument for a wrong number of
 * operands, an unknown operator, type or attribute. A type of 0 stands for an operand that is absent. */
ZS_API ZS_NODISCARD zs_status zs_result_type(zs_op op, const zs_attribute* attributes, size_t attribute_count,
                                             const zs_dtype* input_types, size_t input_count, zs_dtype* result,
                                             zs_message* message) ZS_NOEXCEPT;

/* Type and shape of what the operator makes of these inputs: *type and extents[0, *rank), for which there must be room
 * (`capacity`; invalid_argument names the rank). Of expand's second operand the elements are read, of others the data
 * pointers are not looked at. Answers as zs_plan_create, but for texts that are read or made, which have no plan, and
 * for elements that fit in 63 bits and whose bytes do not: their type and shape are told. */
ZS_API ZS_NODISCARD zs_status zs_result(zs_op op, const zs_attribute* attributes, size_t attribute_count,
                                        const zs_view* inputs, size_t input_count, zs_dtype* type, int64_t* extents,
                                        size_t capacity, size_t* rank, zs_message* message) ZS_NOEXCEPT;

/* ---- Plans: all decided once, run many times ------------------------------------------------------------------ */

typedef struct zs_plan zs_plan;

/* Plans `op` over `inputs` into `output`; their data pointers are not looked at and may be NULL, and nothing that is
 * passed is needed afterwards (but the host's pool). Takes about 48 KiB of stack.
 * Shapes: the inputs broadcast to a common shape, ranks aligned right; the output's shape must be that shape exactly,
 * which zs_result tells. Identity's output may be any shape that its operand stretches to: a materialised broadcast.
 * So may Expand's in a plan, which does not read the second operand; zs_eval does, and holds the output to it.
 * Element types: for most operators all inputs have one type; where has a boolean condition before two of one type. The
 * output has the type that zs_result_type tells.
 * Attributes: those not given have ONNX's defaults; each at most once.
 * Answers
 *   shape_mismatch     E1, or an output of another shape; the message names operand, axis and extents
 *   unsupported        no kernel for these element types
 *   invalid_argument   unknown operator, type or attribute, wrong number of operands, a negative extent, a NULL
 *   overlap            elements of the output share bytes, or lie so interleaved that it is not decided
 *   too_large          more elements, or a longer reach of strides, than fit in 63 bits
 *   out_of_memory      the plan could not be allocated
 *   isa_unavailable    options->isa, or the environment's ZEROSTRIDE_ISA, cannot run here
 *   invalid_argument   also for an options->accuracy, or the environment's ZEROSTRIDE_ACCURACY, that does not exist
 * `*plan` is the new plan, or NULL. */
ZS_API ZS_NODISCARD zs_status zs_plan_create(zs_op op, const zs_attribute* attributes, size_t attribute_count,
                                             const zs_view* inputs, size_t input_count, const zs_view* output,
                                             const zs_options* options, zs_plan** plan,
                                             zs_message* message) ZS_NOEXCEPT;

/* Runs on these data: `inputs` has one pointer for each input, each to the element with all indices 0 (NULL for one
 * that is absent), and the layouts are the plan's. Allocates nothing; needs up to 68 KiB of stack in each thread.
 * Aliasing: the output may be exactly one of the inputs (same address, extents, strides and element size). Inputs
 * may share bytes with each other. The bytes that texts point to are not looked at: they must not lie in the output.
 * Floating point runs to nearest even with subnormals, whatever the caller's environment is, which is restored.
 * Answers
 *   integer_division_by_zero   every element is written, and is 0 where the divisor was 0
 *   overlap                    the output shares bytes with an input in any other way, or lies among its elements so
 *                              that it is not decided; nothing is written
 *   invalid_argument           no plan, or a NULL for the output or for a tensor that is read, where it has elements;
 *                              nothing is written
 * zs_plan_check has the words. */
ZS_API ZS_NODISCARD zs_status zs_plan_run(const zs_plan* plan, const void* const* inputs, void* output) ZS_NOEXCEPT;

/* ok, or what zs_plan_run would refuse these pointers for. Reads and writes no element. */
ZS_API ZS_NODISCARD zs_status zs_plan_check(const zs_plan* plan, const void* const* inputs, const void* output,
                                            zs_message* message) ZS_NOEXCEPT;

/* The instruction set that runs, which may take kernels of one that it includes where narrower registers are faster;
 * ZS_ISA_automatic for NULL. */
ZS_API zs_isa zs_plan_isa(const zs_plan* plan) ZS_NOEXCEPT;
/* ZS_ACCURACY_fast when a fast kernel runs, ZS_ACCURACY_exact otherwise; ZS_ACCURACY_automatic for NULL. */
ZS_API zs_accuracy zs_plan_accuracy(const zs_plan* plan) ZS_NOEXCEPT;
/* The most threads that a run uses; 0 for NULL. */
ZS_API int32_t zs_plan_threads(const zs_plan* plan) ZS_NOEXCEPT;

/* How the plan would run, as several lines for people: collapsed loops, strides, movers, tile, kernel, instruction
 * set, threads. The wording may change. The answer is ok also when the text was cut; text->length tells. */
ZS_API ZS_NODISCARD zs_status zs_plan_explain(const zs_plan* plan, zs_message* text) ZS_NOEXCEPT;

/* Ends a plan, which no thread may be running. NULL is left alone. */
ZS_API void zs_plan_destroy(zs_plan* plan) ZS_NOEXCEPT;

/* ---- One call --------------------------------------------------------------------------------------------------- */

/* Evaluates `op` over `inputs` into `output`, with the rules and answers of zs_plan_create and zs_plan_run. What was
 * decided for recent calls is remembered by the process, in static memory and without their data. No heap
 * memory for ranks up to 8 (7 for scales of blocks), except to refuse, for the words of integer_division_by_zero, for
 * mean, for more than two operands of sum, min and max, for casts from text, and for outputs whose axes interleave
 * (extents [3,2], strides [4,6]). Takes up to 108 KiB of stack in the calling thread. Expand's second operand and
 * CastLike's are not read while the output is written, and may share bytes with it. */
ZS_API ZS_NODISCARD zs_status zs_eval(zs_op op, const zs_attribute* attributes, size_t attribute_count,
                                      const zs_view* inputs, size_t input_count, const zs_view* output,
                                      const zs_options* options, zs_message* message) ZS_NOEXCEPT;

/* ---- Tensors that own their elements ---------------------------------------------------------------------------- */

/* Dense, row-major, 64-byte aligned. Threads may read one at once, and only one may write. */
typedef struct zs_tensor zs_tensor;

/* A tensor of zeros (of empty texts). Answers invalid_argument for no such type, a negative extent or a NULL,
 * too_large when its bytes do not fit in 63 bits. `*tensor` is the new tensor, or NULL. */
ZS_API ZS_NODISCARD zs_status zs_tensor_create(zs_dtype type, const int64_t* shape, size_t rank, zs_tensor** tensor,
                                               zs_message* message) ZS_NOEXCEPT;

/* `*view` describes the tensor, whose elements may be written through it; valid until the tensor is destroyed. */
ZS_API ZS_NODISCARD zs_status zs_tensor_view(zs_tensor* tensor, zs_view* view) ZS_NOEXCEPT;

/* NULL is left alone. */
ZS_API void zs_tensor_destroy(zs_tensor* tensor) ZS_NOEXCEPT;

/* zs_eval into a new tensor of the type and shape that zs_result tells; there is one also after
 * integer_division_by_zero. Texts that the operator makes (a Cast to str, StringConcat) are evaluated in this form
 * only, and the tensor owns their bytes; texts taken from the inputs view the inputs' bytes. */
ZS_API ZS_NODISCARD zs_status zs_eval_tensor(zs_op op, const zs_attribute* attributes, size_t attribute_count,
                                             const zs_view* inputs, size_t input_count, const zs_options* options,
                                             zs_tensor** result, zs_message* message) ZS_NOEXCEPT;

/* ---- Broadcasting itself: shapes, and views that copy nothing ------------------------------------------------- */

typedef struct zs_shape {
    const int64_t* extents;
    size_t rank;
} zs_shape;

/* Memory of the caller for the extents and strides that a resulting view points to; it must outlive the view. */
typedef struct zs_axes {
    int64_t* extents; /* room for `capacity` extents */
    int64_t* strides; /* room for `capacity` strides for each resulting view */
    size_t capacity;  /* at least the rank of the result, else invalid_argument, which names that rank */
} zs_axes;

/* The functions here look at no element; data pointers are handed on, and may be NULL. Element types are any, and
 * each operand may have its own. All answer invalid_argument for no such type, a negative extent, too small a
 * capacity or a NULL, too_large for more than 63 bits. To copy what a view shows, evaluate ZS_OP_identity. */

/* The common shape of one or more shapes: extents[0, *rank). The rank is the largest of the ranks. Ranks are aligned
 * right by prepending 1; each extent is the common one; 0 with 1 gives 0. Answers shape_mismatch (E1). */
ZS_API ZS_NODISCARD zs_status zs_broadcast_shapes(const zs_shape* shapes, size_t shape_count, int64_t* extents,
                                                  size_t capacity, size_t* rank, zs_message* message) ZS_NOEXCEPT;

/* Views of the common shape, one for each operand, with stride 0 on stretched axes. They share axes->extents; view
 * i has its strides at axes->strides + i * rank. `views` may be `operands`. Answers shape_mismatch (E1). */
ZS_API ZS_NODISCARD zs_status zs_broadcast_views(const zs_view* operands, size_t operand_count, const zs_axes* axes,
                                                 zs_view* views, zs_message* message) ZS_NOEXCEPT;

/* `operand` stretched to exactly `shape` (NumPy's broadcast_to). Answers shape_mismatch when it does not stretch. */
ZS_API ZS_NODISCARD zs_status zs_broadcast_to(const zs_view* operand, const int64_t* shape, size_t rank,
                                              const zs_axes* axes, zs_view* view, zs_message* message) ZS_NOEXCEPT;

/* ONNX Expand: the common shape of the operand's and `shape`, which it may exceed. Answers shape_mismatch (E1). */
ZS_API ZS_NODISCARD zs_status zs_expand(const zs_view* operand, const int64_t* shape, size_t rank, const zs_axes* axes,
                                        zs_view* view, zs_message* message) ZS_NOEXCEPT;

/* nGraph Broadcast(arg, shape, broadcast_axes), and BroadcastLike with the other tensor's shape: `shape` without the
 * axes must equal arg's shape exactly (1 is not stretched). Axes are positions in `shape`, each at most once, in any
 * order. Answers invalid_argument for an axis outside the rank or named twice, shape_mismatch for wrong extents. */
ZS_API ZS_NODISCARD zs_status zs_broadcast_axes(const zs_view* arg, const int64_t* shape, size_t rank,
                                                const int64_t* broadcast_axes, size_t axis_count, const zs_axes* axes,
                                                zs_view* view, zs_message* message) ZS_NOEXCEPT;

/* nGraph's axes_mapping: axis i of `arg` goes to axis axes_mapping[i] of `shape`; one for each axis of arg, strictly
 * increasing, with equal extents. Answers as zs_broadcast_axes. */
ZS_API ZS_NODISCARD zs_status zs_broadcast_mapped(const zs_view* arg, const int64_t* shape, size_t rank,
                                                  const int64_t* axes_mapping, size_t axis_count, const zs_axes* axes,
                                                  zs_view* view, zs_message* message) ZS_NOEXCEPT;

/* nGraph's PDPD mode: arg's axes stand at start_axis, start_axis + 1, ... of `shape` (-1: rank - arg's rank, trailing
 * extents of 1 counted); a start is from 0 to rank. Trailing extents 1 of arg are then dropped; each other extent
 * equals shape's or is 1. Answers invalid_argument for any other start, shape_mismatch for wrong extents. */
ZS_API ZS_NODISCARD zs_status zs_broadcast_pdpd(const zs_view* arg, const int64_t* shape, size_t rank,
                                                int64_t start_axis, const zs_axes* axes, zs_view* view,
                                                zs_message* message) ZS_NOEXCEPT;

/* ---- Sums over axes: the adjoints of broadcasting --------------------------------------------------------------- */

/* Into new tensors: the sum of `delta` over `axes`, which are removed; the sum of `delta` to `shape`, which must
 * broadcast to delta's shape and whose axes stay. Real, floats (f16 accumulates in f32) and integers (which wrap); the
 * sum of no elements is 0. The order of additions depends on their number alone, never on threads, instruction set or
 * layout. Threads and instruction set are those of the options. Take up to 108 KiB of stack.
 * Answer unsupported for other types, invalid_argument for wrong axes, an extent below 0, elements without data and
 * options that do not exist, shape_mismatch for a wrong shape, isa_unavailable, too_large and out_of_memory; *result is
 * then NULL. */
ZS_API ZS_NODISCARD zs_status zs_sum_axes(const zs_view* delta, const int64_t* axes, size_t axis_count,
                                          const zs_options* options, zs_tensor** result,
                                          zs_message* message) ZS_NOEXCEPT;
ZS_API ZS_NODISCARD zs_status zs_sum_to(const zs_view* delta, const int64_t* shape, size_t rank,
                                        const zs_options* options, zs_tensor** result, zs_message* message) ZS_NOEXCEPT;

/* ---- Instruction sets and threads of the process ---------------------------------------------------------------- */

/* "automatic", "baseline", "avx2", ...; NULL for no such number. They are numbered without gaps. */
ZS_API const char* zs_isa_name(zs_isa isa) ZS_NOEXCEPT;
/* -1 when there is none with that name or it is NULL. */
ZS_API zs_isa zs_isa_from_name(const char* name) ZS_NOEXCEPT;
/* True when this library has its kernels and this processor and operating system run them. */
ZS_API bool zs_isa_available(zs_isa isa) ZS_NOEXCEPT;
/* The one that a plan made now would use; ZS_ISA_automatic while the environment names one that cannot be had. */
ZS_API zs_isa zs_isa_current(void) ZS_NOEXCEPT;
/* Forces one for all plans made from now on, in all threads; ZS_ISA_automatic undoes it. Answers isa_unavailable,
 * naming what is missing, and changes nothing when it cannot run here. */
ZS_API ZS_NODISCARD zs_status zs_isa_force(zs_isa isa, zs_message* message) ZS_NOEXCEPT;
/* ok, or isa_unavailable when the environment variable ZEROSTRIDE_ISA names none that can run here. Planning
 * is refused the same way then, unless an instruction set is forced or zs_options.isa names one. */
ZS_API ZS_NODISCARD zs_status zs_isa_environment(zs_message* message) ZS_NOEXCEPT;

/* "automatic", "exact", "fast"; NULL for no such number. They are numbered without gaps. */
ZS_API const char* zs_accuracy_name(zs_accuracy accuracy) ZS_NOEXCEPT;
/* -1 when there is none with that name or it is NULL. */
ZS_API zs_accuracy zs_accuracy_from_name(const char* name) ZS_NOEXCEPT;
/* What ZS_ACCURACY_automatic stands for. */
ZS_API zs_accuracy zs_accuracy_current(void) ZS_NOEXCEPT;
/* ok, or invalid_argument when the environment variable ZEROSTRIDE_ACCURACY names none. Planning is refused the same
 * way then, unless zs_options.accuracy names one. */
ZS_API ZS_NODISCARD zs_status zs_accuracy_environment(zs_message* message) ZS_NOEXCEPT;
/* True when ZS_ACCURACY_fast runs a kernel of its own for the operator with its default attributes, of gelu in both its
 * forms; of pow with exponents of the same type. */
ZS_API bool zs_has_fast_kernel(zs_op op, zs_dtype type) ZS_NOEXCEPT;

/* The default for zs_options.max_threads: at first the environment variable ZEROSTRIDE_THREADS, else OpenMP's own;
 * <= 0 restores that. Plans already made keep theirs. */
ZS_API void zs_set_max_threads(int32_t threads) ZS_NOEXCEPT;
ZS_API int32_t zs_max_threads(void) ZS_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
