// nn.Embed: a learned embedding vector for each id.
#include <cmath>

#include "stdlib/nn/layers.h"
#include "stdlib/nn/policy.h"
#include "stdlib/rng.h"
#include "vm/bind.h"

namespace rille {
namespace {

struct Embed {
  static const Struct& record();
  Array table;
  LayerDtype dtype;

  // Converts the vectors after the look-up, so that the gradient of the table is summed in f32.
  Array call(const Array& ids) const { return dtype.result(dtype.operand(take(table, ids, 0))); }
  Array attend(const Array& x) const {
    return dtype.result(matmul(dtype.operand(x), transpose(dtype.operand(table))));
  }
};

Embed embed(KeySource& keys, int64_t count, int64_t size) {
  need_size(count, "nn.embed", "num_embeddings");
  need_size(size, "nn.embed", "features");
  Embed out;
  out.table = rng::normal(keys.sole(), {count, size}) * std::sqrt(1.0 / static_cast<double>(size));
  return out;
}

}  // namespace

extern const Struct nn_embed_struct = {
    .name = "nn.Embed",
    .brief = "Embedding layer: a lookup table of one learned vector per id.",
    .fields = {field<&Embed::table>("table: float[count, size]",
                                    "Embedding table: row i is the vector of id i."),
               field<&Embed::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods =
        {method<&Embed::call>("call(ids: int[...]) -> float[..., size]",
                              "Returns the embedding vectors of `ids`. Raises error[index] if an "
                              "id is out of range."),
         method<&Embed::attend>(
             "attend(x: number[..., size]) -> number[..., count]",
             "Returns the logits of all ids, `x @ table.T`, for example for tied output weights.")},
    .example = "nn.Embed([[1.0], [2.0]])([1, 0])  #> [[2],\n#>  [1]]",
    .source = "flax.nnx.Embed",
};
const Struct& Embed::record() { return nn_embed_struct; }

extern const Builtin nn_embed_builtin = {
    .signature =
        "nn.embed(inout key: key or nn.Rngs, num_embeddings: int, features: int) -> nn.Embed",
    .brief =
        "Creates an embedding layer: a lookup table of one learned vector per id. The table is "
        "sampled from a normal distribution of variance 1 / size.",
    .params = {{"key", layer_key_text},
               {"num_embeddings",
                "Number of ids (vocabulary size): ids are from 0 to num_embeddings - 1."},
               {"features", "Size of each embedding vector."}},
    .errors =
        "error[value] if a size is below 1. The call raises error[index] if an id is out of range",
    .example = "nn.embed(rng.key(0), 10, 4)([1, 2]).shape  #> (2, 4)",
    .source = "flax.nnx.Embed, its default weights",
    .call = bind<&embed>,
};

}  // namespace rille
