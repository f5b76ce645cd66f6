// marks_of(): the lexer's tokens, and the text between them.
#include "lang/marks.h"

#include <algorithm>

#include "lang/parse/lexer.h"

namespace rille::lang {
namespace {

bool is_bracket(const Token& token) {
  return token.kind == TokenKind::sign && token.text.size() == 1 &&
         std::string_view("()[]{}").find(token.text[0]) != std::string_view::npos;
}

MarkKind kind_of(const Token& token) {
  switch (token.kind) {
    case TokenKind::name: return MarkKind::name;
    case TokenKind::keyword: return MarkKind::keyword;
    case TokenKind::number: return MarkKind::number;
    case TokenKind::string: return MarkKind::string;
    default: return is_bracket(token) ? MarkKind::bracket : MarkKind::sign;
  }
}

class Marker {
 public:
  Marker(std::string_view text, const LexResult& lexed) : text_(text), lexed_(lexed) {}

  std::vector<Mark> run() {
    put_tokens(lexed_.tokens);
    comments_to(static_cast<int>(text_.size()));
    return std::move(out_);
  }

 private:
  void put_tokens(const std::vector<Token>& tokens) {
    std::vector<int> marks(tokens.size(), -1);  // index of each token's mark
    for (size_t i = 0; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      bool is_text = token.end > token.begin && !token.is_made_up &&
                     token.kind != TokenKind::newline && token.kind != TokenKind::end;
      if (!is_text || token.begin < here_) continue;
      comments_to(token.begin);
      if (token.kind == TokenKind::string && token.value >= 0) {
        put_string(token);
        continue;
      }
      marks[i] = static_cast<int>(out_.size());
      bool is_mark = i + 1 < tokens.size() && is_field_mark(token, tokens[i + 1]);
      put(is_mark ? MarkKind::keyword : kind_of(token), token.begin, token.end);
      bool closes = is_bracket(token) && token.match >= 0 && token.match < static_cast<int>(i);
      int partner = closes ? marks[static_cast<size_t>(token.match)] : -1;
      if (partner < 0) continue;
      out_.back().partner = partner;
      out_[static_cast<size_t>(partner)].partner = marks[i];
    }
  }

  // Marks the literal text as string, and interpolated expressions as their tokens.
  void put_string(const Token& token) {
    int begin = token.begin;
    for (const StringPiece& piece : lexed_.strings[static_cast<size_t>(token.value)]) {
      if (!piece.has_hole || piece.hole.empty()) continue;
      int first = piece.hole.front().begin, last = piece.hole.back().begin;
      if (first < begin || last > token.end) continue;
      put(MarkKind::string, begin, first);
      put_tokens(piece.hole);
      comments_to(last);
      begin = std::max(here_, last);
    }
    put(MarkKind::string, begin, token.end);
  }

  // Marks the text between tokens: comments, and unmatched brackets.
  void comments_to(int end) {
    std::string_view before = text_.substr(0, static_cast<size_t>(end));
    while (here_ < end) {
      size_t found = before.find_first_of("#)]}", static_cast<size_t>(here_));
      if (found == std::string_view::npos) break;
      auto begin = static_cast<int>(found);
      bool is_comment = text_[found] == '#';
      size_t stop =
          is_comment ? std::min(text_.find('\n', found), static_cast<size_t>(end)) : found + 1;
      put(is_comment ? MarkKind::comment : MarkKind::bracket, begin, static_cast<int>(stop));
    }
    here_ = std::max(here_, end);
  }

  void put(MarkKind kind, int begin, int end) {
    begin = std::max(begin, here_);
    if (end <= begin) return;
    out_.push_back({kind, begin, end});
    here_ = end;
  }

  std::string_view text_;
  const LexResult& lexed_;
  std::vector<Mark> out_;
  int here_ = 0;  // all text before it is marked
};

}  // namespace

std::vector<Mark> marks_of(std::string_view text) {
  std::vector<Error> errors;
  LexResult lexed = lex(text, 0, errors);
  return Marker(text, lexed).run();
}

}  // namespace rille::lang
