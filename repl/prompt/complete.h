// Complete: what may stand at the cursor.
#pragma once

#include <string>

#include "repl/interpreter.h"
#include "repl/line/editor.h"

namespace rille {

// Names and words; members of modules; fields, attributes and methods of values; words of
// arguments; in a string the names of files.
class PromptLanguage : public line::Language {
 public:
  // Not in line: the kernel of notebooks reaches functions of the program, and no tables of them.
  explicit PromptLanguage(Interpreter& interpreter);
  ~PromptLanguage() override;
  PromptLanguage(const PromptLanguage&) = delete;
  PromptLanguage& operator=(const PromptLanguage&) = delete;

  bool goes_on(const std::string& text) override;
  line::Completion complete(const std::string& text, size_t cursor) override;

 private:
  line::Completion names(const std::string& before, size_t from);
  // `is_text`: a string stands in front of the point.
  line::Completion members(const std::string& path, const std::string& begun, size_t from,
                           bool is_text);
  std::vector<line::Candidate> arguments(const std::string& callee, std::string& note);
  std::string signature_of(const std::string& path);
  void add_methods(std::vector<line::Candidate>& out, bool of_text);

  Interpreter& interpreter_;
};

// `a.b.c` around the cursor, else the function in whose arguments it stands; "" where neither is.
std::string path_at(const std::string& text, size_t cursor);

// Of a path that has begun, in the order of the alphabet; folders end in `/`.
std::vector<line::Candidate> files_of(const std::string& begun);

}  // namespace rille
