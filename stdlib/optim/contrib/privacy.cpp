// optim.dpsgd and kin: gradients of examples, bounded each.
#include "stdlib/optim/aliases/alias.h"
#include "stdlib/optim/rules/moments.h"
#include "stdlib/rng.h"

namespace rille {
namespace {

double known(Extent size) {
  if (size.known()) return static_cast<double>(size.number());
  throw Error(Code::shape,
              str("gradients of examples need sizes that are known, got ", text(size)));
}

// How many examples all leaves have along their first axis.
Extent examples_of(const Value& grads) {
  std::vector<Array> leaves = flatten(grads).leaves;
  std::vector<std::string> names = paths(grads);
  for (size_t i = 0; i < leaves.size(); ++i) {
    bool fits = leaves[i].rank() > 0 && leaves[i].shape()[0] == leaves[0].shape()[0];
    if (fits) continue;
    throw Error(Code::shape, str("gradients of examples have one first axis, got ",
                                 leaves[i].type(), " for `", names[i], "`"))
        .help("vmap(grad(loss), in = (nil, 0))(params, examples)");
  }
  return leaves.empty() ? Extent(0) : leaves[0].shape()[0];
}

Array of_each(const Array& x) {
  Ints rest;
  for (int64_t axis = 1; axis < x.rank(); ++axis) rest.push_back(axis);
  return rest.empty() ? squared(x) : sum(squared(x), rest);
}

// By what the gradient of each example is made shorter, and of how many that is so.
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

// The sum of the examples, each times its share.
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
  examples_of(grads);
  auto [sums, count] = clipped(grads, most);
  return Value::tuple({sums, Value(count)});
}

// How much of all a leaf counts for: its elements, of one example.
double weight_of(const Array& x, bool uniform) {
  double size = 1;
  for (size_t i = 1; i < x.shape().size() && !uniform; ++i) size *= known(x.shape()[i]);
  return size;
}

Value by_layer_norm(const Value& grads, const Array& most, bool uniform) {
  examples_of(grads);
  double all = 0;
  for (const Array& leaf : flatten(grads).leaves) all += weight_of(leaf, uniform);
  Values counts;
  Value sums = each({grads}, [&](const auto& at) {
    Array own = std::sqrt(weight_of(at[0], uniform) / all) * most;
    auto [sum, count] = clipped(Value(at[0]), own);
    counts.emplace_back(count);
    return sum.as_array();
  });
  return Value::tuple({sums, flatten(grads).shape.unflatten_values(std::move(counts))});
}

// The mean of bounded gradients, with normal draws of the bound's size.
struct PrivateMean {
  static const Struct& record();
  Array l2_norm_clip, noise_multiplier;
  Value key;

  Value init(State& state) const {
    Array start = key.is_nil() ? rng::key(Array(0)) : key.as_array();
    return Value::record(state, {{"rng_key", start}});
  }

  Values update(State& state, const Value& grads, const Value& old, const Value&) const {
    Array count = known(examples_of(grads));
    Value sums = clipped(grads, l2_norm_clip).first;
    auto leaves = static_cast<int64_t>(flatten(sums).leaves.size());
    Array keys = rng::split(part_of(old, "rng_key").as_array(), {Extent(leaves + 1)});
    auto key_at = [&](int64_t i) {
      return index(keys, {{.form = Subscript::Form::index, .index = Array(i)}});
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

Values dpsgd(const Given& given) {
  return {given.rule(optim_differentially_private_aggregate_struct),
          given.rule_if(given.has("momentum"), optim_trace_struct, {{"decay", given["momentum"]}}),
          given.learning_rate()};
}

constexpr std::string_view clip_text = "no example's gradient is longer";
constexpr std::string_view noise_text = "the noise's deviation, in these lengths";
constexpr std::string_view key_text = "where draws begin; nil: rng.key(0)";
constexpr std::string_view example_errors =
    "error[shape] where the leaves have not one first axis, of the examples";

}  // namespace

extern const Builtin optim_per_example_global_norm_clip_builtin = {
    .signature =
        "optim.per_example_global_norm_clip(grads: tree, l2_norm_clip: real) -> (tree, i32)",
    .brief = "The sum of the gradients of examples, each made no longer than a length.",
    .params = {{"grads", "float[examples, ...] leaves"},
               {"l2_norm_clip", "the length, over all leaves"}},
    .returns = "the sums, without the first axis, and how many were made shorter",
    .errors = example_errors,
    .example =
        "optim.per_example_global_norm_clip([[0.0, 0.0], [3.0, 4.0], [0.0, 2.0]], 2.0)"
        "  #> ([1.2, 3.6], 1)",
    .source = "Abadi et al., arXiv 1607.00133; optax.per_example_global_norm_clip",
    .call = bind<&by_global_norm>,
};

extern const Builtin optim_per_example_layer_norm_clip_builtin = {
    .signature =
        "optim.per_example_layer_norm_clip(grads: tree, global_l2_norm_clip: real, uniform: bool = "
        "true) -> (tree, tree)",
    .brief = "The sum of the gradients of examples, each leaf made no longer than its share.",
    .params = {{"grads", "float[examples, ...] leaves"},
               {"global_l2_norm_clip", "the length of all leaves together"},
               {"uniform", "all shares are alike; else by the leaves' sizes"}},
    .returns = "the sums, without the first axis, and how many of each leaf were made shorter",
    .errors = example_errors,
    .example =
        "let g = (w = [[3.0, 4.0], [0.0, 2.0]], b = [[1.0, 0.0], [0.0, 1.0]])\n"
        "optim.per_example_layer_norm_clip(g, 2.0 * sqrt(2.0))"
        "  #> ((b = [1, 1], w = [1.2, 3.6]), (b = 0, w = 1))",
    .source = "McMahan et al., arXiv 1710.06963; optax.per_example_layer_norm_clip",
    .call = bind<&by_layer_norm>,
};

extern const Struct optim_differentially_private_aggregate_struct = {
    .name = "optim.differentially_private_aggregate",
    .brief = "The rule of the mean of examples' gradients, each bounded, with noise.",
    .fields = {field<&PrivateMean::l2_norm_clip>("l2_norm_clip: real", clip_text),
               field<&PrivateMean::noise_multiplier>("noise_multiplier: real", noise_text),
               field<&PrivateMean::key>("key: key = nil", key_text)},
    .methods = {method<&PrivateMean::init>("init() -> tree", "(rng_key,)."),
                update_method<&PrivateMean::update>(
                    "Leaves of gradients are float[examples, ...]; those of updates have no such "
                    "axis.")},
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
    .brief = "Gradient descent that tells little of any one example.",
    .params = {aliases::params,
               aliases::lr,
               {"l2_norm_clip", clip_text},
               {"noise_multiplier", noise_text},
               {"key", key_text},
               {"momentum", "share of the last step that goes on; nil: none"},
               aliases::nesterov},
    .returns = "opt.update!(&params, grads) takes a step, by gradients of each example",
    .errors = example_errors,
    .example =
        "var p = ones(2); var opt = optim.dpsgd(p, 0.5, 2.0, 0.0)\n"
        "opt.update!(&p, [[0.0, 0.0], [3.0, 4.0]]); p  #> [0.7, 0.6]",
    .source = "Abadi et al., arXiv 1607.00133, algorithm 1; optax.contrib.dpsgd",
    .call = alias<&dpsgd>,
};

}  // namespace rille
