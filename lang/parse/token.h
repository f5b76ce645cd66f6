// Token: a word, number, string, or sign of the source text.
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vm/error.h"

namespace rille::lang {

enum class TokenKind { end, newline, name, keyword, number, string, sign };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // source text; signs and keywords are compared by it
  int begin = 0;
  int end = 0;
  int match = -1;  // of a bracket: index of the matching bracket's token
  int value = -1;  // of a number or string: index in LexResult::numbers or LexResult::strings
  bool is_made_up = false;  // a closing bracket missing in the text; already reported
};

struct Number {
  bool is_float = false;
  int64_t integer = 0;
  double floating = 0;
  bool is_two_to_63 = false;  // 2^63: valid only after a minus
};

// One piece of a string: text, followed by an interpolated expression if has_hole.
struct StringPiece {
  std::string text;
  bool has_hole = false;
  std::vector<Token> hole;  // of the interpolated expression; ends with an end token
  std::string format;
};

struct LexResult {
  std::vector<Token> tokens;  // ends with an end token
  std::vector<Number> numbers;
  std::vector<std::vector<StringPiece>> strings;
  std::map<int, std::string> docs;  // doc comments by the offset of the next token
  struct ExpectationMark {
    int at;
    bool is_error;  // `#!`
  };
  std::vector<ExpectationMark> expectations;  // `#>` and `#!`, in order
  int cut_string = -1;                        // offset of the last unterminated string
  bool is_unfinished = false;                 // the text ends inside a long string
  int open_block = INT_MAX;  // offset of the first unclosed `{`: later errors are unreliable
  size_t bytes = 0;          // approximate memory of the above
};

// Throws only what poll() throws. The brackets of the result always match: closing brackets that
// are missing in the text are added as made-up tokens.
LexResult lex(std::string_view text, int file, std::vector<Error>& errors);

// Whether a token is the `const` before a field: only there does a name precede another name.
inline bool is_field_mark(const Token& token, const Token& next) {
  return token.kind == TokenKind::name && token.text == "const" && next.kind == TokenKind::name;
}

bool is_keyword(std::string_view word);

}  // namespace rille::lang
