// nn.WeightNorm, nn.SpectralNorm: layers of normed weights.
#include <algorithm>

#include "stdlib/array/reduce.h"
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

// The weights of a layer that are normed: float leaves of two axes or more that are no state.
struct Weights {
  explicit Weights(const Value& layer) : names(paths(layer)), flat(flatten(layer)) {}
  bool is_weight(size_t at) const {
    return !flat.state[at] && is_float(flat.leaves[at].dtype()) && flat.leaves[at].rank() > 1;
  }

  std::vector<std::string> names;
  Flat flat;
};

// Calls the layer with other weights. What it has changed of itself stays, the weights do not.
Array call_with(State& state, Layer& layer, const Weights& old, const Arrays& normed,
                const Array& x) {
  Layer inner(old.flat.shape.unflatten(normed));
  Array out = inner.call(state, x, "layer");
  Flat after = flatten(inner.value());
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

// --- a dict by the paths of weights
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
  throw Error(Code::value, str(layer, " needs an entry of `", field, "` for the weights ", path))
      .help("make it anew where the layer within has other weights");
}

// The axes that keep their own norm, counted from 0, and all others.
struct Split {
  Ints own, rest;
};
Split split_axes(const Ints& axes, int rank, std::string_view layer) {
  Split out;
  for (int64_t axis : axes) {
    int64_t at = axis < 0 ? axis + rank : axis;
    if (at < 0 || at >= rank) {
      throw Error(Code::shape, str(layer, " needs axes of its weights, got ", axis, " for ", rank));
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
    Weights weights(layer.value());
    Arrays all = weights.flat.leaves;
    for (size_t i = 0; i < all.size(); ++i) {
      if (weights.is_weight(i)) all[i] = normed_weight(all[i], weights.names[i]);
    }
    return call_with(state, layer, weights, all, x);
  }

  Array normed_weight(const Array& w, const std::string& path) const {
    Split split = split_axes(axes, w.rank(), record().name);
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
    Weights weights(layer.value());
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
  Weights weights(layer);
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

SpectralNorm spectral_norm(State& state, Keys& keys, const Value& layer, int64_t steps,
                           double epsilon) {
  if (steps < 1) {
    throw labelled(Error(Code::value, str("nn.spectral_norm needs steps above 0, got ", steps)),
                   "steps");
  }
  Weights weights(layer);
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

}  // namespace

extern const Struct nn_weight_norm_struct = {
    .name = "nn.WeightNorm",
    .brief = "A layer whose weights are brought to the norm 1 at each call, and then scaled.",
    .fields = {field<&WeightNorm::layer>("layer: fn", "its weights of two axes or more are normed"),
               field<&WeightNorm::scales>("scales: dict = nil",
                                          "by the path of the weights; nil: the norm stays 1"),
               field<&WeightNorm::axes>("const axes: int or (int, ...) = -1",
                                        "of the weights: those that keep a norm each"),
               field<&WeightNorm::epsilon>("const epsilon: real = 1e-12",
                                           "added to the square of the norm")},
    .methods = {method<&WeightNorm::call>("call(x: array) -> array", "The layer's result.")},
    .example = "nn.weight_norm(nn.Linear([[3.0], [4.0]]))([[5.0, 0.0]])  #> [[3]]",
    .source = "Salimans and Kingma, arXiv 1602.07868, eq. 2; flax.linen.WeightNorm",
};
const Struct& WeightNorm::record() { return nn_weight_norm_struct; }

extern const Struct nn_spectral_norm_struct = {
    .name = "nn.SpectralNorm",
    .brief = "A layer whose weights are divided by their largest singular value at each call.",
    .fields = {field<&SpectralNorm::layer>("layer: fn",
                                           "its weights of two axes or more are normed"),
               field<&SpectralNorm::stats>("var stats: dict",
                                           "(u, sigma) by the path of the weights"),
               field<&SpectralNorm::steps>("const steps: int = 1", "of the power iteration"),
               field<&SpectralNorm::epsilon>("const epsilon: real = 1e-12",
                                             "added to the square of the norm of u"),
               field<&SpectralNorm::train>("train: bool = true", "whether u and sigma move on")},
    .methods = {method<&SpectralNorm::call>("call(x: array) -> array",
                                            "The layer's result; layer!(x) keeps u and sigma.")},
    .example =
        "var s = nn.spectral_norm(rng.key(0), nn.Linear([[2.0]]))\n"
        "s!([[3.0]])  #> [[3]]",
    .source = "Miyato et al., arXiv 1802.05957, alg. 1; flax.linen.SpectralNorm",
};
const Struct& SpectralNorm::record() { return nn_spectral_norm_struct; }

extern const Builtin nn_weight_norm_builtin = {
    .signature =
        "nn.weight_norm(layer: fn, axes: int or (int, ...) = -1, scale: bool = true, epsilon: real "
        "= 1e-12) -> nn.WeightNorm",
    .brief = "The layer with weights that are brought to the norm 1 at each call, and then scaled.",
    .params = {{"layer", "its weights of two axes or more are normed"},
               {"axes", "of the weights: those that keep a norm each"},
               {"scale", "times learned scales, which begin with 1"},
               {"epsilon", "added to the square of the norm"}},
    .errors = "error[shape] where weights have no such axis",
    .example = "nn.weight_norm(nn.Linear([[3.0], [4.0]])).scales[\"w\"]  #> [1]",
    .source = "Salimans and Kingma, arXiv 1602.07868, eq. 2; flax.nnx.WeightNorm",
    .call = bind<&weight_norm>,
};

extern const Builtin nn_spectral_norm_builtin = {
    .signature =
        "nn.spectral_norm(inout key: key or nn.Rngs, layer: fn, steps: int = 1, epsilon: real = "
        "1e-12) -> "
        "nn.SpectralNorm",
    .brief = "The layer with weights that are divided by their largest singular value.",
    .params = {{"key", "draws the vectors u with which the iteration begins"},
               {"layer", "its weights of two axes or more are normed"},
               {"steps", "of the iteration at each call, > 0"},
               {"epsilon", "added to the square of the norm of u"}},
    .errors = "error[value] where steps is below 1",
    .example = "nn.spectral_norm(rng.key(0), nn.Linear([[2.0]])).stats[\"w\"].sigma  #> 1",
    .source = "Miyato et al., arXiv 1802.05957, alg. 1; flax.nnx.SpectralNorm",
    .call = bind<&spectral_norm>,
};

}  // namespace rille
