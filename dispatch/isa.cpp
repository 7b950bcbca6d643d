// The choice of an instruction set: the strongest available, or what the environment or the program forces.
#include "dispatch/isa.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <string>

#include "dispatch/attempt.hpp"
#include "dispatch/environment.hpp"
#include "dispatch/words.hpp"

#define X(name)                           \
    namespace zerostride::kernels::name { \
    extern const isa_tables tables;       \
    }
#include "isas.def"
#undef X

namespace zerostride {
namespace {

struct built_isa {
    isa id;
    const kernels::isa_tables* tables;
};

#define X(name) {isa::name, &kernels::name::tables},
constinit const built_isa built[] = {
#include "isas.def"
};
#undef X

struct isa_name {
    isa id;
    const char* name;
};
constexpr isa_name names[] = {{isa::automatic, "automatic"}, {isa::baseline, "baseline"},
                              {isa::avx2, "avx2"},           {isa::avx512, "avx512"},
                              {isa::neon, "neon"},           {isa::avx512_fp16, "avx512_fp16"}};

const kernels::isa_tables* built_tables(isa which) noexcept {
    for (const built_isa& row : built) {
        if (row.id == which) return row.tables;
    }
    return nullptr;
}

bool processor_runs(isa which) noexcept {
    const cpu_info& has = cpu();
    switch (which) {
        case isa::automatic: return true;
        case isa::baseline: return true;
        case isa::avx2: return has.avx2 && has.fma && has.f16c;
        case isa::avx512: return has.avx512 && has.avx2 && has.fma && has.f16c;
        case isa::neon: return has.neon;
        case isa::avx512_fp16: return has.avx512_fp16 && processor_runs(isa::avx512);
    }
    return false;
}

isa strongest() noexcept {
    isa best = isa::automatic;
    for (const built_isa& row : built) {
        if (processor_runs(row.id)) best = row.id;
    }
    return best;
}

const detail::environment_choice<isa>& environment() noexcept {
    static const detail::environment_choice<isa> read("ZEROSTRIDE_ISA", find_isa);
    return read;
}
bool is_environment_obeyed() noexcept { return environment().is_known && is_available(environment().chosen); }

/// Apart, because the choice is asked for in each call.
[[gnu::cold, gnu::noinline]] isa choose_default() noexcept {
    if (!is_environment_obeyed()) return isa::automatic;
    const isa named = environment().chosen;
    return named == isa::automatic ? strongest() : named;
}
/// What `automatic` stands for when nothing is forced; itself where the environment asks for what cannot be had.
isa default_isa() noexcept {
    static const isa chosen = choose_default();
    return chosen;
}

/// Where the kernels of an operator are, worked out at compile time: its family, and what of `positions` is its own.
struct cell_place {
    std::uint8_t family;
    bool by_two;
    std::uint16_t first;
};
constexpr auto places = [] {
    std::array<cell_place, op_count + 1> made{};  // the last one is no operator's
    std::size_t first = 0;
    for (std::size_t i = 0; i < op_count; ++i) {
        const bool by_two = kernels::family_types(ops[i].family) == 2;
        made[i] = {static_cast<std::uint8_t>(ops[i].family), by_two, static_cast<std::uint16_t>(first)};
        first += by_two ? dtype_count * dtype_count : dtype_count;
    }
    made[op_count].first = static_cast<std::uint16_t>(first);
    return made;
}();
/// By operator and type, or types: where in its family's table the kernels begin, those of the type that has them.
constexpr std::uint16_t no_cell = 0xffff;
constexpr auto positions = [] {
    std::array<std::uint16_t, places[op_count].first> made{};
    for (std::uint16_t& position : made) position = no_cell;
    const auto at = [&](op which, dtype type, dtype second) -> std::uint16_t& {
        const cell_place& place = places[op_row(which)];
        const std::size_t row = dtype_row(type);
        return made[place.first + (place.by_two ? row * dtype_count + dtype_row(second) : row)];
    };
    for (std::size_t family = 0; family < kernels::family_count; ++family) {
        const std::size_t masks = kernels::masks_of(static_cast<op_family>(family));
        std::uint16_t next = 0;
        kernels::for_each_cell(static_cast<op_family>(family), [&](op which, dtype type, dtype second) {
            at(which, type, second) = next;
            next = static_cast<std::uint16_t>(next + masks);
        });
    }
    for (const op_info& row : ops) {
        for (const dtype_info& type : dtypes) {
            const dtype own = kernels::kernel_type(row.id, type.type);
            if (own == type.type) continue;
            for (const dtype_info& second : dtypes) at(row.id, type.type, second.type) = at(row.id, own, second.type);
        }
    }
    return made;
}();
constexpr kernels::cell without_kernels{};  // of any mask

constinit std::atomic<isa> forced{isa::automatic};

std::string listed(const std::vector<isa>& isas) {
    std::string text;
    for (const isa which : isas) {
        if (!text.empty()) text += ", ";
        text += name_of(which);
    }
    return text;
}

}  // namespace

const char* name_of(isa which) noexcept {
    for (const isa_name& row : names) {
        if (row.id == which) return row.name;
    }
    return "unknown";
}

bool find_isa(std::string_view name, isa& found) noexcept {
    for (const isa_name& row : names) {
        if (name == row.name) {
            found = row.id;
            return true;
        }
    }
    return false;
}

bool is_available(isa which) noexcept {
    return which == isa::automatic || (built_tables(which) != nullptr && processor_runs(which));
}

std::vector<isa> built_isas() {
    std::vector<isa> all;
    for (const built_isa& row : built) all.push_back(row.id);
    return all;
}

std::vector<isa> available_isas() {
    std::vector<isa> all;
    for (const built_isa& row : built) {
        if (processor_runs(row.id)) all.push_back(row.id);
    }
    return all;
}

isa current_isa() noexcept {
    // What the program forces overrides the environment, also a broken one.
    const isa by_program = forced.load(std::memory_order_relaxed);
    return by_program != isa::automatic ? by_program : default_isa();
}

outcome force_isa(isa which) noexcept {
    if (!is_available(which)) return detail::attempt_words([&] { return detail::isa_refusal(which); });
    forced.store(which, std::memory_order_relaxed);
    return {};
}

outcome environment_isa() noexcept {
    if (is_environment_obeyed()) return {};
    return detail::attempt_words([] {
        const std::string asked = detail::words({"ZEROSTRIDE_ISA=", environment().text});
        return outcome{
            status::isa_unavailable,
            environment().is_known
                ? detail::words({asked, ": not available here; this machine can run ", listed(available_isas())})
                : detail::words({asked, ": no such instruction set; this build has ", listed(built_isas())})};
    });
}

namespace detail {

const kernels::isa_tables* tables_of(isa which, isa& resolved) noexcept {
    if (which == isa::automatic) {
        which = current_isa();
        if (which == isa::automatic) return nullptr;
    } else if (!processor_runs(which)) {
        return nullptr;
    }
    resolved = which;
    return built_tables(which);
}

const kernels::isa_tables* narrower_tables(isa with, isa& narrower) noexcept {
    if (!is_avx512(with)) return nullptr;
    narrower = isa::avx2;
    return built_tables(narrower);
}

const kernels::kernel* kernels_of(const kernels::isa_tables& tables, op which, dtype type, dtype second) noexcept {
    if (type == dtype::f16 && tables.half != nullptr) {
        const kernels::cell& own = tables.half[op_row(which)];
        if (own.by_splat[0] != nullptr) return own.by_splat;
    }
    const cell_place& place = places[op_row(which)];
    const std::size_t row = dtype_row(type);
    const std::uint16_t position =
        positions[place.first + (place.by_two ? row * dtype_count + dtype_row(second) : row)];
    return position == no_cell ? without_kernels.by_splat : tables.families[place.family] + position;
}

outcome isa_refusal(isa which) {
    if (which == isa::automatic) return environment_isa();
    const char* const reason = built_tables(which) == nullptr ? ": this build has no kernels for it; it has "
                                                              : ": this processor cannot run it; it can run ";
    const char* name = name_of(which);
    char number[32];
    if (isa named; !find_isa(name, named)) {
        std::snprintf(number, sizeof number, "instruction set %d", static_cast<int>(which));
        name = number;
    }
    return {status::isa_unavailable,
            std::string(name) + reason + listed(built_tables(which) == nullptr ? built_isas() : available_isas())};
}

}  // namespace detail
}  // namespace zerostride
