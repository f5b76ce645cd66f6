// Regions: recorded operations on arrays as subgraphs.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "backends/apply.h"
#include "vm/run/module_scope.h"
#include "vm/value.h"

namespace rille {

using OriginFn = std::function<Origin()>;

// A parameter of a region. A weak one adopts the dtype of the other operand.
struct ParamSpec {
  Type type;
  bool weak = false;
};
std::vector<ParamSpec> specs_of(const std::vector<Array>& arrays);
std::vector<ParamSpec> strong_specs_of(const std::vector<Array>& arrays);

// The operations that code performed while its own trace was open. Arrays from outside that it
// used, traced or not, are the captures.
struct RecordedGraph {
  Graph graph;  // params, then one param per capture
  std::vector<Array> captures;
  std::vector<bool> weak;  // per result
};

// Calls `body` with the specified params; the arrays it returns are the results. `origin` returns
// the source location of each node, by default that of the enclosing trace.
using RecordedBody = std::function<std::vector<Array>(const std::vector<Array>& params)>;
RecordedGraph record_region(std::span<const ParamSpec> params, const RecordedBody& body,
                            const OriginFn& origin = {});
// Records `body` with params of the types of `like`.
RecordedGraph record(const std::vector<Array>& like, const RecordedBody& body);

// The graph as a region with params of these types. at[i] is the index of the param that replaces
// param i of the graph.
Region over(const Graph& graph, std::span<const Type> params, std::span<const size_t> at);

// As above, with `finish` applied to the results of the graph.
Region over(const Graph& graph, std::span<const ParamSpec> params, std::span<const size_t> at,
            const RecordedBody& finish, const OriginFn& origin);

// `body` as a region over all `operands`. The first `params` operands are its params, and the
// operands from index `first` on its captures.
Region over_operands(const RecordedGraph& body, size_t params, size_t first,
                     const std::vector<Array>& operands);

std::vector<Type> types_of(const std::vector<Array>& arrays);

// The arrays that have tangents.
std::vector<Array> moving(const std::vector<Array>& xs);

// The inputs of a custom_jvp rule: the operands from `first` to `last` (exclusive), then the
// results, if `results` has their types, then the tangents of these operands. The captures of the
// rule are the operands from index `captured` on.
struct RuleParams {
  size_t first, last, captured;
  std::vector<Type> results = {};
};
// (operands..., results..., tangents of the operands...) -> results of the rule
Region over(const RecordedGraph& rule, const RuleParams& takes, const std::vector<Array>& operands);

// Must live while a RecordedBody calls a function that may be a script's. It keeps State::tracing
// equal to the number of open traces.
class ScriptTraceScope {
 public:
  explicit ScriptTraceScope(State& state);
  ~ScriptTraceScope();
  ScriptTraceScope(const ScriptTraceScope&) = delete;
  ScriptTraceScope& operator=(const ScriptTraceScope&) = delete;

  static bool any(State& state);  // whether script code is being recorded as a region

 private:
  State& state_;
  int before_;
  RegionPaths paths_;
  ModuleScope layer_;  // restores the module path that the script had entered
};

}  // namespace rille
