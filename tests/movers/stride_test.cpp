// The mover of every n-th element against index arithmetic, with guard pages.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "movers/movers_of_isa.hpp"
#include "support/guarded.hpp"
#include "support/settings.hpp"

namespace {

using namespace zerostride;
using test::guarded_memory;

using strides = test::movers_of_isa;

TEST_P(strides, rows_of_any_length) {
    test::random_bits random("strides");
    for (const int log2 : {2, 3}) {
        const std::size_t bytes = std::size_t{1} << log2;
        for (std::size_t count = 1; count <= 150; ++count) {
            for (const std::ptrdiff_t elements : {-3, -2, -1, 1, 2, 3, 4, 17}) {
                if (test::current_tier() == test::tier::emulated && !random.one_in(4)) continue;
                // Also such as are no multiple of the element.
                const std::ptrdiff_t stride = elements * static_cast<std::ptrdiff_t>(bytes) + random.between(0, 1);
                const std::string text = std::to_string(count) + " of " + std::to_string(bytes) + " bytes, " +
                                         std::to_string(stride) + " apart";
                test::announce(text);
                const std::size_t step = static_cast<std::size_t>(std::abs(stride));
                const std::size_t read = (count - 1) * step + bytes, written = count * bytes;
                const guarded_memory memory_in(read), memory_out(written);
                std::byte* const low = random.one_in(2) ? memory_in.begin() : memory_in.end() - read;
                std::byte* const dense = random.one_in(2) ? memory_out.begin() : memory_out.end() - written;
                for (std::size_t i = 0; i < read; ++i) low[i] = static_cast<std::byte>(random.next());
                const std::byte* const source = stride < 0 ? low + (count - 1) * step : low;
                // What is asked for need not be there.
                const kernels::read_next behind{memory_in.end(), stride};
                movers->collect_strided[log2](source, stride, count, dense,
                                              random.one_in(2) ? behind : kernels::nothing_next);
                for (std::size_t i = 0; i < count; ++i) {
                    const std::byte* const from = source + static_cast<std::ptrdiff_t>(i) * stride;
                    ASSERT_EQ(std::memcmp(dense + i * bytes, from, bytes), 0) << text << ", element " << i;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(strides, strides, test::every_isa(), test::isa_name);

}  // namespace
