// zerostride_regress: is one build of libzerostride.so slower than another? Both run in this process, case by case in
// turns, and the older one twice, as two copies: what they differ by is noise.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "bench/cases.hpp"
#include "bench/measure.hpp"
#include "bench/operands.hpp"
#include "bench/program.hpp"
#include "zerostride/zerostride.h"

namespace zerostride::bench {
namespace {

/// Below this nobody can tell a change from the place where the linker put a loop.
constexpr double least_slowdown = 0.04;
/// A case that seems slower is measured again so often, and is slower if it is so each time.
constexpr int trials = 4;
/// Tensors of up to so many elements are also evaluated in one call.
constexpr std::int64_t most_one_shot = 64;

/// The functions of a libzerostride.so.
class build {
public:
    explicit build(const std::string& path) {
        try_to_load(path);
        void* const opened = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (opened == nullptr) throw std::runtime_error(dlerror());
        find(opened, path, "zs_op_from_name", op_from_name);
        find(opened, path, "zs_plan_create", plan_create);
        find(opened, path, "zs_plan_run", plan_run);
        find(opened, path, "zs_plan_destroy", plan_destroy);
        find(opened, path, "zs_plan_accuracy", plan_accuracy);
        find(opened, path, "zs_eval", eval);
    }

    decltype(&zs_op_from_name) op_from_name = nullptr;
    decltype(&zs_plan_create) plan_create = nullptr;
    decltype(&zs_plan_run) plan_run = nullptr;
    decltype(&zs_plan_destroy) plan_destroy = nullptr;
    decltype(&zs_plan_accuracy) plan_accuracy = nullptr;
    decltype(&zs_eval) eval = nullptr;

private:
    /// A file that was cut off ends the process that loads it: another one goes first.
    static void try_to_load(const std::string& path) {
        const pid_t other = fork();
        if (other == 0) {
            static_cast<void>(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
            _exit(0);
        }
        int ended = 0;
        if (other > 0 && waitpid(other, &ended, 0) == other && WIFSIGNALED(ended)) {
            throw std::runtime_error(path + ": whoever loads it is ended by signal " + std::to_string(WTERMSIG(ended)));
        }
    }
    template <class Function>
    static void find(void* opened, const std::string& path, const char* name, Function& function) {
        function = reinterpret_cast<Function>(dlsym(opened, name));
        if (function == nullptr) throw std::runtime_error(path + ": no " + name + ": a build before the C interface?");
    }
};

/// A case as C describes it.
struct described {
    described(const bench_case& row, const bound_row& work, const zs_options& how_) : how(how_) {
        for (const attribute& each : row.attributes) attributes.push_back({static_cast<int32_t>(each.id), each.value});
        for (const const_tensor_view& each : work.inputs()) inputs.push_back(view(each));
        output = view(work.output());
    }

    std::vector<zs_attribute> attributes;
    std::vector<zs_view> inputs;
    zs_view output;
    zs_options how;

private:
    static zs_view view(const const_tensor_view& from) {
        return {const_cast<void*>(from.data), static_cast<zs_dtype>(from.type), from.rank, from.shape, from.strides};
    }
};

void expect_ok(zs_status code) {
    if (code != ZS_STATUS_ok) throw std::runtime_error("a run answered " + std::to_string(code));
}

/// Null when the build lacks the case.
std::shared_ptr<zs_plan> plan_of(const build& with, zs_op which, const described& what) {
    zs_plan* plan = nullptr;
    if (with.plan_create(which, what.attributes.data(), what.attributes.size(), what.inputs.data(), what.inputs.size(),
                         &what.output, &what.how, &plan, nullptr) != ZS_STATUS_ok) {
        return nullptr;
    }
    return {plan, with.plan_destroy};
}

/// Empty when the build lacks the case.
batch runs_of(const build& with, const bench_case& row, const bound_row& work, const zs_options& how, bool one_shot) {
    const auto what = std::make_shared<described>(row, work, how);
    const zs_op which = with.op_from_name(info(row.which).name);
    const std::shared_ptr<zs_plan> plan = plan_of(with, which, *what);
    if (plan == nullptr) return {};
    if (one_shot) {
        return repeated([&with, which, what] {
            expect_ok(with.eval(which, what->attributes.data(), what->attributes.size(), what->inputs.data(),
                                what->inputs.size(), &what->output, &what->how, nullptr));
        });
    }
    return repeated(
        [&with, plan, &work] { expect_ok(with.plan_run(plan.get(), work.input_data(), work.output_data())); });
}

/// True when asking for the fast function makes a difference.
bool has_fast(const build& with, const bench_case& row, const bound_row& work) {
    zs_options how = ZS_OPTIONS_INIT;
    how.accuracy = ZS_ACCURACY_fast;
    const described what(row, work, how);
    const std::shared_ptr<zs_plan> plan = plan_of(with, with.op_from_name(info(row.which).name), what);
    return plan != nullptr && with.plan_accuracy(plan.get()) == ZS_ACCURACY_fast;
}

struct verdict {
    double slowdown = 0;  ///< the new build's time over the old one's, less 1
    double noise = 0;     ///< what the old build differs from itself by, or ratios from each other
    bool is_slower() const { return slowdown > std::max(least_slowdown, noise); }
    bool is_faster() const { return slowdown < -std::max(least_slowdown, noise); }
};

verdict judge(const batch& before, const batch& again, const batch& after, const effort& how, double& nanoseconds) {
    const std::vector<standing> found = compare_all({&before, &after, &again}, how);
    nanoseconds = found[1].time.nanoseconds;
    const double control = std::fabs(1 / found[2].ratio - 1);
    return {1 / found[1].ratio - 1, 2 * control + found[1].spread / 2};
}

/// The builds beside each other, a case at a time, and how many of them were slower.
class regression {
public:
    regression(const std::string& before, const std::string& again, const std::string& after, int threads)
        : before_(before), again_(again), after_(after), threads_(threads) {
        how_.rounds = 21;
        how_.fewest_rounds = 9;
        how_.seconds = 0.4;
        how_ = for_threads(how_, threads);
    }

