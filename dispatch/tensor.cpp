#include "zerostride/tensor.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "dispatch/extents.hpp"
#include "dispatch/words.hpp"
#include "zerostride/status.hpp"

namespace zerostride {
namespace {

constexpr std::size_t alignment = 64;

/// Zero-filled memory, 64-byte aligned. calloc takes large blocks from fresh pages, which are zero already, so
/// a large result is not written twice. The block's own address stands before the aligned one.
void* allocate_zeros(std::size_t bytes) noexcept {
    if (bytes > SIZE_MAX - alignment) return nullptr;
    char* const block = static_cast<char*>(std::calloc(bytes + alignment, 1));
    if (block == nullptr) return nullptr;
    static_assert(alignof(std::max_align_t) >= sizeof(void*), "there is room for an address before the elements");
    char* const aligned = block + (alignment - reinterpret_cast<std::uintptr_t>(block) % alignment);
    std::memcpy(aligned - sizeof(void*), &block, sizeof(void*));
    return aligned;
}

void copy_bytes(void* to, const void* from, std::size_t bytes) noexcept {
    if (bytes != 0) std::memcpy(to, from, bytes);
}

[[noreturn]] void throw_out_of_memory(dtype type, extents_ref shape) {
    throw error(status::out_of_memory,
                detail::words({"tensor: no memory for ", detail::to_text(shape), " of ", name_of(type)}));
}

}  // namespace

void tensor::free_aligned::operator()(void* memory) const noexcept {
    void* block;
    std::memcpy(&block, static_cast<char*>(memory) - sizeof(void*), sizeof(void*));
    std::free(block);
}

tensor::tensor() : shape_{0} {}

tensor::tensor(dtype type, extents_ref shape) : type_(type) {
    if (!is_valid(type)) throw error(status::invalid_argument, "tensor: the element type is not one of the 14");
    if (shape.size() != 0 && shape.data() == nullptr) {
        throw error(status::invalid_argument, detail::words({"tensor: rank ", shape.size(), " with a null shape"}));
    }
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] < 0) {
            throw error(status::invalid_argument,
                        detail::words({"tensor: axis ", axis, ": extent ", shape[axis], " is negative (the shape is ",
                                       detail::to_text(shape), ")"}));
        }
    }
    if (!count_elements(shape, static_cast<std::int64_t>(size_of(type)), size_)) {
        throw error(status::too_large, detail::words({"tensor: ", detail::to_text(shape), " of ", name_of(type),
                                                      " does not fit in 63 bits"}));
    }
    try {
        shape_.assign(shape.begin(), shape.end());
    } catch (const std::bad_alloc&) {
        throw error(status::out_of_memory, "out of memory");
    }
    if (size_ == 0) return;
    data_.reset(allocate_zeros(bytes()));
    if (data_ == nullptr) throw_out_of_memory(type, shape);
}

tensor::tensor(const tensor& other)
    : type_(other.type_), shape_(other.shape_), size_(other.size_), owners_(other.owners_) {
    if (size_ == 0) return;
    data_.reset(allocate_zeros(bytes()));
    if (data_ == nullptr) throw_out_of_memory(type_, shape_);
    std::memcpy(data(), other.data(), bytes());
}

tensor& tensor::operator=(const tensor& other) {
    if (this != &other) *this = tensor(other);
    return *this;
}

tensor::tensor(tensor&& other) noexcept
    : type_(other.type_),
      shape_(std::move(other.shape_)),
      size_(std::exchange(other.size_, 0)),
      data_(std::move(other.data_)),
      owners_(std::move(other.owners_)) {}

tensor& tensor::operator=(tensor&& other) noexcept {
    if (this != &other) {
        type_ = other.type_;
        shape_ = std::move(other.shape_);
        size_ = std::exchange(other.size_, 0);
        data_ = std::move(other.data_);
        owners_ = std::move(other.owners_);
    }
    return *this;
}

tensor::~tensor() = default;

tensor tensor::copy_of(const void* elements, std::size_t count, dtype type, extents_ref shape) {
    std::int64_t wanted;
    const bool has_extents = shape.data() != nullptr || shape.size() == 0;
    if (has_extents && count_elements(shape, 1, wanted) && static_cast<std::uint64_t>(wanted) != count) {
        throw error(status::invalid_argument,
                    detail::words({"tensor: ", count, count == 1 ? " element given, " : " elements given, ",
                                   detail::to_text(shape), " has ", wanted}));
    }
    tensor made(type, shape);
    copy_bytes(made.data(), elements, made.bytes());
    return made;
}

tensor tensor::from_strings(array_ref<std::string> elements, extents_ref shape) {
    std::size_t bytes = 0;
    for (const std::string& element : elements) bytes += element.size();
    try {
        const std::shared_ptr<char[]> characters(new char[bytes]);
        std::vector<text> texts;
        texts.reserve(elements.size());
        char* next = characters.get();
        for (const std::string& element : elements) {
            copy_bytes(next, element.data(), element.size());
            texts.push_back({next, element.size()});
            next += element.size();
        }
        tensor made = copy_of(texts.data(), texts.size(), dtype::str, shape);
        made.keep(characters);
        return made;
    } catch (const std::bad_alloc&) {
        throw error(status::out_of_memory, "out of memory");
    }
}

std::vector<std::string> tensor::to_strings() const {
    const text* const texts = data_as<text>();
    std::vector<std::string> strings;
    strings.reserve(static_cast<std::size_t>(size_));
    for (std::int64_t i = 0; i < size_; ++i) {
        strings.push_back(texts[i].size == 0 ? std::string() : std::string(texts[i].data, texts[i].size));
    }
    return strings;
}

void tensor::keep(std::shared_ptr<const void> owner) {
    // What owns nothing, wherever it points, needs no place; null pointers may own.
    if (owner.use_count() == 0) return;
    // Once: tensors that are made of each other again and again would have twice as many each time.
    const auto is_same = [&owner](const std::shared_ptr<const void>& other) {
        return !owner.owner_before(other) && !other.owner_before(owner);
    };
    if (std::none_of(owners_.begin(), owners_.end(), is_same)) owners_.push_back(std::move(owner));
}

void tensor::require_type(dtype wanted) const {
    if (type_ != wanted) {
        throw error(status::invalid_argument,
                    detail::words({"tensor: its elements are ", name_of(type_), ", not ", name_of(wanted)}));
    }
}

}  // namespace zerostride
