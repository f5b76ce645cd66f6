// Lexer: the state of lex() while it reads a text.
#pragma once

#include "lang/parse/token.h"
#include "vm/run/running.h"

namespace rille::lang {

// A sequence of tokens with its open brackets: of a file, or of an interpolated expression.
struct TokenStream {
  std::vector<Token> tokens = {};
  std::vector<int> open = {};  // token indices of the brackets that are not yet closed
  int open_of[3] = {};         // number of open brackets of each kind: ( [ {
  bool is_hole = false;
  int newline_at = -1;  // position of a line end that may still become a newline token
};

// Counts the bytes of a growing result, and polls for interrupts and limits.
class MemoryMeter {
 public:
  explicit MemoryMeter(size_t& bytes) : bytes_(bytes) {}
  void operator()(size_t more) {
    bytes_ += more;
    polls_.step(bytes_);
  }

 private:
  size_t& bytes_;
  PollCounter polls_;
};

class Lexer {
 public:
  Lexer(std::string_view text, int file, std::vector<Error>& errors, LexResult& out)
      : text_(text), file_(file), errors_(errors), out_(out) {}

  void read_file();
  // Continues with `longer`, whose beginning is the text read so far, at the same address. A token
  // that the old end cut is read again. Returns whether more text must follow the new end.
  bool read_on(std::string_view longer, TokenStream& s);
  bool is_end() const { return pos() >= text_.size(); }

 private:
  // lexer.cpp
  void read_tokens(TokenStream& s);  // until the end, or the `}` or `:` after an interpolation
  bool read_token(TokenStream& s);   // false at the end of an interpolated expression
  bool skip_blanks(TokenStream& s);  // false at a line end in an interpolated expression
  void read_comment();
  void read_word(TokenStream& s);
  bool read_sign(TokenStream& s);
  void read_stray();
  bool begins_name_here() const;
  void emit(TokenStream& s, TokenKind kind, int begin, int value = -1);
  void flush_newline(TokenStream& s, std::string_view next);

  // brackets.cpp
  void open(TokenStream& s);
  bool close(TokenStream& s, int begin);
  void make_up_closer(TokenStream& s, bool is_reported = false);
  void close_line(TokenStream& s, int begin);
  void close_all(TokenStream& s);
  void note_indent(const Token& opener, const Token& closer);
  int indent_at(int place) const;
  void close_before_statement(TokenStream& s, std::string_view word, int begin);

  // numbers.cpp
  void read_number(TokenStream& s);
  void read_radix(TokenStream& s, int base);
  Number decimal(std::string_view digits, int begin);
  void take_digits();
  bool runs_into_name(int begin);

  // strings.cpp
  struct LineStart {
    size_t piece, offset;
    int indent;
    bool counts;
  };
  struct StringState {
    int begin = 0;
    bool is_raw = false;
    bool is_long = false;
    bool is_cut = false;
    std::vector<StringPiece> pieces = {};
    std::vector<LineStart> lines = {};
    void remove_indent();
  };
  void read_string(TokenStream& s);
  bool read_piece(StringState& s);  // false at the end, or after an error that ends the string
  void read_escape(StringState& s);
  void read_unicode_escape(StringState& s, int begin);
  bool read_hole(StringState& s, int begin);
  bool cut_hole(StringState& s, int brace, size_t reported);
  bool read_format(StringState& s, int brace);
  void note_line(StringState& s);

  Error& error(std::string message, int begin, int end);
  char at(int offset = 0) const {
    auto i = static_cast<size_t>(here_ + offset);
    return i < text_.size() ? text_[i] : '\0';
  }
  bool is_at(std::string_view what) const { return text_.substr(pos()).starts_with(what); }
  size_t pos() const { return static_cast<size_t>(here_); }
  std::string_view since(int begin) const {
    return text_.substr(static_cast<size_t>(begin), static_cast<size_t>(here_ - begin));
  }

  std::string_view text_;
  int file_;
  std::vector<Error>& errors_;
  Error spilt_{Code::syntax, ""};  // absorbs the errors after the maximum number of them
  LexResult& out_;
  MemoryMeter hold_{out_.bytes};
  int here_ = 0;
  int lost_blocks_ = 0;      // number of `{` inside unterminated strings
  int nesting_ = 0;          // number of enclosing interpolated expressions
  bool line_begins_ = true;  // only blanks precede here_ on its line
  bool doc_goes_on_ = false;
  std::string doc_;
  Token suspect_;  // the first `{` whose `}` is indented less than the line of the `{`
};

}  // namespace rille::lang
