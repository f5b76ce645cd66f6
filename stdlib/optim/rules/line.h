// LineObjective: the objective function along updates.
#pragma once

#include "stdlib/optim/rules/moments.h"

namespace rille {

// The dtype of the scalars of a search: f64 if a leaf is f64 or c128, or if all leaves are host
// scalars, else f32.
Dtype line_dtype(const Value& params);

// The real part of the inner product, the sum of conj(a) * b over all leaves.
Array dot_of(const Value& a, const Value& b);

// The objective function `value_fn` of `extra`, a function or an instance with `call`. error[value]
// if it is nil.
Function needed_function(State& state, const Value& extra, std::string_view rule);

// The objective function along params + step * updates.
class LineObjective {
 public:
  // error[value] if `extra` has no `value` or no `value_fn`.
  // NOLINTNEXTLINE(readability-function-size): the parts of an update
  LineObjective(State& state, const Value& extra, const Value& params, const Value& updates,
                std::string_view rule);
  Array value(const Array& step) const;
  std::pair<Array, Value> value_and_grad(const Array& step) const;
  Array as_number(const Array& x) const;  // in line_dtype
  Array first_value() const { return value_; }
  Value first_grad() const { return grad_; }  // nil for a leaf without a gradient
  Value scaled(const Array& step) const;      // step * updates

 private:
  Value at(const Array& step) const;

  State& state_;
  Value params_, updates_, grad_;
  Array value_;
  Function f_;
  Dtype dtype_;
};

}  // namespace rille
