// Tree: flatten, unflatten, paths and maps over Values.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "vm/run/stack.h"
#include "vm/value.h"

namespace rille {

// The structure of a tree without its leaves: what jit keys on. Two of one structure compare equal.
// Static parts (strings, bools, nil, functions) are kept in it.
class TreeShape {
 public:
  bool operator==(const TreeShape& other) const;
  size_t leaf_count() const { return leaves_; }
  uint64_t hash() const;

  // The tree with these leaves, in the order of flatten().
  Value unflatten(std::vector<Array> leaves) const;
  Value unflatten_values(Values leaves) const;

 private:
  friend struct Flattener;
  Value skeleton_;              // leaves replaced by nil, see marks_
  std::vector<uint8_t> marks_;  // in walking order: leaf, static, branch
  size_t leaves_ = 0;
};

struct Flat {
  std::vector<Array> leaves;  // host numbers as weak arrays
  TreeShape shape;
  std::vector<bool> state;  // per leaf: stands in a field marked `var`
};

Flat flatten(const Value& tree);
Flat flatten_all(const Values& trees);  // as the tuple of them

// "layers[2].w" of each leaf; "" where the tree is a leaf.
std::vector<std::string> paths(const Value& tree);

// "layers" and item 2 give "layers[2]"; a record's items are ".w", at the root "w", a dict's ["w"].
std::string step(const std::string& path, const Branch& branch, size_t item);

// Calls f with each function in a static part: of a `const` field those in the value in it. What
// they capture may have leaves.
template <class F>
void each_function(const Value& held, F& f) {
  if (held.is_function()) return f(held.function());
  if (held.is_static()) return each_function(held.unwrapped(), f);
  if (!held.is_branch()) return;
  for (const Value& item : held.items()) each_function(item, f);
}

// The one walk over a single tree: it with f(part) in the place of each part that is_part() is true
// of, or f called with each of these. What else is static stays.
template <class IsPart, class F>
Value map_parts(const Value& tree, const IsPart& is_part, F&& f) {
  if (is_part(tree)) return f(tree);
  if (!tree.is_branch()) return tree;
  check_stack();
  Values items;
  items.reserve(tree.items().size());
  for (const Value& item : tree.items()) items.push_back(map_parts(item, is_part, f));
  return Value::like(tree.branch(), std::move(items));
}
template <class IsPart, class F>
void each_part(const Value& tree, const IsPart& is_part, F&& f) {
  if (is_part(tree)) return f(tree);
  if (!tree.is_branch()) return;
  check_stack();
  for (const Value& item : tree.items()) each_part(item, is_part, f);
}

// f of each leaf / of the leaves at the same place of several trees. Structures must agree, but
// nil against a leaf leaves the leaf of the first tree as it is; a leaf against a branch goes to
// every leaf of the branch (where `spread`). error[type] names the path where they part.
Value map_leaves(const Value& tree, const std::function<Value(const Value&)>& f);
Value map_leaves(const Values& trees, bool spread, const std::function<Value(const Values&)>& f);

// "a tuple of 2", "(b, w)", "a dict of (\"a\",)", "f32[3]": what two trees may differ in.
std::string form_text(const Value& value);

// Structural equality of two values, all leaves compared elementwise (NaN differs from NaN).
bool same(const Value& a, const Value& b);

}  // namespace rille
