// Plain: reads cells without a line editor.
#pragma once

#include <optional>
#include <string>

#include "lang/parse.h"
#include "repl/session.h"

namespace rille {

// Reads standard input cell by cell.
class PlainInput {
 public:
  explicit PlainInput(Session& session) : session_(session) {}

  // Returns the next cell, or nullopt at the end of the input. A cell continues over several lines
  // while a bracket or a string is open. Ctrl-C discards the lines so far.
  std::optional<std::string> cell();

 private:
  enum class ReadResult : uint8_t { line, interrupted, end };
  ReadResult line(const char* prompt, lang::OpenText& to);  // appends a line without its newline

  Session& session_;
  std::string waiting_;  // input that has been read, but not returned
};

}  // namespace rille
