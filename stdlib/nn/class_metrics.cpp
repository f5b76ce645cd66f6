// nn.Confusion, nn.F1, nn.Auc: what is taken for what.
#include "stdlib/nn/layers.h"
#include "stdlib/nn/metrics.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

using Mask = std::optional<Array>;

// 1 where an element counts.
Array weights_of(const Array& x, const Mask& where) {
  return where ? convert(broadcast(*where, x.shape()), Dtype::i32) : ones(x.shape(), Dtype::i32);
}

void need_classes(const Array& classes, int64_t count, const Mask& where, std::string_view metric) {
  Array good = logical_and(ge(classes, 0), lt(classes, Array(count)));
  if (where) good = logical_or(good, logical_not(broadcast(*where, good.shape())));
  check(good, "value", str(metric, " has ", count, " classes, got the class {0}"), {classes});
}

// How often each class was taken for each: [labels, guesses].
Array pairs(const Array& guesses, const Array& labels, int64_t count, const Mask& where) {
  Array places = labels * Array(count) + guesses;
  Array out = zeros({count * count}, Dtype::i32);
  Array flat = flatten_array(places), weights = flatten_array(weights_of(labels, where));
  flat = clip(flat, Array(0), Array(count * count - 1));
  Subscript at{.form = Subscript::Form::index, .index = flat};
  update(out, {at}, weights, Update::add);
  return reshape_to(out, {count, count});
}

Array seen(const Array& scores, const Array& labels, int64_t count, const Mask& where,
           std::string_view metric) {
  Array guesses = guesses_of(scores, labels, metric);
  need_classes(labels, count, where, metric);
  need_classes(guesses, count, where, metric);
  return pairs(guesses, labels, count, where);
}

struct Confusion {
  static const Struct& record();
  Array counts;

  void update(const Array& scores, const Array& labels, const Mask& where) {
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

  void update(const Array& scores, const Array& labels, const Mask& where) {
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
    throw Error(Code::value,
                str("nn.F1 averages \"macro\", \"micro\", \"weighted\" or \"none\", got \"",
                    average, "\""));
  }
  void reset() { hits = guessed = actual = zeros(hits.shape(), Dtype::i32); }

 private:
  static Array diagonal_of(const Array& all) {
    return sum(where(eq(iota(all.shape(), 0), iota(all.shape(), 1)), all, Array(0)), Ints{1});
  }
  // 0 of a class that there is not.
  static Array score(const Array& right, const Array& both) {
    return convert(2 * right, Dtype::f32) / maximum(both, Array(1));
  }
};

// The area under the curve of hits by false alarms, of scores that fall into bins; within one a hit
// counts half.
struct Auc {
  static const Struct& record();
  Array yes, no;

