// nn.Embed: a learned vector for each id.
#include <cmath>

#include "stdlib/nn/layers.h"
#include "stdlib/rng.h"
#include "vm/bind.h"

namespace rille {
namespace {

struct Embed {
  static const Struct& record();
  Array table;

  Array call(const Array& ids) const { return take(table, ids, 0); }
  Array attend(const Array& x) const { return matmul(x, transpose(table)); }
};

Embed embed(Keys& keys, int64_t count, int64_t size) {
  need_size(count, "nn.embed", "count");
  need_size(size, "nn.embed", "size");
  return {rng::normal(keys.sole(), {count, size}) * std::sqrt(1.0 / static_cast<double>(size))};
}

}  // namespace

extern const Struct nn_embed_struct = {
    .name = "nn.Embed",
    .brief = "A layer that gives a learned vector for each id.",
    .fields = {field<&Embed::table>("table: float[count, size]", "a row for each id")},
    .methods = {method<&Embed::call>("call(ids: int[...]) -> float[..., size]",
                                     "The rows of these ids; error[index] where there is none."),
                method<&Embed::attend>("attend(x: number[..., size]) -> number[..., count]",
                                       "How well x fits each id: x @ table.T.")},
    .example = "nn.Embed([[1.0], [2.0]])([1, 0])  #> [[2],\n#>  [1]]",
    .source = "flax.nnx.Embed",
};
const Struct& Embed::record() { return nn_embed_struct; }

extern const Builtin nn_embed_builtin = {
    .signature = "nn.embed(inout key: key or nn.Rngs, count: int, size: int) -> nn.Embed",
    .brief = "A layer that gives a learned vector for each id.",
    .params = {{"key", "a place `&key` moves on, as `&rngs` does"},
               {"count", "how many ids there are"},
               {"size", "of each vector"}},
    .errors =
        "error[value] where a size is below 1; a call with an id out of range is error[index]",
    .example = "nn.embed(rng.key(0), 10, 4)([1, 2]).shape  #> (2, 4)",
    .source = "flax.nnx.Embed, its default weights",
    .call = bind<&embed>,
};

}  // namespace rille
