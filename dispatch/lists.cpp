// The one instance of the lists of element types and operators.
#include "zerostride/dtype.hpp"
#include "zerostride/op.hpp"

namespace zerostride::detail {

template struct dtype_rows_of<void>;
template struct op_rows_of<void>;

}  // namespace zerostride::detail
