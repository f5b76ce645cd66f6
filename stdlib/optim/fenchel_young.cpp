// optim.make_fenchel_young_loss: a loss of a maximum.
#include "stdlib/optim/losses.h"
#include "stdlib/trace/mapped.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"

namespace rille {
namespace {

// The maximum of each line along the last axis.
Array of_lines(const Function& f, const Array& scores) {
  if (scores.rank() == 0) {
    throw Error(Code::shape, "a Fenchel-Young loss needs scores along an axis, got a number");
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
    throw Error(Code::type, str("max_fun gives one number for the scores of a line, got ",
                                made.is_leaf() ? text(found.type()) : kind_text(made)));
  }
  return reshape_to(found, lines);
}

Function make_fenchel_young_loss(State& state, const Function& max_fun) {
  FunctionInfo info;
  info.name = "fenchel_young_loss";
  info.params = {{.name = "scores"}, {.name = "targets"}};
  auto run = [](const Captures& captures, const Values& args) -> Values {
    if (!args[0].is_leaf() || !args[1].is_leaf()) {
      throw Error(Code::type, "a Fenchel-Young loss needs arrays of scores and of targets");
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
    .brief = "The loss max_fun(scores) - sum(targets * scores), along the last axis.",
    .params = {{"max_fun", "of the scores along one axis: logsumexp makes the logistic loss"}},
    .returns = "a function of scores and targets, both float[..., n], that gives float[...]",
    .errors = "error[type] where max_fun gives no number",
    .example =
        "let loss = optim.make_fenchel_young_loss(max)\n"
        "loss([1.0, 3.0], [1.0, 0.0])  #> 2",
    .source = "Blondel et al., arXiv 1901.02324, definition 1; optax.make_fenchel_young_loss",
    .call = bind<&make_fenchel_young_loss>,
};

}  // namespace rille
