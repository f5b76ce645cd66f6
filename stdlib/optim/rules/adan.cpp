// scale_by_adan: moments of gradients and gradient changes.
#include "stdlib/optim/rules/moments.h"

namespace rille {
namespace {

struct Adan {
  static const Struct& record();
  Array b1, b2, b3, eps, eps_root;

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"m", zeros_for(params)},
                                 {"v", zeros_for(params)},
                                 {"n", zeros_for(params)},
                                 {"g", zeros_for(params)},
                                 {"t", no_steps()}});
  }

  // a + (1 - b2) * b
  Value joined(const Value& a, const Value& b) const {
    return each({a, b}, [&](const auto& at) { return at[0] + fit(1.0 - b2, at[1]) * at[1]; });
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array before = part_of(old, "t").as_array(), t = next_step(before);
    Value change = each({grads, part_of(old, "g")}, [&](const auto& at) {
      return where(eq(before, 0), zeros_like(at[0]), at[0] - at[1]);
    });
    Value m = moment(part_of(old, "m"), grads, b1), v = moment(part_of(old, "v"), change, b2);
    Value n = square_moment(part_of(old, "n"), joined(grads, change), b3);
    Value u = joined(corrected(m, b1, t), corrected(v, b2, t));
    Value updates = over_root(grads, u, corrected(n, b3, t), eps, eps_root);
    Value g = each({part_of(old, "g"), grads}, [](const auto& at) { return at[1]; });
    auto keep = [&](std::string_view name, const Value& made) {
      return kept(part_of(old, name), made);
    };
    return {updates, Value::record(state, {{"m", keep("m", m)},
                                           {"v", keep("v", v)},
                                           {"n", keep("n", n)},
                                           {"g", keep("g", g)},
                                           {"t", t}})};
  }
};

}  // namespace

extern const Struct optim_scale_by_adan_struct = {
    .name = "optim.scale_by_adan",
    .brief =
        "Adan transformation (adaptive Nesterov momentum). It keeps moment estimates of gradients "
        "and of gradient differences.",
    .fields = {field<&Adan::b1>("b1: real = 0.98", b1_text),
               field<&Adan::b2>("b2: real = 0.92",
                                "β2, the exponential decay rate of the moving average of gradient "
                                "differences, 0 ≤ b2 < 1."),
               field<&Adan::b3>(
                   "b3: real = 0.99",
                   "β3, the exponential decay rate of the second-moment estimate, 0 ≤ b3 < 1."),
               field<&Adan::eps>("eps: real = 1e-8", eps_text),
               field<&Adan::eps_root>("eps_root: real = 0.0", eps_root_text)},
    .methods = {init_method<&Adan::init>("Returns the state `(m, v, n, g, t)`, all 0. `g` is the "
                                         "previous gradient, `t` the step count."),
                update_method<&Adan::update>()},
    .example =
        "let rule = optim.scale_by_adan(); let p = [1.0, 2.0]\n"
        "rule.update([3.0, -0.5], rule.init(p), p)[0]  #> [1, -1]",
    .source = "Xie et al., arXiv 2208.06677, algorithm 1; optax.scale_by_adan",
};
const Struct& Adan::record() { return optim_scale_by_adan_struct; }

}  // namespace rille
