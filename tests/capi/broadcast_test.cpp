// Broadcasting through C: shapes, views in the caller's memory, sums in new tensors.
#include <gtest/gtest.h>

#include <cstring>

#include "capi/asked.hpp"
#include "support/sanitizers.hpp"

namespace zerostride::test {
namespace {

/// Room for what views point to, and a guard behind it.
struct room {
    explicit room(std::size_t capacity_, std::size_t views = 1)
        : extents_and_guard(capacity_ + 1, -77), strides_and_guard(capacity_ * views + 1, -77), capacity(capacity_) {}
    ~room() {
        EXPECT_EQ(extents_and_guard.back(), -77);
        EXPECT_EQ(strides_and_guard.back(), -77);
    }
    zs_axes axes() { return {extents_and_guard.data(), strides_and_guard.data(), capacity}; }
    bool is_untouched() const {
        for (const std::int64_t x : extents_and_guard) {
            if (x != -77) return false;
        }
        for (const std::int64_t x : strides_and_guard) {
            if (x != -77) return false;
        }
        return true;
    }

    extents extents_and_guard, strides_and_guard;
    std::size_t capacity;
};

extents shape_of(const zs_view& v) { return {v.shape, v.shape + v.rank}; }
extents strides_of(const zs_view& v) { return {v.strides, v.strides + v.rank}; }

TEST(shapes, common) {
    const extents a = {2, 1, 4}, b = {3, 1}, c = {};
    const zs_shape shapes[] = {{a.data(), 3}, {b.data(), 2}, {nullptr, 0}};
    extents common(4, -77);
    std::size_t rank = 99;
    const auto broadcast = [&](std::size_t count, std::size_t capacity) {
        return ask(
            [&](zs_message* m) { return zs_broadcast_shapes(shapes, count, common.data(), capacity, &rank, m); });
    };
    EXPECT_EQ(broadcast(3, 3).status, ZS_STATUS_ok);
    EXPECT_EQ(rank, 3u);
    EXPECT_EQ(common, (extents{2, 3, 4, -77}));
    rank = 99;
    common.assign(4, -77);
    const answer narrow = broadcast(3, 2);
    EXPECT_EQ(narrow.status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(narrow.words, "broadcast: the result has rank 3 and there is room for 2");
    EXPECT_EQ(broadcast(0, 4).status, ZS_STATUS_invalid_argument);
    // Refused before any is read.
    EXPECT_EQ(broadcast(std::size_t{1} << 31, 4).words,
              "broadcast: there are 2147483648 operands; at most 2147483647 broadcast together");
    EXPECT_EQ(rank, 99u);
    EXPECT_EQ(common, extents(4, -77));
}

TEST(shapes, refused) {
    const extents a = {2, 3}, b = {2, 4}, negative = {-1}, wide = {std::int64_t{1} << 40, 1}, high = {1 << 30};
    extents common(2, -77);
    std::size_t rank = 99;
    const auto broadcast = [&](const extents& x, const extents& y) {
        const zs_shape shapes[] = {{x.data(), x.size()}, {y.data(), y.size()}};
        return ask([&](zs_message* m) { return zs_broadcast_shapes(shapes, 2, common.data(), 2, &rank, m); });
    };
    const answer e1 = broadcast(a, b);
    EXPECT_EQ(e1.status, ZS_STATUS_shape_mismatch);
    EXPECT_EQ(e1.words,
              "broadcast: E1: axis 1: extents 3 and 4 do not broadcast (operand 0 is [2,3], operand 1 is [2,4])");
    EXPECT_EQ(broadcast(a, negative).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(broadcast(wide, high).status, ZS_STATUS_too_large);
    const zs_shape no_extents = {nullptr, 2};
    const auto one = [&](const zs_shape* shapes, std::int64_t* into, std::size_t* rank_place) {
        return ask([&](zs_message* m) { return zs_broadcast_shapes(shapes, 1, into, 2, rank_place, m); });
    };
    const zs_shape shape = {a.data(), 2};
    EXPECT_EQ(one(&no_extents, common.data(), &rank).words, "broadcast: operand 0 has rank 2 and a null shape");
    EXPECT_EQ(one(nullptr, common.data(), &rank).words, "broadcast: the array of shapes is a null pointer");
    EXPECT_EQ(one(&shape, nullptr, &rank).words, "broadcast: the room for extents is a null pointer");
    EXPECT_EQ(one(&shape, common.data(), nullptr).words, "broadcast: the place for the rank is a null pointer");
    EXPECT_EQ(rank, 99u);
    EXPECT_EQ(common, extents(2, -77));
}

TEST(views, too_many_are_refused_before_any_is_read) {
    const float x = 0;
    const extents scalar;
    const zs_view one = view_of(&x, ZS_DTYPE_f32, scalar);
    room r(1, 2);
    const zs_axes axes = r.axes();
    zs_view view;
    for (const std::size_t count : {std::size_t{1} << 31, ~std::size_t{0}}) {
        const answer refused = ask([&](zs_message* m) { return zs_broadcast_views(&one, count, &axes, &view, m); });
        EXPECT_EQ(refused.status, ZS_STATUS_invalid_argument);
        EXPECT_EQ(refused.words,
                  "broadcast: there are " + std::to_string(count) + " operands; at most 2147483647 broadcast together");
    }
}

TEST(views, of_several_operands) {
    const float x[4] = {};
    const double y[3] = {};
    const extents a = {4}, b = {3, 1};
    const std::int64_t back[] = {-8, 0};
    zs_view operands[] = {view_of(x, ZS_DTYPE_f32, a), view_of(y + 2, ZS_DTYPE_f64, b, back)};
    room r(2, 2);
    const zs_axes axes = r.axes();
    zs_view views[2];
    ASSERT_EQ(ask([&](zs_message* m) { return zs_broadcast_views(operands, 2, &axes, views, m); }).status,
              ZS_STATUS_ok);
    EXPECT_EQ(shape_of(views[0]), (extents{3, 4}));
    EXPECT_EQ(strides_of(views[0]), (extents{0, 4}));
    EXPECT_EQ(views[0].data, x);
    EXPECT_EQ(views[0].dtype, ZS_DTYPE_f32);
    EXPECT_EQ(shape_of(views[1]), (extents{3, 4}));
    EXPECT_EQ(strides_of(views[1]), (extents{-8, 0}));
    EXPECT_EQ(views[1].data, y + 2);
    EXPECT_EQ(views[1].dtype, ZS_DTYPE_f64);
    // Where the operands are.
    ASSERT_EQ(zs_broadcast_views(operands, 2, &axes, operands, nullptr), ZS_STATUS_ok);
    EXPECT_EQ(strides_of(operands[1]), (extents{-8, 0}));
}

TEST(views, of_several_operands_refused) {
    const extents a = {4}, b = {3};
    const zs_view operands[] = {view_of(nullptr, ZS_DTYPE_f32, a), view_of(nullptr, ZS_DTYPE_f64, b)};
    zs_view views[2] = {};
    room r(1, 2);
    const zs_axes axes = r.axes();
    const auto broadcast = [](const zs_view* from, std::size_t count, const zs_axes* into, zs_view* to) {
        return ask([&](zs_message* m) { return zs_broadcast_views(from, count, into, to, m); });
    };
    EXPECT_EQ(broadcast(operands, 2, &axes, views).status, ZS_STATUS_shape_mismatch);
    EXPECT_EQ(broadcast(operands, 0, &axes, views).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(broadcast(nullptr, 1, &axes, views).words, "broadcast: the array of operands is a null pointer");
    EXPECT_EQ(broadcast(operands, 1, nullptr, views).words, "broadcast: the room for axes is a null pointer");
    EXPECT_EQ(broadcast(operands, 1, &axes, nullptr).words, "broadcast: the place for the results is a null pointer");
    const zs_axes half = {axes.extents, nullptr, 1}, none = {nullptr, nullptr, 0};
    EXPECT_EQ(broadcast(operands, 1, &half, views).words, "broadcast: the room for axes is a null pointer");
    EXPECT_EQ(broadcast(operands, 1, &none, views).words, "broadcast: the result has rank 1 and there is room for 0");
    zs_view typeless = operands[0];
    typeless.dtype = 300;
    EXPECT_EQ(broadcast(&typeless, 1, &axes, views).words, "broadcast: operand 0 has no valid element type (300)");
    EXPECT_TRUE(r.is_untouched());
    EXPECT_EQ(views[0].shape, nullptr);
}

/// The page's examples of nGraph Broadcast, and the forms of stretching, each with its result.
TEST(views, of_one_operand) {
    const std::int16_t x[24] = {};
    const std::int64_t none[1] = {0};
    struct row {
        const char* name;
        extents from, to, axes;
        zs_status status;
        extents shape, strides;
    };
    const row rows[] = {
        {"to", {3, 1}, {2, 3, 4}, {}, ZS_STATUS_ok, {2, 3, 4}, {0, 2, 0}},
        {"to", {3, 4}, {3, 1}, {}, ZS_STATUS_shape_mismatch, {}, {}},
        {"to", {}, {2}, {}, ZS_STATUS_ok, {2}, {0}},
        {"expand", {3, 4}, {3, 1}, {}, ZS_STATUS_ok, {3, 4}, {8, 2}},
        {"expand", {3, 4}, {2, 1, 1}, {}, ZS_STATUS_ok, {2, 3, 4}, {0, 8, 2}},
        {"expand", {3, 4}, {2}, {}, ZS_STATUS_shape_mismatch, {}, {}},
        {"axes", {2}, {3, 2, 4}, {0, 2}, ZS_STATUS_ok, {3, 2, 4}, {0, 2, 0}},
        {"axes", {2}, {3, 2, 4}, {2, 0}, ZS_STATUS_ok, {3, 2, 4}, {0, 2, 0}},
        {"axes", {}, {5, 4, 3, 2}, {0, 1, 2, 3}, ZS_STATUS_ok, {5, 4, 3, 2}, {0, 0, 0, 0}},
        {"axes", {1}, {3, 2}, {0}, ZS_STATUS_shape_mismatch, {}, {}},
        {"axes", {2}, {3, 2}, {2}, ZS_STATUS_invalid_argument, {}, {}},
        {"axes", {2}, {3, 2}, {0, 0}, ZS_STATUS_invalid_argument, {}, {}},
        {"mapped", {3, 2}, {3, 5, 2}, {0, 2}, ZS_STATUS_ok, {3, 5, 2}, {4, 0, 2}},
        {"mapped", {3, 2}, {3, 5, 2}, {2, 0}, ZS_STATUS_invalid_argument, {}, {}},
        {"mapped", {3, 2}, {3, 5, 2}, {0}, ZS_STATUS_invalid_argument, {}, {}},
        {"mapped", {3, 2}, {3, 5, 2}, {0, 1}, ZS_STATUS_shape_mismatch, {}, {}},
        {"pdpd", {3, 4}, {2, 3, 4, 5}, {1}, ZS_STATUS_ok, {2, 3, 4, 5}, {0, 8, 2, 0}},
        {"pdpd", {3, 4}, {2, 3, 4}, {-1}, ZS_STATUS_ok, {2, 3, 4}, {0, 8, 2}},
        {"pdpd", {3, 1}, {2, 3}, {1}, ZS_STATUS_ok, {2, 3}, {0, 2}},
        {"pdpd", {3, 4}, {2, 3, 4}, {4}, ZS_STATUS_invalid_argument, {}, {}},
        {"pdpd", {3, 4}, {2, 3, 4}, {2}, ZS_STATUS_shape_mismatch, {}, {}},
    };
    for (const row& c : rows) {
        const zs_view from = view_of(x, ZS_DTYPE_i16, c.from);
        const auto stretch = [&](const zs_view* operand, const zs_axes* axes, zs_view* view, zs_message* m) {
            const std::string name = c.name;
            const std::int64_t* const to = c.to.data();
            const std::int64_t* const listed = c.axes.empty() ? none : c.axes.data();
            if (name == "to") return zs_broadcast_to(operand, to, c.to.size(), axes, view, m);
            if (name == "expand") return zs_expand(operand, to, c.to.size(), axes, view, m);
            if (name == "axes") {
                return zs_broadcast_axes(operand, to, c.to.size(), listed, c.axes.size(), axes, view, m);
            }
            if (name == "mapped") {
                return zs_broadcast_mapped(operand, to, c.to.size(), listed, c.axes.size(), axes, view, m);
            }
            return zs_broadcast_pdpd(operand, to, c.to.size(), listed[0], axes, view, m);
        };
        SCOPED_TRACE(std::string(c.name) + " to rank " + std::to_string(c.to.size()));
        room r(c.shape.size());
        const zs_axes axes = r.axes();
        zs_view view = {};
        const answer said = ask([&](zs_message* m) { return stretch(&from, &axes, &view, m); });
        ASSERT_EQ(said.status, c.status) << said.words;
        if (c.status != ZS_STATUS_ok) {
            EXPECT_TRUE(r.is_untouched());
            EXPECT_EQ(view.data, nullptr);
            EXPECT_EQ(view.rank, 0u);
            continue;
        }
        EXPECT_EQ(shape_of(view), c.shape);
        EXPECT_EQ(strides_of(view), c.strides);
        EXPECT_EQ(view.data, x);
        EXPECT_EQ(view.dtype, ZS_DTYPE_i16);
        // Each also refuses too little room, and nulls.
        zs_axes narrow = axes;
        --narrow.capacity;
        EXPECT_NE(ask([&](zs_message* m) { return stretch(&from, &narrow, &view, m); }).words.find("there is room for"),
                  std::string::npos);
        EXPECT_EQ(ask([&](zs_message* m) { return stretch(nullptr, &axes, &view, m); }).status,
                  ZS_STATUS_invalid_argument);
        EXPECT_EQ(ask([&](zs_message* m) { return stretch(&from, nullptr, &view, m); }).status,
                  ZS_STATUS_invalid_argument);
        EXPECT_EQ(ask([&](zs_message* m) { return stretch(&from, &axes, nullptr, m); }).status,
                  ZS_STATUS_invalid_argument);
    }
    const extents two = {2};
    const zs_view from = view_of(x, ZS_DTYPE_i16, two);
    room r(2);
    const zs_axes axes = r.axes();
    zs_view view = {};
    EXPECT_EQ(
        ask([&](zs_message* m) { return zs_broadcast_axes(&from, two.data(), 1, nullptr, 1, &axes, &view, m); }).words,
        "broadcast_axes: the array of axes is a null pointer");
    EXPECT_EQ(ask([&](zs_message* m) {
                  return zs_broadcast_mapped(&from, two.data(), 1, nullptr, 1, &axes, &view, m);
              }).words,
              "broadcast_mapped: the mapping is a null pointer");
    EXPECT_EQ(ask([&](zs_message* m) { return zs_expand(&from, nullptr, 1, &axes, &view, m); }).status,
              ZS_STATUS_invalid_argument);
}

TEST(views, become_copies_by_identity) {
    const zs_text words[2] = {{"one", 3}, {"three", 5}};
    const extents column = {2, 1}, matrix = {2, 2};
    const zs_view from = view_of(words, ZS_DTYPE_str, column);
    zs_text copy[4];
    const zs_view to = view_of(copy, ZS_DTYPE_str, matrix);
    ASSERT_EQ(zs_eval(ZS_OP_identity, nullptr, 0, &from, 1, &to, nullptr, nullptr), ZS_STATUS_ok);
    EXPECT_EQ(std::string(copy[1].data, copy[1].size), "one");
    EXPECT_EQ(std::string(copy[2].data, copy[2].size), "three");
}

TEST(sums, undo_broadcasts) {
    const std::int32_t delta[6] = {1, 2, 3, 4, 5, 6};
    const extents matrix = {2, 3}, row = {1, 3}, wrong = {2};
    const zs_view from = view_of(delta, ZS_DTYPE_i32, matrix);
    const std::int64_t axis = 0, beyond = 2;
    zs_tensor* made = nullptr;
    zs_view view;
    ASSERT_EQ(zs_sum_axes(&from, &axis, 1, nullptr, &made, nullptr), ZS_STATUS_ok);
    ASSERT_EQ(zs_tensor_view(made, &view), ZS_STATUS_ok);
    EXPECT_EQ(shape_of(view), (extents{3}));
    const std::int32_t expected[3] = {5, 7, 9};
    EXPECT_EQ(std::memcmp(view.data, expected, sizeof expected), 0);
    zs_tensor_destroy(made);
    ASSERT_EQ(zs_sum_to(&from, row.data(), 2, nullptr, &made, nullptr), ZS_STATUS_ok);
    ASSERT_EQ(zs_tensor_view(made, &view), ZS_STATUS_ok);
    EXPECT_EQ(shape_of(view), row);
    EXPECT_EQ(std::memcmp(view.data, expected, sizeof expected), 0);
    zs_tensor_destroy(made);

    const auto refused = [&](const zs_view* operand, const std::int64_t* axes, zs_tensor** into) {
        return ask([&](zs_message* m) { return zs_sum_axes(operand, axes, 1, nullptr, into, m); });
    };
    EXPECT_EQ(refused(&from, &beyond, &made).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(refused(&from, nullptr, &made).words, "sum: the array of axes is a null pointer");
    EXPECT_EQ(refused(nullptr, &axis, &made).words, "sum: the operand is a null pointer");
    EXPECT_EQ(refused(&from, &axis, nullptr).words, "sum: the place for the result is a null pointer");
    EXPECT_EQ(ask([&](zs_message* m) { return zs_sum_to(&from, wrong.data(), 1, nullptr, &made, m); }).status,
              ZS_STATUS_shape_mismatch);
    const bool flags[6] = {};
    const zs_view logical = view_of(flags, ZS_DTYPE_boolean, matrix);
    EXPECT_EQ(refused(&logical, &axis, &made).status, ZS_STATUS_unsupported);
}

TEST(tensors, are_zeros_that_can_be_written) {
    const extents shape = {3, 5};
    zs_tensor* made = nullptr;
    ASSERT_EQ(ask([&](zs_message* m) {
                  zs_tensor_destroy(made);
                  return zs_tensor_create(ZS_DTYPE_f64, shape.data(), 2, &made, m);
              }).status,
              ZS_STATUS_ok);
    zs_view view;
    ASSERT_EQ(zs_tensor_view(made, &view), ZS_STATUS_ok);
    EXPECT_EQ(shape_of(view), shape);
    EXPECT_EQ(view.strides, nullptr);
    EXPECT_EQ(view.dtype, ZS_DTYPE_f64);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(view.data) % 64, 0u);
    double* const elements = static_cast<double*>(view.data);
    for (int i = 0; i < 15; ++i) EXPECT_EQ(elements[i], 0.0);
    const double one = 1;
    const extents scalar;
    const zs_view inputs[] = {view, view_of(&one, ZS_DTYPE_f64, scalar)};
    ASSERT_EQ(zs_eval(ZS_OP_add, nullptr, 0, inputs, 2, &view, nullptr, nullptr), ZS_STATUS_ok);
    for (int i = 0; i < 15; ++i) EXPECT_EQ(elements[i], 1.0);
    EXPECT_EQ(zs_tensor_view(nullptr, &view), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_tensor_view(made, nullptr), ZS_STATUS_invalid_argument);
    zs_tensor_destroy(made);
    zs_tensor_destroy(nullptr);
}

TEST(tensors, refused) {
    int somewhere;
    const auto create = [&](zs_dtype type, const extents& shape) {
        zs_tensor* made = reinterpret_cast<zs_tensor*>(&somewhere);
        const answer said =
            ask([&](zs_message* m) { return zs_tensor_create(type, shape.data(), shape.size(), &made, m); });
        EXPECT_EQ(made, nullptr);
        return said;
    };
    EXPECT_EQ(create(15, {2}).words, "tensor: the result has no valid element type (15)");
    EXPECT_EQ(create(ZS_DTYPE_i8, {2, -1}).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(create(ZS_DTYPE_f64, {std::int64_t{1} << 30, std::int64_t{1} << 30}).status, ZS_STATUS_too_large);
    if (heap_can_run_out) {
        EXPECT_EQ(create(ZS_DTYPE_i8, {std::int64_t{1} << 60}).status, ZS_STATUS_out_of_memory);
    }
    zs_tensor* made = nullptr;
    EXPECT_EQ(zs_tensor_create(ZS_DTYPE_i8, nullptr, 1, &made, nullptr), ZS_STATUS_invalid_argument);
    EXPECT_EQ(zs_tensor_create(ZS_DTYPE_i8, nullptr, 0, nullptr, nullptr), ZS_STATUS_invalid_argument);
    ASSERT_EQ(zs_tensor_create(ZS_DTYPE_i8, nullptr, 0, &made, nullptr), ZS_STATUS_ok);
    zs_tensor_destroy(made);
}

}  // namespace
}  // namespace zerostride::test
