#include "accuracy/build.hpp"

#include <mpfr.h>

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

#include "revision.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/version.h"

namespace zerostride::accuracy {
namespace {

std::string compiler() {
#if defined(__clang__)
    return "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__);
#elif defined(__GNUC__)
    return "g++ " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__);
#else
    return "an unknown compiler";
#endif
}
std::string c_library() {
#if defined(__GLIBC__)
    return std::string("glibc ") + gnu_get_libc_version();
#else
    return "the platform's C library";
#endif
}

}  // namespace

std::string revision() { return ZEROSTRIDE_REVISION; }

std::string provenance() {
    const char* const model = cpu().model;
    return "zerostride " ZEROSTRIDE_VERSION_TEXT " at " + revision() + ", built by " + compiler() + "; " +
           (model[0] != '\0' ? model : "a processor without a name") + "; judged by MPFR " + mpfr_get_version() +
           " and, where that leaves no doubt, the doubles of " + c_library();
}

}  // namespace zerostride::accuracy
