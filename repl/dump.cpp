// rille dump: the graphs that a script compiles, or its text.
#include <algorithm>
#include <cstdio>

#include "jit/graph.h"
#include "jit/pass.h"
#include "repl/commands.h"
#include "repl/session.h"
#include "stdlib/transform.h"

namespace rille {
namespace {

bool is_pass(const std::string& name) {
  return std::ranges::any_of(pass_list(), [&](const PassEntry& p) { return p.name == name; });
}

// The graph after the passes up to the one named; `trace` is before all of them.
Graph after(const std::string& name, Graph graph) {
  if (name == "trace") return graph;
  for (const PassEntry& pass : pass_list()) {
    graph = pass.run(graph);
    if (pass.name == name) break;
  }
  return graph;
}

// "# jit: 12 operations; trace 0.1 ms, derive 0.0 ms, passes …"
void print_times(const std::string& what, const Graph& graph, const std::vector<Stage>& stages) {
  std::string line = str("# ", what, ": ", graph.nodes.size(), " operations;");
  char number[32];
  for (const Stage& stage : stages) {
    std::snprintf(number, sizeof number, " %.3f ms", stage.seconds * 1e3);
    line += str(&stage == stages.data() ? " " : ", ", stage.name, number);
  }
  std::fputs(str(line, "\n").c_str(), stdout);
}

void watch(GraphWatch& graphs, const std::string& pass) {
  if (pass == "times") {
    graphs.made = print_times;
    return;
  }
  graphs.see = [pass](const std::string& what, const Graph& graph) {
    std::fputs(str("# ", what, " after ", pass, "\n", print(after(pass, graph))).c_str(), stdout);
  };
}

}  // namespace

Status dump_command(const Shared& shared, const std::string& path, const std::string& name) {
  std::string last(pass_list().back().name);
  std::string pass = name.empty() ? last : name;
  if (pass != "trace" && pass != "lua" && pass != "core" && pass != "times" && !is_pass(pass)) {
    std::string all = "trace core lua times";
    for (const PassEntry& p : pass_list()) all += str(" ", p.name);
    std::fputs(str("there is no pass ", pass, "; there are ", all, "\n").c_str(), stderr);
    return Status::usage;
  }
  Session session(shared);
  if (pass == "core") return session.report(session.interpreter().show_core(path));
  if (pass == "lua") return session.report(session.interpreter().show_lua(path));
  watch(session.interpreter().state().part<GraphWatch>(), pass);
  Outcome outcome = session.interpreter().run_file(path);
  if (outcome.ok()) outcome = session.interpreter().run_main({});
  return session.report(outcome);
}

}  // namespace rille
