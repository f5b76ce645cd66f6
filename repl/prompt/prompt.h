// Prompt: runs entries: cells, commands, and help requests.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "repl/session.h"

namespace rille {

class Debugger;  // repl/prompt/dbg.h

class Prompt {
 public:
  // `displays` calls `display` with values of cells; otherwise, only their text is printed.
  Prompt(Session& session, const SharedOptions& shared, bool displays);
  ~Prompt();
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;

  enum class PromptStatus : uint8_t { goes_on, ends };
  PromptStatus take(const std::string& entry);

  Session& session() { return session_; }
  Interpreter& interpreter() { return session_.interpreter(); }
  const SharedOptions& shared() const { return shared_; }
  // The source texts of the cells that succeeded.
  const std::vector<std::string>& cells() const { return cells_; }

  // Shows a value. A notebook replaces the default.
  std::function<void(const Value&)> display;
  // Shows a page of HTML, in a notebook.
  std::function<void(const std::string&)> display_page;

  std::string cell_name;  // name of further cells; "" means their numbers

  // Runs a cell and reports its errors. Returns whether it succeeded.
  bool run(const std::string& cell);
  void say(std::string_view text);       // writes to standard output
  void complain(std::string_view text);  // writes to the stream of errors
  Debugger& debugger() { return *debugger_; }

 private:
  void help_on(const std::string& name);
  void show(const Value& value);

  Session& session_;
  const SharedOptions& shared_;
  bool displays_;
  bool is_silent_ = false;  // true if the cell ends with `;`
  Value shown_;             // value of the cell, to be displayed
  std::vector<std::string> cells_;
  std::unique_ptr<Debugger> debugger_;
};

// A command `:name rest`.
struct PromptCommand {
  std::string_view name, words, brief;
  Prompt::PromptStatus (*run)(Prompt& prompt, const std::string& rest);
};
const std::vector<PromptCommand>& prompt_commands();

// Returns what a name means as a command of the prompt and of the shell; "" if it is neither.
std::string commands_named(const std::string& name);

// Shows the source of a name, for `??name`.
void show_source(Prompt& prompt, const std::string& name);

// Runs a shell command, for `;command`. If the session has an audience, it receives the output, and
// an interrupt is sent to the command.
void run_shell(Prompt& prompt, const std::string& command);

}  // namespace rille
