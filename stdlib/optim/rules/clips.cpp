// Gradient clipping: by value, by norm, by RMS, adaptive.
#include "stdlib/optim/rules/moments.h"
#include "vm/bind.h"

namespace rille {
namespace {

// Raises error[value] if `bound` is neither traced nor above 0.
void check_bound(const Array& bound, std::string_view who, std::string_view name) {
  if (bound.is_traced() || bound.number() > 0) return;
  throw Error(Code::value,
              str(who, ": `", name, "` is ", bound.number(), ", expected a number above 0"));
}

struct Clip {
  static const Struct& record();
  Array max_delta;

  Values update(const Value& grads, const Value& old, const Value&) const {
    return {each({grads},
                 [&](const auto& at) {
                   Array most = fit(max_delta, at[0]);
                   return clip(at[0], -most, most);
                 }),
            old};
  }
};

// As in Optax, gradients whose norm is below the limit are unchanged, and others are scaled to it.
struct GlobalNorm {
  static const Struct& record();
  Array max_norm;

  Value init() const {
    check_bound(max_norm, "optim.clip_by_global_norm", "max_norm");
    return Value::tuple({});
  }

  Values update(const Value& grads, const Value& old, const Value&) const {
    check_bound(max_norm, "optim.clip_by_global_norm", "max_norm");
    Array norm = global_norm(grads), is_small = lt(norm, fit(max_norm, norm));
    Value updates = each({grads}, [&](const auto& at) {
      Array g = as_wide(at[0]);
      return narrowed(at[0], where(is_small, g, g / fit(norm, g) * fit(max_norm, g)));
    });
    return {updates, old};
  }
};

struct ClipRms {
  static const Struct& record();
  Array threshold;

  Value init() const {
    check_bound(threshold, "optim.clip_by_block_rms", "threshold");
    return Value::tuple({});
  }

  Values update(const Value& grads, const Value& old, const Value&) const {
    check_bound(threshold, "optim.clip_by_block_rms", "threshold");
    Value updates = each({grads}, [&](const auto& at) {
      Array size = root_mean_square(at[0]);
      Array by = maximum(ones_like(size), size / fit(threshold, size));
      return narrowed(at[0], as_wide(at[0]) / by);
    });
    return {updates, old};
  }
};

// The norm of the weights of each unit, broadcast to the shape of x. If `axis` is nil, a unit spans
// all axes of a vector, axis 0 of three axes, and otherwise all axes except the last.
Array unit_norms(const Array& x, const Value& axis) {
  Ints axes;
  if (!axis.is_nil()) {
    take(axis, axes);
  } else {
    int longer = 0;
    for (const Extent& extent : x.shape()) longer += extent == Extent(1) ? 0 : 1;
    if (x.rank() > 5 && longer > 1) {
      throw Error(Code::shape, str("optim.adaptive_grad_clip: a leaf is ", x.type(),
                                   ", expected at most 5 axes"))
          .help("pass the axes of a unit as `axis`");
    }
    int count = longer <= 1 ? x.rank() : std::max(1, x.rank() - 1);
    if (longer > 1 && x.rank() == 3) count = 1;  // a stack of matrices, as in Optax
    for (int i = 0; i < count; ++i) axes.push_back(i);
  }
  Array used = as_wide(x);
  return broadcast(axes.empty() ? abs(used) : norm(used, axes, true), x.shape());
}

struct AdaptiveGradClip {
  static const Struct& record();
  Array clipping, eps;
  Value axis;

