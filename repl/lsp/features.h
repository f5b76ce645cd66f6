// Features: one function for each request of an editor.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "repl/lsp/analysis.h"
#include "repl/lsp/disk.h"

namespace rille::lsp {

// The open documents, and the other files of the workspace on the disk.
class Workspace {
 public:
  explicit Workspace(const BuiltinIndex& shelf) : shelf(shelf) {}

  const BuiltinIndex& shelf;
  ColumnUnit columns = ColumnUnit::utf16;
  std::string root;                      // directory of the workspace, or ""
  std::map<std::string, Document> open;  // by uri
  mutable Disk disk;

  Document* find(const std::string& uri);
  // Returns the analysis of a file, from the editor if the file is open, otherwise from the disk;
  // null if the file cannot be read or parsed.
  std::shared_ptr<const Analysis> of_file(const std::string& path) const;
  Json location(const Analysis& file, Span span) const;
  // Returns the paths of the open documents and of the files of the workspace.
  std::vector<std::string> files() const;
  // Returns the file that an import of `importer` means, or "".
  std::string imported(const lang::Import& import, const std::string& importer) const;
};

// The features. `at` is a byte offset in the text of the document. A result may be null.
Json diagnostics(const Document& document);
Json hover(const Workspace& world, const Document& document, size_t at);
Json definition(const Workspace& world, const Document& document, size_t at);
Json references(const Workspace& world, const Document& document, size_t at, bool with_definition);
Json highlights(const Document& document, size_t at);
Json completion(const Workspace& world, const Document& document, size_t at);
Json signature_help(const Workspace& world, const Document& document, size_t at);
Json formatting(const Document& document);
Json semantic_tokens(const Document& document);
Json semantic_legend();
Json inlay_hints(const Document& document, size_t begin, size_t end);
Json symbols(const Document& document);
Json folding(const Document& document);
Json code_actions(const Document& document, size_t begin, size_t end);
// Throw RenameError if the name cannot be changed.
Json prepare_rename(const Document& document, size_t at);
Json rename(const Workspace& world, const Document& document, size_t at, const std::string& name);

struct RenameError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One occurrence of a name. places_of() finds all known occurrences, for references and rename.
struct Occurrence {
  std::shared_ptr<const Analysis> file;
  Span span;
  bool is_definition, is_written;
};
std::vector<Occurrence> places_of(const Workspace& world, const Document& document, size_t at);

// The path before an offset, such as "nn.Lin" or "x.". `word` is its last word, which begins at
// `begin`, and `base` is the text before the last dot, or "". `is_value` is true if an expression
// that is not a path, such as a call or a string, precedes the dot.
struct Path {
  std::string base, word;
  size_t begin;
  bool has_dot, is_value;
};
Path path_before(const Analysis& file, size_t at);

// The innermost call whose parentheses are open at an offset.
struct OpenCall {
  std::string callee;     // "" if the callee is not a path
  size_t begin = 0;       // offset after the parenthesis
  int argument = 0;       // index of the argument: the number of commas before the offset
  std::string word = {};  // name of the argument, if it is named
  bool is_there = false;
};
OpenCall open_call(const Analysis& file, size_t at);

}  // namespace rille::lsp
