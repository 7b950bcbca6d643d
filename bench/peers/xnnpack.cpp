// XNNPACK: operators with run-time shapes of up to six axes, dense operands.
#include <pthreadpool.h>
#include <xnnpack.h>

#include <limits>
#include <stdexcept>

#include "bench/peers/layout.hpp"

namespace zerostride::bench {
namespace {

struct pool_end {
    void operator()(pthreadpool_t pool) const { pthreadpool_destroy(pool); }
};
struct operator_end {
    void operator()(xnn_operator_t made) const { xnn_delete_operator(made); }
};
using owned_operator = std::shared_ptr<xnn_operator>;

using create_binary = xnn_status (*)(float, float, std::uint32_t, xnn_operator_t*);
template <class T>
using setup_binary = xnn_status (*)(xnn_operator_t, std::size_t, const std::size_t*, std::size_t, const std::size_t*,
                                    const T*, const T*, T*, pthreadpool_t);
template <class From, class To>
using setup_unary = xnn_status (*)(xnn_operator_t, std::size_t, const From*, To*, pthreadpool_t);

constexpr float infinite = std::numeric_limits<float>::infinity();

void expect_success(xnn_status status) {
    if (status != xnn_status_success) throw std::runtime_error("status " + std::to_string(status));
}

batch runs_of(owned_operator made, std::shared_ptr<pthreadpool> pool) {
    return repeated([made, pool] { expect_success(xnn_run_operator(made.get(), pool.get())); });
}

class xnnpack_peer : public peer {
public:
    xnnpack_peer() { expect_success(xnn_initialize(nullptr)); }
    const char* name() const override { return "XNNPACK"; }
    std::string version() const override { return ZEROSTRIDE_XNNPACK_VERSION; }

    batch prepare(const problem& asked) override {
        if (!all_plain(asked.row)) return {};
        // Without a pool the caller's thread computes.
        pool_.reset(asked.threads > 1 ? pthreadpool_create(static_cast<std::size_t>(asked.threads)) : nullptr,
                    pool_end());
        if (asked.row.operands.size() == 2) return prepare_binary(asked);
        if (asked.row.operands.size() == 1) return prepare_unary(asked);
        return {};
    }

private:
    batch prepare_binary(const problem& asked) {
        const auto f32 = [&](create_binary create, setup_binary<float> setup) {
            return binary<float>(asked, create, setup);
        };
        const auto f16 = [&](create_binary create, setup_binary<void> setup) {
            return binary<void>(asked, create, setup);
        };
        if (asked.row.type == dtype::f32) {
            switch (asked.row.which) {
                case op::add: return f32(xnn_create_add_nd_f32, xnn_setup_add_nd_f32);
                case op::sub: return f32(xnn_create_subtract_nd_f32, xnn_setup_subtract_nd_f32);
                case op::mul: return f32(xnn_create_multiply_nd_f32, xnn_setup_multiply_nd_f32);
                case op::div: return f32(xnn_create_divide_nd_f32, xnn_setup_divide_nd_f32);
                case op::max: return extremum(asked, xnn_create_maximum_nd_f32, xnn_setup_maximum_nd_f32);
                case op::min: return extremum(asked, xnn_create_minimum_nd_f32, xnn_setup_minimum_nd_f32);
                default: return {};
            }
        }
        if (asked.row.type == dtype::f16) {
            switch (asked.row.which) {
                case op::add: return f16(xnn_create_add_nd_f16, xnn_setup_add_nd_f16);
                case op::mul: return f16(xnn_create_multiply_nd_f16, xnn_setup_multiply_nd_f16);
                default: return {};
            }
        }
        return {};
    }

