// The settings of the whole process: instruction set, accuracy and threads.
#include "capi/boundary.hpp"

using namespace zerostride;

static_assert(ZS_ISA_automatic == static_cast<int>(isa::automatic) &&
              ZS_ISA_baseline == static_cast<int>(isa::baseline) && ZS_ISA_avx2 == static_cast<int>(isa::avx2) &&
              ZS_ISA_avx512 == static_cast<int>(isa::avx512) && ZS_ISA_neon == static_cast<int>(isa::neon) &&
              ZS_ISA_avx512_fp16 == static_cast<int>(isa::avx512_fp16));

static_assert(ZS_ACCURACY_automatic == static_cast<int>(accuracy_mode::automatic) &&
              ZS_ACCURACY_exact == static_cast<int>(accuracy_mode::exact) &&
              ZS_ACCURACY_fast == static_cast<int>(accuracy_mode::fast));

bool zs_isa_available(zs_isa isa) noexcept { return is_available(capi::to_isa(isa)); }

zs_isa zs_isa_current(void) noexcept { return static_cast<zs_isa>(current_isa()); }

zs_status zs_isa_force(zs_isa isa, zs_message* message) noexcept {
    return capi::guarded(message, [&] {
        const outcome bad = capi::check_isa(isa);
        return bad ? force_isa(capi::to_isa(isa)) : bad;
    });
}

zs_status zs_isa_environment(zs_message* message) noexcept {
    return capi::guarded(message, [] { return environment_isa(); });
}

zs_accuracy zs_accuracy_current(void) noexcept { return static_cast<zs_accuracy>(current_accuracy()); }

zs_status zs_accuracy_environment(zs_message* message) noexcept {
    return capi::guarded(message, [] { return environment_accuracy(); });
}

void zs_set_max_threads(int32_t threads) noexcept { set_max_threads(threads); }

int32_t zs_max_threads(void) noexcept { return max_threads(); }
