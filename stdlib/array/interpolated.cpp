// interpolated: linear interpolation between two numbers.
#include "stdlib/array/interpolated.h"

namespace rille {

// Interpolates from the nearer end. If the difference overflows, each end is multiplied by its
// share instead. `low` itself is selected only at infinities, because it does not depend on the
// share.
Array interpolated(const Array& low, const Array& high, const Array& share) {
  Array gap = sub(high, low), rest = sub(1, share), is_late = ge(share, 0.5);
  Array out = where(is_late, sub(high, mul(gap, rest)), add(low, mul(gap, share)));
  Array parts = add(mul(low, rest), mul(high, share));
  Array at_low = logical_or(eq(share, 0), logical_and(eq(low, high), isinf(low)));
  Array far = where(at_low, low, where(eq(share, 1), high, parts));
  return where(isfinite(gap), out, far);
}

}  // namespace rille
