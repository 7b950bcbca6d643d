// Timing two things against each other on a machine that does other things as well.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace zerostride::bench {

/// Runs the thing that many times in a row.
using batch = std::function<void(std::int64_t runs)>;

/// A batch of a callable that runs once; the compiler sees no connection between two runs.
template <class Run>
batch repeated(Run run) {
    return [run = std::move(run)](std::int64_t runs) mutable {
        for (std::int64_t i = 0; i < runs; ++i) {
            run();
            asm volatile("" ::: "memory");
        }
    };
}

/// What counts as time. The processor time of this thread is the clock's time without what other programs take
/// away: the same on an idle machine, and steadier on a busy one. Work of several threads needs the clock.
enum class time_of { this_thread, clock };

/// How long a measurement may take.
struct effort {
    int rounds = 25;       ///< at most
    double seconds = 0.3;  ///< after this long, `fewest_rounds` are enough
    int fewest_rounds = 7;
    /// Several runs of what takes 0.1 ms: a system call reads the clock, and what virtual machines make the processor
    /// forget with it, pages and what it has learned of a loop, costs the next run up to half of its time.
    double batch_seconds = 500e-6;
    time_of what = time_of::this_thread;
    /// Among many subjects, one whose batch takes more than three times as long as the first's and longer than this is
    /// run in three rounds of its own: what is far behind needs no precision, and disturbs the others.
    double slow_seconds = 1e9;
    /// Before each batch: threads that other libraries keep awake for a while go to sleep.
    double pause_seconds = 0;
};
/// `how` for work of so many threads, beside libraries that keep theirs awake.
effort for_threads(effort how, int threads);

struct timing {
    double nanoseconds = 0;  ///< of one run, median
    double spread = 0;       ///< interquartile range over the median
};
timing measure(const batch& subject, const effort& how);

/// Batches of both in turns, so that what slows the machine down for a while slows both.
struct comparison {
    double a_nanoseconds = 0, b_nanoseconds = 0;  ///< of one run, medians
    double ratio = 0;                             ///< a over b: the median of the ratios of neighbours
    double spread = 0;                            ///< interquartile range of these ratios over their median
};
comparison compare(const batch& a, const batch& b, const effort& how);

/// One of many subjects beside the first.
struct standing {
    timing time;
    double ratio = 0;   ///< the first's time over this one's: the median of the ratios within a round
    double spread = 0;  ///< interquartile range of these ratios over their median
};
/// Batches of all in turns, in another order each round, as compare does for two.
std::vector<standing> compare_all(const std::vector<const batch*>& subjects, const effort& how);

/// Keeps the processor busy until its clock has settled.
void warm_up();

}  // namespace zerostride::bench
