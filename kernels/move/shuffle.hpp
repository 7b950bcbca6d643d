// Lanes: packing by byte shuffles. Two loads, a shuffle and a store make up to 32 bytes of dense result, whatever
// the nest looked like (repeats, cycles, small transposes, strides): this is what keeps any shape from being slow.
// dispatch/packing/lanes.cpp writes the programs.
#pragma once

#include "kernels/mover_table.hpp"
#include "kernels/simd/memory.hpp"

namespace zerostride::kernels::ZS_ISA {
namespace {

#if !defined(ZS_ISA_baseline)
using lane = vec_n<std::uint8_t, 16>;
inline lane shuffle_bytes(lane v, lane picks) noexcept {
#if defined(ZS_ISA_neon)
    return bits_as<lane>(vqtbl1q_u8(bits_as<uint8x16_t>(v), bits_as<uint8x16_t>(picks)));
#else
    return bits_as<lane>(_mm_shuffle_epi8(bits_as<__m128i>(v), bits_as<__m128i>(picks)));
#endif
}

/// Where results go. Stores past the caches are to aligned addresses: of 32 bytes, or of 16 in halves.
enum class stores { to_cache, past_cache, past_cache_by_halves };

/// A unit of the work: a pair of lanes where registers are wide enough, else a lane.
#if defined(ZS_ISA_avx2) || defined(ZS_ISA_avx512)
struct pair_unit {
    static constexpr std::size_t lanes = 2;
    __m256i value;

    template <bool Paired>
    static pair_unit picked(const std::byte* source, const std::int32_t* offset, pair_unit picks) noexcept {
        const auto window = [&](std::ptrdiff_t at) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + at));
        };
        const __m256i both =
            Paired ? _mm256_broadcastsi128_si256(window(offset[0]))
                   : _mm256_inserti128_si256(_mm256_castsi128_si256(window(offset[0])), window(offset[1]), 1);
        return {_mm256_shuffle_epi8(both, picks.value)};
    }
    static pair_unit masks(const std::uint8_t (*mask)[16]) noexcept {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(mask[0]))};
    }
    friend pair_unit operator|(pair_unit x, pair_unit y) noexcept { return {_mm256_or_si256(x.value, y.value)}; }
    void put(std::byte* to) const noexcept { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value); }
    void put_past(std::byte* to) const noexcept { stream_store(to, value); }
    void put_halves_past(std::byte* to) const noexcept {
        stream_store(to, _mm256_castsi256_si128(value));
        stream_store(to + 16, _mm256_extracti128_si256(value, 1));
    }
    static void put_64(const pair_unit (&units)[2], std::byte* to) noexcept {
#if defined(ZS_ISA_avx512)
        // A kernel that loads all 64 bytes soon afterwards would have to wait for two stores to reach the cache.
        store(to, _mm512_inserti64x4(_mm512_castsi256_si512(units[0].value), units[1].value, 1));
#else
        units[0].put(to);
        units[1].put(to + 32);
#endif
    }
};
#else
struct lane_unit {
    static constexpr std::size_t lanes = 1;
    lane value;

    template <bool Paired>
    static lane_unit picked(const std::byte* source, const std::int32_t* offset, lane_unit picks) noexcept {
        return {shuffle_bytes(load<lane>(source + offset[0]), picks.value)};
    }
    static lane_unit masks(const std::uint8_t (*mask)[16]) noexcept { return {load<lane>(mask[0])}; }
    friend lane_unit operator|(lane_unit x, lane_unit y) noexcept { return {x.value | y.value}; }
    void put(std::byte* to) const noexcept { store(to, value); }
    void put_past(std::byte* to) const noexcept { stream_store(to, value); }
    void put_halves_past(std::byte* to) const noexcept { put_past(to); }
    static void put_64(const lane_unit (&units)[4], std::byte* to) noexcept {
        for (std::size_t u = 0; u < 4; ++u) units[u].put(to + 16 * u);
    }
};
using pair_unit = lane_unit;
#endif

/// Programs of `Windows` windows for each lane. It has copies of the program's pointers, because the compiler must
/// take every store for one to the program.
template <std::size_t Windows, bool Paired>
struct lane_runner {
    static constexpr std::size_t step = pair_unit::lanes;
    const std::int32_t* offset;
    const std::uint8_t (*mask)[16];
    std::size_t bytes;  ///< of the result, from one period to the next

    /// Where lane j's first offset and mask are; the next window's are two further, because lanes are kept in pairs.
    static constexpr std::size_t place(std::size_t j) noexcept { return (j / 2 * Windows) * 2 + j % 2; }

