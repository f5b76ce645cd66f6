// rille dump: prints the stages of compiling a script.
#include <algorithm>
#include <cstdio>
#include <functional>

#include "jit/graph.h"
#include "jit/pass.h"
#include "jit/script.h"
#include "repl/commands/command.h"
#include "repl/lowered.h"
#include "repl/session.h"
#include "stdlib/transform.h"

namespace rille {
namespace {

struct DumpOptions {
  std::string path;
  std::string form;        // a pass, or one of other_forms; "" means after all passes
  bool as_script = false;  // print a graph as a Rille function (jit/script.h)
};

bool is_pass(const std::string& name) {
  return std::ranges::any_of(pass_list(), [&](const PassEntry& p) { return p.name == name; });
}

// Runs the passes up to and including `name`; none of them for `trace`.
Graph after(const std::string& name, Graph graph) {
  if (name == "trace") return graph;
  for (const PassEntry& pass : pass_list()) {
    graph = pass.run(graph);
    if (pass.name == name) break;
  }
  return graph;
}

// Prints a line "# jit: 12 operations; trace 0.1 ms, derive 0.0 ms, passes …".
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
  void on(const event::CompileBegin& event) override {
    if (form_ == "times") return;
    bool is_graph = form_ == "trace" || is_pass(form_);
    std::string shown;
    if (as_script_) {
      shown = script_of(after(form_, event.graph), {.function = event.transform}).text;
    } else {
      shown = is_graph ? print(after(form_, event.graph))
                       : lowered(state_, form_, event.graph, event.compile_options);
    }
    std::fputs(str("# ", event.transform, is_graph ? " after " : ": ", form_, "\n", shown).c_str(),
               stdout);
  }
  void on(const event::CompileEnd& event) override {
    if (form_ == "times") print_times(event.transform, event.graph, event.stages);
  }

  State& state_;
  std::string form_;
  bool as_script_;
  ObserverScope observing_;
};

constexpr std::string_view other_forms[] = {"trace", "core",  "lua",  "times", "plan",
                                            "nest",  "loops", "llvm", "asm"};

// With --script, the default is the graph before all passes; otherwise, after all of them.
Status dump_script(const SharedOptions& shared, const DumpOptions& options) {
  std::string last(pass_list().back().name);
  std::string form = !options.form.empty() ? options.form : options.as_script ? "trace" : last;
  if (options.as_script && form != "trace" && !is_pass(form)) {
    std::fputs("--script prints a graph: --after must be trace or a pass\n", stderr);
    return Status::usage;
  }
  if (std::ranges::find(other_forms, form) == std::end(other_forms) && !is_pass(form)) {
    std::string all = join(other_forms, " ");
    for (const PassEntry& p : pass_list()) all += str(" ", p.name);
    std::fputs(str("unknown pass ", form, ", expected one of ", all, "\n").c_str(), stderr);
    return Status::usage;
  }
  Session session(shared);
  Interpreter& interpreter = session.interpreter();
  if (form == "core") return session.report(interpreter.show_core(options.path));
  if (form == "lua") return session.report(interpreter.show_lua(options.path));
  Dumper dumper(interpreter.state(), form, options.as_script);
  Outcome outcome = interpreter.run_file(options.path);
  if (outcome.ok()) outcome = interpreter.run_main({});
  return session.report(outcome);
}

}  // namespace

void add_dump_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<DumpOptions>();
  auto* dumps = app.add_subcommand("dump", "run a script and print its compiled code");
  dumps->add_option("FILE", options->path, "the script")->required();
  dumps->add_option("--after", options->form,
                    "the graph after a pass or after `trace`; `lua`: the emitted Lua; `times`: the "
                    "time of each stage");
  auto form = [&](const char* flag, const char* name, const char* text) {
    dumps->add_flag_callback(flag, [options, name] { options->form = name; }, text);
  };
  form("--core", "core", "the core representation, before Lua is emitted");
  form("--plan", "plan", "the kernels of compiled functions and their memory");
  form("--nest", "nest", "the loop nests of each kernel and their schedules");
  form("--loops", "loops", "the loop program of each kernel: vectors, tiles, and memory accesses");
  form("--llvm", "llvm", "the LLVM IR of each kernel");
  form("--asm", "asm", "the assembly of each kernel");
  dumps->add_flag("--script", options->as_script, "print the graph as a Rille function");
  set_act(*dumps, invocation,
          [options, &invocation] { return dump_script(invocation.shared, *options); });
}

}  // namespace rille
