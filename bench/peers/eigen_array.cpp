// Eigen's arrays: the layout is known when the program is compiled, as maps and replicated vectors. One thread.
#include <Eigen/Core>

#include "bench/peers/eigen.hpp"
#include "bench/peers/layout.hpp"

namespace zerostride::bench {
namespace {

using Eigen::Dynamic;
using Eigen::Index;

template <class T>
using dense_array = Eigen::Array<T, Dynamic, Dynamic, Eigen::RowMajor>;
template <class T>
using flat_array = Eigen::Array<T, Dynamic, 1>;
template <class T>
using row_array = Eigen::Array<T, 1, Dynamic, Eigen::RowMajor>;

/// What a case says, by types: expressions are made in every run, as a program would.
template <class T, class Result, class Body>
struct runner {
    const problem& asked;
    Index rows, cols;
    Body body;

    const T* in(std::size_t i) const { return static_cast<const T*>(asked.work.input_data()[i]); }
    Result* out() const { return static_cast<Result*>(asked.work.output_data()); }

    batch flat() const {
        return repeated([x = in(0), y = in(1), z = out(), n = rows * cols, f = body] {
            Eigen::Map<flat_array<Result>>(z, n) =
                f(Eigen::Map<const flat_array<T>>(x, n), Eigen::Map<const flat_array<T>>(y, n)).template cast<Result>();
        });
    }
    template <class X, class Y>
    batch matrices(X x, Y y) const {
        return repeated([x, y, z = out(), m = rows, n = cols, f = body] {
            Eigen::Map<dense_array<Result>>(z, m, n) = f(x(m, n), y(m, n)).template cast<Result>();
        });
    }

