// nn.train, nn.eval: training and evaluation mode.
#include "stdlib/array.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

constexpr int deepest_model = 200;

// Sets each field `train` that holds a bool, in structs of the library and of scripts.
Value with_mode(const Value& tree, bool train, int depth) {
  if (depth > deepest_model) {
    throw Error(Code::limit,
                str(calling_name("nn.train"), ": `model` exceeds the maximum depth of 200 levels"));
  }
  if (!tree.is_branch()) return tree;
  const Layout* layout = tree.layout();
  bool is_instance = struct_type(layout) != nullptr;
  Values items = tree.items();
  for (size_t i = 0; i < items.size(); ++i) {
    bool is_mode =
        is_instance && layout->names[i] == "train" && std::holds_alternative<bool>(items[i].any());
    items[i] = is_mode ? Value(train) : with_mode(items[i], train, depth + 1);
  }
  return Value::like(tree.branch(), std::move(items));
}

Value train(const Value& model) { return with_mode(model, true, 0); }
Value eval(const Value& model) { return with_mode(model, false, 0); }

}  // namespace

extern const Builtin nn_train_builtin = {
    .signature = "nn.train(model: tree) -> tree",
    .brief =
        "Returns the model in training mode. Dropout is applied, and batch normalization uses "
        "batch statistics.",
    .params = {{"model", "Every field `train` of a struct in it that holds a bool becomes true."}},
    .errors = "error[limit] if `model` is deeper than 200 levels",
    .example = "nn.train(nn.eval(nn.batch_norm(2))).train  #> true",
    .source = "flax.nnx.train_mode",
    .call = bind<&train>,
};

extern const Builtin nn_eval_builtin = {
    .signature = "nn.eval(model: tree) -> tree",
    .brief =
        "Returns the model in evaluation mode. Dropout is off, and batch normalization uses its "
        "running statistics.",
    .params = {{"model", "Every field `train` of a struct in it that holds a bool becomes false."}},
    .errors = "error[limit] if `model` is deeper than 200 levels",
    .example = "nn.eval((nn.batch_norm(2), 1))[0].train  #> false",
    .source = "flax.nnx.eval_mode",
    .call = bind<&eval>,
};

}  // namespace rille
