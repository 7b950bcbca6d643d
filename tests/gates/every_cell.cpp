// Runs every operator on every element type through the library on every instruction set that this processor
// has, over shapes that use each way a mover can go, and compares with a plain loop. All values are small
// integers whose results are exact, so that one loop in 64-bit integers is the oracle of all types.
//
// usage: every_cell [ISA]   the instruction set that must have been chosen by itself
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <zerostride/zerostride.hpp>

namespace zs = zerostride;

namespace {

using numbers = std::vector<std::int64_t>;

constexpr char letters[] = "abcdefghijklmnopqrstuvwxyz";

template <class T>
void put(void* at, T value) {
    std::memcpy(at, &value, sizeof value);
}
template <class T>
T get(const void* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

/// Writes `value` as an element of `type`, integers modulo their width.
void encode(zs::dtype type, std::int64_t value, void* at) {
    switch (type) {
        case zs::dtype::real: return put(at, zs::real{static_cast<double>(value), 0.0});
        case zs::dtype::f16: return put(at, zs::float16(static_cast<double>(value)));
        case zs::dtype::f32: return put(at, static_cast<float>(value));
        case zs::dtype::f64: return put(at, static_cast<double>(value));
        case zs::dtype::i8: return put(at, static_cast<std::int8_t>(value));
        case zs::dtype::i16: return put(at, static_cast<std::int16_t>(value));
        case zs::dtype::i32: return put(at, static_cast<std::int32_t>(value));
        case zs::dtype::i64: return put(at, value);
        case zs::dtype::u8: return put(at, static_cast<std::uint8_t>(value));
        case zs::dtype::u16: return put(at, static_cast<std::uint16_t>(value));
        case zs::dtype::u32: return put(at, static_cast<std::uint32_t>(value));
        case zs::dtype::u64: return put(at, static_cast<std::uint64_t>(value));
        case zs::dtype::str: return put(at, zs::text{letters, static_cast<std::size_t>(value)});
        case zs::dtype::boolean: return put(at, static_cast<std::uint8_t>(value));
    }
}

/// The number behind an element; -1000 for what no encode() writes.
std::int64_t decode(zs::dtype type, const void* at) {
    switch (type) {
        case zs::dtype::real: {
            const auto pair = get<zs::real>(at);
            // Functions leave a rounding error there.
            return pair.hi + pair.lo == pair.hi ? static_cast<std::int64_t>(pair.hi) : -1000;
        }
        case zs::dtype::f16: return static_cast<std::int64_t>(static_cast<double>(get<zs::float16>(at)));
        case zs::dtype::f32: return static_cast<std::int64_t>(get<float>(at));
        case zs::dtype::f64: return static_cast<std::int64_t>(get<double>(at));
        case zs::dtype::i8: return get<std::int8_t>(at);
        case zs::dtype::i16: return get<std::int16_t>(at);
        case zs::dtype::i32: return get<std::int32_t>(at);
        case zs::dtype::i64: return get<std::int64_t>(at);
        case zs::dtype::u8: return get<std::uint8_t>(at);
        case zs::dtype::u16: return get<std::uint16_t>(at);
        case zs::dtype::u32: return get<std::uint32_t>(at);
        case zs::dtype::u64: return static_cast<std::int64_t>(get<std::uint64_t>(at));
        case zs::dtype::str: {
            const auto view = get<zs::text>(at);
            return view.data == letters ? static_cast<std::int64_t>(view.size) : -1000;
        }
        case zs::dtype::boolean: return get<std::uint8_t>(at);
    }
    return -1000;
}

bool is_signed(zs::dtype type) {
    const zs::type_kind kind = zs::info(type).kind;
    return kind != zs::type_kind::unsigned_integer && kind != zs::type_kind::text && kind != zs::type_kind::logical;
}

bool is_fractional(zs::dtype type) {
    return zs::info(type).kind == zs::type_kind::floating || zs::info(type).kind == zs::type_kind::real;
}

bool is_quantization(zs::op which) { return zs::info(which).shapes == zs::shape_rule::per_axis; }

double real(std::int64_t x) { return static_cast<double>(x); }
std::int64_t truncated(double x) { return static_cast<std::int64_t>(x); }

/// Operand `k` of `which` at flat position `i`: chosen so that the exact result is a small integer.
std::int64_t value_at(zs::op which, std::size_t k, zs::dtype type, std::int64_t i) {
    if (type == zs::dtype::boolean) return (i * 7 + static_cast<std::int64_t>(k) * 3) % 5 % 3;  // 2 is true, too
    const std::int64_t m = (i * 5 + static_cast<std::int64_t>(k) * 11) % 9;
    const std::int64_t sign = is_signed(type) && (i + static_cast<std::int64_t>(k)) % 3 == 0 ? -1 : 1;
    if (which == zs::op::sqrt) return m * m;
    if (is_quantization(which)) return k == 1 ? std::int64_t{1} << (i % 3) : k == 2 ? m % 4 : sign * 4 * m;
    switch (which) {
        // Where the results, truncated, are told apart by more than rounding errors.
        case zs::op::exp: return m % 3;
        case zs::op::log:
        case zs::op::acosh: return m + 1;
        case zs::op::tan:
        case zs::op::asin:
        case zs::op::acos:
        case zs::op::sinh:
        case zs::op::cosh: return sign * (m % 2);
        case zs::op::atanh: return 0;
        case zs::op::tanh:
        case zs::op::erf:
        case zs::op::sigmoid:
        case zs::op::softplus:
        case zs::op::gelu:
        case zs::op::mish:
        case zs::op::swish:
        case zs::op::elu:
        case zs::op::celu: return sign * 48 * m;
        case zs::op::selu: return -48 * m;
        case zs::op::exp2:
        case zs::op::log1p: return m;
        case zs::op::log2: return std::int64_t{1} << m;
        case zs::op::log10: return truncated(std::pow(10.0, real(m % 5)));
        case zs::op::expm1: return sign * (m % 3);
        case zs::op::cbrt: return sign * m * m * m;
        case zs::op::rsqrt: return std::int64_t{1} << (m % 3 * 2);
        case zs::op::erfc: return sign * 48 * m;
        case zs::op::swiglu: return k == 0 ? sign * 48 * m : m;
        case zs::op::pow: return k == 0 ? sign * (m % 5) : m % 4;
        default: break;
    }
    if (which == zs::op::reciprocal) return sign;
    if (which == zs::op::mean) return 3 * sign * m;
    if (which == zs::op::hard_swish) return sign * 3 * (m % 3);
    if (which == zs::op::mod && k == 1) return sign * (1 + m);
    if (which == zs::op::bit_shift && k == 1) return m % 4;
    if (which == zs::op::bit_shift && type != zs::dtype::i64) return m;
    if (which == zs::op::div) return sign * (k == 0 ? 4 * m : std::int64_t{1} << (i % 3));
    return sign * m;
}

std::int64_t result_of(zs::op which, bool is_boolean, const std::array<std::int64_t, 3>& in) {
    const auto [x, y, z] = in;
    switch (which) {
        case zs::op::add: return x + y;
        case zs::op::sub: return x - y;
        case zs::op::mul: return x * y;
        case zs::op::div: return x / y;
        case zs::op::sum: return x + y + z;
        case zs::op::mean: return (x + y + z) / 3;
        case zs::op::min: return x < y ? x : y;
        case zs::op::max: return x > y ? x : y;
        case zs::op::equal: return x == y;
        case zs::op::less: return x < y;
        case zs::op::greater: return x > y;
        case zs::op::less_or_equal: return x <= y;
        case zs::op::greater_or_equal: return x >= y;
        case zs::op::logical_and: return x != 0 && y != 0;
        case zs::op::logical_or: return x != 0 || y != 0;
        case zs::op::logical_xor: return (x != 0) != (y != 0);
        case zs::op::logical_not: return x == 0;
        case zs::op::abs: return x < 0 ? -x : x;
        case zs::op::neg: return -x;
        case zs::op::sqrt: {
            std::int64_t root = 0;
            while (root * root < x) ++root;
            return root;
        }
        case zs::op::exp: return truncated(std::exp(real(x)));
        case zs::op::log: return truncated(std::log(real(x)));
        case zs::op::sin: return truncated(std::sin(real(x)));
        case zs::op::cos: return truncated(std::cos(real(x)));
        case zs::op::tan: return truncated(std::tan(real(x)));
        case zs::op::asin: return truncated(std::asin(real(x)));
        case zs::op::acos: return truncated(std::acos(real(x)));
        case zs::op::atan: return truncated(std::atan(real(x)));
        case zs::op::sinh: return truncated(std::sinh(real(x)));
        case zs::op::cosh: return truncated(std::cosh(real(x)));
        case zs::op::asinh: return truncated(std::asinh(real(x)));
        case zs::op::acosh: return truncated(std::acosh(real(x)));
        case zs::op::tanh:
        case zs::op::erf: return (x > 0) - (x < 0);
        case zs::op::sigmoid: return x > 0;
        case zs::op::softplus:
        case zs::op::gelu:
        case zs::op::mish:
        case zs::op::swish: return x > 0 ? x : 0;
        case zs::op::swiglu: return x > 0 ? x * y : 0;
        case zs::op::elu:
        case zs::op::celu: return x < 0 ? -1 : x;
        case zs::op::selu: return x < 0 ? -1 : 0;
        case zs::op::exp2: return std::int64_t{1} << x;
        case zs::op::log2: {
            std::int64_t power = 0;
            while (std::int64_t{1} << power < x) ++power;
            return power;
        }
        case zs::op::log10: {
            std::int64_t power = 0, reached = 1;
            for (; reached < x; reached *= 10) ++power;
            return power;
        }
        case zs::op::expm1: return truncated(std::expm1(real(x)));
        case zs::op::log1p: return truncated(std::log1p(real(x)));
        case zs::op::cbrt: {
            std::int64_t root = 0;
            while (root * root * root < (x < 0 ? -x : x)) ++root;
            return x < 0 ? -root : root;
        }
        case zs::op::rsqrt: return x == 1;
        case zs::op::erfc: return x > 0 ? 0 : x < 0 ? 2 : 1;
        case zs::op::pow: return truncated(std::pow(real(x), real(y)));
        case zs::op::mod: return (x % y + y) % y;
        case zs::op::reciprocal: return x;
        case zs::op::sign: return (x > 0) - (x < 0);
        case zs::op::ceil:
        case zs::op::floor:
        case zs::op::round: return x;
        case zs::op::bitwise_and: return x & y;
        case zs::op::bitwise_or: return x | y;
        case zs::op::bitwise_xor: return x ^ y;
        case zs::op::bitwise_not: return is_boolean ? x == 0 : ~x;
        case zs::op::bit_shift: return x * (std::int64_t{1} << y);
        case zs::op::is_nan:
        case zs::op::is_inf: return 0;
        case zs::op::relu: return x < 0 ? 0 : x;
        case zs::op::leaky_relu: return x < 0 ? 2 * x : x;
        case zs::op::prelu: return x < 0 ? x * y : x;
        case zs::op::thresholded_relu: return x > 1 ? x : 0;
        case zs::op::hard_sigmoid: return x < 0 ? 0 : x > 1 ? 1 : x;
        case zs::op::hard_swish: return x < 0 ? 0 : x;
        case zs::op::shrink: return x;
        case zs::op::clip: {
            const std::int64_t raised = x < y ? y : x;
            return raised > z ? z : raised;
        }
        case zs::op::where: return x != 0 ? y : z;
        case zs::op::quantize_linear: return x / y + z;
        case zs::op::dequantize_linear: return (x - z) * y;
        case zs::op::identity:
        case zs::op::cast: return x;
        default: break;
    }
    return 0;
}

/// How an operand lies: its extents (1 where it is stretched), and in which order of axes and with which step
/// between neighbours its elements stand in memory.
struct layout {
    std::vector<std::int64_t> shape;
    bool axes_reversed = false;
    std::int64_t step = 1;  ///< in elements, along the axis that is innermost in memory; negative: backwards
};
struct problem {
    const char* name;
    std::vector<std::int64_t> shape;
    std::array<layout, 3> operands;
};

const problem problems[] = {
    {"one", {1}, {{{{1}}, {{1}}, {{1}}}}},
    {"contiguous_67", {67}, {{{{67}}, {{67}}, {{67}}}}},
    {"contiguous_300", {300}, {{{{300}}, {{300}}, {{300}}}}},
    {"splat", {131}, {{{{131}}, {{1}}, {{131}}}}},
    {"row", {9, 37}, {{{{9, 37}}, {{37}}, {{9, 1}}}}},
    {"short_row", {150, 3}, {{{{150, 3}}, {{3}}, {{150, 1}}}}},
    {"outer", {21, 35}, {{{{21, 1}}, {{1, 35}}, {{21, 35}}}}},
    {"middle", {6, 7, 5}, {{{{6, 7, 5}}, {{6, 1, 5}}, {{7, 1}}}}},
    {"transposed", {33, 40}, {{{{33, 40}, true}, {{33, 40}}, {{40}}}}},
    {"strided", {11, 29}, {{{{11, 29}, false, -2}, {{11, 29}, false, 3}, {{11, 29}}}}},
};

/// One operand in memory.
struct operand {
    std::vector<unsigned char> bytes;
    std::vector<std::int64_t> strides;
    std::int64_t origin = 0;
    zs::dtype type = zs::dtype::f32;
    const layout* lies = nullptr;

    zs::const_tensor_view view() const { return {bytes.data() + origin, type, lies->shape, strides.data()}; }
    /// The same elements as a view of `shape`, stretched by strides of 0 that `kept` holds.
    zs::const_tensor_view view_of(const std::vector<std::int64_t>& shape, std::vector<std::int64_t>& kept) const {
        kept.assign(shape.size(), 0);
        const std::size_t missing = shape.size() - strides.size();
        for (std::size_t a = 0; a < strides.size(); ++a) kept[missing + a] = lies->shape[a] == 1 ? 0 : strides[a];
        return {bytes.data() + origin, type, shape, kept.data()};
    }
};

operand make_operand(zs::op which, std::size_t k, zs::dtype type, const layout& lies, numbers& values) {
    operand made;
    made.type = type;
    made.lies = &lies;
    const auto rank = lies.shape.size();
    const auto size = static_cast<std::int64_t>(zs::size_of(type));
    made.strides.resize(rank);
    std::int64_t stride = size * (lies.step < 0 ? -lies.step : lies.step), count = 1;
    for (std::size_t a = 0; a < rank; ++a) {
        const std::size_t axis = lies.axes_reversed ? a : rank - 1 - a;
        made.strides[axis] = lies.step < 0 ? -stride : stride;
        stride *= lies.shape[axis];
        count *= lies.shape[axis];
    }
    made.bytes.assign(static_cast<std::size_t>(stride), 0xa5);
    if (lies.step < 0) made.origin = stride - size;
    values.resize(static_cast<std::size_t>(count));
    std::vector<std::int64_t> index(rank, 0);
    for (std::int64_t i = 0; i < count; ++i) {
        std::int64_t at = made.origin;
        for (std::size_t a = 0; a < rank; ++a) at += index[a] * made.strides[a];
        values[static_cast<std::size_t>(i)] = value_at(which, k, type, i);
        encode(type, values[static_cast<std::size_t>(i)], made.bytes.data() + at);
        for (std::size_t a = rank; a-- > 0 && ++index[a] == lies.shape[a];) index[a] = 0;
    }
    return made;
}

/// With the attributes that make results small integers.
zs::operation operation_of(zs::op which) {
    switch (which) {
        case zs::op::bit_shift: return {which, {{zs::attribute_id::direction, 0.0}}};
        case zs::op::leaky_relu: return {which, {{zs::attribute_id::alpha, 2.0}}};
        case zs::op::hard_sigmoid: return {which, {{zs::attribute_id::alpha, 1.0}, {zs::attribute_id::beta, 0.0}}};
        default: return which;
    }
}

/// The number of wrong elements.
int wrong_elements(zs::op which, zs::dtype type, zs::dtype second, const problem& p, zs::isa with) {
    const auto arity =
        static_cast<std::size_t>(which == zs::op::sum || which == zs::op::mean ? 3 : zs::info(which).arity);
    const bool keeps_first_shape = zs::info(which).shapes == zs::shape_rule::first;
    const bool has_bounds = zs::info(which).operands == zs::operand_rule::bounds;
    std::array<layout, 3> lies = p.operands;
    if (keeps_first_shape) lies[0].shape = p.shape;
    if (has_bounds) lies[1] = lies[2] = {{1}};
    std::array<numbers, 3> values;
    std::vector<operand> operands;
    std::vector<zs::const_tensor_view> views;
    for (std::size_t k = 0; k < arity; ++k) {
        const bool condition = which == zs::op::where && k == 0;
        const bool is_zero_point = is_quantization(which) && k == 2;
        const zs::dtype own = condition                                           ? zs::dtype::boolean
                              : is_quantization(which) && k == 1                  ? zs::dtype::f32
                              : is_zero_point && which == zs::op::quantize_linear ? second
                                                                                  : type;
        operands.push_back(make_operand(which, k, own, lies[k], values[k]));
    }
    std::array<std::vector<std::int64_t>, 3> kept;
    for (std::size_t k = 0; k < arity; ++k) {
        const bool equal = zs::info(which).shapes == zs::shape_rule::equal || is_quantization(which);
        views.push_back(equal ? operands[k].view_of(p.shape, kept[k]) : operands[k].view());
    }

    // Of the operators with one operand only a copy stretches it.
    const bool stretches = arity > 1 || which == zs::op::identity;
    const std::vector<std::int64_t>& out_shape = stretches ? p.shape : lies[0].shape;
    std::int64_t count = 1;
    for (const std::int64_t extent : out_shape) count *= extent;
    const bool converts = zs::info(which).result == zs::result_rule::to || is_quantization(which);
    const zs::dtype out_type = converts ? second : zs::result_of(which, type);
    zs::operation asked = operation_of(which);
    if (is_quantization(which)) {
        // Each element is a block: scales and zero points are laid out as any operand.
        asked = {which,
                 {{zs::attribute_id::axis, 0.0},
                  {zs::attribute_id::block_size, 1.0},
                  {zs::attribute_id::output_dtype, second}}};
    } else if (converts) {
        asked = {which, {{zs::attribute_id::to, second}}};
    }
    const std::size_t size = zs::size_of(out_type);
    std::vector<unsigned char> out(static_cast<std::size_t>(count) * size, 0x5a);
    zs::options how;
    how.with = with;
    const zs::outcome answer = zs::try_eval(asked, views, zs::tensor_view{out.data(), out_type, out_shape}, how);
    if (answer.code != zs::status::ok) {
        std::printf("%s\n", answer.message.c_str());
        return 1;
    }

    int wrong = 0;
    std::vector<std::int64_t> index(out_shape.size(), 0);
    for (std::int64_t i = 0; i < count; ++i) {
        std::array<std::int64_t, 3> in = {};
        for (std::size_t k = 0; k < arity; ++k) {
            const auto& shape = lies[k].shape;
            std::int64_t flat = 0;
            for (std::size_t a = 0; a < shape.size(); ++a) {
                const std::int64_t at = index[index.size() - shape.size() + a];
                flat = flat * shape[a] + (shape[a] == 1 ? 0 : at);
            }
            in[k] = values[k][static_cast<std::size_t>(flat)];
        }
        if (type == zs::dtype::boolean && which != zs::op::identity && which != zs::op::where) {
            for (std::int64_t& x : in) x = x != 0;
        }
        unsigned char expected[16] = {};
        const std::int64_t answer = result_of(which, type == zs::dtype::boolean, in);
        const bool to_truth = converts && out_type == zs::dtype::boolean;
        // Small negative numbers lose their sign bits, or from floats are below what there is.
        const bool saturates = is_fractional(type) || is_quantization(which);
        const bool below = converts && answer < 0 && !is_signed(out_type) && saturates;
        encode(out_type, to_truth ? answer != 0 : below ? 0 : answer, expected);
        wrong += decode(out_type, out.data() + static_cast<std::size_t>(i) * size) != decode(out_type, expected);
        for (std::size_t a = index.size(); a-- > 0 && ++index[a] == out_shape[a];) index[a] = 0;
    }
    return wrong;
}

}  // namespace

int main(int argc, char** argv) {
    const zs::isa chosen = zs::current_isa();
    std::printf("chosen: %s\n", zs::name_of(chosen));
    if (argc > 1 && std::string(argv[1]) != zs::name_of(chosen)) {
        std::printf("expected: %s\n", argv[1]);
        return 1;
    }
    int bad = 0;
    for (const zs::isa with : zs::available_isas()) {
        int cells = 0;
        for (const zs::op_info& operation : zs::ops) {
            // Else kernels of other operators.
            const bool accumulates = operation.id == zs::op::sum || operation.id == zs::op::mean;
            if (operation.family == zs::op_family::composed && !accumulates) continue;
            for (const zs::dtype_info& type : zs::dtypes) {
                for (const zs::dtype_info& second : zs::dtypes) {
                    const bool by_two = operation.result == zs::result_rule::to || is_quantization(operation.id);
                    if (!by_two && second.type != type.type) continue;
                    if (!zs::supports(operation.id, type.type, second.type)) continue;
                    ++cells;
                    for (const problem& p : problems) {
                        const int wrong = wrong_elements(operation.id, type.type, second.type, p, with);
                        if (wrong == 0) continue;
                        ++bad;
                        std::printf("%s_%s_%s_%s/%s: %d wrong\n", operation.name, zs::name_of(type.type),
                                    zs::name_of(second.type), zs::name_of(with), p.name, wrong);
                    }
                }
            }
        }
        std::printf("%s: %d cells\n", zs::name_of(with), cells);
    }
    return bad == 0 ? 0 : 1;
}
