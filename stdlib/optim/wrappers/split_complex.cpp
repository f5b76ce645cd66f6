// optim.split_real_and_imaginary: complex leaves as pairs.
#include "stdlib/optim/rules/moments.h"
#include "vm/state.h"

namespace rille {
namespace {

// Passes each complex leaf to `inner` as two real leaves.
struct SplitComplex {
  static const Struct& record();
  GradTransformation inner;

  static Value split(State& state, const Value& tree) {
    return map_leaves(tree, [&](const Value& leaf) {
      Array x = leaf.as_array();
      if (!is_complex(x.dtype())) return leaf;
      return Value::record(state, {{"real", Value(real(x))}, {"imaginary", Value(imag(x))}});
    });
  }

  // The update of a complex leaf is nil if `inner` returns nil for one of its parts.
  static Value joined(const Value& grads, const Value& updates) {
    return zip_leaves(grads, updates, [](const Array& grad, const Value& own) -> Value {
      if (!is_complex(grad.dtype())) return own;
      const Value &re = part_of(own, "real"), &im = part_of(own, "imaginary");
      if (re.is_nil() || im.is_nil()) return {};
      return Value(complex(re.as_array(), im.as_array()));
    });
  }

  Value init(State& state, const Value& params) const {
    return Value::record(state, {{"inner_state", inner.init(state, split(state, params))}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value& params) const {
    Value own = params.is_nil() ? params : split(state, params);
    auto [updates, next] =
        inner.update(state, split(state, grads), part_of(old, "inner_state"), own);
    return {joined(grads, updates), Value::record(state, {{"inner_state", next}})};
  }
};

}  // namespace

extern const Struct optim_split_real_and_imaginary_struct = {
    .name = "optim.split_real_and_imaginary",
    .brief =
        "Gradient transformation that applies another one to real and imaginary parts. Each "
        "complex leaf is "
        "passed to `inner` as a record `(real, imaginary)`.",
    .fields = {field<&SplitComplex::inner>("inner: any", "Optimizer or gradient transformation.")},
    .methods = {init_method<&SplitComplex::init>("Returns the state `(inner_state,)`."),
                update_method<&SplitComplex::update>()},
    .example =
        "let rule = optim.split_real_and_imaginary(optim.scale_by_sign())\n"
        "let g = [complex(3.0, -4.0)]\n"
        "rule.update(g, rule.init(g), g)[0]  #> [1-1i]",
    .source = "optax.contrib.split_real_and_imaginary",
};
const Struct& SplitComplex::record() { return optim_split_real_and_imaginary_struct; }

}  // namespace rille
