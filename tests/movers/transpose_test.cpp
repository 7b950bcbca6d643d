// The transpose mover against index arithmetic, around the sizes of its blocks, with guard pages.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "movers/movers_of_isa.hpp"
#include "support/guarded.hpp"
#include "support/settings.hpp"

namespace {

using namespace zerostride;
using test::guarded_memory;

using transposes = test::movers_of_isa;

TEST_P(transposes, tiles_of_any_size) {
    test::random_bits random("transposes");
    for (std::int64_t run = test::scaled(800); run > 0; --run) {
        const int log2 = static_cast<int>(random.below(5));
        const std::size_t bytes = std::size_t{1} << log2;
        const auto rows = static_cast<std::size_t>(random.between(1, random.one_in(2) ? 20 : 100));
        const auto cols = static_cast<std::size_t>(random.between(1, random.one_in(2) ? 20 : 100));
        const std::size_t gap = random.below(4) * bytes, gap_out = random.below(4) * bytes;
        const std::size_t pitch = rows * bytes + gap, step = cols * bytes + gap_out;
        const std::string text = std::to_string(rows) + "x" + std::to_string(cols) + " of " + std::to_string(bytes);
        test::announce(text);
        // Matrices one after the other; what is between the rows is also between them.
        const std::size_t count = random.one_in(2) ? 1 : static_cast<std::size_t>(random.between(2, 4));
        const std::size_t read = count * cols * pitch - gap, written = count * rows * step - gap_out;
        const guarded_memory memory_in(read), memory_out(written);
        std::byte* const source = random.one_in(2) ? memory_in.begin() : memory_in.end() - read;
        std::byte* const dense = random.one_in(2) ? memory_out.begin() : memory_out.end() - written;
        for (std::size_t i = 0; i < read; ++i) source[i] = static_cast<std::byte>(random.next());
        std::memset(dense, 0x5a, written);
        movers->transpose[log2](
            source, static_cast<std::ptrdiff_t>(pitch), rows, cols, dense, static_cast<std::ptrdiff_t>(step),
            {random.one_in(2), random.one_in(2)},
            {count, static_cast<std::ptrdiff_t>(cols * pitch), static_cast<std::ptrdiff_t>(rows * step)});
        std::size_t wrong = 0;
        for (std::size_t all_rows = 0; all_rows < count * rows; ++all_rows) {
            const std::size_t matrix = all_rows / rows, r = all_rows % rows;
            const std::byte* const from = source + matrix * cols * pitch + r * bytes;
            const std::byte* const made = dense + all_rows * step;
            for (std::size_t c = 0; c < cols; ++c) {
                wrong += std::memcmp(made + c * bytes, from + c * pitch, bytes) != 0;
            }
            for (std::size_t i = cols * bytes; i < step && all_rows + 1 < count * rows; ++i) {
                wrong += made[i] != std::byte{0x5a};
            }
        }
        ASSERT_EQ(wrong, 0u) << text;
    }
}

INSTANTIATE_TEST_SUITE_P(transposes, transposes, test::every_isa(), test::isa_name);

}  // namespace
