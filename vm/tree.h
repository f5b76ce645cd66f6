// Tree: flatten, unflatten, paths, and maps over Values.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "vm/run/stack.h"
#include "vm/value.h"

namespace rille {

// The structure of a tree without its leaves, which is part of jit's cache key. Equal structures
// compare equal. Static parts (strings, bools, nil, functions) belong to the structure.
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
  std::vector<uint8_t> marks_;  // in order of the walk: leaf, static, branch
  size_t leaves_ = 0;
};

struct FlatTree {
  std::vector<Array> leaves;  // scalars as weak arrays
  TreeShape shape;
  std::vector<bool> state;  // per leaf: whether it is in a field marked `var`
};

FlatTree flatten(const Value& tree);
FlatTree flatten_all(const Values& trees);  // as one tuple

// The path of each leaf, such as "layers[2].w"; "" if the tree is a leaf.
std::vector<std::string> paths(const Value& tree);

// Appends a step to a path: "layers" and item 2 give "layers[2]"; the step of a record is ".w", or
// "w" at the root, that of a dict ["w"].
std::string step(const std::string& path, const Branch& branch, size_t item);

// Calls f for each function in a static part, including the value of a `const` field. The captures
// of functions may have leaves.
template <class F>
void each_function(const Value& held, F& f) {
  if (held.is_function()) return f(held.function());
  if (held.is_static()) return each_function(held.unwrapped(), f);
  if (!held.is_branch()) return;
  for (const Value& item : held.items()) each_function(item, f);
}

// The walk over a single tree: replaces each part for which is_part() is true by f(part), or only
// calls f for each of them. Other static parts are kept.
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

// Applies f to each leaf, or to the leaves at the same path of several trees. The structures must
// be equal, except that a leaf of the first tree with nil in another one is kept, and that a leaf
// is spread to every leaf of a branch (if `spread`). error[type] names the path at which the trees
// differ.
Value map_leaves(const Value& tree, const std::function<Value(const Value&)>& f);
Value map_leaves(const Values& trees, bool spread, const std::function<Value(const Values&)>& f);

// The form of a value in errors: "a tuple of 2", "(b, w)", "a dict of (\"a\",)", "f32[3]".
std::string form_text(const Value& value);

// Structural equality of two values, all leaves compared elementwise (NaN differs from NaN).
bool same(const Value& a, const Value& b);

}  // namespace rille
