// What tests cannot ask for when a sanitizer watches them.
#pragma once

namespace zerostride::test {

/// Address- and ThreadSanitizer end the process where an allocation fails.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool heap_can_run_out = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool heap_can_run_out = false;
#else
inline constexpr bool heap_can_run_out = true;
#endif
#else
inline constexpr bool heap_can_run_out = true;
#endif

}  // namespace zerostride::test
