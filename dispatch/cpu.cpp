// What this processor and operating system can run. xsimd's own detection is not used: version 8.1 reports no
// AVX on AVX-512 machines, and AVX2 where the operating system does not save its registers.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <thread>

#include "zerostride/isa.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif

namespace zerostride {
namespace {

#if defined(__x86_64__)
/// The register sets that the operating system saves: bit 1 SSE, 2 AVX, 5 to 7 AVX-512 (Intel SDM, XCR0).
std::uint64_t saved_registers() noexcept {
    std::uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (static_cast<std::uint64_t>(high) << 32) | low;
}

void detect_instructions(cpu_info& found) noexcept {
    std::uint32_t a, b, c, d;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0) return;
    const bool os_reports = (c >> 27 & 1) != 0;
    const bool avx = (c >> 28 & 1) != 0;
    if (!os_reports || !avx) return;
    const std::uint64_t saved = saved_registers();
    if ((saved & 0x6) != 0x6) return;
    found.fma = (c >> 12 & 1) != 0;
    found.f16c = (c >> 29 & 1) != 0;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return;
    found.avx2 = (b >> 5 & 1) != 0;
    if ((saved & 0xe6) != 0xe6) return;
    constexpr std::uint32_t f = 1u << 16, dq = 1u << 17, cd = 1u << 28, bw = 1u << 30, vl = 1u << 31;
    constexpr std::uint32_t wanted = f | dq | cd | bw | vl;
    found.avx512 = (static_cast<std::uint32_t>(b) & wanted) == wanted;
    found.avx512_vbmi = found.avx512 && (c >> 1 & 1) != 0;
    found.avx512_fp16 = found.avx512 && (d >> 23 & 1) != 0;
}

void detect_model(cpu_info& found) noexcept {
    std::uint32_t most, words[12];
    if (__get_cpuid(0, &most, &words[0], &words[2], &words[1]) != 0) std::memcpy(found.vendor, words, 12);
    std::uint32_t a, b, c, d;
    if (__get_cpuid(1, &a, &b, &c, &d) != 0) {
        const std::uint32_t base = a >> 8 & 0xf, beyond = a >> 20 & 0xff;
        found.family = static_cast<int>(base == 0xf ? base + beyond : base);
    }
    if (static_cast<std::uint32_t>(__get_cpuid_max(0x80000000u, nullptr)) < 0x80000004u) return;
    for (std::uint32_t i = 0; i < 3; ++i) {
        __get_cpuid(0x80000002u + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2], &words[4 * i + 3]);
    }
    std::memcpy(found.model, words, sizeof words);
    // Some fill it up with spaces.
    std::size_t length = sizeof words;
    while (length > 0 && (found.model[length - 1] == ' ' || found.model[length - 1] == '\0')) --length;
    found.model[length] = '\0';
}
#elif defined(__aarch64__)
void detect_instructions(cpu_info& found) noexcept { found.neon = (getauxval(AT_HWCAP) & (1ul << 1)) != 0; }
void detect_model(cpu_info&) noexcept {}
#endif

/// The data cache of `level` as the system lists it; 0 when it does not.
std::int64_t listed_cache([[maybe_unused]] int level) noexcept {
#if defined(__linux__)
    for (int index = 0; index < 8; ++index) {
        // Without the heap, which evaluations do without, and one of them may be the first to ask.
        const auto read = [index](const char* name, const char* format, auto*... values) {
            char path[80], text[32];
            std::snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, name);
            const int file = open(path, O_RDONLY | O_CLOEXEC);
            if (file < 0) return 0;
            const ssize_t length = ::read(file, text, sizeof text - 1);
            close(file);
            text[length > 0 ? length : 0] = '\0';
            return std::sscanf(text, format, values...);
        };
        int found_level = 0;
        char type[16] = {};
        long long size = 0;
        char unit = ' ';
        if (read("level", "%d", &found_level) != 1) break;
        if (found_level != level || read("type", "%15s", type) != 1 || type[0] == 'I') continue;
        if (read("size", "%lld%c", &size, &unit) < 1) continue;
        return size * (unit == 'M' ? 1 << 20 : unit == 'K' ? 1 << 10 : 1);
    }
#endif
    return 0;
}

/// The same as the C library knows it. It is the second choice: for the last level it multiplies by sharers
/// that a virtual machine does not have.
std::int64_t configured_cache([[maybe_unused]] int level) noexcept {
#if defined(_SC_LEVEL1_DCACHE_SIZE)
    const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
    const long bytes = sysconf(names[level - 1]);
    if (bytes > 0) return bytes;
#endif
    return 0;
}

/// On AMD's processors each group of cores has a last-level cache of its own, and the C library (glibc 2.36) adds them
/// all up, to 508 MB on a Zen 5 of 128 cores; most groups have 32 MB. Virtual machines that list no caches need this.
std::int64_t reached_by_one_core(const cpu_info& found, std::int64_t configured) noexcept {
    constexpr std::int64_t of_most_groups = std::int64_t{32} << 20;
    return std::string_view(found.vendor) == "AuthenticAMD" ? std::min(configured, of_most_groups) : configured;
}

std::int64_t cache_bytes(const cpu_info& found, int level) noexcept {
    const std::int64_t listed = listed_cache(level);
    if (listed > 0) return listed;
    const std::int64_t configured = configured_cache(level);
    return level == 3 ? reached_by_one_core(found, configured) : configured;
}

int usable_processors() noexcept {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    const unsigned all = std::thread::hardware_concurrency();
    return all > 0 ? static_cast<int>(all) : 1;
}

cpu_info detect() noexcept {
    cpu_info found{};
    detect_instructions(found);
    detect_model(found);
    found.l1_bytes = cache_bytes(found, 1);
    found.l2_bytes = cache_bytes(found, 2);
    found.l3_bytes = cache_bytes(found, 3);
    found.processors = usable_processors();
    return found;
}

}  // namespace

const cpu_info& cpu() noexcept {
    static const cpu_info found = detect();
    return found;
}

}  // namespace zerostride
