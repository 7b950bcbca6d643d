// The movers' table.
#include "kernels/move/gather.hpp"
#include "kernels/move/repeat.hpp"
#include "kernels/move/shuffle.hpp"
#include "kernels/move/stream.hpp"
#include "kernels/move/transpose.hpp"

namespace zerostride::kernels::ZS_ISA {

extern const mover_table movers;
constinit const mover_table movers = {
    .shuffle = has_shuffle ? &shuffle : nullptr,
    .shuffle_past = has_shuffle ? &shuffle_past : nullptr,
    .gather = {&gather<1>, &gather<2>, &gather<4>, &gather<8>, &gather<16>},
    .repeat = &repeat,
    .scatter = {&scatter<1>, &scatter<2>, &scatter<4>, &scatter<8>, &scatter<16>},
    .transpose = {&transpose<1>, &transpose<2>, &transpose<4>, &transpose<8>, &transpose<16>},
    .stream = &stream,
    .stream_fence = &stream_fence,
};

}  // namespace zerostride::kernels::ZS_ISA
