// What kernels must not be: the symbol gate has to notice each of these.
#include <vector>

namespace zerostride::kernels {

inline int shared(int x) { return x + 1; }
int (*user)(int) = &shared;
volatile int known_when_it_runs = 1;
int constructed_before_main = known_when_it_runs;  // no compiler can work this out beforehand
int visible_function(const std::vector<int>& values) { return values.at(0); }

}  // namespace zerostride::kernels
