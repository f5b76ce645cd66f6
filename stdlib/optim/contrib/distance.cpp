// scale_by_dog, scale_by_dowg: distance over gradients.
#include "stdlib/optim/rules/line.h"

namespace rille {
namespace {

Array number(Dtype dtype, const Array& value) { return convert(value, dtype); }

// The initial parameters minus the current ones.
Value gone(const Value& from, const Value& params, const Value& grads) {
  return each({grads, params, from}, [](const auto& at) { return at[2] - at[1]; });
}

Value along(const Value& grads, const Array& rate) {
  return each({grads}, [&](const auto& at) {
    Array g = as_wide(at[0]);
    return narrowed(at[0], fit(rate, g) * g);
  });
}

struct Dog {
  static const Struct& record();
  std::string init_step = "heuristic";
  Array init_value, eps;

  Value init(State& state, const Value& params) const {
    Dtype dtype = line_dtype(params);
    Array start = number(dtype, init_value);
    if (init_step == "heuristic") start = start * (1.0 + number(dtype, global_norm(params)));
    if (init_step == "learning_rate") start = zeros_like(start);
    return Value::record(state, {{"is_init_step", truth(true)},
                                 {"init_params", params},
                                 {"max_dist", start},
                                 {"sum_sq_norm_grads", Array::scalar(dtype, 0)}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    const Value& from = part_of(old, "init_params");
    Array sums = part_of(old, "sum_sq_norm_grads").as_array();
    Dtype dtype = sums.dtype();
    Array dist = maximum(part_of(old, "max_dist").as_array(),
                         number(dtype, global_norm(gone(from, params, grads))));
    sums = sums + number(dtype, global_square(grads));
    Array rate = over(dist, sqrt(sums + fit(eps, sums)), eps);
    if (init_step == "learning_rate") {
      rate = where(part_of(old, "is_init_step").as_array(), number(dtype, init_value), rate);
    }
    Value updates = along(grads, rate);
    return {updates, Value::record(state, {{"is_init_step", truth(false)},
                                           {"init_params", from},
                                           {"max_dist", dist},
                                           {"sum_sq_norm_grads", sums}})};
  }
};

struct Dowg {
  static const Struct& record();
  std::optional<Array> init_estim_sq_dist;
  Array eps;

  Value init(State& state, const Value& params) const {
    Dtype dtype = line_dtype(params);
    return Value::record(state,
                         {{"init_params", params},
                          {"weighted_sq_norm_grads", Array::scalar(dtype, 0)},
                          {"estim_sq_dist", number(dtype, init_estim_sq_dist.value_or(eps))}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    const Value& from = part_of(old, "init_params");
    Array sums = part_of(old, "weighted_sq_norm_grads").as_array();
    Array dist = maximum(part_of(old, "estim_sq_dist").as_array(),
                         number(sums.dtype(), global_square(gone(from, params, grads))));
    sums = dist * number(sums.dtype(), global_square(grads)) + sums;
    Array rate = over(dist, sqrt(sums) + fit(eps, sums), eps);
    Value updates = along(grads, rate);
    return {updates, Value::record(state, {{"init_params", from},
                                           {"weighted_sq_norm_grads", sums},
                                           {"estim_sq_dist", dist}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_dog_struct = {
    .name = "optim.scale_by_dog",
    .brief =
        "Distance over gradients (DoG) transformation: scales updates by an estimated learning "
        "rate. The learning rate is `max_dist / √(sum + eps)`, with the largest distance "
        "`max_dist` from the initial parameters and the sum of all squared gradient norms.",
    .fields = {field<&Dog::init_step>(
                   "init_step: \"heuristic\" or \"distance\" or \"learning_rate\" = \"heuristic\"",
                   "Meaning of `init_value`. `\"heuristic\"`: the initial distance, relative to 1 "
                   "plus the norm of the parameters. `\"distance\"`: the initial distance. "
                   "`\"learning_rate\"`: the first learning rate."),
               field<&Dog::init_value>(
                   "init_value: real = 1e-6",
                   "Initial distance or first learning rate, depending on `init_step`."),
               field<&Dog::eps>("eps: real = 1e-8",
                                "Epsilon added inside the square root, for numerical stability.")},
    .methods =
        {init_method<&Dog::init>(
             "Returns the state `(is_init_step, init_params, max_dist, sum_sq_norm_grads)`."),
         update_method<&Dog::update>()},
    .example =
        "let rule = optim.scale_by_dog(\"distance\", 1.0, 0.0); let p = [3.0, 4.0]\n"
        "rule.update([0.0, 2.0], rule.init(p), p)[0]  #> [0, 1]",
    .source = "Ivgi et al., arXiv 2302.12022, eq. 1; optax.contrib.scale_by_dog",
};
const Struct& Dog::record() { return optim_scale_by_dog_struct; }

extern const Struct optim_scale_by_dowg_struct = {
    .name = "optim.scale_by_dowg",
    .brief =
        "Distance over weighted gradients (DoWG) transformation: scales updates by an estimated "
        "learning rate. The learning rate is `d2 / (√sum + eps)`, with the largest squared "
        "distance `d2` from the initial parameters. The sum is that of all squared gradient norms, "
        "each times `d2` at its step.",
    .fields = {field<&Dowg::init_estim_sq_dist>(
                   "init_estim_sq_dist: real = nil",
                   "Initial estimate of the squared distance. If nil, `eps`."),
               field<&Dowg::eps>(
                   "eps: real = 1e-4",
                   "Epsilon added outside the square root, for numerical stability.")},
    .methods = {init_method<&Dowg::init>(
                    "Returns the state `(init_params, weighted_sq_norm_grads, estim_sq_dist)`."),
                update_method<&Dowg::update>()},
    .example =
        "let rule = optim.scale_by_dowg(4.0, 0.0); let p = [3.0, 4.0]\n"
        "rule.update([0.0, 2.0], rule.init(p), p)[0]  #> [0, 2]",
    .source = "Khaled et al., arXiv 2305.16284, algorithm 1; optax.contrib.scale_by_dowg",
};
const Struct& Dowg::record() { return optim_scale_by_dowg_struct; }

}  // namespace rille
