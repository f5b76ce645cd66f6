// scale_by_prodigy, scale_by_dadapt_adamw: estimated rates.
#include "stdlib/optim/rules/line.h"

namespace rille {
namespace {

// The sum of |x| over all elements.
Array total_size(const Value& tree, Dtype dtype) {
  Array total = Array::scalar(dtype, 0);
  for (const Array& leaf : flatten(tree).leaves) total = total + convert(sum(abs(leaf)), dtype);
  return total;
}

// The estimated learning rate, in the dtype in which the state stores it.
struct RateEstimate {
  Array now, numerator, step;  // step: the learning rate of this step with Adam's bias corrections
  Dtype dtype;

  // NOLINTNEXTLINE(readability-function-size): the parameters of a step
  RateEstimate(State& state, const Value& old, const Value& lr, const Array& beta1,
               const Array& beta2)
      : now(part_of(old, "estim_lr").as_array()),
        numerator(part_of(old, "numerator_weighted").as_array()),
        dtype(now.dtype()) {
    Array count = part_of(old, "count").as_array(), next = next_step(count);
    Array share = sqrt(correction(beta2, next)) / correction(beta1, next);
    Array rate = rate_at(state, lr, count);
    step = convert(now * fit(rate, now) * convert(share, dtype), dtype);
  }
};

Value no_estimate(State& state, const Value& params, const Array& start, FieldValues more) {
  Dtype dtype = line_dtype(params);
  FieldValues fields = {{"exp_avg", zeros_for(params)},
                        {"exp_avg_sq", zeros_for(params)},
                        {"grad_sum", zeros_for(params)},
                        {"estim_lr", convert(start, dtype)},
                        {"numerator_weighted", Array::scalar(dtype, 0)},
                        {"count", no_steps()}};
  for (auto& field : more) fields.push_back(std::move(field));
  return Value::record(state, std::move(fields));
}

// a * old + by * g for each leaf, and with g^2 instead of g.
Value faded(const Value& old, const Value& grads, const Array& a, const Array& by) {
  return each({old, grads}, [&](const auto& at) {
    Array g = as_wide(at[1]);
    return kept_kind(at[0], fit(a, at[0]) * at[0] + fit(by, g) * g);
  });
}
Value faded_square(const Value& old, const Value& grads, const Array& a, const Array& by) {
  return each({old, grads}, [&](const auto& at) {
    Array g = as_wide(at[1]);
    return kept_kind(at[0], fit(a, at[0]) * at[0] + fit(by, g) * g * g);
  });
}

struct Dadapt {
  static const Struct& record();
  Value lr;
  Array b1, b2, eps, estim_lr0, weight_decay;

  Value init(State& state, const Value& params) const {
    return no_estimate(state, params, estim_lr0, {});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    RateEstimate rate(state, old, lr, b1, b2);
    Array fade = sqrt(convert(b2, Dtype::f64));
    Array sb2 = convert(fade, rate.dtype), rest = convert(1.0 - fade, rate.dtype);
    const Value &sum = part_of(old, "grad_sum"), &square = part_of(old, "exp_avg_sq");
    Value weighted = each({grads, sum, square}, [&](const auto& at) {
      return over(at[1], sqrt(at[2]) + fit(eps, at[2]), eps);
    });
    Array gained = convert(dot_of(grads, weighted), rate.dtype);
    Value mean = faded(part_of(old, "exp_avg"), grads, b1, fit(1.0 - b1, rate.step) * rate.step);
    Value squares = faded_square(square, grads, b2, 1.0 - b2);
    Value sums = faded(sum, grads, sb2, rest * rate.step);
    Array numerator = sb2 * rate.numerator + rest * rate.step * gained;
    Array found = over(numerator, rest * total_size(sums, rate.dtype));
    Value updates = each({grads, mean, squares, params}, [&](const auto& at) {
      Array decay = fit(fit(-weight_decay, rate.step) * rate.step, at[3]) * at[3];
      Array root = sqrt(at[2]) + fit(eps, at[2]);
      return narrowed(at[0], decay - over(at[1], root, eps));
    });
    return {updates,
            Value::record(state, {{"exp_avg", mean},
                                  {"exp_avg_sq", squares},
                                  {"grad_sum", sums},
                                  {"estim_lr", maximum(rate.now, found)},
                                  {"numerator_weighted", numerator},
                                  {"count", next_step(part_of(old, "count").as_array())}})};
  }
};

struct Prodigy {
  static const Struct& record();
  Value lr;
  Array b1, b2;
  std::optional<Array> beta3;
  Array eps, estim_lr0, estim_lr_coef, weight_decay;
  bool safeguard_warmup = false;

