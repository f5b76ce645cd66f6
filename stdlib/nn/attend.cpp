// nn.dot_product_attention, and masks for it.
#include "stdlib/nn/attend.h"

#include <cmath>
#include <limits>

#include "stdlib/nn/norms.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"

namespace rille {
namespace {

Extent from_back(const Array& x, size_t at) { return x.shape()[x.shape().size() - at]; }

// Stacks the rows of the query heads that share a kv head: [..., kv heads, rows, columns].
Array in_groups(const Array& x, Extent heads) {
  if (from_back(x, 3) == heads) return x;
  Shape shape(x.shape().begin(), x.shape().end() - 3);
  int64_t rows = from_back(x, 3).number() / heads.number() * from_back(x, 2).number();
  shape.insert(shape.end(), {heads, Extent(rows), from_back(x, 1)});
  return reshape_to(x, shape);
}

Array apart_again(const Array& x, Extent heads, Extent rows) {
  if (from_back(x, 3) == heads) return x;
  Shape shape(x.shape().begin(), x.shape().end() - 3);
  shape.insert(shape.end(), {heads, rows, from_back(x, 1)});
  return reshape_to(x, shape);
}

Array earlier(const Array& scores) {
  Shape shape(scores.shape().end() - 2, scores.shape().end());
  return ge(iota(shape, 0), iota(shape, 1));
}

// A query whose keys are all masked out gets equal weights, as in JAX, so that `mask` sets a finite
// score. A causal mask alone keeps the query's own position, so that -inf is safe.
Array masked(const Array& scores, const AttentionOptions& seen) {
  if (!seen.mask) {
    if (!seen.causal) return scores;
    return where(earlier(scores), scores, -std::numeric_limits<double>::infinity());
  }
  Array mask = seen.causal ? logical_and(*seen.mask, earlier(scores)) : *seen.mask;
  double low = scores.dtype() == Dtype::f64 ? std::numeric_limits<double>::max()
                                            : std::numeric_limits<float>::max();
  return where(mask, scores, -0.7 * low);
}

void need_heads(const Array& q, const Array& k, const Array& v) {
  bool fits = q.rank() > 2 && k.rank() > 2 && v.rank() > 2;
  fits = fits && from_back(q, 1) == from_back(k, 1) && from_back(k, 2) == from_back(v, 2) &&
         from_back(k, 3) == from_back(v, 3) && from_back(k, 3).number() > 0 &&
         from_back(q, 3).number() % from_back(k, 3).number() == 0;
  if (fits) return;
  throw Error(
      Code::shape,
      str("attention: `q` is ", q.type(), ", `k` is ", k.type(), " and `v` is ", v.type(),
          " as [..., heads, positions, head_dim], expected one head_dim in `q` and `k`, as many "
          "positions and heads in `k` as in `v`, and kv heads that divide the heads of `q`"));
}

}  // namespace

Array attend(const Array& q, const Array& k, const Array& v, const AttentionOptions& seen) {
  need_heads(q, k, v);
  double scale =
      seen.scale.value_or(1.0 / std::sqrt(static_cast<double>(from_back(q, 1).number())));
  Extent heads = from_back(q, 3), rows = from_back(q, 2), groups = from_back(k, 3);
  Array scores = matmul(in_groups(widened(q) * scale, groups), swap(widened(k), -1, -2));
  scores = apart_again(scores, heads, rows);
  if (seen.bias) scores = scores + *seen.bias;
  Array weights = softmax(masked(scores, seen), -1);
  if (seen.kept) weights = weights * *seen.kept;
  if (weights.dtype() != v.dtype() && widened(v).dtype() == weights.dtype()) {
    weights = convert(weights, v.dtype());
  }
  return apart_again(matmul(in_groups(weights, groups), v), heads, rows);
}

namespace {

Array heads_first(const Array& x) { return swap(strong(inexact(x)), -2, -3); }

Array dot_product_attention(const Array& q, const Array& k, const Array& v, const WhereMask& mask,
                            const std::optional<Array>& bias, bool causal,
                            std::optional<double> scale) {
  for (const Array* x : {&q, &k, &v}) {
    if (x->rank() > 2) continue;
    throw Error(Code::shape, str("nn.dot_product_attention: one of `q`, `k`, `v` is ", x->type(),
                                 ", expected [..., positions, heads, head_dim]"));
  }
  AttentionOptions seen{.causal = causal, .mask = mask, .bias = bias, .scale = scale};
  return swap(attend(heads_first(q), heads_first(k), heads_first(v), seen), -2, -3);
}

Array make_attention_mask(const Array& queries, const Array& keys,
                          const std::optional<Function>& f) {
  Array rows = expand(queries, {-1}), columns = expand(keys, {-2});
  Array out = f ? call(*f, {Value(rows), Value(columns)}).as_array() : rows * columns;
  return expand(out.dtype() == Dtype::boolean ? out : ne(out, Array(0)), {-3});
}

Array make_causal_mask(const Array& x) {
  if (x.rank() == 0)
    throw Error(Code::shape, "nn.make_causal_mask: `x` is a number, expected [..., T]");
  Shape shape = x.shape();
  Extent times = shape.back();
  shape.insert(shape.end() - 1, Extent(1));
  shape.push_back(times);
  auto rank = static_cast<int64_t>(shape.size());
  return ge(iota(shape, rank - 2), iota(shape, rank - 1));
}

Value combine_masks(const Values& masks) {
  Value out;
  for (const Value& mask : masks) {
    if (mask.is_nil()) continue;
    if (!mask.is_array() || mask.array().dtype() != Dtype::boolean) {
      throw Error(Code::dtype, str("nn.combine_masks: a mask is ", kind_text(mask),
                                   ", expected an array of bool"));
    }
    out = out.is_nil() ? mask : Value(logical_and(out.array(), mask.array()));
  }
  return out;
}

}  // namespace

extern const Builtin nn_dot_product_attention_builtin = {
    .signature =
        "nn.dot_product_attention(q: number[...], k: number[...], v: number[...], mask: bool[...] "
        "= nil, bias: real[...] = nil, causal: bool = false, scale: real = nil) -> number[...]",
    .brief =
        "Computes scaled dot-product attention: softmax(scale * q @ k.T + bias) @ v, per head. "
        "Products and softmax are computed in f32 or wider, except the product with `v`.",
    .params =
        {{"q", "Queries, [..., T, heads, head_dim]."},
         {"k",
          "Keys, [..., S, kv_heads, head_dim]. `kv_heads` must divide `heads` (grouped-query "
          "attention)."},
         {"v", "Values, [..., S, kv_heads, v_dim]."},
         {"mask",
          "Broadcasts to [..., heads, T, S]. False masks a key out. A query whose keys are all "
          "masked out attends uniformly to all of them. If nil, no mask is applied."},
         {"bias",
          "Added to the scaled scores before the mask; broadcasts to [..., heads, T, S]. If nil, "
          "no bias is added."},
         {"causal",
          "If true, a query attends only to keys at its own and earlier positions (causal mask)."},
         {"scale", "Factor of the scores. If nil, it is 1 / sqrt(head_dim)."}},
    .returns = "the weighted sums of the values, [..., T, heads, v_dim]",
    .errors = "error[shape] if head_dim, positions or heads of `q`, `k` and `v` are incompatible",
    .example =
        "let x = reshape([1.0, 2.0], (2, 1, 1))\n"
        "nn.dot_product_attention(x, x, x, causal = true)[0, 0]  #> [1]",
    .source = "Vaswani et al., arXiv 1706.03762, eq. 1; jax.nn.dot_product_attention",
    .call = bind<&dot_product_attention>,
};

extern const Builtin nn_make_attention_mask_builtin = {
    .signature =
        "nn.make_attention_mask(queries: number[...], keys: number[...], f: fn(q, k) = nil) -> "
        "bool[...]",
    .brief =
        "Creates an attention mask [..., 1, T, S] from per-position values of queries and keys.",
    .params = {{"queries", "[..., T]. In the default mask, 0 marks padding."},
               {"keys", "[..., S]. In the default mask, 0 marks padding."},
               {"f",
                "Function of the queries as [..., T, 1] and the keys as [..., 1, S]. A result that "
                "is true or nonzero allows attention. If nil, both values must be nonzero."}},
    .errors = "error[shape] if the axes before the last cannot be broadcast together",
    .example = "nn.make_attention_mask([1, 0], [1, 1])[0]\n#> [[true, true],\n#>  [false, false]]",
    .source = "flax.nnx.make_attention_mask",
    .call = bind<&make_attention_mask>,
};

extern const Builtin nn_make_causal_mask_builtin = {
    .signature = "nn.make_causal_mask(x: number[...]) -> bool[...]",
    .brief =
        "Creates a causal attention mask, [..., 1, T, T]. It is true where the key is not after "
        "the query.",
    .params = {{"x", "Array [..., T], of which only the shape is used."}},
    .errors = "error[shape] if `x` is a number",
    .example = "nn.make_causal_mask(ones(2))[0]\n#> [[true, false],\n#>  [true, true]]",
    .source = "flax.nnx.make_causal_mask",
    .call = bind<&make_causal_mask>,
};

extern const Builtin nn_combine_masks_builtin = {
    .signature = "nn.combine_masks(...masks: any) -> any",
    .brief = "Computes the logical AND of all masks; nil if all of them are nil.",
    .params = {{"masks",
                "Arrays of bool whose shapes broadcast together. A mask that is nil is ignored."}},
    .errors = "error[dtype] if a mask is not an array of bool",
    .example = "nn.combine_masks([true, true], nil, [true, false])  #> [true, false]",
    .source = "flax.nnx.combine_masks",
    .call = bind<&combine_masks>,
};

}  // namespace rille
