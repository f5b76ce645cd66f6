// Cursor: the remaining tokens, and the nodes made from them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/parse.h"
#include "lang/parse/token.h"
#include "vm/run/running.h"

namespace rille::lang {

// Help for syntax of another language, found at `here` where the grammar expects `wanted`. Empty
// if the tokens are not known as such syntax.
std::string_view foreign_advice(const Token& before, const Token& here, std::string_view wanted);

// Thrown to end the whole parse: the source exceeds a limit of nesting or length.
struct ParseAbort {
  Error error;
};

class Cursor {
 public:
  Cursor(const LexResult& lexed, File& file, std::vector<Error>& errors, ParseOptions options)
      : lexed_(lexed),
        tokens_(&lexed.tokens),
        file_(file),
        errors_(errors),
        options_(options),
        lexer_errors_(static_cast<int>(errors.size())) {}

 protected:
  const Token& here() const { return (*tokens_)[static_cast<size_t>(at_)]; }
  const Token& ahead(int by) const;
  bool at(std::string_view text) const;
  bool at_any(std::initializer_list<std::string_view> texts) const;
  bool at_word() const;   // a name or a keyword
  bool at_label() const;  // a word followed by `=`
  bool at_separator() const;
  bool at_end() const { return here().kind == TokenKind::end; }
  bool take(std::string_view text);
  void expect(std::string_view text);
  void expect_closer(std::string_view text, std::string_view wanted, int opener);
  std::string take_name(std::string_view what);
  std::string take_word(std::string_view what);
  std::string take_doc(int begin) const;
  void skip_separators();
  int begin() const { return here().begin; }
  int last_end() const;
  Span span_from(int begin) const { return {file_.index, begin, last_end()}; }
  Span span_of(const Token& token) const { return {file_.index, token.begin, token.end}; }

  Error wrong(std::string_view wanted) const;  // "expected {wanted}, got …" at the next token
  // Returns the error, with help if the next tokens are syntax of another language.
  Error advised(Error fault, std::string_view wanted = "") const;
  Error error(std::string message, Span span) const {
    return Error(Code::syntax, std::move(message), span);
  }

  template <class T, class... In>
  T* make(In... in) {
    constexpr size_t node_bytes = 200;  // estimate, with the strings in the node
    polls_.step(lexed_.bytes + held_ + file_.nodes.size() * node_bytes);
    auto node = std::make_unique<T>(in...);
    T* out = node.get();
    file_.nodes.push_back(std::move(node));
    return out;
  }
  template <class T>
  T* done(T* node, int begin) const {
    node->span = span_from(begin);
    return node;
  }
  void grow(Expr* e, std::initializer_list<const Expr*> parts) const;

  // Counts one level of nesting during its lifetime.
  class NestingLevel {
   public:
    explicit NestingLevel(Cursor& cursor);
    ~NestingLevel() { --cursor_.depth_; }
    NestingLevel(const NestingLevel&) = delete;
    NestingLevel& operator=(const NestingLevel&) = delete;

   private:
    Cursor& cursor_;
  };

  // During its lifetime the cursor reads the tokens of an interpolated expression.
  class InterpolationScope {
   public:
    InterpolationScope(Cursor& cursor, const std::vector<Token>& hole)
        : level_(cursor),
          cursor_(cursor),
          tokens_(std::exchange(cursor.tokens_, &hole)),
          at_(std::exchange(cursor.at_, 0)) {}
    ~InterpolationScope() {
      cursor_.tokens_ = tokens_;
      cursor_.at_ = at_;
    }
    InterpolationScope(const InterpolationScope&) = delete;
    InterpolationScope& operator=(const InterpolationScope&) = delete;

   private:
    NestingLevel level_;
    Cursor& cursor_;
    const std::vector<Token>* tokens_;
    int at_;
  };

  const LexResult& lexed_;
  const std::vector<Token>* tokens_;  // of the file, or of an interpolated expression
  int at_ = 0;
  File& file_;
  std::vector<Error>& errors_;
  ParseOptions options_;
  int lexer_errors_;  // the lexer's errors are the first elements of errors_
  int depth_ = 0;
  PollCounter polls_;
  size_t held_ = 0;  // bytes of nodes in addition to node_bytes of each
};

}  // namespace rille::lang
