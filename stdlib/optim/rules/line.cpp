// LineObjective: the objective function along updates.
#include "stdlib/optim/rules/line.h"

#include "jit/transform.h"
#include "stdlib/linalg.h"
#include "stdlib/transform/diff_arguments.h"
#include "vm/call.h"
#include "vm/state.h"

namespace rille {

Dtype line_dtype(const Value& params) {
  bool is_wide = false, is_array = false;
  for (const Array& leaf : flatten(params).leaves) {
    is_array = is_array || !leaf.is_weak();
    is_wide = is_wide || (!leaf.is_weak() && bytes(leaf.dtype()) >= bytes(Dtype::f64) &&
                          has_tangent(leaf.type()) && leaf.dtype() != Dtype::c64);
  }
  return is_wide || !is_array ? Dtype::f64 : Dtype::f32;
}

Array dot_of(const Value& a, const Value& b) {
  Array total = Array(0.0);
  each({a, b}, [&](const auto& x) {
    bool is_real = !is_complex(x[0].dtype()) && !is_complex(x[1].dtype());
    Array a = as_wide(x[0]), b = as_wide(x[1]);
    Array product = is_real ? a * b : real(conj(a) * b);
    total = total + sum(product);
    return x[0];
  });
  return total;
}

namespace {

Value moved(const Value& params, const Value& updates, const Array& step) {
  return map_leaves(Values{params, updates}, false, [&](const Values& at) {
    Array p = at[0].as_array(), u = at[1].as_array();
    return Value::from_array(kept_kind(p, p + fit(step, u) * u));
  });
}

// Wraps an instance with `call` as a function, so that it can be differentiated.
Function function_of(State& state, const Value& f) {
  if (f.is_function()) return f.function();
  FunctionInfo info;
  info.name = "value_fn";
  info.params = {{.name = "params"}};
  static const char kind = 0;
  auto run = [&state](const Captures& captures, const Values& args) {
    return Values{call_value(state, captures[0], args[0])};
  };
  return make_native(state, std::move(info), run, {.prototype = &kind, .captures = {{"f", f}}});
}

}  // namespace

Function needed_function(State& state, const Value& extra, std::string_view rule) {
  Value f = extra_of(extra, "value_fn");
  if (!f.is_nil()) return function_of(state, f);
  throw Error(Code::value, str(rule, ": `value_fn`, the objective function, is missing"))
      .help("opt.update!(&params, grads, value = f(params), value_fn = f)");
}

namespace {

// The gradient for the parameters of this transformation. In optim.partition, the parameters of
// other groups are nil.
Value own_gradient(const Value& extra, const Value& params) {
  Value grad = extra_of(extra, "grad");
  if (grad.is_nil()) return grad;
  return zip_leaves(params, grad, [](const Array&, const Value& own) { return own; }, false);
}

}  // namespace

LineObjective::LineObjective(State& state, const Value& extra, const Value& params,
                             const Value& updates, std::string_view rule)
    : state_(state),
      params_(params),
      updates_(updates),
      grad_(own_gradient(extra, params)),
      f_(needed_function(state, extra, rule)),
      dtype_(line_dtype(params)) {
  value_ = as_number(needed_value(extra, rule, ", value_fn = f"));
}

Array LineObjective::as_number(const Array& x) const { return convert(x, dtype_); }
Value LineObjective::at(const Array& step) const { return moved(params_, updates_, step); }
Array LineObjective::value(const Array& step) const {
  SearchScope trial;
  return as_number(call(f_, {at(step)}).as_array());
}

std::pair<Array, Value> LineObjective::value_and_grad(const Array& step) const {
  SearchScope trial;
  Value out = call(value_and_grad_of(f_, Value(int64_t{0}), false), {at(step)});
  Value grad = each({grad_, out.items()[1]}, [](const auto& x) { return kept_kind(x[0], x[1]); });
  return {as_number(out.items()[0].as_array()), grad};
}

Value LineObjective::scaled(const Array& step) const {
  return each({updates_}, [&](const auto& x) { return fit(step, x[0]) * x[0]; });
}

}  // namespace rille
