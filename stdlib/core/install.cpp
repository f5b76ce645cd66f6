// core: operators, runtime, and prelude of a State.
#include <cmath>
#include <limits>
#include <numbers>

#include "stdlib/core.h"
#include "stdlib/core/prelude.h"
#include "stdlib/core/runtime.h"
#include "vm/operators.h"

namespace rille {
namespace {

const std::vector<std::pair<std::string, Value>>& constants() {
  static const std::vector<std::pair<std::string, Value>> table = {
      {"pi", std::numbers::pi},
      {"inf", std::numeric_limits<double>::infinity()},
      {"nan", std::numeric_limits<double>::quiet_NaN()},
  };
  return table;
}

void install_operators(Operators& operators) {
  operators.arrays = apply_operator;
  operators.number = apply_with_number;
  operators.trees = apply_to_trees;
  operators.field = field_of_leaf;
  operators.index = index_array;
  operators.update = update_array;
}

}  // namespace

void install_core(State& state) {
  install_operators(state.operators());
  state.add_runtime(runtime_functions());
  state.add_prelude("values", values_lua);
  state.add_prelude("dicts", dicts_lua);
  state.add_late_prelude("patterns", patterns_lua);
  state.add_late_prelude("rows", rows_lua);
  state.add_late_prelude("control", control_lua);
  state.name_preludes();
  for (const auto& [name, value] : constants()) state.set_builtin(name, value);
}

std::vector<std::string> core_values() {
  std::vector<std::string> names;
  for (const auto& [name, value] : constants()) names.push_back(name);
  return names;
}

}  // namespace rille
