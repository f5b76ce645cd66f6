// Complete: the completions at the cursor.
#pragma once

#include <string>

#include "repl/interpreter.h"
#include "repl/line/editor.h"

namespace rille {

// Completes names and keywords; members of modules; fields, attributes, and methods of values;
// names of arguments; and, in a string, file names.
class PromptLanguage : public line::Language {
 public:
  // Not inline: the library of the notebook kernel can call functions of the program, but cannot
  // refer to its vtables.
  explicit PromptLanguage(Interpreter& interpreter);
  ~PromptLanguage() override;
  PromptLanguage(const PromptLanguage&) = delete;
  PromptLanguage& operator=(const PromptLanguage&) = delete;

  bool goes_on(const std::string& text) override;
  line::Completion complete(const std::string& text, size_t cursor) override;

 private:
  line::Completion names(const std::string& before, size_t from);
  // `is_text` is true if a string literal precedes the dot.
  line::Completion members(const std::string& path, const std::string& begun, size_t from,
                           bool is_text);
  std::vector<line::Candidate> arguments(const std::string& callee, std::string& note);
  std::string signature_of(const std::string& path);
  void add_methods(std::vector<line::Candidate>& out, bool of_text);

  Interpreter& interpreter_;
};

// Returns the path `a.b.c` at the cursor, or the function whose argument list the cursor is in; ""
// if there is neither.
std::string path_at(const std::string& text, size_t cursor);

// Returns the files that complete a path, sorted by name. Directories end in `/`.
std::vector<line::Candidate> files_of(const std::string& begun);

}  // namespace rille
