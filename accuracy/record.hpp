// What sweeps have found so far as text, so that a proof that was interrupted goes on where it was.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accuracy/proof.hpp"

namespace zerostride::accuracy {

/// A sweep and what it found.
struct entry {
    std::string function, type, inputs, revision;  ///< function::name(), ..., sweep::name(), what was judged
    findings found;

    /// Nothing found yet, on the same instruction sets.
    findings begun() const;
    /// Whether it is `all` at `revision`, on the instruction sets of `with` in this order.
    bool is_of(const sweep& all, const std::string& revision, const std::vector<isa>& with) const;
};

class record {
public:
    /// Throws std::runtime_error when the text is not what text() gives.
    static record parse(std::string_view text);
    std::string text() const;

    /// The entry of a sweep, begun if there is none.
    entry& find_or_begin(const sweep& all, const std::string& revision, const std::vector<isa>& with);

private:
    std::vector<entry> entries_;
};

}  // namespace zerostride::accuracy
