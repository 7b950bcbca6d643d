// The movers of one instruction set, for tests that run for each of them.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "dispatch/isa.hpp"
#include "zerostride/isa.hpp"

namespace zerostride::test {

class movers_of_isa : public testing::TestWithParam<isa> {
protected:
    void SetUp() override {
        if (!is_available(GetParam())) GTEST_SKIP() << name_of(GetParam()) << " is not available here";
        isa resolved;
        movers = detail::tables_of(GetParam(), resolved)->movers;
    }
    const kernels::mover_table* movers = nullptr;
};

inline auto every_isa_of_movers() { return testing::Values(isa::baseline, isa::avx2, isa::avx512, isa::neon); }
inline std::string isa_name(const testing::TestParamInfo<isa>& tested) { return name_of(tested.param); }

}  // namespace zerostride::test
