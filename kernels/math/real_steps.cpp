#include "kernels/math/real_steps.hpp"

#include "kernels/math/real_erf.hpp"
#include "kernels/math/real_exp.hpp"
#include "kernels/math/real_tables.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {
namespace reals {

void step_of_exp(const vec<double> (&of)[3], vec<double> (&result)[3]) noexcept {
    const triple x = {of[0], of[1], of[2]};
    const vec<double> k = nearest_integer(x.hi * exp_steps_per_unit);
    const pair a = two_sum(x.hi - k * exp_step[0], -(k * exp_step[1]));
    const pair b = two_sum(a.hi, x.mid);
    const pair r = fast_two_sum(b.hi, (a.lo + b.lo) + (x.lo - k * exp_step[2]));

    const pair power = accurate_product(accurate_product(r, r), evaluate(exp_rest, r));
    const pair p = ordered_sum(r, power);
    const vec<double> n = nearest_integer(k * 0x1p-6 + 0x1p-8);
    const vec<std::int64_t> j = to_integer(row_within(64.0, k - n * 64.0 + 32.0));
    const pair step = {look_up<2>(exp_table[0], j, 0), look_up<2>(exp_table[0], j, 1)};
    const pair y = ordered_sum(step, ordered_sum(p, accurate_product(p, step)));
    result[0] = y.hi, result[1] = y.lo, result[2] = n;
}

void step_of_log(const vec<double> (&of)[4], vec<double> (&to)[3]) noexcept {
    // Subnormal numbers are made normal. The parts of others may be subnormal, too.
    const flags tiny = of[0] < 0x1p-900;
    const vec<double> up = choose(tiny, splat(0x1p120), splat(1.0));
    const vec<double> extra = choose(tiny, of[3] - 120.0, of[3]);
    const triple x = {of[0] * up, of[1] * up, of[2] * up};

    const auto bits = bits_as<vec<std::uint64_t>>(x.hi) - 0x3fe8000000000000u;
    const auto exponent = bits_as<vec<std::int64_t>>((bits + 0x8000000000000000u) >> 52) - 2048;
    const auto cell = bits_as<vec<std::int64_t>>((bits >> 45) & 127u);
    const vec<double> e = from_integer(exponent) + extra;
    // In two steps: 2^-1023 is no normal number.
    const auto half = bits_as<vec<std::int64_t>>((bits + 0x8000000000000000u) >> 53) - 1024;
    const vec<double> down = power_of_two(-half), rest_down = power_of_two(half - exponent);
    const triple m = {x.hi * down * rest_down, x.mid * down * rest_down, x.lo * down * rest_down};

    const vec<double> c = look_up<4>(log_table[0], cell, 0);
    const pair a = two_product(m.hi, c);
    const pair b = two_product(m.mid, c);
    const triple f = sum_of(a.hi - 1.0, a.lo, b.hi, fma(m.lo, c, b.lo));

    // log(1 + f) = f - s (f - R), s = f / (2 + f), R = s^2 (2/3 + 2/5 s^2 + ...)
    const pair near = {f.hi, f.mid};
    const pair s = accurate_quotient(near, ordered_sum(pair_of(2.0, 0.0), near));
    const pair z = accurate_product(s, s);
    const pair correction = accurate_product(s, accurate_sum(near, negate(accurate_product(z, evaluate(log_rest, z)))));

    const vec<double> t0 = look_up<4>(log_table[0], cell, 1);
    const vec<double> t1 = look_up<4>(log_table[0], cell, 2);
    const vec<double> t2 = look_up<4>(log_table[0], cell, 3);
    // From the largest on; each is below the sum before it, or that is zero.
    const pair h1 = fast_two_sum(e * ln2_parts[0], t0);
    const pair h2 = fast_two_sum(h1.hi, f.hi);
    const pair h3 = fast_two_sum(h2.hi, -correction.hi);
    const pair h4 = two_sum(h3.hi, e * ln2_parts[1]);
    const pair l1 = two_sum(h1.lo, h2.lo);
    const pair l2 = two_sum(l1.hi, h3.lo);
    const pair l3 = two_sum(l2.hi, h4.lo);
    const pair l4 = two_sum(l3.hi, t1);
    const pair l5 = two_sum(l4.hi, f.mid);
    const pair l6 = two_sum(l5.hi, -correction.lo);
    const vec<double> last = ((l1.lo + l2.lo) + (l3.lo + l4.lo)) + ((l5.lo + l6.lo) + (t2 + f.lo)) + e * ln2_parts[2];
    const pair leading = fast_two_sum(h4.hi, l6.hi);
    const pair trailing = fast_two_sum(leading.lo, last);
    const pair result = fast_two_sum(leading.hi, trailing.hi);
    to[0] = result.hi, to[1] = result.lo, to[2] = trailing.lo;
}

void step_of_erf(const vec<double> (&of)[5], vec<double> (&result)[3]) noexcept {
    const pair x = {of[0], of[1]};
    const triple square = {of[2], of[3], of[4]};
    const flags tail = x.hi >= 1.0;
    const pair shift = pair_of(erf_shift, 0.0);
    const pair shifted = accurate_sum(x, shift);
    const pair y = accurate_quotient(accurate_sum(x, negate(shift)), shifted);
    const vec<double> piece = nearest_integer((y.hi + 0.5) * (1.0 / erf_width) - 0.5);
    const vec<double> row = choose(tail, row_within(14.0, piece), splat(14.0));
    // Both as t in [-1, 1]; the middle of a piece is exact.
    const pair from_middle = accurate_sum(y, {0.5 - (row + 0.5) * erf_width, vec<double>{}});
    const pair in_tail = accurate_product(from_middle, pair_of(erf_stretch));
    const pair near_zero = accurate_sum(times({square.hi, square.mid}, 2.0), pair_of(-1.0, 0.0));
    const pair t = choose(tail, in_tail, near_zero);

    constexpr std::size_t width = erf_terms + erf_pairs;
    const vec<std::int64_t> at = to_integer(row);
    vec<double> last = look_up<width>(erf_table[0], at, width - 1);
    for (std::size_t i = erf_terms - 1; i-- > erf_pairs;) {
        last = fma(last, t.hi, look_up<width>(erf_table[0], at, erf_pairs + i));
    }
    pair p = {last, vec<double>{}};
    for (std::size_t i = erf_pairs; i-- > 0;) {
        const pair c = {look_up<width>(erf_table[0], at, 2 * i), look_up<width>(erf_table[0], at, 2 * i + 1)};
        p = horner_step(c, t, p);
    }
    p = fast_two_sum(p.hi, p.lo);
    const parted_exp power = exp_in_parts({-square.hi, -square.mid, -square.lo});
    const pair m = choose(tail, accurate_product(power.m, accurate_quotient(p, shifted)), accurate_product(x, p));
    result[0] = m.hi, result[1] = m.lo, result[2] = choose(tail, power.n, vec<double>{});
}

}  // namespace reals
}  // namespace

constinit const real_steps_table real_steps = {&reals::step_of_exp, &reals::step_of_log, &reals::step_of_erf};

}  // namespace zerostride::kernels::ZS_ISA
