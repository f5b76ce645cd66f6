// parse(): source text to a tree, with all its syntax errors.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lang/ast.h"
#include "vm/error.h"

namespace rille::lang {

struct ParseOptions {
  bool prompt = false;  // bare values are welcome, the last one is shown
};

// Parses a whole file; `file` is the index that its spans bear. Throws stops and want of memory
// alone: what is wrong is appended to `errors` (in the order of the text), and the tree holds what
// could be read. Resolve it only if no error was added.
File parse(const Source& source, int file, std::vector<Error>& errors, ParseOptions options = {});

// A text that comes line by line, as at a prompt. It goes on while a bracket or a long string is
// open or, but for an empty line, its last line ends in an operator. Each line is read once.
class OpenText {
 public:
  OpenText();
  ~OpenText();
  OpenText(const OpenText&) = delete;
  OpenText& operator=(const OpenText&) = delete;

  void add(std::string_view line);
  bool goes_on() const;
  const std::string& text() const;  // the lines so far, a line's end between them

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace rille::lang
