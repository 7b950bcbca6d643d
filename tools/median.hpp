// How long something takes.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace zerostride::cli {

/// Seconds that one call of `run` takes: the median of `samples` measurements. Runs too short for the clock are
/// measured several at a time.
template <class Run>
double median_seconds(const Run& run, int samples) {
    using clock = std::chrono::steady_clock;
    const auto seconds_of = [&](int runs) {
        const clock::time_point begin = clock::now();
        for (int i = 0; i < runs; ++i) run();
        return std::chrono::duration<double>(clock::now() - begin).count();
    };
    constexpr double shortest = 20e-6;
    constexpr int most_runs = 1 << 14;
    int runs = 1;
    while (runs < most_runs && seconds_of(runs) < shortest) runs *= 2;
    std::vector<double> seconds;
    for (int i = 0; i < samples; ++i) seconds.push_back(seconds_of(runs) / runs);
    const auto middle = seconds.begin() + samples / 2;
    std::nth_element(seconds.begin(), middle, seconds.end());
    if (samples % 2 != 0) return *middle;
    return (*middle + *std::max_element(seconds.begin(), middle)) / 2;
}

}  // namespace zerostride::cli
