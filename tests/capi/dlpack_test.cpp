// DLPack in and out, through C++ and through C, against tensors described by hand.
#include "zerostride/dlpack.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "capi/asked.hpp"
#include "zerostride/zerostride.hpp"
#include "zerostride/zerostride_dlpack.h"

namespace zerostride::test {
namespace {

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

/// A tensor of some other library, and how often it was given back.
struct foreign {
    std::vector<std::int64_t> shape, strides;
    int ended = 0;
    DLManagedTensor managed = {};

    foreign(void* data, DLDataType type, std::vector<std::int64_t> shape_, std::vector<std::int64_t> strides_ = {})
        : shape(std::move(shape_)), strides(std::move(strides_)) {
        managed.dl_tensor.data = data;
        managed.dl_tensor.device = {kDLCPU, 0};
        managed.dl_tensor.ndim = static_cast<int>(shape.size());
        managed.dl_tensor.dtype = type;
        managed.dl_tensor.shape = shape.data();
        managed.dl_tensor.strides = strides.empty() ? nullptr : strides.data();
        managed.manager_ctx = this;
        managed.deleter = [](DLManagedTensor* self) { ++static_cast<foreign*>(self->manager_ctx)->ended; };
    }
    foreign(const foreign&) = delete;
    foreign& operator=(const foreign&) = delete;
    DLTensor& tensor() { return managed.dl_tensor; }
};

/// What C++ and C say of a tensor; they must agree, and change nothing when they refuse.
outcome read(const DLTensor& from, array_view& view) {
    view = {&view, dtype::str, {9}, {9}};
    const outcome said = try_from_dlpack(view, from);
    std::vector<std::int64_t> strides(16, -77);
    zs_view in_c = {&strides, -5, 99, nullptr, nullptr};
    const answer c =
        ask([&](zs_message* m) { return zs_view_from_dlpack(&from, strides.data(), strides.size(), &in_c, m); });
    EXPECT_EQ(c.status, static_cast<zs_status>(said.code));
    EXPECT_EQ(c.words, said.message);
    if (said.code != status::ok) {
        EXPECT_EQ(view.data, &view);
        EXPECT_EQ(view.shape, std::vector<std::int64_t>{9});
        EXPECT_EQ(in_c.rank, 99u);
        EXPECT_EQ(strides, std::vector<std::int64_t>(16, -77));
        return said;
    }
    EXPECT_EQ(in_c.data, view.data);
    EXPECT_EQ(in_c.dtype, static_cast<zs_dtype>(view.type));
    EXPECT_EQ(std::vector<std::int64_t>(in_c.shape, in_c.shape + in_c.rank), view.shape);
    if (in_c.strides != nullptr) {
        EXPECT_EQ(std::vector<std::int64_t>(in_c.strides, in_c.strides + in_c.rank), view.strides);
    }
    return said;
}

struct type_row {
    int code, bits;
    dtype type;
};
const type_row types[] = {
    {kDLFloat, 16, dtype::f16}, {kDLFloat, 32, dtype::f32}, {kDLFloat, 64, dtype::f64}, {kDLInt, 8, dtype::i8},
    {kDLInt, 16, dtype::i16},   {kDLInt, 32, dtype::i32},   {kDLInt, 64, dtype::i64},   {kDLUInt, 8, dtype::u8},
    {kDLUInt, 16, dtype::u16},  {kDLUInt, 32, dtype::u32},  {kDLUInt, 64, dtype::u64},  {6, 8, dtype::boolean},
};

DLDataType dl_type(int code, int bits, int lanes = 1) {
    return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits), static_cast<std::uint16_t>(lanes)};
}

TEST(dlpack, types_in_both_directions) {
    std::int64_t memory[4] = {};
    array_view view;
    for (int code = 0; code < 20; ++code) {
        for (int bits = 0; bits < 256; ++bits) {
            dtype expected{};
            for (const type_row& row : types) {
                if (row.code == code && row.bits == bits) expected = row.type;
            }
            foreign one(memory, dl_type(code, bits), {2});
            const outcome said = read(one.tensor(), view);
            if (is_valid(expected)) {
                EXPECT_EQ(said.code, status::ok) << said.message;
                EXPECT_EQ(view.type, expected);
            } else {
                EXPECT_EQ(said.code, status::unsupported) << code << " " << bits;
            }
        }
    }
    foreign lanes(memory, dl_type(kDLFloat, 32, 4), {2});
    EXPECT_EQ(read(lanes.tensor(), view).message, "dlpack: no element type for type code 2 with 32 bits and 4 lanes");
    foreign none(memory, dl_type(kDLFloat, 32, 0), {2});
    EXPECT_EQ(read(none.tensor(), view).code, status::unsupported);
}

