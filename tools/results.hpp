// Results: memory for them, and their way into files.
#pragma once

#include <string>
#include <vector>

#include "npy/npy.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::cli {

/// Memory that is asked for and not yet used, as the system counts it only when it is.
class memory_request {
public:
    /// Asks for a result and for `bytes` that its texts take. Throws usage_error, naming the result, when there is not
    /// enough memory for it beside what was asked for before.
    void add(const std::string& name, dtype type, extents_ref shape, std::int64_t bytes = 0);

private:
    std::int64_t asked_ = 0;
};

/// Prints a line, if it is one, and what waits to be printed, before files are published: where it cannot be printed
/// they stay as they were. Throws usage_error.
void say_first(const std::string& line);

/// A dense copy of `view`. Throws usage_error or error.
tensor copy(const std::string& name, const const_tensor_view& view, const options& how);

/// The form of texts among results: S where those among the operands are, and none is U.
npy::text_form form_of_results(const std::vector<const npy::array*>& operands);

/// A file that holds `values` and waits for files::publish. Throws files::file_error.
files::staged_file stage(const std::string& path, const const_tensor_view& values,
                         npy::text_form texts = npy::text_form::code_points);

}  // namespace zerostride::cli
