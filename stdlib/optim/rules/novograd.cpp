// scale_by_novograd: gradients normalized for each leaf.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

struct Novograd {
  static const Struct& record();
  Array b1, b2, eps, eps_root, weight_decay;
  Value mu_dtype;

  Value init(State& state, const Value& params) const {
    Value nu = for_moving(params, [](const Array& x) {
      return Value::from_array(zeros_like(sum(as_wide(x))).with_weak(x.is_weak()));
    });
    return Value::record(state,
                         {{"count", no_steps()}, {"mu", zeros_for(params, mu_dtype)}, {"nu", nu}});
  }

  // The first step initializes `nu` with the squared norm itself, and has no momentum.
  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    Array count = next_step(part_of(old, "count").as_array()), is_first = eq(count, 1);
    const Value &mu_before = part_of(old, "mu"), &nu_before = part_of(old, "nu");
    Value nu = each({nu_before, grads}, [&](const auto& at) {
      Array square = sum(squared(at[1]));
      Array mean = fit(1.0 - b2, square) * square + fit(b2, at[0]) * at[0];
      return where(is_first, fit(square, mean), mean);
    });
    Value mu = each({mu_before, grads, params, nu}, [&](const auto& at) {
      Array size = sqrt(at[3] + fit(eps_root, at[3])) + fit(eps, at[3]);
      Array g = as_wide(at[1]), step = over(g, fit(size, g), eps);
      step = step + fit(weight_decay, at[2]) * at[2];
      return where(is_first, step, fit(b1, at[0]) * at[0] + step);
    });
    mu = mu_dtype.is_nil() ? mu : kept(mu_before, mu);
    Value next = Value::record(
        state, {{"count", count}, {"mu", kept(mu_before, mu)}, {"nu", kept(nu_before, nu)}});
    return {narrowed_like(grads, mu), next};
  }
};

}  // namespace

extern const Struct optim_scale_by_novograd_struct = {
    .name = "optim.scale_by_novograd",
    .brief =
        "NovoGrad transformation: momentum over gradients that are normalized for each leaf. Each "
        "gradient is divided by the root of a moving average of the squared norms of its leaf.",
    .fields =
        {field<&Novograd::b1>("b1: real = 0.9", "Momentum coefficient."),
         field<&Novograd::b2>(
             "b2: real = 0.25",
             "Exponential decay rate of the moving average of squared gradient norms."),
         field<&Novograd::eps>(
             "eps: real = 1e-8",
             "Epsilon added to the root of the average squared norm, for numerical stability."),
         field<&Novograd::eps_root>(
             "eps_root: real = 0.0",
             "Epsilon added to the average squared norm inside the square root."),
         field<&Novograd::weight_decay>("weight_decay: real = 0.0",
                                        "Weight decay coefficient: `weight_decay * param` is added "
                                        "to the normalized gradient."),
         field<&Novograd::mu_dtype>("mu_dtype: dtype = nil", mu_dtype_text)},
    .methods =
        {init_method<&Novograd::init>(
             "Returns the state `(count, mu, nu)`, all 0. `nu` has one number for each leaf."),
         update_method<&Novograd::update>()},
    .example =
        "let rule = optim.scale_by_novograd(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, 4.0], rule.init(p), p)[0]  #> [0.6, 0.8]",
    .source = "Ginsburg et al., arXiv 1905.11286, algorithm 1; optax.scale_by_novograd",
};
const Struct& Novograd::record() { return optim_scale_by_novograd_struct; }

}  // namespace rille
