// Regions: what code does to arrays, as graphs of their own.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "backends/apply.h"
#include "vm/run/module_scope.h"
#include "vm/value.h"

namespace rille {

using OriginFn = std::function<Origin()>;

// A parameter of a region; a weak one takes the dtype of what it meets.
struct ParamSpec {
  Type type;
  bool weak = false;
};
std::vector<ParamSpec> specs_of(const std::vector<Array>& arrays);
std::vector<ParamSpec> strong_specs_of(const std::vector<Array>& arrays);

// What code did while a trace of its own was open. Arrays of outside that it met, traced or not,
// are its captures.
struct Recorded {
  Graph graph;  // params, then one param per capture
  std::vector<Array> captures;
  std::vector<bool> weak;  // per result
};

// Calls `body` with params as they are specified; its arrays are the results. `origin` is asked for
// the place of each node: by default that of the trace around.
using Recording = std::function<std::vector<Array>(const std::vector<Array>& params)>;
Recorded record_region(std::span<const ParamSpec> params, const Recording& body,
                       const OriginFn& origin = {});
// The same with params of the types of `like`.
Recorded record(const std::vector<Array>& like, const Recording& body);

// The graph with other params, of these types: `at` says which of them stands for each of its own.
Region over(const Graph& graph, std::span<const Type> params, std::span<const size_t> at);

// The same where `finish` makes the results of the graph's.
Region over(const Graph& graph, std::span<const ParamSpec> params, std::span<const size_t> at,
            const Recording& finish, const OriginFn& origin);

// `body` over all of `operands`, of which it takes the first `params`, and as its captures those
// from `first` on.
Region over_operands(const Recorded& body, size_t params, size_t first,
                     const std::vector<Array>& operands);

std::vector<Type> types_of(const std::vector<Array>& arrays);

// Those that have tangents.
std::vector<Array> moving(const std::vector<Array>& xs);

// What a rule of custom_jvp takes of the operands: those from `first` to `last`, then, where it is
// given them, the results, and tangents of the former. What it captures stands among the operands,
// too, from `captured` on.
struct RuleParams {
  size_t first, last, captured;
  std::vector<Type> results = {};
};
// (operands..., results..., tangents of the operands...) -> what the rule gives
Region over(const Recorded& rule, const RuleParams& takes, const std::vector<Array>& operands);

// Stands where a Recording calls what may be of a script: Lua's flag follows the number of open
// traces.
class ScriptsTraced {
 public:
  explicit ScriptsTraced(State& state);
  ~ScriptsTraced();
  ScriptsTraced(const ScriptsTraced&) = delete;
  ScriptsTraced& operator=(const ScriptsTraced&) = delete;

  static bool any(State& state);  // whether code of a script is being recorded as a region

 private:
  State& state_;
  int before_;
  RegionPaths paths_;
  ModuleScope layer_;  // what scripts enter, they leave
};

}  // namespace rille
