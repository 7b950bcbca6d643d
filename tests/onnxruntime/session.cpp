#include "session.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "graph/onnx/element_types.hpp"

namespace zerostride::test {
namespace {

/// Elements as integers of their bytes, NaNs as one of them.
template <class T>
bool same_numbers(const tensor& a, const tensor& b, std::int64_t& at) {
    for (at = 0; at < a.size(); ++at) {
        T x, y;
        std::memcpy(&x, static_cast<const T*>(a.data()) + at, sizeof x);
        std::memcpy(&y, static_cast<const T*>(b.data()) + at, sizeof y);
        if (std::memcmp(&x, &y, sizeof x) != 0 && !(x != x && y != y)) return false;
    }
    return true;
}

bool is_half_nan(std::uint16_t bits) { return (bits & 0x7fff) > 0x7c00; }

}  // namespace

ort::host* onnxruntime() {
    static ort::host* const found = []() -> ort::host* {
        const char* const path = std::getenv("ZEROSTRIDE_ONNXRUNTIME");
        if (path == nullptr || *path == '\0') {
            std::printf("skipped: ZEROSTRIDE_ONNXRUNTIME does not name ONNX Runtime's library\n");
            return nullptr;
        }
        auto* const made = new ort::host(path);  // lives as long as its sessions, and those as long as they like
        made->add_provider(ZEROSTRIDE_PROVIDER);
        return made;
    }();
    return found;
}

session::session(const std::string& model, runner by, int threads, ort::host::texts options,
                 ort::host::texts configuration) {
    ort::host::how h;
    h.threads = threads;
    if (by != runner::theirs) h.provider = "ZerostrideExecutionProvider";
    h.configuration = std::move(configuration);
    h.configuration.emplace_back(ort::record_assignments, "1");
    if (by == runner::ours_alone) h.configuration.emplace_back("session.disable_cpu_ep_fallback", "1");
    h.provider_options = std::move(options);
    opened_ = onnxruntime()->open(model, h);
}

namespace {

/// Operands as ONNX Runtime takes them.
struct bound {
    bound(const std::vector<std::string>& input_names, const std::vector<const_tensor_view>& inputs) {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            owned.push_back(onnxruntime()->view(inputs[i]));
            given.push_back(owned.back().get());
            names.push_back(input_names[i].c_str());
        }
    }
    std::vector<std::shared_ptr<ort::value>> owned;
    std::vector<const char*> names;
    std::vector<const ort::value*> given;
};

}  // namespace

std::vector<tensor> session::run(const std::vector<std::string>& input_names, const std::vector<tensor>& inputs,
                                 const std::vector<std::string>& output_names) const {
    const ort::api& functions = onnxruntime()->functions();
    const bound in(input_names, {inputs.begin(), inputs.end()});
    std::vector<const char*> out_names;
    for (const std::string& name : output_names) out_names.push_back(name.c_str());
    std::vector<ort::value*> made(output_names.size());
    functions.call(ort::run, opened_.get(), nullptr, in.names.data(), in.given.data(), in.given.size(),
                   out_names.data(), out_names.size(), made.data());
    std::vector<tensor> results;
    for (ort::value* const each : made) {
        const auto value = functions.owned(each, ort::release_value);
        const auto info =
            functions.owned(functions.get<ort::tensor_info*>(ort::info_of_tensor, each), ort::release_tensor_info);
        std::vector<std::int64_t> shape(functions.get<std::size_t>(ort::rank_of, info.get()));
        functions.call(ort::shape_of, info.get(), shape.data(), shape.size());
        tensor result(dtype_of_onnx(functions.get<int>(ort::element_type_of, info.get())), shape);
        const std::size_t bytes = static_cast<std::size_t>(result.size()) * size_of(result.type());
        if (bytes > 0) std::memcpy(result.data(), functions.get<void*>(ort::data_of_tensor, each), bytes);
        results.push_back(std::move(result));
    }
    return results;
}

void session::run_into(const std::vector<std::string>& input_names, const std::vector<const_tensor_view>& inputs,
                       const std::string& output_name, const const_tensor_view& output) const {
    const bound in(input_names, inputs);
    const auto to = onnxruntime()->view(output);
    const char* const out_name = output_name.c_str();
    ort::value* out = to.get();
    onnxruntime()->functions().call(ort::run, opened_.get(), nullptr, in.names.data(), in.given.data(), in.given.size(),
                                    &out_name, std::size_t{1}, &out);
}

std::vector<std::string> session::our_parts() const {
    std::vector<std::string> found;
    for (ort::host::part& each : onnxruntime()->parts_of(*opened_)) {
        if (each.provider != "ZerostrideExecutionProvider") continue;
        std::sort(each.operators.begin(), each.operators.end());
        std::string& words = found.emplace_back();
        for (const std::string& name : each.operators) words += (words.empty() ? "" : " ") + name;
    }
    std::sort(found.begin(), found.end());
    return found;
}

testing::AssertionResult same(const tensor& a, const tensor& b) {
    if (a.type() != b.type()) return testing::AssertionFailure() << name_of(a.type()) << " and " << name_of(b.type());
    if (a.shape() != b.shape()) return testing::AssertionFailure() << "other shapes";
    std::int64_t at = 0;
    bool is_same = true;
    switch (a.type()) {
        case dtype::f32: is_same = same_numbers<float>(a, b, at); break;
        case dtype::f64: is_same = same_numbers<double>(a, b, at); break;
        case dtype::f16:
            for (; is_same && at < a.size(); ++at) {
                const auto x = static_cast<const std::uint16_t*>(a.data())[at];
                const auto y = static_cast<const std::uint16_t*>(b.data())[at];
                is_same = x == y || (is_half_nan(x) && is_half_nan(y));
            }
            break;
        default: is_same = std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * size_of(a.type())) == 0;
    }
    if (is_same) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "they differ, floats at " << at;
}

}  // namespace zerostride::test