    template <std::size_t... W>
    static pair_unit unit(const std::byte* source, const std::int32_t* offset, const std::uint8_t (*mask)[16],
                          std::index_sequence<W...>) noexcept {
        return (pair_unit::template picked<Paired>(source, offset + 2 * W, pair_unit::masks(mask + 2 * W)) | ...);
    }
    template <std::size_t... W>
    static lane one(const std::byte* source, const std::int32_t* offset, const std::uint8_t (*mask)[16],
                    std::index_sequence<W...>) noexcept {
        return (shuffle_bytes(load<lane>(source + offset[2 * W]), load<lane>(mask[2 * W])) | ...);
    }

    template <stores To>
    static void put(const pair_unit& made, std::byte* to) noexcept {
        if constexpr (To == stores::past_cache) made.put_past(to);
        else if constexpr (To == stores::past_cache_by_halves) made.put_halves_past(to);
        else made.put(to);
    }

    /// A single period.
    template <stores To = stores::to_cache>
    [[gnu::always_inline]] static void once(const std::int32_t* offset, const std::uint8_t (*mask)[16],
                                            std::size_t lanes, const std::byte* source, std::byte* dense) noexcept {
        constexpr auto each = std::make_index_sequence<Windows>{};
        std::byte* const end = dense + 16 * lanes;
        for (; end - dense >= 64; dense += 64, offset += 4 * Windows, mask += 4 * Windows) {
            [&]<std::size_t... U>(std::index_sequence<U...>) {
                const pair_unit units[] = {unit(source, offset + place(U * step), mask + place(U * step), each)...};
                if constexpr (To == stores::to_cache) pair_unit::put_64(units, dense);
                else (put<To>(units[U], dense + 16 * step * U), ...);
            }
            (std::make_index_sequence<4 / step>{});
        }
        if (end - dense >= 32) {
            [&]<std::size_t... U>(std::index_sequence<U...>) {
                (put<To>(unit(source, offset + place(U * step), mask + place(U * step), each), dense + 16 * step * U),
                 ...);
            }
            (std::make_index_sequence<2 / step>{});
            dense += 32, offset += 2 * Windows, mask += 2 * Windows;
        }
        if (dense < end) {
            const lane last = one(source, offset, mask, each);
            if constexpr (To == stores::to_cache) store(dense, last);
            else stream_store(dense, last);
        }
    }

    /// Periods outside: the masks are loaded again for each. From an even lane on.
    [[gnu::always_inline]] void by_period(std::size_t first, std::size_t lanes, const std::byte* source,
                                          std::ptrdiff_t advance, std::size_t periods,
                                          std::byte* dense) const noexcept {
        const std::int32_t* const offsets = offset + place(first);
        const std::uint8_t(*const masks)[16] = mask + place(first);
        dense += 16 * first;
        for (; periods > 0; --periods, source += advance, dense += bytes) {
            once(offsets, masks, lanes - first, source, dense);
        }
    }

    /// Some units outside, periods inside: masks and offsets stay in registers.
    template <std::size_t... U>
    [[gnu::always_inline]] void some(std::size_t j, const std::byte* source, std::ptrdiff_t advance,
                                     std::size_t periods, std::byte* dense, std::index_sequence<U...>) const noexcept {
        [&]<std::size_t... W>(std::index_sequence<W...>) {
            struct held {
                pair_unit picks[Windows];
                std::int32_t offset[Windows][2];
            };
            const auto hold = [&](std::size_t k) {
                const std::size_t at = place(k);
                return held{{pair_unit::masks(mask + at + 2 * W)...},
                            {{offset[at + 2 * W], offset[at + 2 * W + (step - 1)]}...}};
            };
            const held units[] = {hold(j + U * step)...};
            std::byte* to = dense + 16 * j;
            for (std::size_t p = 0; p < periods; ++p, source += advance, to += bytes) {
                const auto put = [&](const held& h, std::size_t u) {
                    (pair_unit::template picked<Paired>(source, h.offset[W], h.picks[W]) | ...).put(to + 16 * step * u);
                };
                (put(units[U], U), ...);
            }
        }
        (std::make_index_sequence<Windows>{});
    }

