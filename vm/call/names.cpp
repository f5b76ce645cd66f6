// names_behind: names of the prompt that functions may read.
#include <set>
#include <unordered_set>

#include "vm/call.h"
#include "vm/state/inside.h"

namespace rille {
namespace {

// Follows values to functions, functions to names and captures, and names to values. Finds
// everything that a run can reach, except values created by the run, which consist of these.
class ReachableNames {
 public:
  explicit ReachableNames(State& state) : state_(state) {}

  void visit(const Value& value) {
    if (value.is_static()) return visit(value.unwrapped());
    if (value.is_function()) {
      function(value.function());
    } else if (value.is_branch()) {
      const Layout* layout = value.branch().layout;
      if (layout != nullptr && layout->type != nullptr) type(layout->type);
      for (const Value& item : value.items()) visit(item);
    } else if (const auto* object = std::get_if<OpaqueValue>(&value.any())) {
      visit(contents_of(*object));
    }
  }

  std::set<std::string> found = {};

 private:
  void function(const Function& f) {
    Closure closure = closure_of(f);
    if (!seen_.insert(closure.object).second) return;
    read(f.info());
    for (const auto& [name, value] : closure.captures) visit(value);
  }

  // The code of the constructor represents the whole struct.
  void type(const StructType* type) {
    if (!seen_.insert(type).second) return;
    auto info = state_.inside().info_of_struct.find(type);
    if (info != state_.inside().info_of_struct.end()) read(*info->second);
  }

  void read(const FunctionInfo& info) {
    for (const std::string& name : info.reads) {
      if (found.insert(name).second) visit(state_.module_get(state_.inside().prompt, name));
    }
  }

  State& state_;
  std::unordered_set<const void*> seen_ = {};
};

}  // namespace

std::vector<std::string> names_behind(State& state, const Values& values) {
  if (state.inside().prompt < 0) return {};
  ReachableNames names(state);
  for (const Value& value : values) names.visit(value);
  return {names.found.begin(), names.found.end()};
}

}  // namespace rille
