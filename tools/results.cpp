#include "results.hpp"

#include <iostream>

#include "arguments.hpp"
#include "memory.hpp"

namespace zerostride::cli {

void memory_request::add(const std::string& name, dtype type, extents_ref shape, std::int64_t bytes) {
    std::int64_t elements, all;
    const auto each = static_cast<std::int64_t>(size_of(type));
    const std::string word = name + ": " + to_word(type, shape) + " ";
    const bool fits = count_elements(shape, each, elements) &&
                      !__builtin_add_overflow(elements * each, bytes, &bytes) &&
                      !__builtin_add_overflow(asked_, bytes, &all);
    if (!fits) throw usage_error(word + "has more bytes than fit in 63 bits");
    const std::string refusal = memory::refusal(bytes, asked_);
    if (!refusal.empty()) throw usage_error(word + refusal);
    asked_ = all;
}

void say_first(const std::string& line) {
    if (!line.empty()) std::cout << line << '\n';
    if (!std::cout.flush()) throw usage_error("standard output cannot be written");
}

tensor copy(const std::string& name, const const_tensor_view& view, const options& how) {
    memory_request().add(name, view.type, extents_ref(view.shape, view.rank));
    return materialise(view, how);
}

npy::text_form form_of_results(const std::vector<const npy::array*>& operands) {
    bool are_bytes = false;
    for (const npy::array* const one : operands) {
        if (one->type() != dtype::str) continue;
        if (one->texts() == npy::text_form::code_points) return npy::text_form::code_points;
        are_bytes = true;
    }
    return are_bytes ? npy::text_form::bytes : npy::text_form::code_points;
}

files::staged_file stage(const std::string& path, const const_tensor_view& values, npy::text_form texts) {
    files::staged_file file(path);
    npy::write(file, values, texts);
    file.finish();
    return file;
}

}  // namespace zerostride::cli
