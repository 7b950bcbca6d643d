// Tests that run for each instruction set there is: INSTANTIATE_TEST_SUITE_P(name, suite, every_isa(), isa_name).
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "zerostride/isa.hpp"
#include "zerostride/plan.hpp"

namespace zerostride::test {

/// Skipped, with a line, where the processor cannot run it.
class with_isa : public testing::TestWithParam<isa> {
protected:
    void SetUp() override {
        if (!is_available(GetParam())) GTEST_SKIP() << name_of(GetParam()) << " is not available here";
        how.with = GetParam();
    }
    options how;
};

/// Those of this build.
inline auto every_isa() { return testing::ValuesIn(built_isas()); }
inline std::string isa_name(const testing::TestParamInfo<isa>& tested) { return name_of(tested.param); }

}  // namespace zerostride::test
