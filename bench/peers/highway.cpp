// Highway: the functions of its contrib/math in a plain loop, for this machine's instruction set. One thread, whatever
// is asked for.
#define HWY_COMPILE_ONLY_STATIC
#include <hwy/highway.h>
// After it: it opens Highway's namespace for the same instruction set.
#include <hwy/contrib/math/math-inl.h>

#include "bench/peers/layout.hpp"

namespace zerostride::bench {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// A function of vectors over a dense tensor of T; `f` takes a tag and a vector.
template <class T, class Function>
batch loop_of(Function f, const problem& asked) {
    return repeated([f, x = static_cast<const T*>(asked.work.input_data()[0]),
                     z = static_cast<T*>(asked.work.output_data()),
                     count = static_cast<std::size_t>(asked.work.elements())] {
        const hn::ScalableTag<T> tag;
        const std::size_t lanes = hn::Lanes(tag);
        std::size_t i = 0;
        for (; i + lanes <= count; i += lanes) hn::StoreU(f(tag, hn::LoadU(tag, x + i)), tag, z + i);
        if (i == count) return;
        const auto rest = hn::FirstN(tag, count - i);
        hn::BlendedStore(f(tag, hn::MaskedLoad(rest, tag, x + i)), rest, tag, z + i);
    });
}

template <class T>
batch function_of(const problem& asked) {
#define ZS_ROW(which, function) \
    case op::which: return loop_of<T>([](auto tag, auto x) { return hn::function(tag, x); }, asked)
    switch (asked.row.which) {
        ZS_ROW(acos, Acos);
        ZS_ROW(acosh, Acosh);
        ZS_ROW(asin, Asin);
        ZS_ROW(asinh, Asinh);
        ZS_ROW(atan, Atan);
        ZS_ROW(atanh, Atanh);
        ZS_ROW(cos, Cos);
        ZS_ROW(exp, Exp);
        ZS_ROW(expm1, Expm1);
        ZS_ROW(log, Log);
        ZS_ROW(log10, Log10);
        ZS_ROW(log1p, Log1p);
        ZS_ROW(log2, Log2);
        ZS_ROW(sin, Sin);
        ZS_ROW(sinh, Sinh);
        ZS_ROW(tanh, Tanh);
        default: return {};
    }
#undef ZS_ROW
}

class highway_peer : public peer {
public:
    const char* name() const override { return "Highway"; }
    std::string version() const override {
        return std::to_string(HWY_MAJOR) + "." + std::to_string(HWY_MINOR) + "." + std::to_string(HWY_PATCH) + " (" +
               hwy::TargetName(HWY_STATIC_TARGET) + ")";
    }
    batch prepare(const problem& asked) override {
        const bench_case& row = asked.row;
        if (row.operands.size() != 1 || !is_plain(row.operands[0]) || row.operands[0].shape != row.output) return {};
        if (row.type == dtype::f32) return function_of<float>(asked);
        if (row.type == dtype::f64) return function_of<double>(asked);
        return {};
    }
};

}  // namespace

std::unique_ptr<peer> make_highway() { return std::make_unique<highway_peer>(); }

}  // namespace zerostride::bench
