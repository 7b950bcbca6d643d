// The few entries of ONNX Runtime's C interface that a run needs, by their places in its table of functions, which keep
// their numbers from release to release. Packages that bring the library alone bring no header.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zerostride::bench::ort {

// What the library keeps to itself.
struct env;
struct status;
struct memory_info;
struct session;
struct session_options;
struct run_options;
struct value;

/// Places in the table.
enum class entry : std::size_t {
    create_env = 3,
    create_session_from_array = 8,
    run = 9,
    create_session_options = 10,
    set_intra_op_threads = 24,
    create_tensor_with_data = 49,
    create_cpu_memory_info = 69,
    release_env = 92,
    release_status = 93,
    release_memory_info = 94,
    release_session = 95,
    release_value = 96,
    release_session_options = 100,
    add_session_config = 130,
};

using create_env = status* (*)(int severity, const char* log_id, env** made);
using create_session_from_array = status* (*)(const env*, const void* model, std::size_t bytes, const session_options*,
                                              session** made);
using run = status* (*)(session*, const run_options*, const char* const* input_names, const value* const* inputs,
                        std::size_t input_count, const char* const* output_names, std::size_t output_count,
                        value** outputs);
using create_session_options = status* (*)(session_options** made);
using set_intra_op_threads = status* (*)(session_options*, int threads);
using add_session_config = status* (*)(session_options*, const char* key, const char* text);
using create_tensor_with_data = status* (*)(const memory_info*, void* data, std::size_t bytes,
                                            const std::int64_t* shape, std::size_t rank, int element_type,
                                            value** made);
using create_cpu_memory_info = status* (*)(int allocator_type, int memory_type, memory_info** made);
template <class T>
using release = void (*)(T*);

/// What the library exports.
struct base {
    const void* const* (*table)(std::uint32_t version);
    const char* (*version)();
};
using get_base = const base* (*)();

/// Of this version of the interface, in which all of the entries above are.
inline constexpr std::uint32_t version = 11;
inline constexpr int only_fatal = 4;
inline constexpr int device_allocator = 0, default_memory = 0;

}  // namespace zerostride::bench::ort