TEST(dlpack, strides_count_elements_there_and_bytes_here) {
    double memory[64] = {};
    array_view view;
    foreign dense(memory, dl_type(kDLFloat, 64), {2, 3, 4});
    ASSERT_EQ(read(dense.tensor(), view).code, status::ok);
    EXPECT_EQ(view.shape, (std::vector<std::int64_t>{2, 3, 4}));
    EXPECT_EQ(view.strides, (std::vector<std::int64_t>{96, 32, 8}));
    EXPECT_EQ(view.data, memory);
    foreign awkward(memory, dl_type(kDLFloat, 64), {2, 3, 4}, {-5, 0, 7});
    awkward.tensor().byte_offset = 40;
    ASSERT_EQ(read(awkward.tensor(), view).code, status::ok);
    EXPECT_EQ(view.strides, (std::vector<std::int64_t>{-40, 0, 56}));
    EXPECT_EQ(view.data, memory + 5);
    foreign scalar(memory, dl_type(kDLFloat, 64), {});
    scalar.tensor().shape = nullptr;
    ASSERT_EQ(read(scalar.tensor(), view).code, status::ok);
    EXPECT_TRUE(view.shape.empty());
    foreign empty(nullptr, dl_type(kDLFloat, 64), {2, 0});
    empty.tensor().byte_offset = 40;
    ASSERT_EQ(read(empty.tensor(), view).code, status::ok);
    EXPECT_EQ(view.data, nullptr);
}

