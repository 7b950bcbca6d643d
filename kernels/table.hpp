// The one kernel header that dispatch sees: what an instruction set's kernels look like from outside.
//
// Everything here is plain data. A kernel object exports constant tables and no functions, so that no inline
// function compiled for a newer processor can be merged into code that runs on an older one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "zerostride/dtype.hpp"
#include "zerostride/op.hpp"

namespace zerostride::kernels {

/// What a kernel found while it ran; or-ed together over tiles and threads.
using findings = std::uint32_t;
inline constexpr findings nothing_found = 0;
inline constexpr findings integer_division_by_zero = 1;

inline constexpr int max_inputs = 3;

/// What the rows of a run have in common.
struct row_context {
    const double* parameters;  ///< the operator's attributes, in the order of zerostride/attributes.def, or as below
    /// 0: ordinary stores. Otherwise stores go past the caches, and so many bytes before the operands are read their
    /// lines are asked for; then there is one row, the output is none of the inputs and begins with a cache line, and
    /// it is a multiple of least_bytes_of_rows.
    std::size_t streams;
    /// The output of the last row: that of the only one, or, for kernels that take_rows, of one of several, which each
    /// have least_bytes_of_rows. Calling a kernel for each takes as long as a row of four registers.
    const void* last;
    /// Bytes from a row to the next: of the output, then of max_inputs inputs, whether the kernel has them or not,
    /// which code that several kernels share need not ask. Null: one row.
    const std::ptrdiff_t* steps;
};

/// What a row of the result has to have, if there are more than one: no kernel's group is longer.
constexpr std::size_t least_bytes_of_rows(std::size_t element_bytes) noexcept {
    return element_bytes > 8 ? 8 * element_bytes : 64;
}
/// Whether the kernels of a family compute as many rows as they are told. Those whose elements take so long that the
/// call does not matter compute one.
constexpr bool take_rows(op_family family) noexcept {
    switch (family) {
        case op_family::math:
        case op_family::libm:
        case op_family::sigmoidal:
        case op_family::power:
        case op_family::cast:
        case op_family::quantize: return false;
        default: return true;
    }
}

/// row_context::parameters of the quantize family: what its kernels decide for each row, not each element, instead of
/// having instances of their own. All are numbers of element types.
enum quantize_parameter : std::size_t {
    scale_type,
    division_type,  ///< of quantize_linear: in which x is divided by the scale
};

/// A row of `elements`, at least 1, or several (row_context::last). The output is dense, and so is each input, or it is
/// one element that all of a row share (a splat). Inputs that the operator does not have are null. The output may be
/// exactly one of the inputs. Reads and writes exactly the elements of the row: no byte before or after.
///
/// Pointers come one by one, in registers: from a struct in memory they would be there some 10 cycles later, which is
/// a fifth of a tiny run.
using kernel = findings (*)(const row_context& context, std::size_t elements, void* out, const void* x, const void* y,
                            const void* z) noexcept;
static_assert(max_inputs == 3);

/// The kernels of one (operator, type). Bit i of the index says that input i is a splat. Null where no nest
/// leads to the combination: all inputs splats, except for identity.
struct cell {
    kernel by_splat[1 << max_inputs];
};

/// How operands that are neither dense nor splats are brought into dense rows. Offsets are bytes from the
/// operand's base address of the tile.
///
/// A lane is 16 bytes of the dense result: `windows` byte shuffles of 16 source bytes each, or-ed together; a mask
/// byte with the top bit set gives 0. The few lanes that need more windows than the others get patches.
/// Lanes go in pairs, because there are registers for two: window w of lane j has the offset and the mask at
/// lane_program::at(j, w).
struct lane_patch {
    std::int32_t lane;
    std::int32_t offset;
    std::uint8_t mask[16];
};
/// What is less than a lane at the end of a period is served by one more that ends there and overlaps the one before.
struct lane_tail {
    int windows;  ///< 0: there is no such rest
    std::int32_t offset[4];
    std::uint8_t mask[4][16];
};
struct lane_program {
    static constexpr int most_windows = 4;

    std::size_t lanes;
    int windows;
    bool paired;  ///< both lanes of a pair have the same offsets
    const std::int32_t* offset;
    const std::uint8_t (*mask)[16];
    std::size_t patches;  ///< sorted by lane
    const lane_patch* patch;
    lane_tail tail;

