// Prompt: what is entered, cells and commands.
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
  // `displays`: values are shown with what they are, not their text alone.
  Prompt(Session& session, const SharedOptions& shared, bool displays);
  ~Prompt();
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;

  enum class Next : uint8_t { goes_on, ends };
  Next take(const std::string& entry);

  Session& session() { return session_; }
  Interpreter& interpreter() { return session_.interpreter(); }
  const SharedOptions& shared() const { return shared_; }
  // Cells that ran to their end, as they were entered.
  const std::vector<std::string>& cells() const { return cells_; }

  // How a value is shown. A notebook has another way.
  std::function<void(const Value&)> display;

  std::string cell_name;  // of the next cells; "": their numbers

  // Runs a cell and reports what is wrong with it; whether nothing was.
  bool run(const std::string& cell);
  void say(std::string_view text);       // to standard output
  void complain(std::string_view text);  // where errors are shown
  Debugger& debugger() { return *debugger_; }

 private:
  void help_on(const std::string& name);
  void show(const Value& value);

  Session& session_;
  const SharedOptions& shared_;
  bool displays_;
  bool is_silent_ = false;  // the cell ends with `;`
  Value shown_;             // its value, to be displayed
  std::vector<std::string> cells_;
  std::unique_ptr<Debugger> debugger_;
};

// A command `:name rest`.
struct PromptCommand {
  std::string_view name, words, brief;
  Prompt::Next (*run)(Prompt& prompt, const std::string& rest);
};
const std::vector<PromptCommand>& prompt_commands();

// What `??name` shows.
void show_source(Prompt& prompt, const std::string& name);

// What `;command` runs. What it says goes where the session says things; Ctrl-C is its own.
void run_shell(Prompt& prompt, const std::string& command);

}  // namespace rille
