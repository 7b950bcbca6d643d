// What is said in one line, whatever names of files and tensors and libraries put into it.
#pragma once

#include <string>
#include <string_view>

namespace zerostride::cli {

inline std::string one_line(std::string_view words) {
    while (!words.empty() && words.back() == '\n') words.remove_suffix(1);
    std::string line;
    for (const char c : words) {
        if (c == '\n') {
            line += "; ";
        } else {
            line += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
        }
    }
    return line;
}

}  // namespace zerostride::cli
