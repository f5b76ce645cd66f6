// Masks: predicates on paths, or trees of bools.
#include "stdlib/optim/masks.h"

#include "vm/state.h"

namespace rille {

Value leaves_where(const Value& tree, const std::function<bool(const std::string& path)>& f) {
  std::vector<std::string> names = paths(tree);
  FlatTree flat = flatten(tree);
  Values leaves;
  for (size_t i = 0; i < names.size(); ++i) {
    leaves.push_back(f(names[i]) ? Value::from_array(flat.leaves[i]) : Value());
  }
  return flat.shape.unflatten_values(std::move(leaves));
}

namespace {

// The tree with nil in place of the leaves that the bools of `mask` do not choose.
Value by_bools(const LeafMask& how, const Value& mask, const Value& tree) {
  if (const bool* truth = std::get_if<bool>(&mask.any())) {
    if (*truth == how.when) return tree;
    return leaves_where(tree, [](const std::string&) { return false; });
  }
  if (!tree.is_branch() && !tree.is_leaf()) return tree;
  bool is_fit = tree.is_branch() && mask.is_branch();
  BranchRef fits = is_fit ? fitted(tree.branch(), mask) : nullptr;
  if (fits == nullptr) {
    throw Error(Code::type,
                str(how.who, ": `", how.name, "` has ", form_text(mask), " where the params have ",
                    form_text(tree), ", expected bools in the structure of the params"));
  }
  Values items;
  for (size_t i = 0; i < fits->items.size(); ++i) {
    items.push_back(by_bools(how, fits->items[i], tree.items()[i]));
  }
  return Value::like(tree.branch(), std::move(items));
}

}  // namespace

Value LeafMask::chosen(State& state, const Value& tree) const {
  if (of.is_nil()) return tree;
  if (!is_callable(state, of)) return by_bools(*this, of, tree);
  return leaves_where(tree, [&](const std::string& path) {
    Value taken = call_value(state, of, Value(path));
    const bool* is_taken = std::get_if<bool>(&taken.any());
    if (is_taken != nullptr) return *is_taken == when;
    throw Error(Code::type, str(who, ": `", name, "` returned ", kind_text(taken),
                                " for the path \"", path, "\", expected a bool"));
  });
}

Value merged(const Value& chosen, const Value& others) {
  return map_leaves(Values{chosen, others}, false, [](const Values& at) { return at[0]; });
}

}  // namespace rille
