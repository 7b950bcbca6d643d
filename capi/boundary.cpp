#include "capi/boundary.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace zerostride::capi {
namespace {

static_assert(std::is_same_v<decltype(zs_parallel_for::run), decltype(parallel_for::run)>,
              "a host's pool is handed on as it is");

/// What zs_options has in 0.1.0. It never grows with the struct: callers that were compiled against that release know
/// no more.
constexpr std::size_t first_options_bytes = offsetof(zs_options, past_caches) + sizeof(zs_options::past_caches);
static_assert(first_options_bytes == 48);

}  // namespace

void write(const std::string& text, zs_message& message) noexcept {
    message.length = text.size();
    if (message.text == nullptr || message.capacity == 0) return;
    const std::size_t kept = std::min(text.size(), message.capacity - 1);
    std::memcpy(message.text, text.data(), kept);
    message.text[kept] = '\0';
}

zs_status tell(const outcome& answer, zs_message* message) noexcept {
    if (message != nullptr) write(answer.message, *message);
    return static_cast<zs_status>(answer.code);
}

outcome null_pointer(const char* who, const char* what) {
    return {status::invalid_argument, std::string(who) + ": " + what + " is a null pointer"};
}

op to_op(zs_op id) noexcept {
    using number = std::underlying_type_t<op>;
    const op which = static_cast<op>(static_cast<number>(id));
    return static_cast<zs_op>(which) == id && is_valid(which) ? which : op{};
}

dtype to_dtype(zs_dtype id) noexcept {
    using number = std::underlying_type_t<dtype>;
    const dtype type = static_cast<dtype>(static_cast<number>(id));
    return static_cast<zs_dtype>(type) == id && is_valid(type) ? type : dtype{};
}

namespace {

template <class Enumeration>
bool fits(std::int32_t id) noexcept {
    return static_cast<std::int32_t>(static_cast<std::underlying_type_t<Enumeration>>(id)) == id;
}
/// The value of an enumeration without gaps; all numbers that it does not have are the same to the library.
template <class Enumeration>
Enumeration to_value(std::int32_t id) noexcept {
    using number = std::underlying_type_t<Enumeration>;
    return static_cast<Enumeration>(fits<Enumeration>(id) ? static_cast<number>(id) : number{255});
}

}  // namespace

isa to_isa(zs_isa id) noexcept { return to_value<isa>(id); }

accuracy_mode to_accuracy(zs_accuracy id) noexcept { return to_value<accuracy_mode>(id); }

attribute_id to_attribute_id(std::int32_t id) noexcept {
    using number = std::underlying_type_t<attribute_id>;
    const attribute_id found = static_cast<attribute_id>(static_cast<number>(id));
    return static_cast<std::int32_t>(found) == id && find_attribute(found) != nullptr ? found : attribute_id{};
}

outcome no_such_type(const char* who, const std::string& operand, zs_dtype id) {
    return {status::invalid_argument,
            std::string(who) + ": " + operand + " has no valid element type (" + std::to_string(id) + ")"};
}

outcome no_such_operator(zs_op id) {
    return {status::invalid_argument, "operator " + std::to_string(id) + " does not exist"};
}

outcome find_room(const char* who, std::size_t rank, std::size_t capacity) {
    if (rank <= capacity) return {};
    return {status::invalid_argument, std::string(who) + ": the result has rank " + std::to_string(rank) +
                                          " and there is room for " + std::to_string(capacity)};
}

outcome check_isa(zs_isa id) {
    if (fits<isa>(id)) return {};
    return {status::isa_unavailable, "instruction set " + std::to_string(id) + " does not exist"};
}

namespace {

/// Says that a field of the options is this number, and why that is wrong.
[[gnu::cold, gnu::noinline]] bool refuse_field(outcome& refusal, const char* who, const char* field,
                                               const std::string& number, const char* why) {
    refusal = {status::invalid_argument, std::string(who) + ": the options' " + field + " is " + number + why};
    return false;
}
[[gnu::cold, gnu::noinline]] bool refuse_new_field(outcome& refusal, const char* who) {
    refusal = {status::invalid_argument,
               std::string(who) + ": the options set a field that version " + zs_version() + " does not have"};
    return false;
}

}  // namespace

bool read_options(const char* who, const zs_options& given, options& how, outcome& refusal) {
    const std::size_t size = given.struct_size;
    if (size < first_options_bytes) {
        return refuse_field(refusal, who, "struct_size", std::to_string(size), " and must be sizeof(zs_options)");
    }
    zs_options known = ZS_OPTIONS_INIT;
    // A copy of known length is a few moves.
    if (size >= sizeof known) std::memcpy(&known, &given, sizeof known);
    else std::memcpy(&known, &given, size);
    const unsigned char* const bytes = reinterpret_cast<const unsigned char*>(&given);
    for (std::size_t i = sizeof known; i < size; ++i) {
        if (bytes[i] != 0) return refuse_new_field(refusal, who);
    }
    if (!fits<isa>(known.isa)) {
        refusal = check_isa(known.isa);
        return false;
    }
    if (!fits<accuracy_mode>(known.accuracy)) {
        return refuse_field(refusal, who, "accuracy", std::to_string(known.accuracy), ", which is none");
    }
    if (known.past_caches < 0 || known.past_caches > 1) {
        return refuse_field(refusal, who, "past_caches", std::to_string(known.past_caches), " and must be 0 or 1");
    }
    how.max_threads = known.max_threads;
    how.with = to_isa(known.isa);
    how.host = {known.host.run, known.host.context, known.host.threads};
    how.accuracy = to_accuracy(known.accuracy);
    how.past_caches = known.past_caches == 1;
    return true;
}

}  // namespace zerostride::capi
