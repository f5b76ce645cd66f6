// select: the first of several conditions that holds.
#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

Array select(const Value& conditions, const Value& choices, const Array& otherwise) {
  const Values &when = conditions.items(), &then = choices.items();
  if (when.size() != then.size()) {
    Error error(Code::value, str("select needs a choice for each condition, got ", when.size(),
                                 " conditions and ", then.size(), " choices"));
    throw labelled(labelled(std::move(error), "conditions"), "choices");
  }
  Array out = otherwise;
  for (size_t i = when.size(); i-- > 0;) out = where(when[i].as_array(), then[i].as_array(), out);
  return out;
}

}  // namespace

extern const Builtin select_builtin = {
    .signature =
        "select(conditions: (bool[...], ...), choices: (number[...], ...), default: number[...] = "
        "0) -> number[...]",
    .brief = "Of each place the choice whose condition is the first that holds there.",
    .params = {{"conditions", "looked at in order; all are broadcast together"},
               {"choices", "one for each condition"},
               {"default", "where no condition holds"}},
    .errors =
        "error[value] where conditions and choices differ in number; error[shape] where shapes do "
        "not broadcast",
    .example = "let x = [-2, 0, 5]\nselect((x < 0, x > 0), (-1, 1))  #> [-1, 0, 1]",
    .source = "numpy.select",
    .call = bind<&select>,
};

}  // namespace rille