TEST(dlpack, refused) {
    float memory[4] = {};
    array_view view;
    const DLDataType f32 = dl_type(kDLFloat, 32);
    for (const DLDeviceType device : {kDLCUDA, kDLCUDAHost, kDLVulkan, kDLExtDev}) {
        foreign far(memory, f32, {4});
        far.tensor().device.device_type = device;
        const outcome said = read(far.tensor(), view);
        EXPECT_EQ(said.code, status::invalid_argument);
        EXPECT_EQ(said.message, "dlpack: the tensor is on a device of type " +
                                    std::to_string(static_cast<int>(device)) +
                                    ", only the CPU's (1) memory can be read");
    }
    // Younger than the header, or none at all: no value of the enumeration, which is not to be read as one.
    for (const int device : {16, 18, -1}) {
        foreign far(memory, f32, {4});
        std::memcpy(&far.tensor().device.device_type, &device, sizeof device);
        EXPECT_EQ(read(far.tensor(), view).message, "dlpack: the tensor is on a device of type " +
                                                        std::to_string(device) +
                                                        ", only the CPU's (1) memory can be read");
    }
    for (const std::uint64_t offset : {std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        foreign beyond(memory, f32, {2});
        beyond.tensor().byte_offset = offset;
        const outcome said = read(beyond.tensor(), view);
        EXPECT_EQ(said.code, status::too_large);
        EXPECT_EQ(said.message, "dlpack: byte_offset " + std::to_string(offset) + " does not fit in 63 bits");
    }
    foreign negative(memory, f32, {2, -3});
    EXPECT_EQ(read(negative.tensor(), view).message, "dlpack: axis 1 has the negative extent -3");
    foreign rank(memory, f32, {2});
    rank.tensor().ndim = -1;
    EXPECT_EQ(read(rank.tensor(), view).message, "dlpack: the rank -1 is negative");
    foreign shape(memory, f32, {2});
    shape.tensor().shape = nullptr;
    EXPECT_EQ(read(shape.tensor(), view).message, "dlpack: rank 1 with a null shape");
    foreign data(nullptr, f32, {2});
    EXPECT_EQ(read(data.tensor(), view).message, "dlpack: the tensor has elements and a null data pointer");
    for (const std::int64_t stride : {int64_max / 4 + 1, -(int64_max / 4) - 1}) {
        foreign far(memory, f32, {2, 2}, {1, stride});
        const outcome said = read(far.tensor(), view);
        EXPECT_EQ(said.code, status::too_large);
        EXPECT_EQ(said.message, "dlpack: axis 1: stride " + std::to_string(stride) + " does not fit in 63 bits");
    }
    foreign large(memory, f32, {1 << 30, 1 << 30, 1 << 30});
    EXPECT_EQ(read(large.tensor(), view).message,
              "dlpack: axis 0: extent 1073741824: the tensor does not fit in 63 bits");
    foreign strided(memory, f32, {1 << 30, 1 << 30, 1 << 30}, {1, 1, 1});
    EXPECT_EQ(read(strided.tensor(), view).code, status::too_large);
    // What C alone can get wrong.
    foreign fine(memory, f32, {2, 2}, {2, 1});
    std::int64_t strides[2];
    zs_view in_c;
    const auto in = [&](const DLTensor* from, std::int64_t* room, std::size_t capacity, zs_view* into) {
        return ask([&](zs_message* m) { return zs_view_from_dlpack(from, room, capacity, into, m); });
    };
    EXPECT_EQ(in(nullptr, strides, 2, &in_c).words, "dlpack: the tensor is a null pointer");
    EXPECT_EQ(in(&fine.tensor(), strides, 2, nullptr).words, "dlpack: the place for the view is a null pointer");
    EXPECT_EQ(in(&fine.tensor(), strides, 1, &in_c).words,
              "dlpack: the tensor has rank 2 and there is room for 1 stride");
    EXPECT_EQ(in(&fine.tensor(), nullptr, 2, &in_c).status, ZS_STATUS_invalid_argument);
    EXPECT_EQ(in(&fine.tensor(), strides, 2, &in_c).status, ZS_STATUS_ok);
}

TEST(dlpack, strides_count_between_elements_alone) {
    float memory[4] = {7};
    array_view view;
    const DLDataType f32 = dl_type(kDLFloat, 32);
    foreign one(memory, f32, {1, 4}, {int64_max, 1});
    ASSERT_EQ(read(one.tensor(), view).message, "");
    EXPECT_EQ(view.strides, (std::vector<std::int64_t>{0, 4}));
    foreign none(memory, f32, {0, 4}, {-int64_max, 1});
    EXPECT_EQ(read(none.tensor(), view).message, "");
    // Of one element again and again only the elements are counted.
    foreign repeated(memory, f32, {std::int64_t{1} << 61}, {0});
    ASSERT_EQ(read(repeated.tensor(), view).message, "");
    EXPECT_EQ(view.shape, (std::vector<std::int64_t>{std::int64_t{1} << 61}));
    EXPECT_EQ(view.strides, (std::vector<std::int64_t>{0}));
    foreign dense(memory, f32, {std::int64_t{1} << 61});
    EXPECT_EQ(read(dense.tensor(), view).code, status::too_large);
}

TEST(dlpack, a_tensor_taken_twice_is_given_back_once) {
    float memory[2] = {};
    foreign tensor(memory, dl_type(kDLFloat, 32), {2});
    {
        dlpack_tensor taken(&tensor.managed);
        ASSERT_TRUE(dlpack_tensor::try_take(taken, &tensor.managed));
        EXPECT_TRUE(taken);
        EXPECT_EQ(tensor.ended, 0);
    }
    EXPECT_EQ(tensor.ended, 1);
}

TEST(dlpack, tensors_taken_over_are_operands_and_are_given_back_once) {
    float memory[6] = {1, 2, 3, 4, 5, 6};
    const float row[3] = {10, 20, 30};
    foreign transposed(memory, dl_type(kDLFloat, 32), {2, 3}, {1, 2});
    {
        dlpack_tensor taken(&transposed.managed);
        const tensor sum = add(taken, view(row, {3}));
        const float expected[6] = {11, 23, 35, 12, 24, 36};
        EXPECT_EQ(std::memcmp(sum.data(), expected, sizeof expected), 0);
        neg(taken, taken.view());  // in place
        EXPECT_EQ(memory[1], -2.0f);
        dlpack_tensor moved = std::move(taken);
        EXPECT_FALSE(taken);  // NOLINT: that is what is tested
        EXPECT_TRUE(moved);
        EXPECT_EQ(transposed.ended, 0);
    }
    EXPECT_EQ(transposed.ended, 1);

    // Refused ones stay their owner's, and the one held before stays too.
    foreign first(memory, dl_type(kDLFloat, 32), {6}), text(memory, dl_type(5, 64), {2});
    {
        dlpack_tensor held(&first.managed);
        EXPECT_EQ(dlpack_tensor::try_take(held, &text.managed).code, status::unsupported);
        EXPECT_EQ(dlpack_tensor::try_take(held, nullptr).code, status::invalid_argument);
        EXPECT_THROW(dlpack_tensor(&text.managed), error);
        EXPECT_EQ(static_cast<const dlpack_tensor&>(held).view().data, memory);
        EXPECT_EQ(first.ended, 0);
        ASSERT_TRUE(dlpack_tensor::try_take(held, &transposed.managed));
        EXPECT_EQ(first.ended, 1);
    }
    EXPECT_EQ(text.ended, 0);
    EXPECT_EQ(transposed.ended, 2);
    transposed.managed.deleter = nullptr;  // which DLPack allows
    dlpack_tensor nobody_s(&transposed.managed);
}

/// What another library finds in a tensor of ours.
void expect_dense(const DLTensor& out, const type_row& row, const std::vector<std::int64_t>& shape,
                  const std::vector<std::int64_t>& strides) {
    EXPECT_EQ(out.device.device_type, kDLCPU);
    EXPECT_EQ(out.device.device_id, 0);
    EXPECT_EQ(out.dtype.code, row.code);
    EXPECT_EQ(out.dtype.bits, row.bits);
    EXPECT_EQ(out.dtype.lanes, 1);
    EXPECT_EQ(out.byte_offset, 0u);
    ASSERT_EQ(static_cast<std::size_t>(out.ndim), shape.size());
    EXPECT_EQ(std::vector<std::int64_t>(out.shape, out.shape + out.ndim), shape);
    EXPECT_EQ(std::vector<std::int64_t>(out.strides, out.strides + out.ndim), strides);
}

TEST(dlpack, tensors_given_away_outlive_their_origin) {
    for (const type_row& row : types) {
        tensor from(row.type, {2, 3});
        std::memset(from.data(), 1, from.bytes());
        const void* const data = from.data();
        DLManagedTensor* given = to_dlpack(std::move(from));
        ASSERT_NE(given, nullptr);
        EXPECT_EQ(given->dl_tensor.data, data) << "copied";
        expect_dense(given->dl_tensor, row, {2, 3}, {3, 1});
        const array_view back = from_dlpack(given->dl_tensor);
        EXPECT_EQ(back.type, row.type);
        EXPECT_EQ(static_cast<const char*>(back.data)[6 * size_of(row.type) - 1], 1);
        given->deleter(given);

        zs_tensor* in_c = nullptr;
        const std::int64_t shape[] = {4, 1, 2};
        ASSERT_EQ(zs_tensor_create(static_cast<zs_dtype>(row.type), shape, 3, &in_c, nullptr), ZS_STATUS_ok);
        DLManagedTensor* c_given = nullptr;
        ASSERT_EQ(zs_tensor_to_dlpack(in_c, &c_given, nullptr), ZS_STATUS_ok);
        expect_dense(c_given->dl_tensor, row, {4, 1, 2}, {2, 2, 1});
        dlpack_tensor taken(c_given);  // ends it
        EXPECT_EQ(taken.view().type, row.type);
    }
    // No axes, no elements.
    DLManagedTensor* scalar = to_dlpack(tensor(dtype::f32, {}));
    expect_dense(scalar->dl_tensor, types[1], {}, {});
    scalar->deleter(scalar);
    DLManagedTensor* empty = to_dlpack(tensor(dtype::f32, {3, 0, 2}));
    expect_dense(empty->dl_tensor, types[1], {3, 0, 2}, {2, 2, 1});
    empty->deleter(empty);
}

TEST(dlpack, tensors_that_it_has_no_type_for_stay_here) {
    for (const dtype type : {dtype::str, dtype::real}) {
        tensor from(type, {2});
        DLManagedTensor* given = nullptr;
        const outcome said = try_to_dlpack(given, std::move(from));
        EXPECT_EQ(said.code, status::unsupported);
        EXPECT_EQ(said.message, std::string("dlpack: there is no type code for ") + name_of(type));
        EXPECT_EQ(given, nullptr);
        EXPECT_EQ(from.size(), 2);  // NOLINT: it was not moved from
        EXPECT_THROW((void)to_dlpack(std::move(from)), error);

        zs_tensor* in_c = nullptr;
        const std::int64_t two = 2;
        ASSERT_EQ(zs_tensor_create(static_cast<zs_dtype>(type), &two, 1, &in_c, nullptr), ZS_STATUS_ok);
        int somewhere;
        given = reinterpret_cast<DLManagedTensor*>(&somewhere);
        const answer c = ask([&](zs_message* m) { return zs_tensor_to_dlpack(in_c, &given, m); });
        EXPECT_EQ(c.words, said.message);
        EXPECT_EQ(given, nullptr);
        zs_view view;
        EXPECT_EQ(zs_tensor_view(in_c, &view), ZS_STATUS_ok);
        zs_tensor_destroy(in_c);
    }
    DLManagedTensor* given = nullptr;
    EXPECT_EQ(zs_tensor_to_dlpack(nullptr, &given, nullptr), ZS_STATUS_invalid_argument);
    zs_tensor* one = nullptr;
    ASSERT_EQ(zs_tensor_create(ZS_DTYPE_u8, nullptr, 0, &one, nullptr), ZS_STATUS_ok);
    EXPECT_EQ(zs_tensor_to_dlpack(one, nullptr, nullptr), ZS_STATUS_invalid_argument);
    zs_tensor_destroy(one);
}

TEST(dlpack, a_tensor_moved_into_itself_stays) {
    dlpack_tensor held(to_dlpack(tensor::from<float>({1, 2, 3, 4, 5, 6}, {2, 3})));
    dlpack_tensor& same = held;
    held = std::move(same);
    ASSERT_TRUE(held);
    EXPECT_EQ(held.view().rank, 2u);
    EXPECT_EQ(neg(held.view()).size(), 6);
    dlpack_tensor other;
    other = std::move(held);
    ASSERT_TRUE(other);
    EXPECT_EQ(other.view().rank, 2u);
}

}  // namespace
}  // namespace zerostride::test
