#include "functions.hpp"

#include <algorithm>

#include "arguments.hpp"

namespace zerostride::cli {

std::vector<accuracy::function> parse_functions(const std::string& command, const std::string& name,
                                                bool (*is_taken)(const accuracy::function&)) {
    const std::vector<accuracy::function> known = accuracy::functions();
    if (same_word(name, every_word)) return known;
    std::vector<accuracy::function> found;
    std::string names;
    for (const accuracy::function& f : known) {
        const op_info& row = info(f.which);
        if (same_word(name, row.onnx_name) || same_word(name, row.name) || same_word(name, f.name()))
            found.push_back(f);
        if (is_taken(f)) names += std::string(names.empty() ? "" : ", ") + f.name();
    }
    if (found.empty()) throw usage_error(command + ": there is no function '" + name + "'; there are all, " + names);
    return found;
}

std::vector<isa> parse_isas(const std::string& name) {
    if (same_word(name, every_word)) {
        std::vector<isa> found = available_isas();
        // Its functions are those of avx512.
        found.erase(std::remove(found.begin(), found.end(), isa::avx512_fp16), found.end());
        std::reverse(found.begin(), found.end());
        return found;
    }
    run_options run;
    run.isa_name = name;
    const isa with = run.parse().with;
    require(environment_isa());
    return {with == isa::automatic ? current_isa() : with};
}

}  // namespace zerostride::cli