    /// In every way that it can be asked for: one line each.
    void measure(const bench_case& row, const bound_row& work) {
        measure(row, work, ZS_ACCURACY_exact, false);
        if (row.elements <= most_one_shot) measure(row, work, ZS_ACCURACY_exact, true);
        if (has_fast(before_, row, work) || has_fast(after_, row, work)) measure(row, work, ZS_ACCURACY_fast, false);
    }
    int compared() const noexcept { return compared_; }
    int slower() const noexcept { return slower_; }
    int faster() const noexcept { return faster_; }

private:
    void measure(const bench_case& row, const bound_row& work, zs_accuracy accuracy, bool one_shot) {
        zs_options options = ZS_OPTIONS_INIT;
        options.max_threads = threads_;
        options.accuracy = accuracy;
        const batch a = runs_of(before_, row, work, options, one_shot),
                    b = runs_of(again_, row, work, options, one_shot),
                    c = runs_of(after_, row, work, options, one_shot);
        const std::string name =
            row.name() + (accuracy == ZS_ACCURACY_fast ? " fast" : "") + (one_shot ? " one-shot" : "");
        if (!a || !b || !c) {
            // What is lost cannot be had at any speed.
            const bool is_lost = a && !c;
            const char* const what = is_lost ? "SLOWER: not in the newer build" : c ? "new" : "in no build";
            std::printf("%-52s %s\n", name.c_str(), what);
            slower_ += is_lost;
            return;
        }
        ++compared_;
        double nanoseconds = 0;
        const verdict found = settled(a, b, c, nanoseconds);
        slower_ += found.is_slower();
        faster_ += found.is_faster();
        const char* const word = found.is_slower() ? "  SLOWER" : found.is_faster() ? "  faster" : "";
        std::printf("%-52s %9.4g ns %+8.1f%% %6.1f%%%s\n", name.c_str(), nanoseconds, 100 * found.slowdown,
                    100 * found.noise, word);
        std::fflush(stdout);
    }
    /// Slower only if it is so in every trial.
    verdict settled(const batch& before, const batch& again, const batch& after, double& nanoseconds) const {
        verdict found = judge(before, again, after, how_, nanoseconds);
        for (int trial = 1; trial < trials && found.is_slower(); ++trial) {
            const verdict next = judge(before, again, after, how_, nanoseconds);
            if (next.slowdown < found.slowdown || !next.is_slower()) found = next;
        }
        return found;
    }

    build before_, again_, after_;
    int threads_;
    effort how_;
    int compared_ = 0, slower_ = 0, faster_ = 0;
};

int run(int argc, char** argv) {
    std::string path = default_cases_path(), before_path, again_path, after_path;
    std::vector<std::string> names;
    int threads = 1;
    std::size_t offset = 0;
    bool is_full = false;
    CLI::App app("Is one build of libzerostride.so slower than another? Exits with 1 when a case is.");
    app.add_option("before", before_path, "the older build")->required();
    app.add_option("again", again_path, "a copy of it under another name")->required();
    app.add_option("after", after_path, "the newer build")->required();
    app.add_option("--cases", path, "another case list");
    app.add_option("--case", names, "only cases with one of these texts in their names")->delimiter(',');
    take_whole_number(app.add_option("--threads", threads, "at most so many threads"), 1, 1024);
    add_offset_option(app, offset);
    app.add_flag("--full", is_full, "all cases, not only those that the list marks for the quick run");
    int status = 0;
    if (!read_options(app, argc, argv, status)) return status;
    std::vector<bench_case> cases;
    std::string message;
    if (!read_cases(path, cases, message)) return refuse(message);
    if (!choose_cases(cases, names, !is_full && names.empty(), message)) return refuse(message);
    std::error_code unknown;
    if (std::filesystem::equivalent(before_path, again_path, unknown)) {
        return refuse(before_path + " and " + again_path + " are one file: a copy of it shows what is noise");
    }
    regression builds(before_path, again_path, after_path, threads);

    workspace memory;
    memory.begin_at(offset);
    warm_up();
    std::printf("%-52s %12s %9s %7s\n", "case", "now", "change", "noise");
    for (const bench_case& row : cases) builds.measure(row, bound_row(row, memory));
    if (builds.compared() == 0 && builds.slower() == 0) return refuse("both builds have none of the cases");
    std::printf("%d compared, %d slower, %d faster\n", builds.compared(), builds.slower(), builds.faster());
    return builds.slower() != 0 ? 1 : 0;
}

}  // namespace
}  // namespace zerostride::bench

int main(int argc, char** argv) {
    return zerostride::bench::run_program("zerostride_regress", zerostride::bench::run, argc, argv);
}