  Value init(State& state, const Value& params) const {
    return no_estimate(state, params, estim_lr0, {{"params0", params}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    RateEstimate rate(state, old, lr, b1, b2);
    const Value& from = part_of(old, "params0");
    Array fade = beta3 ? convert(*beta3, Dtype::f64) : sqrt(convert(b2, Dtype::f64));
    Value gone = each({grads, from, params}, [](const auto& at) { return at[1] - at[2]; });
    Array gained = convert(dot_of(grads, gone), rate.dtype);
    Value scaled = each({grads}, [&](const auto& at) {
      Array g = as_wide(at[0]);
      return fit(rate.now, g) * g;
    });
    Value mean = faded(part_of(old, "exp_avg"), scaled, b1, 1.0 - b1);
    Value squares = faded_square(part_of(old, "exp_avg_sq"), scaled, b2, 1.0 - b2);
    Array step = safeguard_warmup ? rate.now : rate.step;
    Value sums = faded(part_of(old, "grad_sum"), scaled, fade, step / fit(estim_lr0, step));
    Array numerator = convert(fade, rate.dtype) * rate.numerator +
                      rate.now / fit(estim_lr0, rate.now) * rate.step * gained;
    Array found = over(fit(estim_lr_coef, numerator) * numerator, total_size(sums, rate.dtype));
    Array next = maximum(rate.now, found);
    Value updates = each({grads, mean, squares, params}, [&](const auto& at) {
      Array decay = fit(fit(-weight_decay, rate.step) * rate.step, at[3]) * at[3];
      Array root = sqrt(at[2]) + fit(next, at[2]) * fit(eps, at[2]);
      return narrowed(at[0], decay - over(fit(rate.step, at[1]) * at[1], root));
    });
    return {updates,
            Value::record(state, {{"exp_avg", mean},
                                  {"exp_avg_sq", squares},
                                  {"grad_sum", sums},
                                  {"params0", from},
                                  {"estim_lr", next},
                                  {"numerator_weighted", numerator},
                                  {"count", next_step(part_of(old, "count").as_array())}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_dadapt_adamw_struct = {
    .name = "optim.scale_by_dadapt_adamw",
    .brief =
        "D-Adaptation AdamW transformation, with an estimated learning rate. The learning rate is "
        "a non-decreasing estimate of the distance to the solution, and the updates include its "
        "negative.",
    .fields = {field<&Dadapt::lr>("lr: real or fn(step) = 1.0",
                                  "Multiplier of the estimated learning rate, or a schedule: a "
                                  "function of the step count, which starts at 0."),
               field<&Dadapt::b1>("b1: real = 0.9", b1_text),
               field<&Dadapt::b2>("b2: real = 0.999", b2_text),
               field<&Dadapt::eps>("eps: real = 1e-8", eps_text),
               field<&Dadapt::estim_lr0>("estim_lr0: real = 1e-6",
                                         "Initial estimate of the learning rate."),
               field<&Dadapt::weight_decay>(
                   "weight_decay: real = 0.0",
                   "Decoupled weight decay coefficient: each update subtracts `rate * weight_decay "
                   "* param`, with the estimated learning rate `rate`.")},
    .methods = {init_method<&Dadapt::init>("Returns the state `(exp_avg, exp_avg_sq, grad_sum, "
                                           "estim_lr, numerator_weighted, count)`."),
                update_method<&Dadapt::update>()},
    .example =
        "let rule = optim.scale_by_dadapt_adamw(estim_lr0 = 1.0, b1 = 0.0, b2 = 0.0, eps = 0.0)\n"
        "rule.update([3.0, 0.5], rule.init([1.0, 2.0]), [1.0, 2.0])[0]  #> [-1, -1]",
    .source = "Defazio and Mishchenko, arXiv 2301.07733, algorithm 5; optax.contrib.dadapt_adamw",
};
const Struct& Dadapt::record() { return optim_scale_by_dadapt_adamw_struct; }

extern const Struct optim_scale_by_prodigy_struct = {
    .name = "optim.scale_by_prodigy",
    .brief =
        "Prodigy transformation: AdamW with an estimated learning rate. The learning rate is a "
        "non-decreasing estimate of the distance to the solution, and the updates include its "
        "negative.",
    .fields =
        {field<&Prodigy::lr>("lr: real or fn(step) = 1.0",
                             "Multiplier of the estimated learning rate, or a schedule: a "
                             "function of the step count, which starts at 0."),
         field<&Prodigy::b1>("b1: real = 0.9", b1_text),
         field<&Prodigy::b2>("b2: real = 0.999", b2_text),
         field<&Prodigy::beta3>("beta3: real = nil",
                                "Exponential decay rate of the sums from which the learning "
                                "rate is estimated. If nil, the square root of `b2`."),
         field<&Prodigy::eps>("eps: real = 1e-8", eps_text),
         field<&Prodigy::estim_lr0>("estim_lr0: real = 1e-6",
                                    "Initial estimate of the learning rate."),
         field<&Prodigy::estim_lr_coef>(
             "estim_lr_coef: real = 1.0",
             "Multiplier of the estimated learning rate, for each estimate after `estim_lr0`."),
         field<&Prodigy::weight_decay>(
             "weight_decay: real = 0.0",
             "Decoupled weight decay coefficient: each update subtracts `rate * weight_decay "
             "* param`, with the estimated learning rate `rate`."),
         field<&Prodigy::safeguard_warmup>(
             "safeguard_warmup: bool = false",
             "If true, the denominator of the estimate does not include `lr`, so that small "
             "learning rates in a warmup do not raise the estimate.")},
    .methods = {init_method<&Prodigy::init>("Returns the state `(exp_avg, exp_avg_sq, grad_sum, "
                                            "params0, estim_lr, numerator_weighted, count)`."),
                update_method<&Prodigy::update>()},
    .example =
        "let rule = optim.scale_by_prodigy(estim_lr0 = 1.0, b1 = 0.0, b2 = 0.0, eps = 0.0)\n"
        "rule.update([3.0, 0.5], rule.init([1.0, 2.0]), [1.0, 2.0])[0]  #> [-1, -1]",
    .source = "Mishchenko and Defazio, arXiv 2306.06101, algorithm 4; optax.contrib.prodigy",
};
const Struct& Prodigy::record() { return optim_scale_by_prodigy_struct; }

}  // namespace rille
