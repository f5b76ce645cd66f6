// Maps over one or several trees with the same structure.
#include <algorithm>

#include "vm/calling.h"
#include "vm/tree.h"
#include "vm/tree/walk.h"
#include "vm/value/remains.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

using TreeNodes = std::vector<const Value*>;  // the same node of each tree

// The path of a node, as a linked list of items. It is converted to text only for errors.
struct NodePath {
  const NodePath* above;  // null for the root
  const Branch* branch;
  size_t item;
};

std::string path_text(const NodePath* place) {
  return place == nullptr ? "" : step(path_text(place->above), *place->branch, place->item);
}

struct Mapper {
  bool spread;
  const std::function<Value(const Values&)>& f;
  std::vector<int> spread_at;  // per tree: the depth of a leaf that is spread below it, or 0
  Depth depth = {};
  PollCounter polls = {};
  const NodePath* place = nullptr;
  Values leaves = {};  // the arguments of f

  // Raises the error for two different nodes, in the order of their trees.
  [[noreturn]] void part(const TreeNodes& at, const Value& some, const Value& other) const {
    bool is_first = std::ranges::find(at, &some) < std::ranges::find(at, &other);
    const Value &a = is_first ? some : other, &b = is_first ? other : some;
    std::string where = place == nullptr ? "their root" : str("`", path_text(place), "`");
    auto form = [&](const Value& x) {
      constexpr size_t most = 40;  // bytes of a string that are shown
      if (x.is_function()) return text(x);
      bool are_texts = a.is_string() && b.is_string();
      if (x.is_static()) {
        std::string all = text(x.unwrapped());
        return all.size() > most ? str(all.substr(0, most), "…") : all;
      }
      return are_texts ? str("\"", visible(x.string().substr(0, most)), "\"") : form_text(x);
    };
    Error error(Code::type, str("the trees differ at ", where, ": ", form(a), " and ", form(b)));
    throw labelled(labelled(std::move(error), "tree"), "rest");
  }

  Value walk(const TreeNodes& at) {
    if (const Value* part = static_part(at)) return *part;
    const Value *branch = nullptr, *leaf = nullptr;
    bool any_nil = false;
    for (const Value* v : at) {
      if (v->is_nil()) any_nil = true;
      if (branch == nullptr && v->is_branch()) branch = v;
      if (leaf == nullptr && v->is_leaf()) leaf = v;
    }
    if (branch != nullptr) return any_nil ? *branch : walk_branch(at, *branch);
    return any_nil ? keep_leaf(at, *leaf) : walk_leaf(at, *leaf);
  }

  // The static part that all trees have here; null if one has a branch or a leaf.
  const Value* static_part(const TreeNodes& at) const {
    const Value* out = nullptr;
    for (size_t k = 0; k < at.size(); ++k) {
      if (spread_at[k] > 0) continue;
      if (at[k]->is_branch() || at[k]->is_leaf()) return nullptr;
      if (out == nullptr) out = at[k];
      if (!equal_static(*at[k], *out) && !are_equal_constants(*at[k], *out)) part(at, *out, *at[k]);
    }
    return out;
  }

  // 8 and 8.0 are equal, and dicts are equal in any order of keys.
  static bool are_equal_constants(const Value& a, const Value& b) {
    return a.is_static() && b.is_static() && same(a, b);
  }

  Value keep_leaf(const TreeNodes& at, const Value& leaf) const {
    for (const Value* v : at) {
      if (!v->is_nil() && !v->is_leaf()) part(at, leaf, *v);
    }
    return leaf;
  }

  Value walk_leaf(const TreeNodes& at, const Value& leaf) {
    polls.step();
    leaves.clear();
    leaves.reserve(at.size());
    for (const Value* v : at) {
      if (!v->is_leaf()) part(at, leaf, *v);
      leaves.push_back(*v);
    }
    return f(leaves);
  }

  Value walk_branch(const TreeNodes& at, const Value& first) {
    const Branch& form = first.branch();
    std::vector<BranchRef> branches(at.size());
    for (size_t k = 0; k < at.size(); ++k) {
      if (spread && at[k]->is_leaf()) continue;
      branches[k] = fitted(form, *at[k]);
      if (branches[k] == nullptr) part(at, first, *at[k]);
    }
    Depth::Guard guard(depth);
    Values items;
    CollectionGuard gathering(items);
    items.reserve(form.items.size());
    TreeNodes below(at.size());
    NodePath here = {place, &form, 0};
    place = &here;
    for (size_t k = 0; k < at.size(); ++k) {
      if (branches[k] == nullptr && spread_at[k] == 0) spread_at[k] = depth.now;
    }
    for (; here.item < form.items.size(); ++here.item) {
      for (size_t k = 0; k < at.size(); ++k) {
        below[k] = branches[k] != nullptr ? &branches[k]->items[here.item] : at[k];
      }
      items.push_back(walk(below));
    }
    std::ranges::replace(spread_at, depth.now, 0);
    place = here.above;
    return Value::like(form, std::move(items));
  }
};

}  // namespace

std::string form_text(const Value& value) {
  if (!value.is_branch()) return kind_text(value);
  const Branch& branch = value.branch();
  if (branch.keys != nullptr) {
    Values keys;
    for (const DictKey& key : branch.keys->list) keys.push_back(value_of(key));
    return str("a dict of ", text(Value::tuple(std::move(keys))));
  }
  if (branch.layout == nullptr) return str("a tuple of ", branch.items.size());
  std::string name = branch.layout->type != nullptr ? branch.layout->type->name : "";
  return str(name, "(", join(branch.layout->names), ")");
}

std::string step(const std::string& path, const Branch& branch, size_t item) {
  if (branch.keys != nullptr) {
    std::string key = text(Value::tuple({value_of(branch.keys->list[item])}));  // quoted: ("w",)
    return str(path, "[", std::string_view(key).substr(1, key.size() - 3), "]");
  }
  if (branch.layout == nullptr) return str(path, "[", item, "]");
  return str(path, path.empty() ? "" : ".", branch.layout->names[item]);
}

Value map_leaves(const Value& tree, const std::function<Value(const Value&)>& f) {
  return map_leaves(Values{tree}, false, [&](const Values& leaves) { return f(leaves[0]); });
}

Value map_leaves(const Values& trees, bool spread, const std::function<Value(const Values&)>& f) {
  RILLE_CHECK(!trees.empty(), "a map over no tree");
  TreeNodes at;
  at.reserve(trees.size());
  for (const Value& tree : trees) at.push_back(&tree);
  return Mapper{spread, f, std::vector<int>(trees.size(), 0)}.walk(at);
}

}  // namespace rille
