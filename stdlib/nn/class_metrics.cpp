// nn.ConfusionMatrix, nn.F1, nn.Auc: classification metrics.
#include "stdlib/nn/layers.h"
#include "stdlib/nn/metrics.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

using WhereMask = std::optional<Array>;

// Returns 1 for elements that `where` marks, and 0 for others.
Array weights_of(const Array& x, const WhereMask& where) {
  return where ? convert(broadcast(*where, x.shape()), Dtype::i32) : ones(x.shape(), Dtype::i32);
}

void need_classes(const Array& classes, int64_t count, const WhereMask& where,
                  std::string_view metric) {
  Array good = logical_and(ge(classes, 0), lt(classes, Array(count)));
  if (where) good = logical_or(good, logical_not(broadcast(*where, good.shape())));
  check(good, "value", str(metric, ": class {0} is out of range, expected 0 <= class < ", count),
        {classes});
}

// Returns the confusion matrix, [label, prediction].
Array pairs(const Array& guesses, const Array& labels, int64_t count, const WhereMask& where) {
  Array places = labels * Array(count) + guesses;
  Array out = zeros({count * count}, Dtype::i32);
  Array flat = flatten_array(places), weights = flatten_array(weights_of(labels, where));
  flat = clip(flat, Array(0), Array(count * count - 1));
  Subscript at{.form = Subscript::Kind::index, .index = flat};
  update(out, {at}, weights, UpdateOp::add);
  return reshape_to(out, {count, count});
}

Array seen(const Array& scores, const Array& labels, int64_t count, const WhereMask& where,
           std::string_view metric) {
  Array guesses = guesses_of(scores, labels, metric);
  need_classes(labels, count, where, metric);
  need_classes(guesses, count, where, metric);
  return pairs(guesses, labels, count, where);
}

struct Confusion {
  static const Struct& record();
  Array counts;

  void update(const Array& scores, const Array& labels, const WhereMask& where) {
    counts = counts + seen(scores, labels, counts.shape()[0].number(), where, record().name);
  }
  void merge(const Value& other) { counts = counts + record_from<Confusion>(other).counts; }
  Array compute() const { return counts; }
  void reset() { counts = zeros(counts.shape(), Dtype::i32); }
};

struct F1 {
  static const Struct& record();
  Array hits, guessed, actual;
  std::string average = "macro";

  void update(const Array& scores, const Array& labels, const WhereMask& where) {
    Array all = seen(scores, labels, hits.shape()[0].number(), where, record().name);
    hits = hits + diagonal_of(all);
    guessed = guessed + sum(all, Ints{0});
    actual = actual + sum(all, Ints{1});
  }
  void merge(const Value& other) {
    auto more = record_from<F1>(other);
    hits = hits + more.hits;
    guessed = guessed + more.guessed;
    actual = actual + more.actual;
  }
  Array compute() const {
    if (average == "micro") return score(sum(hits), sum(guessed) + sum(actual));
    Array each = score(hits, guessed + actual);
    if (average == "none") return each;
    if (average == "macro") return mean(each);
    if (average == "weighted") return sum(each * actual) / maximum(sum(actual), Array(1));
    throw Error(Code::value, str("nn.F1: `average` is \"", average,
                                 "\", expected \"macro\", \"micro\", \"weighted\" or \"none\""));
  }
  void reset() { hits = guessed = actual = zeros(hits.shape(), Dtype::i32); }

 private:
  static Array diagonal_of(const Array& all) {
    return sum(where(eq(iota(all.shape(), 0), iota(all.shape(), 1)), all, Array(0)), Ints{1});
  }
  // Returns 0 for a class without labels and predictions.
  static Array score(const Array& right, const Array& both) {
    return convert(2 * right, Dtype::f32) / maximum(both, Array(1));
  }
};

// The area under the curve of true-positive rate by false-positive rate. Scores are counted in
// bins: a positive and a negative example in one bin count half.
struct Auc {
  static const Struct& record();
  Array yes, no;

