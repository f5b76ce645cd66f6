// Token: a word, number, string or sign of the source text.
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
  std::string_view text;  // of the source; a sign or keyword is compared by it
  int begin = 0;
  int end = 0;
  int match = -1;           // of a bracket: the token of its partner
  int value = -1;           // number: in Lexed::numbers; string: in Lexed::strings
  bool is_made_up = false;  // a closing bracket that the text lacks; already reported
};

struct Number {
  bool is_float = false;
  int64_t integer = 0;
  double floating = 0;
  bool is_two_to_63 = false;  // fits only behind a minus
};

// A string in pieces: text, then the tokens of a hole unless it has none.
struct StringPiece {
  std::string text;
  bool has_hole = false;
  std::vector<Token> hole;  // closed by an end token
  std::string format;
};

struct Lexed {
  std::vector<Token> tokens;  // closed by an end token
  std::vector<Number> numbers;
  std::vector<std::vector<StringPiece>> strings;
  std::map<int, std::string> docs;  // doc comments by the place of the token below them
  struct Expectation {
    int at;
    bool is_error;  // `#!`
  };
  std::vector<Expectation> expectations;  // `#>` and `#!`, in order
  int cut_string = -1;                    // the last string without an end
  bool is_unfinished = false;             // a long string is open where the text ends
  int open_block = INT_MAX;  // the first `{` that nothing closes: behind it all is doubtful
  size_t bytes = 0;          // memory of the above, about
};

// Throws only what poll() does, for the memory that a text asks for. Brackets of the result always
// match: what the text lacks is made up.
Lexed lex(std::string_view text, int file, std::vector<Error>& errors);

// Whether a token is the `const` in front of a field: a name in front of another one is nothing
// else.
inline bool is_field_mark(const Token& token, const Token& next) {
  return token.kind == TokenKind::name && token.text == "const" && next.kind == TokenKind::name;
}

bool is_keyword(std::string_view word);

}  // namespace rille::lang
