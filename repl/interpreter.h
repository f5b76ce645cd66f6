// Interpreter: runs source text, as a file or as prompt cells.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vm/error.h"
#include "vm/state.h"

namespace rille::lang {
struct File;
}

namespace rille {

class Coverage;        // repl/coverage.h
struct ImportedTexts;  // repl/modules.h

// The result of running a text. If it failed, `errors` has all errors that were found.
struct Outcome {
  std::vector<Error> errors = {};
  Value value = {};  // of the last statement of a cell
  bool ran = false;  // false if the text was rejected before any of it ran

  bool ok() const { return errors.empty(); }
};

// What check_file() finds in a file that can run.
struct FileFindings {
  std::vector<Error> certain = {};  // every run that reaches the code raises them
  std::string warnings = {};        // rendered
};

// Options for running a file.
struct FileOptions {
  bool tests = false;            // run the `test` blocks
  bool lines = false;            // report each statement before it runs: see lang/emit.h
  std::vector<int> guards;       // statements before these offsets may raise errors
  Coverage* coverage = nullptr;  // if not null, counts what runs in the file and its modules
};

// A State with the standard library, the imported modules, and the names of a prompt. Errors of a
// script are not thrown: they are returned in an Outcome.
class Interpreter {
 public:
  explicit Interpreter(std::function<void(std::string_view)> write);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  State& state();

  // Runs the top level of a file, or of a text under a name.
  Outcome run_file(const std::string& path, const FileOptions& options = {});
  Outcome run_text(std::string name, std::string text, const FileOptions& options = {});
  // Returns the spans of the top-level statements of the last text.
  std::vector<Span> statements() const;
  // Returns the value of a top-level name of the last text.
  Value value_of(const std::string& name);
  // Runs C++ code that may raise errors, and returns them in the outcome.
  Outcome act(const std::function<void()>& what);
  // Returns the number of the last text's table of names (State::module_get). The caller drops it.
  int take_names();
  // Makes imports ask `find` for the text of a module by its name. No file is read.
  void find_modules(std::function<std::optional<std::string>(const std::string& name)> find);
  // Makes scripts and imports use these texts. If they are complete, no file is read. `texts` must
  // outlive the Interpreter.
  void carry_modules(const ImportedTexts& texts);
  // Checks a file, like check_file(), and adds its text and the texts of all imports to `texts`.
  Outcome gather_file(const std::string& path, ImportedTexts& texts);
  // Defines a builtin for all further texts: a function, whose record must outlive the State, or a
  // value. Raises error[name] if the name is in use.
  void define(const Builtin& record);
  void define(const std::string& name, const Value& value);
  // Calls the `main` of the last text, if it has one, with the words of a command line. `command`
  // is the command shown by --help; the default is `rille run FILE`.
  Outcome run_main(const std::vector<std::string>& words, const std::string& command = "");

  // Writes the Lua text of a file, or its core (lang/core.h), without running the file.
  Outcome show_lua(const std::string& path);
  Outcome show_core(const std::string& path);

  // Replaces former names of the library in the text of a file, and counts them. The file is not
  // written. The outcome has the syntax errors of the file.
  struct Renamed {
    std::string text;
    size_t count = 0;
  };
  Outcome rename(const std::string& path, Renamed& out);

  // Returns the errors that prevent a file from running. In a file without them, adds to `findings`
  // what lang/lint.h finds. The file does not run.
  Outcome check_file(const std::string& path, FileFindings& findings);

  // Runs one cell of a prompt, which can use the names of earlier cells. `name` is the name of the
  // source in errors; by default, the number of the cell.
  Outcome run_cell(std::string text, std::string name = "");
  // If set, receives the value of a cell; otherwise, the value is printed.
  std::function<void(const Value&)> show_value;
  // Evaluates an expression with the names of the cells. The expression does not count as a cell,
  // and its value is not shown.
  Outcome evaluate(std::string text);

  // The names that cells have bound, the value of one (nil if the name is not bound), and the span
  // of its definition.
  std::vector<std::string> cell_names() const;
  Value cell_value(const std::string& name);
  Span cell_span(const std::string& name) const;           // empty unless a function or a struct
  void bind(const std::string& name, const Value& value);  // like `let` in a cell

  std::string render(const Error& error);
  // Returns the help for a name, or the overview for ""; nullopt if the name is unknown.
  std::optional<std::string> help(const std::string& name);
  std::string help_all(const std::string& module);  // all its functions, one per line; "" for all
  std::vector<std::string> names();                 // global names and names of cells, sorted
  std::vector<std::string> members(const std::string& module);  // of the standard library

 private:
  using TextPrinter = std::function<std::string(const lang::File& tree, const Source& source)>;
  Outcome show(const std::string& path, const TextPrinter& text);

  struct Internals;
  std::unique_ptr<Internals> inside_;
};

}  // namespace rille
