// What we use of ONNX Runtime's C interface: entries of its table of functions, by their places, which keep their
// numbers from release to release, and the structs that an execution provider fills in. Packages that bring the library
// alone bring no header. Source: onnxruntime_c_api.h and onnxruntime_ep_c_api.h of ONNX Runtime 1.24.
#pragma once

#include <cstddef>
#include <cstdint>

namespace zerostride::ort {

/// The version of the interface in which all of this is: ONNX Runtime 1.24.
inline constexpr std::uint32_t version = 24;

// What the library keeps to itself.
struct env;
struct status;
struct memory_info;
struct session;
struct session_options;
struct run_options;
struct value;
struct type_info;
struct tensor_info;
struct value_info;
struct node;
struct graph;
struct attribute;
struct kernel_context;
struct compute_context;
struct graph_support;
struct hardware_device;
struct provider_device;
struct key_values;
struct logger;
struct allocator;
struct memory_device;
struct data_transfer;
struct stream;
struct fusion_options;
struct provider_factory;

/// A function of a table, and its place there.
template <class Function>
struct entry {
    std::size_t place;
};

// Answers null, or a status that its receiver releases.
inline constexpr entry<status*(int code, const char* message)> create_status{0};
inline constexpr entry<const char*(const status*)> message_of{2};
inline constexpr entry<void(status*)> release_status{93};

// Sessions and their tensors.
inline constexpr entry<status*(int severity, const char* log_id, env**)> create_env{3};
inline constexpr entry<void(env*)> release_env{92};
inline constexpr entry<status*(const env*, const void* model, std::size_t bytes, const session_options*, session**)>
    create_session_from_array{8};
inline constexpr entry<void(session*)> release_session{95};
inline constexpr entry<status*(session*, const run_options*, const char* const* input_names, const value* const* inputs,
                               std::size_t input_count, const char* const* output_names, std::size_t output_count,
                               value** outputs)>
    run{9};
inline constexpr entry<status*(session_options**)> create_session_options{10};
inline constexpr entry<void(session_options*)> release_session_options{100};
inline constexpr entry<status*(session_options*, int threads)> set_intra_op_threads{24};
inline constexpr entry<status*(session_options*, const char* key, const char* text)> add_session_config{130};
inline constexpr entry<status*(const session_options*, key_values**)> session_configs{379};
inline constexpr entry<void(const key_values*, const char* const** keys, const char* const** texts, std::size_t* count)>
    entries_of{298};
inline constexpr entry<void(key_values*)> release_key_values{300};
inline constexpr entry<status*(int allocator_type, int memory_type, memory_info**)> create_cpu_memory_info{69};
inline constexpr entry<void(memory_info*)> release_memory_info{94};
inline constexpr entry<status*(const memory_info*, void* data, std::size_t bytes, const std::int64_t* shape,
                               std::size_t rank, int element_type, value**)>
    create_tensor_with_data{49};
inline constexpr entry<void(value*)> release_value{96};
inline constexpr entry<status*(value*, void** data)> data_of_tensor{51};
inline constexpr entry<status*(const value*, tensor_info**)> info_of_tensor{65};
inline constexpr entry<status*(const tensor_info*, int* element_type)> element_type_of{60};
inline constexpr entry<status*(const tensor_info*, std::size_t*)> rank_of{61};
inline constexpr entry<status*(const tensor_info*, std::int64_t* extents, std::size_t rank)> shape_of{62};
inline constexpr entry<void(tensor_info*)> release_tensor_info{99};
/// The same without copies. The extents are the value's.
inline constexpr entry<status*(const value*, int* element_type, const std::int64_t** extents, std::size_t* rank)>
    shape_in_place{414};

// Who runs what in a session, when it was opened with this option. All of it belongs to the session.
struct assigned_nodes;
struct assigned_node;
inline constexpr char record_assignments[] = "session.record_ep_graph_assignment_info";
inline constexpr entry<status*(const session*, const assigned_nodes* const**, std::size_t* count)> assignments_of{407};
inline constexpr entry<status*(const assigned_nodes*, const char**)> provider_of_assigned{408};
inline constexpr entry<status*(const assigned_nodes*, const assigned_node* const**, std::size_t* count)>
    nodes_of_assigned{409};
inline constexpr entry<status*(const assigned_node*, const char**)> operator_of_assigned{412};

// Execution providers from a library.
inline constexpr entry<status*(env*, const char* name, const char* path)> register_provider_library{301};
inline constexpr entry<status*(const env*, const provider_device* const**, std::size_t* count)> provider_devices{303};
inline constexpr entry<status*(session_options*, env*, const provider_device* const*, std::size_t count,
                               const char* const* keys, const char* const* texts, std::size_t option_count)>
    append_provider{304};
inline constexpr entry<int(const hardware_device*)> kind_of_device{307};
inline constexpr entry<const char*(const provider_device*)> name_of_provider{312};

// Models, as a provider sees them. What is given here belongs to ONNX Runtime.
inline constexpr entry<status*(const value_info*, const char**)> name_of_value{289};
inline constexpr entry<status*(const value_info*, const type_info**)> type_of_value{290};
/// Null for what is no tensor.
inline constexpr entry<status*(const type_info*, const tensor_info**)> tensor_of_type{55};
/// Null for a graph that is no node's subgraph.
inline constexpr entry<status*(const graph*, const node**)> parent_of{346};
inline constexpr entry<status*(const graph*, std::size_t*)> node_count{344};
inline constexpr entry<status*(const graph*, const node**, std::size_t count)> nodes_of{345};
inline constexpr entry<status*(const node*, const char**)> name_of_node{349};
inline constexpr entry<status*(const node*, const char**)> operator_of{350};
inline constexpr entry<status*(const node*, const char**)> domain_of{351};
inline constexpr entry<status*(const node*, int* version)> since_version_of{352};
inline constexpr entry<status*(const node*, std::size_t*)> input_count{353};
/// Null for an input that is left out.
inline constexpr entry<status*(const node*, const value_info**, std::size_t count)> inputs_of{354};
inline constexpr entry<status*(const node*, std::size_t*)> output_count{355};
inline constexpr entry<status*(const node*, const value_info**, std::size_t count)> outputs_of{356};
/// What a node's subgraphs read of the graph around them.
inline constexpr entry<status*(const node*, std::size_t*)> implicit_input_count{357};
inline constexpr entry<status*(const node*, const value_info**, std::size_t count)> implicit_inputs_of{358};
inline constexpr entry<status*(const node*, std::size_t*)> attribute_count{359};
inline constexpr entry<status*(const node*, const attribute**, std::size_t count)> attributes_of{360};
inline constexpr entry<status*(const attribute*, int* kind)> kind_of_attribute{363};
inline constexpr entry<status*(const attribute*, const char**)> name_of_attribute{364};
/// Refuses when there are fewer than *wanted bytes, and says how many it wants.
inline constexpr entry<status*(const attribute*, int kind, void* to, std::size_t bytes, std::size_t* wanted)>
    read_attribute{272};
/// Null or empty while no provider has the node.
inline constexpr entry<status*(const node*, const char**)> provider_of{368};

// Kernels while they run.
inline constexpr entry<status*(const kernel_context*, std::size_t index, const value**)> context_input{90};
inline constexpr entry<status*(kernel_context*, std::size_t index, const std::int64_t* shape, std::size_t rank,
                               value**)>
    context_output{91};
inline constexpr entry<status*(const kernel_context*, void (*body)(void*, std::size_t), std::size_t tasks,
                               std::size_t batches, void* body_context)>
    context_parallel_for{274};

// The table of functions for providers.
inline constexpr entry<const void* const*()> provider_table{317};
namespace provider_api {
inline constexpr entry<status*(provider_factory*, const hardware_device*, const key_values* metadata,
                               const key_values* options, provider_device**)>
    create_device{0};
inline constexpr entry<status*(graph_support*, const node* const*, std::size_t count, const fusion_options*)>
    add_nodes_to_fuse{2};
}  // namespace provider_api

inline constexpr int failed = 1, invalid_argument = 2;          // OrtErrorCode
inline constexpr int only_fatal = 4;                            // OrtLoggingLevel
inline constexpr int device_allocator = 0, default_memory = 0;  // OrtAllocatorType, OrtMemType
inline constexpr int cpu_device = 0;                            // OrtHardwareDeviceType
enum attribute_kind : int { undefined, integer, integers, number, numbers, text, texts };  // OrtOpAttrType

/// What ONNX Runtime exports as OrtGetApiBase, and gives to a provider's library.
struct base {
    /// Null when the library is older than `version`.
    const void* const* (*table)(std::uint32_t version);
    const char* (*version)();
};

// What a provider fills in. Each begins with the version of the interface whose members it has: no later one is looked
// at. A null member is one that the provider does without.
inline constexpr std::uint32_t version_of_structs = 23;

struct fusion_options {
    std::uint32_t version;
    bool drops_constants;
};

struct node_compute {
    std::uint32_t version = version_of_structs;
    status* (*create_state)(node_compute*, compute_context*, void** state) = nullptr;
    status* (*compute)(node_compute*, void* state, kernel_context*) = nullptr;
    void (*release_state)(node_compute*, void* state) = nullptr;
};

struct provider {
    std::uint32_t version = version_of_structs;
    const char* (*name)(const provider*) = nullptr;
    status* (*get_capability)(provider*, const graph*, graph_support*) = nullptr;
    status* (*compile)(provider*, const graph** graphs, const node** fused_nodes, std::size_t count,
                       node_compute** computes, node** context_nodes) = nullptr;
    void (*release_computes)(provider*, node_compute** computes, std::size_t count) = nullptr;
    status* (*preferred_layout)(provider*, int*) = nullptr;
    status* (*should_convert_layout)(provider*, const char* domain, const char* op_type, int layout, int*) = nullptr;
    status* (*set_dynamic_options)(provider*, const char* const* keys, const char* const* texts, std::size_t) = nullptr;
    status* (*on_run_start)(provider*, const run_options*) = nullptr;
    status* (*on_run_end)(provider*, const run_options*, bool synchronises) = nullptr;
    status* (*create_allocator)(provider*, const memory_info*, allocator**) = nullptr;
    status* (*create_stream)(provider*, const memory_device*, stream**) = nullptr;
    const char* (*compatibility)(provider*, const graph*) = nullptr;
};

struct provider_factory {
    std::uint32_t version = version_of_structs;
    const char* (*name)(const provider_factory*) = nullptr;
    const char* (*vendor)(const provider_factory*) = nullptr;
    status* (*supported_devices)(provider_factory*, const hardware_device* const*, std::size_t count,
                                 provider_device** made, std::size_t most, std::size_t* made_count) = nullptr;
    status* (*create_provider)(provider_factory*, const hardware_device* const*, const key_values* const* metadata,
                               std::size_t count, const session_options*, const logger*, provider**) = nullptr;
    void (*release_provider)(provider_factory*, provider*) = nullptr;
    std::uint32_t (*vendor_id)(const provider_factory*) = nullptr;
    const char* (*library_version)(const provider_factory*) = nullptr;
    status* (*validate_compatibility)(provider_factory*, const hardware_device* const*, std::size_t count,
                                      const char* info, int*) = nullptr;
    status* (*create_allocator)(provider_factory*, const memory_info*, const key_values*, allocator**) = nullptr;
    void (*release_allocator)(provider_factory*, allocator*) = nullptr;
    status* (*create_data_transfer)(provider_factory*, data_transfer**) = nullptr;
    bool (*is_stream_aware)(const provider_factory*) = nullptr;
    status* (*create_stream)(provider_factory*, const memory_device*, const key_values*, stream**) = nullptr;
};

}  // namespace zerostride::ort
