// Doc: the reference page of a module or a script.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vm/error.h"

namespace rille {

class State;  // vm/state.h

// One entry: a function, a struct, or a name bound by `let`.
struct DocEntry {
  using Rows = std::vector<std::pair<std::string, std::string>>;
  std::string kind;  // fn, proc, struct, let
  std::string name;
  std::string head;  // the signature
  std::string text;  // the description, in Markdown
  Rows params = {};  // names and descriptions of parameters, or of the fields of a struct
  Rows methods = {};
  std::vector<std::string> state = {};      // `var` fields: not trained
  std::vector<std::string> constants = {};  // `const` fields: static
  std::string returns = {}, errors = {}, example = {}, source = {};
  std::string plain = {};  // the whole entry as `rille help` shows it
};

struct DocPage {
  std::string title, text;
  std::vector<DocEntry> entries = {};
};

// Returns the page of a module of the standard library, made from the records and sorted by name.
// "global" is the page of the names outside any module. Returns nullopt if the module does not
// exist.
std::optional<DocPage> library_page(const State& state, const std::string& module);
std::vector<std::string> library_pages(const State& state);  // names of all pages, "global" first

// Returns the page of what a script exports, in the order of the text, with its `##` comments. The
// script does not run. Syntax errors are appended to `errors`.
DocPage script_page(const Source& source, int file, std::vector<Error>& errors);

}  // namespace rille
