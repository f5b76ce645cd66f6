// Rules for factors that many primitives share.
#pragma once

#include "jit/op.h"

namespace rille {

// Operands and results have the same axes, all plain; those of scans and sorts but attribute
// `axis`, that of reversals but `axes`.
Factors elementwise_factors(const Call& call, const Types& out);
Factors axis_factors(const Call& call, const Types& out);
Factors reverse_factors(const Call& call, const Types& out);

// Attribute `axes` is summed.
Factors folded_factors(const Call& call, Scalar combiner);
template <Scalar combiner>
Factors reduce_factors(const Call& call, const Types&) {
  return folded_factors(call, combiner);
}

// The first `count` axes are one in all operands and results, all others on their own.
Factors leading_factors(const Call& call, const Types& out, int count);
// Of matrices: all axes but the last two of the first operand.
Factors matrix_factors(const Call& call, const Types& out);
// Of keys, and what is drawn for each: all axes that both have.
Factors key_factors(const Call& call, const Types& out);

// Axes that `kept` flags are one in the result and in all operands of its rank, all others on
// their own.
Factors kept_factors(const Call& call, const Types& out, const Flags& kept);

// Windows over all axes: those along which none moves are one.
Factors window_factors(const Call& call, const Types& out);

// --- the parts of such rules
// A factor for each axis, new, of one role.
AxisFactors add_axes(Factors& factors, std::span<const Extent> extents,
                     Factor::Role role = Factor::Role::plain);
// The axes in the order of `from`, those of `which`.
AxisFactors picked(const AxisFactors& from, const Ints& which);
void append_to(AxisFactors& axes, const AxisFactors& more);

}  // namespace rille
