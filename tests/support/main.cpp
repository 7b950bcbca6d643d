// The main function of the test programs: prints the seed with a failure, and answers 77 when everything was
// skipped, so that ctest shows what this machine could not run.
#include <gtest/gtest.h>

#include <cstdio>

#include "support/settings.hpp"

/// LeakSanitizer asks for it; it would count what clang's OpenMP keeps for its threads.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libomp.so"; }

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const int failed = RUN_ALL_TESTS();
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    if (failed != 0) {
        std::printf("repeat with ZEROSTRIDE_TEST_SEED=%llu\n",
                    static_cast<unsigned long long>(zerostride::test::seed()));
        return failed;
    }
    if (all.test_to_run_count() == 0 && !GTEST_FLAG_GET(list_tests)) {
        std::printf("no test matches the filter\n");
        return 1;
    }
    const bool none_ran = all.successful_test_count() == 0 && all.skipped_test_count() > 0;
    return none_ran ? 77 : 0;
}
