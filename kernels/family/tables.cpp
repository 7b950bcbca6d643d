// The tables of one instruction set, as dispatch gets them: the families', the movers', those of accumulators and sums,
// of fast functions. Those of one that extends another are the other's, and its own kernels for binary16 before them.
#include "kernels/table.hpp"

#if defined(ZS_EXTENDS)
#define ZS_TABLES_OF ZS_EXTENDS
#else
#define ZS_TABLES_OF ZS_ISA
#endif

namespace zerostride::kernels::ZS_TABLES_OF {

#define ZS_FAMILY(name, types) ZS_FAMILY_##types(name)
#define ZS_FAMILY_0(name)
#define ZS_FAMILY_1(name) extern const cells<op_family::name> name;
#define ZS_FAMILY_2(name) ZS_FAMILY_1(name)
#include "zerostride/families.def"
#undef ZS_FAMILY_1
extern const mover_table movers;
extern const accumulator_table accumulators;
extern const sum_table sums;
extern const fast_table fast_functions;

}  // namespace zerostride::kernels::ZS_TABLES_OF

namespace zerostride::kernels::ZS_ISA {

#if defined(ZS_EXTENDS)
extern const half_table half_functions;
#endif

extern const isa_tables tables;
constinit const isa_tables tables = {{
#define ZS_FAMILY_1(name) *ZS_TABLES_OF::name.at,
#include "zerostride/families.def"
#undef ZS_FAMILY
#undef ZS_FAMILY_0
#undef ZS_FAMILY_1
#undef ZS_FAMILY_2
                                     },
                                     &ZS_TABLES_OF::movers,
                                     &ZS_TABLES_OF::accumulators,
                                     &ZS_TABLES_OF::sums,
                                     ZS_TABLES_OF::fast_functions.of_f32,
#if defined(ZS_EXTENDS)
                                     half_functions.of_f16
#else
                                     nullptr
#endif
};

}  // namespace zerostride::kernels::ZS_ISA
