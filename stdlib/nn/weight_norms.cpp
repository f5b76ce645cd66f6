// nn.WeightNorm, nn.SpectralNorm: weight reparametrizations.
#include <algorithm>

#include "stdlib/array/reduce.h"
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

// The weights of a layer that are normalized: float leaves with at least two axes that are not
// state.
struct LayerWeights {
  explicit LayerWeights(const Value& layer) : names(paths(layer)), flat(flatten(layer)) {}
  bool is_weight(size_t at) const {
    return !flat.state[at] && is_float(flat.leaves[at].dtype()) && flat.leaves[at].rank() > 1;
  }

  std::vector<std::string> names;
  FlatTree flat;
};

// Calls the layer with other weights. State that the call changes is kept in `layer`, the weights
// are not.
Array call_with(State& state, Layer& layer, const LayerWeights& old, const Arrays& normed,
                const Array& x) {
  Layer inner(old.flat.shape.unflatten(normed));
  Array out = inner.call(state, x, "layer");
  FlatTree after = flatten(inner.value());
  if (after.shape == old.flat.shape) {
    for (size_t i = 0; i < normed.size(); ++i) {
      if (old.is_weight(i)) after.leaves[i] = old.flat.leaves[i];
    }
  }
  layer = Layer(after.shape.unflatten(std::move(after.leaves)));
  return out;
}

Array unit(const Array& x, const Axes& axes, double epsilon) {
  Array used = wide(x);
  Array out = used * rsqrt(sum(used * used, axes, true) + epsilon);
  return as_dtype(out, x.dtype());
}

// --- dicts that are indexed by the paths of weights
Value by_path(std::vector<std::pair<std::string, Value>> items) {
  auto keys = std::make_shared<DictKeys>();
  Values values;
  for (auto& [name, value] : items) {
    keys->list.emplace_back(std::move(name));
    values.push_back(std::move(value));
  }
  return Value::dict(std::move(keys), std::move(values));
}

const Value* at_path(const Value& dict, const std::string& name) {
  if (!dict.is_dict()) return nullptr;
  const auto& list = dict.branch().keys->list;
  auto found = std::ranges::find(list, DictKey(name));
  return found == list.end() ? nullptr : &dict.items()[static_cast<size_t>(found - list.begin())];
}

[[noreturn]] void no_entry(std::string_view layer, std::string_view field,
                           const std::string& path) {
  throw Error(Code::value, str(layer, ": `", field, "` has no entry for the weights ", path,
                               ", expected one for each of the layer's weights"))
      .help("create this layer again if the weights of the inner layer have changed");
}

// The axes with one norm per index, counted from 0, and all other axes.
struct NormAxes {
  Ints own, rest;
};
NormAxes split_axes(const Ints& axes, int rank, std::string_view layer) {
  NormAxes out;
  for (int64_t axis : axes) {
    int64_t at = axis < 0 ? axis + rank : axis;
    if (at < 0 || at >= rank) {
      throw Error(Code::shape, str(layer, ": `axes` contains ", axis,
                                   ", expected an axis of weights with ", rank, " axes"));
    }
    out.own.push_back(at);
  }
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (std::ranges::find(out.own, axis) == out.own.end()) out.rest.push_back(axis);
  }
  return out;
}

struct WeightNorm {
  static const Struct& record();
  Layer layer;
  std::optional<Value> scales;
  Ints axes = {-1};
  double epsilon = 1e-12;

  Array call(State& state, const Array& x) {
    LayerWeights weights(layer.value());
    Arrays all = weights.flat.leaves;
    for (size_t i = 0; i < all.size(); ++i) {
      if (weights.is_weight(i)) all[i] = normed_weight(all[i], weights.names[i]);
    }
    return call_with(state, layer, weights, all, x);
  }

  Array normed_weight(const Array& w, const std::string& path) const {
    NormAxes split = split_axes(axes, w.rank(), record().name);
    Array out = unit(w, split.rest, epsilon);
    if (!scales) return out;
    const Value* scale = at_path(*scales, path);
    if (scale == nullptr) no_entry(record().name, "scales", path);
    Shape shape(static_cast<size_t>(w.rank()), Extent(1));
    for (int64_t axis : split.own) {
      shape[static_cast<size_t>(axis)] = w.shape()[static_cast<size_t>(axis)];
    }
    return out * reshape_to(scale->as_array(), shape);
  }
};

