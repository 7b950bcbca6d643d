// Loops by hand over contiguous operands: what the machine can do. One thread, whatever is asked for.
#include <algorithm>

#include "bench/limits.hpp"
#include "bench/loops.hpp"
#include "bench/peers/layout.hpp"

namespace zerostride::bench {
namespace {

bool is_contiguous(const problem& asked) {
    return std::all_of(asked.row.operands.begin(), asked.row.operands.end(), [&](const operand_layout& operand) {
        return is_plain(operand) && operand.shape == asked.row.output;
    });
}

class loop_peer : public peer {
public:
    const char* name() const override { return "by hand"; }
    std::string version() const override { return "ordinary stores"; }
    peer_kind kind() const override { return peer_kind::limit; }
    batch prepare(const problem& asked) override {
        if (!is_contiguous(asked)) return {};
        const void* const* const in = asked.work.input_data();
        void* const out = asked.work.output_data();
        const std::size_t count = static_cast<std::size_t>(asked.work.elements());
        if (asked.row.which == op::add) {
            if (const contiguous_add add = hand_written_add(asked.row.type, isa::automatic)) {
                return repeated([=] { add(in[0], in[1], out, count); });
            }
        }
        if (const contiguous_loop loop = hand_written_loop(asked.row.which, asked.row.type, current_isa())) {
            return repeated([=] { loop(in, out, count); });
        }
        return {};
    }
};

class streaming_peer : public peer {
public:
    const char* name() const override { return "by hand, streaming"; }
    std::string version() const override { return "stores past the caches"; }
    peer_kind kind() const override { return peer_kind::limit; }
    batch prepare(const problem& asked) override {
        const contiguous_add add = hand_written_streaming_add(asked.row.type, isa::automatic);
        const bool is_large = asked.work.bytes() >= (std::int64_t{1} << 20);
        if (!is_contiguous(asked) || asked.row.which != op::add || add == nullptr || !is_large) return {};
        return repeated([add, in = asked.work.input_data(), out = asked.work.output_data(),
                         count = static_cast<std::size_t>(asked.work.elements())] { add(in[0], in[1], out, count); });
    }
};

}  // namespace

std::unique_ptr<peer> make_by_hand() { return std::make_unique<loop_peer>(); }
std::unique_ptr<peer> make_by_hand_streaming() { return std::make_unique<streaming_peer>(); }

}  // namespace zerostride::bench
