// nn.Average, nn.Accuracy, nn.Perplexity, nn.Welford: metrics.
#include "stdlib/nn/metrics.h"

#include "stdlib/nn/layers.h"
#include "stdlib/nn/norms.h"
#include "vm/bind.h"

namespace rille {

Array counted(const Array& x, const WhereMask& where) {
  if (!where) return Array(x.type().count());
  return sum(convert(broadcast(*where, x.shape()), Dtype::i32));
}

Array summed(const Array& given, const WhereMask& where) {
  Array x = widened(given);
  return sum(where ? rille::where(broadcast(*where, x.shape()), x, 0.0) : x);
}

Array guesses_of(const Array& scores, const Array& labels, std::string_view metric) {
  if (scores.rank() == labels.rank() + 1) return argmax(scores, -1);
  bool is_guess = scores.rank() == labels.rank() && is_integer(scores.dtype());
  if (is_guess) return scores;
  throw Error(Code::shape,
              str(metric, ": `scores` is ", scores.type(),
                  ", expected logits [..., classes] or integer classes for `labels`, which is ",
                  labels.type()));
}

namespace {

struct Average {
  static const Struct& record();
  Array total = Array(0.0), count = Array(int64_t{0});

  void update(const Array& values, const WhereMask& where) {
    total = total + summed(values, where);
    count = count + counted(values, where);
  }
  void merge(const Value& other) {
    auto more = record_from<Average>(other);
    total = total + more.total;
    count = count + more.count;
  }
  Array compute() const { return total / count; }
  void reset() { *this = Average(); }
};

struct Accuracy {
  static const Struct& record();
  Array total = Array(int64_t{0}), count = Array(int64_t{0});
  std::optional<double> threshold;

  void update(const Array& scores, const Array& labels, const WhereMask& where) {
    Array right = threshold ? right_of_two(scores, labels)
                            : eq(guesses_of(scores, labels, record().name), labels);
    Array hits = convert(right, Dtype::i32);
    if (where) hits = rille::where(broadcast(*where, hits.shape()), hits, Array(0));
    total = total + sum(hits);
    count = count + counted(right, where);
  }
  void merge(const Value& other) {
    auto more = record_from<Accuracy>(other);
    total = total + more.total;
    count = count + more.count;
  }
  Array compute() const { return convert(total, Dtype::f32) / count; }
  void reset() { total = count = Array(int64_t{0}); }

 private:
  Array right_of_two(const Array& scores, const Array& labels) const {
    if (scores.shape() != labels.shape()) {
      throw Error(Code::shape, str("nn.Accuracy: `scores` is ", scores.type(),
                                   ", expected the shape of `labels`, which is ", labels.type(),
                                   ", because `threshold` is set"));
    }
    Array limit(*threshold);
    return eq(ge(scores, limit), gt(labels, Array(0)));
  }
};

// Computes exp of the mean of -log p(label).
struct Perplexity {
  static const Struct& record();
  Array total = Array(0.0), count = Array(int64_t{0});

  void update(const Array& scores, const Array& labels, const WhereMask& where) {
    if (scores.rank() != labels.rank() + 1) {
      throw Error(Code::shape,
                  str("nn.Perplexity: `scores` is ", scores.type(),
                      ", expected logits [..., classes] for `labels`, which is ", labels.type()));
    }
    Array x = widened(scores);
    Array of_label = eq(expand(labels, {-1}), iota({x.shape().back()}, 0, labels.dtype()));
    Array lost = logsumexp(x, Ints{-1}) - sum(rille::where(of_label, x, 0.0), Ints{-1});
    total = total + summed(lost, where);
    count = count + counted(lost, where);
  }
  void merge(const Value& other) {
    auto more = record_from<Perplexity>(other);
    total = total + more.total;
    count = count + more.count;
  }
  Array compute() const { return exp(total / count); }
  void reset() { *this = Perplexity(); }
};

struct Welford {
  static const Struct& record();
  Array count = Array(int64_t{0}), mean = Array(0.0), squares = Array(0.0);

  void update(const Array& values, const WhereMask& where) {
    Array x = widened(values);
    Ints axes;
    for (int64_t axis = 0; axis < x.rank(); ++axis) axes.push_back(axis);
    NormStatistics now = moments_of(x, axes, where);
    Array n = counted(x, where);
    join(n, reshape_to(now.mean, {}), reshape_to(now.variance, {}) * n);
  }
  void merge(const Value& other) {
    auto more = record_from<Welford>(other);
    join(more.count, more.mean, more.squares);
  }
  Value compute(State& state) const {
    Array deviation = sqrt(squares / count);
    return Value::record(state, {{"mean", Value::from_array(mean)},
                                 {"error", Value::from_array(deviation / sqrt(inexact(count)))},
                                 {"deviation", Value::from_array(deviation)}});
  }
  void reset() { *this = Welford(); }

