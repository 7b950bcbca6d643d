// All families' tables and the movers' of one instruction set, as dispatch gets them.
#include "kernels/table.hpp"

namespace zerostride::kernels::ZS_ISA {

#define ZS_FAMILY(name, types) ZS_FAMILY_##types(name)
#define ZS_FAMILY_0(name)
#define ZS_FAMILY_1(name) extern const cells<op_family::name> name;
#define ZS_FAMILY_2(name) ZS_FAMILY_1(name)
#include "zerostride/families.def"
#undef ZS_FAMILY_1
extern const mover_table movers;
extern const accumulator_table accumulators;
extern const fast_table fast_functions;

extern const isa_tables tables;
constinit const isa_tables tables = {{
#define ZS_FAMILY_1(name) name.at,
#include "zerostride/families.def"
#undef ZS_FAMILY
#undef ZS_FAMILY_0
#undef ZS_FAMILY_1
#undef ZS_FAMILY_2
                                     },
                                     &movers,
                                     &accumulators,
                                     fast_functions.of_f32};

}  // namespace zerostride::kernels::ZS_ISA
