// Slots of trees: listed, and put back.
#include "stdlib/ckpt/slots.h"

#include "vm/error.h"
#include "vm/running.h"
#include "vm/stack.h"
#include "vm/tree.h"

namespace rille {
namespace {

// The tree with f(value) in the place of each slot.
template <class F>
Value mapped(const Value& tree, F& f, Polls& polls) {
  check_stack();
  polls.step();
  if (!tree.is_branch()) return f(tree);
  Values items;
  for (const Value& item : tree.items()) items.push_back(mapped(item, f, polls));
  return Value::like(tree.branch(), std::move(items));
}

}  // namespace

// paths() names leaves alone, so each slot becomes one.
std::vector<TreeSlot> slots_of(const Value& tree) {
  std::vector<TreeSlot> out;
  Polls polls;
  auto note = [&](const Value& value) {
    out.push_back({"", value});
    return Value(0);
  };
  std::vector<std::string> names = paths(mapped(tree, note, polls));
  RILLE_CHECK(names.size() == out.size(), "a tree of ", out.size(), " slots has ", names.size());
  for (size_t i = 0; i < out.size(); ++i) out[i].name = std::move(names[i]);
  return out;
}

Value with_slots(const Value& tree, const Values& values) {
  size_t at = 0;
  Polls polls;
  auto next = [&](const Value&) { return values.at(at++); };
  return mapped(tree, next, polls);
}

}  // namespace rille
