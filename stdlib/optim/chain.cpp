// optim.chain, optim.clip_by_global_norm: rules one by one.
#include "stdlib/optim/rule.h"
#include "vm/bind.h"

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

// As Optax: untouched where the norm is at most the limit, else scaled to it.
Value clip_transform(Value& self, const Value& grads, const Value&) {
  Array norm = global_norm(grads), most = field_of(self, "max_norm").as_array();
  return each({grads}, [&](const auto& at) {
    const Array& g = at[0];
    Array n = norm.is_weak() || g.is_weak() ? norm : convert(norm, g.dtype());
    return where(lt(n, most), g, g / n * most);
  });
}

Value clipped(State& state, double max_norm) {
  if (!(max_norm > 0)) {
    throw Error(Code::value, str("max_norm needs a number above 0, got ", max_norm));
  }
  return make_instance(state, clip_rule.type, {{"max_norm", max_norm}});
}

Value chain_transform(Value& self, const Value& grads, const Value& params) {
  Values parts = field_of(self, "parts").items();
  Value updates = grads;
  for (Value& part : parts) updates = rule_of(part).transform(part, updates, params);
  set_field(self, "parts", Value::tuple(std::move(parts)));
  return updates;
}

Value chained(State& state, Values parts) {
  for (const Value& part : parts) rule_of(part);
  return make_instance(state, chain_rule.type, {{"parts", Value::tuple(std::move(parts))}});
}

}  // namespace

extern const UpdateRule clip_rule = {optimizer("optim.Clip", {"max_norm"}), clip_transform};
extern const UpdateRule chain_rule = {optimizer("optim.Chain", {"parts"}), chain_transform};

extern const Builtin optim_clip_by_global_norm_builtin = {
    .signature = "optim.clip_by_global_norm(max_norm: number) -> optim.Clip",
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

extern const Builtin optim_chain_builtin = {
    .signature = "optim.chain(...parts: any) -> optim.Chain",
    .brief = "An optimizer that applies several rules one after the other.",
    .params = {{"parts", "each is given what the one before it made of the gradients"}},
    .errors = "error[type] where a part is no optimizer",
    .example =
        "var p = ones(2); var opt = optim.chain(optim.clip_by_global_norm(1.0), optim.sgd(p, "
        "lr = 0.5))\n"
        "opt.update!(&p, [3.0, 4.0]); p  #> [0.7, 0.6]",
    .source = "optax.chain",
    .call = bind<&chained>,
};

}  // namespace rille
