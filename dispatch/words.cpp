#include "dispatch/words.hpp"

namespace zerostride::detail {

std::string words(std::initializer_list<word> parts) {
    std::string made;
    for (const word& part : parts) {
        if (part.is_number_) made += std::to_string(part.number_);
        else made += part.text_;
    }
    return made;
}

}  // namespace zerostride::detail
