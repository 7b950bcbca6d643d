// The movers' table.
#include "kernels/move/gather.hpp"
#include "kernels/move/merge.hpp"
#include "kernels/move/permute.hpp"
#include "kernels/move/repeat.hpp"
#include "kernels/move/shuffle.hpp"
#include "kernels/move/stream.hpp"
#include "kernels/move/stride.hpp"
#include "kernels/move/transpose.hpp"

namespace zerostride::kernels::ZS_ISA {

namespace {

template <std::size_t... I>
consteval void set_shuffles(mover_table& made, std::index_sequence<I...>) {
    ((made.shuffle[I / 2][I % 2] = shuffle_for<I / 2 + 1, I % 2 == 1>(false)), ...);
    ((made.shuffle_past[I / 2][I % 2] = shuffle_for<I / 2 + 1, I % 2 == 1>(true)), ...);
}

consteval mover_table with_shuffles(mover_table made) {
    set_shuffles(made, std::make_index_sequence<2 * lane_program::most_windows>{});
    return made;
}

}  // namespace

extern const mover_table movers;
constinit const mover_table movers = with_shuffles({
    .shuffle = {},
    .shuffle_past = {},
    .permute = permute_of_isa,
    .merge = merge_of_isa,
    .gather = {&gather<1>, &gather<2>, &gather<4>, &gather<8>, &gather<16>},
    .collect_strided = {nullptr, nullptr, &collect_strided<4>, &collect_strided<8>, nullptr},
    .repeat = &repeat,
    .scatter = {&scatter<1>, &scatter<2>, &scatter<4>, &scatter<8>, &scatter<16>},
    .transpose = {&transpose<1>, &transpose<2>, &transpose<4>, &transpose<8>, &transpose<16>},
    .stream = &stream,
    .stream_fence = &stream_fence,
});

}  // namespace zerostride::kernels::ZS_ISA
