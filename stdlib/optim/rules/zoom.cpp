// scale_by_zoom_linesearch: strong Wolfe line search.
#include <limits>

#include "stdlib/core/either.h"
#include "stdlib/optim/rules/line.h"
#include "vm/state.h"

namespace rille {
namespace {

Array pick(const Array& condition, const Array& yes, const Array& no) {
  return where(condition, yes, no);
}

// A step size, with the value and the slope of the objective at it.
struct LinePoint {
  Array step, value, slope;
};
LinePoint pick(const Array& condition, const LinePoint& yes, const LinePoint& no) {
  return {where(condition, yes.step, no.step), where(condition, yes.value, no.value),
          where(condition, yes.slope, no.slope)};
}

// The minimizer of the cubic that interpolates a, b and (step, value), with the slope at a.
Array cubic_least(const LinePoint& a, const LinePoint& b, const Array& step, const Array& value) {
  Array db = b.step - a.step, dc = step - a.step;
  Array product = db * dc, below = product * product * (db - dc);
  Array x = b.value - a.value - a.slope * db, y = value - a.value - a.slope * dc;
  Array cubic = (dc * dc * x - db * db * y) / below;
  Array square = (db * db * db * y - dc * dc * dc * x) / below;
  Array root = square * square - 3.0 * cubic * a.slope;
  return a.step + (sqrt(root) - square) / (3.0 * cubic);
}

// The minimizer of the parabola that interpolates a and b, with the slope at a.
Array square_least(const LinePoint& a, const LinePoint& b) {
  Array db = b.step - a.step, bend = (b.value - a.value - a.slope * db) / (db * db);
  return a.step - a.slope / (2.0 * bend);
}

// The carry of the search loop.
struct ZoomState {
  Array count;
  LinePoint now, low, high;
  Array ref_step, ref_value;  // the third point of the cubic
  Array decrease_error, curvature_error;
  Array found, done, failed;  // states of the interval and of the search
  Array safe_step, safe_value;
  Value grad, safe_grad;

  Value tree() const {
    Values out;
    for (const Array& x : {count, now.step, now.value, now.slope, low.step, low.value, low.slope,
                           high.step, high.value, high.slope, ref_step, ref_value, decrease_error,
                           curvature_error, found, done, failed, safe_step, safe_value}) {
      out.emplace_back(x);
    }
    out.push_back(grad);
    out.push_back(safe_grad);
    return Value::tuple(std::move(out));
  }

  static ZoomState of(const Value& tree) {
    const Values& items = tree.items();
    size_t next = 0;
    ZoomState out;
    for (Array* x :
         {&out.count, &out.now.step, &out.now.value, &out.now.slope, &out.low.step, &out.low.value,
          &out.low.slope, &out.high.step, &out.high.value, &out.high.slope, &out.ref_step,
          &out.ref_value, &out.decrease_error, &out.curvature_error, &out.found, &out.done,
          &out.failed, &out.safe_step, &out.safe_value}) {
      *x = items[next++].as_array();
    }
    out.grad = items[next++];
    out.safe_grad = items[next++];
    return out;
  }
};

struct ZoomLinesearch {
  static const Struct& record();
  Array max_linesearch_steps;
  std::optional<Array> max_lr;
  Array tol, increase_factor, slope_rtol, curv_rtol;
  std::optional<Array> approx_dec_rtol;
  Array stepsize_precision;
  std::string initial_guess_strategy = "keep";

  static constexpr std::string_view name = "optim.scale_by_zoom_linesearch";

  Value init(State& state, const Value& params) const {
    Dtype dtype = line_dtype(params);
    Array far = Array::scalar(dtype, std::numeric_limits<double>::infinity());
    Value info = Value::record(
        state,
        {{"num_linesearch_steps", no_steps()}, {"decrease_error", far}, {"curvature_error", far}});
    return Value::record(state, {{"learning_rate", Array::scalar(dtype, 1)},
                                 {"value", far},
                                 {"grad", zeros_for(params)},
                                 {"info", info}});
  }

  // By how much a point violates the decrease and the curvature condition: 0 if it satisfies them,
  // inf if the error is NaN.
  static Array at_least_zero(const Array& x) {
    Array far = kept_kind(x, Array(std::numeric_limits<double>::infinity()));
    return where(isnan(x), far, maximum(x, zeros_like(x)));
  }
  Array decrease_error(const LinePoint& at, const LinePoint& start) const {
    Array share = fit(slope_rtol, at.value);
    Array error = at.value - start.value - share * at.step * start.slope;
    if (approx_dec_rtol) {
      Array by_slope = at.slope - (2.0 * share - 1.0) * start.slope;
      Array by_value = at.value - start.value - fit(*approx_dec_rtol, at.value) * abs(start.value);
      error = minimum(maximum(by_slope, by_value), error);
    }
    return at_least_zero(error);
  }
  Array curvature_error(const LinePoint& at, const LinePoint& start) const {
    return at_least_zero(abs(at.slope) - fit(curv_rtol, at.slope) * abs(start.slope));
  }