    template <class T>
    batch binary(const problem& asked, create_binary create, setup_binary<T> setup) {
        xnn_operator_t made = nullptr;
        if (create(-infinite, infinite, 0, &made) != xnn_status_success) return {};
        return bind<T>(asked, made, setup);
    }
    batch extremum(const problem& asked, xnn_status (*create)(std::uint32_t, xnn_operator_t*),
                   setup_binary<float> setup) {
        xnn_operator_t made = nullptr;
        if (create(0, &made) != xnn_status_success) return {};
        return bind<float>(asked, made, setup);
    }
    template <class T>
    batch bind(const problem& asked, xnn_operator_t made, setup_binary<T> setup) {
        const owned_operator owned(made, operator_end());
        const operand_layout& x = asked.row.operands[0];
        const operand_layout& y = asked.row.operands[1];
        const std::vector<std::size_t> x_shape(x.shape.begin(), x.shape.end()), y_shape(y.shape.begin(), y.shape.end());
        const void* const* const in = asked.work.input_data();
        if (setup(made, x_shape.size(), x_shape.data(), y_shape.size(), y_shape.data(), static_cast<const T*>(in[0]),
                  static_cast<const T*>(in[1]), static_cast<T*>(asked.work.output_data()),
                  pool_.get()) != xnn_status_success) {
            return {};
        }
        return runs_of(owned, pool_);
    }

    /// One row of so many channels: without gaps XNNPACK sees a flat array, and splits that between threads.
    template <class Create, class From, class To, class... Parameters>
    batch unary(const problem& asked, Create create, setup_unary<From, To> setup, Parameters... parameters) {
        xnn_operator_t made = nullptr;
        if (asked.row.operands[0].shape != asked.row.output) return {};
        if (create(1, 1, 1, parameters..., 0, &made) != xnn_status_success) return {};
        const owned_operator owned(made, operator_end());
        if (setup(made, static_cast<std::size_t>(asked.work.elements()),
                  static_cast<const From*>(asked.work.input_data()[0]), static_cast<To*>(asked.work.output_data()),
                  pool_.get()) != xnn_status_success) {
            return {};
        }
        return runs_of(owned, pool_);
    }

    batch prepare_unary(const problem& asked) {
        const dtype type = asked.row.type, result = asked.row.result();
        if (asked.row.which == op::cast) {
            if (type == dtype::f16 && result == dtype::f32) {
                return unary(asked, xnn_create_convert_nc_f16_f32, xnn_setup_convert_nc_f16_f32);
            }
            if (type == dtype::f32 && result == dtype::f16) {
                return unary(asked, xnn_create_convert_nc_f32_f16, xnn_setup_convert_nc_f32_f16);
            }
            return {};
        }
        if (type != dtype::f32) return {};
        switch (asked.row.which) {
            case op::abs: return unary(asked, xnn_create_abs_nc_f32, xnn_setup_abs_nc_f32);
            case op::neg: return unary(asked, xnn_create_negate_nc_f32, xnn_setup_negate_nc_f32);
            case op::sqrt: return unary(asked, xnn_create_square_root_nc_f32, xnn_setup_square_root_nc_f32);
            case op::ceil: return unary(asked, xnn_create_ceiling_nc_f32, xnn_setup_ceiling_nc_f32);
            case op::floor: return unary(asked, xnn_create_floor_nc_f32, xnn_setup_floor_nc_f32);
            case op::round: return unary(asked, xnn_create_bankers_rounding_nc_f32, xnn_setup_bankers_rounding_nc_f32);
            case op::sigmoid: return unary(asked, xnn_create_sigmoid_nc_f32, xnn_setup_sigmoid_nc_f32);
            case op::hard_swish: return unary(asked, xnn_create_hardswish_nc_f32, xnn_setup_hardswish_nc_f32);
            case op::elu: return unary(asked, xnn_create_elu_nc_f32, xnn_setup_elu_nc_f32, 1.0f);
            case op::leaky_relu: return unary(asked, xnn_create_leaky_relu_nc_f32, xnn_setup_leaky_relu_nc_f32, 0.01f);
            case op::relu: return unary(asked, xnn_create_clamp_nc_f32, xnn_setup_clamp_nc_f32, 0.0f, infinite);
            default: return {};
        }
    }

    std::shared_ptr<pthreadpool> pool_;
};

}  // namespace

std::unique_ptr<peer> make_xnnpack() { return std::make_unique<xnnpack_peer>(); }

}  // namespace zerostride::bench
