// Ourselves: a plan's run, with exact functions and with fast ones, and the one-shot call where tensors are tiny.
#include "bench/peers/peer.hpp"
#include "zerostride/functions.hpp"
#include "zerostride/plan.hpp"
#include "zerostride/version.h"

namespace zerostride::bench {
namespace {

std::string version_text() { return std::string(ZEROSTRIDE_VERSION_TEXT " ") + name_of(current_isa()); }

void expect_ok(status code) {
    if (code != status::ok) throw error(code, to_string(code));
}

class planned_peer : public peer {
public:
    explicit planned_peer(accuracy_mode accuracy) : accuracy_(accuracy) {}
    const char* name() const override { return accuracy_ == accuracy_mode::fast ? "Zerostride fast" : "Zerostride"; }
    std::string version() const override { return version_text(); }
    peer_kind kind() const override { return peer_kind::ours; }
    batch prepare(const problem& asked) override {
        options how;
        how.max_threads = asked.threads;
        how.accuracy = accuracy_;
        const plan made(asked.work.what(), asked.work.inputs(), asked.work.output(), how);
        if (accuracy_ == accuracy_mode::fast && made.accuracy() != accuracy_mode::fast) return {};
        return repeated([made, inputs = asked.work.input_data(), output = asked.work.output_data()] {
            expect_ok(made.run(inputs, output));
        });
    }

private:
    accuracy_mode accuracy_;
};

class one_shot_peer : public peer {
public:
    const char* name() const override { return "Zerostride one-shot"; }
    std::string version() const override { return version_text(); }
    peer_kind kind() const override { return peer_kind::ours; }
    batch prepare(const problem& asked) override {
        if (asked.work.elements() > 64) return {};
        options how;
        how.max_threads = asked.threads;
        how.accuracy = accuracy_mode::exact;
        return repeated(
            [&work = asked.work, how] { expect_ok(try_eval(work.what(), work.inputs(), work.output(), how).code); });
    }
};

}  // namespace

std::unique_ptr<peer> make_zerostride() { return std::make_unique<planned_peer>(accuracy_mode::exact); }
std::unique_ptr<peer> make_zerostride_fast() { return std::make_unique<planned_peer>(accuracy_mode::fast); }
std::unique_ptr<peer> make_zerostride_one_shot() { return std::make_unique<one_shot_peer>(); }

}  // namespace zerostride::bench
