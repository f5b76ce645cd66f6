// optim.ctc_loss: labels at times that nobody knows.
#include "stdlib/array/pick.h"
#include "stdlib/optim/losses.h"
#include "stdlib/transform/turns.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Frames b, t of k classes; labels b, n; both padded at their ends.
struct Sequences {
  Array logp;          // f[b, t, k]
  Array frame_padded;  // f[b, t], 1 behind the end
  Array labels;        // i[b, n]
  Array label_padded;  // f[b, n]
  Array blank;         // i[b, 1]
  Array unlikely;      // the logarithm of what cannot be
};

void need_rank(const Array& x, int rank, std::string_view name, std::string_view axes) {
  if (x.rank() == rank) return;
  throw labelled(Error(Code::shape, str(name, " are ", axes, ", got ", x.type())), name);
}

Sequences sequences(const Array& logits, const Array& logit_paddings, const Array& labels,
                    const Array& label_paddings, int64_t blank_id, const Array& log_epsilon) {
  need_rank(logits, 3, "logits", "[batch, frames, classes]");
  need_rank(labels, 2, "labels", "[batch, labels]");
  need_same_shape(labels, "labels", label_paddings, "label_paddings");
  Array logp = log_softmax(wide(inexact(logits)), -1);
  need_same_shape(index(logp, {{}, {.form = Subscript::Form::index, .index = Array(0)}}), "logits",
                  logit_paddings, "logit_paddings");
  if (labels.type().extent(0) != logits.type().extent(0)) {
    Error error(Code::shape, str("logits are ", logits.type(), " but labels are ", labels.type()));
    throw labelled(labelled(std::move(error), "logits"), "labels");
  }
  int64_t classes = logits.shape().back().number();
  if (blank_id < 0 || blank_id >= classes) {
    throw labelled(Error(Code::index, str("blank_id ", blank_id, " is no class of ", classes)),
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

// Paths through j labels that end in a blank (`blank`, j from 0 on) or at label j (`label`, from 1
// on): the logarithms of what all of them have together.
struct Paths {
  Array blank, label;
};

// Those that end at label j end behind it too.
Array with_ended(const Array& blank, const Array& ended) {
  Array first = slice_axis(blank, 1, 0, 1);
  int64_t count = ended.shape().back().number();
  return concat({first, logaddexp(slice_axis(blank, 1, 1, count), ended)}, 1);
}

struct Found {
  Array loss;
  Paths paths;  // of each frame
};

Found run(const Sequences& of) {
  Extent batch = of.labels.type().extent(0);
  int64_t count = of.labels.shape().back().number();
  // f[t, b, …]: what each frame gives to the labels, and to the blank.
  Array on_label = move_axis(picked_along(of.logp, 2, expand(of.labels, {1})), 1, 0);
  Array on_blank = move_axis(picked_along(of.logp, 2, expand(of.blank, {1})), 1, 0);
  Array padded = expand(transpose(of.frame_padded), {2});
  Dtype dtype = of.logp.dtype();
  // Where the next label is the same one, a blank has to stand between.
  Array next = roll(of.labels, {-1}, Ints{1});
  Array is_last = eq(iota(Shape{Extent(count)}, 0), count - 1);
  Array repeats = convert(logical_and(eq(of.labels, next), logical_not(is_last)), dtype);
  Array zero = constant(dtype, 0.0);
  Array start = broadcast(reshape(zero, {1, 1}), Shape{batch, Extent(1)});
  auto unlikely = [&](int64_t n) {
    return broadcast(reshape(of.unlikely, {1, 1}), Shape{batch, Extent(n)});
  };
  Carry begin{concat({start, unlikely(count)}, 1), unlikely(count)};
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
  Arrays made = turns_over(begin, {on_label, on_blank, padded}, turn);
  Array last = with_ended(made[0], made[1]);
  Array lengths = Array(count) - convert(sum(of.label_padded, Ints{1}), Dtype::i32);
  Array is_length = eq(iota(Shape{Extent(count + 1)}, 0), expand(lengths, {1}));
  return {-sum(where(is_length, last, zero), Ints{1}), {made[2], made[3]}};
}

Array ctc_loss(const Array& logits, const Array& logit_paddings, const Array& labels,
               const Array& label_paddings, int64_t blank_id, const Array& log_epsilon) {
  return run(sequences(logits, logit_paddings, labels, label_paddings, blank_id, log_epsilon)).loss;
}

// As Optax has it, paths that end at the last label are counted behind it in the last frame.
Values with_forward_probs(const Array& logits, const Array& logit_paddings, const Array& labels,
                          const Array& label_paddings, int64_t blank_id, const Array& log_epsilon) {
  Found found =
      run(sequences(logits, logit_paddings, labels, label_paddings, blank_id, log_epsilon));
  const auto& [blank, label] = found.paths;
  int64_t frames = logits.shape()[1].number();
  Array last = with_ended(squeeze(slice_axis(blank, 0, frames - 1, 1), Ints{0}),
                          squeeze(slice_axis(label, 0, frames - 1, 1), Ints{0}));
  Array all = concat({slice_axis(blank, 0, 0, frames - 1), expand(last, {0})});
  return {Value::from_array(found.loss), Value::from_array(all), Value::from_array(label)};
}

constexpr std::string_view frame_logits_text = "scores of the k classes for each frame";
constexpr std::string_view paddings_text = "1 for what stands behind the end, else 0";
constexpr std::string_view sequence_text = "classes in their order; what is padded does not count";
constexpr std::string_view blank_text = "the class of frames that belong to no label";
constexpr std::string_view epsilon_text = "the logarithm that stands for a share of 0";
constexpr std::string_view ctc_errors =
    "error[shape] where the shapes do not fit; error[index] where a label or blank_id is no class";

}  // namespace

extern const Builtin optim_ctc_loss_builtin = {
    .signature =
        "optim.ctc_loss(logits: real[b, t, k], logit_paddings: number[b, t], labels: int[b, n], "
        "label_paddings: number[b, n], blank_id: int = 0, log_epsilon: real = -1e5) -> float[b]",
    .brief = "The negative log of the share of all ways in which frames spell the labels.",
    .params = {{"logits", frame_logits_text},
               {"logit_paddings", paddings_text},
               {"labels", sequence_text},
               {"label_paddings", paddings_text},
               {"blank_id", blank_text},
               {"log_epsilon", epsilon_text}},
    .returns = "in nats, of each sequence; about 1e5 where the frames are too few",
    .errors = ctc_errors,
    .example =
        "optim.ctc_loss(zeros((1, 2, 2)), zeros((1, 2)), [[1]], zeros((1, 1)))  #> [0.2876821]",
    .source = "Graves et al., ICML 2006; optax.ctc_loss",
    .call = bind<&ctc_loss>,
};

extern const Builtin optim_ctc_loss_with_forward_probs_builtin = {
    .signature =
        "optim.ctc_loss_with_forward_probs(logits: real[b, t, k], logit_paddings: number[b, t], "
        "labels: int[b, n], label_paddings: number[b, n], blank_id: int = 0, log_epsilon: real = "
        "-1e5) -> (float[b], float[t, b, n + 1], float[t, b, n])",
    .brief =
        "optim.ctc_loss, and the logarithms of all paths up to each frame: through j labels and "
        "ending in a blank, and ending at a label.",
    .params = {{"logits", frame_logits_text},
               {"logit_paddings", paddings_text},
               {"labels", sequence_text},
               {"label_paddings", paddings_text},
               {"blank_id", blank_text},
               {"log_epsilon", epsilon_text}},
    .errors = ctc_errors,
    .example =
        "optim.ctc_loss_with_forward_probs(zeros((1, 2, 2)), zeros((1, 2)), [[1]], zeros((1, "
        "1)))[0]  #> [0.2876821]",
    .source = "optax.ctc_loss_with_forward_probs",
    .call = bind<&with_forward_probs>,
};

}  // namespace rille
