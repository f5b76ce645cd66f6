// Prompt: dispatches entries, and shows values of cells.
#include "repl/prompt/prompt.h"

#include <algorithm>

#include "lang/marks.h"
#include "repl/help.h"
#include "repl/prompt/dbg.h"
#include "repl/prompt/show.h"
#include "stdlib/io.h"
#include "vm/run/frames.h"
#include "vm/words/nearest.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

std::string trimmed(std::string_view text) {
  size_t first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, last - first + 1));
}

// Returns the name of `help name`, or of `help(name)` with a keyword, which is not an expression;
// otherwise "".
std::string asked_for(std::string_view cell) {
  if (cell.starts_with("help ") && cell.find_first_of("(=.,;\n", 5) == std::string_view::npos) {
    return std::string(cell.substr(5));
  }
  if (!cell.starts_with("help(") || !cell.ends_with(")")) return "";
  std::string name(cell.substr(5, cell.size() - 6));
  return std::ranges::count(language_words(), name) > 0 ? name : "";
}

// Returns whether the last token except comments is `;`.
bool ends_silent(std::string_view cell) {
  std::vector<lang::Mark> marks = lang::marks_of(cell);
  std::erase_if(marks, [](const lang::Mark& m) { return m.kind == lang::MarkKind::comment; });
  return !marks.empty() && cell[static_cast<size_t>(marks.back().begin)] == ';';
}

}  // namespace

Prompt::Prompt(Session& session, const SharedOptions& shared, bool displays)
    : display([this](const Value& value) { show_on_terminal(interpreter().state(), value); }),
      session_(session),
      shared_(shared),
      displays_(displays),
      debugger_(std::make_unique<Debugger>()) {
  interpreter().state().part<LastFailure>().is_kept = true;
  interpreter().show_value = [this](const Value& value) { show(value); };
  show_all_on_terminal(interpreter().state());
}

Prompt::~Prompt() = default;

void Prompt::say(std::string_view text) { interpreter().state().write(text); }

void Prompt::complain(std::string_view text) { session_.complain(text); }

Prompt::PromptStatus Prompt::take(const std::string& entry) {
  std::string text = trimmed(entry);
  if (text == "?" || text == "help" || text == "help()") text = ":help";
  if (text.starts_with("??")) {
    show_source(*this, trimmed(text.substr(2)));
  } else if (text.starts_with("?")) {
    help_on(trimmed(text.substr(1)));
  } else if (text.starts_with(";") || text.starts_with("!")) {
    run_shell(*this, text.substr(1));
  } else if (text.starts_with(":")) {
    size_t end = std::min(text.find_first_of(" \n"), text.size());
    std::string name = text.substr(1, end - 1), rest = trimmed(text.substr(end));
    const auto& all = prompt_commands();
    auto found = std::ranges::find(all, name, &PromptCommand::name);
    if (found != all.end()) return found->run(*this, rest);
    std::vector<std::string> names;
    for (const PromptCommand& command : all) names.emplace_back(command.name);
    std::string near = nearest(name, names);
    complain(str("unknown command :", visible(name), "\n  help: ",
                 near.empty() ? "`:help` lists the commands" : str("did you mean `:", near, "`?"),
                 "\n"));
  } else if (std::string name = asked_for(text); !name.empty()) {
    help_on(name);
  } else if (run(entry)) {
    cells_.push_back(entry);
  }
  return PromptStatus::goes_on;
}

bool Prompt::run(const std::string& cell) {
  is_silent_ = ends_silent(cell);
  shown_ = {};
  Outcome outcome = interpreter().run_cell(cell, cell_name);
  if (!outcome.ok()) debugger_->begin(*this, outcome.errors.front());
  session_.report(outcome);
  if (!shown_.is_nil()) {
    session_.report(interpreter().act([&] { display(shown_); }));
  }
  shown_ = {};
  session_.forget_interrupts();
  return outcome.ok();
}

void Prompt::help_on(const std::string& name) {
  // A name that the user has bound comes before the library.
  Value value = interpreter().cell_value(name);
  std::string commands = commands_named(name);
  if (value.is_nil()) {
    std::optional<std::string> text = interpreter().help(name);
    if (text) return say(str(*text, commands.empty() ? "" : "\n", commands));
    if (!commands.empty()) return say(commands);
  }
  bool is_tree = value.is_branch() && struct_type(value.layout()) == nullptr;
  if (value.is_leaf() || value.is_string() || is_tree) {
    bool is_array = value.is_array() && value.array().rank() > 0;
    std::string shown = is_array ? note_of(value.array()) : is_tree ? brief_of(value) : "";
    return say(str(name, " = ", shown.empty() ? visible(rille::text(value)) : shown, "\n"));
  }
  session_.report(interpreter().evaluate(str("help(", name, ")")));
}

void Prompt::show(const Value& value) {
  if (value.is_nil()) return;
  interpreter().bind("ans", value);
  if (is_silent_) return;
  if (displays_) shown_ = value;  // displayed after the cell, and interrupted separately
  if (!displays_) say(visible(text(value)) + "\n");
}

}  // namespace rille