    // How one operand lies.
    auto dense(std::size_t i) const {
        return [p = in(i)](Index m, Index n) { return Eigen::Map<const dense_array<T>>(p, m, n); };
    }
    auto row(std::size_t i) const {
        return [p = in(i)](Index m, Index n) {
            using vector = Eigen::Map<const row_array<T>>;
            return Eigen::Replicate<vector, Dynamic, 1>(vector(p, n), m, 1);
        };
    }
    auto column(std::size_t i) const {
        return [p = in(i)](Index m, Index n) {
            using vector = Eigen::Map<const flat_array<T>>;
            return Eigen::Replicate<vector, 1, Dynamic>(vector(p, m), 1, n);
        };
    }
    auto splat(std::size_t i) const {
        return [p = in(i)](Index m, Index n) { return dense_array<T>::Constant(m, n, *p); };
    }
    auto transposed(std::size_t i) const {
        return [p = in(i)](Index m, Index n) {
            return Eigen::Map<const Eigen::Array<T, Dynamic, Dynamic, Eigen::ColMajor>>(p, m, n);
        };
    }
    auto padded(std::size_t i, Index stride) const {
        return [p = in(i), stride](Index m, Index n) {
            return Eigen::Map<const dense_array<T>, Eigen::Unaligned, Eigen::OuterStride<>>(
                p, m, n, Eigen::OuterStride<>(stride));
        };
    }
};

template <class T, class Result, bool Broadcasts, class Body>
batch binary(const problem& asked, Body body) {
    const merged_layout layout = merge_axes(asked.row);
    std::int64_t rows, cols;
    if (!as_matrix(layout, rows, cols)) return {};
    const runner<T, Result, Body> with{asked, rows, cols, body};
    const pattern x = pattern_of(layout, 0), y = pattern_of(layout, 1);
    if (x == pattern::dense && y == pattern::dense) return with.flat();
    if constexpr (Broadcasts) {
        if (x == pattern::dense && y == pattern::row) return with.matrices(with.dense(0), with.row(1));
        if (x == pattern::dense && y == pattern::column) return with.matrices(with.dense(0), with.column(1));
        if (x == pattern::dense && y == pattern::splat) return with.matrices(with.dense(0), with.splat(1));
        if (x == pattern::splat && y == pattern::dense) return with.matrices(with.splat(0), with.dense(1));
        if (x == pattern::column && y == pattern::row) return with.matrices(with.column(0), with.row(1));
        if (x == pattern::dense && y == pattern::transposed) return with.matrices(with.dense(0), with.transposed(1));
        if (x == pattern::dense && y == pattern::padded) {
            return with.matrices(with.dense(0), with.padded(1, layout.strides[1][0]));
        }
    }
    return {};
}

template <class T, bool Broadcasts>
batch arithmetic(const problem& asked) {
    switch (asked.row.which) {
        case op::add: return binary<T, T, Broadcasts>(asked, [](const auto& x, const auto& y) { return x + y; });
        case op::sub: return binary<T, T, false>(asked, [](const auto& x, const auto& y) { return x - y; });
        case op::mul: return binary<T, T, Broadcasts>(asked, [](const auto& x, const auto& y) { return x * y; });
        case op::div: return binary<T, T, false>(asked, [](const auto& x, const auto& y) { return x / y; });
        case op::max: return binary<T, T, Broadcasts>(asked, [](const auto& x, const auto& y) { return x.max(y); });
        case op::min: return binary<T, T, false>(asked, [](const auto& x, const auto& y) { return x.min(y); });
        case op::less: return binary<T, bool, false>(asked, [](const auto& x, const auto& y) { return x < y; });
        case op::equal: return binary<T, bool, Broadcasts>(asked, [](const auto& x, const auto& y) { return x == y; });
        default: return {};
    }
}

template <class T, class Result, class Body>
batch unary(const problem& asked, Body body) {
    return repeated([x = static_cast<const T*>(asked.work.input_data()[0]),
                     z = static_cast<Result*>(asked.work.output_data()), n = asked.work.elements(),
                     body] { Eigen::Map<flat_array<Result>>(z, n) = body(Eigen::Map<const flat_array<T>>(x, n)); });
}

template <class T>
batch function(const problem& asked) {
    const auto of = [&](auto body) { return unary<T, T>(asked, body); };
    switch (asked.row.which) {
        case op::relu: return of([](const auto& x) { return x.max(T(0)); });
        case op::abs: return of([](const auto& x) { return x.abs(); });
        case op::neg: return of([](const auto& x) { return -x; });
        case op::sqrt: return of([](const auto& x) { return x.sqrt(); });
        case op::rsqrt: return of([](const auto& x) { return x.rsqrt(); });
        case op::reciprocal: return of([](const auto& x) { return x.inverse(); });
        case op::ceil: return of([](const auto& x) { return x.ceil(); });
        case op::floor: return of([](const auto& x) { return x.floor(); });
        case op::round: return of([](const auto& x) { return x.rint(); });
        case op::exp: return of([](const auto& x) { return x.exp(); });
        case op::log: return of([](const auto& x) { return x.log(); });
        case op::log1p: return of([](const auto& x) { return x.log1p(); });
        case op::log2: return of([](const auto& x) { return x.log2(); });
        case op::expm1: return of([](const auto& x) { return x.expm1(); });
        case op::sin: return of([](const auto& x) { return x.sin(); });
        case op::cos: return of([](const auto& x) { return x.cos(); });
        case op::tanh: return of([](const auto& x) { return x.tanh(); });
        case op::sigmoid: return of([](const auto& x) { return x.logistic(); });
        default: return {};
    }
}

template <class From>
batch cast_from(const problem& asked) {
    return with_type<Eigen::half, float, std::int8_t, std::uint8_t, std::int32_t>(asked.row.result(), [&]<class To>() {
        return unary<From, To>(asked, [](const auto& x) { return x.template cast<To>(); });
    });
}

/// A dense copy of an operand in another order of its two axes.
template <class T>
batch copy(const problem& asked) {
    const merged_layout layout = merge_axes(asked.row);
    std::int64_t rows, cols;
    if (!as_matrix(layout, rows, cols)) return {};
    const T* const x = static_cast<const T*>(asked.work.input_data()[0]);
    T* const z = static_cast<T*>(asked.work.output_data());
    switch (pattern_of(layout, 0)) {
        case pattern::transposed:
            return repeated([=, m = rows, n = cols] {
                Eigen::Map<dense_array<T>>(z, m, n) =
                    Eigen::Map<const Eigen::Array<T, Dynamic, Dynamic, Eigen::ColMajor>>(x, m, n);
            });
        case pattern::row:
            return repeated([=, m = rows, n = cols] {
                Eigen::Map<dense_array<T>>(z, m, n).rowwise() = Eigen::Map<const row_array<T>>(x, n);
            });
        case pattern::column:
            return repeated([=, m = rows, n = cols] {
                Eigen::Map<dense_array<T>>(z, m, n).colwise() = Eigen::Map<const flat_array<T>>(x, m);
            });
        case pattern::splat: return repeated([=, n = rows * cols] { Eigen::Map<flat_array<T>>(z, n).setConstant(*x); });
        default: return {};
    }
}

template <class T>
batch select(const problem& asked) {
    for (const operand_layout& operand : asked.row.operands) {
        if (!is_plain(operand) || operand.shape != asked.row.output) return {};
    }
    return repeated([c = static_cast<const bool*>(asked.work.input_data()[0]),
                     x = static_cast<const T*>(asked.work.input_data()[1]),
                     y = static_cast<const T*>(asked.work.input_data()[2]),
                     z = static_cast<T*>(asked.work.output_data()), n = asked.work.elements()] {
        Eigen::Map<flat_array<T>>(z, n) = Eigen::Map<const flat_array<bool>>(c, n).select(
            Eigen::Map<const flat_array<T>>(x, n), Eigen::Map<const flat_array<T>>(y, n));
    });
}

/// By element type alone.
template <class T>
batch moved(const problem& asked) {
    return asked.row.which == op::where ? select<T>(asked) : copy<T>(asked);
}

class eigen_array_peer : public peer {
public:
    const char* name() const override { return "Eigen Array"; }
    std::string version() const override { return eigen_version(); }
    batch prepare(const problem& asked) override {
        const bench_case& row = asked.row;
        if (row.which == op::where || row.which == op::identity) {
            return with_type<float, double, std::int8_t>(row.type, [&]<class T>() { return moved<T>(asked); });
        }
        if (row.operands.size() == 2) {
            const batch made =
                with_type<float, std::int8_t>(row.type, [&]<class T>() { return arithmetic<T, true>(asked); });
            if (made) return made;
            return with_type<double, std::int32_t, std::int64_t, Eigen::half>(
                row.type, [&]<class T>() { return arithmetic<T, false>(asked); });
        }
        if (row.operands.size() != 1 || !is_plain(row.operands[0]) || row.operands[0].shape != row.output) return {};
        if (row.which == op::cast) {
            return with_type<float, Eigen::half, std::int32_t, std::int64_t, std::uint8_t>(
                row.type, [&]<class From>() { return cast_from<From>(asked); });
        }
        return with_type<float, double>(row.type, [&]<class T>() { return function<T>(asked); });
    }
};

}  // namespace

std::unique_ptr<peer> make_eigen_array() { return std::make_unique<eigen_array_peer>(); }

}  // namespace zerostride::bench
