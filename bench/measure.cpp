#include "bench/measure.hpp"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <vector>

namespace zerostride::bench {
namespace {

double now(time_of what) {
    if (what == time_of::clock) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

/// Seconds that so many runs take.
double timed(const batch& subject, std::int64_t runs, time_of what) {
    const double start = now(what);
    subject(runs);
    return now(what) - start;
}

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
std::int64_t runs_for(const batch& subject, const effort& how) {
    subject(1);
    for (std::int64_t runs = 1;;) {
        // The shortest of a few: an interruption must not pass for work.
        double taken = timed(subject, runs, how.what);
        for (int again = 0; again < 2 && taken >= how.batch_seconds && taken < 1e3 * how.batch_seconds; ++again) {
            taken = std::min(taken, timed(subject, runs, how.what));
        }
        if (taken >= how.batch_seconds || runs > (std::int64_t{1} << 40)) return runs;
        const double factor = taken > 0 ? 1.2 * how.batch_seconds / taken : 16.0;
        runs = static_cast<std::int64_t>(std::ceil(static_cast<double>(runs) * std::clamp(factor, 1.1, 16.0)));
    }
}

/// Nanoseconds of one run. One run before the clock starts brings the caches back into the subject's own state.
double sample(const batch& subject, std::int64_t runs, const effort& how) {
    if (how.pause_seconds > 0) {
        const timespec pause = {0, static_cast<long>(how.pause_seconds * 1e9)};
        nanosleep(&pause, nullptr);
    }
    subject(1);
    return timed(subject, runs, how.what) * 1e9 / static_cast<double>(runs);
}

/// Says when a measurement has taken enough samples.
class limit {
public:
    explicit limit(const effort& how) : how_(how), start_(now(time_of::clock)) {}
    bool is_reached(int done) const {
        return done >= how_.rounds || (done >= how_.fewest_rounds && now(time_of::clock) - start_ >= how_.seconds);
    }

private:
    const effort& how_;
    double start_;
};

}  // namespace

effort for_threads(effort how, int threads) {
    if (threads > 1) {
        how.what = time_of::clock;
        how.pause_seconds = 1e-3;
    }
    return how;
}

timing measure(const batch& subject, const effort& how) {
    const std::int64_t runs = runs_for(subject, how);
    std::vector<double> times;
    const limit rounds(how);
    for (int done = 0; !rounds.is_reached(done); ++done) times.push_back(sample(subject, runs, how));
    return summary(std::move(times));
}

std::vector<standing> compare_all(const std::vector<const batch*>& subjects, const effort& how) {
    const std::size_t count = subjects.size();
    std::vector<std::int64_t> runs;
    std::vector<double> first;
    for (const batch* const subject : subjects) {
        runs.push_back(runs_for(*subject, how));
        first.push_back(sample(*subject, runs.back(), how));
    }
    // Slow ones have rounds of their own: who comes after them would find all caches and time slices used up.
    constexpr int slow_rounds = 3;
    std::vector<std::size_t> turns, slow;
    for (std::size_t k = 0; k < count; ++k) {
        const bool is_slow =
            first[k] > 3 * first[0] && first[k] * static_cast<double>(runs[k]) > how.slow_seconds * 1e9;
        (is_slow ? slow : turns).push_back(k);
    }
    std::vector<std::vector<double>> times(count), ratios(count);
    std::vector<double> round(count);
    const auto take = [&](const std::vector<std::size_t>& order) {
        for (const std::size_t k : order) round[k] = sample(*subjects[k], runs[k], how);
    };
    const auto keep = [&](std::size_t k) {
        times[k].push_back(round[k]);
        ratios[k].push_back(round[0] / round[k]);
    };
    // In another order each time, so that none always follows the same other one.
    std::minstd_rand random;
    const limit rounds(how);
    for (int done = 0; !rounds.is_reached(done); ++done) {
        std::shuffle(turns.begin(), turns.end(), random);
        take(turns);
        for (const std::size_t k : turns) keep(k);
    }
    for (const std::size_t k : slow) {
        const std::vector<std::size_t> both = {0, k};
        for (int done = 0; done < slow_rounds; ++done) {
            take(both);
            keep(k);
        }
    }
    std::vector<standing> answers;
    for (std::size_t k = 0; k < count; ++k) {
        const timing ratio = summary(std::move(ratios[k]));
        answers.push_back({summary(std::move(times[k])), ratio.nanoseconds, ratio.spread});
    }
    return answers;
}

comparison compare(const batch& a, const batch& b, const effort& how) {
    const std::vector<standing> both = compare_all({&a, &b}, how);
    return {both[0].time.nanoseconds, both[1].time.nanoseconds, both[1].ratio, both[1].spread};
}

void warm_up() {
    const double start = now(time_of::clock);
    volatile std::uint64_t sink = 0;
    while (now(time_of::clock) - start < 0.3) {
        for (int i = 0; i < 1000; ++i) sink = sink * 6364136223846793005u + 1;
    }
}

}  // namespace zerostride::bench
