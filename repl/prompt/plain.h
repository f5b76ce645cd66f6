// Plain: cells line by line, where no line is edited.
#pragma once

#include <optional>
#include <string>

#include "lang/parse.h"
#include "repl/session.h"

namespace rille {

// Standard input, cell by cell.
class PlainInput {
 public:
  explicit PlainInput(Session& session) : session_(session) {}

  // A whole cell: lines follow while a bracket or a string is open. Ctrl-C drops what was written.
  std::optional<std::string> cell();

 private:
  enum class Read : uint8_t { line, interrupted, end };
  Read line(const char* prompt, lang::OpenText& to);  // appends a line without its end

  Session& session_;
  std::string waiting_;  // read and not yet taken
};

}  // namespace rille
