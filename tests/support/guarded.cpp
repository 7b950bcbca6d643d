#include "support/guarded.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace zerostride::test {
namespace {

char announced[1024];
struct sigaction before_segv, before_bus;

void say_case(int number, siginfo_t*, void*) {
    constexpr char head[] = "\nmemory fault in ";
    [[maybe_unused]] ssize_t ignored = write(STDERR_FILENO, head, sizeof head - 1);
    ignored = write(STDERR_FILENO, announced, std::strlen(announced));
    ignored = write(STDERR_FILENO, "\n", 1);
    // The instruction faults again, and whoever handled faults before (a sanitizer, or nobody) sees it.
    sigaction(number, number == SIGSEGV ? &before_segv : &before_bus, nullptr);
}

[[maybe_unused]] const bool installed = [] {
    struct sigaction action = {};
    action.sa_sigaction = say_case;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &before_segv);
    sigaction(SIGBUS, &action, &before_bus);
    return true;
}();

}  // namespace

guarded_memory::guarded_memory(std::size_t bytes) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    bytes_ = (bytes + page_ - 1) / page_ * page_;
    void* const all = mmap(nullptr, bytes_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) throw std::runtime_error("mmap failed");
    begin_ = static_cast<std::byte*>(all) + page_;
    // Of no bytes qemu refuses it.
    if (bytes_ != 0 && mprotect(begin_, bytes_, PROT_READ | PROT_WRITE) != 0)
        throw std::runtime_error("mprotect failed");
}

guarded_memory::~guarded_memory() { munmap(begin_ - page_, bytes_ + 2 * page_); }

void announce(std::string_view running_case) {
    const std::size_t kept = std::min(running_case.size(), sizeof announced - 1);
    std::memcpy(announced, running_case.data(), kept);
    announced[kept] = '\0';
}

}  // namespace zerostride::test
