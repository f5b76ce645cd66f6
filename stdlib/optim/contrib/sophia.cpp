// scale_by_sophia, sophia: diagonal Hessian preconditioning.
#include "stdlib/optim/aliases/alias.h"
#include "stdlib/optim/rules/line.h"
#include "stdlib/optim/wrappers/conditions.h"
#include "stdlib/rng.h"
#include "stdlib/transform/diff_arguments.h"
#include "vm/call.h"

namespace rille {
namespace {

// Hutchinson's estimate of the diagonal of the Hessian, from random signs.
struct Hutchinson {
  static const Struct& record();
  Value key;

  Value init(State& state) const {
    Array start = key.is_nil() ? rng::key(Array(0)) : key.as_array();
    return Value::record(state, {{"key", start}});
  }

  static Value signs(const Array& key, const Value& params) {
    auto leaves = static_cast<int64_t>(flatten(params).leaves.size());
    Array keys = rng::split(key, {Extent(leaves)});
    int64_t next = 0;
    return each({params}, [&](const auto& at) {
      Array own = index(keys, {{.form = Subscript::Kind::index, .index = Array(next++)}});
      return kept_kind(at[0], rng::rademacher(own, at[0].shape(), at[0].dtype()));
    });
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Function f = needed_function(state, extra, "optim.hutchinson_estimator_diag_hessian");
    Array place = part_of(old, "key").as_array(), drawn = rng::next(place);
    Value along =
        signs(drawn, for_moving(params, [](const Array& x) { return Value::from_array(x); }));
    Value both =
        jvp_of(grad_of(f, Value(int64_t{0}), false), Value::tuple({params}), Value::tuple({along}));
    Value diagonal = each({grads, both.items()[1], along},
                          [](const auto& at) { return kept_kind(at[0], at[1] * at[2]); });
    return {diagonal, Value::record(state, {{"key", place}})};
  }
};

struct Sophia {
  static const Struct& record();
  Array b1, b2, eps, gamma;
  std::optional<Array> clip_threshold;
  Array update_interval;
  Value hessian_diagonal_fn, mu_dtype;

  GradTransformation diagonal(State& state) const {
    return GradTransformation(
        hessian_diagonal_fn.is_nil()
            ? make_rule(state, optim_hutchinson_estimator_diag_hessian_struct, {})
            : hessian_diagonal_fn);
  }

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"count", no_steps()},
                                 {"mu", zeros_for(params, mu_dtype)},
                                 {"nu", zeros_for(params)},
                                 {"hessian_fn_state", diagonal(state).init(state, params)}});
  }

  Array step(const Array& mean, const Array& curvature) const {
    Array least = maximum(fit(gamma, curvature) * curvature, fit(eps, curvature));
    Array out = over(mean, least, eps);
    if (!clip_threshold) return out;
    Array most = fit(*clip_threshold, out);
    return clip(out, -most, most);
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Array before = part_of(old, "count").as_array(), count = next_step(before);
    const Value &mu_before = part_of(old, "mu"), &nu = part_of(old, "nu");
    const Value& drawn = part_of(old, "hessian_fn_state");
    Value mu = moment(mu_before, grads, b1);
    Value updates = each({grads, corrected(mu, b1, count), nu},
                         [&](const auto& at) { return narrowed(at[0], step(at[1], at[2])); });
    auto moved = [&]() -> std::pair<Value, Value> {
      auto [found, next] = diagonal(state).update(state, grads, drawn, params, extra);
      return {moment(nu, found, b2), next};
    };
    auto [curvature, next] = moved_if(state, eq(mod(before, update_interval), 0), moved, nu, drawn);
    return {updates, Value::record(state, {{"count", count},
                                           {"mu", kept(mu_before, mu)},
                                           {"nu", curvature},
                                           {"hessian_fn_state", next}})};
  }
};

Values sophia(const OptimizerArgs& given) {
  return {given.rule(optim_scale_by_sophia_struct),
          given.rule(optim_add_decayed_weights_struct, {{"mask", given["weight_decay_mask"]}}),
          given.learning_rate()};
}

constexpr std::string_view interval_text =
    "Number of steps between two estimates of the Hessian diagonal.";
constexpr std::string_view gamma_text =
    "Factor of the averaged Hessian diagonal in the denominator.";
constexpr std::string_view sophia_clip_text =
    "Maximum absolute value of an element of the quotient. If nil, it is not clipped.";
constexpr std::string_view diagonal_text =
    "Gradient transformation that returns an estimate of the Hessian diagonal. If nil, "
    "`optim.hutchinson_estimator_diag_hessian()`.";

}  // namespace