struct SpectralNorm {
  static const Struct& record();
  Layer layer;
  Value stats;
  int64_t steps = 1;
  double epsilon = 1e-12;
  bool train = true;

  Array call(State& state, const Array& x) {
    LayerWeights weights(layer.value());
    Arrays all = weights.flat.leaves;
    for (size_t i = 0; i < all.size(); ++i) {
      if (weights.is_weight(i)) all[i] = normed_weight(state, all[i], weights.names[i]);
    }
    return call_with(state, layer, weights, all, x);
  }

  Array normed_weight(State& state, const Array& w, const std::string& path) {
    const Value* entry = at_path(stats, path);
    const Value* start = entry == nullptr ? nullptr : entry->field("u");
    if (start == nullptr) no_entry(record().name, "stats", path);
    Array flat = reshape(w, {-1, w.shape().back().number()}), u = start->as_array(), v;
    for (int64_t step = 0; step < steps; ++step) {
      v = unit(matmul(u, transpose(flat)), {}, epsilon);
      u = unit(matmul(v, flat), {}, epsilon);
    }
    if (v.is_none()) return w;
    u = stop_gradient(u);
    v = stop_gradient(v);
    Array sigma = reshape_to(matmul(matmul(v, flat), transpose(u)), {});
    if (train) keep(state, path, u, stop_gradient(sigma));
    return w / where(ne(sigma, 0.0), sigma, 1.0);
  }

  void keep(State& state, const std::string& path, const Array& u, const Array& sigma) {
    Values items = stats.items();
    auto at = static_cast<size_t>(at_path(stats, path) - stats.items().data());
    items[at] = Value::record(state, {{"u", Value(u)}, {"sigma", Value(sigma)}});
    stats = Value::like(stats.branch(), std::move(items));
  }
};

WeightNorm weight_norm(const Value& layer, const Ints& axes, bool scale, double epsilon) {
  WeightNorm out{Layer(layer)};
  out.axes = axes;
  out.epsilon = epsilon;
  if (!scale) return out;
  LayerWeights weights(layer);
  std::vector<std::pair<std::string, Value>> scales;
  for (size_t i = 0; i < weights.names.size(); ++i) {
    if (!weights.is_weight(i)) continue;
    const Array& w = weights.flat.leaves[i];
    Shape shape;
    for (int64_t axis : split_axes(out.axes, w.rank(), "nn.weight_norm").own) {
      shape.push_back(w.shape()[static_cast<size_t>(axis)]);
    }
    scales.emplace_back(weights.names[i], ones(shape, w.dtype()));
  }
  out.scales = by_path(std::move(scales));
  return out;
}

SpectralNorm spectral_norm(State& state, KeySource& keys, const Value& layer, int64_t steps,
                           double epsilon) {
  if (steps < 1) {
    throw labelled(
        Error(Code::value, str("nn.spectral_norm: `steps` is ", steps, ", expected at least 1")),
        "steps");
  }
  LayerWeights weights(layer);
  std::vector<std::pair<std::string, Value>> stats;
  for (size_t i = 0; i < weights.names.size(); ++i) {
    if (!weights.is_weight(i)) continue;
    const Array& w = weights.flat.leaves[i];
    Array u = rng::normal(keys.next(), {Extent(1), w.shape().back()}) * 0.01;
    stats.emplace_back(weights.names[i],
                       Value::record(state, {{"u", Value(u)}, {"sigma", Value(ones({}))}}));
  }
  SpectralNorm out{Layer(layer), by_path(std::move(stats))};
  out.steps = steps;
  out.epsilon = epsilon;
  return out;
}

constexpr std::string_view wrapped_layer_text =
    "Inner layer, whose float weights with at least two axes are normalized.";
constexpr std::string_view weight_axes_text =
    "Axes of the weights with one norm per index; the norm is computed over all other axes.";
constexpr std::string_view weight_epsilon_text =
    "Added to the squared norm for numerical stability.";
constexpr std::string_view spectral_epsilon_text =
    "Added to the squared norms of the power iteration's vectors for numerical stability.";
constexpr std::string_view spectral_steps_text = "Number of power iteration steps per call, ≥ 1.";

}  // namespace

