// nn.layer_norm, nn.rms_norm, nn.embed, nn.dropout.
#include <cmath>

#include "stdlib/nn/layers.h"
#include "stdlib/rng.h"
#include "vm/bind.h"

namespace rille {
namespace {

constexpr double epsilon = 1e-6;  // added to the variance, as in Flax

void need_features(const Array& x, const Array& scale, std::string_view layer) {
  if (x.rank() > 0 && x.shape().back() == scale.shape().back()) return;
  throw Error(Code::shape, str(layer, ": x is ", x.type(), " but scale is ", scale.type()));
}

Values layer_norm_call(State&, Values args) {
  Array x = input_of(args, "nn.LayerNorm");
  Array scale = field_of(args[0], "scale").as_array(), bias = field_of(args[0], "bias").as_array();
  need_features(x, scale, "nn.LayerNorm");
  Array centered = x - mean(x, Ints{-1}, true);
  Array spread = mean(centered * centered, Ints{-1}, true) + epsilon;
  return {Value(centered * rsqrt(spread) * scale + bias)};
}

Values rms_norm_call(State&, Values args) {
  Array x = input_of(args, "nn.RmsNorm");
  Array scale = field_of(args[0], "scale").as_array();
  need_features(x, scale, "nn.RmsNorm");
  return {Value(x * rsqrt(mean(x * x, Ints{-1}, true) + epsilon) * scale)};
}

Values embed_call(State&, Values args) {
  Array ids = input_of(args, "nn.Embed");
  return {Value(take(field_of(args[0], "table").as_array(), ids, 0))};
}

const LibraryStruct layer_norm_struct = {
    .name = "nn.LayerNorm",
    .fields = {"scale", "bias"},
    .methods = {{.name = "call", .params = {{.name = "x"}}, .call = layer_norm_call}},
};
const LibraryStruct rms_norm_struct = {
    .name = "nn.RmsNorm",
    .fields = {"scale"},
    .methods = {{.name = "call", .params = {{.name = "x"}}, .call = rms_norm_call}},
};
const LibraryStruct embed_struct = {
    .name = "nn.Embed",
    .fields = {"table"},
    .methods = {{.name = "call", .params = {{.name = "ids"}}, .call = embed_call}},
};

void need_size(int64_t size, std::string_view layer) {
  if (size < 1) throw Error(Code::value, str(layer, " needs sizes >= 1, got ", size));
}

Value layer_norm(State& state, int64_t size) {
  need_size(size, "nn.layer_norm");
  return make_instance(state, layer_norm_struct,
                       {{"scale", ones({size})}, {"bias", zeros({size})}});
}

Value rms_norm(State& state, int64_t size) {
  need_size(size, "nn.rms_norm");
  return make_instance(state, rms_norm_struct, {{"scale", ones({size})}});
}

Value embed(State& state, const Array& key, int64_t count, int64_t size) {
  need_size(count, "nn.embed");
  need_size(size, "nn.embed");
  Array table = rng::normal(key, {count, size}) * std::sqrt(1.0 / static_cast<double>(size));
  return make_instance(state, embed_struct, {{"table", table}});
}

// What is kept grows by 1 / (1 - rate), so that the expected result is x.
Array dropout(const Array& key, const Array& x, double rate, bool train) {
  if (!(rate >= 0 && rate < 1)) {
    throw Error(Code::value, str("nn.dropout needs 0 <= rate < 1, got ", rate));
  }
  if (!train || rate == 0) return x;
  Array given = strong(inexact(x));
  Array kept = rng::bernoulli(key, 1.0 - rate, given.shape());
  return where(kept, given / (1.0 - rate), 0.0);
}

}  // namespace

extern const Builtin nn_layer_norm_builtin = {
    .signature = "nn.layer_norm(size: int) -> nn.LayerNorm",
    .brief = "A layer that brings the last axis to mean 0 and variance 1, then scales and shifts.",
    .params = {{"size", "of the last axis of x"}},
    .errors = "error[value] where size is below 1",
    .example = "nn.layer_norm(2)([[1.0, 1.0]])  #> [[0, 0]]",
    .source = "Ba et al., arXiv 1607.06450, eq. 3; flax.linen.LayerNorm",
    .call = bind<&layer_norm>,
};

extern const Builtin nn_rms_norm_builtin = {
    .signature = "nn.rms_norm(size: int) -> nn.RmsNorm",
    .brief = "A layer that divides by the root mean square of the last axis, then scales.",
    .params = {{"size", "of the last axis of x"}},
    .errors = "error[value] where size is below 1",
    .example = "nn.rms_norm(2)([[0.0, 0.0]])  #> [[0, 0]]",
    .source = "Zhang and Sennrich, arXiv 1910.07467, eq. 4; flax.linen.RMSNorm",
    .call = bind<&rms_norm>,
};

extern const Builtin nn_embed_builtin = {
    .signature = "nn.embed(inout key: key, count: int, size: int) -> nn.Embed",
    .brief = "A layer that gives a learned vector for each id.",
    .params = {{"count", "how many ids there are"}, {"size", "of each vector"}},
    .errors =
        "error[value] where a size is below 1; a call with an id out of range is error[index]",
    .example = "nn.embed(rng.key(0), 10, 4)([1, 2]).shape  #> (2, 4)",
    .source = "flax.linen.Embed, its default weights",
    .call = bind<&embed>,
};

extern const Builtin nn_dropout_builtin = {
    .signature =
        "nn.dropout(inout key: key, x: number[...], rate: number = 0.5, train: bool = true) -> "
        "number[...]",
    .brief = "x with elements set to 0 at random while training; a place `&key` moves on.",
    .params = {{"rate", "the chance of 0, below 1"}, {"train", "false: x itself"}},
    .errors = "error[value] where rate is not from 0 to below 1",
    .example = "nn.dropout(rng.key(0), [1.0, 2.0], train = false)  #> [1, 2]",
    .source = "Srivastava et al., JMLR 15, 2014; flax.linen.Dropout",
    .call = bind<&dropout>,
};

}  // namespace rille
