// The tables of zerostride_bars: what counts as met, as missed, and as neither.
#include "bench/judgement.hpp"

#include <gtest/gtest.h>

#include <string>

namespace zerostride::bench {
namespace {

std::string printed(table_style style) {
    testing::internal::CaptureStdout();
    table out(style);
    out.add({"threads", "add/f32/a", {sense::at_least, 0.95}, 1.5, "x", "met"});
    out.add({"threads", "add/f32/b", {sense::at_least, 0.95}, 0.5, "x", "missed"});
    out.add({"threads", "add/f32/c", {sense::at_least, 0.95}, 0, "x", "one thread planned", false});
    out.add({"threads", "add/i8/c", {sense::at_least, 0.95}, 0, "x", "one thread planned", false});
    out.add({"threads", "limit/f32", {}, 1.9, "x", "no bar"});
    out.finish();
    EXPECT_EQ(out.judged(), 2);
    EXPECT_EQ(out.misses(), 1);
    return testing::internal::GetCapturedStdout();
}

TEST(judgement, what_was_not_measured_is_not_met) {
    const std::string last = "\n1 of 2 bars met; 2 not measured\n";
    EXPECT_EQ(printed(table_style::summary),
              "| section | type | bar | met | worst | in |\n|---|---|---:|---:|---:|---|\n"
              "| threads | f32 | >= 0.95 x | 1 of 2 | 0.50 x | `add/f32/b` |\n" +
                  last);
    EXPECT_EQ(printed(table_style::markdown),
              "| section | case | bar | measured | | figures |\n|---|---|---:|---:|---|---|\n"
              "| threads | `add/f32/a` | >= 0.95 x | 1.50 x | pass | met |\n"
              "| threads | `add/f32/b` | >= 0.95 x | 0.50 x | MISS | missed |\n"
              "| threads | `add/f32/c` | >= 0.95 x | - |  | one thread planned |\n"
              "| threads | `add/i8/c` | >= 0.95 x | - |  | one thread planned |\n"
              "| threads | `limit/f32` | - | 1.90 x |  | no bar |\n" +
                  last);
}

}  // namespace
}  // namespace zerostride::bench
