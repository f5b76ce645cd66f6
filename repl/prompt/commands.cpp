// Commands of the prompt: `:name rest`, one entry each.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>

#include "backends/backend.h"
#include "backends/precision.h"
#include "jit/estimate.h"
#include "jit/graph.h"
#include "jit/pass.h"
#include "repl/help.h"
#include "repl/lowered.h"
#include "repl/plan_report.h"
#include "repl/prompt/dbg.h"
#include "repl/prompt/prompt.h"
#include "repl/prompt/show.h"
#include "repl/prompt/traced.h"
#include "repl/temporary_directory.h"
#include "stdlib/file.h"
#include "stdlib/profile.h"
#include "vm/call.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

using PromptStatus = Prompt::PromptStatus;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string time_text(double seconds) {
  char out[32];
  const char* unit = seconds < 1e-6 ? "ns" : seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s";
  double factor = seconds < 1e-6 ? 1e9 : seconds < 1e-3 ? 1e6 : seconds < 1 ? 1e3 : 1;
  std::snprintf(out, sizeof out, "%.3g %s", seconds * factor, unit);
  return out;
}

bool has_text(Prompt& prompt, const std::string& rest, std::string_view usage) {
  if (rest.empty()) prompt.complain(str("usage: ", usage, "\n"));
  return !rest.empty();
}

// One line of the list of commands.
std::string row_of(const PromptCommand& command) {
  std::string head = str(":", command.name, command.words.empty() ? "" : " ", command.words);
  return str("  ", head, std::string(head.size() < 22 ? 22 - head.size() : 1, ' '), command.brief,
             "\n");
}

PromptStatus help(Prompt& prompt, const std::string& rest) {
  if (!rest.empty()) return prompt.take("?" + rest.substr(rest.starts_with(':') ? 1 : 0));
  std::string out =
      "?NAME describes a function, a module, or a keyword; ??NAME shows its source. ans is\n"
      "the last value; `;` at the end suppresses it. ;COMMAND and !COMMAND run in the shell.\n";
  for (const PromptCommand& command : prompt_commands()) out += row_of(command);
  prompt.say(
      out +
      "Tab completes, Alt-Enter inserts a newline, Up and Ctrl-R search the history, Ctrl-_\n"
      "is undo, Ctrl-C discards or interrupts, Ctrl-D quits. `:doc` lists common functions.\n");
  return PromptStatus::goes_on;
}

PromptStatus time(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":time CODE")) return PromptStatus::goes_on;
  auto begin = Clock::now();
  bool is_good = prompt.run(rest);
  double seconds = seconds_since(begin);
  if (is_good) prompt.say(str("# ", time_text(seconds), "\n"));
  return PromptStatus::goes_on;
}

// Returns the sorted times of calls: for one second, but 3 to 1,000 of them. A first call, which
// compiles, is not measured.
std::vector<double> turns(const Function& f) {
  std::vector<double> out;
  call(f, {});
  auto begin = Clock::now();
  while (out.size() < 1000 && (out.size() < 3 || seconds_since(begin) < 1)) {
    auto turn = Clock::now();
    Value value = call(f, {});
    if (value.is_array()) value.array().data();  // waits for the result
    out.push_back(seconds_since(turn));
  }
  std::ranges::sort(out);
  return out;
}

PromptStatus bench(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":bench EXPRESSION")) return PromptStatus::goes_on;
  Interpreter& interpreter = prompt.interpreter();
  Outcome outcome = interpreter.evaluate(str("() => (", rest, ")"));
  std::vector<double> all;
  if (outcome.ok()) outcome = interpreter.act([&] { all = turns(outcome.value.function()); });
  prompt.session().report(outcome);
  prompt.session().forget_interrupts();
  if (all.empty()) return PromptStatus::goes_on;
  prompt.say(str("# median ", time_text(all[all.size() / 2]), ", fastest ", time_text(all.front()),
                 ", slowest ", time_text(all.back()), ", runs ", all.size(), "\n"));
  return PromptStatus::goes_on;
}

