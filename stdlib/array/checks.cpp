// close, isclose, check, and stop_gradient.
#include "stdlib/array/apply_op.h"
#include "vm/tree.h"

namespace rille {
namespace {

bool is_known(const Array& x) { return !x.is_traced(); }

// One bool for all leaves; a host bool if every value is concrete.
Value close_trees(const Value& x, const Value& y, double rtol, double atol) {
  Array out = Array(true);
  map_leaves(Values{x, y}, true, [&](const Values& at) -> Value {
    out = logical_and(out, close(at[0].as_array(), at[1].as_array(), rtol, atol));
    return Value();
  });
  return is_known(out) && is_eager() ? Value(out.integer() != 0) : Value(out);
}

Value stopped(const Value& x) {
  return map_leaves(
      x, [](const Value& leaf) { return Value::from_array(stop_gradient(leaf.as_array())); });
}

}  // namespace

Array isclose(const Array& x, const Array& y, double rtol, double atol, bool nan) {
  Array a = inexact(x), b = inexact(y);
  Array near = le(abs(sub(a, b)), add(mul(abs(b), rtol), atol));
  // Equal infinities are close, different ones are not; NaN is close to nothing.
  Array out = logical_or(logical_and(near, isfinite(b)), eq(a, b));
  return nan ? logical_or(out, logical_and(isnan(a), isnan(b))) : out;
}

Array close(const Array& x, const Array& y, double rtol, double atol) {
  return all(isclose(x, y, rtol, atol, false));
}

Array stop_gradient(const Array& x) {
  return is_inexact(x.dtype()) ? apply1(stop_gradient_op, {x}) : x;
}

void check(const Array& condition, std::string_view kind, std::string_view message,
           const Arrays& values) {
  if (condition.dtype() != Dtype::boolean) {
    throw Error(Code::type, str("the condition is ", given(condition), ", expected bool"));
  }
  // The mask is a value of the graph, so that equal checks are merged.
  Array mask = fit(constant(Dtype::boolean, true), condition.shape());
  Arrays in{condition.with_weak(false), mask};
  for (const Array& value : values) {
    Array shown = value.with_weak(false);
    in.push_back(condition.rank() == 0 ? shown : fit(shown, condition.shape()));
  }
  Attrs attrs{{"message", std::string(message)}, {"kind", std::string(kind)}};
  rille::apply(check_op, in, attrs);
}

extern const Builtin close_builtin = {
    .signature = "close(x: tree, y: tree, rtol: real = 1e-5, atol: real = 1e-8) -> bool",
    .brief =
        "Tests whether all elements are equal within tolerances. The condition is |x - y| <= atol "
        "+ rtol |y|.",
    .params = {{"x", "Array, number, or a tree of them."},
               {"y", "Tree of the same structure and shapes as `x`."},
               {"rtol", "Relative tolerance: the allowed difference as a fraction of |y|."},
               {"atol", "Absolute tolerance."}},
    .errors = "error[type] if the tree structures differ; error[shape] if the shapes differ",
    .example = "close([1.0, 2.0], [1.0, 2.000001])  #> true",
    .source = "numpy.allclose",
    .call = bind<&close_trees>,
    .form = CallForm::comparison,
};

extern const Builtin isclose_builtin = {
    .signature =
        "isclose(x: number[...], y: number[...], rtol: real = 1e-5, atol: real = 1e-8, equal_nan: "
        "bool = false) -> bool[...]",
    .brief =
        "Tests whether each element is equal within tolerances. The condition is |x - y| <= atol + "
        "rtol |y|.",
    .params = {{"x", "Values to compare."},
               {"y", "Reference values; broadcast against `x`."},
               {"rtol", "Relative tolerance: the allowed difference as a fraction of |y|."},
               {"atol", "Absolute tolerance."},
               {"equal_nan", "If true, NaN is close to NaN."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "isclose([1.0, 2.0], [1.0, 2.1])  #> [true, false]",
    .source = "numpy.isclose",
    .call = bind<&isclose>,
};

extern const Builtin stop_gradient_builtin = {
    .signature = "stop_gradient(x: tree) -> tree",
    .brief = "Returns `x` unchanged and treats it as a constant in derivatives.",
    .errors = "none",
    .example = "grad(x => x * stop_gradient(x))(3.0)  #> 3",
    .source = "jax.lax.stop_gradient",
    .call = bind<&stopped>,
};

}  // namespace rille
