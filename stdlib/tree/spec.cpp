// tree.spec, tree.Spec: shapes and dtypes instead of arrays.
#include "stdlib/spec.h"

#include <algorithm>
#include <charconv>

#include "vm/bind.h"
#include "vm/state.h"
#include "vm/struct.h"
#include "vm/tree.h"

namespace rille {
namespace {

struct ArraySpec {
  static const Struct& record();
  std::vector<int64_t> shape;
  std::string dtype;
};

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

Value spec(State& state, const Value& tree) {
  return map_leaves(tree, [&](const Value& leaf) {
    return leaf.is_array() ? spec_of(state, leaf.array().type()) : leaf;
  });
}

bool is_scalar(const ArraySpec& fields) {
  return fields.shape.empty() && (fields.dtype == "int" || fields.dtype == "float");
}

std::optional<Type> type_of_instance(const Value& spec) {
  if (!is_spec(spec)) return {};
  auto fields = record_from<ArraySpec>(spec);
  if (is_scalar(fields)) return {};
  std::optional<Dtype> dtype = dtype_named(fields.dtype);
  bool is_shape = std::ranges::all_of(fields.shape, [](int64_t size) { return size >= 0; });
  if (!dtype || !is_shape) {
    throw Error(Code::value, str("tree.Spec: ", dtype ? "`shape` is (" : "`dtype` is \"",
                                 dtype ? join(fields.shape) : fields.dtype,
                                 dtype ? "), expected sizes of at least 0"
                                       : "\", expected a dtype such as \"f32\""));
  }
  return Type(*dtype, Shape(fields.shape.begin(), fields.shape.end()));
}

}  // namespace

bool is_spec(const Value& value) {
  const Struct* record = value.is_branch() ? struct_of(value) : nullptr;
  return record == &ArraySpec::record();
}

Value spec_of(State& state, const Type& type) {
  ArraySpec out{.dtype = std::string(text(type.dtype()))};
  for (const Extent& size : type.shape()) out.shape.push_back(size.number());
  return make_instance(state, out);
}

Value scalar_spec(State& state, bool is_float) {
  return make_instance(state, ArraySpec{{}, is_float ? "float" : "int"});
}

Value scalar_of_spec(const Value& spec) {
  if (!is_spec(spec)) return {};
  auto fields = record_from<ArraySpec>(spec);
  if (!is_scalar(fields)) return {};
  return fields.dtype == "int" ? Value(int64_t{1}) : Value(1.0);
}

std::optional<Type> type_of_spec(const Value& spec) {
  if (!spec.is_string()) return type_of_instance(spec);
  std::string_view text = spec.string();
  size_t open = text.find('[');
  if (open == std::string_view::npos || !text.ends_with(']')) return {};
  std::optional<Dtype> dtype = dtype_named(text.substr(0, open));
  std::optional<Shape> shape = shape_in(text.substr(open + 1, text.size() - open - 2));
  if (!dtype || !shape) return {};
  return Type(*dtype, *shape);
}

extern const Struct tree_spec_struct = {
    .name = "tree.Spec",
    .brief = "Shape and dtype of an array, without its elements.",
    .fields = {field<&ArraySpec::shape>("const shape: (int, ...)", "Sizes of the axes."),
               field<&ArraySpec::dtype>("const dtype: dtype or \"int\" or \"float\"",
                                        "Dtype, such as `f32`. Of a host scalar in the results of "
                                        "`eval_shape` and `data.spec`: \"int\" or \"float\".")},
    .example = "tree.Spec((3, 2), f32)  #> tree.Spec(shape = (3, 2), dtype = \"f32\")",
    .source = "jax.ShapeDtypeStruct",
};
const Struct& ArraySpec::record() { return tree_spec_struct; }

extern const Builtin tree_spec_builtin = {
    .signature = "tree.spec(tree: tree) -> any",
    .brief =
        "Returns a tree with each array replaced by its shape and dtype. It describes a model "
        "without allocating its arrays.",
    .params = {{"tree", "Tree: a tuple, record, dict, instance, or leaf."}},
    .returns =
        "a tree with a `tree.Spec` in the place of each array, where numbers, strings, and other "
        "values are unchanged. Trees of the same structure and types have equal results. "
        "`eval_shape` and `ckpt.load` accept the result in place of the tree, and `tree.map_nodes` "
        "maps over it",
    .errors = "none",
    .example =
        "tree.spec((w = zeros((3, 2)), n = 5))\n"
        "#> (n = 5, w = tree.Spec(shape = (3, 2), dtype = \"f32\"))",
    .source = "jax.ShapeDtypeStruct",
    .call = bind<&spec>,
};

}  // namespace rille
