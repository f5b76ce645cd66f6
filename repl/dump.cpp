// rille dump: from the Lua of a script to machine code.
#include <algorithm>
#include <cstdio>
#include <functional>

#include "jit/graph.h"
#include "jit/pass.h"
#include "jit/script.h"
#include "repl/commands.h"
#include "repl/lowered.h"
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
void print_times(const std::string& what, const Graph& graph, std::span<const StageTime> stages) {
  std::string line = str("# ", what, ": ", graph.nodes.size(), " operations;");
  char number[32];
  for (const StageTime& stage : stages) {
    std::snprintf(number, sizeof number, " %.3f ms", stage.seconds * 1e3);
    line += str(&stage == stages.data() ? " " : ", ", stage.name, number);
  }
  std::fputs(str(line, "\n").c_str(), stdout);
}

// Prints each graph that is compiled.
class Dumper final : public Observer {
 public:
  Dumper(State& state, std::string form, bool as_script)
      : state_(state),
        form_(std::move(form)),
        as_script_(as_script),
        observing_(state, *this, {Topic::compile}) {}

 private:
  using Observer::on;
  void on(const event::Compiling& event) override {
    if (form_ == "times") return;
    bool is_graph = form_ == "trace" || is_pass(form_);
    std::string shown;
    if (as_script_) {
      shown = script_of(after(form_, event.graph), {.function = event.transform}).text;
    } else {
      shown = is_graph ? print(after(form_, event.graph))
                       : lowered(state_, form_, event.graph, event.wishes);
    }
    std::fputs(str("# ", event.transform, is_graph ? " after " : ": ", form_, "\n", shown).c_str(),
               stdout);
  }
  void on(const event::Compiled& event) override {
    if (form_ == "times") print_times(event.transform, event.graph, event.stages);
  }

  State& state_;
  std::string form_;
  bool as_script_;
  Observing observing_;
};

constexpr std::string_view other_forms[] = {"trace", "core", "lua",  "times",
                                            "plan",  "nest", "llvm", "asm"};

}  // namespace

Status dump_command(const Shared& shared, const std::string& path, const std::string& name,
                    bool as_script) {
  std::string last(pass_list().back().name);
  std::string pass = !name.empty() ? name : as_script ? "trace" : last;
  if (as_script && pass != "trace" && !is_pass(pass)) {
    std::fputs("--script shows graphs: after a pass, or `trace`\n", stderr);
    return Status::usage;
  }
  if (std::ranges::find(other_forms, pass) == std::end(other_forms) && !is_pass(pass)) {
    std::string all = join(other_forms, " ");
    for (const PassEntry& p : pass_list()) all += str(" ", p.name);
    std::fputs(str("there is no pass ", pass, "; there are ", all, "\n").c_str(), stderr);
    return Status::usage;
  }
  Session session(shared);
  if (pass == "core") return session.report(session.interpreter().show_core(path));
  if (pass == "lua") return session.report(session.interpreter().show_lua(path));
  Dumper dumper(session.interpreter().state(), pass, as_script);
  Outcome outcome = session.interpreter().run_file(path);
  if (outcome.ok()) outcome = session.interpreter().run_main({});
  return session.report(outcome);
}

}  // namespace rille
