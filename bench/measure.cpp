#include "bench/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace zerostride::bench {
namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

/// The quantile of sorted values, by linear interpolation.
double quantile(const std::vector<double>& sorted, double q) {
    const double at = q * static_cast<double>(sorted.size() - 1);
    const std::size_t below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

timing summary(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const double median = quantile(values, 0.5);
    return {median, (quantile(values, 0.75) - quantile(values, 0.25)) / median};
}

/// How many runs make a batch long enough for the clock.
std::int64_t runs_for(const batch& subject, double batch_seconds) {
    subject(1);
    for (std::int64_t runs = 1;;) {
        const clock::time_point start = clock::now();
        subject(runs);
        const double taken = seconds_since(start);
        if (taken >= batch_seconds || runs > (std::int64_t{1} << 40)) return runs;
        const double factor = taken > 0 ? 1.2 * batch_seconds / taken : 16.0;
        runs = static_cast<std::int64_t>(std::ceil(static_cast<double>(runs) * std::clamp(factor, 1.1, 16.0)));
    }
}

/// Nanoseconds of one run. One run before the clock starts brings the caches back into the subject's own state.
double sample(const batch& subject, std::int64_t runs) {
    subject(1);
    const clock::time_point start = clock::now();
    subject(runs);
    return seconds_since(start) * 1e9 / static_cast<double>(runs);
}

bool is_enough(const effort& how, int done, clock::time_point start) {
    return done >= how.rounds || (done >= how.fewest_rounds && seconds_since(start) >= how.seconds);
}

}  // namespace

timing measure(const batch& subject, const effort& how) {
    const std::int64_t runs = runs_for(subject, how.batch_seconds);
    std::vector<double> times;
    const clock::time_point start = clock::now();
    for (int done = 0; !is_enough(how, done, start); ++done) times.push_back(sample(subject, runs));
    return summary(std::move(times));
}

comparison compare(const batch& a, const batch& b, const effort& how) {
    const std::int64_t runs_a = runs_for(a, how.batch_seconds);
    const std::int64_t runs_b = runs_for(b, how.batch_seconds);
    std::vector<double> times_a, times_b, ratios;
    const clock::time_point start = clock::now();
    for (int done = 0; !is_enough(how, done, start); ++done) {
        const bool a_first = done % 2 == 0;
        const double first = a_first ? sample(a, runs_a) : sample(b, runs_b);
        const double second = a_first ? sample(b, runs_b) : sample(a, runs_a);
        times_a.push_back(a_first ? first : second);
        times_b.push_back(a_first ? second : first);
        ratios.push_back(times_a.back() / times_b.back());
    }
    const timing ratio = summary(std::move(ratios));
    return {summary(std::move(times_a)).nanoseconds, summary(std::move(times_b)).nanoseconds, ratio.nanoseconds,
            ratio.spread};
}

void warm_up() {
    const clock::time_point start = clock::now();
    volatile std::uint64_t sink = 0;
    while (seconds_since(start) < 0.3) {
        for (int i = 0; i < 1000; ++i) sink = sink * 6364136223846793005u + 1;
    }
}

}  // namespace zerostride::bench
