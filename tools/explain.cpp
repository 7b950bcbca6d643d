// zerostride explain: how an operator would run on operands of given types and shapes.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "commands.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::cli {
namespace {

struct explain_arguments {
    std::string op_name;
    std::vector<std::string> operands;
    run_options run;
};

void explain_plan(const explain_arguments& asked) {
    const op which = parse_op(asked.op_name);
    require_arity(which, asked.operands.size());
    const options how = asked.run.parse();
    std::vector<operand_word> operands;
    for (const std::string& word : asked.operands) operands.push_back(parse_operand(word));
    std::vector<const_tensor_view> views;
    std::vector<extents_ref> shapes;
    // A plan looks at addresses only when it runs.
    for (const operand_word& operand : operands) {
        views.emplace_back(nullptr, operand.type, operand.shape);
        shapes.push_back(operand.shape);
    }
    std::vector<std::int64_t> shape;
    // Where there is no such shape, the plan below refuses in the operator's name.
    static_cast<void>(try_broadcast_shapes(shape, shapes));
    const dtype type = result_of(which, operands.back().type);
    std::string picture = plan(which, views, const_tensor_view(nullptr, type, shape), how).explain();
    if (picture.empty() || picture.back() != '\n') picture += '\n';
    std::cout << picture;
}

}  // namespace

void add_explain(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("explain", "Show how an operator would run, without data");
    const auto asked = std::make_shared<explain_arguments>();
    command->add_option("operator", asked->op_name, "Operator by its ONNX or C++ name, in any case")->required();
    command->add_option("operands", asked->operands, "Element types and shapes, for instance f32[8,12,256,1]")
        ->required()
        ->type_name("TYPE[SHAPE]");
    asked->run.add_to(*command);
    command->callback([asked] { explain_plan(*asked); });
}

}  // namespace zerostride::cli
