// Instruction sets: which kernels exist, which this processor can run, which are used.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "zerostride/status.hpp"

namespace zerostride {

/// Every name is known in every build; what is built and what the processor runs is asked with is_available.
/// Results do not depend on the choice: every instruction set gives the same bits, but for which NaN a NaN is.
enum class isa : std::uint8_t {
    automatic = 0,    ///< what force_isa forces, else what ZEROSTRIDE_ISA names, else the strongest available one
    baseline = 1,     ///< x86-64: SSE2, which every such processor has; not built elsewhere
    avx2 = 2,         ///< AVX2, FMA, F16C
    avx512 = 3,       ///< AVX-512 F, BW, DQ, VL, CD
    neon = 4,         ///< AArch64 Advanced SIMD
    avx512_fp16 = 5,  ///< AVX-512 as above, and FP16: binary16 is computed in binary16
};

/// "baseline", "avx2", "avx512", "neon", "avx512_fp16", "automatic"; "unknown" of what is none of these.
const char* name_of(isa which) noexcept;
/// Finds an instruction set by name; false when there is none.
[[nodiscard]] bool find_isa(std::string_view name, isa& found) noexcept;

/// True when this build has its kernels and this processor and operating system can run them; always for automatic.
bool is_available(isa which) noexcept;
/// The instruction sets this build has kernels for, weakest first. These two throw std::bad_alloc; as everything here,
/// any threads may call them at once.
std::vector<isa> built_isas();
/// The available ones, weakest first.
std::vector<isa> available_isas();

/// The instruction set that a plan made now would use: what automatic stands for. ZEROSTRIDE_ISA is read once, on first
/// use; isa::automatic if nothing is forced and what ZEROSTRIDE_ISA names cannot run or does not exist.
/// Thread-safe.
isa current_isa() noexcept;
/// Forces `which` for all plans made from now on, in every thread; isa::automatic undoes it.
/// Answers isa_unavailable, naming what is missing, and changes nothing when it cannot run here.
outcome force_isa(isa which) noexcept;
/// ok, or why ZEROSTRIDE_ISA could not be obeyed (unknown name, or not available). While it cannot be obeyed,
/// making a plan answers the same, so a typing error never passes for a measurement.
outcome environment_isa() noexcept;

/// What the processor has, as far as the kernels care.
struct cpu_info {
    bool avx2, fma, f16c, avx512, avx512_fp16, neon;  ///< each with the operating system's support
    bool avx512_vbmi;                                 ///< AVX-512 as above, and permutations of bytes
    std::int64_t l1_bytes, l2_bytes, l3_bytes;        ///< data cache sizes seen by one core; 0: unknown
    int processors;                                   ///< processors this process may use
    char vendor[13];                                  ///< "GenuineIntel", "AuthenticAMD", ..., or empty
    char model[64];                                   ///< marketing name, or empty
    int family;                                       ///< the vendor's number: 0x19 is Zen 3 and 4; 0: unknown
};
/// Found on first use, and the same ever after. Thread-safe.
const cpu_info& cpu() noexcept;

}  // namespace zerostride
