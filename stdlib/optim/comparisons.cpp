// Contrastive and ranking losses.
#include <cmath>
#include <limits>

#include "stdlib/optim/losses.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

Array ntxent(const Array& embeddings, const Array& labels, const Array& temperature) {
  Array x = inexact(embeddings);
  if (labels.type().extent(0) != x.type().extent(0)) {
    Error error(Code::shape,
                str("optim.ntxent: `labels` is ", labels.type(),
                    ", expected one label for each row of `embeddings`, ", embeddings.type()));
    throw labelled(labelled(std::move(error), "embeddings"), "labels");
  }
  double least = x.dtype() == Dtype::f64 ? 0x1p-52 : 0x1p-23;
  if (bytes(x.dtype()) == 2) least = x.dtype() == Dtype::f16 ? 0x1p-10 : 0x1p-7;
  Dtype own = x.dtype();
  x = wide(x);
  least = std::sqrt(least);
  Array is_short =
      lt(norm(stop_gradient(x), Ints{-1}, true), least);  // the norm is not differentiable at 0
  Array length = where(is_short, least, norm(where(is_short, 1.0, x), Ints{-1}, true));
  Array unit = x / length;
  Array alike = matmul(unit, transpose(unit)) / temperature;
  Array same = eq(expand(labels, {1}), expand(labels, {0}));
  Array self = eye(x.shape()[0].number(), {}, Dtype::boolean);
  Array pairs = logical_and(same, logical_not(self));
  Array top = stop_gradient(
      max(where(self, -std::numeric_limits<double>::infinity(), alike), Ints{1}, true));
  top = where(isfinite(top), top, 0.0);
  Array low = where(self, 0.0, alike - top);
  Array others = sum(where(same, 0.0, exp(low)), Ints{1}, true);
  Array share = where(pairs, low - log(others + exp(low)), 0.0);
  return as_dtype(-sum(share) / sum(convert(pairs, x.dtype())), own);
}

// source: Schroff et al., arXiv 1503.03832
Array triplet_margin_loss(const Array& anchors, const Array& positives, const Array& negatives,
                          int64_t axis, const Array& norm_degree, const Array& margin,
                          const Array& eps) {
  auto distance = [&](const Array& other, std::string_view name) {
    need_same_shape(anchors, "anchors", other, name);
    Array apart = abs(wide(inexact(anchors) - other));
    // Powers of large differences overflow, so the differences are divided by the largest one.
    Array top = stop_gradient(max(apart, Ints{axis}, true));
    top = where(logical_and(gt(top, 1024.0), isfinite(top)), top, 1.0);
    Array by = squeeze(top, Ints{axis}), less = eps / pow(by, norm_degree);
    return by * pow(sum(pow(apart / top, norm_degree), Ints{axis}) + less, 1.0 / norm_degree);
  };
  Array more = distance(positives, "positives") - distance(negatives, "negatives") + margin;
  return as_dtype(maximum(more, Array(0.0)), inexact(anchors).dtype());
}

Array reduced(const Array& loss, const WhereMask& counts, const std::string& reduce) {
  if (reduce == "none") return masked(loss, counts, Array(0.0));
  Array all = sum_of(loss, {}, counts);
  if (reduce == "sum") return all;
  if (!counts) return mean(loss);
  return all / convert(maximum(sum(convert(*counts, Dtype::i32)), Array(1)), loss.dtype());
}

Array ranking_softmax_loss(const Array& logits, const Array& labels, const WhereMask& where_,
                           const std::optional<Array>& weights, const std::string& reduce) {
  Array x = wide(inexact(logits));
  need_same_shape(x, "logits", labels, "labels");
  Array relevance = as_dtype(labels, x.dtype());
  if (weights) relevance = relevance * *weights;
  Array loss = -sum_of(relevance * log_softmax_of(x, Ints{-1}, where_), Ints{-1}, where_);
  WhereMask lists;
  if (where_) lists = any(broadcast(*where_, x.shape()), Ints{-1});
  return as_dtype(reduced(loss, lists, reduce), inexact(logits).dtype());
}

}  // namespace

extern const Builtin optim_ntxent_builtin = {
    .signature =
        "optim.ntxent(embeddings: real[n, d], labels: int[n], temperature: real = 0.07) -> float[]",
    .brief =
        "Computes the normalized temperature-scaled cross-entropy loss (NT-Xent). It pulls "
        "embeddings of equal labels together and pushes all others apart.",
    .params = {{"embeddings", "Embedding vectors, one in each row."},
               {"labels", "Labels of the rows. Two rows with equal labels are a positive pair."},
               {"temperature", "Divisor of the cosine similarities, > 0."}},
    .returns = "the mean over all positive pairs, in nats; NaN if there is no positive pair",
    .errors = "error[shape] if there is not one label for each row",
    .example = "optim.ntxent([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [0, 0, 1], 1.0)  #> 0.31326166",
    .source = "Chen et al., arXiv 2002.05709; optax.losses.ntxent",
    .call = bind<&ntxent>,
};

extern const Builtin optim_triplet_margin_loss_builtin = {
    .signature =
        "optim.triplet_margin_loss(anchors: real[...], positives: real[...], negatives: real[...], "
        "axis: int = -1, norm_degree: real = 2, margin: real = 1.0, eps: real = 1e-6) -> "
        "float[...]",
    .brief =
        "Computes the triplet margin loss. The loss is max(0, d(anchor, positive) - d(anchor, "
        "negative) + margin), where d is the distance of two vectors.",
    .params =
        {{"anchors", "Anchor vectors."},
         {"positives", "Positive examples: vectors that should be near their anchors."},
         {"negatives", "Vectors that belong far from the anchors."},
         {"axis", "Axis of the vectors."},
         {"norm_degree", "Degree p of the p-norm that is the distance, > 0."},
         {"margin", "Margin between the two distances, in units of the distance."},
         {"eps",
          "Epsilon inside the root of the norm, so that the gradient at distance 0 is finite."}},
    .errors = losses::shapes_text,
    .example = "optim.triplet_margin_loss([0.0], [0.0], [3.0])  #> 0",
    .source = "Schroff et al., arXiv 1503.03832; optax.losses.triplet_margin_loss",
    .call = bind<&triplet_margin_loss>,
};

extern const Builtin optim_ranking_softmax_loss_builtin = {
    .signature =
        "optim.ranking_softmax_loss(logits: real[..., n], labels: real[..., n], where: bool[..., "
        "n] = nil, weights: real[..., n] = nil, reduce: \"mean\" or \"sum\" or \"none\" = "
        "\"mean\") -> float[...]",
    .brief =
        "Computes the listwise softmax ranking loss. It is the cross-entropy of the relevances of "
        "a list and the softmax of its scores.",
    .params =
        {{"logits", "Scores of the n items of a list."},
         {"labels", "Relevance of each item, ≥ 0."},
         {"where", "Mask of the items that exist. If nil, all items exist."},
         {"weights", "Factor of the relevance of each item. If nil, all factors are 1."},
         {"reduce",
          "Reduction over the lists that have an item: one of `\"mean\"`, `\"sum\"`, `\"none\"`."}},
    .errors = losses::shapes_text,
    .example = "optim.ranking_softmax_loss([2.0, 1.0, 3.0], [1.0, 0.0, 0.0])  #> 1.4076059",
    .source = "Cao et al., ICML 2007; optax.losses.ranking_softmax_loss",
    .call = bind<&ranking_softmax_loss>,
};

}  // namespace rille
