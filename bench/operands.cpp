#include "bench/operands.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "bench/row_text.hpp"

namespace zerostride::bench {
namespace {

constexpr std::size_t page = 4096, line = 64;
/// A whole number of cache lines, and no small fraction of a page.
constexpr std::size_t slot_shift = 17 * line;
/// XNNPACK loads whole registers at the end of an operand.
constexpr std::size_t read_beyond = 64;
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

/// Random values repeat after so many, a prime again: too many for a branch predictor to learn.
constexpr int random_period = 8191;

/// SplitMix64.
std::uint64_t next_random(std::uint64_t& state) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

template <class T>
T random_value(std::uint64_t& state, value_range range) {
    const std::uint64_t bits = next_random(state);
    const double unit = static_cast<double>(bits >> 11) * 0x1p-53;
    const double between = range.low + unit * (range.high - range.low);
    if constexpr (std::is_same_v<T, real>) {
        return {between, 0.0};
    } else if constexpr (std::is_same_v<T, text>) {
        return value<text>(static_cast<int>(bits % period));
    } else if constexpr (std::is_same_v<T, bool>) {
        return (bits >> 63) != 0;
    } else if constexpr (std::is_same_v<T, float16>) {
        return float16(between);
    } else if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(between);
    } else {
        // Whole numbers up to and with `high`, as far as the type has them.
        using limits = std::numeric_limits<T>;
        const double whole = std::floor(range.low + unit * (range.high + 1 - range.low));
        if (whole <= static_cast<double>(limits::min())) return limits::min();
        if (whole >= static_cast<double>(limits::max())) return limits::max();
        return static_cast<T>(whole);
    }
}

/// The first values, made in order, again and again.
template <class T, int Period, class Make>
void fill_with(std::byte* memory, std::size_t bytes, Make make) {
    const auto values = std::make_unique<T[]>(Period);
    for (int i = 0; i < Period; ++i) values[static_cast<std::size_t>(i)] = make(i);
    // Doubling copies: the first period by hand, then always what is there once more.
    std::size_t done = std::min(bytes, Period * sizeof(T));
    std::memcpy(memory, values.get(), done);
    while (done < bytes) {
        const std::size_t more = std::min(done, bytes - done);
        std::memcpy(memory + done, memory, more);
        done += more;
    }
}

/// No range: the ordinary values; else random ones, by the slot that they are for.
template <class T>
void fill_with(std::byte* memory, std::size_t bytes, value_range range, std::uint64_t slot) {
    if (range.is_none()) return fill_with<T, period>(memory, bytes, value<T>);
    fill_with<T, random_period>(memory, bytes, [&](int) { return random_value<T>(slot, range); });
}

void fill(dtype type, std::byte* memory, std::size_t bytes, value_range range, std::uint64_t slot) {
    switch (type) {
        case dtype::real: return fill_with<real>(memory, bytes, range, slot);
        case dtype::f16: return fill_with<float16>(memory, bytes, range, slot);
        case dtype::f32: return fill_with<float>(memory, bytes, range, slot);
        case dtype::f64: return fill_with<double>(memory, bytes, range, slot);
        case dtype::i8: return fill_with<std::int8_t>(memory, bytes, range, slot);
        case dtype::i16: return fill_with<std::int16_t>(memory, bytes, range, slot);
        case dtype::i32: return fill_with<std::int32_t>(memory, bytes, range, slot);
        case dtype::i64: return fill_with<std::int64_t>(memory, bytes, range, slot);
        case dtype::u8: return fill_with<std::uint8_t>(memory, bytes, range, slot);
        case dtype::u16: return fill_with<std::uint16_t>(memory, bytes, range, slot);
        case dtype::u32: return fill_with<std::uint32_t>(memory, bytes, range, slot);
        case dtype::u64: return fill_with<std::uint64_t>(memory, bytes, range, slot);
        case dtype::str: return fill_with<text>(memory, bytes, range, slot);
        case dtype::boolean: return fill_with<bool>(memory, bytes, range, slot);
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

void buffer::begin_at(std::size_t offset) noexcept {
    if (offset != offset_) filled_bytes_ = 0;
    offset_ = offset;
}

void workspace::begin_at(std::size_t offset) noexcept {
    out.begin_at(offset);
    for (buffer& each : in) each.begin_at(offset);
}

std::byte* buffer::sized(std::size_t bytes) {
    if (bytes > bytes_) {
        unmap();
        const std::size_t wanted = (bytes + slot_ * slot_shift + line + read_beyond + page - 1) / page * page;
        void* const memory = mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            throw std::runtime_error("there is no memory for an operand of " + std::to_string(bytes) + " bytes");
        }
        memory_ = static_cast<std::byte*>(memory);
        mapped_ = wanted;
        bytes_ = bytes;
    }
    return memory_ + slot_ * slot_shift + offset_;
}

std::byte* buffer::filled(dtype type, std::size_t bytes) { return filled(type, bytes, {0, 0}); }

std::byte* buffer::filled(dtype type, std::size_t bytes, value_range range) {
    std::byte* const start = sized(bytes);
    const bool is_same_range = filled_range_.low == range.low && filled_range_.high == range.high;
    if (filled_type_ != type || !is_same_range || filled_bytes_ < bytes) {
        fill(type, start, bytes, range, slot_);
        filled_type_ = type;
        filled_range_ = range;
        filled_bytes_ = bytes;
    }
    return start;
}

void bound_row::bind_input(std::size_t i, dtype type, const operand_layout& operand, const std::byte* lowest) {
    const placement placed = place(operand, size_of(type));
    shapes_[i] = operand.shape;
    strides_[i] = placed.strides;
    data_[i] = lowest + placed.first;
    views_[i] = {data_[i], type, shapes_[i], strides_[i].data()};
    bytes_ += placed.distinct * static_cast<std::int64_t>(size_of(type));
}

void bound_row::bind_output(dtype type, extents_ref shape, workspace& memory) {
    const std::int64_t bytes = elements_ * static_cast<std::int64_t>(size_of(type));
    shapes_[3].assign(shape.begin(), shape.end());
    output_ = {memory.out.filled(type, static_cast<std::size_t>(bytes)), type, shapes_[3]};
    bytes_ += bytes;
}

bound_row::bound_row(op which, dtype type, const shape_row& row, workspace& memory)
    : what_(which), count_(static_cast<std::size_t>(info(which).arity)), elements_(row.elements), bytes_(0) {
    for (std::size_t i = 0; i < count_; ++i) {
        const dtype input_type = count_ == 3 && i == 0 ? dtype::boolean : type;
        const operand_layout& given = row.operands[operand_of(count_, i)];
        const operand_layout operand = count_ == 1 ? stretch(given, row.output) : given;
        const placement placed = place(operand, size_of(input_type));
        if (placed.bytes > most_bytes) {
            throw std::runtime_error(row.name + ": an operand of " + std::to_string(placed.bytes) + " bytes");
        }
        bind_input(i, input_type, operand, memory.in[i].filled(input_type, static_cast<std::size_t>(placed.bytes)));
    }
    bind_output(result_of(which, type), row.output, memory);
}

bound_row::bound_row(const bench_case& row, workspace& memory)
    : what_(row.what()), count_(row.operands.size()), elements_(row.elements), bytes_(0) {
    for (std::size_t i = 0; i < count_; ++i) {
        const dtype type = row.input(i);
        const placement placed = place(row.operands[i], size_of(type));
        bind_input(i, type, row.operands[i],
                   memory.in[i].filled(type, static_cast<std::size_t>(placed.bytes), row.values_of(i)));
    }
    bind_output(row.result(), row.output, memory);
}

}  // namespace zerostride::bench
