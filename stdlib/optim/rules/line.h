// What line searches share: values and slopes along updates.
#pragma once

#include "stdlib/optim/rules/moments.h"

namespace rille {

// What numbers of a line are kept in: f64 where a leaf is, or all are host numbers, else f32.
Dtype line_dtype(const Value& params);

// The sum over all leaves of conj(a) b, its real part.
Array dot_of(const Value& a, const Value& b);

// The function that is made small, whatever can be called. error[value] where the step was not
// given `value_fn`.
Function needed_function(State& state, const Value& extra, std::string_view rule);

// The function that is made small, along params + step * updates.
class SearchLine {
 public:
  // error[value] where the step was not given `value_fn`.
  // NOLINTNEXTLINE(readability-function-size): a step's parts
  SearchLine(State& state, const Value& extra, const Value& params, const Value& updates,
             std::string_view rule);
  Array value(const Array& step) const;
  std::pair<Array, Value> value_and_grad(const Array& step) const;
  Array as_number(const Array& x) const;  // in line_dtype
  Array first_value() const { return value_; }
  Value first_grad() const { return grad_; }  // zeros where the step has none for a leaf
  Value scaled(const Array& step) const;      // the updates

 private:
  Value at(const Array& step) const;

  State& state_;
  Value params_, updates_, grad_;
  Array value_;
  Function f_;
  Dtype dtype_;
};

}  // namespace rille
