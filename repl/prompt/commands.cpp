// Commands of the prompt: `:name rest`, one row each.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

#include "backends/backend.h"
#include "jit/estimate.h"
#include "jit/graph.h"
#include "jit/pass.h"
#include "repl/lowered.h"
#include "repl/plan_report.h"
#include "repl/prompt/dbg.h"
#include "repl/prompt/prompt.h"
#include "repl/prompt/show.h"
#include "repl/prompt/traced.h"
#include "stdlib/file.h"
#include "vm/call.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

using Next = Prompt::Next;
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

Next help(Prompt& prompt, const std::string&) {
  std::string out =
      "?NAME tells about a function, a module or a word, ??NAME shows its source. ans is the\n"
      "last value; `;` at the end shows none. ;COMMAND and !COMMAND go to the shell.\n";
  for (const PromptCommand& command : prompt_commands()) {
    std::string head = str(":", command.name, command.words.empty() ? "" : " ", command.words);
    out += str("  ", head, std::string(head.size() < 22 ? 22 - head.size() : 1, ' '), command.brief,
               "\n");
  }
  prompt.say(
      out +
      "Tab completes, Alt-Enter begins a line, Up and Ctrl-R find what was entered, Ctrl-_\n"
      "undoes, Ctrl-C drops or stops, Ctrl-D ends. `:doc` lists what most programs begin with.\n");
  return Next::goes_on;
}

Next time(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":time CODE")) return Next::goes_on;
  auto begin = Clock::now();
  bool is_good = prompt.run(rest);
  double seconds = seconds_since(begin);
  if (is_good) prompt.say(str("# ", time_text(seconds), "\n"));
  return Next::goes_on;
}

// Until a second is over, or a thousand turns; the first turn, which compiles, is not counted.
std::vector<double> turns(const Function& f) {
  std::vector<double> out;
  call(f, {});
  auto begin = Clock::now();
  while (out.size() < 1000 && (out.size() < 3 || seconds_since(begin) < 1)) {
    auto turn = Clock::now();
    Value value = call(f, {});
    if (value.is_array()) value.array().data();  // it has run
    out.push_back(seconds_since(turn));
  }
  std::ranges::sort(out);
  return out;
}

Next bench(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":bench EXPRESSION")) return Next::goes_on;
  Interpreter& interpreter = prompt.interpreter();
  Outcome outcome = interpreter.evaluate(str("() => (", rest, ")"));
  std::vector<double> all;
  if (outcome.ok()) outcome = interpreter.act([&] { all = turns(outcome.value.function()); });
  prompt.session().report(outcome);
  prompt.session().forget_interrupts();
  if (all.empty()) return Next::goes_on;
  prompt.say(str("# median ", time_text(all[all.size() / 2]), ", fastest ", time_text(all.front()),
                 ", slowest ", time_text(all.back()), ", turns ", all.size(), "\n"));
  return Next::goes_on;
}

// What is known of the graph of an expression.
using GraphText = std::function<std::string(State& state, const Graph& graph)>;
Next show_graph(Prompt& prompt, const std::string& rest, std::string_view usage,
                const GraphText& text) {
  if (!has_text(prompt, rest, usage)) return Next::goes_on;
  Interpreter& interpreter = prompt.interpreter();
  prompt.session().report(interpreter.act([&] {
    Graph graph = graph_of_text(interpreter, rest);
    interpreter.state().write(text(interpreter.state(), graph));
  }));
  prompt.session().forget_interrupts();
  return Next::goes_on;
}

Next ir(Prompt& prompt, const std::string& rest) {
  return show_graph(prompt, rest, ":ir EXPRESSION",
                    [](State&, const Graph& graph) { return print(optimize(graph)); });
}

Next plan(Prompt& prompt, const std::string& rest) {
  return show_graph(prompt, rest, ":plan EXPRESSION", [&](State& state, const Graph& graph) {
    Target target = measured(default_device().target());
    Plan plan = make_plan(optimize(graph), target);
    return text_of(PlanReport{plan, estimate(plan, target), target, rest, state});
  });
}

