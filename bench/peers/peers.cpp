#include <exception>

#include "bench/peers/peer.hpp"

namespace zerostride::bench {

#define X(name) std::unique_ptr<peer> make_##name();
#include "peers.def"
#undef X

namespace {

void add(std::unique_ptr<peer> (*make)(), const char* name, std::vector<std::unique_ptr<peer>>& found,
         std::vector<std::string>& remarks) {
    try {
        found.push_back(make());
    } catch (const std::exception& reason) {
        remarks.push_back(std::string(name) + ": " + reason.what());
    }
}

}  // namespace

std::vector<std::unique_ptr<peer>> all_peers(std::vector<std::string>& remarks) {
    std::vector<std::unique_ptr<peer>> found;
#define X(name) add(make_##name, #name, found, remarks);
#include "peers.def"
#undef X
    return found;
}

}  // namespace zerostride::bench
