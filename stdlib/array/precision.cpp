// The precision of products: of a call, or of the script.
#include "stdlib/array/precision.h"

#include "backends/apply.h"
#include "backends/precision.h"
#include "stdlib/array.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {

void set_precision(State& state, Precision precision) {
  state.part<ScriptPrecision>().precision = precision;
}

std::optional<Precision> precision_named_by(const std::optional<std::string>& name) {
  if (!name) return {};
  std::optional<Precision> precision = precision_named(*name);
  if (precision) return precision;
  throw labelled(Error(Code::value, str(calling_name("dot"), ": `precision` is \"", *name,
                                        "\", expected \"default\" or \"fast\"")),
                 "precision");
}

Attrs with_chosen_precision(const Attrs& attrs, const std::optional<std::string>& name) {
  std::optional<Precision> precision = precision_named_by(name);
  if (!precision && Trace::innermost() == nullptr) precision = script_precision();
  return with_precision(attrs, precision);
}

}  // namespace rille