  void update(const Array& scores, const Array& labels, const Mask& where) {
    if (scores.shape() != labels.shape()) {
      throw Error(Code::shape, str("nn.Auc needs a score for each label, got ", scores.type(),
                                   " for labels ", labels.type()));
    }
    int64_t bins = yes.shape()[0].number();
    Array x = flatten_array(inexact(scores));
    Array place =
        clip(convert(floor(x * static_cast<double>(bins)), Dtype::i32), Array(0), Array(bins - 1));
    Array weights = flatten_array(weights_of(labels, where));
    Array is_yes = convert(gt(flatten_array(labels), Array(0)), Dtype::i32);
    Subscript at{.form = Subscript::Form::index, .index = place};
    rille::update(yes, {at}, weights * is_yes, Update::add);
    rille::update(no, {at}, weights * (Array(1) - is_yes), Update::add);
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
  constexpr int64_t most = 46'000;  // pairs are counted by one i32
  need_size(count, maker, parameter, most);
  return count;
}

Confusion confusion(int64_t classes) {
  need_count(classes, "nn.confusion", "classes");
  return {zeros({classes, classes}, Dtype::i32)};
}

F1 f1(int64_t classes, const std::string& average) {
  need_count(classes, "nn.f1", "classes");
  Array none = zeros({classes}, Dtype::i32);
  return {none, none, none, average};
}

Auc auc(int64_t bins) {
  need_size(bins, "nn.auc", "bins");
  Array none = zeros({bins}, Dtype::i32);
  return {none, none};
}

constexpr std::string_view reset_text = "Begins again with nothing.";
constexpr std::string_view merge_text = "Takes in what another one has seen.";
constexpr std::string_view head =
    "update(scores: real[...], labels: int[...], where: bool[...] = nil) -> nil";
constexpr std::string_view update_text =
    "Takes in scores [..., classes], or classes, and their labels.";

}  // namespace

extern const Struct nn_confusion_struct = {
    .name = "nn.Confusion",
    .brief = "How often each class was taken for each.",
    .fields = {field<&Confusion::counts>("var counts: int[classes, classes]", "[label, guess]")},
    .methods = {method<&Confusion::update>(head, update_text),
                method<&Confusion::merge>("merge(other: nn.Confusion) -> nil", merge_text),
                method<&Confusion::compute>("compute() -> int[classes, classes]",
                                            "The counts, [label, guess]."),
                method<&Confusion::reset>("reset() -> nil", reset_text)},
    .example =
        "var m = nn.confusion(2); m.update!([0, 1, 1], [0, 1, 0]); m.compute()\n"
        "#> [[1, 1],\n#>  [0, 1]]",
    .source = "ours",
};
const Struct& Confusion::record() { return nn_confusion_struct; }

extern const Struct nn_f1_struct = {
    .name = "nn.F1",
    .brief = "The harmonic mean of precision and recall.",
    .fields = {field<&F1::hits>("var hits: int[classes]", "how often each class was guessed right"),
               field<&F1::guessed>("var guessed: int[classes]", "how often it was guessed"),
               field<&F1::actual>("var actual: int[classes]", "how often it was the label"),
               field<&F1::average>(
                   "const average: str = \"macro\"",
                   "of classes: all alike, \"weighted\" by their labels, \"micro\" of "
                   "all counts together, \"none\": one for each")},
    .methods = {method<&F1::update>(head, update_text),
                method<&F1::merge>("merge(other: nn.F1) -> nil", merge_text),
                method<&F1::compute>("compute() -> f32[...]", "The mean; 0 of a class not there."),
                method<&F1::reset>("reset() -> nil", reset_text)},
    .example =
        "var m = nn.f1(2, \"none\"); m.update!([1, 1, 0, 0], [1, 0, 0, 0]); m.compute()"
        "  #> [0.8, 0.6666667]",
    .source = "van Rijsbergen, 1979",
};
const Struct& F1::record() { return nn_f1_struct; }

extern const Struct nn_auc_struct = {
    .name = "nn.Auc",
    .brief = "How likely a label 1 has a higher score than a label 0: the area under the ROC.",
    .fields = {field<&Auc::yes>("var yes: int[bins]", "how many scores of labels 1 fall into each"),
               field<&Auc::no>("var no: int[bins]", "how many of labels 0")},
    .methods = {method<&Auc::update>(head,
                                     "Takes in scores from 0 to 1 and labels, above 0 or not."),
                method<&Auc::merge>("merge(other: nn.Auc) -> nil", merge_text),
                method<&Auc::compute>("compute() -> f32",
                                      "The area; nan where one of the labels was never seen."),
                method<&Auc::reset>("reset() -> nil", reset_text)},
    .example =
        "var m = nn.auc(); m.update!([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1]); m.compute()  #> 0.75",
    .source = "Hanley and McNeil, 1982; exact but for scores of one bin",
};
const Struct& Auc::record() { return nn_auc_struct; }

extern const Builtin nn_confusion_builtin = {
    .signature = "nn.confusion(classes: int) -> nn.Confusion",
    .brief = "Counts how often each class is taken for each.",
    .params = {{"classes", "how many there are, > 0"}},
    .errors = "error[value] where classes is not above 0, or labels are not below it",
    .example = "nn.confusion(2).compute().shape  #> (2, 2)",
    .source = "ours",
    .call = bind<&confusion>,
};

extern const Builtin nn_f1_builtin = {
    .signature =
        "nn.f1(classes: int, average: \"macro\" or \"micro\" or \"weighted\" or \"none\" = "
        "\"macro\") -> nn.F1",
    .brief = "The harmonic mean of precision and recall, of what it will be given.",
    .params = {{"classes", "how many there are, > 0"},
               {"average", "of classes: all alike, by their labels, of all counts, one for each"}},
    .errors = "error[value] where classes is not above 0, or labels are not below it",
    .example = "nn.f1(3).compute()  #> 0",
    .source = "van Rijsbergen, 1979",
    .call = bind<&f1>,
};

extern const Builtin nn_auc_builtin = {
    .signature = "nn.auc(bins: int = 1000) -> nn.Auc",
    .brief = "The area under the ROC of what it will be given.",
    .params = {{"bins", "of scores from 0 to 1; scores of one bin count as equal"}},
    .errors = "error[value] where bins is not above 0",
    .example = "nn.auc(10).yes.shape  #> (10,)",
    .source = "Hanley and McNeil, 1982",
    .call = bind<&auc>,
};

}  // namespace rille
