// Memory for runs.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "zerostride/tensor.hpp"

namespace zerostride::integration {

/// Blocks that the kernels of a session share: as many as there ever were runs at once, each as large as the largest
/// run that had it, whatever shapes there were. Any number of threads at once.
class workspaces {
public:
    struct block {
        tensor bytes{dtype::u8, {0}};
        std::vector<const void*> inputs;
        std::vector<void*> outputs;
    };

    /// A block of at least so many bytes, for one run. Throws std::bad_alloc.
    std::unique_ptr<block> take(std::size_t bytes) {
        std::unique_ptr<block> taken;
        {
            const std::lock_guard lock(guard_);
            if (!free_.empty()) {
                // The smallest that is large enough, else the largest, which then grows.
                const auto chosen =
                    std::find_if(free_.begin(), free_.end(), [&](const auto& b) { return room(*b) >= bytes; });
                const auto last = chosen != free_.end() ? chosen : free_.end() - 1;
                taken = std::move(*last);
                free_.erase(last);
            }
        }
        if (taken == nullptr) taken = std::make_unique<block>();
        if (room(*taken) < bytes) {
            taken->bytes = tensor(dtype::u8, {0});  // before there is another
            taken->bytes = tensor(dtype::u8, {static_cast<std::int64_t>(bytes)});
        }
        return taken;
    }

    void give_back(std::unique_ptr<block> taken) noexcept {
        const std::lock_guard lock(guard_);
        const auto has_less_room = [](const auto& a, const auto& b) { return room(*a) < room(*b); };
        try {
            free_.insert(std::upper_bound(free_.begin(), free_.end(), taken, has_less_room), std::move(taken));
        } catch (const std::bad_alloc&) {
            // The run is done, whether the block is kept or not.
        }
    }

private:
    static std::size_t room(const block& b) noexcept { return static_cast<std::size_t>(b.bytes.size()); }

    std::mutex guard_;
    std::vector<std::unique_ptr<block>> free_;  ///< guarded; the smallest first
};

}  // namespace zerostride::integration
