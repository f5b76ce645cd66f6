// logaddexp: the sum of two numbers given by logarithms.
#include <array>

#include "stdlib/array/apply_op.h"

namespace rille {

// The greater one, and what the lesser adds. Of two equal ones the first counts as the greater, so
// that slopes are those of either side; between equal infinities there is no difference.
Array logaddexp(const Array& x, const Array& y) {
  std::array<Array, 2> both{inexact(x), inexact(y)};
  promote_together(both);
  Array is_first = ge(both[0], both[1]);
  Array most = where(is_first, both[0], both[1]), least = where(is_first, both[1], both[0]);
  Array is_same_end = logical_and(isinf(most), eq(most, least));
  Array gap = where(is_same_end, 0, least) - where(is_same_end, 0, most);
  return where(is_same_end, most, most + log1p(exp(gap)));
}

extern const Builtin logaddexp_builtin = {
    .signature = "logaddexp(x: real[...], y: real[...]) -> float[...]",
    .brief = "log(exp(x) + exp(y)), without overflow on the way.",
    .params = {{"y", "broadcast against x"}},
    .errors = "error[shape] where the shapes do not broadcast",
    .example = "logaddexp([0.0, 1000.0], 0.0)  #> [0.6931472, 1000]",
    .source = "numpy.logaddexp",
    .call = bind<&logaddexp>,
};

}  // namespace rille