  void update(const Array& scores, const Array& labels, const WhereMask& where) {
    if (scores.shape() != labels.shape()) {
      throw Error(Code::shape, str("nn.Auc: `scores` is ", scores.type(),
                                   ", expected the shape of `labels`, which is ", labels.type()));
    }
    int64_t bins = yes.shape()[0].number();
    Array x = flatten_array(inexact(scores));
    Array place =
        clip(convert(floor(x * static_cast<double>(bins)), Dtype::i32), Array(0), Array(bins - 1));
    Array weights = flatten_array(weights_of(labels, where));
    Array is_yes = convert(gt(flatten_array(labels), Array(0)), Dtype::i32);
    Subscript at{.form = Subscript::Kind::index, .index = place};
    rille::update(yes, {at}, weights * is_yes, UpdateOp::add);
    rille::update(no, {at}, weights * (Array(1) - is_yes), UpdateOp::add);
  }
  void merge(const Value& other) {
    auto more = record_from<Auc>(other);
    yes = yes + more.yes;
    no = no + more.no;
  }
  Array compute() const {
    Array hits = convert(yes, Dtype::f32), alarms = convert(no, Dtype::f32);
    Array above = sum(hits) - cumsum(hits);
    return sum(alarms * (above + 0.5 * hits)) / (sum(hits) * sum(alarms));
  }
  void reset() { yes = no = zeros(yes.shape(), Dtype::i32); }
};

int64_t need_count(int64_t count, std::string_view maker, std::string_view parameter) {
  constexpr int64_t most = 46'000;  // an i32 is the index of a (label, prediction) pair
  need_size(count, maker, parameter, most);
  return count;
}

Confusion confusion(int64_t classes) {
  need_count(classes, "nn.confusion_matrix", "num_classes");
  return {zeros({classes, classes}, Dtype::i32)};
}

F1 f1(int64_t classes, const std::string& average) {
  need_count(classes, "nn.f1", "num_classes");
  Array none = zeros({classes}, Dtype::i32);
  return {none, none, none, average};
}

Auc auc(int64_t bins) {
  need_size(bins, "nn.auc", "bins");
  Array none = zeros({bins}, Dtype::i32);
  return {none, none};
}

constexpr std::string_view reset_text = "Resets all counts to 0.";
constexpr std::string_view merge_text = "Adds the counts of `other`.";
constexpr std::string_view head =
    "update(scores: real[...], labels: int[...], where: bool[...] = nil) -> nil";
constexpr std::string_view update_text =
    "Accumulates predictions and labels. `scores` holds logits or probabilities [..., classes], of "
    "which the largest is the prediction, or predicted classes of the shape of `labels`. Elements "
    "with `where` false are ignored; if nil, none are.";
constexpr std::string_view classes_text = "Number of classes, from 1 to 46,000.";
constexpr std::string_view class_errors_text =
    "error[value] if `num_classes` is not from 1 to 46,000, or if `update` is given a class "
    "outside of 0 to classes - 1";
constexpr std::string_view average_text =
    "One of `\"macro\"` (mean over classes), `\"weighted\"` (mean weighted by the number of true "
    "labels of each class), `\"micro\"` (computed from total counts), `\"none\"` (one value per "
    "class).";

}  // namespace

extern const Struct nn_confusion_matrix_struct = {
    .name = "nn.ConfusionMatrix",
    .brief = "Confusion matrix metric: counts of (label, prediction) pairs.",
    .fields = {field<&Confusion::counts>("var counts: int[classes, classes]",
                                         "Number of examples of each pair, [label, prediction].")},
    .methods = {method<&Confusion::update>(head, update_text),
                method<&Confusion::merge>("merge(other: nn.ConfusionMatrix) -> nil", merge_text),
                method<&Confusion::compute>("compute() -> int[classes, classes]",
                                            "Returns the confusion matrix, [label, prediction]."),
                method<&Confusion::reset>("reset() -> nil", reset_text)},
    .example =
        "var m = nn.confusion_matrix(2); m.update!([0, 1, 1], [0, 1, 0]); m.compute()\n"
        "#> [[1, 1],\n#>  [0, 1]]",
    .source = "ours",
};
const Struct& Confusion::record() { return nn_confusion_matrix_struct; }

