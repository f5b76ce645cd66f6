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

// A file that was read. It is `running` from the moment it is read until its top level has run: an
// import of it meanwhile is a cycle.
struct Module {
  std::string name;  // the path as errors show it
  Span imported_at = {};
  lang::File tree = {};
  int number = -1;  // of the State's table of its names
  bool running = true;
  Value exports = {};
};

// The texts of a script and of all that it imports, by the names that errors show; and which of
// them an import means: by the importing file's name, and the import as as_spelled() has it.
struct ImportedTexts {
  std::map<std::string, std::string> texts;
  std::map<std::pair<std::string, std::string>, std::string> meant;
  std::map<std::string, std::string> pages = {};  // with examples; no import reads them
  bool is_complete = true;  // false: other modules are files, read when they are imported
};
std::string as_spelled(const std::string& path, bool is_file);

// The files by their canonical paths: however a path is spelled, it is one module.
class Modules {
 public:
  Modules(State& state, const lang::Names& names) : state_(state), names_(names) {}

  // Parses and resolves a text; what is wrong with it is appended to errors.
  Source read(Module& module, std::string text, std::vector<Error>& errors);

  // The file that runs first is a module like all others; the caller owns it.
  void enter(Module& main);

  // What `import` gives at the place that is being run. Where several things are wrong with a
  // module the first is thrown; rest() has the others.
  Value import(const std::string& path, bool is_file);
  std::vector<Error> rest() { return std::exchange(rest_, {}); }

  // A host's: the text of a module by its name, in place of files; none where there is no such
  // module.
  std::function<std::optional<std::string>(const std::string& name)> finder = nullptr;

  // What a program carries in place of files, or what a sandbox read before its scripts ran. It
  // outlives this.
  const ImportedTexts* carried = nullptr;

  // The text of a script: the carried one, else the file's.
  std::string script(const std::string& path) const;

  // What is wrong with the files that it imports, and with theirs; nothing is run. `found`: where
  // they are put.
  void check(const Module& module, std::vector<Error>& errors, ImportedTexts* found = nullptr);

  Coverage* coverage = nullptr;  // told of what the modules run

 private:
  struct Loading;
  // The first of module_files() that is there, else error[io] at the place. In a sandbox it is not
  // told whether a file is there that could not be imported.
  std::string find(const std::string& path, bool is_file, const std::string& importer, Span at);
  // "" where nothing is carried, or not that.
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
  std::vector<Module*> running_;  // each was imported by the one before it
  std::vector<Error> rest_;
  std::map<std::string, std::string> found_;  // by the finder, and not yet read
};

// The files that an import may mean, of which the first that is a regular one counts: beside the
// importing one, then in the folders of RILLE_PATH. No server is asked.
std::vector<std::string> module_files(const std::string& path, bool is_file,
                                      const std::string& importer);

// The folders of RILLE_PATH, which the user sets.
std::vector<std::string> module_path();

// What gather_texts() may read.
struct TextReader {
  // Of a script that the command line names, or of a file that one imports; none: it may not be
  // read, or cannot.
  std::function<std::optional<std::string>(const std::string& path, bool is_script)> text;
  // Whether an import may learn if the file is there.
  std::function<bool(const std::string& path)> may_import;
  size_t room = 0;  // bytes that are left; error[memory] where a text has more
  // Canonical paths, and the name under which each text is kept: links spell a path in many ways.
  std::map<std::string, std::string> names = {};
};
// Reads a script and the modules that it imports, and theirs, into `out`, without running anything.
// What cannot be read, or has faults, is left out: the run reports it.
void gather_texts(const std::string& script, TextReader& reader, ImportedTexts& out);
// error[memory] where there is no room for a text.
void take_room(const std::string& path, const std::string& text, TextReader& reader);

// One name for all spellings of a path.
std::string canonical_path(const std::string& path);

}  // namespace rille
