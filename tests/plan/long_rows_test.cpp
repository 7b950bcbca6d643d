// Long rows of the kernel, whose results begin anywhere in a cache line: what is before the first whole one is a call
// of its own.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "support/guarded.hpp"
#include "support/settings.hpp"
#include "support/with_isa.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::test {
namespace {

class long_rows : public with_isa {
protected:
    /// x - y, where the result ends `behind` bytes before its memory does, and lies upon x if it is in place.
    template <class T>
    void hold(std::size_t count, std::size_t behind, bool in_place) {
        const dtype type = dtype_of<T>::value;
        SCOPED_TRACE(name_of(type) + std::string(" ") + std::to_string(count) + ", " + std::to_string(behind) +
                     " bytes before the end" + (in_place ? ", in place" : ""));
        const std::size_t bytes = count * sizeof(T);
        const guarded_memory x_memory(bytes), y_memory(bytes), z_memory(bytes + behind), kept_memory(bytes);
        const auto kept = reinterpret_cast<T*>(kept_memory.begin()), y = reinterpret_cast<T*>(y_memory.begin());
        const auto z = reinterpret_cast<T*>(z_memory.end() - behind - bytes);
        const auto x = in_place ? z : reinterpret_cast<T*>(x_memory.begin());
        std::memset(z_memory.begin(), 0x5a, static_cast<std::size_t>(z_memory.end() - z_memory.begin()));
        random_bits random("long rows");
        for (std::size_t i = 0; i < count; ++i) {
            kept[i] = x[i] = static_cast<T>(random.between(-60, 60));
            y[i] = static_cast<T>(random.between(-60, 60));
        }
        const std::int64_t shape[] = {static_cast<std::int64_t>(count)};
        const plan made(op::sub, {const_tensor_view(x, type, {shape, 1}), const_tensor_view(y, type, {shape, 1})},
                        tensor_view(z, type, {shape, 1}), how);
        const void* const inputs[] = {x, y};
        ASSERT_EQ(made.run(inputs, z), status::ok);
        std::int64_t wrong = 0;
        for (std::size_t i = 0; i < count; ++i) wrong += z[i] != static_cast<T>(kept[i] - y[i]);
        ASSERT_EQ(wrong, 0);
        const auto is_kept = [](const std::byte* from, const std::byte* to) {
            for (; from != to; ++from) {
                if (*from != std::byte{0x5a}) return false;
            }
            return true;
        };
        ASSERT_TRUE(is_kept(z_memory.begin(), reinterpret_cast<const std::byte*>(z)));
        ASSERT_TRUE(is_kept(reinterpret_cast<const std::byte*>(z + count), z_memory.end()));
    }
    template <class T>
    void hold() {
        constexpr std::size_t most = 16384 / sizeof(T);
        for (const std::size_t count : {most - 1, most, most + 1, most + 64 / sizeof(T) - 1, 50 * most + 3}) {
            how.max_threads = count > 2 * most ? 2 : 1;
            for (std::size_t behind = 0; behind<64; behind += count> 2 * most ? 48 : sizeof(T)) {
                hold<T>(count, behind, behind / sizeof(T) % 3 == 0);
            }
        }
    }
};

TEST_P(long_rows, of_any_place_in_a_line) {
    hold<std::int8_t>();
    hold<std::int16_t>();
    hold<float>();
    hold<double>();
}

INSTANTIATE_TEST_SUITE_P(plan, long_rows, every_isa(), isa_name);

}  // namespace
}  // namespace zerostride::test
