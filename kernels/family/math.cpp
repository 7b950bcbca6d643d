// The elementary functions and erf: floats in, floats out, and double-doubles.
#include "kernels/family/table_of.hpp"
#include "kernels/math/direct_erf.hpp"
#include "kernels/math/direct_exp.hpp"
#include "kernels/math/direct_hyperbolic.hpp"
#include "kernels/math/direct_inverse_hyperbolic.hpp"
#include "kernels/math/direct_inverse_trigonometric.hpp"
#include "kernels/math/direct_log.hpp"
#include "kernels/math/direct_rows.hpp"
#include "kernels/math/direct_trigonometric.hpp"
#include "kernels/math/erf.hpp"
#include "kernels/math/half_exp.hpp"
#include "kernels/math/hyperbolic.hpp"
#include "kernels/math/inverse_trigonometric.hpp"
#include "kernels/math/quick_erf.hpp"
#include "kernels/math/quick_hyperbolic.hpp"
#include "kernels/math/quick_inverse_trigonometric.hpp"
#include "kernels/math/quick_trigonometric.hpp"
#include "kernels/math/real_erf.hpp"
#include "kernels/math/real_hyperbolic.hpp"
#include "kernels/math/real_inverse_trigonometric.hpp"
#include "kernels/math/real_trigonometric.hpp"
#include "kernels/math/trigonometric.hpp"

namespace zerostride::kernels::ZS_ISA {

extern const cells<op_family::math> math;
constinit const cells<op_family::math> math =
    table_of<op_family::math>([]<op Op, dtype Type>() consteval { return math_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
