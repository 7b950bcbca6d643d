// The default floating-point environment for the time of a run: nearest even, subnormals kept, no traps.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace zerostride::detail {

/// What a kernel needs of the environment to compute as in the default one: nothing, because it computes with bits and
/// whole numbers alone; that subnormals are kept, because it rounds by itself, without traps; or all of it.
enum class fp_need : std::uint8_t { nothing, subnormals, everything };

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
    /// True when there is nothing to set for a kernel that needs that. (fp_need::subnormals is of kernels of AVX-512,
    /// and runs one of its instructions.)
    static bool has(fp_need needs) noexcept {
        return needs == fp_need::nothing || (needs == fp_need::subnormals ? keeps_subnormals() : is_default());
    }
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
    /// Asked of a sum, because AMD's processors read the control register only after all that came before it: that
    /// takes Zen 5 6 ns, as long as two tiny kernels.
    static bool keeps_subnormals() noexcept {
        float kept = std::numeric_limits<float>::denorm_min();
        __asm__ volatile("vaddss %{rn-sae%}, %1, %0, %0" : "+v"(kept) : "v"(0.0f));
        return std::bit_cast<std::uint32_t>(kept) != 0;  // to compare floats would flush as well
    }
#elif defined(__aarch64__)
    using word = std::uint64_t;
    // FPCR: AHP, DN, FZ, RMode, FZ16, trap enables.
    static constexpr word control_bits = 0x07c89f00;
    static constexpr word default_control = 0;
    static constexpr word flags = 0;  // in a register of their own
    // GCC has builtins for these; Clang has not.
    static bool keeps_subnormals() noexcept { return is_default(); }
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
