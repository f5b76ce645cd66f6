// Factor rules that many primitives share.
#pragma once

#include "jit/op.h"

namespace rille {

// Operands and results have the same axes, all plain. The exceptions are the attribute `axis` of
// scans and sorts, and the attribute `axes` of reversals.
Factors elementwise_factors(const OpCall& call, const Types& out);
Factors axis_factors(const OpCall& call, const Types& out);
Factors reverse_factors(const OpCall& call, const Types& out);

// The axes in the attribute `axes` are summed.
Factors folded_factors(const OpCall& call, Scalar combiner);
template <Scalar combiner>
Factors reduce_factors(const OpCall& call, const Types&) {
  return folded_factors(call, combiner);
}

// The first `count` axes are shared by all operands and results; all other axes are special.
Factors leading_factors(const OpCall& call, const Types& out, int count);
// For matrices: all axes except the last two of the first operand are shared.
Factors matrix_factors(const OpCall& call, const Types& out);
// For keys and the samples of each key: the axes that both have are shared.
Factors key_factors(const OpCall& call, const Types& out);

// The axes that `kept` flags are shared by the result and all operands of its rank; all other axes
// are special.
Factors kept_factors(const OpCall& call, const Types& out, const Flags& kept);

// For windows over all axes: the axes along which no window moves are shared.
Factors window_factors(const OpCall& call, const Types& out);

// --- parts of these rules
// Adds a new factor of one role for each axis.
AxisFactors add_axes(Factors& factors, std::span<const Extent> extents,
                     Factor::Role role = Factor::Role::plain);
// The axes of `from` at the positions `which`, in order.
AxisFactors picked(const AxisFactors& from, const Ints& which);
void append_to(AxisFactors& axes, const AxisFactors& more);

}  // namespace rille
