// same: whether two trees are equal.
#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

bool same_values(Value x, Value y) { return same(x, y); }

}  // namespace

extern const Builtin same_builtin = {
    .signature = "same(x: any, y: any) -> bool",
    .brief = "Tests whether two values have the same structure and equal leaves.",
    .params = {{"x", "Value of any type."}, {"y", "Value to compare with `x`."}},
    .errors = "none",
    .example = "same([1, 2], [1, 2])  #> true",
    .source = "ours",
    .call = bind<&same_values>,
    .form = CallForm::comparison,
};

}  // namespace rille
