// Programs against index arithmetic: any nest of repeats, cycles, strides and steps back, in tiles of any length, with
// guard pages on both sides of what is read and behind what is written.
#include "dispatch/packing/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "dispatch/packing/ahead.hpp"
#include "dispatch/packing/pack.hpp"
#include "movers/movers_of_isa.hpp"
#include "support/guarded.hpp"
#include "support/settings.hpp"

namespace {

using namespace zerostride;
using detail::axis;
using detail::way;
using test::guarded_memory;

/// A tile to pack: its rows, and the axes inside a row.
struct tile_shape {
    std::vector<axis> inner;
    std::int64_t row_elements = 1, row_stride = 0, rows = 1;
    int element_log2 = 0;

    std::int64_t bytes() const { return std::int64_t{1} << element_log2; }
    /// Elements of a step of the outermost axis.
    std::int64_t inside() const { return inner.empty() ? row_elements : row_elements / inner[0].extent; }
    std::int64_t offset(std::int64_t row, std::int64_t column) const {
        std::int64_t at = row * row_stride;
        for (std::size_t a = inner.size(); a-- > 0; column /= inner[a].extent) {
            at += column % inner[a].extent * inner[a].stride[0];
        }
        return at;
    }
    std::string text() const {
        std::ostringstream made;
        made << rows << " rows at " << row_stride << " of";
        for (const axis& a : inner) made << " " << a.extent << "@" << a.stride[0];
        made << ", elements of " << bytes();
        return made.str();
    }
};

std::int64_t random_stride(test::random_bits& random, std::int64_t bytes, std::int64_t dense) {
    switch (random.below(6)) {
        case 0: return 0;
        case 1: return dense;
        case 2: return -dense;
        case 3: return bytes;
        case 4: return bytes * random.between(-9, 9);
        default: return bytes * random.between(0, 40);
    }
}

tile_shape random_tile(test::random_bits& random) {
    tile_shape made;
    made.element_log2 = static_cast<int>(random.below(5));
    const std::int64_t most = detail::longest_period >> made.element_log2;
    std::int64_t dense = made.bytes();
    const bool is_long = random.one_in(5);
    for (std::int64_t axes = is_long ? 1 : random.between(1, 3); axes > 0; --axes) {
        axis a;
        a.extent = is_long            ? random.between(100, most)
                   : random.one_in(4) ? random.between(1, 70)
                                      : random.between(1, 9);
        if (made.row_elements * a.extent > most) break;
        a.stride[0] = a.stride[1] = random_stride(random, made.bytes(), dense);
        dense = std::max(dense, a.extent * std::abs(a.stride[0]));
        made.inner.insert(made.inner.begin(), a);
        made.row_elements *= a.extent;
    }
    made.row_stride = random_stride(random, made.bytes(), dense);
    const std::int64_t most_rows = std::max<std::int64_t>(1, most / made.row_elements);
    made.rows = random.one_in(3) ? most_rows : random.between(1, std::min<std::int64_t>(most_rows, 100));
    return made;
}

/// What a mover is asked for of a tile, in memory that ends where it ends.
struct asked_tile {
    tile_shape tile;
    std::int64_t rows, columns;  ///< a tile may have fewer than its program was written for; the others are not there
    std::vector<std::int64_t> offsets;
    guarded_memory memory;
    std::size_t span;
    std::byte *lowest, *base;

    explicit asked_tile(test::random_bits& random) : asked_tile(random, random_tile(random)) {}

