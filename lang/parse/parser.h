// Parser: one function for each rule of the grammar.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/parse.h"
#include "lang/parse/token.h"
#include "vm/running.h"

namespace rille::lang {

// What to write where another language's words stand between two tokens and not what is wanted;
// empty where nothing is known.
std::string_view foreign_advice(const Token& before, const Token& here, std::string_view wanted);

// A rule throws the Error of what it could not read; statements() catches it, goes on behind
// the statement, and so several are reported at once.
class Parser {
 public:
  Parser(const Lexed& lexed, File& file, std::vector<Error>& errors, ParseOptions options)
      : lexed_(lexed),
        tokens_(&lexed.tokens),
        file_(file),
        errors_(errors),
        options_(options),
        lexer_errors_(static_cast<int>(errors.size())) {}

  Block* file();

 private:
  // statements.cpp
  void statements(Block& into, int end);
  void recover(int from, int end);
  bool follows_lexer_error(int first, Span fault) const;
  Stmt* statement(bool is_top);
  Stmt* let();
  Stmt* function_statement();
  Stmt* import();
  Stmt* test();
  Stmt* return_();
  Stmt* jump();
  Stmt* assert_();
  Stmt* expression_statement();
  Stmt* assign(Expr* target, int begin);
  void expect_place(const Expr* e, bool may_be_tuple);
  void expect_statement_end();
  bool is_expectation_next() const;

  // functions.cpp
  Function* function(FunctionKind kind);
  std::vector<ParamDecl*> params();
  ParamDecl* param();
  Structure* structure();
  void member(Structure& into);

  // types.cpp
  class TypeTokens;
  TypeExpr* type();
  Dim* dim();
  void expect_size(const Expr* e);

  // patterns.cpp
  Pattern* pattern();
  Pattern* binding_pattern();  // of let and for: names, tuples and records only
  Pattern* name_pattern();
  Pattern* literal_pattern();
  Pattern* group_pattern(Expr* path, int begin);
  bool pattern_rest(Pattern& into);
  void pattern_field(Pattern& into);
  void expect_binding_pattern(const Pattern* p);

  // expressions.cpp
  Expr* expr();
  bool is_lambda() const;
  Expr* lambda();
  Expr* pipes();
  Expr* step(Expr* piped, int begin);
  Expr* or_();
  Expr* and_();
  Expr* not_();
  Expr* range();
  Expr* sum();
  Expr* product();
  Expr* unary();
  Expr* binary(Expr* left, Expr* (Parser::*right)(), Operator op, int begin);
  Expr* logic(Expr* left, Expr* (Parser::*right)(), bool is_and, int begin);

  // operands.cpp
  Expr* operand();
  Expr* postfix();
  Expr* dot(Expr* base, int begin);
  Expr* call(Expr* callee, int begin);
  Expr* index(Expr* base, int begin);
  Sub sub();
  void args(Call& into);
  Item arg(bool names_only);
  Expr* place();

  // control.cpp
  Block* block();
  Expr* if_();
  Expr* match();
  Expr* for_();
  Expr* while_();
  Clause clause();

  // atoms.cpp
  Expr* atom();
  Expr* name();
  Expr* number();
  Expr* string();
  Expr* parens();
  Expr* brackets();
  Item item();
  Expr* tuple_or_record(std::vector<Item> items, bool has_comma, int begin);
  Expr* gather(Expr* body, bool is_tuple, int begin);

  // parser.cpp: the tokens
  const Token& here() const { return (*tokens_)[static_cast<size_t>(at_)]; }
  const Token& ahead(int by) const;
  bool at(std::string_view text) const;
  bool at_any(std::initializer_list<std::string_view> texts) const;
  bool at_word() const;   // a name or a keyword
  bool at_label() const;  // WORD before =
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
  // The fault, with help where it is what another language writes.
  Error advised(Error fault, std::string_view wanted = "") const;
  Error error(std::string message, Span span) const {
    return Error(Code::syntax, std::move(message), span);
  }

  template <class T, class... In>
  T* make(In... in) {
    constexpr size_t node_bytes = 200;  // about, with the texts in it
    polls_.step(file_.nodes.size() * node_bytes);
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

  // Counts a level of nesting while it lives.
  class Level {
   public:
    explicit Level(Parser& parser);
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  // Reads the tokens of a hole while it lives.
  class Inside {
   public:
    Inside(Parser& parser, const std::vector<Token>& hole)
        : level_(parser),
          parser_(parser),
          tokens_(std::exchange(parser.tokens_, &hole)),
          at_(std::exchange(parser.at_, 0)) {}
    ~Inside() {
      parser_.tokens_ = tokens_;
      parser_.at_ = at_;
    }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    Level level_;
    Parser& parser_;
    const std::vector<Token>* tokens_;
    int at_;
  };

  const Lexed& lexed_;
  const std::vector<Token>* tokens_;  // the file's, or those of a hole
  int at_ = 0;
  File& file_;
  std::vector<Error>& errors_;
  ParseOptions options_;
  int lexer_errors_;  // the first of errors_
  int depth_ = 0;
  Polls polls_;
};

// Ends the whole parse: what follows cannot be read safely.
struct TooDeep {
  Error error;
};

}  // namespace rille::lang
