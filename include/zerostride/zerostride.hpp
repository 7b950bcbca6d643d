// Zerostride: element-wise operations over broadcast tensors. This header is the C++17 API but for
// graphs (graph.hpp) and DLPack (dlpack.hpp).
#pragma once

#include "zerostride/accuracy.hpp"
#include "zerostride/attribute.hpp"
#include "zerostride/broadcast.hpp"
#include "zerostride/dtype.hpp"
#include "zerostride/elements.hpp"
#include "zerostride/functions.hpp"
#include "zerostride/isa.hpp"
#include "zerostride/op.hpp"
#include "zerostride/plan.hpp"
#include "zerostride/status.hpp"
#include "zerostride/tensor.hpp"
#include "zerostride/version.h"
#include "zerostride/view.hpp"
