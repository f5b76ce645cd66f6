// scale_by_backtracking_linesearch: Armijo line search.
#include <limits>

#include "stdlib/core/either.h"
#include "stdlib/optim/rules/line.h"
#include "vm/state.h"

namespace rille {
namespace {

struct BacktrackingSearch {
  static const Struct& record();
  Array max_backtracking_steps, slope_rtol, decrease_factor, increase_factor, max_lr, atol, rtol;
  bool store_grad = false;

  static constexpr std::string_view name = "optim.scale_by_backtracking_linesearch";

  Value init(State& state, const Value& params) const {
    Dtype dtype = line_dtype(params);
    Array far = Array::scalar(dtype, std::numeric_limits<double>::infinity());
    Value info =
        Value::record(state, {{"num_linesearch_steps", no_steps()}, {"decrease_error", far}});
    return Value::record(state, {{"learning_rate", Array::scalar(dtype, 1)},
                                 {"value", far},
                                 {"grad", store_grad ? zeros_for(params) : Value()},
                                 {"info", info}});
  }

  // By how much `value` violates the decrease condition, at least 0; inf if it is NaN.
  Array excess(const LineObjective& line, const Array& step, const Array& slope,
               const Array& value) const {
    Array wanted =
        fit(1.0 + rtol, value) * line.first_value() + fit(slope_rtol, step) * step * slope;
    Array error = value - wanted;
    Array far = Array(std::numeric_limits<double>::infinity());
    return maximum(where(isnan(error), fit(far, error), error), zeros_like(error));
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    LineObjective line(state, extra, params, grads, name);
    Array slope = line.as_number(dot_of(grads, line.first_grad()));
    Array before = line.as_number(part_of(old, "learning_rate").as_array());
    Array first = minimum(fit(increase_factor, before) * before, fit(max_lr, before));
    first = where(gt(before, 0), first, fit(max_lr, before) * ones_like(before));
    Array far = line.as_number(Array(std::numeric_limits<double>::infinity()));
    Value start =
        Value::tuple({Value(first), Value(line.first_value()), Value(far), Value(no_steps())});
    auto goes_on = [&](const Value& at) {
      Array error = at.items()[2].as_array(), turn = at.items()[3].as_array();
      return logical_and(logical_not(le(error, fit(atol, error))),
                         le(turn, max_backtracking_steps));
    };
    auto turn = [&](const Value& at) {
      Array step = at.items()[0].as_array(), count = at.items()[3].as_array();
      step = where(gt(count, 0), fit(decrease_factor, step) * step, step);
      Array value = line.value(step);
      return Value::tuple({Value(step), Value(value), Value(excess(line, step, slope, value)),
                           Value(next_step(count))});
    };
    Value found = repeated(state, start, goes_on, turn);
    Array step = found.items()[0].as_array(), error = found.items()[2].as_array();
    Array value = found.items()[1].as_array();
    // A failed search whose last step increases the value returns step 0. The next search starts
    // from the step size that was tried last.
    Array rises = logical_and(gt(error, 0), logical_not(le(value, line.first_value())));
    Array tried = step;
    step = where(rises, zeros_like(step), step);
    value = where(rises, line.first_value(), value);
    Value grad =
        store_grad ? kept(part_of(old, "grad"), line.value_and_grad(step).second) : Value();
    Value info = Value::record(
        state, {{"num_linesearch_steps", found.items()[3]}, {"decrease_error", error}});
    return {
        line.scaled(step),
        Value::record(
            state, {{"learning_rate", tried}, {"value", value}, {"grad", grad}, {"info", info}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_backtracking_linesearch_struct = {
    .name = "optim.scale_by_backtracking_linesearch",
    .brief =
        "Backtracking line search: shrinks the step size until the objective decreases "
        "sufficiently. The decrease condition (Armijo) is `new_value ≤ (1 + rtol) * value + "
        "slope_rtol * step * slope + atol`, with the directional derivative `slope`.",
    .fields =
        {field<&BacktrackingSearch::max_backtracking_steps>(
             "max_backtracking_steps: int",
             "Maximum number of times that the step size is decreased."),
         field<&BacktrackingSearch::slope_rtol>(
             "slope_rtol: real = 1e-4",
             "Sufficient fraction of the decrease that the slope predicts."),
         field<&BacktrackingSearch::decrease_factor>(
             "decrease_factor: real = 0.8", "Factor of the step size after a rejected step."),
         field<&BacktrackingSearch::increase_factor>(
             "increase_factor: real = 1.5",
             "Factor of the previous step size at the start of a search."),
         field<&BacktrackingSearch::max_lr>("max_lr: real = 1.0", "Maximum step size."),
         field<&BacktrackingSearch::atol>("atol: real = 0.0",
                                          "Absolute tolerance of the decrease condition."),
         field<&BacktrackingSearch::rtol>(
             "rtol: real = 0.0",
             "Relative tolerance of the decrease condition, as a fraction of the objective value."),
         field<&BacktrackingSearch::store_grad>(
             "store_grad: bool = false",
             "If true, stores the gradient at the new parameters in the state.")},
    .methods = {init_method<&BacktrackingSearch::init>(
                    "Returns the state `(learning_rate, value, grad, info)`."),
                extra_method<&BacktrackingSearch::update>(
                    "Returns the scaled updates and the new state. "
                    "`extra` must have `value` and `value_fn`.")},
    .example =
        "fn f(p) = sum(p ^ 2)\n"
        "var p = [4.0]\n"
        "var opt = optim.chain(optim.scale(-1.0), optim.scale_by_backtracking_linesearch(9))\n"
        "opt.update!(&p, grad(f)(p), value = f(p), value_fn = f); f(p) < 16.0  #> true",
    .source =
        "Nocedal and Wright, Numerical Optimization, algorithm 3.1; "
        "optax.scale_by_backtracking_linesearch",
};
const Struct& BacktrackingSearch::record() { return optim_scale_by_backtracking_linesearch_struct; }

}  // namespace rille
