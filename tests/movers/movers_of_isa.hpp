// The movers of one instruction set, for tests that run for each of them.
#pragma once

#include "dispatch/isa.hpp"
#include "support/with_isa.hpp"

namespace zerostride::test {

class movers_of_isa : public with_isa {
protected:
    void SetUp() override {
        with_isa::SetUp();
        if (IsSkipped()) return;
        isa resolved;
        movers = detail::tables_of(GetParam(), resolved)->movers;
    }
    const kernels::mover_table* movers = nullptr;
};

}  // namespace zerostride::test
