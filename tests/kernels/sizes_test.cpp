// Every number of elements around the registers', and every alignment.
#include "kernels/cells.hpp"

namespace zerostride::test {
namespace {

/// All sizes up to 257; emulated those near the register widths.
bool is_swept(std::int64_t n) {
    if (current_tier() != tier::emulated) return true;
    return n <= 35 || (n % 16 <= 1 && n <= 130) || n >= 255;
}

void sizes(const cell& c) {
    random_bits random = random_of(c, "sizes");
    const unsigned combinations = 1u << c.arity();
    for (std::int64_t n = 0; n <= 257; ++n) {
        if (!is_swept(n)) continue;
        for (unsigned splats = 0; splats < combinations; ++splats) {
            // Which operands are splats and how a row ends are separate matters: beyond four registers they take turns.
            const bool takes_turns = current_tier() != tier::thorough && n > 130;
            if (takes_turns && splats != static_cast<unsigned>(n) % combinations) continue;
            ASSERT_TRUE(is_computed_right(row_of(c, n, splats, random), random)) << "n" << n;
        }
    }
}
[[maybe_unused]] const bool sizes_registered = register_cells("sizes", sizes, every_cell);

/// Short rows, short columns: what the movers repeat and cycle.
void rows_and_columns(const cell& c) {
    random_bits random = random_of(c, "rows_and_columns");
    const std::size_t arity = c.arity();
    for (std::int64_t n = 1; n <= 257; ++n) {
        if (!is_swept(n) || (current_tier() == tier::quick && n > 70 && n % 5 > 1)) continue;
        for (const role broadcast : {role::row, role::column}) {
            std::vector<role> roles(arity, role::dense);
            roles[random.below(arity)] = broadcast;
            const std::int64_t other = random.between(1, 7);
            ASSERT_TRUE(is_computed_right(tiled(c, roles, role::dense, n, other, random), random)) << "n" << n;
            ASSERT_TRUE(is_computed_right(tiled(c, roles, role::padded, other, n, random), random)) << "n" << n;
        }
    }
}
[[maybe_unused]] const bool rows_registered = register_cells("rows_and_columns", rows_and_columns, every_cell);

/// Every start offset from a cache line, in bytes: also those that are no multiple of the element size.
void alignments(const cell& c) {
    random_bits random = random_of(c, "alignments");
    for (std::int64_t shift = 0; shift < 64; ++shift) {
        if (current_tier() == tier::emulated && shift % 4 > 1) continue;
        for (std::size_t moved = 0; moved <= c.arity(); ++moved) {
            problem p = row_of(c, random.between(60, 140), 0, random);
            p.threads = 1;
            p.output.where = placement::within;
            p.output.shift = moved == 0 ? shift : 0;
            for (std::size_t i = 0; i < p.inputs.size(); ++i) {
                p.inputs[i].where = placement::within;
                p.inputs[i].shift = moved == i + 1 ? shift : 0;
            }
            ASSERT_TRUE(is_computed_right(p, random)) << "shift" << shift;
        }
    }
}
[[maybe_unused]] const bool alignments_registered = register_cells("alignments", alignments, every_cell);

}  // namespace
}  // namespace zerostride::test
