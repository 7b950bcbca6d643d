// Operators against loops written by hand for them, where there is nothing to gain or lose but the operator itself:
// contiguous operands, one thread.
#include "bench/loops.hpp"
#include "bench/sections/section.hpp"

namespace zerostride::bench {
namespace {

/// Contiguous operands of one operator; the bounds of clip and the divisor of by_one are one element.
class operands {
public:
    operands(op which, dtype type, std::int64_t elements, bool by_one) : shape_{elements} {
        const auto count = static_cast<std::size_t>(elements);
        const auto arity = static_cast<std::size_t>(info(which).most_operands);
        for (std::size_t i = 0; i < arity; ++i) {
            const bool is_condition = which == op::where && i == 0;
            const bool is_one = i > 0 && (which == op::clip || by_one);
            const dtype own = is_condition ? dtype::boolean : type;
            data_[i] = memory.in[i].filled(own, count * size_of(own));
            inputs_.emplace_back(data_[i], own, is_one ? extents_ref{} : extents_ref(shape_, 1));
        }
        const dtype made = result_of(which, type);
        output_ = tensor_view(memory.out.filled(made, count * size_of(made)), made, extents_ref(shape_, 1));
    }
    plan planned(op which, isa with) const { return plan(which, inputs_, output_, exact_options(with, 1)); }
    batch runs_of(const plan& made) const { return bench::runs_of(made, data_, output_.data); }
    batch runs_of(contiguous_loop loop) const {
        return repeated([this, loop] { loop(data_, output_.data, static_cast<std::size_t>(shape_[0])); });
    }

private:
    std::int64_t shape_[1];
    std::vector<const_tensor_view> inputs_;
    tensor_view output_;
    const void* data_[3] = {};
};

/// Everything within three quarters of the L1 cache.
std::int64_t elements_in_l1(op which, dtype type) {
    std::int64_t bytes = static_cast<std::int64_t>(size_of(result_of(which, type)));
    const int read = which == op::clip ? 1 : info(which).most_operands;
    for (int i = 0; i < read; ++i) bytes += which == op::where && i == 0 ? 1 : static_cast<std::int64_t>(size_of(type));
    return elements_within(l1_bytes(), bytes);
}

void against_loops(const settings& s, table& out) {
    for (const dtype type : types_of(s, {dtype::f32, dtype::f64, dtype::i8, dtype::i16, dtype::i32, dtype::i64})) {
        for (const op which : {op::add, op::sub, op::mul, op::less, op::equal, op::sign, op::clip, op::where}) {
            const contiguous_loop loop = hand_written_loop(which, type, s.with);
            if (loop == nullptr) continue;
            const named_size sizes[] = {{"L1", elements_in_l1(which, type)}, {"900000", 900000}};
            for (const named_size& size : sizes) {
                const operands work(which, type, size.elements, false);
                const plan made = work.planned(which, s.with);
                const comparison c = compare(work.runs_of(loop), work.runs_of(made), s.how);
                out.add({"elementwise",
                         name_for(which, type, size.name),
                         {sense::at_least, 0.9},
                         c.ratio,
                         "x",
                         figures(c, "loop", "library")});
            }
        }
    }
}

void against_scalar_division(const settings& s, table& out) {
    for (const dtype type : types_of(s, {dtype::i32, dtype::u8, dtype::i8})) {
        for (const bool by_one : {false, true}) {
            const operands work(op::div, type, 900000, by_one);
            const plan made = work.planned(op::div, s.with);
            const comparison c = compare(work.runs_of(made), work.runs_of(scalar_division(type, by_one)), s.how);
            const double limit = type != dtype::i32 ? 0.25 : by_one ? 0.35 : 0.6;
            out.add({"elementwise",
                     name_for(op::div, type, by_one ? "by_one" : "by_tensor"),
                     {sense::at_most, limit},
                     c.ratio,
                     "x",
                     figures(c, "library", "scalar loop")});
        }
    }
}

}  // namespace

void elementwise_section(const settings& s, table& out) {
    against_loops(s, out);
    against_scalar_division(s, out);
}

}  // namespace zerostride::bench
