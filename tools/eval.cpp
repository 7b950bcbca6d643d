// zerostride eval: one operator on files.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "attributes.hpp"
#include "commands.hpp"
#include "median.hpp"
#include "npy/npy.hpp"
#include "results.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::cli {
namespace {

struct eval_arguments {
    std::string op_name;
    std::vector<std::string> inputs, attributes;
    std::string output;
    bool has_output = false;
    int repeat = 0;
    run_options run;
};

/// Operands from files; the ones that are absent have none.
class operand_files {
public:
    explicit operand_files(const std::vector<std::string>& paths) {
        for (const std::string& path : paths) {
            arrays_.emplace_back();
            if (path != absent_word) arrays_.back() = npy::read(path);
        }
        for (const std::optional<npy::array>& array : arrays_) {
            views_.push_back(array ? array->view() : absent());
            pointers_.push_back(views_.back().data);
        }
    }

    const std::vector<const_tensor_view>& views() const noexcept { return views_; }
    const void* const* pointers() const noexcept { return pointers_.data(); }
    double bytes() const noexcept {
        double sum = 0;
        for (const std::optional<npy::array>& array : arrays_) {
            if (array) sum += static_cast<double>(array->size()) * static_cast<double>(size_of(array->type()));
        }
        return sum;
    }
    npy::text_form texts() const {
        std::vector<const npy::array*> given;
        for (const std::optional<npy::array>& array : arrays_) {
            if (array) given.push_back(&*array);
        }
        return form_of_results(given);
    }
    /// What the characters take of so many texts that are joined, or made of numbers, at most; saturated.
    std::int64_t bytes_of_texts(op which, std::int64_t elements) const noexcept {
        constexpr double most_of_number = 48;  // two parts of 17 digits each, of a real
        double sum = 0;
        for (const std::optional<npy::array>& array : arrays_) {
            if (!array || array->size() == 0) continue;
            double each = most_of_number;
            if (which == op::string_concat) {
                // Dense in one order or the other: all elements are together.
                const auto* const texts = static_cast<const text*>(array->view().data);
                each = std::accumulate(texts, texts + array->size(), 0.0,
                                       [](double sum, const text& t) { return sum + static_cast<double>(t.size); }) /
                       static_cast<double>(array->size());
            }
            sum += each * static_cast<double>(elements);
        }
        return sum < 0x1p62 ? static_cast<std::int64_t>(std::ceil(sum)) : std::numeric_limits<std::int64_t>::max();
    }
    /// " f32[2,3] -"
    std::string words() const {
        std::string line;
        for (const std::optional<npy::array>& array : arrays_) {
            line += " " + (array ? to_word(array->type(), array->shape()) : std::string(absent_word));
        }
        return line;
    }

private:
    std::vector<std::optional<npy::array>> arrays_;
    std::vector<const_tensor_view> views_;
    std::vector<const void*> pointers_;
};

/// One line: what ran, and how fast. Bytes are those of the operands as they are, and of the result.
std::string speed_line(const eval_arguments& asked, op which, const operand_files& operands, const tensor& result,
                       const plan& planned, double seconds) {
    const double bytes = operands.bytes() + static_cast<double>(result.bytes());
    std::string line = info(which).onnx_name + operands.words();
    line += " -> " + to_word(result.type(), result.shape()) + ": ";
    char speed[96];
    if (result.size() == 0) {
        std::snprintf(speed, sizeof speed, "%.4g ns per run, no elements", seconds * 1e9);
    } else {
        std::snprintf(speed, sizeof speed, "%.4g ns per element, %.4g GB/s",
                      seconds * 1e9 / static_cast<double>(result.size()), bytes / seconds / 1e9);
    }
    line += speed + (" (median of " + std::to_string(asked.repeat)) + (asked.repeat == 1 ? " run" : " runs");
    if (!planned) return line + ", not planned)";
    return line + ", " + name_of(planned.instruction_set()) + ", " + std::to_string(planned.threads()) +
           (planned.threads() == 1 ? " thread)" : " threads)");
}

void eval_files(const eval_arguments& asked) {
    const op which = parse_op(asked.op_name);
    const operation what = parse_operation(which, asked.attributes);
    require_operands(which, asked.inputs);
    const options how = asked.run.parse();
    if (!asked.has_output && asked.repeat == 0) throw usage_error("eval: -o is required, except with --repeat");

    const operand_files operands(asked.inputs);
    dtype type;
    std::vector<std::int64_t> shape;
    require(try_result(type, shape, what, operands.views()));
    // Planned before there is memory for the result: a plan does not look at data. Operators that make or read the
    // bytes of texts have no plan, and their results come from eval().
    plan planned;
    const outcome refusal =
        plan::try_make(planned, what, operands.views(), const_tensor_view(nullptr, type, shape), how);
    const bool is_of_texts = type == dtype::str || operands.views()[0].type == dtype::str;
    const bool works_on_text = refusal.code == status::unsupported && is_of_texts;
    if (!refusal && !works_on_text) throw error(refusal);
    std::int64_t elements = 0, bytes_of_texts = 0;
    if (works_on_text && type == dtype::str && count_elements(shape, 1, elements))
        bytes_of_texts = operands.bytes_of_texts(which, elements);
    memory_request().add(info(which).onnx_name, type, shape, bytes_of_texts);
    tensor result;
    status answer = status::ok;
    if (works_on_text) {
        result = eval(what, operands.views(), how);
    } else {
        result = tensor(type, shape);
        answer = planned.run(operands.pointers(), result.data());
        if (!completed(answer)) throw error(planned.check(operands.pointers(), result.data()));
    }

    std::string speed;
    if (asked.repeat > 0) {
        // A failed run would have been refused before.
        const double seconds =
            works_on_text ? median_seconds([&] { result = eval(what, operands.views(), how); }, asked.repeat)
                          : median_seconds([&] { static_cast<void>(planned.run(operands.pointers(), result.data())); },
                                           asked.repeat);
        speed = speed_line(asked, which, operands, result, planned, seconds);
    }
    std::vector<files::staged_file> staged;
    if (asked.has_output) staged.push_back(stage(asked.output, result.view(), operands.texts()));
    say_first(speed);
    files::publish(staged);
    if (answer != status::ok) {
        std::cerr << "zerostride: warning: " << info(which).onnx_name << ": " << to_string(answer) << '\n';
    }
}

}  // namespace

void add_eval(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("eval", "Evaluate an operator on .npy files");
    const auto asked = std::make_shared<eval_arguments>();
    command->add_option("operator", asked->op_name, "Operator by its ONNX or C++ name, in any case")->required();
    command->add_option("inputs", asked->inputs, "Operands, .npy files; - for an optional one that is absent")
        ->required()
        ->type_name("FILE");
    add_attributes(*command, asked->attributes);
    const CLI::Option* const output =
        command->add_option("-o,--output", asked->output, "The result, a .npy file")->type_name("FILE");
    take_whole_number(command->add_option("--repeat", asked->repeat, "Then measure N times and print the median speed"),
                      1, 1000000);
    asked->run.add_to(*command);
    asked->run.add_accuracy_to(*command);
    command->callback([asked, output] {
        asked->has_output = output->count() > 0;
        eval_files(*asked);
    });
}

}  // namespace zerostride::cli
