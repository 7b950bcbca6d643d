// Tensors of other libraries in, ours out, by DLPack. Needs dlpack/dlpack.h (Debian: libdlpack-dev); nothing else of
// Zerostride does.
#pragma once

#include <dlpack/dlpack.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "zerostride/status.hpp"
#include "zerostride/tensor.hpp"
#include "zerostride/view.hpp"

namespace zerostride {

namespace detail {

/// kDLBool of DLPack 0.8 and later; the header may be older.
inline constexpr int dlpack_bool = 6;

struct dlpack_layout {
    void* data = nullptr;
    dtype type = dtype::f32;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< bytes
};

/// The element type that DLPack describes so; dtype{} when it is none of ours.
constexpr dtype type_of(DLDataType type) noexcept {
    if (type.lanes != 1) return dtype{};
    if (type.code == dlpack_bool) return type.bits == 8 ? dtype::boolean : dtype{};
    const bool is_integer = type.code == kDLInt || type.code == kDLUInt;
    if (!is_integer && type.code != kDLFloat) return dtype{};
    const type_kind kind = type.code == kDLInt    ? type_kind::signed_integer
                           : type.code == kDLUInt ? type_kind::unsigned_integer
                                                  : type_kind::floating;
    for (const dtype_info& row : dtypes) {
        if (row.kind == kind && row.bytes * 8 == type.bits) return row.type;
    }
    return dtype{};
}

inline outcome dlpack_refusal(status code, const std::string& reason) { return {code, "dlpack: " + reason}; }

/// As a number: it may be of a type that is younger than the header, which is no value of the enumeration.
inline int number_of_device_type(const DLDevice& device) noexcept {
    static_assert(sizeof device.device_type == sizeof(int));
    int number;
    std::memcpy(&number, &device.device_type, sizeof number);
    return number;
}

inline outcome read_dlpack(dlpack_layout& made, const DLTensor& from) {
    if (const int device = number_of_device_type(from.device); device != kDLCPU) {
        return dlpack_refusal(status::invalid_argument, "the tensor is on a device of type " + std::to_string(device) +
                                                            ", only the CPU's (1) memory can be read");
    }
    made.type = type_of(from.dtype);
    if (!is_valid(made.type)) {
        return dlpack_refusal(status::unsupported, "no element type for type code " + std::to_string(from.dtype.code) +
                                                       " with " + std::to_string(from.dtype.bits) + " bits and " +
                                                       std::to_string(from.dtype.lanes) + " lanes");
    }
    if (from.ndim < 0) {
        return dlpack_refusal(status::invalid_argument, "the rank " + std::to_string(from.ndim) + " is negative");
    }
    const auto rank = static_cast<std::size_t>(from.ndim);
    if (rank != 0 && from.shape == nullptr) {
        return dlpack_refusal(status::invalid_argument, "rank " + std::to_string(rank) + " with a null shape");
    }
    const auto bytes = static_cast<std::int64_t>(size_of(made.type));
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    bool is_empty = false;
    for (std::size_t i = 0; i < rank; ++i) {
        if (from.shape[i] < 0) {
            return dlpack_refusal(status::invalid_argument, "axis " + std::to_string(i) + " has the negative extent " +
                                                                std::to_string(from.shape[i]));
        }
        is_empty = is_empty || from.shape[i] == 0;
    }
    std::vector<std::int64_t> strides(rank);
    std::int64_t inside = from.strides == nullptr ? bytes : 1;  // bytes where they lie together, else elements
    for (std::size_t i = rank; i-- > 0;) {
        const std::int64_t extent = from.shape[i];
        if (from.strides == nullptr) strides[i] = inside;
        if (extent > 1) {
            if (inside > most / extent) {
                return dlpack_refusal(status::too_large, "axis " + std::to_string(i) + ": extent " +
                                                             std::to_string(extent) +
                                                             ": the tensor does not fit in 63 bits");
            }
            inside *= extent;
        }
        if (from.strides == nullptr) continue;
        const std::int64_t stride = from.strides[i];
        const bool fits = stride <= most / bytes && stride >= -(most / bytes);
        if (!fits && extent > 1 && !is_empty) {
            return dlpack_refusal(status::too_large, "axis " + std::to_string(i) + ": stride " +
                                                         std::to_string(stride) + " does not fit in 63 bits");
        }
        strides[i] = fits ? stride * bytes : 0;
    }
    if (from.byte_offset > static_cast<std::uint64_t>(most)) {
        return dlpack_refusal(status::too_large,
                              "byte_offset " + std::to_string(from.byte_offset) + " does not fit in 63 bits");
    }
    if (from.data == nullptr && !is_empty) {
        return dlpack_refusal(status::invalid_argument, "the tensor has elements and a null data pointer");
    }
    made.data = from.data == nullptr ? nullptr : static_cast<char*>(from.data) + from.byte_offset;
    made.shape.assign(from.shape, from.shape + rank);
    made.strides = std::move(strides);
    return {};
}

/// Runs body(), which answers an outcome; memory that runs out is one.
template <class Body>
outcome without_bad_alloc(Body&& body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return {status::out_of_memory, "out of memory"};
    }
}

}  // namespace detail

