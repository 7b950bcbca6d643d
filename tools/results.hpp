// Results: memory for them, and their way into files.
#pragma once

#include <string>
#include <vector>

#include "npy/npy.hpp"
#include "zerostride/zerostride.hpp"

namespace zerostride::cli {

/// Throws usage_error, naming the result, when there is not enough memory for it.
void require_memory(const std::string& name, dtype type, extents_ref shape);

/// A dense copy of `view`. Throws usage_error or error.
tensor copy(const std::string& name, const const_tensor_view& view, const options& how);

/// The form of texts among results: S where those among the operands are, and none is U.
npy::text_form form_of_results(const std::vector<const npy::array*>& operands);

/// A file that holds `values` and waits for npy::publish. Throws npy::file_error.
npy::staged_file stage(const std::string& path, const const_tensor_view& values,
                       npy::text_form texts = npy::text_form::code_points);

}  // namespace zerostride::cli
