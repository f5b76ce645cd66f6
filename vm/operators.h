// Operators: what stdlib gives the VM for + - * / on arrays.
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
bool is_comparison(Operator op);       // eq ne lt le gt ge: they give bools

// A number of a script; `is_left`: it is the first operand.
struct HostNumber {
  double value;
  bool is_whole;
  bool is_left;
  bool operator==(const HostNumber&) const = default;
};

// The VM decides what the operands are and calls one of these; stdlib/core sets them once. A null
// hook makes its case an error[type].
struct Operators {
  // Arrays and host numbers, at least one an Array with a type of its own. Unary: b is none.
  Array (*arrays)(Operator op, const Array& a, const Array& b) = nullptr;
  // The same of a concrete array and the number of a script beside it, in a plain run, without an
  // array made of the number. None where there is no such way.
  Array (*number)(State& state, Operator op, const Array& x, HostNumber number) = nullptr;
  // At least one operand is a tuple, a record or an instance. Unary: b is nil.
  Value (*trees)(State& state, Operator op, const Value& a, const Value& b) = nullptr;
  // x[…]: `form` has a letter for each sub (i an index, : a slice with three parts, . the rest,
  // n a new axis), `parts` what they are made of.
  Array (*index)(const Array& x, std::string_view form, const Values& parts) = nullptr;
  // x[…] op= value; op "" sets. In place where x is sole; unchanged if it throws.
  void (*update)(Array& x, std::string_view op, const Array& value, std::string_view form,
                 const Values& parts) = nullptr;
  // x.name of an array, number or string, which have no fields of their own.
  Value (*field)(State& state, const Value& x, std::string_view name) = nullptr;
};

}  // namespace rille
