// Runs carried texts and kernels; reports missing ones.
#include "repl/run_bundle.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "backends/carried.h"
#include "jit/isa.h"
#include "jit/plugin.h"
#include "repl/ended.h"
#include "repl/session.h"
#include "stdlib/io.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

// Returns the first source location of the graph, or the current one.
Span place_of(const State& state, const Graph& graph) {
  Span out = graph.origin.span();
  for (const Node& node : graph.nodes) {
    if (out.empty()) out = node.origin.span();
  }
  return out.empty() ? state.current_span() : out;
}

// Returns the prefix of a message: "train.rille:12: `let l = step(&net, x)`: ".
std::string said_of(const State& state, const Graph& graph) {
  Span span = place_of(state, graph);
  if (span.empty()) return "";
  const Source& source = state.sources()[static_cast<size_t>(span.file)];
  Line line = line_at(source, span.begin);
  constexpr size_t most = 60;  // bytes of the line that are shown
  std::string_view code = line.text;
  code.remove_prefix(std::min(code.find_first_not_of(' '), code.size()));
  bool is_long = code.size() > most;
  if (is_long) code = code.substr(0, code.find_last_of(' ', most));
  code = code.substr(0, code.find_last_not_of(' ') + 1);
  return str(source.name, ":", line.number, ": `", code, is_long ? " …`: " : "`: ");
}

void say_missing(const Graph& graph) {
  const State* state = running().state;
  std::fflush(stdout);
  std::fputs(str("note: ", state == nullptr ? "" : said_of(*state, graph),
                 "this program has no compiled code for this and runs it slowly; `rille build "
                 "--record -- ARGS` adds the code that a run needs\n")
                 .c_str(),
             stderr);
}

// Returns the directory of the file that a path or link refers to; "" is the current directory.
std::string folder_of(const std::string& path) {
  std::error_code failed;
  bool is_link = std::filesystem::is_symlink(path, failed);
  std::string file = is_link ? canonical_path(path) : path;
  std::string out = file.substr(0, file.rfind('/') + 1);
  return out == "./" ? "" : out;
}

bool runs_here(const Bundle& bundle, const std::string& command) {
  std::string lacking = lacking_here(bundle.target);
  if (lacking.empty()) return true;
  std::fputs(str("error[device]: ", command, " requires a processor with ", lacking,
                 ", which this one lacks\n  help: `rille build --isa avx2` or `--isa baseline` "
                 "makes a program for more processors\n")
                 .c_str(),
             stderr);
  return false;
}

}  // namespace

Status run_bundle(const Bundle& bundle, const std::string& path,
                  const std::vector<std::string>& words) {
  std::string command = path.substr(path.rfind('/') + 1);
  if (!runs_here(bundle, command)) return Status::script;
  set_host_target(bundle.target);
  set_carried({bundle.mark, bundle.libraries});
  carry_kernels(bundle.kernels, say_missing);
  Session session{SharedOptions()};
  Interpreter& interpreter = session.interpreter();
  interpreter.carry_modules(bundle.texts);
  interpreter.state().part<ScriptFolder>().folder = folder_of(path);
  Outcome outcome = interpreter.run_text(bundle.script, bundle.texts.texts.at(bundle.script));
  if (outcome.ok()) outcome = interpreter.run_main(words, command);
  return ended(session, std::move(outcome));
}

}  // namespace rille
