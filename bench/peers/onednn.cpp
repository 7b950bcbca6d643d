// oneDNN: binary and element-wise primitives; reorders between types and layouts.
#include <omp.h>

#include <dnnl.hpp>
#include <optional>
#include <unordered_map>

#include "bench/peers/layout.hpp"

namespace zerostride::bench {
namespace {

using dnnl::algorithm;
using dnnl::memory;

std::optional<memory::data_type> type_of(dtype type) {
    switch (type) {
        case dtype::f32: return memory::data_type::f32;
        case dtype::f16: return memory::data_type::f16;
        case dtype::i8: return memory::data_type::s8;
        case dtype::u8:
        case dtype::boolean: return memory::data_type::u8;
        case dtype::i32: return memory::data_type::s32;
        default: return {};
    }
}

std::optional<algorithm> binary_of(op which) {
    switch (which) {
        case op::add: return algorithm::binary_add;
        case op::sub: return algorithm::binary_sub;
        case op::mul: return algorithm::binary_mul;
        case op::div: return algorithm::binary_div;
        case op::max: return algorithm::binary_max;
        case op::min: return algorithm::binary_min;
        case op::equal: return algorithm::binary_eq;
        case op::less: return algorithm::binary_lt;
        case op::greater: return algorithm::binary_gt;
        case op::less_or_equal: return algorithm::binary_le;
        case op::greater_or_equal: return algorithm::binary_ge;
        default: return {};
    }
}

struct elementwise {
    algorithm which;
    float alpha = 0, beta = 0;
};
std::optional<elementwise> elementwise_of(const bench_case& row) {
    switch (row.which) {
        case op::relu: return elementwise{algorithm::eltwise_relu};
        case op::leaky_relu: return elementwise{algorithm::eltwise_relu, 0.01f};
        case op::tanh: return elementwise{algorithm::eltwise_tanh};
        case op::elu: return elementwise{algorithm::eltwise_elu, 1};
        case op::abs: return elementwise{algorithm::eltwise_abs};
        case op::sqrt: return elementwise{algorithm::eltwise_sqrt};
        case op::softplus: return elementwise{algorithm::eltwise_soft_relu};
        case op::sigmoid: return elementwise{algorithm::eltwise_logistic};
        case op::exp: return elementwise{algorithm::eltwise_exp};
        case op::log: return elementwise{algorithm::eltwise_log};
        case op::gelu:
            return elementwise{is_tanh_form(row) ? algorithm::eltwise_gelu_tanh : algorithm::eltwise_gelu_erf};
        case op::swish: return elementwise{algorithm::eltwise_swish, 1};
        case op::round: return elementwise{algorithm::eltwise_round};
        case op::neg: return elementwise{algorithm::eltwise_linear, -1, 0};
        case op::hard_swish: return elementwise{algorithm::eltwise_hardswish};
        case op::mish: return elementwise{algorithm::eltwise_mish};
        default: return {};
    }
}

/// At the result's rank, as oneDNN wants it; a scalar has one axis.
memory::desc describe(const operand_layout& operand, const std::vector<std::int64_t>& output, memory::data_type type) {
    memory::dims shape(std::max<std::size_t>(output.size(), 1), 1), strides(shape.size(), 1);
    const std::size_t added = shape.size() - operand.shape.size();
    for (std::size_t axis = shape.size(); axis-- > added;) {
        shape[axis] = operand.shape[axis - added];
        strides[axis] = operand.strides[axis - added];
    }
    // Axes in front lie around all others.
    for (std::size_t axis = added; axis-- > 0;) {
        strides[axis] = added < shape.size() ? strides[added] * shape[added] : 1;
    }
    return memory::desc(shape, type, strides);
}

class onednn_peer : public peer {
public:
    const char* name() const override { return "oneDNN"; }
    std::string version() const override {
        const dnnl_version_t* const v = dnnl_version();
        return std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
    }

    batch prepare(const problem& asked) override {
        // An OpenMP library: threads are the process's, and primitives remember how many they were made for.
        omp_set_num_threads(asked.threads);
        try {
            return make(asked);
        } catch (const dnnl::error&) {
            return {};  // no implementation
        }
    }

private:
    batch make(const problem& asked) {
        const bench_case& row = asked.row;
        const auto from = type_of(row.type), to = type_of(row.result());
        if (!from || !to || row.type == dtype::boolean) return {};
        const memory output(describe(dense(row.output), row.output, *to), engine_, asked.work.output_data());
        const auto input = [&](std::size_t i) {
            return memory(describe(row.operands[i], row.output, *from), engine_,
                          const_cast<void*>(asked.work.input_data()[i]));
        };
        for (const operand_layout& operand : row.operands) {
            for (const std::int64_t stride : operand.strides) {
                if (stride <= 0) return {};
            }
        }
        if (row.operands.size() == 2) {
            const auto which = binary_of(row.which);
            if (!which) return {};
            const memory x = input(0), y = input(1);
            const dnnl::binary::desc what(*which, x.get_desc(), y.get_desc(), output.get_desc());
            return runs_of(dnnl::binary({what, engine_}),
                           {{DNNL_ARG_SRC_0, x}, {DNNL_ARG_SRC_1, y}, {DNNL_ARG_DST, output}});
        }
        if (row.operands.size() != 1 || row.operands[0].shape != row.output) return {};
        const memory x = input(0);
        if (row.which == op::cast || row.which == op::identity) {
            // From numbers with a fraction it rounds, where a cast truncates.
            const bool truncates = zerostride::info(row.type).kind == type_kind::floating &&
                                   zerostride::info(row.result()).kind != type_kind::floating;
            if (truncates || row.result() == dtype::boolean) return {};
            return runs_of(dnnl::reorder(x, output), {{DNNL_ARG_FROM, x}, {DNNL_ARG_TO, output}});
        }
        const auto which = elementwise_of(row);
        if (!which) return {};
        const dnnl::eltwise_forward::desc what(dnnl::prop_kind::forward_inference, which->which, x.get_desc(),
                                               which->alpha, which->beta);
        return runs_of(dnnl::eltwise_forward({what, engine_}), {{DNNL_ARG_SRC, x}, {DNNL_ARG_DST, output}});
    }

    batch runs_of(const dnnl::primitive& made, const std::unordered_map<int, memory>& arguments) {
        return repeated([made, arguments, stream = stream_]() mutable {
            made.execute(stream, arguments);
            stream.wait();
        });
    }

    dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream_{engine_};
};

}  // namespace

std::unique_ptr<peer> make_onednn() { return std::make_unique<onednn_peer>(); }

}  // namespace zerostride::bench
