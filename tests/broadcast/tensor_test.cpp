// The owning tensor: memory, copies, texts.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "broadcast/sample.hpp"
#include "support/sanitizers.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::test {
namespace {

template <class Make>
outcome thrown_by(Make make) {
    try {
        make();
    } catch (const error& thrown) {
        return {thrown.code(), thrown.what()};
    }
    return {};
}

TEST(tensor, is_zero_filled_dense_and_aligned) {
    for (const dtype_info& row : dtypes) {
        for (const std::int64_t n : {1, 3, 1000, 300000}) {
            const tensor made(row.type, {n, 3});
            ASSERT_EQ(made.type(), row.type);
            ASSERT_EQ(made.rank(), 2u);
            ASSERT_EQ(made.size(), 3 * n);
            ASSERT_EQ(made.bytes(), static_cast<std::size_t>(3 * n) * row.bytes);
            ASSERT_EQ(reinterpret_cast<std::uintptr_t>(made.data()) % 64, 0u);
            const auto* bytes = static_cast<const unsigned char*>(made.data());
            for (std::size_t i = 0; i < made.bytes(); ++i) ASSERT_EQ(bytes[i], 0);
        }
    }
}

TEST(tensor, default_scalar_and_empty) {
    const tensor none;
    EXPECT_EQ(none.shape(), extents{0});
    EXPECT_EQ(none.size(), 0);
    EXPECT_EQ(none.type(), dtype::f32);
    const tensor scalar(dtype::u8, {});
    EXPECT_EQ(scalar.rank(), 0u);
    EXPECT_EQ(scalar.size(), 1);
    const tensor empty(dtype::real, {4, 0});
    EXPECT_EQ(empty.size(), 0);
    EXPECT_EQ(empty.bytes(), 0u);
}

TEST(tensor, takes_integers_of_64_bits_by_every_name) {
    const std::vector<long> a = {1, -2};
    const std::vector<long long> b = {3, 4};
    const std::vector<unsigned long long> c = {5, 6};
    const tensor sums = add(view(a, {2}), view(b, {2}));
    EXPECT_EQ(sums.type(), dtype::i64);
    EXPECT_EQ(std::vector<long long>(sums.data_as<long long>(), sums.data_as<long long>() + 2),
              (std::vector<long long>{4, 2}));
    EXPECT_EQ(view(c, {2}).type, dtype::u64);
    EXPECT_EQ(tensor::from(std::vector<std::size_t>{7}, {1}).type(), dtype::u64);
}

TEST(tensor, refuses) {
    EXPECT_EQ(thrown_by([] { tensor(dtype::f32, {2, -1}); }).code, status::invalid_argument);
    EXPECT_EQ(thrown_by([] {
                  tensor(dtype::f32, {2, -1});
              }).message,
              "tensor: axis 1: extent -1 is negative (the shape is [2,-1])");
    EXPECT_EQ(thrown_by([] { tensor(static_cast<dtype>(0), {2}); }).code, status::invalid_argument);
    EXPECT_EQ(thrown_by([] { tensor(dtype::i8, extents_ref(static_cast<const std::int64_t*>(nullptr), 1)); }).code,
              status::invalid_argument);
    EXPECT_EQ(thrown_by([] {
                  tensor(dtype::f64, {std::int64_t{1} << 30, std::int64_t{1} << 30});
              }).code,
              status::too_large);
    EXPECT_EQ(thrown_by([] {
                  tensor::from(std::vector<float>{1, 2}, {3});
              }).message,
              "tensor: 2 elements given, [3] has 3");
    EXPECT_EQ(thrown_by([] { tensor::from(std::vector<float>{1}, {3}); }).message,
              "tensor: 1 element given, [3] has 3");
    tensor f32(dtype::f32, {1});
    EXPECT_EQ(thrown_by([&] { f32.data_as<double>(); }).message, "tensor: its elements are f32, not f64");
    EXPECT_EQ(thrown_by([&] { f32.to_strings(); }).code, status::invalid_argument);
}

TEST(tensor, memory_that_runs_out_is_an_error) {
    if (!heap_can_run_out) GTEST_SKIP() << "the sanitizer ends the process instead";
    EXPECT_EQ(thrown_by([] { tensor(dtype::i8, {std::int64_t{1} << 60}); }).code, status::out_of_memory);
    EXPECT_EQ(thrown_by([] { tensor(dtype::i8, {INT64_MAX}); }).code, status::out_of_memory);
}

TEST(tensor, copies_are_apart_and_moves_are_cheap) {
    tensor one = tensor::from(std::vector<std::int32_t>{1, 2, 3, 4}, {2, 2});
    tensor copy = one;
    ASSERT_NE(copy.data(), one.data());
    copy.data_as<std::int32_t>()[0] = 9;
    EXPECT_EQ(one.data_as<std::int32_t>()[0], 1);
    const void* const data = one.data();
    tensor moved = std::move(one);
    EXPECT_EQ(moved.data(), data);
    EXPECT_EQ(moved.shape(), (extents{2, 2}));
    // What was moved from has no elements, can be copied, and can be given some.
    EXPECT_EQ(one.size(), 0);  // NOLINT: that is what is tested
    const tensor copy_of_nothing = one;
    EXPECT_EQ(copy_of_nothing.size(), 0);
    EXPECT_EQ(copy_of_nothing.bytes(), 0u);
    one = copy;
    EXPECT_EQ(one.data_as<std::int32_t>()[0], 9);
    EXPECT_EQ(one.shape(), (extents{2, 2}));
    tensor& self = one;
    one = self;
    one = std::move(self);
    EXPECT_EQ(one.size(), 4);
    EXPECT_EQ(one.data_as<std::int32_t>()[3], 4);
}

TEST(tensor, of_strings_owns_its_bytes) {
    std::vector<std::string> words{"zero", "", "two\0halves", std::string(100, 'x'), "\xc3\xa9t\xc3\xa9"};
    words[2] = std::string("two\0halves", 10);
    const std::vector<std::string> wanted = words;
    const tensor made = tensor::from_strings(words, {5, 1});
    for (std::string& word : words) word.assign(word.size(), '?');
    EXPECT_EQ(made.to_strings(), wanted);
    EXPECT_EQ(made.shape(), (extents{5, 1}));
    ASSERT_EQ(made.owners().size(), 1u);
    EXPECT_EQ(thrown_by([&] { tensor::from_strings(words, {4}); }).code, status::invalid_argument);
    EXPECT_EQ(tensor(dtype::str, {2}).to_strings(), (std::vector<std::string>{"", ""}));
    EXPECT_TRUE(tensor::from_strings(std::vector<std::string>{}, {0}).to_strings().empty());
}

TEST(tensor, copies_share_the_owner_of_texts) {
    tensor copy;
    {
        const tensor made = tensor::from_strings(std::vector<std::string>{std::string(40, 'a'), "b"}, {2});
        copy = made;
        EXPECT_EQ(copy.data_as<text>()[0].data, made.data_as<text>()[0].data) << "the bytes are not copied";
    }
    EXPECT_EQ(copy.to_strings(), (std::vector<std::string>{std::string(40, 'a'), "b"}));
}

TEST(tensor, keep_holds_what_texts_view) {
    // Broadcasting moves views: the copy of a text tensor must be told whose bytes it shows.
    auto words = std::make_unique<tensor>(
        tensor::from_strings(std::vector<std::string>{std::string(50, 'k'), std::string(60, 'l')}, {2, 1}));
    tensor wide = materialise(broadcast_to(*words, {2, 3}));
    EXPECT_EQ(wide.data_as<text>()[2].data, words->data_as<text>()[0].data);
    for (const auto& owner : words->owners()) wide.keep(owner);
    const std::weak_ptr<const void> watched = words->owners()[0];
    words.reset();
    EXPECT_FALSE(watched.expired());
    const std::string k(50, 'k'), l(60, 'l');
    EXPECT_EQ(wide.to_strings(), (std::vector<std::string>{k, k, k, l, l, l}));
    wide = tensor();
    EXPECT_TRUE(watched.expired());
    wide.keep(nullptr);
    EXPECT_TRUE(wide.owners().empty());
}

TEST(tensor, keep_goes_by_ownership) {
    tensor made(dtype::str, {1});
    bool ended = false;
    made.keep(std::shared_ptr<const void>(nullptr, [&ended](const void*) { ended = true; }));
    EXPECT_FALSE(ended) << "a null pointer may own";
    const auto held = std::make_shared<std::string>("text");
    made.keep(std::shared_ptr<const void>(std::shared_ptr<void>(), held.get()));
    EXPECT_EQ(made.owners().size(), 1u) << "a pointer without ownership keeps nothing";
    made.keep(held);
    made.keep(std::shared_ptr<const void>(held, held->data()));
    EXPECT_EQ(made.owners().size(), 2u) << "one owner, whatever its pointers point at";
    EXPECT_EQ(held.use_count(), 2);
    made = tensor();
    EXPECT_TRUE(ended);
    EXPECT_EQ(held.use_count(), 1);
}

TEST(tensor, made_in_the_place_of_its_operand_keeps_its_owners) {
    const std::string long_text(40, 'a');
    tensor one = tensor::from_strings(std::vector<std::string>{long_text, "b"}, {2});
    ASSERT_TRUE(try_materialise(one, broadcast_to(one, {2, 2})));
    EXPECT_EQ(one.to_strings(), (std::vector<std::string>{long_text, "b", long_text, "b"}));
    std::vector<tensor> several;
    several.push_back(tensor::from_strings(std::vector<std::string>{long_text, "b"}, {2}));
    ASSERT_TRUE(try_broadcast(several, {several[0], tensor(dtype::f32, {2, 1})}));
    EXPECT_EQ(several[0].to_strings(), (std::vector<std::string>{long_text, "b", long_text, "b"}));
    EXPECT_TRUE(several[1].owners().empty());
    tensor apart = tensor::from_strings(std::vector<std::string>{"c"}, {1});
    ASSERT_TRUE(try_materialise(apart, one));
    EXPECT_TRUE(apart.owners().empty()) << "what is no operand hands nothing on";
}

}  // namespace
}  // namespace zerostride::test
