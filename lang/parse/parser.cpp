// parse(), and the Cursor that all rules share.
#include "lang/parse/parser.h"

#include <algorithm>

namespace rille::lang {
namespace {

constexpr int deepest = 200;   // depth of nested brackets, blocks, and right operands
constexpr int longest = 2000;  // number of chained operators, calls, and fields

std::string shown(const Token& token) {
  switch (token.kind) {
    case TokenKind::end: return "the end of the file";
    case TokenKind::newline:
    case TokenKind::string: return std::string(token.text);
    case TokenKind::keyword: return str("the keyword `", token.text, "`");
    default: return str("`", token.text, "`");
  }
}

bool is_before(const Error& a, const Error& b) { return a.span().begin < b.span().begin; }

}  // namespace

File parse(const Source& source, int file, std::vector<Error>& errors, ParseOptions options) {
  File out;
  out.index = file;
  std::vector<Error> found;
  LexResult lexed = lex(source.text, file, found);
  Parser parser(lexed, out, found, options);
  try {
    out.top = parser.file();
  } catch (ParseAbort& fault) {
    found = {std::move(fault.error)};
  }
  if (!out.top) {
    out.nodes.push_back(std::make_unique<BlockExpr>());
    out.top = static_cast<BlockExpr*>(out.nodes.back().get());
  }
  std::ranges::stable_sort(found, is_before);
  std::ranges::move(found, std::back_inserter(errors));
  return out;
}

const Token& Cursor::ahead(int by) const {
  auto i = std::min(static_cast<size_t>(at_ + by), tokens_->size() - 1);
  return (*tokens_)[i];
}

bool Cursor::at(std::string_view text) const {
  TokenKind kind = here().kind;
  return (kind == TokenKind::sign || kind == TokenKind::keyword) && here().text == text;
}

bool Cursor::at_any(std::initializer_list<std::string_view> texts) const {
  return std::ranges::any_of(texts, [&](std::string_view text) { return at(text); });
}

bool Cursor::at_word() const {
  return here().kind == TokenKind::name || here().kind == TokenKind::keyword;
}

bool Cursor::at_label() const {
  return at_word() && ahead(1).kind == TokenKind::sign && ahead(1).text == "=";
}

bool Cursor::at_separator() const { return here().kind == TokenKind::newline || at(";"); }

bool Cursor::take(std::string_view text) {
  bool is_here = at(text);
  if (is_here) ++at_;
  return is_here;
}

void Cursor::expect(std::string_view text) {
  if (!take(text)) throw wrong(str("`", text, "`"));
}

void Cursor::expect_closer(std::string_view text, std::string_view wanted, int opener) {
  if (take(text)) return;
  const Token& open = (*tokens_)[static_cast<size_t>(opener)];
  // The missing bracket is reported already.
  if ((*tokens_)[static_cast<size_t>(open.match)].is_made_up) throw error("", {});
  throw wrong(wanted).note(str("`", open.text, "` was opened here"), span_of(open));
}

std::string Cursor::take_name(std::string_view what) {
  if (here().kind != TokenKind::name) throw wrong(what);
  return std::string((*tokens_)[static_cast<size_t>(at_++)].text);
}

std::string Cursor::take_word(std::string_view what) {
  if (!at_word()) throw wrong(what);
  return std::string((*tokens_)[static_cast<size_t>(at_++)].text);
}

std::string Cursor::take_doc(int begin) const {
  auto doc = lexed_.docs.find(begin);
  return doc == lexed_.docs.end() ? "" : doc->second;
}

void Cursor::skip_separators() {
  while (at_separator()) ++at_;
}

int Cursor::last_end() const { return at_ == 0 ? 0 : (*tokens_)[static_cast<size_t>(at_ - 1)].end; }

// If the next token was made up, the missing bracket is reported already: the error has no text.
Error Cursor::wrong(std::string_view wanted) const {
  if (here().is_made_up) return error("", {});
  bool is_hole = tokens_ != &lexed_.tokens;
  std::string got = at_end() && is_hole ? "the end of the interpolated expression" : shown(here());
  bool is_blank = at_end() || here().kind == TokenKind::newline;
  Span place = is_blank ? Span{file_.index, last_end(), last_end() + 1} : span_of(here());
  if (at_end() && is_hole) place = {file_.index, here().begin, here().begin + 1};
  return advised(error(str("expected ", wanted, ", got ", got), place), wanted);
}

Error Cursor::advised(Error fault, std::string_view wanted) const {
  std::string_view advice = foreign_advice(at_ > 0 ? ahead(-1) : Token{}, here(), wanted);
  if (!advice.empty()) fault.help(std::string(advice));
  return fault;
}

void Cursor::grow(Expr* e, std::initializer_list<const Expr*> parts) const {
  int height = 0;
  for (const Expr* part : parts) height = std::max(height, part ? part->height : 0);
  e->height = height + 1;
  if (e->height <= longest) return;
  throw ParseAbort{
      error(str("expression exceeds the maximum of ", longest, " chained operations"), e->span)};
}

Cursor::NestingLevel::NestingLevel(Cursor& cursor) : cursor_(cursor) {
  if (cursor_.depth_ >= deepest) {
    throw ParseAbort{cursor_.error(str("expression exceeds the maximum nesting depth of ", deepest),
                                   cursor_.span_of(cursor_.here()))};
  }
  ++cursor_.depth_;
}

}  // namespace rille::lang
