// The precision of products: of a call, or of the script.
#include "stdlib/array/precision.h"

#include "stdlib/array.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

// Part of a State. It does not change while code runs, so traces need not remember it.
struct ScriptPrecision {
  std::optional<Precision> precision;
};

}  // namespace

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
  State* state = running().state;
  if (!precision && state != nullptr) precision = state->part<ScriptPrecision>().precision;
  return with_precision(attrs, precision);
}

}  // namespace rille
