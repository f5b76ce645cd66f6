// tree.spec: a tree of types instead of arrays.
#include "stdlib/spec.h"

#include <charconv>

#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

// The shape of a string such as "3, 2", or nullopt if it is not of this form.
std::optional<Shape> shape_in(std::string_view text) {
  Shape out;
  while (!text.empty()) {
    int64_t size = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc() || size < 0) return {};
    out.emplace_back(size);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.empty()) return out;
    if (!text.starts_with(", ") || text.size() == 2) return {};
    text.remove_prefix(2);
  }
  return out;
}

Value spec(const Value& tree) { return spec_of(tree); }

}  // namespace

Value spec_of(const Value& tree) {
  return map_leaves(tree, [](const Value& leaf) {
    return leaf.is_array() ? Value(text(leaf.array().type())) : leaf;
  });
}

std::optional<Type> type_of_spec(const Value& spec) {
  if (!spec.is_string()) return {};
  std::string_view text = spec.string();
  size_t open = text.find('[');
  if (open == std::string_view::npos || !text.ends_with(']')) return {};
  std::optional<Dtype> dtype = dtype_named(text.substr(0, open));
  std::optional<Shape> shape = shape_in(text.substr(open + 1, text.size() - open - 2));
  if (!dtype || !shape) return {};
  return Type(*dtype, *shape);
}

extern const Builtin tree_spec_builtin = {
    .signature = "tree.spec(tree: tree) -> any",
    .brief =
        "Returns a tree with each array replaced by its type. It describes a model without "
        "allocating its arrays.",
    .params = {{"tree", "Tree: a tuple, record, dict, instance, or leaf."}},
    .returns =
        "a tree of strings such as \"f32[3, 2]\", where numbers, strings, and other values are "
        "unchanged. Trees of the same structure and types have equal results, and `eval_shape` "
        "accepts the result in place of the tree",
    .errors = "none",
    .example =
        "tree.spec((w = zeros((3, 2)), b = i32([1]), n = 5))\n"
        "#> (b = \"i32[1]\", n = 5, w = \"f32[3, 2]\")",
    .source = "jax.ShapeDtypeStruct",
    .call = bind<&spec>,
};

}  // namespace rille
