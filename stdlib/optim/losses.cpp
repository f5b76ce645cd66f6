// Helpers shared by the losses.
#include "stdlib/optim/losses.h"

#include <limits>

namespace rille {

Array log_softmax_of(const Array& logits, const Axes& axis, const WhereMask& where_) {
  Array x = inexact(logits);
  constexpr double low = -std::numeric_limits<double>::infinity();
  Array top = stop_gradient(max(masked(x, where_, Array(low)), axis, true));
  if (where_) top = where(isfinite(top), top, 0.0);  // if all elements are masked out
  Array shifted = masked(x - top, where_, Array(0.0));
  bool is_long = is_long_for_dtype(x, axes_of(axis, x));
  Array grown = exp(shifted), all = sum_of(is_long ? wide(grown) : grown, axis, where_, true);
  if (where_) all = where(eq(all, 0.0), 1.0, all);
  return masked(shifted - as_dtype(log(all), x.dtype()), where_, Array(0.0));
}

Array loss_operand(const Array& x) {
  bool is_narrow = is_float(x.dtype()) && bits(x.dtype()) < 32;
  return is_narrow ? convert(x, Dtype::f32) : inexact(x);
}

void need_same_shape(const Array& x, std::string_view x_name, const Array& y,
                     std::string_view y_name) {
  if (x.shape() == y.shape() || x.rank() == 0 || y.rank() == 0) return;
  Error error(Code::shape, str(calling_name("loss"), ": `", x_name, "` is ", x.type(), " and `",
                               y_name, "` is ", y.type(), ", expected the same shape"));
  throw labelled(labelled(std::move(error), x_name), y_name)
      .help("a loss compares element by element and does not broadcast; reshape one of the arrays");
}

Array right_class(const Array& scores, std::string_view name, const Array& labels) {
  if (scores.rank() < 1 || labels.rank() != scores.rank() - 1) {
    Error error(Code::shape,
                str(calling_name("loss"), ": `", name, "` is ", scores.type(), " and `labels` is ",
                    labels.type(), ", expected one label for each row"));
    throw labelled(labelled(std::move(error), name), "labels")
        .help(str("`labels` has the axes of `", name, "` without the class axis"));
  }
  int64_t count = scores.shape().back().number();
  check(logical_and(ge(labels, 0), lt(labels, count)), "index",
        str("label {0} is out of range for ", count, " classes"), {labels});
  Dtype dtype = labels.is_weak() ? Dtype::i32 : labels.dtype();
  return eq(expand(labels, {-1}), iota({scores.shape().back()}, 0, dtype));
}

}  // namespace rille
