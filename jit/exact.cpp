// The operations that round once or not at all.
#include "jit/exact.h"

#include <algorithm>

namespace rille {
namespace {

bool is_exact(std::string_view step) {
  static constexpr std::string_view names[] = {
      "input", "load",       "index",       "extent",    "constant", "add",  "sub",     "mul",
      "div",   "neg",        "abs",         "sign",      "floor",    "ceil", "round",   "sqrt",
      "max",   "min",        "and",         "or",        "xor",      "not",  "select",  "convert",
      "eq",    "ne",         "lt",          "le",        "gt",       "ge",   "bitcast", "is_finite",
      "rem",   "shift_left", "shift_right", "nextafter", "fma"};
  return std::ranges::find(names, step) != std::end(names);
}

}  // namespace

bool has_one_answer(const Lowering& lowering, Dtype dtype) {
  if (std::holds_alternative<View>(lowering)) return true;
  if (auto* point = std::get_if<Pointwise>(&lowering)) {
    return std::ranges::all_of(point->code.steps,
                               [](const Scalars::Step& step) { return is_exact(step.name); });
  }
  if (auto* reduce = std::get_if<Reduce>(&lowering)) {
    bool rounds = reduce->combiner == "add" || reduce->combiner == "mul";
    return !(rounds && is_inexact(dtype));
  }
  return std::holds_alternative<Structured>(lowering);
}

}  // namespace rille
