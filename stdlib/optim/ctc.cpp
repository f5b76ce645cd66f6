// Connectionist temporal classification (CTC).
#include "stdlib/array/pick.h"
#include "stdlib/optim/losses.h"
#include "stdlib/transform/loops.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Logits [b, t, k] of k classes and labels [b, n]; both are padded at the end.
struct CtcInputs {
  Array logp;          // f[b, t, k]
  Array frame_padded;  // f[b, t], 1 after the end of the sequence
  Array labels;        // i[b, n]
  Array label_padded;  // f[b, n]
  Array blank;         // i[b, 1]
  Array unlikely;      // the logarithm to use for a probability of 0
};

void need_rank(const Array& x, int rank, std::string_view name, std::string_view axes) {
  if (x.rank() == rank) return;
  throw labelled(Error(Code::shape, str(calling_name("optim.ctc_loss"), ": `", name, "` is ",
                                        x.type(), ", expected ", axes)),
                 name);
}

CtcInputs sequences(const Array& logits, const Array& logit_paddings, const Array& labels,
                    const Array& label_paddings, int64_t blank_id, const Array& log_epsilon) {
  need_rank(logits, 3, "logits", "[batch, frames, classes]");
  need_rank(labels, 2, "labels", "[batch, labels]");
  need_same_shape(labels, "labels", label_paddings, "label_paddings");
  Array logp = log_softmax(wide(inexact(logits)), -1);
  need_same_shape(index(logp, {{}, {.form = Subscript::Kind::index, .index = Array(0)}}), "logits",
                  logit_paddings, "logit_paddings");
  if (labels.type().extent(0) != logits.type().extent(0)) {
    Error error(Code::shape, str(calling_name("optim.ctc_loss"), ": `labels` is ", labels.type(),
                                 ", expected the batch size of `logits`, ", logits.type()));
    throw labelled(labelled(std::move(error), "logits"), "labels");
  }
  int64_t classes = logits.shape().back().number();
  if (blank_id < 0 || blank_id >= classes) {
    throw labelled(
        Error(Code::index, str(calling_name("optim.ctc_loss"), ": `blank_id` is ", blank_id,
                               ", expected one of ", classes, " classes, from 0")),
        "blank_id");
  }
  Dtype dtype = logp.dtype();
  Array padded = convert(label_paddings, dtype), places = convert(labels, Dtype::i64);
  Array is_class = logical_and(ge(places, 0), lt(places, classes));
  check(logical_or(is_class, ne(padded, 0.0)), "index",
        str("label {0} is out of range for ", classes, " classes"), {places});
  places = clip(places, Array(0), Array(classes - 1));
  Shape column{logits.type().extent(0), Extent(1)};
  return {logp,
          convert(logit_paddings, dtype),
          places,
          padded,
          full(column, Array(blank_id), Dtype::i64),
          convert(log_epsilon, dtype)};
}

// Forward log-probabilities: the total over all alignments of the first j labels that end in a
// blank (`blank`, from j = 0) or in label j (`label`, from j = 1).
struct AlignmentScores {
  Array blank, label;
};

// Adds the alignments that end in label j to those that end after it.
Array with_ended(const Array& blank, const Array& ended) {
  Array first = slice_axis(blank, 1, 0, 1);
  int64_t count = ended.shape().back().number();
  return concat({first, logaddexp(slice_axis(blank, 1, 1, count), ended)}, 1);
}

struct CtcResult {
  Array loss;
  AlignmentScores paths;  // of each frame
};

CtcResult run(const CtcInputs& of) {
  Extent batch = of.labels.type().extent(0);
  int64_t count = of.labels.shape().back().number();
  // f[t, b, …]: the log-probabilities of the labels and of the blank in each frame.
  Array on_label = move_axis(picked_along(of.logp, 2, expand(of.labels, {1})), 1, 0);
  Array on_blank = move_axis(picked_along(of.logp, 2, expand(of.blank, {1})), 1, 0);
  Array padded = expand(transpose(of.frame_padded), {2});
  Dtype dtype = of.logp.dtype();
  // Between two equal labels a blank is required.
  Array next = roll(of.labels, {-1}, Ints{1});
  Array is_last = eq(iota(Shape{Extent(count)}, 0), count - 1);
  Array repeats = convert(logical_and(eq(of.labels, next), logical_not(is_last)), dtype);
  Array zero = constant(dtype, 0.0);
  Array start = broadcast(reshape(zero, {1, 1}), Shape{batch, Extent(1)});
  auto unlikely = [&](int64_t n) {
    return broadcast(reshape(of.unlikely, {1, 1}), Shape{batch, Extent(n)});
  };
  LoopCarry begin{concat({start, unlikely(count)}, 1), unlikely(count)};
  auto turn = [&](const Arrays& at) -> Arrays {
    const Array &blank = at[0], &label = at[1], &to_label = at[2], &to_blank = at[3],
                &is_padded = at[4];
    Array before = with_ended(blank, label + of.unlikely * repeats);
    Array step = slice_axis(before, 1, 0, count);
    Array made_label = logaddexp(step + to_label, label + to_label);
    Array made_blank =
        with_ended(before + to_blank, label + to_blank + of.unlikely * (1.0 - repeats));
    Array stays = ne(is_padded, 0.0);
    made_label = where(stays, label, made_label);
    made_blank = where(stays, blank, made_blank);
    return {made_blank, made_label, made_blank, made_label};
  };
  Arrays made = run_scan_loop(begin, {on_label, on_blank, padded}, turn);
  Array last = with_ended(made[0], made[1]);
  Array lengths = Array(count) - convert(sum(of.label_padded, Ints{1}), Dtype::i32);
  Array is_length = eq(iota(Shape{Extent(count + 1)}, 0), expand(lengths, {1}));
  return {-sum(where(is_length, last, zero), Ints{1}), {made[2], made[3]}};
}