 private:
  // Merges n elements with mean `middle` and sum of squared deviations `spread` (Chan et al., 1979,
  // eq. 2.1). If n is 0, both are NaN or 0 and are ignored.
  void join(const Array& n, const Array& middle, const Array& spread) {
    Array all = count + n, some = maximum(all, Array(int64_t{1}));
    Array apart = where(gt(n, 0), middle - mean, 0.0);
    mean = mean + apart * n / some;
    squares = squares + where(gt(n, 0), spread, 0.0) + apart * apart * n * count / some;
    count = all;
  }
};

constexpr std::string_view metrics_reset_text = "Resets the metric to its initial state.";
constexpr std::string_view metrics_merge_text = "Merges the state of another metric of this type.";
constexpr std::string_view metrics_values_text =
    "Accumulates the elements of `values`. `where` broadcasts to `values`; elements with false are "
    "ignored. If nil, none are.";
constexpr std::string_view where_head = "update(values: real[...], where: bool[...] = nil) -> nil";
constexpr std::string_view scores_head =
    "update(scores: real[...], labels: int[...], where: bool[...] = nil) -> nil";

}  // namespace

extern const Struct nn_average_struct = {
    .name = "nn.Average",
    .brief = "Average metric: the mean of all accumulated values.",
    .fields = {field<&Average::total>("var total: real = 0.0", "Sum of the values."),
               field<&Average::count>("var count: int = 0", "Number of values.")},
    .methods = {method<&Average::update>(where_head, metrics_values_text),
                method<&Average::merge>("merge(other: nn.Average) -> nil", metrics_merge_text),
                method<&Average::compute>("compute() -> real",
                                          "Returns the mean; NaN before the first update."),
                method<&Average::reset>("reset() -> nil", metrics_reset_text)},
    .example = "var m = nn.Average(); m.update!([1.0, 2.0]); m.update!(6.0); m.compute()  #> 3",
    .source = "flax.nnx.metrics.Average",
};
const Struct& Average::record() { return nn_average_struct; }

extern const Struct nn_accuracy_struct = {
    .name = "nn.Accuracy",
    .brief =
        "Classification accuracy metric: the fraction of examples whose predicted class equals the "
        "label.",
    .fields = {field<&Accuracy::total>("var total: int = 0", "Number of correct predictions."),
               field<&Accuracy::count>("var count: int = 0", "Number of examples."),
               field<&Accuracy::threshold>(
                   "const threshold: real = nil",
                   "Decision threshold for binary classification: a score at or above it predicts "
                   "class 1. If nil, the prediction is the argmax over the classes.")},
    .methods =
        {method<&Accuracy::update>(
             scores_head,
             "Accumulates predictions and labels. `scores` holds logits or probabilities [..., "
             "classes], predicted classes of the shape of `labels`, or, with a threshold, one "
             "score per label. Elements with `where` false are ignored; if nil, none are."),
         method<&Accuracy::merge>("merge(other: nn.Accuracy) -> nil", metrics_merge_text),
         method<&Accuracy::compute>(
             "compute() -> f32", "Returns the accuracy, from 0 to 1; NaN before the first update."),
         method<&Accuracy::reset>("reset() -> nil", metrics_reset_text)},
    .example =
        "var m = nn.Accuracy(); m.update!([[0.1, 0.9], [0.8, 0.2]], [1, 1]); m.compute()  #> 0.5",
    .source = "flax.nnx.metrics.Accuracy",
};
const Struct& Accuracy::record() { return nn_accuracy_struct; }

extern const Struct nn_perplexity_struct = {
    .name = "nn.Perplexity",
    .brief =
        "Perplexity metric: exp of the mean negative log-likelihood of the labels. Probabilities "
        "are the softmax of the logits.",
    .fields = {field<&Perplexity::total>("var total: real = 0.0",
                                         "Sum of the negative log-likelihoods."),
               field<&Perplexity::count>("var count: int = 0", "Number of labels.")},
    .methods = {method<&Perplexity::update>(
                    scores_head,
                    "Accumulates logits [..., classes] and labels. Elements with `where` false are "
                    "ignored; if nil, none are."),
                method<&Perplexity::merge>("merge(other: nn.Perplexity) -> nil",
                                           metrics_merge_text),
                method<&Perplexity::compute>(
                    "compute() -> real", "Returns the perplexity; NaN before the first update."),
                method<&Perplexity::reset>("reset() -> nil", metrics_reset_text)},
    .example = "var m = nn.Perplexity(); m.update!(zeros((3, 8)), [0, 1, 2]); m.compute()  #> 8",
    .source = "Jelinek et al., 1977",
};
const Struct& Perplexity::record() { return nn_perplexity_struct; }

extern const Struct nn_welford_struct = {
    .name = "nn.Welford",
    .brief =
        "Mean and standard deviation metric, computed by Welford's algorithm, which is numerically "
        "stable.",
    .fields = {field<&Welford::count>("var count: int = 0", "Number of values."),
               field<&Welford::mean>("var mean: real = 0.0", "Mean of the values."),
               field<&Welford::squares>("var squares: real = 0.0",
                                        "Sum of the squared deviations from the mean.")},
    .methods = {method<&Welford::update>(where_head, metrics_values_text),
                method<&Welford::merge>("merge(other: nn.Welford) -> nil", metrics_merge_text),
                method<&Welford::compute>(
                    "compute() -> record",
                    "Returns a record: `mean`, `deviation` (population standard deviation), and "
                    "`error` (standard error of the mean)."),
                method<&Welford::reset>("reset() -> nil", metrics_reset_text)},
    .example =
        "var m = nn.Welford(); m.update!([1.0, 3.0]); m.update!([5.0, 7.0])\n"
        "(m.compute().mean, m.compute().deviation)  #> (4, 2.236068)",
    .source = "Welford, 1962; Chan et al., 1979; flax.nnx.metrics.Welford",
};
const Struct& Welford::record() { return nn_welford_struct; }

}  // namespace rille
