#include "bench/operands.hpp"

#include <sys/mman.h>

#include <cstring>
#include <new>
#include <string>
#include <type_traits>

namespace zerostride::bench {
namespace {

constexpr std::size_t page = 4096;
/// A whole number of cache lines, and no small fraction of a page.
constexpr std::size_t slot_shift = 17 * 64;
/// Values repeat after this many; a prime, so that no row length has a part in it.
constexpr int period = 61;

template <class T>
T value(int i) {
    if constexpr (std::is_same_v<T, real>) {
        return {1.0 + i / 64.0, (1.0 + i) * 0x1p-60};
    } else if constexpr (std::is_same_v<T, text>) {
        // Most comparisons are settled by the last of 12 bytes.
        static const std::vector<std::string> texts = [] {
            std::vector<std::string> made;
            for (int k = 0; k < period; ++k) made.push_back(std::string("zerostride ") + static_cast<char>('0' + k));
            return made;
        }();
        const std::string& chosen = texts[static_cast<std::size_t>(i)];
        return {chosen.data(), chosen.size()};
    } else if constexpr (std::is_same_v<T, float16>) {
        return float16(1.0 + i / 64.0);
    } else if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(1.0 + i / 64.0);
    } else if constexpr (std::is_same_v<T, bool>) {
        return i % 3 != 0;
    } else {
        return static_cast<T>(1 + i);
    }
}

template <class T>
void fill_with(std::byte* memory, std::size_t bytes) {
    T values[period];
    for (int i = 0; i < period; ++i) values[i] = value<T>(i);
    // Doubling copies: the first period by hand, then always what is there once more.
    std::size_t done = std::min(bytes, sizeof values);
    std::memcpy(memory, values, done);
    while (done < bytes) {
        const std::size_t more = std::min(done, bytes - done);
        std::memcpy(memory + done, memory, more);
        done += more;
    }
}

void fill(dtype type, std::byte* memory, std::size_t bytes) {
    switch (type) {
        case dtype::real: return fill_with<real>(memory, bytes);
        case dtype::f16: return fill_with<float16>(memory, bytes);
        case dtype::f32: return fill_with<float>(memory, bytes);
        case dtype::f64: return fill_with<double>(memory, bytes);
        case dtype::i8: return fill_with<std::int8_t>(memory, bytes);
        case dtype::i16: return fill_with<std::int16_t>(memory, bytes);
        case dtype::i32: return fill_with<std::int32_t>(memory, bytes);
        case dtype::i64: return fill_with<std::int64_t>(memory, bytes);
        case dtype::u8: return fill_with<std::uint8_t>(memory, bytes);
        case dtype::u16: return fill_with<std::uint16_t>(memory, bytes);
        case dtype::u32: return fill_with<std::uint32_t>(memory, bytes);
        case dtype::u64: return fill_with<std::uint64_t>(memory, bytes);
        case dtype::str: return fill_with<text>(memory, bytes);
        case dtype::boolean: return fill_with<bool>(memory, bytes);
    }
}

/// Which of a row's two operands input `i` of an operator with `arity` inputs takes.
std::size_t operand_of(std::size_t arity, std::size_t i) noexcept {
    if (arity == 1) return 1;
    if (arity == 3) return i == 0 ? 1 : 0;
    return i;
}

}  // namespace

void buffer::unmap() noexcept {
    if (memory_ != nullptr) munmap(memory_, mapped_);
    memory_ = nullptr;
    mapped_ = bytes_ = filled_bytes_ = 0;
}

std::byte* buffer::filled(dtype type, std::size_t bytes) {
    if (bytes > bytes_) {
        unmap();
        const std::size_t wanted = (bytes + slot_ * slot_shift + page - 1) / page * page;
        void* const memory = mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        memory_ = static_cast<std::byte*>(memory);
        mapped_ = wanted;
        bytes_ = bytes;
    }
    std::byte* const start = memory_ + slot_ * slot_shift;
    if (filled_type_ != type || filled_bytes_ < bytes) {
        fill(type, start, bytes);
        filled_type_ = type;
        filled_bytes_ = bytes;
    }
    return start;
}

bound_row::bound_row(op which, dtype type, const shape_row& row, workspace& memory)
    : which_(which), count_(static_cast<std::size_t>(info(which).arity)), elements_(row.elements), bytes_(0) {
    for (std::size_t i = 0; i < count_; ++i) {
        const dtype input_type = count_ == 3 && i == 0 ? dtype::boolean : type;
        const operand_layout& given = row.operands[operand_of(count_, i)];
        const operand_layout operand = count_ == 1 ? stretch(given, row.output) : given;
        const placement placed = place(operand, size_of(input_type));
        shapes_[i] = operand.shape;
        strides_[i] = placed.strides;
        data_[i] = memory.in[i].filled(input_type, static_cast<std::size_t>(placed.bytes)) + placed.first;
        views_[i] = {data_[i], input_type, shapes_[i], strides_[i].data()};
        bytes_ += placed.distinct * static_cast<std::int64_t>(size_of(input_type));
    }
    const dtype output_type = result_of(which, type);
    const std::int64_t output_bytes = elements_ * static_cast<std::int64_t>(size_of(output_type));
    shapes_[3] = row.output;
    output_ = {memory.out.filled(output_type, static_cast<std::size_t>(output_bytes)), output_type, shapes_[3]};
    bytes_ += output_bytes;
}

}  // namespace zerostride::bench
