// Models run by ONNX Runtime, with the provider and without.
#pragma once

#include <gtest/gtest.h>

#include "integrations/onnxruntime/host.hpp"
#include "zerostride/tensor.hpp"

namespace zerostride::test {

/// ONNX Runtime with the provider registered; null, with a line that says so, when the environment names none.
ort::host* onnxruntime();

/// Who runs the nodes.
enum class runner {
    theirs,      ///< ONNX Runtime
    ours,        ///< the provider what it can, ONNX Runtime the rest
    ours_alone,  ///< the provider everything: a session with anything else is refused
};

class session {
public:
    /// `options` are the provider's, `configuration` the session's. Throws ort::refusal.
    session(const std::string& model, runner by, int threads = 1, ort::host::texts options = {},
            ort::host::texts configuration = {});

    std::vector<tensor> run(const std::vector<std::string>& input_names, const std::vector<tensor>& inputs,
                            const std::vector<std::string>& output_names) const;

    /// The same of one output, into memory of the caller.
    void run_into(const std::vector<std::string>& input_names, const std::vector<const_tensor_view>& inputs,
                  const std::string& output_name, const const_tensor_view& output) const;

    /// The operators of each part that the provider runs, sorted, in one text each, sorted: "Add", "Mul Sub".
    std::vector<std::string> our_parts() const;

private:
    std::shared_ptr<ort::session> opened_;
};

/// Whether both have one type, one shape and the same bytes; a NaN is a NaN.
testing::AssertionResult same(const tensor& a, const tensor& b);

class OnnxRuntime : public testing::Test {
protected:
    void SetUp() override {
        if (onnxruntime() == nullptr) GTEST_SKIP() << "ZEROSTRIDE_ONNXRUNTIME does not name ONNX Runtime's library";
    }
};

}  // namespace zerostride::test
