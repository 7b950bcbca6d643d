// Floating-point environments that a host may have set before it calls the library.
#pragma once

#include <cfenv>
#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace zerostride::test {

#if defined(__x86_64__)
using control = unsigned;
inline control read_control() { return _mm_getcsr(); }
inline void write_control(control value) { _mm_setcsr(value); }
constexpr control results_flushed = 0x8000, operands_flushed = 0x0040;  // FTZ and DAZ
constexpr control flush_to_zero = results_flushed | operands_flushed;
constexpr control control_bits = 0xffc0;  // without the sticky flags
/// Every exception stops the program; none is pending.
inline void unmask_traps() { write_control(read_control() & ~control{0x1f80 | 0x3f}); }
#else
using control = std::uint64_t;
inline control read_control() {
    control value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
}
inline void write_control(control value) { asm volatile("msr fpcr, %0" ::"r"(value)); }
constexpr control flush_to_zero = control{1} << 24, results_flushed = flush_to_zero, operands_flushed = flush_to_zero;
constexpr control control_bits = ~control{0};
/// Processors need not have any.
inline void unmask_traps() {}
#endif

struct setting {
    const char* name;
    int rounding;
    control flushes = 0;
    bool traps = false;
};
constexpr setting settings[] = {{"upward", FE_UPWARD},
                                {"downward", FE_DOWNWARD},
                                {"toward zero", FE_TOWARDZERO},
                                {"flushing subnormals", FE_TONEAREST, flush_to_zero},
                                {"upward and flushing", FE_UPWARD, flush_to_zero},
                                {"upward, flushing and trapping", FE_UPWARD, flush_to_zero, true},
                                {"trapping", FE_TONEAREST, 0, true},
                                {"flushing subnormal results", FE_TONEAREST, results_flushed},
                                {"flushing subnormal operands", FE_TONEAREST, operands_flushed}};

/// The setting for as long as it lives.
class in_setting {
public:
    explicit in_setting(const setting& s) {
        std::fegetenv(&before_);
        std::fesetround(s.rounding);
        if (s.flushes != 0) write_control(read_control() | s.flushes);
        if (s.traps) unmask_traps();
    }
    /// All of it: on x86 the rounding is set in two places, and the C library believes the other one.
    ~in_setting() { std::fesetenv(&before_); }
    in_setting(const in_setting&) = delete;
    in_setting& operator=(const in_setting&) = delete;

private:
    std::fenv_t before_;
};

}  // namespace zerostride::test