    detail::operand_tile as(std::size_t operand) const {
        return {tile.inner.data(), tile.inner.size(), operand,          tile.row_elements,
                tile.row_stride,   tile.rows,         tile.element_log2};
    }

private:
    asked_tile(test::random_bits& random, const tile_shape& made)
        : tile(made),
          rows(random.one_in(2) ? tile.rows : random.between(1, tile.rows)),
          columns(tile.inside() * (random.one_in(2) ? random.between(1, tile.row_elements / tile.inside())
                                                    : tile.row_elements / tile.inside())),
          offsets(offsets_of(tile, rows, columns)),
          memory(static_cast<std::size_t>(highest() - low() + tile.bytes())),
          span(static_cast<std::size_t>(highest() - low() + tile.bytes())),
          lowest(random.one_in(2) ? memory.begin() : memory.end() - span),
          base(lowest - low()) {
        for (std::size_t i = 0; i < span; ++i) lowest[i] = static_cast<std::byte>(random.next());
    }
    static std::vector<std::int64_t> offsets_of(const tile_shape& tile, std::int64_t rows, std::int64_t columns) {
        std::vector<std::int64_t> made;
        for (std::int64_t r = 0; r < rows; ++r) {
            for (std::int64_t c = 0; c < columns; ++c) made.push_back(tile.offset(r, c));
        }
        return made;
    }
    std::int64_t low() const { return *std::min_element(offsets.begin(), offsets.end()); }
    std::int64_t highest() const { return *std::max_element(offsets.begin(), offsets.end()); }
};

constexpr std::int64_t most_served = std::numeric_limits<std::int64_t>::max();

using every_isa = test::movers_of_isa;

TEST_P(every_isa, packs_what_the_axes_say) {
    test::random_bits random("programs");
    std::int64_t streamed = 0, shuffled = 0, repeated = 0, permuted = 0, merged = 0, in_pieces = 0, strided = 0;
    std::int64_t copied = 0;
    for (std::int64_t run = test::scaled(1500); run > 0; --run) {
        const asked_tile asked(random);
        const auto& [tile, rows, columns, offsets, source, span, lowest, base] = asked;
        SCOPED_TRACE(tile.text());
        test::announce(tile.text());
        const std::int64_t bytes = tile.bytes();

        const bool streams = random.one_in(2);
        std::vector<std::unique_ptr<std::byte[]>> kept;
        detail::program_memory memory(kept);
        detail::program program;
        const auto how = movers->shuffle[0][0] == nullptr ? detail::shuffling::none
                         : streams                        ? detail::shuffling::streaming
                                                          : detail::shuffling::any;
        // Inputs only are repeated.
        const std::size_t operand = random.below(2);
        const std::int64_t served = random.one_in(4) ? random.between(0, 1 << 20) : most_served;
        detail::write_program(program, asked.as(operand), how, served, *movers, memory);
        shuffled += program.how == way::shuffled || program.how == way::staged;
        repeated += program.repeats > 1;
        permuted += program.how == way::permuted;
        merged += program.how == way::merged;
        in_pieces += program.in_pieces;
        strided += program.how == way::strided;
        copied += program.how == way::copied;
        // Else it would be gathered for ever.
        if (program.how == way::shuffled || program.how == way::merged) {
            EXPECT_LE(program.least_elements, program.period_elements());
        }

        // A tile that follows may be beyond the operand: what is asked for is not read.
        detail::ask_for_pieces(program, base + random.between(-8192, 8192), static_cast<std::size_t>(rows),
                               static_cast<std::size_t>(columns));

        const std::size_t length = offsets.size() * static_cast<std::size_t>(bytes);
        const guarded_memory behind(length + 64);
        std::byte* dense = behind.end() - length;
        // Whole rows are streamed, or rows of pieces one by one.
        if (program.may_stream && streams && (program.in_pieces ? rows == 1 : columns == tile.row_elements)) {
            const std::size_t alignment = random.one_in(2) ? 32 : 16;
            dense -= reinterpret_cast<std::uintptr_t>(dense) % alignment;
            detail::pack_past(program, *movers, base, static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
                              dense);
            movers->stream_fence();
            ++streamed;
        } else {
            detail::pack(program, *movers, base, static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
                         dense);
        }
        std::int64_t wrong = 0;
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            wrong += std::memcmp(dense + i * static_cast<std::size_t>(bytes), base + offsets[i],
                                 static_cast<std::size_t>(bytes)) != 0;
        }
        ASSERT_EQ(wrong, 0);
    }
    EXPECT_GT(repeated, 0);
    EXPECT_GT(in_pieces, 0);
    EXPECT_GT(strided, 0);
    EXPECT_GT(copied, 0);
    if (movers->shuffle[0][0] != nullptr) {
        EXPECT_GT(shuffled, 0);
        EXPECT_GT(streamed, 0);
    }
    if (movers->permute != nullptr && cpu().avx512_vbmi) {
        EXPECT_GT(permuted, 0);
        EXPECT_GT(merged, 0);
    }
}

TEST_P(every_isa, unpacks_to_where_the_axes_say) {
    test::random_bits random("results");
    std::int64_t in_pieces = 0, walked = 0;
    for (std::int64_t run = test::scaled(1500); run > 0; --run) {
        const asked_tile asked(random);
        SCOPED_TRACE(asked.tile.text());
        test::announce(asked.tile.text());
        const auto bytes = static_cast<std::size_t>(asked.tile.bytes());

        // Without memory for a program the elements are walked to.
        std::byte block[64];
        std::vector<std::unique_ptr<std::byte[]>> kept;
        detail::program_memory none(block, sizeof block), any(kept);
        detail::program program;
        detail::write_program(program, asked.as(0), detail::shuffling::none, most_served, *movers,
                              random.one_in(4) ? none : any);
        in_pieces += program.in_pieces;
        walked += program.how == way::walked;

        const std::size_t length = asked.offsets.size() * bytes;
        const guarded_memory before(length);
        std::byte* const dense = before.end() - length;
        for (std::size_t i = 0; i < length; ++i) dense[i] = static_cast<std::byte>(random.next());
        std::vector<std::byte> expected(asked.lowest, asked.lowest + asked.span);
        for (std::size_t i = 0; i < asked.offsets.size(); ++i) {
            std::memcpy(expected.data() + (asked.base + asked.offsets[i] - asked.lowest), dense + i * bytes, bytes);
        }
        detail::unpack(program, *movers, dense, static_cast<std::size_t>(asked.rows),
                       static_cast<std::size_t>(asked.columns), asked.base);
        ASSERT_EQ(std::memcmp(asked.lowest, expected.data(), asked.span), 0);
    }
    EXPECT_GT(in_pieces, 0);
    EXPECT_GT(walked, 0);
}

