// zerostride_bars: the library against a loop written by hand.
#include <string_view>

#include "bench/limits.hpp"
#include "bench/sections/section.hpp"

namespace zerostride::bench {
namespace {

batch runs_of(contiguous_add loop, const bound_row& work) {
    return repeated([&work, loop] {
        loop(work.input_data()[0], work.input_data()[1], work.output_data(), static_cast<std::size_t>(work.elements()));
    });
}

}  // namespace

void contiguous_section(const settings& s, table& out) {
    for (const dtype type : s.types) {
        const std::int64_t bytes = static_cast<std::int64_t>(size_of(type));
        const named_size sizes[] = {{"L1", elements_within(l1_bytes(), 3 * bytes)},
                                    {"L2", elements_within(l2_bytes(), 3 * bytes)},
                                    {"900000", 900000},
                                    {"memory", memory_bytes(s) / bytes}};
        for (const named_size& size : sizes) {
            const bound_row work(op::add, type, contiguous(size.elements), memory);
            const plan made = planned(work, s.with, 1);
            contiguous_add loop = hand_written_add(type, s.with);
            const char* kind = "loop";
            const contiguous_add streaming = hand_written_streaming_add(type, s.with);
            // Where nothing stays in the caches anyway, the limit is the better of the two kinds of stores.
            if (std::string_view(size.name) == "memory" && streaming != nullptr &&
                compare(runs_of(streaming, work), runs_of(loop, work), s.how).ratio < 1) {
                loop = streaming;
                kind = "streaming loop";
            }
            const comparison c = compare(runs_of(loop, work), runs_of(made, work), s.how);
            out.add({"contiguous",
                     name_for(op::add, type, size.name),
                     {sense::at_least, 0.95},
                     c.ratio,
                     "x",
                     figures(c, kind, "library") +
                         text_of(", %.1f GB/s", static_cast<double>(work.bytes()) / c.b_nanoseconds)});
        }
    }
}

}  // namespace zerostride::bench
