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

// What a piece of text came to. Where it failed, `errors` says all that is known to be wrong.
struct Outcome {
  std::vector<Error> errors = {};
  Value value = {};  // of a cell's last statement
  bool ran = false;  // nothing was found wrong before it ran

  bool ok() const { return errors.empty(); }
};

// How a file is to be read.
struct FileOptions {
  bool tests = false;            // its `test` blocks are run
  bool lines = false;            // every statement announces itself: see lang/emit.h
  std::vector<int> guards;       // offsets before which a statement may raise
  Coverage* coverage = nullptr;  // told what runs, of modules as well
};

// A State with the whole library in it, the modules that were imported, and a prompt's names.
// It never throws what a script does wrong: an Outcome holds it.
class Interpreter {
 public:
  explicit Interpreter(std::function<void(std::string_view)> write);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  State& state();

  // The top level of a file that is read from the disk, or of a text under a name.
  Outcome run_file(const std::string& path, const FileOptions& options = {});
  Outcome run_text(std::string name, std::string text, const FileOptions& options = {});
  // Where the statements of the top level of the last text stand.
  std::vector<Span> statements() const;
  // What it has for a name.
  Value value_of(const std::string& name);
  // C++ that may raise what a script may: the outcome holds it.
  Outcome act(const std::function<void()>& what);
  // The table of names of the last text that ran (State::module_get), for the caller to drop.
  int take_names();
  // From now on imports ask this for the text of the module of a name, and no disk.
  void find_modules(std::function<std::optional<std::string>(const std::string& name)> find);
  // From now on scripts and modules are these; where they are complete no disk is asked. They
  // outlive this.
  void carry_modules(const ImportedTexts& texts);
  // What is all right with check_file(): its text and those of all that it imports.
  Outcome gather_file(const std::string& path, ImportedTexts& texts);
  // What all texts from now on find as a builtin: a function, whose record outlives the State, and
  // a value. error[name] where the name is taken.
  void define(const Builtin& record);
  void define(const std::string& name, const Value& value);
  // Its `main`, where it has one, with the words of a command line. `command`: what stands before
  // them, where that is not `rille run FILE`.
  Outcome run_main(const std::vector<std::string>& words, const std::string& command = "");

  // Writes the Lua text of a file instead of running it, or its core (lang/core.h).
  Outcome show_lua(const std::string& path);
  Outcome show_core(const std::string& path);

  // What is wrong with a file and, as text, what is hardly meant; nothing is run.
  Outcome check_file(const std::string& path, std::string& warnings);

  // One cell of a prompt; it sees what earlier cells defined. Its name stands in errors; left out:
  // its number.
  Outcome run_cell(std::string text, std::string name = "");
  // Who shows a cell's value, instead of its being written.
  std::function<void(const Value&)> show_value;
  // An expression, with what the cells have bound; it is no cell, and its value is not shown.
  Outcome evaluate(std::string text);

  // What the cells have bound: the names, what one stands for (nil: nothing), where it was made.
  std::vector<std::string> cell_names() const;
  Value cell_value(const std::string& name);
  Span cell_span(const std::string& name) const;           // of a function or a struct, all of it
  void bind(const std::string& name, const Value& value);  // as `let` in a cell does

  std::string render(const Error& error);
  // What is known of a name, of "" the first screen; nothing where the name is unknown.
  std::optional<std::string> help(const std::string& name);
  std::string help_all(const std::string& module);  // every function in it, one a line; "": all
  std::vector<std::string> names();                 // all that a prompt can complete
  std::vector<std::string> members(const std::string& module);  // of the library

 private:
  using Shown = std::function<std::string(const lang::File& tree, const Source& source)>;
  Outcome show(const std::string& path, const Shown& text);

  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace rille
