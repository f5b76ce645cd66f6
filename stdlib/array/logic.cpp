// Logical operations on bools, and bitwise operations.
#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

void need_bool(const Array& x, std::string_view what) {
  if (x.dtype() == Dtype::boolean) return;
  throw Error(Code::type, str("`", what, "`: got ", given(x), ", expected bools"))
      .help("compare first, as in `x != 0`");
}

void need_bits(const Array& x, std::string_view what) {
  if (is_integer(x.dtype()) || x.dtype() == Dtype::boolean) return;
  throw Error(Code::dtype, str(what, ": got ", given(x), ", expected integers or bools"));
}

Array of_bits(const Op& op, const Array& x, const Array& y, std::string_view what) {
  need_bits(x, what);
  need_bits(y, what);
  return binary(op, x, y);
}

constexpr std::string_view logic_errors =
    "error[dtype] if an operand is a float; error[shape] if the shapes cannot be broadcast "
    "together";

}  // namespace

Array logical_and(const Array& x, const Array& y) {
  need_bool(x, "and");
  need_bool(y, "and");
  return binary(bit_and_op, x, y);
}

Array logical_or(const Array& x, const Array& y) {
  need_bool(x, "or");
  need_bool(y, "or");
  return binary(bit_or_op, x, y);
}

Array logical_not(const Array& x) {
  need_bool(x, "not");
  return apply1(bit_not_op, {x});
}

Array bits_and(const Array& x, const Array& y) { return of_bits(bit_and_op, x, y, "bits.and"); }
Array bits_or(const Array& x, const Array& y) { return of_bits(bit_or_op, x, y, "bits.or"); }
Array bits_xor(const Array& x, const Array& y) { return of_bits(bit_xor_op, x, y, "bits.xor"); }

Array bits_not(const Array& x) {
  need_bits(x, "bits.not");
  return apply1(bit_not_op, {x});
}

Array shift_left(const Array& x, const Array& y) {
  return of_bits(shift_left_op, x, y, "bits.shift_left");
}

Array shift_right(const Array& x, const Array& y) {
  return of_bits(shift_right_op, x, y, "bits.shift_right");
}

extern const Builtin bits_and_builtin = {
    .signature =
        "bits.and(x: int[...] or bool[...], y: int[...] or bool[...]) -> int[...] or bool[...]",
    .brief = "Computes the bitwise AND of each pair of elements.",
    .params = {{"x", "Integers or bools."}, {"y", "Integers or bools; broadcast against `x`."}},
    .errors = logic_errors,
    .example = "bits.and(6, 3)  #> 2",
    .source = "numpy.bitwise_and",
    .call = bind<&bits_and>,
};

extern const Builtin bits_or_builtin = {
    .signature =
        "bits.or(x: int[...] or bool[...], y: int[...] or bool[...]) -> int[...] or bool[...]",
    .brief = "Computes the bitwise OR of each pair of elements.",
    .params = {{"x", "Integers or bools."}, {"y", "Integers or bools; broadcast against `x`."}},
    .errors = logic_errors,
    .example = "bits.or(6, 3)  #> 7",
    .source = "numpy.bitwise_or",
    .call = bind<&bits_or>,
};

extern const Builtin bits_xor_builtin = {
    .signature =
        "bits.xor(x: int[...] or bool[...], y: int[...] or bool[...]) -> int[...] or bool[...]",
    .brief = "Computes the bitwise XOR of each pair of elements.",
    .params = {{"x", "Integers or bools."}, {"y", "Integers or bools; broadcast against `x`."}},
    .errors = logic_errors,
    .example = "bits.xor(6, 3)  #> 5",
    .source = "numpy.bitwise_xor",
    .call = bind<&bits_xor>,
};

extern const Builtin bits_not_builtin = {
    .signature = "bits.not(x: int[...] or bool[...]) -> int[...] or bool[...]",
    .brief = "Inverts all bits of each element.",
    .params = {{"x", "Integers or bools."}},
    .errors = "error[dtype] if `x` is a float",
    .example = "bits.not(0)  #> -1",
    .source = "numpy.bitwise_not",
    .call = bind<&bits_not>,
};

extern const Builtin shift_left_builtin = {
    .signature =
        "bits.shift_left(x: int[...] or bool[...], y: int[...] or bool[...]) -> int[...] or "
        "bool[...]",
    .brief =
        "Shifts the bits of `x` left by `y`. The result is 0 if `y` is at least the bit width.",
    .params = {{"x", "Integers or bools."},
               {"y", "Number of bits to shift; broadcast against `x`."}},
    .errors = logic_errors,
    .example = "bits.shift_left(1, 4)  #> 16",
    .source = "jax.lax.shift_left",
    .call = bind<&shift_left>,
};

extern const Builtin shift_right_builtin = {
    .signature =
        "bits.shift_right(x: int[...] or bool[...], y: int[...] or bool[...]) -> int[...] or "
        "bool[...]",
    .brief =
        "Shifts the bits of `x` right by `y`. The shift is arithmetic for signed integers and "
        "logical for unsigned ones.",
    .params = {{"x", "Integers or bools."},
               {"y", "Number of bits to shift; broadcast against `x`."}},
    .errors = logic_errors,
    .example = "bits.shift_right(16, 4)  #> 1",
    .source = "jax.lax.shift_right_arithmetic, jax.lax.shift_right_logical",
    .call = bind<&shift_right>,
};

}  // namespace rille