extern const Struct nn_weight_norm_struct = {
    .name = "nn.WeightNorm",
    .brief =
        "Weight normalization of another layer. Each call normalizes the weights to norm 1 and "
        "multiplies them by learned scales.",
    .fields = {field<&WeightNorm::layer>("layer: fn", wrapped_layer_text),
               field<&WeightNorm::scales>(
                   "scales: dict = nil",
                   "Learned scales by the path of the weights. If nil, the norm stays 1."),
               field<&WeightNorm::axes>("const axes: int or (int, ...) = -1", weight_axes_text),
               field<&WeightNorm::epsilon>("const eps: real = 1e-12", weight_epsilon_text)},
    .methods = {method<&WeightNorm::call>(
        "call(x: array) -> array",
        "Calls the inner layer with normalized weights and returns its output.")},
    .example = "nn.weight_norm(nn.Linear([[3.0], [4.0]]))([[5.0, 0.0]])  #> [[3]]",
    .source = "Salimans and Kingma, arXiv 1602.07868, eq. 2; flax.linen.WeightNorm",
};
const Struct& WeightNorm::record() { return nn_weight_norm_struct; }

extern const Struct nn_spectral_norm_struct = {
    .name = "nn.SpectralNorm",
    .brief =
        "Spectral normalization of another layer. Each call divides the weights by their largest "
        "singular value, estimated by power iteration.",
    .fields = {field<&SpectralNorm::layer>("layer: fn", wrapped_layer_text),
               field<&SpectralNorm::stats>("var stats: dict",
                                           "Records (u, sigma) by the path of the weights: the "
                                           "right singular vector and the largest singular value."),
               field<&SpectralNorm::steps>("const steps: int = 1", spectral_steps_text),
               field<&SpectralNorm::epsilon>("const eps: real = 1e-12", spectral_epsilon_text),
               field<&SpectralNorm::train>(
                   "train: bool = true",
                   "If true, a call updates u and sigma in `stats`. If false, it does not.")},
    .methods = {method<&SpectralNorm::call>(
        "call(x: array) -> array",
        "Calls the inner layer with normalized weights and returns its output. In training, "
        "layer!(x) keeps the updated u and sigma.")},
    .example =
        "var s = nn.spectral_norm(rng.key(0), nn.Linear([[2.0]]))\n"
        "s!([[3.0]])  #> [[3]]",
    .source = "Miyato et al., arXiv 1802.05957, alg. 1; flax.linen.SpectralNorm",
};
const Struct& SpectralNorm::record() { return nn_spectral_norm_struct; }

extern const Builtin nn_weight_norm_builtin = {
    .signature =
        "nn.weight_norm(layer: fn, axes: int or (int, ...) = -1, scale: bool = true, eps: real = "
        "1e-12) -> nn.WeightNorm",
    .brief =
        "Creates a layer with weight normalization. Each call normalizes the weights of `layer` to "
        "norm 1 and multiplies them by learned scales.",
    .params = {{"layer", wrapped_layer_text},
               {"axes", weight_axes_text},
               {"scale",
                "If true, the normalized weights are multiplied by learned scales, initially 1. If "
                "false, the norm stays 1."},
               {"eps", weight_epsilon_text}},
    .errors = "error[shape] if an axis in `axes` is out of range for the weights",
    .example = "nn.weight_norm(nn.Linear([[3.0], [4.0]])).scales[\"w\"]  #> [1]",
    .source = "Salimans and Kingma, arXiv 1602.07868, eq. 2; flax.nnx.WeightNorm",
    .call = bind<&weight_norm>,
};

extern const Builtin nn_spectral_norm_builtin = {
    .signature =
        "nn.spectral_norm(inout key: key or nn.Rngs, layer: fn, steps: int = 1, eps: real = 1e-12) "
        "-> nn.SpectralNorm",
    .brief =
        "Creates a layer with spectral normalization. Each call divides the weights of `layer` by "
        "their largest singular value, estimated by power iteration.",
    .params = {{"key",
                "Random key for the initial vectors u, or an `nn.Rngs`, whose stream `params` "
                "provides one key per weight. Passed as `&key` or `&rngs`, it is advanced."},
               {"layer", wrapped_layer_text},
               {"steps", spectral_steps_text},
               {"eps", spectral_epsilon_text}},
    .errors = "error[value] if `steps` is below 1",
    .example = "nn.spectral_norm(rng.key(0), nn.Linear([[2.0]])).stats[\"w\"].sigma  #> 1",
    .source = "Miyato et al., arXiv 1802.05957, alg. 1; flax.nnx.SpectralNorm",
    .call = bind<&spectral_norm>,
};

}  // namespace rille
