// Recorded: a function, as a region.
#include "stdlib/transform/recorded.h"

#include <algorithm>

#include "jit/transform.h"
#include "stdlib/transform/traced.h"

namespace rille {

Recorded record(const std::vector<Array>& like, const Recording& body) {
  Trace* outer = Trace::innermost();
  Trace trace([outer] { return outer == nullptr ? Origin() : outer->place(); });
  std::vector<Array> params;
  for (const Array& x : like) params.push_back(trace.param(x.type(), x.is_weak()));
  std::vector<Array> results = body(params);
  Recorded out;
  for (const Array& x : results) out.weak.push_back(x.is_weak());
  out.graph = trace.finish(results);
  out.captures = trace.captures();
  return out;
}

ScriptsTraced::ScriptsTraced(State& state) : state_(state), before_(state.tracing) {
  state_.set_tracing(static_cast<int>(Trace::depth()));
}
ScriptsTraced::~ScriptsTraced() { state_.set_tracing(before_); }

std::vector<Array> leaves_of(const Values& trees) {
  std::vector<Array> out;
  for (const Value& tree : trees) {
    size_t at = 0;
    with_leaves(tree, at, [&](size_t, const Value& leaf) {
      out.push_back(leaf.as_array());
      return leaf;
    });
  }
  return out;
}

Values with_leaves_of(const Values& trees, const std::vector<Array>& leaves) {
  Values out;
  size_t next = 0;
  for (const Value& tree : trees) {
    out.push_back(with_leaves(
        tree, next, [&](size_t at, const Value&) { return Value::from_array(leaves[at]); }));
  }
  return out;
}

Region widened(const Recorded& body, size_t params, size_t first,
               const std::vector<Array>& operands) {
  Builder b(body.graph.origin);
  Vars in;
  for (const Array& x : operands) in.push_back(b.param(x.type()));
  Vars args(in.begin(), in.begin() + params);
  args.append(in.begin() + first, in.begin() + first + body.captures.size());
  Vars results = inline_graph(b, body.graph, args);
  return std::make_shared<const Graph>(std::move(b).finish(results));
}

std::vector<Array> moving(const std::vector<Array>& xs) {
  std::vector<Array> out;
  std::ranges::copy_if(xs, std::back_inserter(out),
                       [](const Array& x) { return has_tangent(x.type()); });
  return out;
}

Region widened(const Recorded& rule, const RuleOfResult& takes,
               const std::vector<Array>& operands) {
  Builder b(rule.graph.origin);
  Vars in, y, args, own;
  for (const Array& x : operands) in.push_back(b.param(x.type()));
  for (const Array& x : takes.results) y.push_back(b.param(x.type()));
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!has_tangent(operands[i].type())) continue;
    Var dx = b.param(operands[i].type());
    if (takes.first <= i && i < takes.last) own.push_back(dx);
  }
  args.append(in.begin() + takes.first, in.begin() + takes.last);
  args.append(y);
  args.append(own);
  auto captured = in.begin() + takes.captured;
  args.append(captured, captured + rule.captures.size());
  Vars results = inline_graph(b, rule.graph, args);
  return std::make_shared<const Graph>(std::move(b).finish(results));
}

}  // namespace rille
