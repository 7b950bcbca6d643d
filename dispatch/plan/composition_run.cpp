// Runs of compositions: block by block, over threads.
#include "dispatch/fp_environment.hpp"
#include "dispatch/parts.hpp"
#include "dispatch/plan/composition.hpp"
#include "dispatch/plan/run.hpp"
#include "dispatch/threads.hpp"

namespace zerostride::detail {
namespace {

/// One thread's walk over blocks.
class block_runner {
public:
    block_runner(const composition& c, const void* const* operands, void* output) noexcept
        : c_(c), operands_(operands), output_(output) {}

    void run(std::int64_t first, std::int64_t last) noexcept {
        std::int64_t linear = first;
        for (std::size_t a = c_.axes.size(); a-- > 0;) {
            index_[a] = linear % c_.axes[a].blocks;
            linear /= c_.axes[a].blocks;
        }
        for (std::int64_t block = first; block < last; ++block) {
            one();
            for (std::size_t a = c_.axes.size(); a-- > 0;) {
                if (++index_[a] < c_.axes[a].blocks) break;
                index_[a] = 0;
            }
        }
    }

private:
    void one() noexcept {
        std::size_t shape = 0, ragged = 0;
        for (std::size_t a = 0; a < c_.axes.size(); ++a) {
            if (!c_.axes[a].is_ragged) continue;
            shape |= static_cast<std::size_t>(index_[a] + 1 == c_.axes[a].blocks) << ragged++;
        }
        const plan::state* const plans = c_.plans[shape].get();
        for (const composition_step& step : c_.steps) {
            const void* inputs[kernels::max_inputs];
            for (std::size_t j = 0; j < step.inputs; ++j) inputs[j] = at(step.in[j]);
            // Only scratch and the result are ever written through.
            run_unchecked(plans[step.plan], inputs, const_cast<void*>(at(step.out)));
        }
    }

    const void* at(step_place place) noexcept {
        switch (place.kind) {
            case step_place::operand: return block_of(operands_[place.index], 1 + place.index);
            case step_place::scratch: return scratch_ + place.index * (composition_bytes / 2);
            case step_place::start: return c_.start;
            case step_place::result: return block_of(output_, 0);
        }
        return nullptr;
    }
    const void* block_of(const void* data, std::size_t k) const noexcept {
        const std::int64_t* const stride = c_.strides.data() + k * c_.axes.size();
        std::int64_t offset = 0;
        for (std::size_t a = 0; a < c_.axes.size(); ++a) offset += index_[a] * c_.axes[a].chunk * stride[a];
        return static_cast<const std::byte*>(data) + offset;
    }

    const composition& c_;
    const void* const* operands_;
    void* output_;
    std::int64_t index_[composition::most_axes];
    alignas(64) std::byte scratch_[composition_bytes];
};

struct shared_blocks {
    const composition& c;
    const void* const* operands;
    void* output;
    int threads;

    /// Task i takes the i-th of equal parts.
    void run(int task) const noexcept {
        const fp_environment scope;
        block_runner(c, operands, output)
            .run(start_of_part(c.blocks, threads, task), start_of_part(c.blocks, threads, task + 1));
    }
};

}  // namespace

status check_composition(const composition& c, const void* const* operands, const void* output,
                         std::size_t* meeting) noexcept {
    if (c.blocks == 0) return status::ok;
    const auto known = [&](std::size_t i) {
        const checked_operand& read = c.checked[i];
        return checked_input{{read.loops, 1, c.element_log2, c.element_log2}, read.clear};
    };
    return check_input_pointers(c.operands, operands, output, known, meeting);
}

status run_composition(const plan::state& s, const void* const* operands, void* output) noexcept {
    const composition& c = *s.composed;
    if (const status refused = check_composition(c, operands, output); refused != status::ok) return refused;
    if (c.blocks == 0) return status::ok;
    shared_blocks all{c, operands, output, s.threads};
    if (s.threads > 1) {
        run_tasks(s.host, s.threads, [&](int task) { all.run(task); });
    } else {
        all.run(0);
    }
    return status::ok;
}

}  // namespace zerostride::detail
