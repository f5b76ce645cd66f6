// nn.attention: multi-head self-attention.
#include <cmath>
#include <limits>

#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "vm/bind.h"

namespace rille {
namespace {

// Shapes: B any leading axes, T time, C channels, H heads, D = C / H. The weights are [C, H, D]
// and [H, D, C], so that the number of heads is no leaf of the tree.
Array heads_of(const Array& x, const Array& w) {
  Shape flat = {w.shape()[0], w.shape()[1] * w.shape()[2]};
  Array y = matmul(x, reshape_to(w, flat));
  Shape shape(x.shape().begin(), x.shape().end() - 1);
  shape.insert(shape.end(), w.shape().begin() + 1, w.shape().end());
  return swap(reshape_to(y, shape), -2, -3);  // [B, H, T, D]
}

Array masked(const Array& scores) {
  Shape shape(scores.shape().end() - 2, scores.shape().end());
  Array seen = ge(iota(shape, 0), iota(shape, 1));
  return where(seen, scores, -std::numeric_limits<double>::infinity());
}

Values attention_call(State&, Values args) {
  Array x = input_of(args, "nn.Attention");
  Array q = field_of(args[0], "q").as_array(), out = field_of(args[0], "out").as_array();
  if (x.rank() < 2 || x.shape().back() != q.shape().front()) {
    throw Error(Code::shape, str("nn.Attention: x is ", x.type(), " but q is ", q.type()));
  }
  Array k = heads_of(x, field_of(args[0], "k").as_array());
  Array v = heads_of(x, field_of(args[0], "v").as_array());
  double scale = 1.0 / std::sqrt(static_cast<double>(q.shape()[2].number()));
  Array scores = matmul(heads_of(x, q) * scale, swap(k, -1, -2));
  const bool* causal = std::get_if<bool>(&field_of(args[0], "causal").any());
  if (causal != nullptr && *causal) scores = masked(scores);
  Array mixed = swap(matmul(softmax(scores, -1), v), -2, -3);  // [B, T, H, D]
  Shape joined(mixed.shape().begin(), mixed.shape().end() - 2);
  joined.push_back(out.shape()[0] * out.shape()[1]);
  Array w = reshape_to(out, {out.shape()[0] * out.shape()[1], out.shape()[2]});
  return {Value(matmul(reshape_to(mixed, joined), w))};
}

const LibraryStruct attention_struct = {
    .name = "nn.Attention",
    .fields = {"q", "k", "v", "out", "causal"},
    .methods = {{.name = "call", .params = {{.name = "x"}}, .call = attention_call}},
};

Value attention(State& state, const Array& key, int64_t size, int64_t heads, bool causal) {
  if (heads < 1 || size < 1 || size % heads != 0) {
    throw Error(Code::value, str("nn.attention needs a size that is a multiple of the heads, got ",
                                 size, " and ", heads));
  }
  Array left = key;
  auto weights = [&] { return lecun_normal(rng::next(left), {size, size}, Dtype::f32); };
  Ints in = {size, heads, size / heads}, out = {heads, size / heads, size};
  Array q = reshape(weights(), in), k = reshape(weights(), in), v = reshape(weights(), in);
  return make_instance(
      state, attention_struct,
      {{"q", q}, {"k", k}, {"v", v}, {"out", reshape(weights(), out)}, {"causal", Value(causal)}});
}

}  // namespace

extern const Builtin nn_attention_builtin = {
    .signature =
        "nn.attention(inout key: key, size: int, heads: int = 8, causal: bool = false) -> "
        "nn.Attention",
    .brief = "A layer in which every time looks at all others, in several heads.",
    .params = {{"size", "of the last axis of x"},
               {"heads", "divides the size"},
               {"causal", "no time sees a later one"}},
    .errors = "error[value] where heads does not divide size",
    .example = "nn.attention(rng.key(0), 8, heads = 2)(ones((3, 8))).shape  #> (3, 8)",
    .source = "Vaswani et al., arXiv 1706.03762, sec. 3.2; without biases",
    .call = bind<&attention>,
};

}  // namespace rille
