// Carries of loops: their leaves, settings, and dicts.
#include "stdlib/core/carry.h"

#include <algorithm>
#include <utility>

#include "stdlib/trace/leaves.h"
#include "vm/error.h"
#include "vm/run/stack.h"
#include "vm/tree.h"

namespace rille {
namespace {

bool is_setting(const Value& x) { return x.is_number() || std::holds_alternative<bool>(x.any()); }
bool is_same_setting(const Value& a, const Value& b) {
  return a.any().index() == b.any().index() && same(a, b);
}
void add_settings(const Value& tree, bool is_inside, Values& out) {
  if (!tree.is_branch()) {
    if (is_joint(tree)) out.push_back(is_inside && is_setting(tree) ? tree : Value());
    return;
  }
  check_stack();
  bool is_instance = tree.layout() != nullptr && tree.layout()->type != nullptr;
  for (const Value& item : tree.items()) add_settings(item, is_inside || is_instance, out);
}

bool has_dicts(const Value& tree) {
  if (!tree.is_branch()) return false;
  check_stack();
  return tree.branch().keys != nullptr || std::ranges::any_of(tree.items(), has_dicts);
}

}  // namespace

TreeCarry::TreeCarry(Values given) : trees(std::move(given)) {
  leaves = joints_of(trees);
  specs = specs_of(leaves);
  for (const Value& tree : trees) add_settings(tree, false, settings);
  RILLE_CHECK(settings.size() == leaves.size(), "the joints of a carry");
}

Values TreeCarry::with(const std::vector<Array>& values) const {
  size_t next = 0;
  Values out;
  for (const Value& tree : trees) {
    out.push_back(map_joints(tree, [&](const Value&) {
      size_t at = next++;
      return settings[at].is_nil() ? Value(values[at]) : settings[at];
    }));
  }
  return out;
}

Values TreeCarry::ordered(Values after) const {
  for (size_t i = 0; i < trees.size() && i < after.size(); ++i) {
    if (has_dicts(trees[i])) after[i] = in_order_of(trees[i], after[i]);
  }
  return after;
}

bool TreeCarry::keeps_settings(const Values& after) {
  size_t next = 0;
  bool out = true;
  Values made_of_places(after.begin(), after.begin() + std::ssize(trees));
  if (joints_of(made_of_places).size() !=
      settings.size()) {  // nil before the iteration, a value after it
    out = std::ranges::all_of(settings, &Value::is_nil);
    std::ranges::fill(settings, Value());
    return out;
  }
  for (const Value& tree : made_of_places) {
    map_joints(tree, [&](const Value& made) {
      Value& setting = settings[next++];
      if (!setting.is_nil() && !is_same_setting(setting, made)) {
        setting = Value();
        out = false;
      }
      return made;
    });
  }
  return out;
}

}  // namespace rille
