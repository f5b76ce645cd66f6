// Operators: the hooks of stdlib for arithmetic on arrays.
#pragma once

#include <string_view>

#include "vm/value.h"

namespace rille {

enum class Operator : uint8_t {
#define OPERATOR(name, symbol) name,
#include "vm/operators.def"
#undef OPERATOR
};

std::string_view symbol(Operator op);  // "+"
bool is_comparison(Operator op);       // eq ne lt le gt ge: the results are bools

// A scalar of a script; `is_left` if it is the first operand.
struct HostScalar {
  double value;
  bool is_whole;
  bool is_left;
  bool operator==(const HostScalar&) const = default;
};

// The VM examines the operands and calls one of these hooks, which stdlib/core sets once. If a hook
// is null, its case is error[type].
struct Operators {
  // Arrays and scalars, at least one of them an Array that is not weak. For unary operators, b is
  // none.
  Array (*arrays)(Operator op, const Array& a, const Array& b) = nullptr;
  // A fast path for a concrete array and a scalar outside of traces, without an array for the
  // scalar. Returns none if it does not apply.
  Array (*number)(State& state, Operator op, const Array& x, HostScalar number) = nullptr;
  // At least one operand is a tuple, a record, or an instance. For unary operators, b is nil.
  Value (*trees)(State& state, Operator op, const Value& a, const Value& b) = nullptr;
  // x[…]: `form` has a letter for each subscript (i an index, : a slice with three parts, . an
  // ellipsis, n a new axis), and `parts` has their values.
  Array (*index)(const Array& x, std::string_view form, const Values& parts) = nullptr;
  // x[…] op= value; op "" assigns. In place if x is uniquely referenced; x is unchanged if it
  // throws.
  void (*update)(Array& x, std::string_view op, const Array& value, std::string_view form,
                 const Values& parts) = nullptr;
  // x.name of an array, number, or string.
  Value (*field)(State& state, const Value& x, std::string_view name) = nullptr;
};

}  // namespace rille
