// Doc: the reference of a module, of the library or a script.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vm/error.h"

namespace rille {

class State;  // vm/state.h

// A function, a struct, or a name that is bound once.
struct DocEntry {
  using Rows = std::vector<std::pair<std::string, std::string>>;
  std::string kind;  // fn, proc, struct, let
  std::string name;
  std::string head;  // its signature
  std::string text;  // what it does: Markdown
  Rows params = {};  // described parameters; of a struct, its described fields
  Rows methods = {};
  std::vector<std::string> state = {};      // `var` fields: not trained
  std::vector<std::string> constants = {};  // `const` fields: static
  std::string returns = {}, errors = {}, example = {}, source = {};
  std::string plain = {};  // all of it, as `rille help` shows it
};

struct DocPage {
  std::string title, text;
  std::vector<DocEntry> entries = {};
};

// A module of the library, "global" for the names without one, from the records; nothing where
// there is none of that name. By name.
std::optional<DocPage> library_page(const State& state, const std::string& module);
std::vector<std::string> library_pages(const State& state);  // their names, "global" first

// What a script exports, from its `##` comments, in the order of the text. Nothing is run. What is
// wrong with the text is appended to errors.
DocPage script_page(const Source& source, int file, std::vector<Error>& errors);

}  // namespace rille
