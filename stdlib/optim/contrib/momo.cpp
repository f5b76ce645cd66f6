// scale_by_momo, scale_by_momo_adam: adaptive learning rates.
#include "stdlib/optim/rules/line.h"

namespace rille {
namespace {

// A linear model of the objective from the moving averages of values and gradients, and the
// learning rate at which the model reaches the lower bound.
struct ObjectiveModel {
  Array value, gamma, lower;   // as the state stores them
  Array rate, weight, share;   // weight: 1 + rate * decay; share: Adam's bias correction
  Array product, square, tau;  // product: inner product of average gradient and parameters
  Dtype dtype;

  explicit ObjectiveModel(const Value& old)
      : value(part_of(old, "barf").as_array()),
        gamma(part_of(old, "gamma").as_array()),
        lower(part_of(old, "lb").as_array()),
        dtype(value.dtype()) {}

  Array number(const Array& x) const { return convert(x, dtype); }

  void see(const Array& decay, const Array& now, const Array& slope) {
    Array rest = 1.0 - decay;
    value = decay * value + rest * number(now);
    gamma = decay * gamma + rest * number(slope);
  }

  void step(bool adapts, const Array& least) {
    Array gap = weight * (value - gamma) + product, bound = lower;
    if (adapts) {
      Array half = maximum(gap / (2.0 * share * weight), number(least));
      bound = where(lt(gap, weight * share * lower), half, lower);
    }
    Array above = weight * (value - share * bound - gamma) + product;
    Array longest = maximum(above, zeros_like(above)) / square;
    longest = where(le(square, 0x1p-52), zeros_like(longest), longest);
    tau = minimum(rate / share, longest);
    if (!adapts) return;
    lower = maximum((value + product - gamma - 0.5 * tau * square) / share, number(least));
  }

  Value moved(const Value& grads, const Value& mean, const Value& params) const {
    Array shrink = (1.0 - weight) / weight;
    return each({grads, mean, params}, [&](const auto& at) {
      return narrowed(at[0], fit(shrink, at[2]) * at[2] - fit(tau, at[1]) * at[1]);
    });
  }
};

Value no_model(State& state, const Value& params, const Array& least, FieldValues fields) {
  Dtype dtype = line_dtype(params);
  for (const char* name : {"barf", "gamma"}) fields.emplace_back(name, Array::scalar(dtype, 0));
  fields.emplace_back("lb", convert(least, dtype));
  fields.emplace_back("count", no_steps());
  return Value::record(state, std::move(fields));
}

Value mean_of(const Value& old, const Value& grads, const Array& decay) {
  return each({old, grads}, [&](const auto& at) {
    Array g = as_wide(at[1]);
    return kept_kind(at[0], fit(decay, at[0]) * at[0] + fit(1.0 - decay, g) * g);
  });
}

struct Momo {
  static const Struct& record();
  Value lr;
  Array beta, lower_bound, weight_decay;
  bool adapt_lower_bound = false;

  Value init(State& state, const Value& params) const {
    return no_model(state, params, lower_bound, {{"exp_avg", zeros_for(params)}});
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Array count = part_of(old, "count").as_array();
    ObjectiveModel model(old);
    model.rate = model.number(rate_at(state, lr, count));
    model.weight = 1.0 + model.rate * fit(weight_decay, model.rate);
    model.share = ones_like(model.rate);
    Array decay = where(eq(count, 0), zeros_like(model.rate), kept_kind(model.rate, beta));
    model.see(decay, needed_value(extra, "optim.scale_by_momo"), dot_of(grads, params));
    Value mean = mean_of(part_of(old, "exp_avg"), grads, decay);
    Value moving = each({grads, mean}, [](const auto& at) { return at[1]; });
    model.product = model.number(dot_of(moving, params));
    model.square = model.number(global_square(moving));
    model.step(adapt_lower_bound, lower_bound);
    return {model.moved(grads, mean, params), Value::record(state, {{"exp_avg", mean},
                                                                    {"barf", model.value},
                                                                    {"gamma", model.gamma},
                                                                    {"lb", model.lower},
                                                                    {"count", next_step(count)}})};
  }
};

struct MomoAdam {
  static const Struct& record();
  Value lr;
  Array b1, b2, eps, lower_bound, weight_decay;
  bool adapt_lower_bound = false;

