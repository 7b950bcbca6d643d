#include "accuracy/digests.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <string>
#include <vector>

#include "accuracy/in_threads.hpp"
#include "accuracy/known_digests.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::accuracy {
namespace {

/// Operands and results stay in the second cache.
constexpr std::size_t block_size = std::size_t{1} << 14;
/// What a thread does at a time: a fraction of a second.
constexpr std::uint64_t chunk = std::uint64_t{1} << 24;
static_assert(floats_per_digest * digest_count % chunk == 0);

}  // namespace

const float_digests* known_digests(const function& f) {
    const std::string name = f.name();
    for (const known_digest& known : every_known_digest) {
        if (name == known.name) return &known.digests;
    }
    return nullptr;
}

float_digests digests_of_results(const function& f, isa with, float_order order, std::uint64_t first,
                                 std::uint64_t last) {
    std::vector<float> x(block_size), y(block_size);
    options how;
    how.with = with;
    how.max_threads = 1;
    float_digests sums{};
    for (std::uint64_t at = first; at < last; at += block_size) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(block_size, last - at));
        for (std::size_t i = 0; i < count; ++i) x[i] = std::bit_cast<float>(float_at(order, at + i));
        const auto extent = static_cast<std::int64_t>(count);
        const const_tensor_view operand(x.data(), dtype::f32, extents_ref(&extent, 1));
        const tensor_view out(y.data(), dtype::f32, extents_ref(&extent, 1));
        if (const outcome made = try_eval(f.asked(), {operand}, out, how); !made) throw error(made);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t bits = float_at(order, at + i);
            sums[bits / floats_per_digest] += digest_of(bits, std::bit_cast<std::uint32_t>(y[i]));
        }
    }
    return sums;
}

float_digests digests_of_results(const function& f, isa with, float_order order, int threads,
                                 const std::function<void(std::uint64_t)>& said) {
    float_digests sums{};
    std::uint64_t done = 0;
    std::atomic<std::uint64_t> next = 0;
    constexpr std::uint64_t all = floats_per_digest * digest_count;
    std::mutex guard;
    in_threads(threads, [&](int) {
        try {
            for (std::uint64_t first; (first = next.fetch_add(chunk)) < all;) {
                const float_digests found = digests_of_results(f, with, order, first, first + chunk);
                const std::lock_guard held(guard);
                for (std::size_t part = 0; part < digest_count; ++part) sums[part] += found[part];
                done += chunk;
                said(done);
            }
        } catch (...) {
            next = all;  // the others end, too
            throw;
        }
    });
    return sums;
}

}  // namespace zerostride::accuracy