Array ctc_loss(const Array& logits, const Array& logit_paddings, const Array& labels,
               const Array& label_paddings, int64_t blank_id, const Array& log_epsilon) {
  return run(sequences(logits, logit_paddings, labels, label_paddings, blank_id, log_epsilon)).loss;
}

// As in Optax, the last frame of the blank log-probabilities includes the alignments that end in
// a label.
Values with_forward_probs(const Array& logits, const Array& logit_paddings, const Array& labels,
                          const Array& label_paddings, int64_t blank_id, const Array& log_epsilon) {
  CtcResult found =
      run(sequences(logits, logit_paddings, labels, label_paddings, blank_id, log_epsilon));
  const auto& [blank, label] = found.paths;
  int64_t frames = logits.shape()[1].number();
  Array last = with_ended(squeeze(slice_axis(blank, 0, frames - 1, 1), Ints{0}),
                          squeeze(slice_axis(label, 0, frames - 1, 1), Ints{0}));
  Array all = concat({slice_axis(blank, 0, 0, frames - 1), expand(last, {0})});
  return {Value::from_array(found.loss), Value::from_array(all), Value::from_array(label)};
}

constexpr std::string_view frame_logits_text = "Logits of the k classes in each frame.";
constexpr std::string_view paddings_text =
    "Padding mask: 1 for padding after the end of a sequence, else 0.";
constexpr std::string_view sequence_text =
    "Class indices of each sequence, in order. Padded elements are ignored.";
constexpr std::string_view blank_text = "Index of the blank class, which belongs to no label.";
constexpr std::string_view epsilon_text = "Logarithm to use for a probability of 0.";
constexpr std::string_view ctc_errors =
    "error[shape] if the shapes do not match; error[index] if a label or `blank_id` is not a class";

}  // namespace

extern const Builtin optim_ctc_loss_builtin = {
    .signature =
        "optim.ctc_loss(logits: real[b, t, k], logit_paddings: number[b, t], labels: int[b, n], "
        "label_paddings: number[b, n], blank_id: int = 0, log_epsilon: real = -1e5) -> float[b]",
    .brief =
        "Computes the connectionist temporal classification (CTC) loss. It is the negative log of "
        "the total probability of all alignments that produce the labels.",
    .params = {{"logits", frame_logits_text},
               {"logit_paddings", paddings_text},
               {"labels", sequence_text},
               {"label_paddings", paddings_text},
               {"blank_id", blank_text},
               {"log_epsilon", epsilon_text}},
    .returns =
        "the loss of each sequence, in nats; about `-log_epsilon` if there are too few frames for "
        "the labels",
    .errors = ctc_errors,
    .example =
        "optim.ctc_loss(zeros((1, 2, 2)), zeros((1, 2)), [[1]], zeros((1, 1)))  #> [0.28768206]",
    .source = "Graves et al., ICML 2006; optax.ctc_loss",
    .call = bind<&ctc_loss>,
};

extern const Builtin optim_ctc_loss_with_forward_probs_builtin = {
    .signature =
        "optim.ctc_loss_with_forward_probs(logits: real[b, t, k], logit_paddings: number[b, t], "
        "labels: int[b, n], label_paddings: number[b, n], blank_id: int = 0, log_epsilon: real = "
        "-1e5) -> (float[b], float[t, b, n + 1], float[t, b, n])",
    .brief = "Computes the CTC loss and the forward log-probabilities of each frame.",
    .params = {{"logits", frame_logits_text},
               {"logit_paddings", paddings_text},
               {"labels", sequence_text},
               {"label_paddings", paddings_text},
               {"blank_id", blank_text},
               {"log_epsilon", epsilon_text}},
    .returns =
        "the loss of each sequence, in nats; the log-probabilities of all alignments of the first "
        "j labels, 0 ≤ j ≤ n, that end in a blank; those that end in label j, 1 ≤ j ≤ n",
    .errors = ctc_errors,
    .example =
        "optim.ctc_loss_with_forward_probs(zeros((1, 2, 2)), zeros((1, 2)), [[1]], zeros((1, "
        "1)))[0]  #> [0.28768206]",
    .source = "optax.ctc_loss_with_forward_probs",
    .call = bind<&with_forward_probs>,
};

}  // namespace rille