  // The next step size to evaluate: a longer one until the interval is found, then one inside of
  // it.
  Array next_step_of(const ZoomState& s, const Array& guess) const {
    Array longer = pick(eq(s.count, 0), guess, fit(increase_factor, guess) * s.now.step);
    if (max_lr) longer = minimum(longer, fit(*max_lr, longer));
    Array width = abs(s.high.step - s.low.step);
    Array left = minimum(s.high.step, s.low.step), right = maximum(s.high.step, s.low.step);
    auto within = [&](const Array& x, double share) {
      return logical_and(gt(x, left + share * width), lt(x, right - share * width));
    };
    Array cubic = cubic_least(s.low, s.high, s.ref_step, s.ref_value);
    Array square = square_least(s.low, s.high), half = (s.low.step + s.high.step) / 2.0;
    Array middle = pick(within(cubic, 0.2), cubic, pick(within(square, 0.1), square, half));
    return pick(s.found, middle, longer);
  }

  // Updates the interval after a point is evaluated, before and after the interval is found.
  void narrow(const ZoomState& s, ZoomState& out) const {
    const LinePoint& at = out.now;
    Array is_high = gt(out.decrease_error, 0);
    Array is_no_better = logical_and(ge(at.value, s.now.value), gt(s.count, 0));
    Array ends = logical_or(is_high, is_no_better);
    Array begins = logical_and(ge(at.slope, 0), logical_not(ends));
    LinePoint low = pick(begins, at, s.now), high = pick(begins, s.now, at);
    Array above = logical_or(is_high, ge(at.value, s.low.value));
    Array turns = logical_and(ge(at.slope * (s.high.step - s.low.step), 0), logical_not(above));
    LinePoint low_within = pick(above, s.low, at);
    LinePoint high_within = pick(turns, s.low, pick(above, at, s.high));
    out.low = pick(s.found, low_within, low);
    out.high = pick(s.found, high_within, high);
    LinePoint ref = pick(logical_or(above, turns), s.high, s.low);
    out.ref_step = pick(s.found, ref.step, low.step);
    out.ref_value = pick(s.found, ref.value, low.value);
    out.found = logical_or(s.found, logical_or(ends, begins));
  }

  // Stores the best step so far among those that satisfy the decrease condition.
  void note_safe(const ZoomState& s, ZoomState& out) const {
    Array falls = le(out.decrease_error, fit(tol, out.decrease_error));
    Array better = logical_or(logical_not(s.found), lt(out.now.value, s.safe_value));
    Array is_safe = logical_and(falls, better);
    out.safe_step = pick(is_safe, out.now.step, s.safe_step);
    out.safe_value = pick(is_safe, out.now.value, s.safe_value);
    out.safe_grad =
        each({out.grad, s.safe_grad}, [&](const auto& x) { return where(is_safe, x[0], x[1]); });
  }

  ZoomState turned(const LineObjective& line, const ZoomState& s, const LinePoint& start,
                   const Array& guess, const Value& direction) const {
    ZoomState out = s;
    Array step = next_step_of(s, guess);
    auto [value, grad] = line.value_and_grad(step);
    out.grad = kept(s.grad, grad);
    out.now = {step, value, line.as_number(dot_of(grad, direction))};
    out.decrease_error = decrease_error(out.now, start);
    out.curvature_error = curvature_error(out.now, start);
    Array error = maximum(out.decrease_error, out.curvature_error);
    Array is_good = le(error, fit(tol, error));
    narrow(s, out);
    out.found = logical_or(out.found, is_good);
    note_safe(s, out);
    Array is_longest = max_lr ? ge(step, fit(*max_lr, step)) : truth(false);
    Array is_open = logical_and(logical_not(s.found), logical_not(out.found));
    out.done = logical_or(is_good, logical_and(is_longest, is_open));
    out.count = next_step(s.count);
    Array width = abs(s.high.step - s.low.step);
    Array is_small = logical_and(le(width, fit(stepsize_precision, width)), gt(out.safe_step, 0));
    Array gives_up =
        logical_or(ge(out.count, max_linesearch_steps), logical_and(s.found, is_small));
    out.failed = logical_and(gives_up, logical_not(out.done));
    return out;
  }

