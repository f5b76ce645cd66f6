// optim.dpsgd and others: per-example gradient clipping.
#include "stdlib/optim/aliases/alias.h"
#include "stdlib/optim/rules/moments.h"
#include "stdlib/rng.h"

namespace rille {
namespace {

double known(Extent size, std::string_view who) {
  if (size.known()) return static_cast<double>(size.number());
  throw Error(Code::shape, str(who, ": per-example gradients have an axis of size ", text(size),
                               ", expected static sizes"));
}

// The number of examples: the size of the leading axis, which all leaves share.
Extent examples_of(const Value& grads, std::string_view who) {
  std::vector<Array> leaves = flatten(grads).leaves;
  std::vector<std::string> names = paths(grads);
  for (size_t i = 0; i < leaves.size(); ++i) {
    bool fits = leaves[i].rank() > 0 && leaves[i].shape()[0] == leaves[0].shape()[0];
    if (fits) continue;
    throw Error(Code::shape,
                str(who, ": `", names[i], "` is ", leaves[i].type(),
                    ", expected per-example gradients with one leading axis in all leaves"))
        .help("vmap(grad(loss), in_axes = (nil, 0))(params, examples)");
  }
  return leaves.empty() ? Extent(0) : leaves[0].shape()[0];
}

Array of_each(const Array& x) {
  Ints rest;
  for (int64_t axis = 1; axis < x.rank(); ++axis) rest.push_back(axis);
  return rest.empty() ? squared(x) : sum(squared(x), rest);
}

// The clipping factor of each example, and the number of clipped examples.
std::pair<Array, Array> shares(const Value& grads, const Array& most) {
  Array squares;
  for (const Array& leaf : flatten(grads).leaves) {
    Array own = of_each(inexact(leaf));
    squares = squares.is_none() ? own : squares + own;
  }
  if (squares.is_none()) squares = zeros({Extent(0)});
  Array share = fit(most, squares) / sqrt(squares);
  share = minimum(share, ones_like(share));
  share = where(isnan(share), ones_like(share), share);
  return {share, sum(convert(lt(share, ones_like(share)), Dtype::i32))};
}

// The sum over the examples, each gradient times its clipping factor.
Array added(const Array& grads, const Array& share) {
  Array x = inexact(grads);
  Shape rest(x.shape().begin() + 1, x.shape().end());
  Extent size = 1;
  for (Extent extent : rest) size = size * extent;
  return reshape_to(matmul(fit(share, x), reshape_to(x, {x.shape()[0], size})), rest);
}

std::pair<Value, Array> clipped(const Value& grads, const Array& most) {
  auto [share, count] = shares(grads, most);
  Array by = share;
  return {each({grads}, [&](const auto& at) { return added(at[0], by); }), count};
}

Value by_global_norm(const Value& grads, const Array& most) {
  examples_of(grads, "optim.per_example_global_norm_clip");
  auto [sums, count] = clipped(grads, most);
  return Value::tuple({sums, Value(count)});
}

// The weight of a leaf in the clipping norm: 1 if `uniform`, else its number of elements.
double weight_of(const Array& x, bool uniform, std::string_view who) {
  double size = 1;
  for (size_t i = 1; i < x.shape().size() && !uniform; ++i) size *= known(x.shape()[i], who);
  return size;
}

Value by_layer_norm(const Value& grads, const Array& most, bool uniform) {
  constexpr std::string_view who = "optim.per_example_layer_norm_clip";
  examples_of(grads, who);
  double all = 0;
  for (const Array& leaf : flatten(grads).leaves) all += weight_of(leaf, uniform, who);
  Values counts;
  Value sums = each({grads}, [&](const auto& at) {
    Array own = std::sqrt(weight_of(at[0], uniform, who) / all) * most;
    auto [sum, count] = clipped(Value(at[0]), own);
    counts.emplace_back(count);
    return sum.as_array();
  });
  return Value::tuple({sums, flatten(grads).shape.unflatten_values(std::move(counts))});
}

// The mean of clipped gradients, with Gaussian noise in proportion to the clipping norm.
struct PrivateMean {
  static const Struct& record();
  Array l2_norm_clip, noise_multiplier;
  Value key;