  Value init(State& state, const Value& params) const {
    return no_model(state, params, lower_bound,
                    {{"exp_avg", zeros_for(params)}, {"exp_avg_sq", zeros_for(params)}});
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Array count = part_of(old, "count").as_array(), next = next_step(count);
    ObjectiveModel model(old);
    model.rate = model.number(rate_at(state, lr, count));
    model.weight = 1.0 + model.rate * fit(weight_decay, model.rate);
    model.share = model.number(correction(b1, next));
    model.see(kept_kind(model.rate, b1), needed_value(extra, "optim.scale_by_momo_adam"),
              dot_of(grads, params));
    const Value& squares_before = part_of(old, "exp_avg_sq");
    Value mean = mean_of(part_of(old, "exp_avg"), grads, b1);
    Value squares = kept(squares_before, square_moment(squares_before, grads, b2));
    Value moving = each({grads, mean}, [](const auto& at) { return at[1]; });
    Value scaled = each({moving, corrected(squares, b2, next)}, [&](const auto& at) {
      return over(at[0], fit(eps, at[1]) + sqrt(at[1]), eps);
    });
    model.product = model.number(dot_of(moving, params));
    model.square = model.number(dot_of(moving, scaled));
    model.step(adapt_lower_bound, lower_bound);
    return {model.moved(grads, scaled, params), Value::record(state, {{"exp_avg", mean},
                                                                      {"exp_avg_sq", squares},
                                                                      {"barf", model.value},
                                                                      {"gamma", model.gamma},
                                                                      {"lb", model.lower},
                                                                      {"count", next}})};
  }
};

constexpr std::string_view bound_text = "Lower bound of the objective function.";
constexpr std::string_view adapt_text =
    "If true, estimates a lower bound during training, which is at least `lower_bound`.";
constexpr std::string_view decay_text =
    "Weight decay coefficient: each update divides the parameters by `1 + lr * weight_decay`.";
constexpr std::string_view max_text =
    "Maximum learning rate, or a schedule: a function of the step count, which starts at 0.";

}  // namespace

extern const Struct optim_scale_by_momo_struct = {
    .name = "optim.scale_by_momo",
    .brief =
        "MoMo transformation: momentum with an adaptive, Polyak-type learning rate. The learning "
        "rate is that at which a linear model of the objective reaches the lower bound, at most "
        "`lr`. The updates include the negative learning rate.",
    .fields = {field<&Momo::lr>("lr: real or fn(step) = 1.0", max_text),
               field<&Momo::beta>("beta: real = 0.9",
                                  "Exponential decay rate of all moving averages."),
               field<&Momo::lower_bound>("lower_bound: real = 0.0", bound_text),
               field<&Momo::weight_decay>("weight_decay: real = 0.0", decay_text),
               field<&Momo::adapt_lower_bound>("adapt_lower_bound: bool = false", adapt_text)},
    .methods = {init_method<&Momo::init>("Returns the state `(exp_avg, barf, gamma, lb, count)`."),
                extra_method<&Momo::update>("Returns the updates and the new state. `extra` must "
                                            "have `value`, the objective value.")},
    .example =
        "let rule = optim.scale_by_momo(); let p = [3.0, 4.0]\n"
        "rule.update([3.0, 4.0], rule.init(p), p, (value = 12.5))[0]  #> [-1.5, -2]",
    .source = "Schaipp et al., arXiv 2305.07583, algorithm 1; optax.contrib.momo",
};
const Struct& Momo::record() { return optim_scale_by_momo_struct; }

extern const Struct optim_scale_by_momo_adam_struct = {
    .name = "optim.scale_by_momo_adam",
    .brief =
        "MoMo-Adam transformation: Adam with an adaptive, Polyak-type learning rate. The learning "
        "rate is that at which a linear model of the objective reaches the lower bound, at most "
        "`lr`. The updates include the negative learning rate.",
    .fields = {field<&MomoAdam::lr>("lr: real or fn(step) = 1e-2", max_text),
               field<&MomoAdam::b1>("b1: real = 0.9", b1_text),
               field<&MomoAdam::b2>("b2: real = 0.999", b2_text),
               field<&MomoAdam::eps>("eps: real = 1e-8", eps_text),
               field<&MomoAdam::lower_bound>("lower_bound: real = 0.0", bound_text),
               field<&MomoAdam::weight_decay>("weight_decay: real = 0.0", decay_text),
               field<&MomoAdam::adapt_lower_bound>("adapt_lower_bound: bool = false", adapt_text)},
    .methods = {init_method<&MomoAdam::init>(
                    "Returns the state `(exp_avg, exp_avg_sq, barf, gamma, lb, count)`."),
                extra_method<&MomoAdam::update>("Returns the updates and the new state. `extra` "
                                                "must have `value`, the objective value.")},
    .example =
        "let rule = optim.scale_by_momo_adam(0.5); let p = [3.0, 4.0]\n"
        "round(10.0 * rule.update([3.0, 4.0], rule.init(p), p, (value = 99.0))[0])  #> [-5, -5]",
    .source = "Schaipp et al., arXiv 2305.07583, algorithm 2; optax.contrib.momo_adam",
};
const Struct& MomoAdam::record() { return optim_scale_by_momo_adam_struct; }

}  // namespace rille
