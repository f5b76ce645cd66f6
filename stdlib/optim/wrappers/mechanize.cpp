// optim.mechanize: a learned scale of updates.
#include "stdlib/optim/rules/line.h"
#include "vm/state.h"

namespace rille {
namespace {

struct Mechanic {
  static const Struct& record();
  GradTransformation base_optimizer;
  Array weight_decay, eps, s_init;
  int64_t num_betas = 6;

  Value init(State& state, const Value& params) const {
    if (num_betas < 1) {
      throw Error(Code::value,
                  str("optim.mechanize: `num_betas` is ", num_betas, ", expected at least 1"));
    }
    Dtype dtype = line_dtype(params);
    Array none = zeros({Extent(num_betas)}, dtype);
    return Value::record(state, {{"base_optimizer_state", base_optimizer.init(state, params)},
                                 {"count", no_steps()},
                                 {"r", none},
                                 {"m", none},
                                 {"v", none},
                                 {"s", none + fit(s_init, none)},
                                 {"x0", params}});
  }

  // 0.9, 0.99, 0.999, …
  Array betas(Dtype dtype) const {
    Array power = arange(1, num_betas + 1, 1, Dtype::i32);
    return convert(1.0 - pow(convert(Array(0.1), Dtype::f64), convert(power, Dtype::f64)), dtype);
  }

  // The statistics r, m, v and s after a step; h is the inner product of gradient and displacement.
  FieldValues sums(const Value& old, const Array& h) const {
    Array r = part_of(old, "r").as_array(), m = part_of(old, "m").as_array();
    Array v = part_of(old, "v").as_array(), s = part_of(old, "s").as_array();
    Array by = betas(s.dtype()), small = fit(eps, s);
    Array bounded = minimum(maximum(h, -m), m);
    Array most = maximum(by * m, abs(h) + small);
    Array squares = by * by * v + h * h;
    Array reward = by * r + bounded * s;
    Array first = fit(s_init / static_cast<double>(num_betas), s);
    Array wealth = first * most + maximum(reward, zeros_like(reward));
    return {{"r", reward}, {"m", most}, {"v", squares}, {"s", wealth / (sqrt(squares) + small)}};
  }

  // NOLINTNEXTLINE(readability-function-size): the parameters of an update
  Values update(State& state, const Value& grads, const Value& old, const Value& params,
                const Value& extra) const {
    Array count = part_of(old, "count").as_array(), size = sum(part_of(old, "s").as_array());
    auto [moves, next] =
        base_optimizer.update(state, grads, part_of(old, "base_optimizer_state"), params, extra);
    Array begins = eq(count, 0), small = fit(eps, size);
    Value from = each({part_of(old, "x0"), params}, [&](const auto& at) {
      return kept_kind(at[0], where(begins, at[1], at[0]));
    });
    Value moving = each({grads, params}, [](const auto& at) { return at[1]; });
    Array share = fit(weight_decay, size) * size * convert(global_norm(grads), size.dtype()) /
                  (convert(global_norm(moving), size.dtype()) + small);
    Value slopes = each({grads, moving}, [&](const auto& at) {
      Array p = as_wide(at[1]);
      return at[0] + fit(share, p) * p;
    });
    Value gone = each({moving, from}, [&](const auto& at) {
      Array gone = as_wide(at[1]) - as_wide(at[0]);
      return over(gone, fit(size + small, gone), eps);
    });
    FieldValues made = sums(old, convert(dot_of(slopes, gone), size.dtype()));
    Array scale = sum(made.back().second.as_array());
    Value updates = each({grads, gone, moves, from, params}, [&](const auto& at) {
      return narrowed(at[0], at[3] - fit(scale, at[1]) * (at[1] - at[2]) - at[4]);
    });
    made.emplace_back("base_optimizer_state", next);
    made.emplace_back("count", next_step(count));
    made.emplace_back("x0", from);
    return {updates, Value::record(state, std::move(made))};
  }
};

}  // namespace

extern const Struct optim_mechanize_struct = {
    .name = "optim.mechanize",
    .brief =
        "Mechanic transformation: learns the factor by which the updates of another transformation "
        "are scaled.",
    .fields = {field<&Mechanic::base_optimizer>(
                   "base_optimizer: any",
                   "Optimizer or gradient transformation whose updates are scaled."),
               field<&Mechanic::weight_decay>(
                   "weight_decay: real = 1e-2",
                   "Weight decay coefficient in the gradients from which the factor is learned."),
               field<&Mechanic::eps>("eps: real = 1e-8",
                                     "Epsilon added to denominators, for numerical stability."),
               field<&Mechanic::s_init>("s_init: real = 1e-6",
                                        "Initial value of each of the `num_betas` factors."),
               field<&Mechanic::num_betas>("num_betas: int = 6",
                                           "Number of factors whose sum scales the updates, > 0. "
                                           "Their statistics decay by 0.9, 0.99, 0.999, …")},
    .methods = {init_method<&Mechanic::init>(
                    "Returns the state `(base_optimizer_state, count, r, m, v, s, x0)`."),
                extra_method<&Mechanic::update>()},
    .example =
        "let rule = optim.mechanize(optim.sgd(lr = 1.0), s_init = 1.0, num_betas = 1)\n"
        "let p = [3.0]; let s = rule.init(p)\n"
        "let (u, next) = rule.update([2.0], s, p)\n"
        "(u, next.s)  #> ([-2], [1])",
    .source = "Cutkosky et al., arXiv 2306.00144, algorithm 1; optax.contrib.mechanize",
};
const Struct& Mechanic::record() { return optim_mechanize_struct; }

}  // namespace rille
