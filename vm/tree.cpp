// Tree: flatten, unflatten, paths.
#include "vm/tree.h"

#include <utility>

#include "vm/tree/walk.h"
#include "vm/value/remains.h"

namespace rille {
namespace {

enum NodeMark : uint8_t { leaf_mark, static_mark, branch_mark };

uint64_t mix(uint64_t h, uint64_t x) { return (h ^ x) * 0x9e3779b97f4a7c15u + (h >> 29); }

}  // namespace

struct Flattener {
  // Approximate size of a leaf in `leaves`, with its handle and its mark.
  static constexpr size_t leaf_bytes = 128;

  FlatTree& out;
  Depth depth = {};
  PollCounter polls = {};

  void run(const Value& tree) { out.shape.skeleton_ = walk(tree, false); }

  // The value with its leaves replaced by nil.
  Value walk(const Value& value, bool in_state) {
    if (value.is_leaf()) {
      polls.step(out.leaves.size() * leaf_bytes);
      out.leaves.push_back(value.as_array());
      out.state.push_back(in_state);
      out.shape.marks_.push_back(leaf_mark);
      ++out.shape.leaves_;
      return Value();
    }
    if (!value.is_branch()) {
      polls.step();
      out.shape.marks_.push_back(static_mark);
      return value;
    }
    out.shape.marks_.push_back(branch_mark);
    Depth::Guard guard(depth);
    const Branch& branch = value.branch();
    Values items;
    CollectionGuard gathering(items);
    items.reserve(branch.items.size());
    for (size_t i = 0; i < branch.items.size(); ++i) {
      bool is_state = in_state || (branch.layout != nullptr && branch.layout->is_state(i));
      items.push_back(walk(branch.items[i], is_state));
    }
    return Value::like(branch, std::move(items));
  }

  static Value rebuild(const Value& skeleton, const uint8_t*& mark, Value*& leaf,
                       PollCounter& polls) {
    polls.step();
    NodeMark here = static_cast<NodeMark>(*mark++);
    if (here == leaf_mark) return std::move(*leaf++);
    if (here == static_mark) return skeleton;
    Values items;
    CollectionGuard gathering(items);
    items.reserve(skeleton.items().size());
    for (const Value& item : skeleton.items()) items.push_back(rebuild(item, mark, leaf, polls));
    return Value::like(skeleton.branch(), std::move(items));
  }

  static bool equal(const Value& a, const Value& b, PollCounter& polls) {
    polls.step();
    if (!a.is_branch() || !b.is_branch()) return equal_static(a, b);
    const Branch &left = a.branch(), &right = b.branch();
    if (&left == &right) return true;
    if (!is_same_form(left, right)) return false;
    for (size_t i = 0; i < left.items.size(); ++i) {
      if (!equal(left.items[i], right.items[i], polls)) return false;
    }
    return true;
  }

  static uint64_t hash(uint64_t h, const Value& value, PollCounter& polls) {
    polls.step();
    if (value.is_branch()) {
      h = mix(h, reinterpret_cast<uintptr_t>(value.branch().layout));
      if (value.is_dict()) {
        for (const DictKey& key : value.branch().keys->list) h = mix(h, std::hash<DictKey>()(key));
      }
      for (const Value& item : value.items()) h = hash(h, item, polls);
      return mix(h, value.items().size());
    }
    if (value.is_string()) return mix(h, std::hash<std::string>()(value.string()));
    if (const bool* x = std::get_if<bool>(&value.any())) return mix(h, *x ? 3 : 5);
    if (const auto* x = std::get_if<StaticValue>(&value.any())) return mix(h, x->hash());
    return mix(h, value.any().index());
  }
};

bool TreeShape::operator==(const TreeShape& other) const {
  PollCounter polls;
  return marks_ == other.marks_ && Flattener::equal(skeleton_, other.skeleton_, polls);
}

uint64_t TreeShape::hash() const {
  uint64_t h = leaves_;
  for (uint8_t mark : marks_) h = mix(h, mark);
  PollCounter polls;
  return Flattener::hash(h, skeleton_, polls);
}

Value TreeShape::unflatten(std::vector<Array> leaves) const {
  Values values;
  CollectionGuard gathering(values);
  values.reserve(leaves.size());
  PollCounter polls;
  for (Array& leaf : leaves) {
    polls.step();
    values.push_back(Value::from_array(std::move(leaf)));
  }
  return unflatten_values(std::move(values));
}

Value TreeShape::unflatten_values(Values leaves) const {
  RILLE_CHECK(leaves.size() == leaves_, "a tree of ", leaves_, " leaves from ", leaves.size());
  CollectionGuard gathering(leaves);
  const uint8_t* mark = marks_.data();
  Value* leaf = leaves.data();
  PollCounter polls;
  return Flattener::rebuild(skeleton_, mark, leaf, polls);
}

FlatTree flatten(const Value& tree) {
  FlatTree out;
  CollectionGuard gathering(out.leaves);
  Flattener{out}.run(tree);
  return out;
}

FlatTree flatten_all(const Values& trees) { return flatten(Value::tuple(trees)); }

std::vector<std::string> paths(const Value& tree) {
  std::vector<std::string> out;
  PollCounter polls;
  auto walk = [&](auto& self, const Value& value, const std::string& path) -> void {
    if (value.is_leaf()) {
      polls.step(out.size() * (sizeof(std::string) + path.size()));
      return out.push_back(path);
    }
    if (!value.is_branch()) return;
    for (size_t i = 0; i < value.items().size(); ++i) {
      self(self, value.items()[i], step(path, value.branch(), i));
    }
  };
  flatten(tree);  // raises if the tree is nested too deeply
  walk(walk, tree, "");
  return out;
}

}  // namespace rille