  Value init(State& state) const {
    Array start = key.is_nil() ? rng::key(Array(0)) : key.as_array();
    return Value::record(state, {{"rng_key", start}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    constexpr std::string_view who = "optim.differentially_private_aggregate";
    Array count = known(examples_of(grads, who), who);
    Value sums = clipped(grads, l2_norm_clip).first;
    auto leaves = static_cast<int64_t>(flatten(sums).leaves.size());
    Array keys = rng::split(part_of(old, "rng_key").as_array(), {Extent(leaves + 1)});
    auto key_at = [&](int64_t i) {
      return index(keys, {{.form = Subscript::Kind::index, .index = Array(i)}});
    };
    Array deviation = l2_norm_clip * noise_multiplier;
    int64_t next = 1;
    Value updates = each({sums}, [&](const auto& at) {
      Array noise = rng::normal(key_at(next++), at[0].shape(), at[0].dtype());
      return (at[0] + fit(deviation, at[0]) * noise) / fit(count, at[0]);
    });
    return {updates, Value::record(state, {{"rng_key", key_at(0)}})};
  }
};

Values dpsgd(const OptimizerArgs& given) {
  return {given.rule(optim_differentially_private_aggregate_struct),
          given.rule_if(given.has("momentum"), optim_trace_struct, {{"decay", given["momentum"]}}),
          given.learning_rate()};
}

constexpr std::string_view clip_text =
    "Maximum L2 norm of the gradient of one example. Larger gradients are scaled down to it.";
constexpr std::string_view noise_text =
    "Standard deviation of the noise, relative to `l2_norm_clip`.";
constexpr std::string_view key_text = "Key from which the noise is sampled. If nil, `rng.key(0)`.";
constexpr std::string_view example_errors =
    "error[shape] if the leaves do not have the same leading axis, that of the examples";

}  // namespace

extern const Builtin optim_per_example_global_norm_clip_builtin = {
    .signature =
        "optim.per_example_global_norm_clip(grads: tree, l2_norm_clip: real) -> (tree, i32)",
    .brief = "Clips per-example gradients by their global L2 norm and sums them.",
    .params = {{"grads", "Per-example gradients, with leaves float[examples, ...]."},
               {"l2_norm_clip",
                "Maximum L2 norm of the gradient of one example, over all leaves."}},
    .returns =
        "Sums of the clipped gradients, without the leading axis, and the number of clipped "
        "examples",
    .errors = example_errors,
    .example =
        "optim.per_example_global_norm_clip([[0.0, 0.0], [3.0, 4.0], [0.0, 2.0]], 2.0)  #> ([1.2, "
        "3.6], 1)",
    .source = "Abadi et al., arXiv 1607.00133; optax.per_example_global_norm_clip",
    .call = bind<&by_global_norm>,
};

extern const Builtin optim_per_example_layer_norm_clip_builtin = {
    .signature =
        "optim.per_example_layer_norm_clip(grads: tree, global_l2_norm_clip: real, uniform: bool = "
        "true) -> (tree, tree)",
    .brief = "Clips per-example gradients by the L2 norm of each leaf and sums them.",
    .params = {{"grads", "Per-example gradients, with leaves float[examples, ...]."},
               {"global_l2_norm_clip",
                "Maximum L2 norm of the gradient of one example, over all leaves. It is divided "
                "among the leaves."},
               {"uniform",
                "If true, all leaves have the same maximum norm. If false, it is proportional to "
                "the square root of the number of elements."}},
    .returns =
        "Sums of the clipped gradients, without the leading axis, and the number of clipped "
        "examples for each leaf",
    .errors = example_errors,
    .example =
        "let g = (w = [[3.0, 4.0], [0.0, 2.0]], b = [[1.0, 0.0], [0.0, 1.0]])\n"
        "optim.per_example_layer_norm_clip(g, 2.0 * sqrt(2.0))  #> ((b = [1, 1], w = [1.2, 3.6]), "
        "(b = 0, w = 1))",
    .source = "McMahan et al., arXiv 1710.06963; optax.per_example_layer_norm_clip",
    .call = bind<&by_layer_norm>,
};

extern const Struct optim_differentially_private_aggregate_struct = {
    .name = "optim.differentially_private_aggregate",
    .brief =
        "Gradient transformation that averages clipped per-example gradients and adds Gaussian "
        "noise.",
    .fields = {field<&PrivateMean::l2_norm_clip>("l2_norm_clip: real", clip_text),
               field<&PrivateMean::noise_multiplier>("noise_multiplier: real", noise_text),
               field<&PrivateMean::key>("key: key = nil", key_text)},
    .methods = {method<&PrivateMean::init>("init() -> tree", "Returns the state `(rng_key,)`."),
                update_method<&PrivateMean::update>(
                    "Returns the updates and the new state. The leaves of `grads` are "
                    "float[examples, ...], and those of the updates have no leading axis.")},
    .example =
        "let rule = optim.differentially_private_aggregate(2.0, 0.0)\n"
        "rule.update([[0.0, 0.0], [3.0, 4.0]], rule.init(), nil)[0]  #> [0.6, 0.8]",
    .source = "Abadi et al., arXiv 1607.00133; optax.contrib.differentially_private_aggregate",
};
const Struct& PrivateMean::record() { return optim_differentially_private_aggregate_struct; }

extern const Builtin optim_dpsgd_builtin = {
    .signature =
        "optim.dpsgd(params: tree = nil, lr: real or fn(step) = 1e-2, l2_norm_clip: real = 1.0, "
        "noise_multiplier: real = 1.0, key: key = nil, momentum: real = nil, nesterov: bool = "
        "false) -> optim.Optimizer",
    .brief =
        "Differentially private SGD optimizer (DP-SGD). It clips the gradient of each example and "
        "adds Gaussian noise to their mean.",
    .params = {aliases::params,
               aliases::lr,
               {"l2_norm_clip", clip_text},
               {"noise_multiplier", noise_text},
               {"key", key_text},
               {"momentum", "Momentum coefficient. If nil, no momentum is used."},
               aliases::nesterov},
    .returns =
        "Optimizer; `opt.update!(&params, grads)` applies one update, from per-example gradients",
    .errors = example_errors,
    .example =
        "var p = ones(2); var opt = optim.dpsgd(p, 0.5, 2.0, 0.0)\n"
        "opt.update!(&p, [[0.0, 0.0], [3.0, 4.0]]); p  #> [0.7, 0.6]",
    .source = "Abadi et al., arXiv 1607.00133, algorithm 1; optax.contrib.dpsgd",
    .call = alias<&dpsgd>,
};

}  // namespace rille
