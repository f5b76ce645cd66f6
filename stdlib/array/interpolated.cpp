// interpolated: what stands between two numbers.
#include "stdlib/array/interpolated.h"

namespace rille {

// From the nearer end. Where the difference is out of range, a share of each. `low` itself is taken
// at infinities alone: it does not move with the share.
Array interpolated(const Array& low, const Array& high, const Array& share) {
  Array gap = sub(high, low), rest = sub(1, share), is_late = ge(share, 0.5);
  Array out = where(is_late, sub(high, mul(gap, rest)), add(low, mul(gap, share)));
  Array parts = add(mul(low, rest), mul(high, share));
  Array at_low = logical_or(eq(share, 0), logical_and(eq(low, high), isinf(low)));
  Array far = where(at_low, low, where(eq(share, 1), high, parts));
  return where(isfinite(gap), out, far);
}

}  // namespace rille
