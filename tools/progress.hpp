// The file of zerostride accuracy's --progress: what sweeps have found, of any number of runs.
#pragma once

#include <string>
#include <vector>

#include "accuracy/record.hpp"

namespace zerostride::cli {

/// What a file holds; of one that is not there nothing, or, where it is all that is asked for, a refusal. What only
/// cannot be read is refused: it would be replaced. Throws usage_error and files::file_error.
accuracy::record read_record(const std::string& path, bool must_exist);

/// Writes one sweep into the record that a file holds, which another run may have written to meanwhile.
class keeper {
public:
    /// `path`: empty where nothing is to be kept.
    keeper(std::string path, const accuracy::sweep& all, std::string revision, std::vector<isa> with);

    /// Throws as read_record().
    void keep(const accuracy::findings& found) const;

private:
    std::string path_;
    const accuracy::sweep& all_;
    std::string revision_;
    std::vector<isa> with_;
};

}  // namespace zerostride::cli
