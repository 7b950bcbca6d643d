// What kernels must not be: the symbol gate has to notice each of these.
#include <vector>

namespace zerostride::kernels {

inline int shared(int x) { return x + 1; }
int (*user)(int) = &shared;
int constructed_before_main = user(1);
int visible_function(const std::vector<int>& values) { return values.at(0); }

}  // namespace zerostride::kernels
