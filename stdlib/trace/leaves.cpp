// Leaves of trees in traces: flatten and unflatten.
#include "stdlib/trace/leaves.h"

#include "vm/error.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

bool is_leaf(const Value& x) { return x.is_leaf(); }

}  // namespace

Value in_order_of(const Value& form, const Value& value) {
  if (!form.is_branch() || !value.is_branch()) return value;
  check_stack();
  BranchRef fit = fitted(form.branch(), value);
  if (fit == nullptr) return value;
  Values items;
  for (size_t i = 0; i < fit->items.size(); ++i) {
    items.push_back(in_order_of(form.items()[i], fit->items[i]));
  }
  return Value::like(*fit, std::move(items));
}

Value with_structure_of(const Value& form, const Value& value, std::string_view what) {
  Value out = in_order_of(form, value);
  if (flatten(out).shape == flatten(form).shape) return out;
  std::string where = str("expected ", form_text(form), ", got ", form_text(value));
  try {
    map_leaves({form, value}, false, [](const Values& leaves) { return leaves[0]; });
  } catch (const Error& error) {
    where = error.what();
  }
  throw Error(Code::type, str(what, ": ", where));
}

Value with_leaves(const Value& tree, size_t& next,
                  const std::function<Value(size_t, const Value&)>& f) {
  return map_parts(tree, is_leaf, [&](const Value& leaf) { return f(next++, leaf); });
}

std::vector<Array> leaves_of(const Values& trees) {
  std::vector<Array> out;
  for (const Value& tree : trees) {
    each_part(tree, is_leaf, [&](const Value& leaf) { out.push_back(leaf.as_array()); });
  }
  return out;
}

Values with_leaves_of(const Values& trees, const std::vector<Array>& leaves) {
  Values out;
  size_t next = 0;
  for (const Value& tree : trees) {
    out.push_back(with_leaves(
        tree, next, [&](size_t at, const Value&) { return Value::from_array(leaves[at]); }));
  }
  return out;
}

bool is_joint(const Value& x) { return x.is_leaf() || std::holds_alternative<bool>(x.any()); }

Array joint_array(const Value& x) {
  if (const bool* truth = std::get_if<bool>(&x.any())) return Array(*truth);
  return x.as_array();
}

Value map_joints(const Value& tree, const std::function<Value(const Value&)>& f) {
  return map_parts(tree, is_joint, f);
}

std::vector<Array> joints_of(const Values& trees) {
  std::vector<Array> out;
  for (const Value& tree : trees) {
    each_part(tree, is_joint, [&](const Value& leaf) { out.push_back(joint_array(leaf)); });
  }
  return out;
}

}  // namespace rille
