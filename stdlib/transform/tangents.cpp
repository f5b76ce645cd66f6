// Trees of tangents and cotangents of a value.
#include "stdlib/transform/tangents.h"

#include <cmath>

#include "jit/transform.h"
#include "stdlib/array.h"
#include "stdlib/transform/traced.h"
#include "vm/calling.h"
#include "vm/tree.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

Array fitting(const Value& given, const Type& type, std::string_view what) {
  if (given.is_nil()) return zeros(type.shape(), type.dtype());
  if (!given.is_leaf()) {
    throw Error(Code::type,
                str(what, " has ", kind_text(given), " as a leaf, expected an array or a number"));
  }
  Array x = given.as_array();
  if (x.is_weak()) x = convert(x, type.dtype());
  if (x.type() != type) {
    Code code = x.shape() == type.shape() ? Code::dtype : Code::shape;
    Error error(code, str(what, " is ", x.type(), ", expected ", type,
                          ", the type of the corresponding leaf"));
    throw is_calling() ? labelled(std::move(error), "tangents") : std::move(error).label(0);
  }
  return x;
}

bool is_state(const Value& tree, size_t item) {
  return tree.layout() != nullptr && tree.layout()->is_state(item);
}

bool is_const(const Value& tree, size_t item) {
  return tree.layout() != nullptr && tree.layout()->is_const(item);
}

std::string constant_text(const Value& value) {
  constexpr size_t most = 40;  // bytes
  std::string out = visible(text(value.unwrapped()));
  if (out.size() > most) out = str(out.substr(0, most), "…");
  return value.is_string() ? str("\"", out, "\"") : out;
}

void check_constant(const Value& tree, size_t item, const Value& given, std::string_view what) {
  const Value& own = tree.items()[item];
  auto is_nan = [](const Value& x) {
    return x.unwrapped().is_number() && std::isnan(x.unwrapped().as_array().number());
  };
  if (same(own, given) || (is_nan(own) && is_nan(given))) return;
  throw Error(Code::type, str(what, " has ", constant_text(given), " in the `const` field `",
                              tree.layout()->names[item], "`, expected ", constant_text(own),
                              " as in the primal value"));
}

// Appends for each leaf whether it is in a field marked `var`.
void note_state(const Value& tree, bool is_within, std::vector<bool>& out) {
  if (tree.is_leaf()) out.push_back(is_within);
  if (!tree.is_branch()) return;
  for (size_t i = 0; i < tree.items().size(); ++i)
    note_state(tree.items()[i], is_within || is_state(tree, i), out);
}

}  // namespace

void matching(const Value& tree, const Value& given, std::string_view what, std::vector<Array>& out,
              StateFields fields) {
  if (tree.is_leaf()) {
    Type type = tree.as_array().type();
    if (has_tangent(type)) out.push_back(fitting(given, type, what));
    return;
  }
  if (!tree.is_branch()) return;
  BranchRef fit = fitted(tree.branch(), given);
  if (fit == nullptr && !given.is_nil()) {
    throw Error(Code::type, str(what, " has the structure of ", form_text(given),
                                ", expected that of ", form_text(tree)));
  }
  for (size_t i = 0; i < tree.items().size(); ++i) {
    if (fields == StateFields::still && is_state(tree, i)) continue;
    if (fit != nullptr && is_const(tree, i)) {
      check_constant(tree, i, fit->items[i], what);
      continue;
    }
    matching(tree.items()[i], fit != nullptr ? fit->items[i] : Value(), what, out, fields);
  }
}

Value tangent_tree(const Value& tree, const std::vector<Array>& tangents, size_t& next,
                   const Value& still, StateFields fields) {
  std::vector<bool> is_still;
  note_state(tree, false, is_still);
  size_t at = 0;
  return with_leaves(tree, at, [&](size_t i, const Value& leaf) -> Value {
    Array x = leaf.as_array();
    if (!has_tangent(x.type()) || (fields == StateFields::still && is_still[i])) return still;
    return Value::from_array(tangents[next++].with_weak(x.is_weak()));
  });
}

void add_zeros(const Graph& backward, std::vector<Array>& in) {
  for (size_t i = in.size(); i < backward.params.size(); ++i) {
    const Type& type = backward.type(backward.params[i]);
    in.push_back(zeros(type.shape(), type.dtype()));
  }
}

bool is_active(const Leaf& leaf) {
  return leaf.argument >= 0 && !leaf.state && has_tangent(leaf.value.type());
}

std::vector<bool> active_of(const TracedFunction& traced, const CallTree& parts) {
  std::vector<bool> active(traced.graph.params.size(), false);
  for (size_t i = 0; i < traced.params.size(); ++i) {
    active[i] = is_active(parts.leaves[traced.params[i]]);
  }
  return active;
}

std::vector<Array> inputs_of(const TracedFunction& traced, const CallTree& parts) {
  std::vector<Array> in;
  for (size_t leaf : traced.params) in.push_back(parts.leaves[leaf].value);
  in.insert(in.end(), traced.hidden.begin(), traced.hidden.end());
  return in;
}

}  // namespace rille
