// parse(): source text to a tree, with all its syntax errors.
#pragma once

#include <vector>

#include "lang/ast.h"
#include "vm/error.h"

namespace rille::lang {

struct ParseOptions {
  bool prompt = false;  // bare values are welcome, the last one is shown
};

// Parses a whole file; `file` is the index that its spans bear. Never throws on any input:
// what is wrong is appended to `errors` (in the order of the text), and the tree holds what
// could be read. Resolve it only if no error was added.
File parse(const Source& source, int file, std::vector<Error>& errors, ParseOptions options = {});

// At the prompt: whether more lines follow, since `text` ends inside a bracket or a string, or, but
// for an empty line, after an operator.
bool is_unfinished(std::string_view text);

}  // namespace rille::lang
