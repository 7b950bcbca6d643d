// The choice of an instruction set: the strongest available, or what the environment or the program forces.
#include "dispatch/isa.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <string>

#define X(name)                                                        \
    namespace zerostride::kernels::name {                              \
    extern const cells<family_size(op_family::arithmetic)> arithmetic; \
    extern const cells<family_size(op_family::compare)> compare;       \
    extern const cells<family_size(op_family::logic)> logic;           \
    extern const cells<family_size(op_family::move)> move;             \
    extern const mover_table movers;                                   \
    }
#include "isas.def"
#undef X

namespace zerostride {
namespace {

struct built_isa {
    isa id;
    kernels::isa_tables tables;
};

#define X(name)                                                                                                   \
    {isa::name,                                                                                                   \
     {{kernels::name::arithmetic.at, kernels::name::compare.at, kernels::name::logic.at, kernels::name::move.at}, \
      &kernels::name::movers}},
constinit const built_isa built[] = {
#include "isas.def"
};
#undef X
static_assert(static_cast<int>(op_family::arithmetic) == 0 && static_cast<int>(op_family::compare) == 1 &&
              static_cast<int>(op_family::logic) == 2 && static_cast<int>(op_family::move) == 3);

struct isa_name {
    isa id;
    const char* name;
};
constexpr isa_name names[] = {{isa::automatic, "automatic"},
                              {isa::baseline, "baseline"},
                              {isa::avx2, "avx2"},
                              {isa::avx512, "avx512"},
                              {isa::neon, "neon"}};

const kernels::isa_tables* built_tables(isa which) noexcept {
    for (const built_isa& row : built) {
        if (row.id == which) return &row.tables;
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

/// ZEROSTRIDE_ISA, read once: changing it after the first use has no effect, like any set-up variable.
struct environment_choice {
    isa chosen = isa::automatic;  ///< automatic: the variable is absent, empty, "automatic" or unusable
    bool known = true;
    bool usable = true;
};
const environment_choice& environment() noexcept {
    static const environment_choice read = [] {
        environment_choice choice;
        const char* const text = std::getenv("ZEROSTRIDE_ISA");
        if (text == nullptr || *text == '\0') return choice;
        isa wanted = isa::automatic;
        choice.known = find_isa(text, wanted);
        choice.usable = choice.known && is_available(wanted);
        if (choice.usable) choice.chosen = wanted;
        return choice;
    }();
    return read;
}

/// What `automatic` stands for when nothing is forced.
isa default_isa() noexcept {
    static const isa chosen = environment().chosen == isa::automatic ? strongest() : environment().chosen;
    return chosen;
}

/// Where the kernels of an operator are, worked out at compile time.
constexpr auto family_indices = [] {
    std::array<std::uint8_t, op_count> made{};
    for (std::size_t i = 0; i < op_count; ++i) {
        made[i] = static_cast<std::uint8_t>(kernels::family_index(ops[i].id));
    }
    return made;
}();

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
    const isa by_program = forced.load(std::memory_order_relaxed);
    return by_program != isa::automatic ? by_program : default_isa();
}

outcome force_isa(isa which) noexcept {
    if (!is_available(which)) return detail::isa_refusal(which);
    forced.store(which, std::memory_order_relaxed);
    return {};
}

outcome environment_isa() noexcept {
    if (environment().usable) return {};
    const char* const text = std::getenv("ZEROSTRIDE_ISA");
    const std::string value = text == nullptr ? "" : text;
    if (!environment().known) {
        return {status::isa_unavailable,
                "ZEROSTRIDE_ISA=" + value + ": no such instruction set; this build has " + listed(built_isas())};
    }
    return {status::isa_unavailable,
            "ZEROSTRIDE_ISA=" + value + ": not available here; this machine can run " + listed(available_isas())};
}

namespace detail {

const kernels::isa_tables* tables_of(isa which, isa& resolved) noexcept {
    if (which == isa::automatic) {
        which = current_isa();
        // What the program forces overrides the environment, also a broken one.
        if (!environment().usable && forced.load(std::memory_order_relaxed) == isa::automatic) return nullptr;
    } else if (!processor_runs(which)) {
        return nullptr;
    }
    resolved = which;
    return built_tables(which);
}

const kernels::cell& kernels_of(const kernels::isa_tables& tables, op which, dtype type) noexcept {
    const auto family = static_cast<std::size_t>(info(which).family);
    const auto row = family_indices[static_cast<std::size_t>(which) - 1];
    return tables.families[family][row][static_cast<std::size_t>(kernels::kernel_type(which, type)) - 1];
}

outcome isa_refusal(isa which) {
    if (which == isa::automatic) return environment_isa();
    const char* const reason = built_tables(which) == nullptr ? ": this build has no kernels for it; it has "
                                                              : ": this processor cannot run it; it can run ";
    return {status::isa_unavailable, std::string(name_of(which)) + reason +
                                         listed(built_tables(which) == nullptr ? built_isas() : available_isas())};
}

}  // namespace detail
}  // namespace zerostride
