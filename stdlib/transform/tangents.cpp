// Trees of tangents: beside a value, its directions.
#include "stdlib/transform/tangents.h"

#include "jit/transform.h"
#include "stdlib/array.h"
#include "stdlib/transform/traced.h"
#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

Array fitting(const Value& given, const Type& type, std::string_view what) {
  if (given.is_nil()) return zeros(type.shape(), type.dtype());
  if (!given.is_leaf()) {
    throw Error(Code::type,
                str(what, " needs an array or a number for a leaf, got ", kind_text(given)));
  }
  Array x = given.as_array();
  if (x.is_weak()) x = convert(x, type.dtype());
  if (x.type() != type) {
    Code code = x.shape() == type.shape() ? Code::dtype : Code::shape;
    Error error(code, str(what, " must be ", type, " as the leaf is, got ", x.type()));
    throw is_calling() ? labelled(std::move(error), "tangents") : std::move(error).label(0);
  }
  return x;
}

}  // namespace

void matching(const Value& tree, const Value& given, std::string_view what,
              std::vector<Array>& out) {
  if (tree.is_leaf()) {
    Type type = tree.as_array().type();
    if (has_tangent(type)) out.push_back(fitting(given, type, what));
    return;
  }
  if (!tree.is_branch()) return;
  BranchRef fit = fitted(tree.branch(), given);
  if (fit == nullptr && !given.is_nil()) {
    throw Error(Code::type, str(what, " must have the structure of ", form_text(tree), ", got ",
                                form_text(given)));
  }
  for (size_t i = 0; i < tree.items().size(); ++i) {
    matching(tree.items()[i], fit != nullptr ? fit->items[i] : Value(), what, out);
  }
}

Value tangent_tree(const Value& tree, const std::vector<Array>& tangents, size_t& next,
                   const Value& still) {
  size_t at = 0;
  return with_leaves(tree, at, [&](size_t, const Value& leaf) -> Value {
    Array x = leaf.as_array();
    if (!has_tangent(x.type())) return still;
    return Value::from_array(tangents[next++].with_weak(x.is_weak()));
  });
}

std::vector<bool> active_of(const Traced& traced, const CallTree& parts) {
  std::vector<bool> active(traced.graph.params.size(), false);
  for (size_t i = 0; i < traced.params.size(); ++i) {
    const Leaf& leaf = parts.leaves[traced.params[i]];
    active[i] = leaf.argument >= 0 && !leaf.state && has_tangent(leaf.value.type());
  }
  return active;
}

std::vector<Array> inputs_of(const Traced& traced, const CallTree& parts) {
  std::vector<Array> in;
  for (size_t leaf : traced.params) in.push_back(parts.leaves[leaf].value);
  in.insert(in.end(), traced.hidden.begin(), traced.hidden.end());
  return in;
}

}  // namespace rille
