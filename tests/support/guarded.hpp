// Memory between two pages that nobody may touch: a read or write one byte outside is a fault.
#pragma once

#include <cstddef>
#include <string_view>

namespace zerostride::test {

class guarded_memory {
public:
    explicit guarded_memory(std::size_t bytes);
    ~guarded_memory();
    guarded_memory(const guarded_memory&) = delete;
    guarded_memory& operator=(const guarded_memory&) = delete;

    std::byte* begin() const { return begin_; }
    std::byte* end() const { return begin_ + bytes_; }
    std::size_t size() const { return bytes_; }

private:
    std::byte* begin_;
    std::size_t bytes_;
    std::size_t page_;
};

/// What a fault prints before the process ends, so that a guard page names the case that hit it.
void announce(std::string_view running_case);

}  // namespace zerostride::test
