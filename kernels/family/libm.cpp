// The C library's functions that ONNX lacks, and rsqrt: floats in, floats out, and double-doubles.
#include "kernels/family/table_of.hpp"
#include "kernels/math/direct_erf.hpp"
#include "kernels/math/direct_exp.hpp"
#include "kernels/math/direct_hyperbolic.hpp"
#include "kernels/math/direct_inverse_hyperbolic.hpp"
#include "kernels/math/direct_log.hpp"
#include "kernels/math/direct_root.hpp"
#include "kernels/math/direct_rows.hpp"
#include "kernels/math/erf.hpp"
#include "kernels/math/exp.hpp"
#include "kernels/math/half_exp.hpp"
#include "kernels/math/log.hpp"
#include "kernels/math/quick_erf.hpp"
#include "kernels/math/quick_exp.hpp"
#include "kernels/math/quick_log.hpp"
#include "kernels/math/quick_root.hpp"
#include "kernels/math/real_erf.hpp"
#include "kernels/math/real_exp.hpp"
#include "kernels/math/real_log.hpp"
#include "kernels/math/real_root.hpp"
#include "kernels/math/root.hpp"

namespace zerostride::kernels::ZS_ISA {

extern const cells<op_family::libm> libm;
constinit const cells<op_family::libm> libm =
    table_of<op_family::libm>([]<op Op, dtype Type>() consteval { return math_cell<Op, Type>(); });

}  // namespace zerostride::kernels::ZS_ISA
