// same: whether two values are equal as trees.
#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

bool same_values(Value x, Value y) { return same(x, y); }

}  // namespace

extern const Builtin same_builtin = {
    .signature = "same(x: any, y: any) -> bool",
    .brief = "Whether two values have one structure and all their leaves are equal.",
    .errors = "none",
    .example = "same([1, 2], [1, 2])  #> true",
    .source = "ours",
    .call = bind<&same_values>,
    .form = CallForm::comparison,
};

}  // namespace rille
