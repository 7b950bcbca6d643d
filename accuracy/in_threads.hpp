// Work in several threads of our own.
#pragma once

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace zerostride::accuracy {

/// Calls work(0) to work(count - 1), each in a thread of its own as far as the system gives any, else one after the
/// other in the caller's. When all have ended, throws what one of them threw.
template <class Work>
void in_threads(int count, const Work& work) {
    std::vector<std::exception_ptr> failures(static_cast<std::size_t>(count));
    const auto guarded = [&work, &failures](int i) {
        try {
            work(i);
        } catch (...) {
            failures[static_cast<std::size_t>(i)] = std::current_exception();
        }
    };
    std::vector<std::thread> running;
    running.reserve(failures.size());
    int started = 1;
    try {
        for (; started < count; ++started) running.emplace_back(guarded, started);
    } catch (const std::exception&) {  // no thread, or no memory for one
    }
    guarded(0);
    for (; started < count; ++started) guarded(started);
    for (std::thread& one : running) one.join();
    for (const std::exception_ptr& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
}

}  // namespace zerostride::accuracy
