// SLEEF: vectors of functions in a plain loop, in both of its accuracies. One thread, whatever is asked for.
#include <immintrin.h>
#include <sleef.h>

#include <algorithm>

#include "bench/peers/layout.hpp"

// What SLEEF's names and vectors are called on this instruction set.
#if defined(__AVX512F__)
#define ZS_SLEEF(function, accuracy) Sleef_##function##f16_##accuracy##avx512f, Sleef_##function##d8_##accuracy##avx512f
#elif defined(__AVX2__)
#define ZS_SLEEF(function, accuracy) Sleef_##function##f8_##accuracy##avx2, Sleef_##function##d4_##accuracy##avx2
#endif

namespace zerostride::bench {
namespace {

#if defined(__AVX512F__)
using float_function = decltype(&Sleef_expf16_u10avx512f);
using double_function = decltype(&Sleef_expd8_u10avx512f);
inline __m512 load(const float* at) { return _mm512_loadu_ps(at); }
inline __m512d load(const double* at) { return _mm512_loadu_pd(at); }
inline void store(float* at, __m512 x) { _mm512_storeu_ps(at, x); }
inline void store(double* at, __m512d x) { _mm512_storeu_pd(at, x); }
#elif defined(__AVX2__)
using float_function = decltype(&Sleef_expf8_u10avx2);
using double_function = decltype(&Sleef_expd4_u10avx2);
inline __m256 load(const float* at) { return _mm256_loadu_ps(at); }
inline __m256d load(const double* at) { return _mm256_loadu_pd(at); }
inline void store(float* at, __m256 x) { _mm256_storeu_ps(at, x); }
inline void store(double* at, __m256d x) { _mm256_storeu_pd(at, x); }
#endif

#if defined(ZS_SLEEF)
struct function {
    op which;
    float_function f32;
    double_function f64;
};
#define ZS_ROW(which, function, accuracy) \
    { op::which, ZS_SLEEF(function, accuracy) }
constexpr function accurate[] = {
    ZS_ROW(exp, exp, u10),     ZS_ROW(log, log, u10),     ZS_ROW(sin, sin, u10),   ZS_ROW(cos, cos, u10),
    ZS_ROW(tan, tan, u10),     ZS_ROW(asin, asin, u10),   ZS_ROW(acos, acos, u10), ZS_ROW(atan, atan, u10),
    ZS_ROW(sinh, sinh, u10),   ZS_ROW(cosh, cosh, u10),   ZS_ROW(tanh, tanh, u10), ZS_ROW(asinh, asinh, u10),
    ZS_ROW(acosh, acosh, u10), ZS_ROW(atanh, atanh, u10), ZS_ROW(erf, erf, u10),   ZS_ROW(erfc, erfc, u15),
    ZS_ROW(exp2, exp2, u10),   ZS_ROW(expm1, expm1, u10), ZS_ROW(log2, log2, u10), ZS_ROW(log10, log10, u10),
    ZS_ROW(log1p, log1p, u10), ZS_ROW(cbrt, cbrt, u10)};
constexpr function quick[] = {ZS_ROW(log, log, u35),   ZS_ROW(sin, sin, u35),   ZS_ROW(cos, cos, u35),
                              ZS_ROW(tan, tan, u35),   ZS_ROW(asin, asin, u35), ZS_ROW(acos, acos, u35),
                              ZS_ROW(atan, atan, u35), ZS_ROW(sinh, sinh, u35), ZS_ROW(cosh, cosh, u35),
                              ZS_ROW(tanh, tanh, u35), ZS_ROW(exp2, exp2, u35), ZS_ROW(log2, log2, u35),
                              ZS_ROW(cbrt, cbrt, u35)};
#undef ZS_ROW

template <class T, class Function>
batch loop_of(Function f, const problem& asked) {
    return repeated([f, x = static_cast<const T*>(asked.work.input_data()[0]),
                     z = static_cast<T*>(asked.work.output_data()), count = asked.work.elements()] {
        constexpr std::int64_t lanes = sizeof(load(static_cast<const T*>(nullptr))) / sizeof(T);
        std::int64_t i = 0;
        for (; i + lanes <= count; i += lanes) store(z + i, f(load(x + i)));
        if (i == count) return;
        T rest[lanes] = {};
        std::copy(x + i, x + count, rest);
        store(rest, f(load(rest)));
        std::copy(rest, rest + (count - i), z + i);
    });
}

template <std::size_t Count>
batch find(const function (&table)[Count], const problem& asked) {
    const bench_case& row = asked.row;
    if (row.operands.size() != 1 || !is_plain(row.operands[0]) || row.operands[0].shape != row.output) return {};
    for (const function& each : table) {
        if (each.which != row.which) continue;
        if (row.type == dtype::f32) return loop_of<float>(each.f32, asked);
        if (row.type == dtype::f64) return loop_of<double>(each.f64, asked);
    }
    return {};
}
#endif

class sleef_peer : public peer {
public:
    explicit sleef_peer(bool is_quick) : is_quick_(is_quick) {}
    const char* name() const override { return is_quick_ ? "SLEEF 3.5 ulp" : "SLEEF 1.0 ulp"; }
    std::string version() const override {
        return std::to_string(SLEEF_VERSION_MAJOR) + "." + std::to_string(SLEEF_VERSION_MINOR) + "." +
               std::to_string(SLEEF_VERSION_PATCHLEVEL);
    }
    batch prepare([[maybe_unused]] const problem& asked) override {
#if defined(ZS_SLEEF)
        return is_quick_ ? find(quick, asked) : find(accurate, asked);
#else
        return {};
#endif
    }

private:
    bool is_quick_;
};

}  // namespace

std::unique_ptr<peer> make_sleef() { return std::make_unique<sleef_peer>(false); }
std::unique_ptr<peer> make_sleef_quick() { return std::make_unique<sleef_peer>(true); }

}  // namespace zerostride::bench