Next llvm(Prompt& prompt, const std::string& rest) {
  return show_graph(prompt, rest, ":llvm EXPRESSION", [](State& state, const Graph& graph) {
    return lowered(state, "llvm", graph, {});
  });
}

// The slope of the expression by its arrays, as a script.
Next grad(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":grad EXPRESSION")) return Next::goes_on;
  Interpreter& interpreter = prompt.interpreter();
  TracedText text = traced_text(interpreter, rest);
  if (text.names.empty()) {
    prompt.complain("there is no array in it by whose change its slope could be taken\n");
    return Next::goes_on;
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
  return Next::goes_on;
}

Next vars(Prompt& prompt, const std::string&) {
  Interpreter& interpreter = prompt.interpreter();
  std::string out;
  for (const std::string& name : interpreter.cell_names()) {
    std::string pad(name.size() < 12 ? 12 - name.size() : 1, ' ');
    out += str(name, pad, brief_of(interpreter.cell_value(name)), "\n");
  }
  prompt.say(out.empty() ? "nothing is bound yet\n" : out);
  return Next::goes_on;
}

Next load(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":load FILE")) return Next::goes_on;
  std::string text;
  Outcome read = prompt.interpreter().act([&] { text = read_source(rest); });
  prompt.session().report(read);
  if (read.ok()) prompt.run(text);
  return Next::goes_on;
}

Next save(Prompt& prompt, const std::string& rest) {
  if (!has_text(prompt, rest, ":save FILE")) return Next::goes_on;
  std::string text;
  for (const std::string& cell : prompt.cells()) text += cell + "\n";
  Outcome written = prompt.interpreter().act([&] { write_file(rest, text); });
  prompt.session().report(written);
  if (written.ok()) prompt.say(str("# ", prompt.cells().size(), " cells\n"));
  return Next::goes_on;
}

Next doc(Prompt& prompt, const std::string& rest) {
  if (!rest.empty()) return prompt.take("?" + rest);
  prompt.say(prompt.interpreter().help("").value_or(""));
  return Next::goes_on;
}

Next dbg(Prompt& prompt, const std::string& rest) {
  prompt.debugger().take(prompt, rest);
  return Next::goes_on;
}

Next quit(Prompt&, const std::string&) { return Next::ends; }

}  // namespace

const std::vector<PromptCommand>& prompt_commands() {
  static const std::vector<PromptCommand> all = {
      {"help", "", "this list", help},
      {"time", "CODE", "runs it and says how long it took", time},
      {"bench", "EXPR", "runs it often: median, fastest, slowest", bench},
      {"ir", "EXPR", "the graph that jit makes of it, optimized", ir},
      {"plan", "EXPR", "kernels, memory and estimated time of it", plan},
      {"llvm", "EXPR", "the code of its kernels", llvm},
      {"grad", "EXPR", "its slope by the arrays in it, as a script", grad},
      {"vars", "", "what the cells have bound", vars},
      {"load", "FILE", "runs a script as a cell", load},
      {"save", "FILE", "writes the cells that ran as a script", save},
      {"dbg", "up down N EXPR", "where the last error was raised, and with what", dbg},
      {"doc", "NAME", "as ?NAME", doc},
      {"quit", "", "ends the prompt, as Ctrl-D does", quit},
      {"q", "", "the same", quit},
  };
  return all;
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
    prompt.say(str(interpreter.help(name).value_or(""), "its text is part of the program\n"));
    return;
  }
  Value value = interpreter.cell_value(name);
  bool is_function = value.is_function() && value.function().is_script();
  Span of = is_function ? value.function().info().span : Span();
  if (of.empty()) {
    prompt.complain(str("no source is known of ", visible(name), "\n"));
    return;
  }
  const Source& source = sources[static_cast<size_t>(of.file)];
  Line line = line_at(source, of.begin);
  prompt.say(str("# ", source.name, ":", line.number, "\n", line.text, "\n"));
}

}  // namespace rille