/// Rows that are the same several times, of elements at equal distances.
TEST_P(every_isa, repeats_of_strided_rows) {
    constexpr std::int64_t times = 9, elements = 100, rows = 3;
    for (const int log2 : {2, 3}) {
        for (const std::int64_t steps : {-3, 1, 2, 5}) {
            const std::int64_t bytes = std::int64_t{1} << log2, stride = steps * bytes, apart = 7 * elements * bytes;
            axis inner[2] = {};
            inner[0].extent = times;
            inner[1].extent = elements;
            inner[1].stride[1] = stride;
            std::vector<std::unique_ptr<std::byte[]>> kept;
            detail::program_memory memory(kept);
            detail::program program;
            detail::write_program(program, {inner, 2, 1, times * elements, apart, rows, log2}, detail::shuffling::none,
                                  most_served, *movers, memory);
            ASSERT_EQ(program.how, steps == 1 ? way::copied : way::strided);
            ASSERT_EQ(program.repeats, static_cast<std::size_t>(times));
            const auto span = static_cast<std::size_t>((elements - 1) * std::abs(stride) + bytes + (rows - 1) * apart);
            const guarded_memory source(span), result(static_cast<std::size_t>(rows * times * elements * bytes));
            for (std::size_t i = 0; i < span; ++i) source.begin()[i] = static_cast<std::byte>(i * 2654435761u >> 13);
            const std::byte* const first = source.begin() + (stride < 0 ? (1 - elements) * stride : 0);
            detail::pack(program, *movers, first, rows, times * elements, result.begin());
            const std::byte* made = result.begin();
            for (std::int64_t r = 0; r < rows; ++r) {
                for (std::int64_t i = 0; i < times * elements; ++i, made += bytes) {
                    ASSERT_EQ(
                        std::memcmp(made, first + r * apart + i % elements * stride, static_cast<std::size_t>(bytes)),
                        0)
                        << steps << " steps, row " << r << ", element " << i;
                }
            }
        }
    }
}

TEST_P(every_isa, repeats) {
    for (const std::size_t bytes : {1u, 3u, 15u, 16u, 31u, 32u, 63u, 64u, 65u, 100u, 255u, 256u, 900u}) {
        for (const std::size_t periods : {1u, 2u, 3u, 20u}) {
            for (const std::size_t rows : {0u, 1u, 2u, 7u}) {
                const std::size_t row_bytes = bytes * periods;
                const guarded_memory memory(row_bytes * rows), operand(bytes * rows);
                std::byte* const dense = memory.end() - row_bytes * rows;
                std::byte* const source = operand.end() - bytes * rows;
                const auto expected = [&](std::size_t row, std::size_t i) {
                    return static_cast<std::byte>(i % bytes * 37 + row * 11 + 1);
                };
                const auto expect_repeats = [&](const char* from) {
                    for (std::size_t i = 0; i < row_bytes * rows; ++i) {
                        ASSERT_EQ(dense[i], expected(i / row_bytes, i % row_bytes))
                            << bytes << " bytes, " << periods << " periods, " << rows << " rows " << from << ", at "
                            << i;
                    }
                };
                for (std::size_t r = 0; r < rows; ++r) {
                    for (std::size_t i = 0; i < bytes; ++i) dense[r * row_bytes + i] = expected(r, i);
                    std::memcpy(source + r * bytes, dense + r * row_bytes, bytes);
                }
                movers->repeat(dense, static_cast<std::ptrdiff_t>(row_bytes), dense, bytes, periods, rows);
                expect_repeats("in place");
                std::memset(dense, 0, row_bytes * rows);
                movers->repeat(source, static_cast<std::ptrdiff_t>(bytes), dense, bytes, periods, rows);
                expect_repeats("of others");
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(programs, every_isa, test::every_isa(), test::isa_name);

}  // namespace
