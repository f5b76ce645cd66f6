// The functions of math.def, each a call of its primitive.
#include <algorithm>
#include <string_view>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

// Functions with a fast path for host scalars in the runtime library: R.math_NAME.
constexpr std::string_view fast[] = {"sqrt", "exp", "log", "sin", "cos", "tanh"};
constexpr CallForm form_of(std::string_view name) {
  return std::ranges::count(fast, name) > 0 ? CallForm::math : CallForm::call;
}

}  // namespace

#define MATH(name, op, ...) \
  Array name(const Array& x) { return apply1(op##_op, {inexact(x)}); }
#include "stdlib/array/math.def"
#undef MATH

#define MATH(word, op, elements, sentence, sample, peer)                            \
  extern const Builtin word##_builtin = {                                           \
      .signature = #word "(x: " #elements "[...]) -> " #elements "[...]",           \
      .brief = sentence,                                                            \
      .params = {{"x", "Integers are converted to f32, host scalars to f64."}},     \
      .errors = "error[dtype] if the function is not defined for the dtype of `x`", \
      .example = sample,                                                            \
      .source = peer,                                                               \
      .call = bind<&word>,                                                          \
      .form = form_of(#word),                                                       \
  };
#include "stdlib/array/math.def"
#undef MATH

}  // namespace rille