// Records a profile of code, and prints its report; a notebook shows the page, too.
PromptStatus profile(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":profile CODE")) return PromptStatus::goes_on;
  Interpreter& interpreter = prompt.interpreter();
  std::optional<TemporaryDirectory> folder;
  Outcome outcome = interpreter.act([&] {
    folder.emplace();
    start_profile(interpreter.state(), folder->path(), "", "`:profile`");
  });
  prompt.session().report(outcome);
  if (!outcome.ok()) return PromptStatus::goes_on;
  prompt.run(rest);
  prompt.session().report(interpreter.act([&] {
    std::string run = stop_profile(interpreter.state()).directory;
    prompt.say(profile_report(run, {}));
    if (prompt.display_page) prompt.display_page(profile_page(run));
  }));
  prompt.session().forget_interrupts();
  return PromptStatus::goes_on;
}

// Traces an expression, and prints the text that `text` makes of its graph.
using GraphText = std::function<std::string(State& state, const Graph& graph)>;
PromptStatus show_graph(Prompt& prompt, const std::string& rest, std::string_view usage,
                        const GraphText& text) {
  if (!has_text(prompt, rest, usage)) return PromptStatus::goes_on;
  Interpreter& interpreter = prompt.interpreter();
  prompt.session().report(interpreter.act([&] {
    Graph graph = graph_of_text(interpreter, rest);
    interpreter.state().write(text(interpreter.state(), graph));
  }));
  prompt.session().forget_interrupts();
  return PromptStatus::goes_on;
}

PromptStatus ir(Prompt& prompt, const std::string& rest) {
  return show_graph(prompt, rest, ":ir EXPRESSION",
                    [](State&, const Graph& graph) { return print(optimize(graph)); });
}

PromptStatus plan(Prompt& prompt, const std::string& rest) {
  return show_graph(prompt, rest, ":plan EXPRESSION", [&](State& state, const Graph& graph) {
    Target target = measured(default_device().target());
    Plan plan = make_plan(optimize(with_script_precision(graph)), target);
    return text_of(PlanReport{plan, estimate(plan, target), target, rest, state});
  });
}

PromptStatus llvm(Prompt& prompt, const std::string& rest) {
  return show_graph(prompt, rest, ":llvm EXPRESSION", [](State& state, const Graph& graph) {
    return lowered(state, "llvm", graph, {});
  });
}

// Prints the gradient of an expression with respect to its arrays, as a script.
PromptStatus grad(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":grad EXPRESSION")) return PromptStatus::goes_on;
  Interpreter& interpreter = prompt.interpreter();
  TracedText text = traced_text(interpreter, rest);
  if (text.names.empty()) {
    prompt.complain("the expression contains no array to differentiate by\n");
    return PromptStatus::goes_on;
  }
  std::string which, names;
  for (size_t i = 0; i < text.names.size(); ++i) {
    which += str(i, ", ");
    names += str(i > 0 ? ", " : "", text.names[i]);
  }
  Outcome shown = interpreter.evaluate(
      str("debug.graph(grad(", text.lambda, ", wrt = (", which, ")))(", names, ")"));
  prompt.session().report(shown);
  prompt.session().forget_interrupts();
  if (shown.ok() && shown.value.is_string()) prompt.say(shown.value.string() + "\n");
  return PromptStatus::goes_on;
}

PromptStatus vars(Prompt& prompt, const std::string&) {
  Interpreter& interpreter = prompt.interpreter();
  std::string out;
  for (const std::string& name : interpreter.cell_names()) {
    std::string pad(name.size() < 12 ? 12 - name.size() : 1, ' ');
    out += str(name, pad, brief_of(interpreter.cell_value(name)), "\n");
  }
  prompt.say(out.empty() ? "nothing is bound yet\n" : out);
  return PromptStatus::goes_on;
}

PromptStatus load(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":load FILE")) return PromptStatus::goes_on;
  std::string text;
  Outcome read = prompt.interpreter().act([&] { text = read_source(rest); });
  prompt.session().report(read);
  if (read.ok()) prompt.run(text);
  return PromptStatus::goes_on;
}

