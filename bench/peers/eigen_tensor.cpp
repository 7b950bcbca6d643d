// Eigen's tensors: any rank up to six, broadcast and shuffled by its expressions, on its thread pool.
#define EIGEN_USE_THREADS
#include <unsupported/Eigen/CXX11/Tensor>

#include "bench/peers/eigen.hpp"
#include "bench/peers/layout.hpp"

namespace zerostride::bench {
namespace {

template <class T, int Rank>
using tensor = Eigen::TensorMap<Eigen::Tensor<T, Rank, Eigen::RowMajor, Eigen::DenseIndex>>;
template <class T, int Rank>
using const_tensor = Eigen::TensorMap<Eigen::Tensor<const T, Rank, Eigen::RowMajor, Eigen::DenseIndex>>;
template <int Rank>
using indices = std::array<Eigen::DenseIndex, static_cast<std::size_t>(Rank)>;

/// A pool, and the device on it that expressions are evaluated by.
struct workers {
    explicit workers(int threads) : pool(threads), device(&pool, threads) {}
    Eigen::ThreadPool pool;
    Eigen::ThreadPoolDevice device;
};

/// Extents of an operand, 1 on stretched axes, and how often each axis is repeated.
template <int Rank>
struct stretched {
    indices<Rank> extents, times;
    bool is_whole = true;
};

template <int Rank>
bool describe(const merged_layout& layout, std::size_t operand, stretched<Rank>& made) {
    std::int64_t wanted = 1;
    for (std::size_t axis = Rank; axis-- > 0;) {
        const bool repeats = layout.strides[operand][axis] == 0;
        made.extents[axis] = repeats ? 1 : layout.extents[axis];
        made.times[axis] = repeats ? layout.extents[axis] : 1;
        if (repeats) made.is_whole = false;
        else if (layout.strides[operand][axis] != wanted) return false;
        wanted *= made.extents[axis];
    }
    return true;
}

template <class T, int Rank, class Body>
batch binary(const problem& asked, const merged_layout& layout, Body body) {
    stretched<Rank> a, b;
    if (!describe<Rank>(layout, 0, a) || !describe<Rank>(layout, 1, b)) return {};
    indices<Rank> extents;
    for (std::size_t axis = 0; axis < Rank; ++axis) extents[axis] = layout.extents[axis];
    const const_tensor<T, Rank> x(static_cast<const T*>(asked.work.input_data()[0]), a.extents);
    const const_tensor<T, Rank> y(static_cast<const T*>(asked.work.input_data()[1]), b.extents);
    tensor<T, Rank> z(static_cast<T*>(asked.work.output_data()), extents);
    const auto with = std::make_shared<workers>(asked.threads);
    if (a.is_whole && b.is_whole) {
        return repeated([=]() mutable { z.device(with->device) = body(x, y); });
    }
    if (a.is_whole) return repeated([=]() mutable { z.device(with->device) = body(x, y.broadcast(b.times)); });
    return repeated([=]() mutable { z.device(with->device) = body(x.broadcast(a.times), y.broadcast(b.times)); });
}

template <class T, class Body>
batch of_rank(const problem& asked, Body body) {
    const merged_layout layout = merge_axes(asked.row);
    switch (layout.rank()) {
        case 1: return binary<T, 1>(asked, layout, body);
        case 2: return binary<T, 2>(asked, layout, body);
        case 3: return binary<T, 3>(asked, layout, body);
        case 4: return binary<T, 4>(asked, layout, body);
        case 6: return binary<T, 6>(asked, layout, body);
        default: return {};
    }
}

template <class T, int Rank>
batch shuffled(const problem& asked, const std::vector<std::int64_t>& perm) {
    const operand_layout& operand = asked.row.operands[0];
    indices<Rank> in_memory, extents, order;
    for (std::size_t place = 0; place < Rank; ++place) {
        const std::size_t axis = static_cast<std::size_t>(perm[place]);
        in_memory[place] = operand.shape[axis];
        extents[place] = asked.row.output[place];
        order[axis] = static_cast<Eigen::DenseIndex>(place);
    }
    const const_tensor<T, Rank> x(static_cast<const T*>(asked.work.input_data()[0]), in_memory);
    tensor<T, Rank> z(static_cast<T*>(asked.work.output_data()), extents);
    return repeated(
        [=, with = std::make_shared<workers>(asked.threads)]() mutable { z.device(with->device) = x.shuffle(order); });
}

template <class T>
batch copied(const problem& asked) {
    std::vector<std::int64_t> perm;
    if (is_plain(asked.row.operands[0]) || !is_permuted(asked.row.operands[0], perm)) return {};
    if (perm.size() == 2) return shuffled<T, 2>(asked, perm);
    if (perm.size() == 4) return shuffled<T, 4>(asked, perm);
    return {};
}

template <class T, class Body>
batch unary(const problem& asked, Body body) {
    const indices<1> extent = {asked.work.elements()};
    const const_tensor<T, 1> x(static_cast<const T*>(asked.work.input_data()[0]), extent);
    tensor<T, 1> z(static_cast<T*>(asked.work.output_data()), extent);
    return repeated(
        [=, with = std::make_shared<workers>(asked.threads)]() mutable { z.device(with->device) = body(x); });
}

class eigen_tensor_peer : public peer {
public:
    const char* name() const override { return "Eigen Tensor"; }
    std::string version() const override { return eigen_version(); }
    batch prepare(const problem& asked) override {
        const bench_case& row = asked.row;
        const auto sum = [](const auto& x, const auto& y) { return x + y; };
        if (row.which == op::add) {
            return with_type<float, double, std::int8_t>(row.type, [&]<class T>() { return of_rank<T>(asked, sum); });
        }
        if (row.which == op::identity) {
            return with_type<float, std::int8_t>(row.type, [&]<class T>() { return copied<T>(asked); });
        }
        if (row.type != dtype::f32 || row.operands.size() != 1 || !is_plain(row.operands[0])) return {};
        switch (row.which) {
            case op::exp: return unary<float>(asked, [](const auto& x) { return x.exp(); });
            case op::log: return unary<float>(asked, [](const auto& x) { return x.log(); });
            case op::tanh: return unary<float>(asked, [](const auto& x) { return x.tanh(); });
            case op::sigmoid: return unary<float>(asked, [](const auto& x) { return x.sigmoid(); });
            default: return {};
        }
    }
};

}  // namespace

std::unique_ptr<peer> make_eigen_tensor() { return std::make_unique<eigen_tensor_peer>(); }

}  // namespace zerostride::bench
