// JinjaExpressionParser: parses expressions.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/jinja/lexer.h"
#include "stdlib/jinja/syntax.h"
#include "vm/error.h"

namespace rille {

// A recursive-descent parser of expressions. parse_statements.cpp derives the parser of statements
// from it. Each function returns the expression that begins at the current token, and consumes it.
class JinjaExpressionParser {
 protected:
  using JinjaTokenKind = JinjaToken::Kind;
  using Kind = JinjaExpr::Kind;

  explicit JinjaExpressionParser(std::string_view text) : tokens_(tokenize_template(text)) {}

  const JinjaToken& now() const { return tokens_[at_]; }
  const JinjaToken& following() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  [[noreturn]] void fail(std::string_view what) const { fail_at(now().line, what); }
  bool is_sign(std::string_view text) const {
    return now().kind == JinjaTokenKind::sign && now().text == text;
  }
  bool is_name(std::string_view text) const {
    return now().kind == JinjaTokenKind::name && now().text == text;
  }
  bool take_sign(std::string_view text) {
    if (!is_sign(text)) return false;
    ++at_;
    return true;
  }
  bool take_name(std::string_view text) {
    if (!is_name(text)) return false;
    ++at_;
    return true;
  }
  void need_sign(std::string_view text) {
    if (!take_sign(text)) fail(str("`", text, "` is missing", where()));
  }
  void need_name(std::string_view text) {
    if (!take_name(text)) fail(str("`", text, "` is missing", where()));
  }
  std::string where() const {
    return now().kind == JinjaTokenKind::end || now().text.empty()
               ? ""
               : str(" before `", now().text, "`");
  }
  std::string name() {
    if (now().kind != JinjaTokenKind::name) fail(str("a name is missing", where()));
    return tokens_[at_++].text;
  }

  static std::unique_ptr<JinjaExpr> make(Kind kind, int line, std::string word = "");
  template <class... Parts>
  static JinjaExprRef node(Kind kind, int line, std::string word, Parts... parts) {
    auto out = make(kind, line, std::move(word));
    (out->parts.push_back(std::move(parts)), ...);
    return out;
  }

  // expr = either {"if" either ["else" expr]}; with `choices` false, only either.
  JinjaExprRef expr(bool choices = true);
  JinjaExprRef either();    // both {"or" both}
  JinjaExprRef both();      // negated {"and" negated}
  JinjaExprRef negated();   // "not" negated | compared
  JinjaExprRef compared();  // sum {("==" | "!=" | "<" | "<=" | ">" | ">=" | ["not"] "in") sum}
  JinjaExprRef sum();       // joined {("+" | "-") joined}
  JinjaExprRef joined();    // product {"~" product}
  JinjaExprRef product();   // power {("*" | "/" | "//" | "%") power}
  JinjaExprRef power();     // sign {"**" sign}, from the left: `-x ** 2` is (-x) ** 2
  // ("-" | "+") sign | postfix; with `filters`, also the filters of the whole operand, such as
  // `-x`.
  JinjaExprRef sign(bool filters);
  JinjaExprRef filtered(JinjaExprRef out);  // {"|" name [arguments] | "is" ["not"] name […] | call}
  void test_arguments(JinjaExpr& test);
  JinjaExprRef postfix(JinjaExprRef out);  // {"." (name | integer) | "[" item | arguments}
  JinjaExprRef item(JinjaExprRef of, int line);
  std::vector<JinjaArgument> arguments();
  JinjaExprRef primary();  // a literal, a name, a list, a dict, `(…)`
  JinjaExprRef named();
  JinjaExprRef bracketed(int line);
  JinjaExprRef open_tuple();  // `a, b` without parentheses

  using PrecedenceLevel = JinjaExprRef (JinjaExpressionParser::*)();
  JinjaExprRef chain(std::initializer_list<std::string_view> signs, PrecedenceLevel next);
  JinjaExprRef filtered_sign() { return sign(true); }

  std::vector<JinjaToken> tokens_;
  size_t at_ = 0;
};

}  // namespace rille
