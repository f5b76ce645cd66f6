// optim.make_fenchel_young_loss: Fenchel-Young losses.
#include "stdlib/optim/losses.h"
#include "stdlib/trace/mapped.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"

namespace rille {
namespace {

// The maximum function `f` of each vector along the last axis.
Array of_lines(const Function& f, const Array& scores) {
  if (scores.rank() == 0) {
    throw Error(
        Code::shape,
        "fenchel_young_loss: `scores` is a number, expected an array with at least one axis");
  }
  Shape lines = scores.shape();
  lines.pop_back();
  Value made =
      scores.rank() == 1
          ? call(f, {Value::from_array(scores)})
          : mapped_over_rows(f, {Value(reshape(scores, {-1, scores.shape().back().number()}))})
                .at(0);
  Array found = made.is_leaf() ? made.as_array() : Array();
  if (found.is_none() || found.rank() != (scores.rank() == 1 ? 0 : 1)) {
    throw Error(Code::type, str("fenchel_young_loss: `max_fun` returned ",
                                made.is_leaf() ? text(found.type()) : kind_text(made),
                                ", expected one number for each vector of scores"));
  }
  return reshape_to(found, lines);
}

Function make_fenchel_young_loss(State& state, const Function& max_fun) {
  FunctionInfo info;
  info.name = "fenchel_young_loss";
  info.params = {{.name = "scores"}, {.name = "targets"}};
  auto run = [](const Captures& captures, const Values& args) -> Values {
    if (!args[0].is_leaf() || !args[1].is_leaf()) {
      throw Error(Code::type, str("fenchel_young_loss: `scores` is ", kind_text(args[0]),
                                  " and `targets` is ", kind_text(args[1]), ", expected arrays"));
    }
    Array scores = inexact(args[0].as_array()), targets = args[1].as_array();
    Array reached = sum(conj(targets) * scores, Ints{-1});
    return {Value::from_array(of_lines(captures.function(0), scores) - reached)};
  };
  static const char kind = 0;
  return make_native(state, std::move(info), run,
                     {.prototype = &kind, .captures = {{"max_fun", Value(max_fun)}}});
}

}  // namespace

extern const Builtin optim_make_fenchel_young_loss_builtin = {
    .signature = "optim.make_fenchel_young_loss(max_fun: fn(scores)) -> fn",
    .brief =
        "Creates a Fenchel-Young loss. The loss is max_fun(scores) - sum(targets * scores), along "
        "the last axis.",
    .params = {{"max_fun",
                "Maximum function of the scores along one axis. `logsumexp` makes it the logistic "
                "loss."}},
    .returns = "a function of `scores` and `targets`, both float[..., n], that returns float[...]",
    .errors = "error[type] if `max_fun` does not return a number",
    .example =
        "let loss = optim.make_fenchel_young_loss(max)\n"
        "loss([1.0, 3.0], [1.0, 0.0])  #> 2",
    .source = "Blondel et al., arXiv 1901.02324, definition 1; optax.make_fenchel_young_loss",
    .call = bind<&make_fenchel_young_loss>,
};

}  // namespace rille