PromptStatus save(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":save FILE")) return PromptStatus::goes_on;
  std::string text;
  for (const std::string& cell : prompt.cells()) text += cell + "\n";
  Outcome written = prompt.interpreter().act([&] { write_file(rest, text); });
  prompt.session().report(written);
  if (written.ok()) prompt.say(str("# ", prompt.cells().size(), " cells\n"));
  return PromptStatus::goes_on;
}

PromptStatus doc(Prompt& prompt, const std::string& rest) {
  if (!rest.empty()) return prompt.take("?" + rest);
  prompt.say(prompt.interpreter().help("").value_or(""));
  return PromptStatus::goes_on;
}

PromptStatus dbg(Prompt& prompt, const std::string& rest) {
  prompt.debugger().take(prompt, rest);
  return PromptStatus::goes_on;
}

PromptStatus quit(Prompt&, const std::string&) { return PromptStatus::ends; }

}  // namespace

const std::vector<PromptCommand>& prompt_commands() {
  static const std::vector<PromptCommand> all = {
      {"help", "NAME", "lists the commands; with NAME: like ?NAME", help},
      {"time", "CODE", "runs code and prints the elapsed time", time},
      {"bench", "EXPR", "runs an expression repeatedly: median, fastest, slowest", bench},
      {"profile", "CODE", "runs code and shows where its time and its memory went", profile},
      {"ir", "EXPR", "prints the optimized graph of an expression", ir},
      {"plan", "EXPR", "prints kernels, memory, and estimated time of an expression", plan},
      {"llvm", "EXPR", "prints the LLVM IR of the kernels of an expression", llvm},
      {"grad", "EXPR", "prints the gradient of an expression by its arrays, as a script", grad},
      {"vars", "", "lists the names that cells have bound", vars},
      {"load", "FILE", "runs a script as a cell", load},
      {"save", "FILE", "writes the cells that ran to a script", save},
      {"dbg", "up down N EXPR", "shows the frames of the last error and their variables", dbg},
      {"doc", "NAME", "describes a name, like ?NAME", doc},
      {"quit", "", "ends the prompt, like Ctrl-D", quit},
      {"q", "", "short for :quit", quit},
  };
  return all;
}

std::string commands_named(const std::string& name) {
  std::string out;
  auto found = std::ranges::find(prompt_commands(), name, &PromptCommand::name);
  if (found != prompt_commands().end()) {
    out = str(name, ", a command of the prompt\n\n", row_of(*found));
  }
  std::vector<std::string> others = program_commands();
  if (std::ranges::count(others, name) == 0) return out;
  return str(out, out.empty() ? "" : "\n", name, ", a command of the shell: `;rille ", name,
             " --help` shows its options\n");
}

void show_source(Prompt& prompt, const std::string& name) {
  Interpreter& interpreter = prompt.interpreter();
  Span span = interpreter.cell_span(name);
  std::span<const Source> sources = interpreter.state().sources();
  if (!span.empty()) {
    const Source& source = sources[static_cast<size_t>(span.file)];
    std::string text = source.text.substr(static_cast<size_t>(span.begin),
                                          static_cast<size_t>(span.end - span.begin));
    prompt.say(str("# ", source.name, ":", line_at(source, span.begin).number, "\n", text, "\n"));
    return;
  }
  if (interpreter.state().builtin(name) != nullptr) {
    prompt.say(str(interpreter.help(name).value_or(""), "source: part of rille\n"));
    return;
  }
  Value value = interpreter.cell_value(name);
  bool is_function = value.is_function() && value.function().is_script();
  Span of = is_function ? value.function().info().span : Span();
  if (of.empty()) {
    prompt.complain(str("no source of ", visible(name), " is available\n"));
    return;
  }
  const Source& source = sources[static_cast<size_t>(of.file)];
  Line line = line_at(source, of.begin);
  prompt.say(str("# ", source.name, ":", line.number, "\n", line.text, "\n"));
}

}  // namespace rille
