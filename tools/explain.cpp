// zerostride explain: how an operator would run on operands of given types and shapes.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "attributes.hpp"
#include "commands.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::cli {
namespace {

struct explain_arguments {
    std::string op_name;
    std::vector<std::string> operands, attributes;
    run_options run;
};

void explain_plan(const explain_arguments& asked) {
    const op which = parse_op(asked.op_name);
    const operation what = parse_operation(which, asked.attributes);
    require_operands(which, asked.operands);
    const options how = asked.run.parse();
    std::vector<operand_word> operands;
    for (const std::string& word : asked.operands) operands.push_back(parse_operand(word));
    std::vector<const_tensor_view> views;
    for (const operand_word& operand : operands) {
        if (info(which).operands == operand_rule::extents && views.size() == 1 && operand.elements.empty() &&
            operand.shape != std::vector<std::int64_t>{0}) {
            throw usage_error(std::string(info(which).onnx_name) +
                              ": operand 1 is a shape, and its elements decide, as in i64[3]=2,3,4");
        }
        views.push_back(operand.view());
    }
    dtype type;
    std::vector<std::int64_t> shape;
    require(try_result(type, shape, what, views));
    std::string picture = plan(what, views, const_tensor_view(nullptr, type, shape), how).explain();
    if (picture.empty() || picture.back() != '\n') picture += '\n';
    std::cout << picture;
}

}  // namespace

void add_explain(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("explain", "Show how an operator would run, without data");
    const auto asked = std::make_shared<explain_arguments>();
    command->add_option("operator", asked->op_name, "Operator by its ONNX or C++ name, in any case")->required();
    command
        ->add_option("operands", asked->operands,
                     "Element types and shapes, for instance f32[8,12,256,1]; with strides in elements, "
                     "f32[900,1000]@1,900; with its elements, where it is a shape, i64[2]=2,3; - for one that is "
                     "absent")
        ->required()
        ->type_name("TYPE[SHAPE][@STRIDES|=ELEMENTS]");
    add_attributes(*command, asked->attributes);
    asked->run.add_to(*command);
    asked->run.add_accuracy_to(*command);
    command->callback([asked] {
        asked->op_name = bare(asked->op_name);
        for (std::vector<std::string>* const words : {&asked->operands, &asked->attributes}) {
            for (std::string& word : *words) word = bare(word);
        }
        explain_plan(*asked);
    });
}

}  // namespace zerostride::cli
