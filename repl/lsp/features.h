// Features: what an editor asks for, one function each.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "repl/lsp/analysis.h"
#include "repl/lsp/disk.h"

namespace rille::lsp {

// The open documents by their paths, and files beside them as they stand on the disk.
class World {
 public:
  explicit World(const Shelf& shelf) : shelf(shelf) {}

  const Shelf& shelf;
  Columns columns = Columns::utf16;
  std::string root;                      // of the workspace; "": none
  std::map<std::string, Document> open;  // by uri
  mutable Disk disk;

  Document* find(const std::string& uri);
  // Of a file by its path, as its editor or else the disk has it; null where it cannot be read.
  std::shared_ptr<const Analysis> of_file(const std::string& path) const;
  Json location(const Analysis& file, Span span) const;
  // Files of the workspace, and those that are open.
  std::vector<std::string> files() const;
  // The file that an import of `importer` means; "" where there is none.
  std::string imported(const lang::Import& import, const std::string& importer) const;
};

// Each is given the document and a byte of its text. null is an answer, too.
Json diagnostics(const Document& document);
Json hover(const World& world, const Document& document, size_t at);
Json definition(const World& world, const Document& document, size_t at);
Json references(const World& world, const Document& document, size_t at, bool with_definition);
Json highlights(const Document& document, size_t at);
Json completion(const World& world, const Document& document, size_t at);
Json signature_help(const World& world, const Document& document, size_t at);
Json formatting(const Document& document);
Json semantic_tokens(const Document& document);
Json semantic_legend();
Json inlay_hints(const Document& document, size_t begin, size_t end);
Json symbols(const Document& document);
Json folding(const Document& document);
Json code_actions(const Document& document, size_t begin, size_t end);
// Throws Refused where the name cannot be another one.
Json prepare_rename(const Document& document, size_t at);
Json rename(const World& world, const Document& document, size_t at, const std::string& name);

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What stands for a name, everywhere that is known: for references and rename.
struct Place {
  std::shared_ptr<const Analysis> file;
  Span span;
  bool is_definition, is_written;
};
std::vector<Place> places_of(const World& world, const Document& document, size_t at);

// The path in front of a byte, as "nn.Lin" or "x.": words with dots between, and where its last
// word begins. `base` is what stands before the last dot, "" without a dot; `is_value`: before the
// dot stands something else, a bracket or a string.
struct Path {
  std::string base, word;
  size_t begin;
  bool has_dot, is_value;
};
Path path_before(const Analysis& file, size_t at);

// The innermost call whose parentheses are open at a byte.
struct OpenCall {
  std::string callee;     // "" where it is no path
  size_t begin = 0;       // behind its parenthesis
  int argument = 0;       // commas in front of the byte
  std::string word = {};  // of the argument there, where it is named
  bool is_there = false;
};
OpenCall open_call(const Analysis& file, size_t at);

}  // namespace rille::lsp