extern const Struct optim_hutchinson_estimator_diag_hessian_struct = {
    .name = "optim.hutchinson_estimator_diag_hessian",
    .brief =
        "Gradient transformation that returns Hutchinson's estimate of the diagonal of the "
        "Hessian. The "
        "estimate is unbiased: its expectation over random signs is the diagonal.",
    .fields = {field<&Hutchinson::key>(
        "key: key = nil", "Key from which the random signs are sampled. If nil, `rng.key(0)`.")},
    .methods = {method<&Hutchinson::init>("init() -> tree", "Returns the state `(key,)`."),
                extra_method<&Hutchinson::update>("Returns the estimate and the new state. `extra` "
                                                  "must have `value_fn`, the objective function.")},
    .example =
        "let rule = optim.hutchinson_estimator_diag_hessian(); let p = [1.0, 2.0]\n"
        "rule.update(p, rule.init(), p, (value_fn = q => sum(q ^ 3)))[0]  #> [6, 12]",
    .source =
        "Bekas et al., doi.org/10.1016/j.apnum.2007.01.003; "
        "optax.contrib.hutchinson_estimator_diag_hessian",
};
const Struct& Hutchinson::record() { return optim_hutchinson_estimator_diag_hessian_struct; }

extern const Struct optim_scale_by_sophia_struct = {
    .name = "optim.scale_by_sophia",
    .brief =
        "Sophia transformation: divides averaged gradients by an averaged Hessian diagonal. The "
        "denominator is the maximum of `gamma * nu` and `eps`.",
    .fields = {field<&Sophia::b1>("b1: real = 0.965", b1_text),
               field<&Sophia::b2>("b2: real = 0.99",
                                  "β2, the exponential decay rate of the averaged Hessian "
                                  "diagonal, for each estimate, 0 ≤ b2 < 1."),
               field<&Sophia::eps>("eps: real = 1e-8", "Minimum value of the denominator."),
               field<&Sophia::gamma>("gamma: real = 0.01", gamma_text),
               field<&Sophia::clip_threshold>("clip_threshold: real or nil = 1.0",
                                              sophia_clip_text),
               field<&Sophia::update_interval>("update_interval: int = 10", interval_text),
               field<&Sophia::hessian_diagonal_fn>("hessian_diagonal_fn: any = nil", diagonal_text),
               field<&Sophia::mu_dtype>("mu_dtype: dtype = nil", mu_dtype_text)},
    .methods = {init_method<&Sophia::init>(
                    "Returns the state `(count, mu, nu, hessian_fn_state)`."),
                extra_method<&Sophia::update>("Returns the updates and the new state. The default "
                                              "estimator needs `value_fn` in `extra`.")},
    .example =
        "let rule = optim.scale_by_sophia(); let p = [1.0, 2.0]\n"
        "rule.update(p, rule.init(p), p, (value_fn = q => sum(q ^ 2)))[0]  #> [1, 1]",
    .source = "Liu et al., arXiv 2305.14342, algorithm 3; optax.contrib.sophia",
};
const Struct& Sophia::record() { return optim_scale_by_sophia_struct; }

extern const Builtin optim_sophia_builtin = {
    .signature =
        "optim.sophia(params: tree = nil, lr: real or fn(step) = 1e-4, b1: real = 0.965, b2: real "
        "= 0.99, eps: real = 1e-8, weight_decay: real or fn(step) = 1e-4, weight_decay_mask: any "
        "= nil, gamma: real = 0.01, clip_threshold: real or nil = 1.0, update_interval: int = 10, "
        "hessian_diagonal_fn: any = nil, mu_dtype: dtype = nil) -> optim.Optimizer",
    .brief =
        "Sophia optimizer: divides averaged gradients by an averaged Hessian diagonal. Elements of "
        "the quotient are clipped to ±`clip_threshold`.",
    .params = {aliases::params,
               aliases::lr,
               aliases::b1,
               {"b2",
                "β2, the exponential decay rate of the averaged Hessian diagonal, for each "
                "estimate, 0 ≤ b2 < 1."},
               {"eps", "Minimum value of the denominator."},
               aliases::weight_decay,
               {"weight_decay_mask", aliases::mask.text},
               {"gamma", gamma_text},
               {"clip_threshold", sophia_clip_text},
               {"update_interval", interval_text},
               {"hessian_diagonal_fn", diagonal_text},
               aliases::mu_dtype},
    .returns = "Optimizer; `opt.update!(&params, grads, value_fn = f)` applies one update",
    .errors =
        "error[value] if an update is not given `value_fn`, the objective function, which the "
        "default estimator needs",
    .example =
        "var p = ones(2); var opt = optim.sophia(p, lr = 0.5, weight_decay = 0.0)\n"
        "opt.update!(&p, [1.0, -1.0], value_fn = q => sum(q ^ 2)); p  #> [0.5, 1.5]",
    .source = "Liu et al., arXiv 2305.14342, algorithm 3; optax.contrib.sophia",
    .call = alias<&sophia>,
};

}  // namespace rille
