// What losses share.
#include "stdlib/optim/losses.h"

#include <limits>

namespace rille {

Array log_softmax_of(const Array& logits, const Axes& axis, const Mask& where_) {
  Array x = inexact(logits);
  constexpr double low = -std::numeric_limits<double>::infinity();
  Array top = stop_gradient(max(masked(x, where_, Array(low)), axis, true));
  if (where_) top = where(isfinite(top), top, 0.0);  // where nothing counts
  Array shifted = masked(x - top, where_, Array(0.0));
  Array all = sum_of(exp(shifted), axis, where_, true);
  if (where_) all = where(eq(all, 0.0), 1.0, all);
  return masked(shifted - log(all), where_, Array(0.0));
}

void need_same_shape(const Array& x, std::string_view x_name, const Array& y,
                     std::string_view y_name) {
  if (x.shape() == y.shape() || x.rank() == 0 || y.rank() == 0) return;
  Error error(Code::shape, str(x_name, " are ", x.type(), " but ", y_name, " are ", y.type()));
  throw labelled(labelled(std::move(error), x_name), y_name)
      .help("a loss compares element by element; reshape one of them");
}

}  // namespace rille
