// Runs a traced graph node by node.
#include "stdlib/debug/stepped.h"

#include <algorithm>

#include "backends/stepped.h"
#include "jit/op.h"
#include "jit/stepping.h"
#include "stdlib/transform/tangents.h"
#include "vm/call.h"
#include "vm/run/running.h"

namespace rille {
namespace {

class Stepper {
 public:
  explicit Stepper(Onlooker& who) : who_(who) {}

  std::vector<Array> run(const Graph& graph, std::span<const Array> args) {
    return evaluate(graph, args, run_);
  }

 private:
  std::vector<Array> step(const Graph& graph, const Node& node, std::span<const Array> in) {
    poll();
    begin_turn(graph, node);
    bool is_leaf = node.op->control == Control::none;
    std::vector<Array> out = is_leaf ? run_leaf(graph, node, in) : run_inside(graph, node, in);
    std::vector<int64_t> turns;
    for (const Loop& loop : loops_) turns.push_back(loop.turn);
    who_.see({node, in, out, turns});
    return out;
  }

  struct Loop {
    const Graph* body;
    int64_t turn;
  };

  // The first node of a loop's body begins a turn.
  void begin_turn(const Graph& graph, const Node& node) {
    if (loops_.empty() || loops_.back().body != &graph || &node != &graph.nodes.front()) return;
    ++loops_.back().turn;
  }

  std::vector<Array> run_inside(const Graph& graph, const Node& node, std::span<const Array> in) {
    bool is_loop = node.op->control == Control::scan || node.op->control == Control::while_loop;
    if (is_loop) loops_.push_back({node.regions.back().get(), -1});
    RunsRegions regions(run_);
    std::vector<Array> out = run_by_reference(graph, node, in);
    if (is_loop) loops_.pop_back();
    return out;
  }

  Onlooker& who_;
  RunNode run_ = [this](const Graph& graph, const Node& node, std::span<const Array> in) {
    return step(graph, node, in);
  };
  std::vector<Loop> loops_;
};

}  // namespace

bool Step::is_whole() const { return node.op->control != Control::none; }

std::vector<Array> run_stepped(const Graph& graph, std::span<const Array> in, Onlooker& who) {
  std::vector<Array> strong;
  for (const Array& x : in) strong.push_back(x.with_weak(false));
  std::vector<Array> results = Stepper(who).run(graph, strong);
  who.see_results(results);
  return results;
}

Values call_stepped(const Function& f, const Values& args, std::string_view name, Onlooker& who) {
  if (Trace::innermost() != nullptr) return call_all(f, args);
  CallTree parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = name});
  std::vector<Array> results = run_stepped(entry->graph, inputs_of(entry->traced, parts), who);
  return outputs_of(entry->traced, results, parts);
}

StepPlace place_of(const State& state, const Origin& origin) {
  StepPlace out;
  std::string text = origin.text();
  if (size_t at = text.find(" < "); at != std::string::npos) out.through = text.substr(at + 3);
  Span span = origin.span();
  if (span.empty()) return out;
  const Source& source = state.sources()[static_cast<size_t>(span.file)];
  Line line = line_at(source, span.begin);
  out.place = str(source.name, ":", line.number, ":", line.column);
  size_t begin = std::min(line.text.find_first_not_of(' '), line.text.size());
  out.code = line.text.substr(begin);
  return out;
}

}  // namespace rille
