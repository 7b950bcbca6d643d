// The activations with exponentials in them: floats in, floats out, and double-doubles.
#include "kernels/math/sigmoidal.hpp"

#include "kernels/family/table_of.hpp"
#include "kernels/math/direct_activation.hpp"
#include "kernels/math/direct_rows.hpp"
#include "kernels/math/half_activation.hpp"
#include "kernels/math/quick_activation.hpp"
#include "kernels/math/real_activation.hpp"

namespace zerostride::kernels::ZS_ISA {

extern const cells<op_family::sigmoidal> sigmoidal;
constinit const cells<op_family::sigmoidal> sigmoidal =
    table_of<op_family::sigmoidal>([]<op Op, dtype Type>() consteval { return math_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
