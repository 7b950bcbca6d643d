#include "dispatch/plan/cost.hpp"

#include <algorithm>

#include "dispatch/fp_environment.hpp"
#include "dispatch/processor.hpp"

namespace zerostride::detail {
namespace {

/// Picoseconds of arithmetic for an element, beyond moving it, on one core: measured on AMD's Zen 5 at 16,384 elements,
/// and a quarter added for slower processors.
struct cost {
    double avx512, avx2, baseline;

    double on(isa with) const noexcept {
        switch (with) {
            case isa::avx512:
            case isa::avx512_fp16: return avx512;
            case isa::avx2: return avx2;
            // Not measured. Half of AVX2's lanes, and all of its instructions that the baseline lacks.
            case isa::neon: return 2 * avx2;
            default: return baseline;
        }
    }
};
constexpr cost free_of_cost = {0, 0, 0};
constexpr cost times(double factor, const cost& c) noexcept {
    return {factor * c.avx512, factor * c.avx2, factor * c.baseline};
}

/// Of a function of floats, correctly rounded, with AVX2.
double picoseconds_of_function(op which) noexcept {
    switch (which) {
        case op::softsign: return 300;
        case op::rsqrt: return 600;
        case op::log:
        case op::log2:
        case op::log10:
        case op::log1p:
        case op::atan:
        case op::atanh:
        case op::mish:
        case op::swish:
        case op::swiglu: return 1200;
        case op::cbrt:
        case op::erf:
        case op::gelu:
        case op::acosh:
        case op::asinh:
        case op::softplus:
        case op::erfc: return 1700;
        case op::pow: return 3500;
        default: return 900;
    }
}
cost cost_of_function(op which, dtype type, bool is_fast) noexcept {
    // Without fused multiplications and conversions of halves the baseline makes do with instructions for integers.
    const cost beside_avx2 = type == dtype::f64   ? cost{0.7, 2, 30}
                             : type == dtype::f16 ? cost{0.3, 0.6, 5}
                             : is_fast            ? cost{0.15, 0.4, 20}
                                                  : cost{0.4, 1, 3};
    return times(picoseconds_of_function(which), beside_avx2);
}

cost cost_of_cast(dtype from) noexcept {
    switch (info(from).kind) {
        case type_kind::real: return {300, 700, 1000};
        case type_kind::floating:
            return from == dtype::f64 ? cost{40, 200, 400} : from == dtype::f16 ? cost{30, 80, 600} : cost{20, 30, 100};
        default: return size_of(from) == 8 ? cost{30, 60, 150} : cost{20, 40, 100};
    }
}
cost cost_of_division(dtype type, bool is_remainder) noexcept {
    switch (info(type).kind) {
        case type_kind::real: return is_remainder ? cost{500e3, 500e3, 500e3} : cost{600, 1500, 7000};
        case type_kind::floating:
            if (is_remainder) return {900, 1100, 8000};
            return type == dtype::f64   ? cost{60, 200, 500}
                   : type == dtype::f16 ? cost{40, 60, 2000}
                                        : cost{20, 40, 120};
        default: {
            const double factor = is_remainder ? 1.6 : 1;
            return times(factor, size_of(type) == 8   ? cost{350, 500, 2000}
                                 : size_of(type) == 4 ? cost{150, 350, 800}
                                                      : cost{90, 170, 450});
        }
    }
}
cost cost_of_root(dtype type) noexcept {
    switch (type) {
        case dtype::real: return {500, 1200, 5000};
        case dtype::f64: return {100, 450, 1000};
        case dtype::f16: return {50, 120, 1500};
        default: return {25, 120, 300};
    }
}

/// What is too little to matter counts as nothing.
cost cost_of(op which, dtype type, bool is_fast) noexcept {
    const op_family family = info(which).family;
    const type_kind kind = info(type).kind;
    if (family == op_family::move || family == op_family::logic) return free_of_cost;
    const bool is_function = family == op_family::math || family == op_family::libm || family == op_family::sigmoidal;
    if (is_function || family == op_family::power) {
        if (kind == type_kind::real) return {20e3, 35e3, 130e3};
        if (kind == type_kind::floating) return cost_of_function(which, type, is_fast);
        return {2000, 2500, 5000};
    }
    if (family == op_family::cast) return cost_of_cast(type);
    if (which == op::quantize_linear) {
        return type == dtype::f16   ? cost{100, 200, 3500}
               : type == dtype::f64 ? cost{100, 300, 600}
                                    : cost{50, 100, 250};
    }
    if (which == op::dequantize_linear) return size_of(type) == 4 ? cost{350, 1300, 3000} : cost{0, 30, 120};
    if (which == op::div || which == op::mod) return cost_of_division(type, which == op::mod);
    if (which == op::sqrt) return cost_of_root(type);
    switch (kind) {
        case type_kind::text: return {1500, 1500, 1500};
        case type_kind::real: return family == op_family::compare ? cost{100, 200, 600} : cost{300, 800, 3500};
        case type_kind::floating: return type == dtype::f16 ? cost{20, 40, 1500} : free_of_cost;
        default: return free_of_cost;
    }
}

}  // namespace

double picoseconds(const arithmetic& what) noexcept {
    const double found = cost_of(what.which, what.type, what.accuracy == accuracy_mode::fast).on(what.with);
    // It may be 2 or 3, and then takes less than a tenth. Taken for that, squares do not wait for threads longer than
    // they take, and other powers do without a second thread up to 0.1 ms.
    return what.has_one_exponent ? found / 10 : found;
}

namespace {

/// Apart: a conversion of what is no whole number traps, too, and compilers move it past the end of an environment.
[[gnu::noinline]] int threads_of_work(const arithmetic& what, std::int64_t elements, std::int64_t bytes,
                                      int most) noexcept {
    // Bytes that move between L2 and the core, or what is beyond it; memory is slower, and then the more threads the
    // better. On Zen 5 sums that leave an eighth of its L2 cache free take one thread 0.65 to 0.8 of the time that they
    // take two, and those that leave none 1.2 to 1.35 times.
    const double picoseconds_per_byte =
        is_zen_5() ? (bytes <= most_in_l2() / 8 * 7 ? 6 : 12) : (bytes <= most_in_l2() ? 12 : 18);
    // To start and join threads that still look for work takes OpenMP a microsecond, on Zen 4: each should have several
    // times as much. Sums of 7 us then take 0.6 of the time by two threads.
    constexpr double worthwhile = 3.5e6;
    const double work =
        static_cast<double>(elements) * picoseconds(what) + static_cast<double>(bytes) * picoseconds_per_byte;
    return static_cast<int>(std::clamp(work / worthwhile, 1.0, static_cast<double>(std::max(most, 1))));
}

}  // namespace

int worthwhile_threads(const arithmetic& what, std::int64_t elements, std::int64_t bytes, int most) noexcept {
    const fp_environment scope;  // not everybody who asks computes
    return threads_of_work(what, elements, bytes, most);
}

namespace {

std::int64_t last_cache_bytes() noexcept { return cpu().l3_bytes > 0 ? cpu().l3_bytes : std::int64_t{32} << 20; }

}  // namespace

// What fits into the last-level cache together is left there: whoever reads the result finds it, and several threads
// write into it many times as fast as past it. Measured beyond that on Zen 4, with a pass that reads the result after
// it: sums of two operands take two thirds of the time by streams, copies three quarters; a fill gains nothing before
// the result is as large as two caches, and takes nearly twice as long when it is as large as one, because a core
// writes 28 GB/s past the caches and 50 into them. On Zen 5 sums and copies gain a quarter and a tenth there, and fills
// break even where the result is as large as one cache.
// A thread alone does not get as much out of that cache. On Zen 4, of 32 MB, streams break even with sums of 12 MB in
// all, with or without a pass that reads the result, and sums of 24 MB take 0.65 of the time, casts to a quarter of the
// bytes and Less 0.75 to 0.85; two threads take 1.4 times as long. Neg breaks even between 22 and 32 MB, as the
// machine's other load has it. Sums with a transposed operand gain a ninth at 17 MB and a quarter from 21 on.
bool worth_streaming(std::int64_t output_bytes, std::int64_t bytes, bool is_alone) noexcept {
    const std::int64_t cache = last_cache_bytes();
    if (output_bytes >= cache && !is_zen_3_or_4()) return true;
    const auto all = static_cast<double>(bytes), most = static_cast<double>(cache);
    const auto output = static_cast<double>(output_bytes);
    if (is_alone && is_zen_4() && 3 * all >= most && all * all * all >= 4 * most * output * output) return true;
    return all >= most && all * all >= 2 * most * output;
}

// What is packed for the next tile waits behind stores that wait for their lines. On Zen 4 sums of 15 to 18 MB in all
// take 0.65 to 0.9 of the time past the caches, 0.85 to 1.05 of it together with a pass that reads the result; of 14 MB
// 0.95 and 1.1. Those of f16 and real, which take longer themselves, lose up to a tenth.
bool worth_streaming_packed(std::int64_t bytes) noexcept { return is_zen_4() && 9 * bytes >= 4 * last_cache_bytes(); }

// Some cores go on computing while ordinary stores wait for their lines, but not beside stores past the caches. Tensors
// of 128 MB take 10 to 35 % less time on Zen 5 for functions that take 0.2 ns and more for 8 bytes in the cache (f32
// Exp 0.34 to 0.29 ns, Tanh 0.45 to 0.35, f64 Sin 0.93 to 0.64), and more for functions that take less. On Zen 4 those
// of f32 that take longer than Exp gain 3 to 10 % (the same with two threads, but for Exp itself, which loses 8), and
// those that take less lose up to a third; where operands and results fit the last-level cache, they gain a quarter.
// The more threads there are, the longer they wait for the memory.
bool outlasts_stores(double computing, std::int64_t bytes, int threads) noexcept {
    const double picoseconds_per_byte = is_zen_4() ? std::max(40, 22 * threads) : 24;
    return (is_zen_4() || is_zen_5()) && computing >= picoseconds_per_byte * static_cast<double>(bytes);
}

bool outlasts_memory(const arithmetic& what) noexcept { return picoseconds(what) >= 500; }

}  // namespace zerostride::detail
