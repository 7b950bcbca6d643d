// PyTorch's tensors from C++: operators with out=, on tensors over our memory, on its threads.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include <optional>

#include "bench/peers/layout.hpp"

namespace zerostride::bench {
namespace {

std::optional<at::ScalarType> type_of(dtype type) {
    switch (type) {
        case dtype::f16: return at::kHalf;
        case dtype::f32: return at::kFloat;
        case dtype::f64: return at::kDouble;
        case dtype::i8: return at::kChar;
        case dtype::i16: return at::kShort;
        case dtype::i32: return at::kInt;
        case dtype::i64: return at::kLong;
        case dtype::u8: return at::kByte;
        case dtype::boolean: return at::kBool;
        default: return {};
    }
}

using binary = at::Tensor& (*)(at::Tensor& out, const at::Tensor& x, const at::Tensor& y);
binary binary_of(const bench_case& row) {
    const bool is_integer = zerostride::info(row.type).kind != type_kind::floating;
    switch (row.which) {
        case op::add: return [](at::Tensor& z, auto& x, auto& y) -> at::Tensor& { return at::add_out(z, x, y); };
        case op::sub: return [](at::Tensor& z, auto& x, auto& y) -> at::Tensor& { return at::sub_out(z, x, y); };
        case op::mul: return at::mul_out;
        case op::div:
            if (!is_integer) return at::div_out;
            return [](at::Tensor& z, auto& x, auto& y) -> at::Tensor& { return at::div_out(z, x, y, "trunc"); };
        case op::mod: return at::remainder_out;
        case op::max: return at::maximum_out;
        case op::min: return at::minimum_out;
        case op::equal: return at::eq_out;
        case op::less: return at::lt_out;
        case op::greater: return at::gt_out;
        case op::less_or_equal: return at::le_out;
        case op::greater_or_equal: return at::ge_out;
        case op::logical_and: return at::logical_and_out;
        case op::logical_or: return at::logical_or_out;
        case op::logical_xor: return at::logical_xor_out;
        case op::bitwise_and: return at::bitwise_and_out;
        case op::bitwise_or: return at::bitwise_or_out;
        case op::bitwise_xor: return at::bitwise_xor_out;
        case op::pow: return at::pow_out;
        default: return nullptr;
    }
}

using unary = at::Tensor& (*)(at::Tensor& out, const at::Tensor& x);
unary unary_of(const bench_case& row) {
    switch (row.which) {
        case op::logical_not: return at::logical_not_out;
        case op::abs: return at::abs_out;
        case op::neg: return at::neg_out;
        case op::sqrt: return at::sqrt_out;
        case op::rsqrt: return at::rsqrt_out;
        case op::reciprocal: return at::reciprocal_out;
        case op::sign: return at::sign_out;
        case op::ceil: return at::ceil_out;
        case op::floor: return at::floor_out;
        case op::round: return at::round_out;
        case op::relu: return [](at::Tensor& z, auto& x) -> at::Tensor& { return at::clamp_min_out(z, x, 0); };
        case op::exp: return at::exp_out;
        case op::exp2: return at::exp2_out;
        case op::expm1: return at::expm1_out;
        case op::log: return at::log_out;
        case op::log2: return at::log2_out;
        case op::log10: return at::log10_out;
        case op::log1p: return at::log1p_out;
        case op::sin: return at::sin_out;
        case op::cos: return at::cos_out;
        case op::tan: return at::tan_out;
        case op::asin: return at::asin_out;
        case op::acos: return at::acos_out;
        case op::atan: return at::atan_out;
        case op::sinh: return at::sinh_out;
        case op::cosh: return at::cosh_out;
        case op::tanh: return at::tanh_out;
        case op::asinh: return at::asinh_out;
        case op::acosh: return at::acosh_out;
        case op::atanh: return at::atanh_out;
        case op::erf: return at::erf_out;
        case op::erfc: return at::erfc_out;
        case op::sigmoid: return at::sigmoid_out;
        case op::gelu:
            if (!is_tanh_form(row)) return [](at::Tensor& z, auto& x) -> at::Tensor& { return at::gelu_out(z, x); };
            return [](at::Tensor& z, auto& x) -> at::Tensor& { return at::gelu_out(z, x, "tanh"); };
        case op::mish: return at::mish_out;
        case op::swish: return at::silu_out;
        case op::elu: return [](at::Tensor& z, auto& x) -> at::Tensor& { return at::elu_out(z, x); };
        case op::softplus: return [](at::Tensor& z, auto& x) -> at::Tensor& { return at::softplus_out(z, x); };
        case op::hard_swish: return at::hardswish_out;
        case op::leaky_relu:
            return [](at::Tensor& z, auto& x) -> at::Tensor& { return at::leaky_relu_out(z, x, 0.01); };
        default: return nullptr;
    }
}

class torch_peer : public peer {
public:
    const char* name() const override { return "PyTorch"; }
    std::string version() const override { return TORCH_VERSION; }

    batch prepare(const problem& asked) override {
        at::set_num_threads(asked.threads);
        try {
            batch made = make(asked);
            if (made) made(1);  // what it lacks for these types it says now
            return made;
        } catch (const c10::Error&) {
            return {};
        }
    }

private:
    static at::Tensor tensor(void* data, at::ScalarType type, const operand_layout& layout) {
        return at::from_blob(data, layout.shape, layout.strides, at::TensorOptions().dtype(type));
    }

    static batch make(const problem& asked) {
        const bench_case& row = asked.row;
        for (const operand_layout& operand : row.operands) {
            // It has no negative strides, and ends the process when it meets one here.
            for (const std::int64_t stride : operand.strides) {
                if (stride < 0) return {};
            }
        }
        std::vector<at::Tensor> x;
        for (std::size_t i = 0; i < row.operands.size(); ++i) {
            const auto type = type_of(row.input(i));
            if (!type) return {};
            x.push_back(tensor(const_cast<void*>(asked.work.input_data()[i]), *type, row.operands[i]));
        }
        const auto type = type_of(row.result());
        if (!type) return {};
        const at::Tensor out = tensor(asked.work.output_data(), *type, dense(row.output));
        if (row.which == op::identity || row.which == op::cast) {
            return repeated([z = out, from = x[0].expand(row.output)]() mutable { z.copy_(from); });
        }
        if (row.which == op::where) {
            return repeated([z = out, x]() mutable { at::where_out(z, x[0], x[1], x[2]); });
        }
        if (row.which == op::clip && x.size() == 3) {
            return repeated([z = out, x]() mutable { at::clamp_out(z, x[0], x[1], x[2]); });
        }
        if (x.size() == 2) {
            const binary f = binary_of(row);
            if (f == nullptr) return {};
            return repeated([f, z = out, a = x[0], b = x[1]]() mutable { f(z, a, b); });
        }
        const unary f = x.size() == 1 ? unary_of(row) : nullptr;
        if (f == nullptr) return {};
        return repeated([f, z = out, a = x[0]]() mutable { f(z, a); });
    }

    c10::InferenceMode no_gradients_;
};

}  // namespace

std::unique_ptr<peer> make_torch() { return std::make_unique<torch_peer>(); }

}  // namespace zerostride::bench
