// Plans: everything about shapes, layouts and processors decided once, then run many times.
#pragma once

#include <memory>
#include <string>

#include "zerostride/accuracy.hpp"
#include "zerostride/attribute.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/op.hpp"
#include "zerostride/status.hpp"
#include "zerostride/view.hpp"

namespace zerostride {

/// A host's own thread pool. `run` must call body(body_context, i) once for every i in [0, tasks), in any
/// order and on any threads, and return when all calls have returned. Neither may throw. It is not called for what one
/// thread does, as all that is small and everything with options::max_threads of 1, and `tasks` is at most `threads`.
struct parallel_for {
    void (*run)(void* context, int tasks, void (*body)(void* body_context, int task), void* body_context) = nullptr;
    void* context = nullptr;
    int threads = 1;  ///< how many calls can make progress at once; below 1 as 1

    explicit operator bool() const noexcept { return run != nullptr; }
};

/// How a plan is made.
struct options {
    /// At most this many threads work on one run; 0 or less: the host's number if there is a host, else
    /// set_max_threads()'s value. Without a host never more than 16, or than twice the processors where
    /// that is more.
    int max_threads = 0;
    /// The host's pool instead of OpenMP. The pool must outlive the plan.
    parallel_for host = {};
    /// An instruction set other than current_isa().
    isa with = isa::automatic;
    /// How accurate functions are; no other operator depends on it.
    accuracy_mode accuracy = accuracy_mode::automatic;
    /// The output is a part of something larger than the caches, as where a host cuts tensors into tiles: it is stored
    /// past them, where its rows are long enough, though it is small itself. (A large output is without being told.)
    /// Of a graph: its outputs.
    bool past_caches = false;
};

/// The process-wide default for options::max_threads: at first the environment variable ZEROSTRIDE_THREADS,
/// if it is a positive number (anything else is ignored), else OpenMP's own default (OMP_NUM_THREADS, or the number of
/// processors). `threads` <= 0 restores that.
/// Thread-safe; plans already made keep theirs.
void set_max_threads(int threads) noexcept;
int max_threads() noexcept;

/// An operator bound to element types, extents and strides. Immutable after it is made: one plan may run in
/// any number of threads at once. Copies share the same state and are cheap.
class plan {
public:
    /// An empty plan; run answers invalid_argument.
    plan() noexcept = default;

    /// Plans `what` over `inputs` into `output`; the data pointers are not looked at. The inputs broadcast
    /// to the output's shape, ranks aligned right; the output's shape must be the broadcast shape exactly, or what
    /// else the operator's shape_rule says (op.hpp): an identity's may be larger (a materialised broadcast), and so may
    /// an expand's, of which try_eval reads the second operand and a plan does not.
    /// What makes texts or reads them (cast between str and other types, string_concat) has no plan: unsupported.
    /// Element types: as the operator's operand_rule and result_rule say: mostly all inputs of the same one.
    /// Throws error; see try_make for the statuses.
    plan(const operation& what, array_ref<const_tensor_view> inputs, const const_tensor_view& output,
         const options& how = {});

    /// The same without exceptions. Answers unsupported (no kernel for the types), shape_mismatch (E1, or an
    /// output of another shape), invalid_argument (wrong number of operands, attributes, negative extents, null shape,
    /// an accuracy, or a ZEROSTRIDE_ACCURACY, that does not exist),
    /// overlap (an output whose elements share bytes, or lie so interleaved that it is not decided), too_large,
    /// isa_unavailable or out_of_memory; the message names the operand, axis and extents, and `made` is left as it was.
    /// Takes about 48 KiB of stack.
    static outcome try_make(plan& made, const operation& what, array_ref<const_tensor_view> inputs,
                            const const_tensor_view& output, const options& how = {}) noexcept;

    /// Runs on these data. `inputs` has one pointer for each input, each to the element with all indices 0; null for
    /// one that is absent. No allocation, no exception, nothing printed; up to 68 KiB of stack in each thread.
    /// Aliasing: the output may be exactly one of the inputs (same address, extents, strides and element
    /// size). Answers overlap, before any byte is written, for any other sharing, and for an output that lies among an
    /// input's elements so that it is not decided (the bytes that texts point to are not looked at: they must not lie
    /// in the output); integer_division_by_zero
    /// when an integer was divided by zero (every element is written all the same); invalid_argument for an
    /// empty plan, a null `inputs`, or a null pointer for the output or for a tensor that is read, where it has
    /// elements; otherwise ok.
    /// Floating point runs in the default environment (nearest even, subnormals kept, no traps); the host's is
    /// restored.
    status run(const void* const* inputs, void* output) const noexcept;

    /// ok, or why run would refuse these pointers, in words. Allocates, and throws std::bad_alloc when it cannot.
    outcome check(const void* const* inputs, const void* output) const;

    explicit operator bool() const noexcept { return state_ != nullptr; }
    /// The one that runs; isa::automatic for an empty plan. Where kernels of narrower registers are faster on a
    /// processor, those of a set that this one includes may compute: explain() says which do.
    isa instruction_set() const noexcept;
    /// fast when a fast kernel runs, exact otherwise; accuracy_mode::automatic for an empty plan.
    accuracy_mode accuracy() const noexcept;
    int threads() const noexcept;  ///< the most that a run uses; 0 for an empty plan
    /// A small readable picture: collapsed nest, strides per operand, movers, tile, kernel, ISA, threads, a line each;
    /// the line "empty plan" of an empty one. Throws std::bad_alloc.
    std::string explain() const;

    struct state;  ///< dispatch/plan/state.hpp

private:
    std::shared_ptr<const state> state_;
};

}  // namespace zerostride