extern const Struct nn_f1_struct = {
    .name = "nn.F1",
    .brief = "F1 score metric: the harmonic mean of precision and recall.",
    .fields = {field<&F1::hits>("var true_positives: int[classes]",
                                "Number of true positives of each class."),
               field<&F1::guessed>("var predicted: int[classes]",
                                   "Number of predictions of each class."),
               field<&F1::actual>("var support: int[classes]",
                                  "Number of labels of each class (support)."),
               field<&F1::average>("const average: str = \"macro\"", average_text)},
    .methods = {method<&F1::update>(head, update_text),
                method<&F1::merge>("merge(other: nn.F1) -> nil", merge_text),
                method<&F1::compute>(
                    "compute() -> f32[...]",
                    "Returns the F1 score, from 0 to 1; one per class if `average` is `\"none\"`. "
                    "A class without labels and predictions has the score 0."),
                method<&F1::reset>("reset() -> nil", reset_text)},
    .example =
        "var m = nn.f1(2, \"none\"); m.update!([1, 1, 0, 0], [1, 0, 0, 0]); m.compute()  #> [0.8, "
        "0.6666667]",
    .source = "van Rijsbergen, 1979",
};
const Struct& F1::record() { return nn_f1_struct; }

extern const Struct nn_auc_struct = {
    .name = "nn.Auc",
    .brief =
        "ROC AUC metric: the area under the receiver operating characteristic curve. It is the "
        "probability that a positive example has a higher score than a negative one. It is exact "
        "except that scores in the same bin count as equal.",
    .fields = {field<&Auc::yes>("var positives: int[bins]",
                                "Number of positive examples whose score falls into each bin."),
               field<&Auc::no>("var negatives: int[bins]",
                               "Number of negative examples whose score falls into each bin.")},
    .methods =
        {method<&Auc::update>(
             head,
             "Accumulates scores from 0 to 1 and labels of the same shape. A label above 0 is "
             "positive. Scores outside of the range count in the first or the last bin. Elements "
             "with `where` false are ignored; if nil, none are."),
         method<&Auc::merge>("merge(other: nn.Auc) -> nil", merge_text),
         method<&Auc::compute>(
             "compute() -> f32",
             "Returns the area, from 0 to 1; NaN if positive or negative examples are missing."),
         method<&Auc::reset>("reset() -> nil", reset_text)},
    .example =
        "var m = nn.auc(); m.update!([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1]); m.compute()  #> 0.75",
    .source = "Hanley and McNeil, 1982",
};
const Struct& Auc::record() { return nn_auc_struct; }

extern const Builtin nn_confusion_matrix_builtin = {
    .signature = "nn.confusion_matrix(num_classes: int) -> nn.ConfusionMatrix",
    .brief = "Creates a confusion matrix metric with all counts 0.",
    .params = {{"num_classes", classes_text}},
    .errors = class_errors_text,
    .example = "nn.confusion_matrix(2).compute().shape  #> (2, 2)",
    .source = "ours",
    .call = bind<&confusion>,
};

extern const Builtin nn_f1_builtin = {
    .signature =
        "nn.f1(num_classes: int, average: \"macro\" or \"micro\" or \"weighted\" or \"none\" = "
        "\"macro\") -> nn.F1",
    .brief = "Creates an F1 score metric: the harmonic mean of precision and recall.",
    .params = {{"num_classes", classes_text}, {"average", average_text}},
    .errors = class_errors_text,
    .example = "nn.f1(3).compute()  #> 0",
    .source = "van Rijsbergen, 1979",
    .call = bind<&f1>,
};

extern const Builtin nn_auc_builtin = {
    .signature = "nn.auc(bins: int = 1000) -> nn.Auc",
    .brief = "Creates a ROC AUC metric, which counts scores from 0 to 1 in bins.",
    .params = {{"bins", "Number of bins, ≥ 1. Scores in the same bin count as equal."}},
    .errors = "error[value] if `bins` is below 1",
    .example = "nn.auc(10).positives.shape  #> (10,)",
    .source = "Hanley and McNeil, 1982",
    .call = bind<&auc>,
};

}  // namespace rille
