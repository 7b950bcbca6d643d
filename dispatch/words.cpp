#include "dispatch/words.hpp"

namespace zerostride::detail {

std::string words(std::initializer_list<word> parts) {
    std::string made;
    for (const word& part : parts) {
        switch (part.has_) {
            case word::kind::text: made += part.text_; break;
            case word::kind::number: made += std::to_string(part.number_); break;
            case word::kind::negative: made += std::to_string(static_cast<std::int64_t>(part.number_)); break;
        }
    }
    return made;
}

}  // namespace zerostride::detail
