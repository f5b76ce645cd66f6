// select: the choice of the first true condition.
#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

Array select(const Value& conditions, const Value& choices, const Array& otherwise) {
  const Values &when = conditions.items(), &then = choices.items();
  if (when.size() != then.size()) {
    Error error(Code::value, str("select: got ", when.size(), " conditions and ", then.size(),
                                 " choices, expected one choice for each condition"));
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
    .brief = "Selects, for each element, the choice of the first true condition.",
    .params = {{"conditions", "Conditions, tested in order. All arguments are broadcast together."},
               {"choices", "One array of values for each condition."},
               {"default", "Value where no condition is true."}},
    .errors =
        "error[value] if `conditions` and `choices` differ in number; error[shape] if the shapes "
        "cannot be broadcast together",
    .example = "let x = [-2, 0, 5]\nselect((x < 0, x > 0), (-1, 1))  #> [-1, 0, 1]",
    .source = "numpy.select",
    .call = bind<&select>,
};

}  // namespace rille
