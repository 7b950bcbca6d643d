// The broadcast rule on shapes: SONNX Broadcast, conditions 1 and 2 and error E1.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "broadcast/sample.hpp"
#include "support/guarded.hpp"

namespace zerostride::test {
namespace {

std::vector<extents_ref> refs(const std::vector<extents>& shapes) { return {shapes.begin(), shapes.end()}; }

/// The rule as the text states it, after the corrections for extent 0: on each axis, what is not 1 is one number.
bool naive_shape(const std::vector<extents>& shapes, extents& result) {
    std::size_t rank = 0;
    for (const extents& shape : shapes) rank = std::max(rank, shape.size());
    result.assign(rank, 1);
    for (std::size_t from_end = 1; from_end <= rank; ++from_end) {
        std::set<std::int64_t> others;
        for (const extents& shape : shapes) {
            if (from_end <= shape.size() && shape[shape.size() - from_end] != 1) {
                others.insert(shape[shape.size() - from_end]);
            }
        }
        if (others.size() > 1) return false;
        if (others.size() == 1) result[rank - from_end] = *others.begin();
    }
    return true;
}

/// Shapes that mostly broadcast together.
std::vector<extents> random_shapes(random_bits& random) {
    const extents whole = random_extents(random.below(13), 1 << 20, true, random);
    std::vector<extents> shapes(1 + random.below(6));
    for (extents& shape : shapes) {
        shape.assign(whole.begin() + static_cast<std::ptrdiff_t>(random.below(whole.size() + 1)), whole.end());
        for (std::int64_t& extent : shape) {
            if (random.one_in(3)) extent = 1;
            if (random.one_in(60)) extent = random.between(0, 4);
        }
    }
    return shapes;
}

outcome refused(const std::vector<extents>& shapes) {
    extents result{7, 7};
    outcome answer = try_broadcast_shapes(result, refs(shapes));
    EXPECT_EQ(result, (extents{7, 7})) << "a refusal leaves the result as it was";
    EXPECT_THROW(broadcast_shapes(refs(shapes)), error);
    return answer;
}

TEST(shapes, examples) {
    EXPECT_EQ(broadcast_shapes({extents{2, 3}, extents{3}}), (extents{2, 3}));
    EXPECT_EQ(broadcast_shapes({extents{2, 1}, extents{1, 5}}), (extents{2, 5}));
    EXPECT_EQ(broadcast_shapes({extents{}, extents{4}}), (extents{4}));
    EXPECT_EQ(broadcast_shapes({extents{8, 1, 6, 1}, extents{7, 1, 5}}), (extents{8, 7, 6, 5}));
    EXPECT_EQ(broadcast_shapes({extents{3, 1}, extents{1, 4}, extents{2, 1, 1}}), (extents{2, 3, 4}));
    EXPECT_EQ(broadcast_shapes({extents{5, 4}}), (extents{5, 4})) << "one operand keeps its shape";
}

TEST(shapes, rank_0) {
    EXPECT_EQ(broadcast_shapes({extents{}}), extents{});
    EXPECT_EQ(broadcast_shapes({extents{}, extents{}}), extents{});
}

TEST(shapes, zero_extents) {
    EXPECT_EQ(broadcast_shapes({extents{0}, extents{1}}), extents{0});
    EXPECT_EQ(broadcast_shapes({extents{0}, extents{0}}), extents{0});
    EXPECT_EQ(broadcast_shapes({extents{}, extents{3, 0}}), (extents{3, 0}));
    EXPECT_EQ(broadcast_shapes({extents{2, 1}, extents{0}}), (extents{2, 0}));
    const outcome answer = refused({{0}, {2}});
    EXPECT_EQ(answer.code, status::shape_mismatch);
    EXPECT_EQ(answer.message,
              "broadcast: E1: axis 0: extents 0 and 2 do not broadcast (operand 0 is [0], operand 1 is [2])");
    EXPECT_EQ(refused({{2}, {0}}).code, status::shape_mismatch);
    EXPECT_EQ(refused({{0}, {1}, {2}}).code, status::shape_mismatch) << "the 1 must not hide the 0";
}

TEST(shapes, e1_names_operands_axis_and_extents) {
    EXPECT_EQ(refused({{2, 3}, {2, 4}}).message,
              "broadcast: E1: axis 1: extents 3 and 4 do not broadcast (operand 0 is [2,3], operand 1 is [2,4])");
    // The axis is counted in the broadcast shape; the operands are the one that set the extent and the first
    // that contradicts it.
    EXPECT_EQ(refused({{1, 1, 1}, {1}, {5}, {1, 5}, {6, 1}, {2, 1, 7}}).message,
              "broadcast: E1: axis 2: extents 5 and 7 do not broadcast (operand 2 is [5], operand 5 is [2,1,7])");
}

TEST(shapes, refuses_arguments_that_are_none) {
    extents result{7};
    EXPECT_EQ(try_broadcast_shapes(result, {}).code, status::invalid_argument);
    EXPECT_EQ(try_broadcast_shapes(result, {}).message, "broadcast: there is no operand");
    EXPECT_EQ(result, extents{7});
    const outcome negative = refused({{2}, {3, -1}});
    EXPECT_EQ(negative.code, status::invalid_argument);
    EXPECT_EQ(negative.message, "broadcast: axis 1: extent -1 is negative (operand 1 is [3,-1])");
    const extents_ref null_shape(static_cast<const std::int64_t*>(nullptr), 2);
    const outcome answer = try_broadcast_shapes(result, {extents_ref(result), null_shape});
    EXPECT_EQ(answer.code, status::invalid_argument);
    EXPECT_EQ(answer.message, "broadcast: operand 1 has rank 2 and a null shape");
    // A number like this comes from a caller's uninitialised or negative one, and no memory is asked for by it.
    for (const std::size_t rank : {std::size_t{1} << 62, ~std::size_t{0}}) {
        const extents_ref none(static_cast<const std::int64_t*>(nullptr), rank);
        const outcome huge = try_broadcast_shapes(result, {extents_ref(result), none});
        EXPECT_EQ(huge.code, status::invalid_argument);
        EXPECT_EQ(huge.message, "broadcast: operand 1 has rank " + std::to_string(rank) + " and a null shape");
    }
}

TEST(shapes, too_large) {
    const std::int64_t big = std::int64_t{1} << 31;
    EXPECT_EQ(broadcast_shapes({extents{big, 1}, extents{1, big}}), (extents{big, big})) << "2^62 elements fit";
    const outcome answer = refused({{big, 1, 1}, {1, big, 1}, {2}});
    EXPECT_EQ(answer.code, status::too_large);
    EXPECT_NE(answer.message.find("[2147483648,2147483648,2]"), std::string::npos) << answer.message;
    EXPECT_EQ(refused({{INT64_MAX, 2}}).code, status::too_large);
    EXPECT_EQ(broadcast_shapes({extents{INT64_MAX}}), extents{INT64_MAX});
    // Extents of an empty tensor are bounded too, so that its strides are numbers.
    EXPECT_EQ(refused({{0, INT64_MAX, 2}}).code, status::too_large);
}

TEST(shapes, agrees_with_the_text) {
    random_bits random("shapes.agrees_with_the_text");
    std::int64_t accepted = 0;
    const std::int64_t rounds = scaled(3000);
    for (std::int64_t round = 0; round < rounds; ++round) {
        const std::vector<extents> shapes = random_shapes(random);
        extents wanted, result;
        const bool fits = naive_shape(shapes, wanted);
        const outcome answer = try_broadcast_shapes(result, refs(shapes));
        ASSERT_EQ(answer.code, fits ? status::ok : status::shape_mismatch) << answer.message;
        ASSERT_EQ(answer.message.empty(), fits);
        if (!fits) continue;
        ++accepted;
        ASSERT_EQ(result, wanted);
    }
    EXPECT_GT(accepted, rounds / 4) << "the generator must make both kinds";
    EXPECT_LT(accepted, rounds);
}

TEST(shapes, order_of_operands_does_not_matter) {
    random_bits random("shapes.order");
    for (std::int64_t round = 0; round < scaled(1000); ++round) {
        std::vector<extents> shapes = random_shapes(random);
        extents first, second;
        const status one = try_broadcast_shapes(first, refs(shapes)).code;
        for (std::size_t i = shapes.size(); i > 1; --i) std::swap(shapes[i - 1], shapes[random.below(i)]);
        const status other = try_broadcast_shapes(second, refs(shapes)).code;
        ASSERT_EQ(one, other);
        ASSERT_EQ(first, second);
    }
}

TEST(shapes, pairwise_folding_changes_nothing) {
    random_bits random("shapes.folding");
    for (std::int64_t round = 0; round < scaled(1000); ++round) {
        const std::vector<extents> shapes = random_shapes(random);
        extents together;
        const status whole = try_broadcast_shapes(together, refs(shapes)).code;
        // Any two neighbours become one, until one is left.
        std::vector<extents> left = shapes;
        status folded = status::ok;
        while (folded == status::ok && left.size() > 1) {
            const std::size_t i = random.below(left.size() - 1);
            folded = try_broadcast_shapes(left[i], {left[i], left[i + 1]}).code;
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
        ASSERT_EQ(whole, folded);
        if (whole == status::ok) {
            ASSERT_EQ(together, left[0]);
        }
    }
}

TEST(shapes, rank_40) {
    extents even(40, 1), odd(39, 1), wanted(40, 1);
    for (std::size_t i = 0; i < 40; ++i) {
        if (i % 2 == 0) even[i] = 2;
        else odd[i - 1] = 3;
        wanted[i] = i % 2 == 0 ? 2 : 3;
    }
    EXPECT_EQ(broadcast_shapes({even, odd}), wanted);
    odd[38] = 4;
    const extents other(2, 5);
    EXPECT_EQ(refused({even, odd, other}).code, status::shape_mismatch);
}

TEST(shapes, a_million_operands) {
    // A rule that looks at pairs of operands would not come back from this.
    const std::size_t many = current_tier() == tier::emulated ? 1u << 16 : 1u << 20;
    const std::vector<extents> kinds{{1}, {}, {3, 1}, {1, 5}, {2, 1, 1}, {2, 3, 5}};
    std::vector<extents_ref> shapes;
    for (std::size_t m = 0; m < many; ++m) shapes.push_back(kinds[m % kinds.size()]);
    EXPECT_EQ(broadcast_shapes(shapes), (extents{2, 3, 5}));

    const extents wrong{4, 1};
    shapes.back() = wrong;
    extents result;
    const outcome answer = try_broadcast_shapes(result, shapes);
    EXPECT_EQ(answer.code, status::shape_mismatch);
    EXPECT_EQ(answer.message, "broadcast: E1: axis 1: extents 3 and 4 do not broadcast (operand 2 is [3,1], operand " +
                                  std::to_string(many - 1) + " is [4,1])");
}

TEST(shapes, too_many_operands_are_refused_unread) {
    const guarded_memory memory(1);
    const std::byte* const unreadable = memory.end();
    const std::size_t one_too_many = std::size_t{1} << 31;
    extents result{7};
    for (const std::size_t count : {one_too_many, SIZE_MAX}) {
        announce("too many shapes");
        const auto* const shapes = reinterpret_cast<const extents_ref*>(unreadable);
        const outcome of_shapes = try_broadcast_shapes(result, {shapes, count});
        EXPECT_EQ(of_shapes.code, status::invalid_argument);
        EXPECT_EQ(of_shapes.message,
                  "broadcast: there are " + std::to_string(count) + " operands; at most 2147483647 broadcast together");
        announce("too many operands");
        const auto* const operands = reinterpret_cast<const const_tensor_view*>(unreadable);
        std::vector<array_view> views(3);
        EXPECT_EQ(try_broadcast_views(views, {operands, count}).message, of_shapes.message);
        EXPECT_EQ(views.size(), 3u);
        std::vector<tensor> tensors(2);
        EXPECT_EQ(try_broadcast(tensors, {operands, count}).message, of_shapes.message);
        EXPECT_EQ(tensors.size(), 2u);
    }
    EXPECT_EQ(result, extents{7});
}

TEST(shapes, as_many_operands_as_the_text_allows) {
    if (current_tier() != tier::thorough) GTEST_SKIP() << "reads 32 GiB of address space";
    // Pages that nobody wrote are all one page of zeros: shapes of rank 0.
    const std::size_t one_too_many = std::size_t{1} << 31;
    const std::size_t bytes = one_too_many * sizeof(extents_ref);
    void* const pages = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) GTEST_SKIP() << "no address space";
    const auto* const scalars = static_cast<const extents_ref*>(pages);
    extents result{7};
    EXPECT_EQ(try_broadcast_shapes(result, {scalars, one_too_many}).code, status::invalid_argument);
    EXPECT_EQ(result, extents{7});
    EXPECT_EQ(try_broadcast_shapes(result, {scalars, one_too_many - 1}).code, status::ok);
    EXPECT_EQ(result, extents{});
    munmap(pages, bytes);
}

}  // namespace
}  // namespace zerostride::test