  Values update(const Value& grads, const Value& old, const Value& params) const {
    Value updates = each({grads, params}, [&](const auto& at) {
      Array g = unit_norms(at[0], axis), p = unit_norms(at[1], axis);
      Array most = fit(clipping, p) * maximum(p, fit(eps, p));
      Array clipped = as_wide(at[0]) * (most / maximum(g, fit(Array(1e-6), g)));
      return where(lt(g, most), at[0], narrowed(at[0], clipped));
    });
    return {updates, old};
  }
};

}  // namespace

extern const Struct optim_clip_struct = {
    .name = "optim.clip",
    .brief =
        "Gradient transformation that clips each element to the range from `-max_delta` to "
        "`max_delta`.",
    .fields = {field<&Clip::max_delta>("max_delta: real", "Maximum absolute value of an element.")},
    .methods = {no_state, update_method<&Clip::update>()},
    .example = "optim.clip(1.0).update([3.0, -0.5], (), nil)[0]  #> [1, -0.5]",
    .source = "optax.clip",
};
const Struct& Clip::record() { return optim_clip_struct; }

extern const Struct optim_clip_by_global_norm_struct = {
    .name = "optim.clip_by_global_norm",
    .brief =
        "Gradient transformation that clips gradients by their global L2 norm. If the norm exceeds "
        "`max_norm`, all gradients are scaled by `max_norm / norm`.",
    .fields = {field<&GlobalNorm::max_norm>(
        "max_norm: real", "Maximum L2 norm of all gradients together, > 0, else error[value].")},
    .methods = {method<&GlobalNorm::init>("init() -> tree", "Returns an empty state."),
                update_method<&GlobalNorm::update>("Returns the gradients, scaled down if their "
                                                   "norm exceeds `max_norm`, and the state.")},
    .example =
        "var p = ones(2)\n"
        "var opt = optim.chain(optim.clip_by_global_norm(0.5), optim.sgd(p, lr = 1.0))\n"
        "opt.update!(&p, [3.0, 4.0]); p  #> [0.7, 0.6]",
    .source = "Pascanu et al., arXiv 1211.5063; optax.clip_by_global_norm",
};
const Struct& GlobalNorm::record() { return optim_clip_by_global_norm_struct; }

extern const Builtin optim_global_norm_builtin = {
    .signature = "optim.global_norm(tree: tree) -> number",
    .brief = "Computes the global L2 norm of a tree: sqrt(Σ |x|²) over all elements.",
    .params = {{"tree", "Tree of arrays, such as gradients."}},
    .returns =
        "the norm, a scalar in the widest dtype of the leaves; 0.0 for a tree without leaves",
    .errors = "error[dtype] if a leaf is a key",
    .example = "optim.global_norm((w = [3.0, 0.0], b = 4.0))  #> 5",
    .source = "optax.global_norm",
    .call = bind<&global_norm>,
};

extern const Struct optim_clip_by_block_rms_struct = {
    .name = "optim.clip_by_block_rms",
    .brief = "Gradient transformation that clips the update of each leaf by its root mean square.",
    .fields = {field<&ClipRms::threshold>(
        "threshold: real",
        "Maximum root mean square of the update of a leaf, > 0, else error[value].")},
    .methods = {method<&ClipRms::init>("init() -> tree", "Returns an empty state."),
                update_method<&ClipRms::update>()},
    .example = "optim.clip_by_block_rms(1.0).update([3.0, -3.0], (), nil)[0]  #> [1, -1]",
    .source = "Shazeer and Stern, arXiv 1804.04235, section 6; optax.clip_by_block_rms",
};
const Struct& ClipRms::record() { return optim_clip_by_block_rms_struct; }

extern const Struct optim_adaptive_grad_clip_struct = {
    .name = "optim.adaptive_grad_clip",
    .brief =
        "Adaptive gradient clipping (AGC) transformation. It clips the gradient norm of each unit "
        "to `clipping` times the weight norm of the unit.",
    .fields = {field<&AdaptiveGradClip::clipping>(
                   "clipping: real",
                   "Maximum ratio of the gradient norm to the weight norm of a unit."),
               field<&AdaptiveGradClip::eps>("eps: real = 1e-3",
                                             "Minimum value of the weight norm."),
               field<&AdaptiveGradClip::axis>(
                   "axis: int or (int, ...) = nil",
                   "Axes of a unit. If nil: all axes of a vector, axis 0 of a leaf of three axes, "
                   "and all axes except the last of other leaves.")},
    .methods = {no_state, update_method<&AdaptiveGradClip::update>()},
    .example = "optim.adaptive_grad_clip(0.5).update([3.0, 4.0], (), [0.0, 2.0])[0]  #> [0.6, 0.8]",
    .source = "Brock et al., arXiv 2102.06171, eq. 3; optax.adaptive_grad_clip",
};
const Struct& AdaptiveGradClip::record() { return optim_adaptive_grad_clip_struct; }

}  // namespace rille
