// The order of operands means nothing to commutative operators, in shapes and in values.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "support/layout.hpp"
#include "support/oracle.hpp"
#include "support/values.hpp"
#include "zerostride/broadcast.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

/// `whole` with some axes made 1 and some leading ones left out.
std::vector<std::int64_t> part_of(const std::vector<std::int64_t>& whole, random_bits& random) {
    std::vector<std::int64_t> part = whole;
    for (std::int64_t& extent : part) {
        if (random.one_in(2)) extent = 1;
    }
    while (!part.empty() && part.front() == 1 && random.one_in(2)) part.erase(part.begin());
    return part;
}

std::int64_t count_of(const std::vector<std::int64_t>& shape) {
    std::int64_t product = 1;
    for (const std::int64_t extent : shape) product *= extent;
    return product;
}

TEST(commutation, of_operands_changes_nothing) {
    random_bits random("commutation");
    constexpr op commutative[] = {op::add,   op::mul,         op::min,        op::max,
                                  op::equal, op::logical_and, op::logical_or, op::logical_xor};
    for (const op which : commutative) {
        for (const dtype_info& type : dtypes) {
            if (!supports(which, type.type)) continue;
            for (std::int64_t i = 0; i < scaled(20); ++i) {
                const auto whole = random_extents(random.below(6), 500, random.one_in(8), random);
                const auto a = part_of(whole, random), b = part_of(whole, random);
                const auto x = make_values(type.type, static_cast<std::size_t>(count_of(a)) + 1, random);
                const auto y = make_values(type.type, static_cast<std::size_t>(count_of(b)) + 1, random);
                const const_tensor_view first(x.data(), type.type, a), second(y.data(), type.type, b);
                const tensor one = eval(which, {first, second}), other = eval(which, {second, first});
                ASSERT_EQ(one.shape(), other.shape());
                ASSERT_EQ(one.shape(), broadcast_shapes({a, b}));
                ASSERT_EQ(one.type(), result_of(which, type.type));
                const std::size_t bytes = size_of(one.type());
                if (one.type() == dtype::str) {
                    // The same bytes; of equal texts either may be viewed.
                    ASSERT_EQ(one.to_strings(), other.to_strings()) << info(which).name;
                    continue;
                }
                for (std::size_t k = 0; k < static_cast<std::size_t>(one.size()); ++k) {
                    ASSERT_TRUE(same_bits({which, type.type}, static_cast<const std::byte*>(one.data()) + k * bytes,
                                          static_cast<const std::byte*>(other.data()) + k * bytes))
                        << info(which).name << " " << type.name << ", element " << k;
                }
            }
        }
    }
}

}  // namespace
}  // namespace zerostride::test
