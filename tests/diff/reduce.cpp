// A smaller graph of which an oracle says the same.
#include "tests/diff/reduce.h"

#include <algorithm>

#include "jit/op.h"
#include "vm/text.h"

namespace rille::diff {
namespace {

using Values = std::vector<Array>;

Values values_of(const Trial& trial) {
  const Graph& graph = trial.graph;
  Values out(graph.types.size());
  auto put = [&](Var v, const Array& x) { out[static_cast<size_t>(v.id)] = x; };
  for (size_t i = 0; i < trial.args.size(); ++i) put(graph.params[i], trial.args[i]);
  evaluate(graph, trial.args, [&](const Graph&, const Node& node, std::span<const Array> in) {
    Arrays got = reference(node, in);
    for (size_t i = 0; i < got.size(); ++i) put(node.out[i], got[i]);
    return got;
  });
  return out;
}

// What a part of a trial is made anew of.
struct Edit {
  int cut = -1;     // this node's results become params
  int opened = -1;  // this node's first region stands in its place
  int result = -1;  // the only one; -1: all
};

Flags read_by(const Graph& graph, const Vars& results, const Edit& edit) {
  Flags read(graph.types.size(), false);
  for (Var v : results) read[static_cast<size_t>(v.id)] = true;
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const Node& node = graph.nodes[i];
    auto is_read = [&](Var v) { return read[static_cast<size_t>(v.id)]; };
    if (static_cast<int>(i) == edit.cut || !std::ranges::any_of(node.out, is_read)) continue;
    for (Var v : node.in) read[static_cast<size_t>(v.id)] = true;
  }
  return read;
}

bool opens(const Graph& graph, const Node& node) {
  if (node.regions.empty()) return false;
  const Graph& body = *node.regions[0];
  return body.types_of(body.params) == graph.types_of(node.in) &&
         body.types_of(body.results) == graph.types_of(node.out);
}

Trial edited(const Trial& trial, const Values& values, const Edit& edit) {
  const Graph& graph = trial.graph;
  Vars results =
      edit.result < 0 ? graph.results : Vars{graph.results[static_cast<size_t>(edit.result)]};
  Flags read = read_by(graph, results, edit);
  Trial out;
  Builder b;
  VarMap<Var> to(graph);
  auto param = [&](Var v) {
    const Array& x = values[static_cast<size_t>(v.id)];
    if (!read[static_cast<size_t>(v.id)] || x.is_none()) return;
    to[v] = b.param(graph.type(v));
    out.args.push_back(x);
  };
  for (Var v : graph.params) param(v);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    auto is_read = [&](Var v) { return read[static_cast<size_t>(v.id)]; };
    if (!std::ranges::any_of(node.out, is_read)) continue;
    if (static_cast<int>(i) == edit.cut) {
      for (Var v : node.out) param(v);
      continue;
    }
    Vars in = to(node.in), made;
    if (static_cast<int>(i) == edit.opened) {
      made = inline_graph(b, *node.regions[0], in);
    } else {
      made = b.emit(*node.op, in, node.attrs, node.regions);
    }
    for (size_t k = 0; k < made.size(); ++k) to[node.out[k]] = made[k];
  }
  out.graph = std::move(b).finish(to(results));
  return out;
}

// All edits that may make it smaller.
std::vector<Edit> edits_of(const Graph& graph) {
  std::vector<Edit> out;
  if (graph.results.size() > 1) {
    for (int i = 0; i < std::ssize(graph.results); ++i) out.push_back({.result = i});
  }
  for (int i = static_cast<int>(std::ssize(graph.nodes)) - 1; i >= 0; --i) {
    out.push_back({.cut = i});
    if (opens(graph, graph.nodes[static_cast<size_t>(i)])) out.push_back({.opened = i});
  }
  return out;
}

bool fails(const Oracle& oracle, const Trial& trial, uint64_t seed) {
  return judged(oracle, trial.graph, trial.args, seed).fault.has_value();
}

bool step(const Oracle& oracle, Trial& trial, uint64_t seed) {
  Values values = values_of(trial);
  for (const Edit& edit : edits_of(trial.graph)) {
    Trial next = edited(trial, values, edit);
    bool is_smaller = next.graph.nodes.size() < trial.graph.nodes.size() ||
                      next.graph.results.size() < trial.graph.results.size() || edit.opened >= 0;
    if (!is_smaller || !fails(oracle, next, seed)) continue;
    trial = std::move(next);
    return true;
  }
  return false;
}

}  // namespace

Trial trial_of(uint64_t seed, const Bounds& bounds) {
  Trial out{grow(seed, bounds), {}};
  Chance chance(seed + 0x5851f42d4c957f2dull);
  Numbers numbers = bounds.wide ? Numbers::apart : numbers_of(seed);
  out.args = draw(chance, out.graph.types_of(out.graph.params), numbers);
  return out;
}

Trial reduced(const Oracle& oracle, uint64_t seed, Bounds bounds) {
  Trial best = trial_of(seed, bounds);
  for (int64_t extent : {2, 3, 5}) {
    Bounds smaller = bounds;
    smaller.extent = extent;
    smaller.elements = 60;
    Trial trial = trial_of(seed, smaller);
    if (!fails(oracle, trial, seed)) continue;
    best = std::move(trial);
    break;
  }
  for (int rounds = 0; rounds < 200 && step(oracle, best, seed); ++rounds) {
  }
  return best;
}

std::string described(const Trial& trial) {
  std::string out = print(trial.graph);
  for (const Array& x : trial.args) {
    bool is_long = x.size() > 64 || x.dtype() == Dtype::key;
    out += str("\n  ", text(x.type()), is_long ? "" : " " + text(x));
  }
  return out + "\n";
}

}  // namespace rille::diff