    std::size_t at(std::size_t lane, std::size_t window) const noexcept {
        return (lane / 2 * static_cast<std::size_t>(windows) + window) * 2 + lane % 2;
    }
};

/// Log2 of the element size indexes the movers that come in several: 1, 2, 4, 8, 16 bytes.
inline constexpr int element_sizes = 5;

/// Runs `program` for each of `periods` periods; the source advances by `advance` bytes from one period to the next,
/// the destination by `bytes`. That is the length of a period, or less: then the first lanes are run that fit,
/// without a tail.
using shuffle_mover = void (*)(const lane_program& program, std::size_t bytes, const std::byte* source,
                               std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept;

/// Makes each of `periods` periods of `bytes` bytes out of the `span` bytes at `source`, at least 1 and at most 64:
/// byte 64 b + i of a period is byte picks[b][i] of those. The source advances by `advance` bytes from one period to
/// the next.
using permute_mover = void (*)(const std::uint8_t (*picks)[64], std::size_t bytes, const std::byte* source,
                               std::size_t span, std::ptrdiff_t advance, std::size_t periods,
                               std::byte* dense) noexcept;

/// Each block of 64 bytes is made of as many windows of 64 bytes of the operand, whose offsets follow each other. Picks
/// are of the window and of what the block is so far: bytes 0 to 63 are those of the first window, and after that of
/// the block, and 64 to 127 those of the next window. A single window has a pick as well.
struct merge_program {
    std::size_t windows;
    const std::int32_t* offset;
    const std::uint8_t (*picks)[64];
};
/// Runs `program` for each of `periods` periods of `bytes` bytes, or for the blocks of the first `bytes` of a period: a
/// whole number of them, or all. The source advances by `advance` bytes from one period to the next.
using merge_mover = void (*)(const merge_program& program, std::size_t bytes, const std::byte* source,
                             std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept;

/// The lines that a transpose asks for before it comes to them: of the source below the tile, where it goes on, and of
/// the result beside it.
struct lines_ahead {
    bool of_source, of_result;
};

/// How many matrices are transposed one after the other, and how many bytes further each lies than the one before.
struct matrices {
    std::size_t count;
    std::ptrdiff_t source_apart, dense_apart;
};
inline constexpr matrices one_matrix = {1, 0, 0};

/// dense[r][c] = source[c][r]: source rows are dense and `pitch` bytes apart, one for each column of the result; result
/// rows are `step` bytes apart.
using transpose_mover = void (*)(const std::byte* source, std::ptrdiff_t pitch, std::size_t rows, std::size_t cols,
                                 std::byte* dense, std::ptrdiff_t step, lines_ahead ahead,
                                 const matrices& each) noexcept;

/// Elements that are read after those that a mover packs, at a distance of their own: it asks for their lines on the
/// way, as many of them as it packs.
struct read_next {
    const std::byte* at;  ///< null: nothing is asked for
    std::ptrdiff_t stride;
};
inline constexpr read_next nothing_next = {nullptr, 0};

struct mover_table {
    /// By the program's windows less one, and 1 if it is paired. Null where the instruction set has no byte shuffle.
    shuffle_mover shuffle[lane_program::most_windows][2];
    /// The same with stores past the caches: `dense` is aligned to 16 bytes, `bytes` is a multiple of them, and the
    /// program has no patches.
    shuffle_mover shuffle_past[lane_program::most_windows][2];
    /// Null where the instruction set has no such instruction; where it has, for processors with cpu_info::avx512_vbmi.
    permute_mover permute;
    merge_mover merge;  ///< likewise
    /// dense[i] = source[offset[i]] for i < count, for each of `periods` periods.
    void (*gather[element_sizes])(const std::int32_t* offset, std::size_t count, const std::byte* source,
                                  std::ptrdiff_t advance, std::size_t periods, std::byte* dense) noexcept;
    /// dense[i] = source[i * stride] for i < count, the stride in bytes. Null for elements of other than 4 and 8 bytes.
    void (*collect_strided[element_sizes])(const std::byte* source, std::ptrdiff_t stride, std::size_t count,
                                           std::byte* dense, read_next next) noexcept;
    /// dense[i + k * bytes] = dense[i] for i < bytes and 0 < k < periods: the same bytes again and again.
    void (*repeat)(std::byte* dense, std::size_t bytes, std::size_t periods) noexcept;
    /// target[offset[i]] = dense[i] for i < count, for each of `periods` periods.
    void (*scatter[element_sizes])(const std::int32_t* offset, std::size_t count, const std::byte* dense,
                                   std::byte* target, std::ptrdiff_t advance, std::size_t periods) noexcept;
    transpose_mover transpose[element_sizes];
    /// Copies `bytes` with stores that bypass the caches where the instruction set has them.
    void (*stream)(std::byte* target, const std::byte* source, std::size_t bytes) noexcept;
    /// Makes streamed stores visible to other threads that synchronise with this one.
    void (*stream_fence)() noexcept;
};

/// The steps of sums and means that need more room than the operands have: binary16 is summed in f32, integers (for
/// means) in i64. Those of 64 bits take two numbers: the sums of the high and of the low halves of the operands, which
/// 2^31 operands do not overflow. By element type; null where the type itself is summed in.
struct accumulator_table {
    cell add[dtype_count];      ///< (sum, x) -> sum + x; 64-bit integers: + the high half of x
    cell add_low[dtype_count];  ///< 64-bit integers: (sum, x) -> sum + the low half of x
    /// (sum, x) -> (sum + x) / parameters[0]; 64-bit integers: (high, low, x).
    cell finish[dtype_count];
};
/// Lanes that the addends of a sum go to, one after the other.
inline constexpr std::size_t sum_lanes = 64;

/// What the tree of a sum is made of: rows of elements, or of sums, added one to the other. Sums of binary16 are f32.
/// By kernel_type(op::add, element type); null for types that have no sum. A result lies in none of the rows.
struct sum_table {
    /// `sums` times eight rows of n elements each: ((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7)). A row has
    /// least_bytes_of_rows. The sums follow each other.
    using of_eight = void (*)(std::byte* to, const std::byte* const* rows, std::size_t n, std::size_t sums) noexcept;
    /// `count` rows of n elements each, 1 <= count <= 8: the sum of eight without those that there are not.
    using of_few = void (*)(std::byte* to, const std::byte* const* rows, std::size_t count, std::size_t n) noexcept;
    /// sum_lanes sums at `from`: the upper half added to the lower one, until one is left. None for binary16.
    using of_lanes = void (*)(std::byte* to, const std::byte* from) noexcept;

    of_eight eight[dtype_count];
    of_few few[dtype_count];
    of_lanes lanes[dtype_count];
};

/// The element type in which `which`, a sum or a mean, sums elements of `type`.
constexpr dtype accumulator_of(op which, dtype type) noexcept {
    if (type == dtype::f16) return dtype::f32;
    const type_kind kind = info(type).kind;
    const bool is_integer = kind == type_kind::signed_integer || kind == type_kind::unsigned_integer;
    return which == op::mean && is_integer ? dtype::i64 : type;
}

/// Number of operators in `family`.
constexpr std::size_t family_size(op_family family) noexcept {
    std::size_t count = 0;
    for (const op_info& row : ops) count += row.family == family;
    return count;
}
/// How many element types choose a kernel of `family`.
constexpr std::size_t family_types(op_family family) noexcept {
    constexpr std::size_t types_of[] = {
#define ZS_FAMILY(name, types) types,
#include "zerostride/families.def"
#undef ZS_FAMILY
    };
    return types_of[static_cast<std::size_t>(family)];
}
inline constexpr std::size_t family_count = static_cast<std::size_t>(op_family::composed);

/// The operator whose kernel serves (which, type): what leaves all values of the type as they are is a copy, and
/// on booleans the bitwise operators and the extremes are logic.
constexpr op kernel_op(op which, dtype type) noexcept {
    const type_kind kind = info(type).kind;
    const bool is_unsigned = kind == type_kind::unsigned_integer;
    switch (which) {
        case op::ceil:
        case op::floor:
        case op::round: return is_unsigned || kind == type_kind::signed_integer ? op::identity : which;
        case op::abs:
        case op::relu:
        case op::prelu: return is_unsigned ? op::identity : which;
        case op::min:
        case op::bitwise_and: return kind == type_kind::logical ? op::logical_and : which;
        case op::max:
        case op::bitwise_or: return kind == type_kind::logical ? op::logical_or : which;
        case op::bitwise_xor: return kind == type_kind::logical ? op::logical_xor : which;
        case op::bitwise_not: return kind == type_kind::logical ? op::logical_not : which;
        default: return which;
    }
}

/// Operators whose operands may change places: their results have the same bits then, a NaN's payload aside.
constexpr bool is_commutative(op which) noexcept {
    switch (which) {
        case op::add:
        case op::mul:
        case op::equal:
        case op::min:
        case op::max:
        case op::bitwise_and:
        case op::bitwise_or:
        case op::bitwise_xor:
        case op::logical_and:
        case op::logical_or:
        case op::logical_xor: return true;
        default: return false;
    }
}

/// The type whose kernel serves (which, type): the same bits, fewer instances. Copies and selections go by
/// element size, two's complement sums and products by width, and so does
/// whether an integer is zero.
constexpr dtype kernel_type(op which, dtype type) noexcept {
    const bool by_size = info(which).family == op_family::move;
    const bool signless = which == op::add || which == op::sub || which == op::mul || which == op::neg ||
                          which == op::equal || which == op::is_nan || which == op::is_inf ||
                          info(which).family == op_family::logic ||
                          (info(which).family == op_family::bits && which != op::bit_shift);
    switch (type) {
        case dtype::i8: return by_size || signless ? dtype::u8 : type;
        case dtype::i16: return by_size || signless ? dtype::u16 : type;
        case dtype::i32: return by_size || signless ? dtype::u32 : type;
        case dtype::i64: return by_size || signless ? dtype::u64 : type;
        case dtype::boolean: return by_size ? dtype::u8 : type;
        case dtype::f16: return by_size ? dtype::u16 : type;
        case dtype::f32: return by_size ? dtype::u32 : type;
        case dtype::f64: return by_size ? dtype::u64 : type;
        case dtype::real: return by_size ? dtype::str : type;
        default: return type;
    }
}

/// Whether (which, type), or (which, type, second) where two types choose, has a cell of its own.
constexpr bool has_cell(op which, dtype type, dtype second) noexcept {
    if (kernel_op(which, type) != which || kernel_type(which, type) != type) return false;
    return family_types(info(which).family) == 2 ? supports(which, type, second) : supports(which, type);
}
/// Calls visit(op, type, second) for the cells of `family` in the order in which they lie in its table: by operator, by
/// type, and where two types choose by the second. Where one chooses, the second is the first again.
template <class Visit>
constexpr void for_each_cell(op_family family, Visit visit) {
    for (const op_info& row : ops) {
        if (row.family != family) continue;
        for (const dtype_info& type : dtypes) {
            for (const dtype_info& second : dtypes) {
                if (family_types(family) != 2 && second.type != type.type) continue;
                if (has_cell(row.id, type.type, second.type)) visit(row.id, type.type, second.type);
            }
        }
    }
}
constexpr std::size_t cell_count(op_family family) noexcept {
    std::size_t count = 0;
    for_each_cell(family, [&](op, dtype, dtype) { ++count; });
    return count;
}
/// Where the cell of (which, type, type) is in the table of its family.
constexpr std::size_t cell_index(op which, dtype type) noexcept {
    std::size_t next = 0, found = 0;
    for_each_cell(info(which).family, [&](op row, dtype first, dtype second) {
        if (row == which && first == type && second == type) found = next;
        ++next;
    });
    return found;
}
/// Kernels of a cell in the table of `family`: one for each mask of as many inputs as any of its operators has.
constexpr std::size_t masks_of(op_family family) noexcept {
    int inputs = 0;
    for (const op_info& row : ops) {
        if (row.family == family && row.arity > inputs) inputs = row.arity;
    }
    return std::size_t{1} << inputs;
}
/// The cells of one family, without gaps. dispatch/isa.cpp knows where which is.
template <op_family Family>
struct cells {
    kernel at[cell_count(Family)][masks_of(Family)];
};

/// Functions that have a second kernel for f32, faster and not correctly rounded.
constexpr bool has_fast_body(op which) noexcept {
    switch (which) {
        case op::exp:
        case op::exp2:
        case op::log:
        case op::log2:
        case op::sin:
        case op::cos:
        case op::atan:
        case op::sinh:
        case op::cosh:
        case op::tanh:
        case op::erf:
        case op::sigmoid:
        case op::softplus:
        case op::swish:
        case op::elu:
        case op::asin:
        case op::acos:
        case op::tan:
        case op::gelu:
        case op::mish:
        case op::log10:
        case op::log1p:
        case op::expm1:
        case op::selu:
        case op::rsqrt:
        case op::cbrt:
        case op::asinh:
        case op::acosh:
        case op::atanh:
        case op::pow:
        case op::celu: return true;
        default: return false;
    }
}
/// The position of `which` among those, or their number.
constexpr std::size_t fast_index(op which) noexcept {
    std::size_t before = 0;
    for (const op_info& row : ops) {
        if (row.id == which) break;
        before += has_fast_body(row.id);
    }
    return before;
}
inline constexpr std::size_t fast_count = fast_index(op{});
struct fast_table {
    cell of_f32[fast_count];  ///< by fast_index
};

/// Kernels that compute binary16 in binary16, of an instruction set that extends another.
struct half_table {
    cell of_f16[op_count];  ///< by op_row; null for operators that have none
};

/// All tables of one instruction set. dispatch/isa.cpp collects them.
struct isa_tables {
    const kernel* families[family_count];  ///< indexed by op_family: cells::at
    const mover_table* movers;
    const accumulator_table* accumulators;
    const sum_table* sums;
    const cell* fast;  ///< indexed by fast_index: fast_table::of_f32
    const cell* half;  ///< before those of the families: half_table::of_f16, or null
};

}  // namespace zerostride::kernels
