#include "dispatch/text/text.hpp"

#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "dispatch/broadcast/stretch.hpp"
#include "dispatch/extents.hpp"
#include "dispatch/fp_environment.hpp"
#include "dispatch/plan/nest.hpp"
#include "dispatch/plan/overlap.hpp"
#include "dispatch/text/text_number.hpp"
#include "dispatch/validation/refusal.hpp"
#include "dispatch/validation/rules.hpp"
#include "dispatch/words.hpp"

namespace zerostride::detail {
namespace {

/// Every index of a shape in row-major order, one after the other, with the places of up to two operands that stretch
/// to it.
class element_cursor {
public:
    element_cursor(extents_ref shape, array_ref<const_tensor_view> operands) : shape_(shape), index_(shape.size(), 0) {
        for (const const_tensor_view& x : operands) {
            write_aligned_strides(x, shape.size(), strides_.emplace_back(shape.size()).data());
            at_.push_back(const_cast<std::byte*>(static_cast<const std::byte*>(x.data)));
        }
    }
    std::byte* operator[](std::size_t operand) const { return at_[operand]; }
    void advance() {
        for (std::size_t axis = shape_.size(); axis-- > 0;) {
            const bool wraps = ++index_[axis] == shape_[axis];
            for (std::size_t k = 0; k < at_.size(); ++k) {
                at_[k] += strides_[k][axis] * (wraps ? 1 - shape_[axis] : 1);
            }
            if (!wraps) return;
            index_[axis] = 0;
        }
    }
    const std::vector<std::int64_t>& index() const { return index_; }

private:
    extents_ref shape_;
    std::vector<std::int64_t> index_;
    std::vector<std::vector<std::int64_t>> strides_;
    std::vector<std::byte*> at_;
};

std::string_view text_at(const std::byte* element) noexcept {
    text made;
    std::memcpy(&made, element, sizeof made);
    return {made.data, made.size};
}

/// The beginning of a text, in one line, cut between characters of UTF-8.
std::string quoted(std::string_view characters) {
    constexpr std::size_t most = 32;
    std::string made(characters.substr(0, most));
    if (characters.size() > most) {
        while (!made.empty() && (static_cast<unsigned char>(made.back()) & 0xc0u) == 0x80u) made.pop_back();
        if (!made.empty() && static_cast<unsigned char>(made.back()) >= 0xc0u) made.pop_back();
    }
    for (char& c : made) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    }
    made.insert(made.begin(), '"');
    return made.append(characters.size() > most ? "\"..." : "\"");
}

}  // namespace

text_work text_work_of(const operation& what, array_ref<const_tensor_view> inputs) noexcept {
    if (what.which == op::string_concat) return text_work::joins;
    if (what.which != op::cast && what.which != op::cast_like) return text_work::none;
    const bool from = inputs[0].type == dtype::str, to = result_type(what, inputs) == dtype::str;
    return from == to ? text_work::none : to ? text_work::prints : text_work::parses;
}

const char* refusal_of(text_work work) noexcept {
    return work == text_work::parses ? "reads text, which has no plan: evaluate it in one call"
                                     : "makes text: evaluate into a tensor";
}

outcome parse_texts(const operation& what, array_ref<const_tensor_view> inputs, const tensor_view& output) {
    const_tensor_view texts = inputs[0];
    nest loops;
    if (const status answer = collapse(loops, &texts, 1, output); answer != status::ok) {
        return explain_refusal(answer, what, inputs, output, {});
    }
    if (loops.total == 0) return {};
    const output_and_input both{loops, 1, log2_of(output.type), log2_of(texts.type)};
    const clearance clear = clearance_of(both);
    const auto known = [&](std::size_t) { return checked_input{both, clear}; };
    if (const status refused = check_input_pointers(1, &texts.data, output.data, known); refused != status::ok) {
        return explain_run(refused, what.which, output.data == nullptr && texts.data != nullptr ? no_operand : 0,
                           output.data);
    }

    const fp_environment scope;
    const extents_ref shape(output.shape, output.rank);
    const std::size_t size = size_of(output.type);
    std::vector<std::byte> parsed(static_cast<std::size_t>(loops.total) * size);
    element_cursor from(shape, {texts});
    for (std::size_t i = 0; i < parsed.size(); i += size, from.advance()) {
        const std::string_view characters = text_at(from[0]);
        if (parse_element(output.type, characters, parsed.data() + i)) continue;
        return {status::invalid_argument, words({info(what.which).name, ": operand 0: element ", to_text(from.index()),
                                                 " is ", quoted(characters), " and not a number"})};
    }
    element_cursor to(shape, {output});
    for (std::size_t i = 0; i < parsed.size(); i += size, to.advance()) std::memcpy(to[0], parsed.data() + i, size);
    return {};
}

outcome make_texts(tensor& result, const operation& what, array_ref<const_tensor_view> inputs, extents_ref shape) {
    const bool joins = what.which == op::string_concat;
    tensor made(dtype::str, shape);
    if (made.size() == 0) {
        result = std::move(made);
        return {};
    }
    for (std::size_t i = joins ? 2 : 1; i-- > 0;) {
        if (inputs[i].data == nullptr) return explain_run(status::invalid_argument, what.which, i, made.data());
    }
    const fp_environment scope;
    const auto arena = std::make_shared<std::string>();
    if (joins) {
        // Once, and no more than there is: a string that grows is in memory twice.
        std::size_t all = 0;
        element_cursor each(shape, {inputs.data(), std::size_t{2}});
        for (std::int64_t i = 0; i < made.size(); ++i, each.advance()) {
            if (__builtin_add_overflow(all, text_at(each[0]).size() + text_at(each[1]).size(), &all))
                throw std::bad_alloc();
        }
        if (all > arena->max_size()) throw std::bad_alloc();
        arena->reserve(all);
    }
    text* const texts = made.data_as<text>();
    element_cursor from(shape, {inputs.data(), joins ? std::size_t{2} : std::size_t{1}});
    for (std::int64_t i = 0; i < made.size(); ++i, from.advance()) {
        const std::size_t before = arena->size();
        if (joins) arena->append(text_at(from[0])).append(text_at(from[1]));
        else print_element(inputs[0].type, from[0], *arena);
        texts[i].size = arena->size() - before;
    }
    // Only now the bytes stay where they are.
    const char* next = arena->data();
    for (std::int64_t i = 0; i < made.size(); ++i) {
        texts[i].data = next;
        next += texts[i].size;
    }
    made.keep(arena);
    result = std::move(made);
    return {};
}

}  // namespace zerostride::detail