  // A failed search returns the best step that satisfies the decrease condition. Without such a
  // step it returns step 0 if the last step increases the value.
  static ZoomState settled(ZoomState s) {
    Array rises = logical_not(le(s.now.value, s.safe_value));
    Array falls_back = logical_and(s.failed, logical_or(gt(s.safe_step, 0), rises));
    s.now.step = pick(falls_back, s.safe_step, s.now.step);
    s.now.value = pick(falls_back, s.safe_value, s.now.value);
    s.grad =
        each({s.grad, s.safe_grad}, [&](const auto& x) { return where(falls_back, x[1], x[0]); });
    return s;
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    LineObjective line(state, extra, params, grads, name);
    Array zero = line.as_number(Array(0.0));
    LinePoint start{zero, line.first_value(), line.as_number(dot_of(grads, line.first_grad()))};
    Array last = line.as_number(part_of(old, "learning_rate").as_array());
    Array one = ones_like(last);
    Array guess = initial_guess_strategy == "keep" ? where(gt(last, 0), last, one) : one;
    Array far = line.as_number(Array(std::numeric_limits<double>::infinity()));
    const Value& before = part_of(old, "grad");
    Value grad =
        each({before, line.first_grad()}, [](const auto& x) { return kept_kind(x[0], x[1]); });
    Array no = truth(false);
    ZoomState first{no_steps(), start, start, start, zero,        start.value, far, far,
                    no,         no,    no,    zero,  start.value, grad,        grad};
    Value found = repeated(
        state, first.tree(),
        [](const Value& at) {
          ZoomState s = ZoomState::of(at);
          return logical_not(logical_or(s.done, s.failed));
        },
        [&](const Value& at) {
          return turned(line, ZoomState::of(at), start, guess, grads).tree();
        });
    ZoomState end = settled(ZoomState::of(found));
    Value info = Value::record(state, {{"num_linesearch_steps", end.count},
                                       {"decrease_error", end.decrease_error},
                                       {"curvature_error", end.curvature_error}});
    return {line.scaled(end.now.step), Value::record(state, {{"learning_rate", end.now.step},
                                                             {"value", end.now.value},
                                                             {"grad", kept(before, end.grad)},
                                                             {"info", info}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_zoom_linesearch_struct = {
    .name = "optim.scale_by_zoom_linesearch",
    .brief =
        "Zoom line search: finds a step size that satisfies the strong Wolfe conditions. The "
        "conditions are a sufficient decrease of the value and a small slope.",
    .fields =
        {field<&ZoomLinesearch::max_linesearch_steps>(
             "max_linesearch_steps: int",
             "Maximum number of evaluations of the objective function."),
         field<&ZoomLinesearch::max_lr>("max_lr: real = nil",
                                        "Maximum step size. If nil, the step size is not limited."),
         field<&ZoomLinesearch::tol>("tol: real = 0.0", "Tolerance of both conditions."),
         field<&ZoomLinesearch::increase_factor>(
             "increase_factor: real = 2.0",
             "Factor of the step size at each iteration until an interval is found."),
         field<&ZoomLinesearch::slope_rtol>(
             "slope_rtol: real = 1e-4",
             "Sufficient fraction of the decrease that the slope predicts."),
         field<&ZoomLinesearch::curv_rtol>(
             "curv_rtol: real = 0.9",
             "Maximum absolute slope at the new point, as a fraction of the "
             "absolute initial slope."),
         field<&ZoomLinesearch::approx_dec_rtol>(
             "approx_dec_rtol: real or nil = 1e-6",
             "Relative tolerance of the approximate decrease condition: an increase by at most "
             "this fraction of the value counts as rounding error. If nil, only the exact "
             "condition is used."),
         field<&ZoomLinesearch::stepsize_precision>(
             "stepsize_precision: real = 1e-5",
             "Width of the interval at which the search ends with the best step found so far."),
         field<&ZoomLinesearch::initial_guess_strategy>(
             "initial_guess_strategy: \"one\" or \"keep\" = \"keep\"",
             "Step size at the start of a search: `\"one\"` for 1, `\"keep\"` for the previous "
             "step size.")},
    .methods = {init_method<&ZoomLinesearch::init>(
                    "Returns the state `(learning_rate, value, grad, info)`."),
                extra_method<&ZoomLinesearch::update>(
                    "Returns the scaled updates and the new state. `extra` "
                    "must have `value` and `value_fn`.")},
    .example =
        "fn f(p) = sum(p ^ 2)\n"
        "var p = [4.0]\n"
        "var opt = optim.chain(optim.scale(-1.0), optim.scale_by_zoom_linesearch(9))\n"
        "opt.update!(&p, grad(f)(p), value = f(p), value_fn = f); p  #> [0]",
    .source =
        "Nocedal and Wright, Numerical Optimization, algorithms 3.5 and 3.6; "
        "optax.scale_by_zoom_linesearch",
};
const Struct& ZoomLinesearch::record() { return optim_scale_by_zoom_linesearch_struct; }

}  // namespace rille
