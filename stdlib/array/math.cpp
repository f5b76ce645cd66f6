// The functions of math.def: each over its primitive.
#include <algorithm>
#include <string_view>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

// Those that the run-time library has for host numbers, too: R.math_NAME.
constexpr std::string_view fast[] = {"sqrt", "exp", "log", "sin", "cos", "tanh"};
constexpr CallForm form_of(std::string_view name) {
  return std::ranges::count(fast, name) > 0 ? CallForm::math : CallForm::call;
}

}  // namespace

#define MATH(name, op, ...) \
  Array name(const Array& x) { return apply1(op##_op, {inexact(x)}); }
#include "stdlib/array/math.def"
#undef MATH

#define MATH(word, op, elements, sentence, sample, peer)                  \
  extern const Builtin word##_builtin = {                                 \
      .signature = #word "(x: " #elements "[...]) -> " #elements "[...]", \
      .brief = sentence,                                                  \
      .params = {{"x", "ints become f32, host numbers f64"}},             \
      .errors = "error[dtype] where x has no such function",              \
      .example = sample,                                                  \
      .source = peer,                                                     \
      .call = bind<&word>,                                                \
      .form = form_of(#word),                                             \
  };
#include "stdlib/array/math.def"
#undef MATH

}  // namespace rille
