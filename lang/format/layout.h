// TokenLayout: the state of format() while it writes lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/parse/token.h"

namespace rille::lang {

class TokenLayout {
 public:
  TokenLayout(std::string_view text, const std::vector<Token>& tokens) : text_(text) {
    for (const Token& token : tokens) {
      bool is_line_end = token.kind == TokenKind::newline;
      if (is_line_end) ends_.push_back(static_cast<int>(tokens_.size()));
      if (!is_line_end) tokens_.push_back(token);
    }
  }
  std::string write();
  std::string write_line();  // without comments, on one line

 private:
  // The comments and line ends between two tokens.
  struct Comment {
    std::string_view text;
    int column = 0;          // of the first byte, from 0
    bool is_behind = false;  // on the same line as the token before the comment
    bool is_apart = false;   // preceded by an empty line
  };
  struct Gap {
    std::vector<Comment> comments;
    bool has_newline = false;
    bool is_apart = false;  // an empty line precedes the token
  };
  struct OpenBracket {
    std::string_view sign;
    int indent;            // of the line of the bracket
    int statement_indent;  // of the statement that contains the bracket
  };

  Gap gap(int begin, int end) const;
  void write_gap(const Gap& gap, size_t next);
  void write_comment(const Comment& comment, int indent);
  void write_token(size_t i);
  int indent_of(size_t i) const;
  bool begins_statement(size_t i) const;
  bool spaced(size_t i) const;
  bool is_prefix(size_t i) const;
  bool is_name_like(size_t i) const;
  bool is(size_t i, std::string_view text) const { return tokens_[i].text == text; }
  bool is_closer(size_t i) const;
  int column() const;
  void newline(int indent);

  std::string_view text_;
  std::vector<Token> tokens_;  // without newline tokens, with the end token
  std::vector<int> ends_;      // indices of tokens that are preceded by a line end
  std::vector<OpenBracket> open_;
  int statement_indent_ = 0;
  int line_indent_ = 0;
  std::string out_;
};

}  // namespace rille::lang
