// parse(): source text to a tree, and all syntax errors.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lang/ast.h"
#include "vm/error.h"

namespace rille::lang {

struct ParseOptions {
  bool prompt = false;  // statements may be bare values, and the last value is shown
};

// Parses a whole file; `file` is the index in its spans. Syntax errors are appended to `errors` in
// source order, and the tree contains the statements that could be read: it may be resolved only
// if no error was added. Throws only on interrupts, limits, and lack of memory.
File parse(const Source& source, int file, std::vector<Error>& errors, ParseOptions options = {});

// A text that is read line by line, as at a prompt. More lines are expected while a bracket or a
// long string is open, or if the last line ends in an operator and no empty line follows. Each line
// is read once.
class OpenText {
 public:
  OpenText();
  ~OpenText();
  OpenText(const OpenText&) = delete;
  OpenText& operator=(const OpenText&) = delete;

  void add(std::string_view line);
  bool goes_on() const;
  const std::string& text() const;  // the lines so far, separated by newlines

 private:
  struct Internals;
  std::unique_ptr<Internals> inside_;
};

}  // namespace rille::lang
