#include "accuracy/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "accuracy/hard_cases.hpp"

namespace zerostride::accuracy {
namespace {

/// Random numbers that follow from the position of an input alone (SplitMix64).
class random_bits {
public:
    explicit random_bits(std::uint64_t stream) : state_(stream * 0xd1342543de82ef95u) { next(); }
    std::uint64_t next() noexcept {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    std::uint64_t below(std::uint64_t bound) noexcept { return next() % bound; }
    int between(int first, int last) noexcept {
        return first + static_cast<int>(below(static_cast<std::uint64_t>(last - first + 1)));
    }
    bool one_in(std::uint64_t n) noexcept { return below(n) == 0; }
    /// Uniform in [0, 1).
    double part() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double within(double reach) noexcept { return reach * (2.0 * part() - 1.0); }
    /// The exponents from `first` to `last` are equally likely, and both signs.
    double magnitude(int first, int last) noexcept {
        const double m = std::ldexp(1.0 + part(), between(first, last));
        return one_in(2) ? -m : m;
    }

private:
    std::uint64_t state_;
};

constexpr double half_pi = 0x1.921fb54442d18p+0;

/// The exponents of a type's powers of two, and where its exponentials end.
struct range {
    int least, most;
    double exponential;
};
constexpr range range_of(dtype type) noexcept {
    return type == dtype::f16   ? range{-24, 15, 18.0}
           : type == dtype::f32 ? range{-149, 127, 105.0}
                                : range{-1074, 1023, 750.0};
}

/// A number that shows where functions of one operand are weak.
double number(random_bits& random, dtype type) {
    const range in = range_of(type);
    switch (random.below(12)) {
        case 0:
        case 1: return random.magnitude(in.least, in.most);
        case 2: return random.within(1.0);
        case 3: return random.within(4.0);
        case 4: return random.within(40.0);
        case 5: return random.within(in.exponential);
        case 6: return random.within(std::ldexp(1.0, std::min(21, in.most)));
        // Next to multiples of pi/2, where sines and cosines vanish.
        case 7: return std::round(std::ldexp(random.within(1.0), random.between(0, std::min(60, in.most)))) * half_pi;
        case 8: return std::copysign(1.0 + std::ldexp(random.within(1.0), -random.between(0, 52)), random.within(1.0));
        case 9: return random.magnitude(std::max(-80, in.least), 0);
        case 10: return random.magnitude(in.least, 0);
        default: return random.within(10.0);
    }
}

/// A base and an exponent, mostly such that the power is inside the range.
void power_operands(random_bits& random, dtype type, double& x, double& y) {
    const range in = range_of(type);
    switch (random.below(8)) {
        case 0:
            x = number(random, type);
            y = number(random, type);
            return;
        case 1:
        case 2:
            // Powers that are numbers or ties themselves.
            x = static_cast<double>(random.between(1, 4096)) * std::ldexp(1.0, random.between(-12, 4));
            y = static_cast<double>(random.between(-40, 40)) * (random.one_in(2) ? 1.0 : 0.25);
            if (random.one_in(3)) x = -x;
            return;
        case 3: x = 1.0 + random.magnitude(-20, -2) * (type == dtype::f64 ? random.part() : 1.0); break;
        case 4: x = 10.0 * random.part(); break;
        default: x = std::fabs(random.magnitude(in.least, in.most)); break;
    }
    y = random.within(in.exponential) / (std::fabs(std::log(x)) + 0x1p-60);
}

double sample(const function& f, dtype type, std::uint64_t i, double& y) {
    random_bits random(i * 64 + static_cast<std::uint64_t>(f.which));
    double x = 0.0;
    if (f.which == op::pow) {
        power_operands(random, type, x, y);
        return x;
    }
    x = number(random, type);
    // Powers of 2 end elsewhere than those of e.
    if (f.which == op::exp2 && random.one_in(2)) x *= 0x1.71547652b82fep0;
    if (f.arity() > 1) y = random.one_in(3) ? number(random, type) : random.within(4.0);
    return x;
}

/// hi with a low part: usually random bits right behind it, sometimes none, or bits further down.
real with_low_part(double hi, random_bits random) {
    if (!std::isfinite(hi) || hi == 0.0 || random.one_in(8)) return {hi, 0.0};
    const int gap = random.one_in(6) ? random.between(0, 119) : 0;
    const double lo = random.within(std::ldexp(1.0, std::ilogb(hi) - 53 - gap));
    return hi + lo == hi ? real{hi, lo == 0.0 ? 0.0 : lo} : real{hi, 0.0};
}
element_bits element_of(dtype type, double value, std::uint64_t stream) {
    if (type != dtype::real) return {bits_of(type, value), 0};
    const real pair = with_low_part(value, random_bits(~stream));
    return {bits_of(dtype::f64, pair.hi), bits_of(dtype::f64, pair.lo)};
}

/// Zeros, ends of ranges, borders of definitions, of saturation, of the ways that functions are computed.
constexpr double special_points[] = {0.0,
                                     0x1p-126,
                                     0x1p-24,
                                     0x1p-12,
                                     0.25,
                                     0.5,
                                     0.693147180559945,
                                     1.0,
                                     half_pi,
                                     2.0,
                                     3.0,
                                     3.92,
                                     4.0,
                                     5.9,
                                     2 * half_pi,
                                     8.31,
                                     9.01,
                                     10.0,
                                     14.0,
                                     16.63,
                                     17.0,
                                     20.0,
                                     28.0,
                                     32.0,
                                     37.0,
                                     40.0,
                                     60.0,
                                     64.0,
                                     87.33,
                                     88.02,
                                     88.72,
                                     89.41,
                                     100.0,
                                     103.97,
                                     0x1p8,
                                     0x1p10,
                                     709.78,
                                     710.47,
                                     745.13,
                                     0x1p16,
                                     0x1p23,
                                     0x1p24,
                                     0x1p31,
                                     0x1p53,
                                     0x1p60,
                                     0x1p63,
                                     0x1p100,
                                     0x1p126,
                                     0x1p127,
                                     std::numeric_limits<double>::infinity()};
constexpr int neighbours = 40;

std::vector<operands> listed_of(const function& f, dtype type) {
    std::vector<operands> made;
    if (f.arity() > 1 || type == dtype::real) return made;
    const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
    const auto add = [&](double value) {
        const std::uint64_t bits = bits_of(type, std::fabs(value));
        for (std::uint64_t at = bits < neighbours ? 0 : bits - neighbours; at <= bits + neighbours; ++at) {
            made.push_back({{at, 0}, {}});
            made.push_back({{at | sign, 0}, {}});
        }
    };
    for (const double point : special_points) add(point);
    if (f.which == op::exp2) {
        for (const double end : {14.5, 25.0, 126.0, 128.0, 149.0, 150.0, 1022.0, 1074.0, 1075.0}) add(end);
    }
    if (f.which == op::erfc) {
        for (const double end : {3.1, 3.51, 9.19, 10.06, 26.54, 27.22}) add(end);
    }
    if (f.which == op::log10) {
        for (double power = 100.0; power < 1e23; power *= 10.0) add(power);
    }
    for (const double argument : hard_cases(f, type)) add(argument);
    return made;
}

}  // namespace

sweep::sweep(const function& f, dtype type, bool exhaustive, std::uint64_t samples)
    : of_(f), type_(type), is_complete_(f.arity() == 1 && (type == dtype::f16 || (type == dtype::f32 && exhaustive))) {
    if (is_complete_) {
        samples_ = std::uint64_t{1} << (8 * size_of(type));
        return;
    }
    samples_ = samples;
    listed_ = listed_of(f, type);
}

operands sweep::operator[](std::uint64_t i) const {
    if (is_complete_) return {{i, 0}, {}};
    if (i >= samples_) return listed_[i - samples_];
    if (type_ == dtype::f32 && of_.arity() == 1) {
        constexpr std::uint64_t all = std::uint64_t{1} << 32;
        if (samples_ >= all) return {{i % all, 0}, {}};
        const std::uint64_t first = (i << 32) / samples_, last = ((i + 1) << 32) / samples_;
        return {{first + random_bits(i).below(std::max<std::uint64_t>(last - first, 1)), 0}, {}};
    }
    double y = 0.0;
    const double x = sample(of_, type_, i, y);
    return {element_of(type_, x, 2 * i), element_of(type_, y, 2 * i + 1)};
}

std::string sweep::name() const { return is_complete_ ? "every" : std::to_string(samples_); }

}  // namespace zerostride::accuracy
