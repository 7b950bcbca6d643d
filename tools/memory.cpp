#include "memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace zerostride::memory {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// The number in a file of one number; `missing` when there is none ("max" is none).
std::int64_t number_in(const std::string& path, std::int64_t missing) {
    std::int64_t value;
    return std::ifstream(path) >> value ? value : missing;
}

/// The sum of the rows whose first word is one of two; rows are "word number ...".
std::int64_t sum_of_rows(const std::string& path, std::string_view first, std::string_view second) {
    std::ifstream file(path);
    std::int64_t sum = 0, value;
    std::string word, rest;
    while (file >> word >> value && std::getline(file, rest)) {
        if (word == first || word == second) sum += value;
    }
    return sum;
}

/// The names that the two versions of control groups have for the same things.
struct cgroup_names {
    const char* root;
    const char* limit;
    const char* used;
    const char* stat;
    const char* inactive_cache;
    const char* active_cache;
};
constexpr cgroup_names version_1 = {"/sys/fs/cgroup/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes",
                                    "/memory.stat",          "total_inactive_file",    "total_active_file"};
constexpr cgroup_names version_2 = {"/sys/fs/cgroup", "/memory.max",   "/memory.current",
                                    "/memory.stat",   "inactive_file", "active_file"};

/// What the groups from `group` up to the root leave to their processes: file caches can be taken back.
std::int64_t left_in_group(const cgroup_names& names, std::string group) {
    std::int64_t left = unlimited;
    while (true) {
        const std::string directory = names.root + (group == "/" ? "" : group);
        const std::int64_t limit = number_in(directory + names.limit, unlimited);
        if (limit != unlimited) {
            const std::int64_t used = number_in(directory + names.used, 0);
            const std::int64_t cached = sum_of_rows(directory + names.stat, names.inactive_cache, names.active_cache);
            left = std::min(left, limit - std::max<std::int64_t>(used - cached, 0));
        }
        if (group.size() <= 1) return left;
        group.resize(std::max<std::size_t>(group.rfind('/'), 1));
    }
}

std::int64_t left_in_groups() {
    std::ifstream file("/proc/self/cgroup");
    std::int64_t left = unlimited;
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos || line[second + 1] != '/') continue;
        const std::string_view controllers = std::string_view(line).substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1);
        if (controllers.empty()) left = std::min(left, left_in_group(version_2, group));
        // No other controller's name has this in it.
        if (controllers.find("memory") != std::string_view::npos) {
            left = std::min(left, left_in_group(version_1, group));
        }
    }
    return left;
}

}  // namespace

std::int64_t available() {
    const std::int64_t kib = sum_of_rows("/proc/meminfo", "MemAvailable:", "SwapFree:");
    const std::int64_t machine = kib > 0 ? kib * 1024 : unlimited;
    return std::max<std::int64_t>(std::min(machine, left_in_groups()), 0);
}

std::string refusal(std::int64_t bytes, std::int64_t others) {
    // Small requests are not worth reading files for.
    constexpr std::int64_t small = std::int64_t{16} << 20;
    std::int64_t all;
    if (__builtin_add_overflow(bytes, others, &all)) all = std::numeric_limits<std::int64_t>::max();
    if (all <= small) return {};
    const std::int64_t left = std::max<std::int64_t>(available() - others, 0);
    if (bytes <= left) return {};
    return "needs " + std::to_string(bytes) + " bytes of memory, and " + std::to_string(left) + " are available";
}

}  // namespace zerostride::memory
