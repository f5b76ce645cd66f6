// Regions: recording, and remapping of params.
#include "stdlib/trace/region.h"

#include <algorithm>

#include "jit/transform.h"
#include "vm/state.h"

namespace rille {
namespace {

OriginFn place_around(const OriginFn& origin) {
  if (origin) return origin;
  Trace* outer = Trace::innermost();
  return [outer] { return outer == nullptr ? Origin() : outer->place(); };
}

std::vector<Array> params_of(Trace& trace, std::span<const ParamSpec> params) {
  std::vector<Array> out;
  for (const ParamSpec& param : params) out.push_back(trace.param(param.type, param.weak));
  return out;
}

}  // namespace

std::vector<ParamSpec> specs_of(const std::vector<Array>& arrays) {
  std::vector<ParamSpec> out;
  for (const Array& array : arrays) out.push_back({array.type(), array.is_weak()});
  return out;
}

std::vector<ParamSpec> strong_specs_of(const std::vector<Array>& arrays) {
  std::vector<ParamSpec> out;
  for (const Array& array : arrays) out.push_back({array.type(), false});
  return out;
}

RecordedGraph record_region(std::span<const ParamSpec> params, const RecordedBody& body,
                            const OriginFn& origin) {
  Trace trace(place_around(origin));
  std::vector<Array> results = body(params_of(trace, params));
  RecordedGraph out;
  for (const Array& x : results) out.weak.push_back(x.is_weak());
  out.graph = trace.finish(results);
  out.captures = trace.captures();
  return out;
}

RecordedGraph record(const std::vector<Array>& like, const RecordedBody& body) {
  return record_region(specs_of(like), body);
}

Region over(const Graph& graph, std::span<const Type> params, std::span<const size_t> at) {
  Builder b(graph.origin);
  Vars all, args;
  for (const Type& type : params) all.push_back(b.param(type));
  for (size_t place : at) args.push_back(all[place]);
  Vars results = inline_graph(b, graph, args);
  return std::make_shared<const Graph>(std::move(b).finish(results));
}

Region over(const Graph& graph, std::span<const ParamSpec> params, std::span<const size_t> at,
            const RecordedBody& finish, const OriginFn& origin) {
  RecordedGraph out = record_region(
      params,
      [&](const std::vector<Array>& all) {
        std::vector<Array> args;
        for (size_t place : at) args.push_back(all[place]);
        return finish(run_graph(graph, args));
      },
      origin);
  RILLE_CHECK(out.captures.empty(), "a region must not capture arrays");
  return std::make_shared<const Graph>(std::move(out.graph));
}

Region over_operands(const RecordedGraph& body, size_t params, size_t first,
                     const std::vector<Array>& operands) {
  std::vector<size_t> at;
  for (size_t i = 0; i < params; ++i) at.push_back(i);
  for (size_t i = 0; i < body.captures.size(); ++i) at.push_back(first + i);
  return over(body.graph, types_of(operands), at);
}

std::vector<Type> types_of(const std::vector<Array>& arrays) {
  std::vector<Type> out;
  for (const Array& x : arrays) out.push_back(x.type());
  return out;
}

std::vector<Array> moving(const std::vector<Array>& xs) {
  std::vector<Array> out;
  std::ranges::copy_if(xs, std::back_inserter(out),
                       [](const Array& x) { return has_tangent(x.type()); });
  return out;
}

Region over(const RecordedGraph& rule, const RuleParams& takes,
            const std::vector<Array>& operands) {
  std::vector<Type> params = types_of(operands);
  std::vector<size_t> at, tangents;
  for (size_t i = takes.first; i < takes.last; ++i) at.push_back(i);
  for (const Type& type : takes.results) {
    at.push_back(params.size());
    params.push_back(type);
  }
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!has_tangent(operands[i].type())) continue;
    if (takes.first <= i && i < takes.last) tangents.push_back(params.size());
    params.push_back(operands[i].type());
  }
  at.insert(at.end(), tangents.begin(), tangents.end());
  for (size_t i = 0; i < rule.captures.size(); ++i) at.push_back(takes.captured + i);
  return over(rule.graph, params, at);
}

namespace {

struct RegionDepth {
  int count = 0;
};

}  // namespace

ScriptTraceScope::ScriptTraceScope(State& state)
    : state_(state), before_(state.tracing), paths_(state), layer_(state) {
  state_.set_tracing(static_cast<int>(Trace::depth()));
  ++state_.part<RegionDepth>().count;
}
ScriptTraceScope::~ScriptTraceScope() {
  --state_.part<RegionDepth>().count;
  state_.set_tracing(before_);
}

bool ScriptTraceScope::any(State& state) { return state.part<RegionDepth>().count > 0; }

}  // namespace rille
