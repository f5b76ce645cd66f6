// optim.softmax_cross_entropy: loss of a classifier.
#include "stdlib/array.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Integer labels pick one class; float labels of the logits' shape are a distribution.
Array softmax_cross_entropy(Array logits, Array labels) {
  if (logits.rank() < 1 || !is_float(logits.dtype())) {
    Error error(Code::dtype, str("logits must be a float array with an axis of classes, got ",
                                 arg(0, str(logits.type()))));
    throw labelled(std::move(error), "logits");
  }
  Array logp = log_softmax(logits, -1);
  if (is_float(labels.dtype())) return -sum(labels * logp, Ints{-1});
  if (labels.rank() != logits.rank() - 1) {
    Error error(Code::shape, str("logits are ", logits.type(), " but labels are ", labels.type()));
    throw labelled(labelled(std::move(error), "logits"), "labels")
        .help("labels have the axes of the logits without the last");
  }
  int64_t count = logits.shape().back().number();
  check(logical_and(ge(labels, 0), lt(labels, count)), "index",
        str("label {0} is out of range for ", count, " classes"), {labels});
  Array classes = iota({logits.shape().back()}, 0, labels.is_weak() ? Dtype::i32 : labels.dtype());
  Array right = eq(expand(labels, {-1}), classes);
  return -sum(where(right, logp, Array(0.0)), Ints{-1});
}

}  // namespace

extern const Builtin optim_softmax_cross_entropy_builtin = {
    .signature =
        "optim.softmax_cross_entropy(logits: float[..., c], labels: int[...] or float[..., c]) -> "
        "float[...]",
    .brief = "The negative log of the probability that softmax gives to the right class.",
    .params = {{"logits", "scores of the c classes, any scale"},
               {"labels", "the right class, or a share for each class"}},
    .returns = "in nats",
    .errors =
        "error[shape] where labels do not fit; error[dtype] where logits are no floats; "
        "error[index] where a label is no class",
    .example = "optim.softmax_cross_entropy([0.0, 0.0], 1)  #> 0.6931472",
    .source = "optax.softmax_cross_entropy, …_with_integer_labels",
    .call = bind<&softmax_cross_entropy>,
};

}  // namespace rille
