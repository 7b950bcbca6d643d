#include "bench/judgement.hpp"

#include <cstdio>
#include <map>
#include <utility>

namespace zerostride::bench {
namespace {

std::string text_of(const bar& wanted, const char* unit) {
    if (wanted.direction == sense::none) return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%s %.3g %s", wanted.direction == sense::at_least ? ">=" : "<=", wanted.limit,
                  unit);
    return text;
}

std::string measured_text(const judgement& row) {
    if (!row.is_measured) return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.*f %s", row.measured >= 100 ? 0 : 2, row.measured, row.unit);
    return text;
}

/// The second part of "add/f32/row_300000x3".
std::string type_in(const std::string& subject) {
    const std::size_t first = subject.find('/') + 1;
    return subject.substr(first, subject.find('/', first) - first);
}

/// True when `a` is further from its bar's good side than `b`, whose bar is the same.
bool is_worse(const judgement& a, const judgement& b) noexcept {
    return a.wanted.direction == sense::at_least ? a.measured < b.measured : a.measured > b.measured;
}

}  // namespace

bool is_met(const judgement& row) noexcept {
    switch (row.wanted.direction) {
        case sense::at_least: return row.measured >= row.wanted.limit;
        case sense::at_most: return row.measured <= row.wanted.limit;
        case sense::none: return true;
    }
    return true;
}

table::table(table_style style) : style_(style) {
    if (style_ == table_style::plain) {
        std::printf("%-10s  %-34s  %9s  %9s  %-4s  %s\n", "section", "case", "bar", "measured", "", "figures");
    } else if (style_ == table_style::markdown) {
        std::printf("| section | case | bar | measured | | figures |\n|---|---|---:|---:|---|---|\n");
    }
}

void table::add(judgement row) {
    const bool met = is_met(row);
    const bool is_judged = row.is_measured && row.wanted.direction != sense::none;
    judged_ += is_judged;
    misses_ += is_judged && !met;
    unmeasured_ += !row.is_measured;
    if (style_ == table_style::summary) {
        rows_.push_back(std::move(row));
        return;
    }
    const char* const verdict = !is_judged ? "" : met ? "pass" : "MISS";
    const char* const format =
        style_ == table_style::markdown ? "| %s | `%s` | %s | %s | %s | %s |\n" : "%-10s  %-34s  %9s  %9s  %-4s  %s\n";
    std::printf(format, row.section, row.subject.c_str(), text_of(row.wanted, row.unit).c_str(),
                measured_text(row).c_str(), verdict, row.detail.c_str());
    std::fflush(stdout);
}

void table::finish() {
    if (style_ == table_style::summary) summarise();
    std::printf("\n%d of %d bars met", judged_ - misses_, judged_);
    if (unmeasured_ != 0) std::printf("; %d not measured", unmeasured_);
    std::printf("\n");
}

void table::summarise() const {
    struct group {
        int met = 0, cases = 0;
        const judgement* worst = nullptr;
    };
    std::vector<group> groups;
    std::map<std::string, std::size_t> index;
    for (const judgement& row : rows_) {
        if (row.wanted.direction == sense::none || !row.is_measured) continue;
        std::string key = row.section;
        for (const std::string& part : {type_in(row.subject), text_of(row.wanted, row.unit)})
            key.append("/").append(part);
        const std::size_t at = index.emplace(key, groups.size()).first->second;
        if (at == groups.size()) groups.emplace_back();
        group& g = groups[at];
        g.met += is_met(row);
        ++g.cases;
        if (g.worst == nullptr || is_worse(row, *g.worst)) g.worst = &row;
    }
    std::printf("| section | type | bar | met | worst | in |\n|---|---|---:|---:|---:|---|\n");
    for (const group& g : groups) {
        std::printf("| %s | %s | %s | %d of %d | %s | `%s` |\n", g.worst->section, type_in(g.worst->subject).c_str(),
                    text_of(g.worst->wanted, g.worst->unit).c_str(), g.met, g.cases, measured_text(*g.worst).c_str(),
                    g.worst->subject.c_str());
    }
}

}  // namespace zerostride::bench