/// A view of a DLPack tensor that stays its owner's: CPU memory, one lane, bool (one byte), signed and unsigned
/// integers of 8 to 64 bits, floats of 16, 32 and 64. DLPack counts strides in elements; the view's are bytes.
/// try_ answers unsupported for another element type, invalid_argument for another device, a negative rank or extent,
/// a null shape or null data, too_large for extents, a byte offset, or strides between elements that do not fit in 63
/// bits; `view` is then left as it was.
inline outcome try_from_dlpack(array_view& view, const DLTensor& from) noexcept {
    return detail::without_bad_alloc([&]() -> outcome {
        detail::dlpack_layout made;
        if (outcome bad = detail::read_dlpack(made, from); !bad) return bad;
        view = {made.data, made.type, std::move(made.shape), std::move(made.strides)};
        return {};
    });
}
inline array_view from_dlpack(const DLTensor& from) {
    array_view view;
    require(try_from_dlpack(view, from));
    return view;
}

/// A tensor of another library, owned: its deleter is called when this ends. Movable. Threads may read it at once.
class dlpack_tensor {
public:
    dlpack_tensor() noexcept = default;
    /// Takes `from` over. Throws error as try_take answers; `from` is then still the caller's.
    explicit dlpack_tensor(DLManagedTensor* from) { require(try_take(*this, from)); }
    dlpack_tensor(dlpack_tensor&&) noexcept = default;
    dlpack_tensor& operator=(dlpack_tensor&& other) noexcept {
        if (this == &other) return *this;  // the tensor would stay, and what is known of it would not
        layout_ = std::move(other.layout_);
        owned_ = std::move(other.owned_);
        return *this;
    }

    /// Answers as try_from_dlpack, and invalid_argument for null; `from` is then still the caller's and `taken` as it
    /// was. What `taken` owned is given back, unless it is `from`.
    static outcome try_take(dlpack_tensor& taken, DLManagedTensor* from) noexcept {
        return detail::without_bad_alloc([&]() -> outcome {
            if (from == nullptr) return detail::dlpack_refusal(status::invalid_argument, "the tensor is null");
            detail::dlpack_layout made;
            if (outcome bad = detail::read_dlpack(made, from->dl_tensor); !bad) return bad;
            taken.layout_ = std::move(made);
            if (taken.owned_.get() != from) taken.owned_.reset(from);
            return {};
        });
    }

    const_tensor_view view() const noexcept {
        return {layout_.data, layout_.type, layout_.shape, layout_.strides.data()};
    }
    /// To write; whether the other library allows that is between the two of you.
    tensor_view view() noexcept { return {layout_.data, layout_.type, layout_.shape, layout_.strides.data()}; }
    operator const_tensor_view() const noexcept { return view(); }  // NOLINT: it is an operand

    /// False for an empty one, whose view must not be used.
    explicit operator bool() const noexcept { return owned_ != nullptr; }

private:
    struct release {
        void operator()(DLManagedTensor* owned) const noexcept {
            if (owned->deleter != nullptr) owned->deleter(owned);
        }
    };
    detail::dlpack_layout layout_;
    std::unique_ptr<DLManagedTensor, release> owned_;
};

/// Gives a tensor away: the result owns the elements and must be ended by its deleter. Its data are 64-byte aligned,
/// its strides are written out. try_ answers unsupported for str and real, which DLPack does not know, too_large for
/// a rank that does not fit in an int; `from` and `made` are then left as they were.
inline outcome try_to_dlpack(DLManagedTensor*& made, tensor&& from) noexcept {
    return detail::without_bad_alloc([&]() -> outcome {
        struct holder {
            DLManagedTensor managed;
            tensor held;
            std::vector<std::int64_t> shape, strides;
        };
        const dtype_info& row = info(from.type());
        int code = detail::dlpack_bool;
        switch (row.kind) {
            case type_kind::floating: code = kDLFloat; break;
            case type_kind::signed_integer: code = kDLInt; break;
            case type_kind::unsigned_integer: code = kDLUInt; break;
            case type_kind::logical: break;
            case type_kind::real:
            case type_kind::text:
                return detail::dlpack_refusal(status::unsupported,
                                              std::string("there is no type code for ") + name_of(row.type));
        }
        if (from.rank() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
            return detail::dlpack_refusal(status::too_large, "rank " + std::to_string(from.rank()) + " is too large");
        }
        auto made_holder = std::make_unique<holder>();
        holder& all = *made_holder;
        all.shape = from.shape();
        all.strides.resize(from.rank());
        std::int64_t stride = 1;
        for (std::size_t i = from.rank(); i-- > 0;) {
            all.strides[i] = stride;
            if (all.shape[i] > 1) stride *= all.shape[i];
        }
        all.held = std::move(from);
        DLTensor& out = all.managed.dl_tensor;
        out.data = all.held.data();
        out.device = {kDLCPU, 0};
        out.ndim = static_cast<int>(all.shape.size());
        out.dtype = {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(row.bytes * 8), 1};
        out.shape = all.shape.data();
        out.strides = all.strides.data();
        out.byte_offset = 0;
        all.managed.manager_ctx = &all;
        all.managed.deleter = [](DLManagedTensor* self) { delete static_cast<holder*>(self->manager_ctx); };
        made = &made_holder.release()->managed;
        return {};
    });
}
inline DLManagedTensor* to_dlpack(tensor&& from) {
    DLManagedTensor* made = nullptr;
    require(try_to_dlpack(made, std::move(from)));
    return made;
}

}  // namespace zerostride