    [[gnu::always_inline]] void run(std::size_t lanes, const std::byte* source, std::ptrdiff_t advance,
                                    std::size_t periods, std::byte* dense) const noexcept {
        // Leaving the inner loop of `some` costs a misprediction, which a few periods do not pay for.
        constexpr std::size_t enough = 16;
        constexpr std::size_t units = Windows == 1 ? 4 : 2;
        std::size_t first = 0;
        if (periods >= enough) {
            for (; first + units * step <= lanes; first += units * step) {
                some(first, source, advance, periods, dense, std::make_index_sequence<units>{});
            }
        }
        if (first < lanes) by_period(first, lanes, source, advance, periods, dense);
    }
};

[[gnu::noinline]] void patch_lanes(const lane_program& program, std::size_t bytes, const std::byte* source,
                                   std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept {
    for (std::size_t k = 0; k < program.patches; ++k) {
        const lane_patch& patch = program.patch[k];
        if (16 * static_cast<std::size_t>(patch.lane) + 16 > bytes) return;
        const lane picks = load<lane>(patch.mask);
        const std::byte* from = source + patch.offset;
        std::byte* to = dense + 16 * static_cast<std::size_t>(patch.lane);
        for (std::size_t p = 0; p < periods; ++p, from += advance, to += bytes) {
            store(to, load<lane>(to) | shuffle_bytes(load<lane>(from), picks));
        }
    }
}

[[gnu::noinline]] void put_tails(const lane_tail& tail, std::size_t bytes, const std::byte* source,
                                 std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept {
    std::byte* to = dense + bytes - 16;
    for (std::size_t p = 0; p < periods; ++p, source += advance, to += bytes) {
        lane end{};
        for (int w = 0; w < tail.windows; ++w) {
            end |= shuffle_bytes(load<lane>(source + tail.offset[w]), load<lane>(tail.mask[w]));
        }
        store(to, end);
    }
}

/// A function for each form of programs, and for the plainest use of it: what that needs no register for is not
/// saved.
template <std::size_t Windows, bool Paired>
[[gnu::noinline]] void shuffle_all(const lane_program& program, std::size_t bytes, const std::byte* source,
                                   std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept {
    const lane_runner<Windows, Paired> lanes{program.offset, program.mask, bytes};
    lanes.run(bytes / 16, source, advance, periods, dense);
    if (program.patches > 0) patch_lanes(program, bytes, source, advance, periods, dense);
    if (bytes % 16 != 0) put_tails(program.tail, bytes, source, advance, periods, dense);
}
template <std::size_t Windows, bool Paired>
[[gnu::noinline]] void shuffle_by(const lane_program& program, std::size_t bytes, const std::byte* source,
                                  std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept {
    if (periods == 1 && program.patches == 0 && bytes % 16 == 0) {
        lane_runner<Windows, Paired>::once(program.offset, program.mask, bytes / 16, source, dense);
    } else {
        shuffle_all<Windows, Paired>(program, bytes, source, advance, periods, dense);
    }
}

template <std::size_t Windows, bool Paired>
void shuffle_past_by(const lane_program& program, std::size_t bytes, const std::byte* source, std::ptrdiff_t advance,
                     std::size_t periods, std::byte* dense) noexcept {
    using runner = lane_runner<Windows, Paired>;
    // Full registers reach memory nearly twice as fast as halves, but must be aligned.
    const bool aligned = (reinterpret_cast<std::uintptr_t>(dense) | bytes) % 32 == 0;
    // Stores past the caches wait for nothing but the loads before them, so those must not wait.
    constexpr std::ptrdiff_t ahead = 2048;
    const std::ptrdiff_t distance = advance < 0 ? -ahead : ahead;
    const std::ptrdiff_t stretch = advance < 0 ? -advance : advance;
    for (; periods > 0; --periods, source += advance, dense += bytes) {
        for (std::ptrdiff_t b = 0; b < stretch; b += 64) __builtin_prefetch(source + distance + b);
        if (aligned) {
            runner::template once<stores::past_cache>(program.offset, program.mask, bytes / 16, source, dense);
        } else {
            runner::template once<stores::past_cache_by_halves>(program.offset, program.mask, bytes / 16, source,
                                                                dense);
        }
    }
}

/// The two of them for all forms of programs, in the order of mover_table.
template <std::size_t Windows, bool Paired>
constexpr shuffle_mover shuffle_for(bool past) noexcept {
    return past ? &shuffle_past_by<Windows, Paired> : &shuffle_by<Windows, Paired>;
}
#else
// SSE2 cannot shuffle bytes by a variable; the gather mover serves every program.
template <std::size_t Windows, bool Paired>
constexpr shuffle_mover shuffle_for(bool) noexcept {
    return nullptr;
}
#endif

}  // namespace
}  // namespace zerostride::kernels::ZS_ISA
