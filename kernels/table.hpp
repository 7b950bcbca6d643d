// The one kernel header that dispatch sees: what an instruction set's kernels look like from outside.
//
// Everything here is plain data. A kernel object exports constant tables and no functions, so that no inline
// function compiled for a newer processor can be merged into code that runs on an older one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/mover_table.hpp"
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
        case op_family::power: return false;
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
    return which == op::mean && contains(type_set::integers, type) ? dtype::i64 : type;
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
        case op::round: return contains(type_set::integers, type) ? op::identity : which;
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
        case op::swiglu:
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
        case op::celu:
        case op::hard_swish: return true;
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
