// optim.clip_by_global_norm: gradients of a bounded size.
#include "stdlib/optim/rule.h"

namespace rille {
namespace {

Array global_norm(const Value& tree) {
  Array total;
  for (const Array& leaf : flatten(tree).leaves) {
    Array square = sum(leaf * leaf);
    total = total.is_none() ? square : total + square;
  }
  return total.is_none() ? Array(0.0) : sqrt(total);
}

struct Clip {
  static const Struct& record();
  Array max_norm;

  Value init() const { return Value::tuple({}); }

  // As Optax: untouched where the norm is at most the limit, else scaled to it.
  Values update(const Value& grads, const Value& old, const Value&) const {
    Array norm = global_norm(grads);
    Value updates = each({grads}, [&](const auto& at) {
      const Array& g = at[0];
      Array n = norm.is_weak() || g.is_weak() ? norm : convert(norm, g.dtype());
      return where(lt(n, max_norm), g, g / n * max_norm);
    });
    return {updates, old};
  }
};

Clip clipped(double max_norm) {
  if (!(max_norm > 0)) {
    throw Error(Code::value, str("max_norm needs a number above 0, got ", max_norm)).label(0);
  }
  return {Array(max_norm)};
}

}  // namespace

extern const Struct optim_clip_struct = {
    .name = "optim.Clip",
    .brief = "The rule that scales gradients down to a common norm of at most max_norm.",
    .fields = {field<&Clip::max_norm>("max_norm: real", "of all gradients together, > 0")},
    .methods = {method<&Clip::init>("init() -> tree", "It has no state."),
                update_method<&Clip::update>("The gradients, scaled where they are too large.")},
    .example = "optim.Clip(1.0).max_norm  #> 1",
    .source = "Pascanu et al., arXiv 1211.5063; optax.clip_by_global_norm",
};
const Struct& Clip::record() { return optim_clip_struct; }

extern const Builtin optim_clip_by_global_norm_builtin = {
    .signature = "optim.clip_by_global_norm(max_norm: real) -> optim.Clip",
    .brief =
        "Scales gradients down so that their common norm is at most max_norm; for optim.chain.",
    .params = {{"max_norm", "of all gradients together, > 0"}},
    .errors = "error[value] where max_norm is not above 0",
    .example =
        "var p = ones(2); var opt = optim.chain(optim.clip_by_global_norm(0.5), optim.sgd(p, "
        "lr = 1.0))\n"
        "opt.update!(&p, [3.0, 4.0]); p  #> [0.7, 0.6]",
    .source = "Pascanu et al., arXiv 1211.5063; optax.clip_by_global_norm",
    .call = bind<&clipped>,
};

}  // namespace rille
