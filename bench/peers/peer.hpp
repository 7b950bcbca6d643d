// What a library must say to be compared: its name, its version, and whether it has a case.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/cases.hpp"
#include "bench/measure.hpp"
#include "bench/operands.hpp"
#include "zerostride/elements.hpp"

namespace zerostride::bench {

/// One case in memory. Everything outlives what is prepared from it.
struct problem {
    const bench_case& row;
    const bound_row& work;
    int threads;  ///< at most
};

enum class peer_kind {
    ours,
    rival,
    limit  ///< a loop by hand: what the machine can do
};

class peer {
public:
    virtual ~peer() = default;
    virtual const char* name() const = 0;
    virtual std::string version() const = 0;
    virtual peer_kind kind() const { return peer_kind::rival; }
    /// What computes the problem's output that many times; empty when the library lacks the case. Whatever can be done
    /// beforehand is done here. Throws std::exception.
    virtual batch prepare(const problem& asked) = 0;
};

/// What f.operator()<T>() prepares for the one of Types that stores such elements; empty when none does.
template <class... Types, class Function>
batch with_type(dtype type, const Function& f) {
    batch made;
    static_cast<void>(((type == dtype_of<Types>::value && (made = f.template operator()<Types>(), true)) || ...));
    return made;
}

/// The libraries that this program was built with, ours first; `remarks` says which could not be used.
std::vector<std::unique_ptr<peer>> all_peers(std::vector<std::string>& remarks);

}  // namespace zerostride::bench
