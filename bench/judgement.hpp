// Measured figures against the bars they have to clear, as a table.
#pragma once

#include <string>
#include <vector>

namespace zerostride::bench {

enum class sense { at_least, at_most, none };

struct bar {
    sense direction = sense::none;
    double limit = 0;
};

struct judgement {
    const char* section;
    std::string subject;  ///< "add/f32/row_300000x3"
    bar wanted;
    double measured;
    const char* unit;    ///< "x" for ratios, "ns"
    std::string detail;  ///< the figures behind it
    /// False: there was nothing to compare, which is neither met nor missed.
    bool is_measured = true;
};

bool is_met(const judgement& row) noexcept;

enum class table_style {
    plain,     ///< every row, in columns
    markdown,  ///< every row
    summary    ///< in Markdown, one row for each section, type and bar: how many were met, and the worst
};

/// Prints rows as they come, because a whole table takes minutes; a summary when finish() is called.
class table {
public:
    explicit table(table_style style);
    void add(judgement row);
    void finish();
    int judged() const noexcept { return judged_; }
    int misses() const noexcept { return misses_; }

private:
    void summarise() const;

    table_style style_;
    std::vector<judgement> rows_;  ///< for the summary
    int judged_ = 0;
    int misses_ = 0;
    int unmeasured_ = 0;
};

}  // namespace zerostride::bench
