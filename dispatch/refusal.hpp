// The words for what a run refuses.
#pragma once

#include "zerostride/op.hpp"
#include "zerostride/status.hpp"

namespace zerostride::detail {

/// Says in words why a run of `which` over `count` inputs answered `refused`; ok gives an empty message.
outcome explain_run(status refused, op which, std::size_t count, const void* const* inputs, const void* output);

}  // namespace zerostride::detail
