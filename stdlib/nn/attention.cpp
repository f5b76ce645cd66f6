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

struct Attention {
  static const Struct& record();
  Array q, k, v, out;
  bool causal = false;

  Array call(const Array& x) const {
    double scale = 1.0 / std::sqrt(static_cast<double>(q.shape()[2].number()));
    Array scores = matmul(heads_of(x, q) * scale, swap(heads_of(x, k), -1, -2));
    if (causal) scores = masked(scores);
    Array mixed = swap(matmul(softmax(scores, -1), heads_of(x, v)), -2, -3);  // [B, T, H, D]
    Shape joined(mixed.shape().begin(), mixed.shape().end() - 2);
    joined.push_back(out.shape()[0] * out.shape()[1]);
    Array w = reshape_to(out, {out.shape()[0] * out.shape()[1], out.shape()[2]});
    return matmul(reshape_to(mixed, joined), w);
  }
};

Attention attention(Keys& keys, int64_t size, int64_t heads, bool causal) {
  if (heads < 1 || size < 1 || size % heads != 0) {
    throw Error(Code::value, str("nn.attention needs a size that is a multiple of the heads, got ",
                                 size, " and ", heads))
        .label(1)
        .label(2);
  }
  auto weights = [&] { return lecun_normal(keys.next(), {size, size}, Dtype::f32); };
  Ints in = {size, heads, size / heads};
  Attention layer;
  layer.q = reshape(weights(), in);
  layer.k = reshape(weights(), in);
  layer.v = reshape(weights(), in);
  layer.out = reshape(weights(), {heads, size / heads, size});
  layer.causal = causal;
  return layer;
}

}  // namespace

extern const Struct nn_attention_struct = {
    .name = "nn.Attention",
    .brief = "A layer in which every time looks at all others, in several heads.",
    .fields = {field<&Attention::q>("q: float[size, heads, part]", "what a time asks for"),
               field<&Attention::k>("k: float[size, heads, part]", "what a time has to say"),
               field<&Attention::v>("v: float[size, heads, part]", "what it then gives"),
               field<&Attention::out>("out: float[heads, part, size]", "joins the heads"),
               field<&Attention::causal>("causal: bool = false", "no time sees a later one")},
    .methods = {method<&Attention::call>(
        "call(x: number[..., time, size]) -> number[..., time, size]",
        "What each time makes of those that it sees.")},
    .example = "nn.attention(rng.key(0), 8, heads = 2).q.shape  #> (8, 2, 4)",
    .source = "Vaswani et al., arXiv 1706.03762, sec. 3.2; without biases",
};
const Struct& Attention::record() { return nn_attention_struct; }

extern const Builtin nn_attention_builtin = {
    .signature =
        "nn.attention(inout key: key or nn.Rngs, size: int, heads: int = 8, causal: bool = false) "
        "-> "
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
