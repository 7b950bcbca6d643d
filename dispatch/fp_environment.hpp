// The default floating-point environment for the time of a run: nearest even, subnormals kept, no traps.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace zerostride::detail {

/// Sets the calling thread's environment if it differs and restores it. The sticky exception flags do not count as a
/// difference, because looking is all that the usual case costs, and stay as the arithmetic sets them.
class fp_environment {
public:
    fp_environment() noexcept : found_(read()), changed_(!is_default(found_)) {
        if (changed_) write(default_control);
    }
    ~fp_environment() {
        if (changed_) write(found_ | (read() & flags));
    }
    /// True when there is nothing to set.
    static bool is_default() noexcept { return is_default(read()); }
    fp_environment(const fp_environment&) = delete;
    fp_environment& operator=(const fp_environment&) = delete;

private:
#if defined(__x86_64__)
    using word = unsigned;
    static constexpr word control_bits = 0xffc0;     // rounding, flush-to-zero, denormals-are-zero, masks
    static constexpr word default_control = 0x1f80;  // all exceptions masked
    static constexpr word flags = 0x3f;
    static word read() noexcept { return _mm_getcsr(); }
    static void write(word value) noexcept { _mm_setcsr(value); }
#elif defined(__aarch64__)
    using word = std::uint64_t;
    // FPCR: AHP, DN, FZ, RMode, FZ16, trap enables.
    static constexpr word control_bits = 0x07c89f00;
    static constexpr word default_control = 0;
    static constexpr word flags = 0;  // in a register of their own
    // GCC has builtins for these; Clang has not.
    static word read() noexcept {
        word found;
        __asm__ volatile("mrs %0, fpcr" : "=r"(found));
        return found;
    }
    static void write(word value) noexcept { __asm__ volatile("msr fpcr, %0" : : "r"(value) : "memory"); }
#else
#error "the floating-point control register of this processor is not known here"
#endif
    static bool is_default(word found) noexcept { return (found & control_bits) == default_control; }

    word found_;
    bool changed_;
};

}  // namespace zerostride::detail
