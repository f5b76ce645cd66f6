// Marks: the parts of a text, for syntax highlighting.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace rille::lang {

enum class MarkKind : uint8_t { name, keyword, number, string, comment, sign, bracket };

struct Mark {
  MarkKind kind;
  int begin, end;    // byte offsets
  int partner = -1;  // of a bracket: index of the matching bracket's mark; -1 if it is unmatched
};

// The marks are in source order and do not overlap. Between them are only blanks and characters
// with which no token begins. A string is split at interpolated expressions. The text may be
// invalid: the marks are the tokens that the lexer finds for parse().
std::vector<Mark> marks_of(std::string_view text);

}  // namespace rille::lang
