#include "accuracy/record.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace zerostride::accuracy {
namespace {

constexpr const char* head = "zerostride accuracy 2";

std::string hex(std::uint64_t bits) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%" PRIx64, bits);
    return text;
}
std::string hex(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%a", value);
    return text;
}
std::string words_of(const operands& at) {
    std::string text;
    for (const std::uint64_t part : {at.x.high, at.x.low, at.y.high, at.y.low}) text.append(" ").append(hex(part));
    return text;
}

/// The words of a line, one after the other.
class line_reader {
public:
    explicit line_reader(const std::string& line) : words_(line) {}

    std::string word() {
        std::string next;
        if (!(words_ >> next)) throw std::runtime_error("a line ends too early");
        return next;
    }
    std::uint64_t integer() {
        const std::string next = word();
        std::size_t read = 0;
        const std::uint64_t value = next[0] == '-' ? 0 : std::stoull(next, &read, 0);
        if (read != next.size()) throw std::runtime_error("'" + next + "' is no whole number");
        return value;
    }
    double number() {
        const std::string next = word();
        std::size_t read = 0;
        const double value = std::stod(next, &read);
        if (read != next.size()) throw std::runtime_error("'" + next + "' is no number");
        return value;
    }
    isa instruction_set() {
        const std::string next = word();
        isa found;
        if (!find_isa(next, found)) throw std::runtime_error("'" + next + "' is no instruction set");
        return found;
    }
    operands at() {
        operands made;
        for (std::uint64_t* part : {&made.x.high, &made.x.low, &made.y.high, &made.y.low}) *part = integer();
        return made;
    }
    void end() {
        std::string next;
        if (words_ >> next) throw std::runtime_error("'" + next + "' is one word too many");
    }

private:
    std::istringstream words_;
};

void parse_lines(std::string_view text, std::vector<entry>& entries) {
    std::istringstream lines{std::string(text)};
    std::string line;
    if (!std::getline(lines, line) || line != head) throw std::runtime_error("it does not begin so");
    bool ended = false;
    while (!ended && std::getline(lines, line)) {
        line_reader words(line);
        const std::string what = words.word();
        if (what == "end") {
            ended = true;
        } else if (what == "sweep") {
            entry& made = entries.emplace_back();
            for (std::string* part : {&made.function, &made.type, &made.inputs, &made.revision}) *part = words.word();
            made.found.inputs = words.integer();
        } else {
            if (entries.empty()) throw std::runtime_error("a result belongs to no sweep");
            findings& found = entries.back().found;
            if (what == "tally") {
                tally& t = found.tallies.emplace_back();
                t.with = words.instruction_set();
                t.wrong = words.integer();
                t.differing = words.integer();
                t.error = words.number();
                t.at = words.at();
            } else if (what == "wrong") {
                wrong_result& w = found.wrong.emplace_back();
                w.with = words.instruction_set();
                w.at = words.at();
                w.got = words.integer();
                w.right = words.integer();
            } else if (what == "hard") {
                hard_case& h = found.hardest.emplace_back();
                h.distance = words.number();
                h.at = words.at();
            } else if (what == "digests") {
                for (std::uint64_t& part : found.digests) part = words.integer();
            } else {
                throw std::runtime_error("there is no '" + what + "'");
            }
        }
        words.end();
    }
    if (!ended) throw std::runtime_error("it does not end so");
}

}  // namespace

findings entry::begun() const {
    findings made;
    for (const tally& t : found.tallies) made.tallies.emplace_back().with = t.with;
    return made;
}
bool entry::is_of(const sweep& all, const std::string& at_revision, const std::vector<isa>& with) const {
    return function == all.of().name() && type == name_of(all.type()) && inputs == all.name() &&
           revision == at_revision && found.inputs <= all.size() &&
           std::equal(found.tallies.begin(), found.tallies.end(), with.begin(), with.end(),
                      [](const tally& t, isa which) { return t.with == which; });
}

record record::parse(std::string_view text) {
    record made;
    try {
        parse_lines(text, made.entries_);
    } catch (const std::exception& error) {
        throw std::runtime_error(std::string("is no record of zerostride accuracy: ") + error.what());
    }
    return made;
}

std::string record::text() const {
    std::string made = std::string(head) + "\n";
    for (const entry& e : entries_) {
        made += "sweep " + e.function + " " + e.type + " " + e.inputs + " " + e.revision + " " +
                std::to_string(e.found.inputs) + "\n";
        for (const tally& t : e.found.tallies) {
            made += std::string("tally ") + name_of(t.with) + " " + std::to_string(t.wrong) + " " +
                    std::to_string(t.differing) + " " + hex(t.error) + words_of(t.at) + "\n";
        }
        for (const wrong_result& w : e.found.wrong) {
            made +=
                std::string("wrong ") + name_of(w.with) + words_of(w.at) + " " + hex(w.got) + " " + hex(w.right) + "\n";
        }
        for (const hard_case& h : e.found.hardest) made += "hard " + hex(h.distance) + words_of(h.at) + "\n";
        if (e.found.digests != float_digests{}) {
            made += "digests";
            for (const std::uint64_t part : e.found.digests) made.append(" ").append(hex(part));
            made += "\n";
        }
    }
    return made + "end\n";
}

entry& record::find_or_begin(const sweep& all, const std::string& revision, const std::vector<isa>& with) {
    for (entry& e : entries_) {
        if (e.is_of(all, revision, with)) return e;
    }
    entry& made = entries_.emplace_back();
    made.function = all.of().name();
    made.type = name_of(all.type());
    made.inputs = all.name();
    made.revision = revision;
    for (const isa which : with) made.found.tallies.emplace_back().with = which;
    return made;
}

}  // namespace zerostride::accuracy
