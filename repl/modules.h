// Modules: files that import each other, each run once.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lang/ast.h"
#include "lang/resolve.h"
#include "vm/state.h"

namespace rille {

class Coverage;  // repl/coverage.h

// A file that was read. `running` is true until its top level has run: an import of the module
// before that is a cycle.
struct Module {
  std::string name;  // the path that errors show
  Span imported_at = {};
  lang::File tree = {};
  int number = -1;  // of its table of names in the State
  bool running = true;
  Value exports = {};
};

// The texts of a script and of all its imports, by the names that errors show. `meant` maps an
// import, given by the name of the importing file and the result of as_spelled(), to such a name.
struct ImportedTexts {
  std::map<std::string, std::string> texts;
  std::map<std::pair<std::string, std::string>, std::string> meant;
  std::map<std::string, std::string> pages = {};  // documents with examples; not for imports
  bool is_complete = true;  // if false, imports that are not in `meant` read files
};
// Returns an import as it is written in the source: "utils", or "\"lib/utils.rille\"".
std::string as_spelled(const std::string& path, bool is_file);

// The modules by canonical path, so that different spellings of a path mean one module.
class Modules {
 public:
  Modules(State& state, const lang::Names& names) : state_(state), names_(names) {}

  // Parses and resolves a text, and appends its errors.
  Source read(Module& module, std::string text, std::vector<Error>& errors);

  // Registers the file that runs first as a module. The caller owns it.
  void enter(Module& main);

  // Returns the value of an `import` at the current location. If a module has several errors,
  // throws the first one; rest() returns the others.
  Value import(const std::string& path, bool is_file);
  std::vector<Error> rest() { return std::exchange(rest_, {}); }

  // If set by a host program, returns the text of a module by its name, or nullopt if the host does
  // not have the module. No file is read then.
  std::function<std::optional<std::string>(const std::string& name)> finder = nullptr;

  // The texts that a built program contains, or that a sandbox read before its scripts ran; may be
  // null. They must outlive the Modules.
  const ImportedTexts* carried = nullptr;

  // Returns the text of a script: the carried one, or that of the file.
  std::string script(const std::string& path) const;

  // Appends the errors of all direct and indirect imports of a module. Nothing runs. If `found` is
  // not null, adds the texts of the imports to it.
  void check(const Module& module, std::vector<Error>& errors, ImportedTexts* found = nullptr);

  Coverage* coverage = nullptr;  // if not null, counts what runs in the modules

 private:
  struct ModuleLoader;
  // Returns the first of module_files() that exists, or raises error[io] at the span. In a sandbox,
  // the error does not reveal whether a file exists that may not be imported.
  std::string find(const std::string& path, bool is_file, const std::string& importer, Span at);
  // Returns the name of the carried text that an import means, or "" if none is carried.
  std::string carried_name(const std::string& path, bool is_file, const std::string& importer,
                           Span at) const;
  bool are_files() const {
    return finder == nullptr && (carried == nullptr || !carried->is_complete);
  }
  const std::string* carried_text(const std::string& path) const;
  std::string text_of(const std::string& path);
  std::string key_of(const std::string& path) const;
  Module& load(const std::string& path, Span from);
  Module& begin(const std::string& path, Span from);
  Module* known(const std::string& path, Span from);
  void run(Module& module);
  Value exports_of(Module& module);
  Error cycle(const Module& module, Span from) const;

  State& state_;
  const lang::Names& names_;
  std::map<std::string, Module*> by_path_;
  std::vector<std::unique_ptr<Module>> owned_;
  std::vector<Module*> running_;  // each one was imported by its predecessor
  std::vector<Error> rest_;
  std::map<std::string, std::string> found_;  // texts of the finder that are not yet parsed
};

// Returns the candidate files of an import: next to the importing file, then in the directories of
// RILLE_PATH. The first one that is a regular file is used. No server is contacted.
std::vector<std::string> module_files(const std::string& path, bool is_file,
                                      const std::string& importer);

// Returns the directories in the environment variable RILLE_PATH.
std::vector<std::string> module_path();

// Access to files for gather_texts().
struct TextReader {
  // Returns the text of a script on the command line, or of an imported file; nullopt if it must
  // not or cannot be read.
  std::function<std::optional<std::string>(const std::string& path, bool is_script)> text;
  // Returns whether an import may learn if the file exists.
  std::function<bool(const std::string& path)> may_import;
  size_t room = 0;  // remaining bytes; a longer text is error[memory]
  // The name of the text for each canonical path: links give a file several paths.
  std::map<std::string, std::string> names = {};
};
// Reads a script and all its direct and indirect imports into `out`. Nothing runs. Files that
// cannot be read or parsed are skipped: they are reported when the script runs.
void gather_texts(const std::string& script, TextReader& reader, ImportedTexts& out);
// Subtracts the size of a text from the remaining bytes; raises error[memory] if it is larger.
void take_room(const std::string& path, const std::string& text, TextReader& reader);

// Returns the absolute path without links, or `path` itself if the file does not exist.
std::string canonical_path(const std::string& path);

}  // namespace rille
