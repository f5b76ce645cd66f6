// nn.layer_norm, nn.rms_norm, nn.embed, nn.dropout.
#include <cmath>

#include "stdlib/nn/layers.h"
#include "stdlib/rng.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr double epsilon = 1e-6;  // added to the variance, as in Flax

struct LayerNorm {
  static const Struct& record();
  Array scale, bias;

  Array call(const Array& x) const {
    Array centered = x - mean(x, Ints{-1}, true);
    Array spread = mean(centered * centered, Ints{-1}, true) + epsilon;
    return centered * rsqrt(spread) * scale + bias;
  }
};

struct RmsNorm {
  static const Struct& record();
  Array scale;

  Array call(const Array& x) const {
    return x * rsqrt(mean(x * x, Ints{-1}, true) + epsilon) * scale;
  }
};

struct Embed {
  static const Struct& record();
  Array table;

  Array call(const Array& ids) const { return take(table, ids, 0); }
};

LayerNorm layer_norm(int64_t size) {
  need_size(size, "nn.layer_norm", "size");
  return {ones({size}), zeros({size})};
}

RmsNorm rms_norm(int64_t size) {
  need_size(size, "nn.rms_norm", "size");
  return {ones({size})};
}

Embed embed(const Array& key, int64_t count, int64_t size) {
  need_size(count, "nn.embed", "count");
  need_size(size, "nn.embed", "size");
  return {rng::normal(key, {count, size}) * std::sqrt(1.0 / static_cast<double>(size))};
}

// What is kept grows by 1 / (1 - rate), so that the expected result is x.
Array dropout(const Array& key, const Array& x, double rate, bool train) {
  if (!(rate >= 0 && rate < 1)) {
    throw labelled(Error(Code::value, str("nn.dropout needs 0 <= rate < 1, got ", rate)), "rate");
  }
  if (!train || rate == 0) return x;
  Array given = strong(inexact(x));
  Array kept = rng::bernoulli(key, 1.0 - rate, given.shape());
  return where(kept, given / (1.0 - rate), 0.0);
}

}  // namespace

extern const Struct nn_layer_norm_struct = {
    .name = "nn.LayerNorm",
    .brief = "A layer that brings the last axis to mean 0 and variance 1, then scales and shifts.",
    .fields = {field<&LayerNorm::scale>("scale: float[size]", "what each place is multiplied by"),
               field<&LayerNorm::bias>("bias: float[size]", "what is added to it")},
    .methods = {method<&LayerNorm::call>("call(x: number[..., size]) -> number[..., size]",
                                         "x, normed over its last axis.")},
    .example = "nn.LayerNorm(ones(2), zeros(2))([[1.0, 1.0]])  #> [[0, 0]]",
    .source = "Ba et al., arXiv 1607.06450, eq. 3; flax.nnx.LayerNorm",
};
const Struct& LayerNorm::record() { return nn_layer_norm_struct; }

extern const Struct nn_rms_norm_struct = {
    .name = "nn.RmsNorm",
    .brief = "A layer that divides by the root mean square of the last axis, then scales.",
    .fields = {field<&RmsNorm::scale>("scale: float[size]", "what each place is multiplied by")},
    .methods = {method<&RmsNorm::call>("call(x: number[..., size]) -> number[..., size]",
                                       "x, normed over its last axis.")},
    .example = "nn.RmsNorm(ones(2))([[0.0, 0.0]])  #> [[0, 0]]",
    .source = "Zhang and Sennrich, arXiv 1910.07467, eq. 4; flax.nnx.RMSNorm",
};
const Struct& RmsNorm::record() { return nn_rms_norm_struct; }

extern const Struct nn_embed_struct = {
    .name = "nn.Embed",
    .brief = "A layer that gives a learned vector for each id.",
    .fields = {field<&Embed::table>("table: float[count, size]", "a row for each id")},
    .methods = {method<&Embed::call>("call(ids: int[...]) -> float[..., size]",
                                     "The rows of these ids; error[index] where there is none.")},
    .example = "nn.Embed([[1.0], [2.0]])([1, 0])  #> [[2],\n#>  [1]]",
    .source = "flax.nnx.Embed",
};
const Struct& Embed::record() { return nn_embed_struct; }

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
        "nn.dropout(inout key: key, x: number[...], rate: real = 0.5, train: bool = true) -> "
        "number[...]",
    .brief = "x with elements set to 0 at random while training; a place `&key` moves on.",
    .params = {{"rate", "the chance of 0, below 1"}, {"train", "false: x itself"}},
    .errors = "error[value] where rate is not from 0 to below 1",
    .example = "nn.dropout(rng.key(0), [1.0, 2.0], train = false)  #> [1, 2]",
    .source = "Srivastava et al., JMLR 15, 2014; flax.linen.Dropout",
    .call = bind<&dropout>,
};

}  // namespace rille
