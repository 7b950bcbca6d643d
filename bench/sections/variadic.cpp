// zerostride_bars: any number of operands in one pass against two at a time.
#include <deque>
#include <stdexcept>

#include "bench/sections/section.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::bench {
namespace {

/// Two operands at a time through the result's memory; for a mean the quotient at the end.
class pairwise {
public:
    pairwise(op which, array_ref<const_tensor_view> inputs, const tensor_view& output, const const_tensor_view& count,
             const options& how)
        : output_(output.data) {
        const op step = which == op::sum || which == op::mean ? op::add : which;
        const void* first = inputs[0].data;
        for (std::size_t i = 1; i < inputs.size(); ++i) {
            steps_.push_back({plan(step, {inputs[i - 1], inputs[i]}, output, how), {first, inputs[i].data}});
            first = output_;
        }
        if (which == op::mean) steps_.push_back({plan(op::div, {inputs[0], count}, output, how), {first, count.data}});
    }
    void run() const {
        for (const step& each : steps_) {
            if (each.made.run(each.inputs, output_) != status::ok) throw std::logic_error("a step of a chain failed");
        }
    }

private:
    struct step {
        plan made;
        const void* inputs[2];
    };
    std::vector<step> steps_;
    void* output_;
};

/// `memories`: one for each operand.
void measure_operands(const settings& s, op which, dtype type, std::size_t count, const named_size& size,
                      std::deque<buffer>& memories, table& out) {
    const std::int64_t shape[] = {size.elements};
    const std::size_t bytes = static_cast<std::size_t>(size.elements) * size_of(type);
    std::vector<const_tensor_view> inputs;
    std::vector<const void*> data;
    for (std::size_t i = 0; i < count; ++i) {
        data.push_back(memories[i].filled(type, bytes));
        inputs.emplace_back(data.back(), type, shape);
    }
    const tensor_view result(memory.out.filled(type, bytes), type, shape);
    const float number[] = {static_cast<float>(count)};
    const options how = exact_options(s.with, 1);
    tensor divisor(type, {});
    eval(operation(op::cast, {{attribute_id::to, type}}), {view(number, {})}, divisor.view(), how);
    const pairwise two_by_two(which, inputs, result, divisor.view(), how);
    const plan made(which, inputs, result, how);
    const comparison c = compare(repeated([&] { two_by_two.run(); }), runs_of(made, data.data(), result.data), s.how);
    out.add({"variadic",
             name_for(which, type, "of_" + std::to_string(count) + "_" + size.name),
             {},
             c.ratio,
             "x",
             figures(c, "two by two", "one pass") +
                 text_of(", %.1f GB/s", static_cast<double>((count + 1) * bytes) / c.b_nanoseconds)});
}

}  // namespace

void variadic_section(const settings& s, table& out) {
    std::deque<buffer> memories;
    for (std::size_t slot = 0; slot < 8; ++slot) memories.emplace_back(1 + slot);
    for (const dtype type : s.types) {
        const std::int64_t most_bytes = 9 * static_cast<std::int64_t>(size_of(type));
        const named_size sizes[] = {{"L2", elements_within(l2_bytes(), most_bytes)}, {"900000", 900000}};
        for (const op which : {op::sum, op::mean, op::max}) {
            for (const std::size_t count : {3, 8}) {
                for (const named_size& size : sizes) measure_operands(s, which, type, count, size, memories, out);
            }
        }
    }
}

}  // namespace zerostride::bench
