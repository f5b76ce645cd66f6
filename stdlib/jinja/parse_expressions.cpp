// JinjaExpressionParser: operators, filters, and literals.
#include <algorithm>
#include <array>
#include <charconv>

#include "stdlib/jinja/parser.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

JinjaValue integer(const JinjaToken& token) {
  int64_t out = 0;
  auto [end, error] =
      std::from_chars(token.text.data(), token.text.data() + token.text.size(), out);
  if (error != std::errc()) fail_at(token.line, str(token.text, " does not fit into 64 bits"));
  return out;
}

}  // namespace

std::unique_ptr<JinjaExpr> JinjaExpressionParser::make(Kind kind, int line, std::string word) {
  auto out = std::make_unique<JinjaExpr>();
  out->kind = kind;
  out->line = line;
  out->word = std::move(word);
  return out;
}

JinjaExprRef JinjaExpressionParser::expr(bool choices) {
  check_stack();
  JinjaExprRef out = either();
  while (choices && is_name("if")) {
    int line = now().line;
    ++at_;
    JinjaExprRef condition = either();
    JinjaExprRef fallback = take_name("else") ? expr() : nullptr;
    out = node(Kind::choice, line, "", std::move(out), std::move(condition), std::move(fallback));
  }
  return out;
}

JinjaExprRef JinjaExpressionParser::either() {
  JinjaExprRef out = both();
  for (int line = now().line; take_name("or"); line = now().line) {
    out = node(Kind::binary, line, "or", std::move(out), both());
  }
  return out;
}

JinjaExprRef JinjaExpressionParser::both() {
  JinjaExprRef out = negated();
  for (int line = now().line; take_name("and"); line = now().line) {
    out = node(Kind::binary, line, "and", std::move(out), negated());
  }
  return out;
}

JinjaExprRef JinjaExpressionParser::negated() {
  check_stack();
  int line = now().line;
  if (take_name("not")) return node(Kind::unary, line, "not", negated());
  return compared();
}

JinjaExprRef JinjaExpressionParser::compared() {
  JinjaExprRef first = sum();
  auto out = make(Kind::compare, now().line);
  for (;;) {
    constexpr std::array<std::string_view, 6> signs{"==", "!=", "<", "<=", ">", ">="};
    std::string word;
    for (std::string_view sign : signs) {
      if (is_sign(sign)) word = std::string(sign);
    }
    bool is_not_in =
        is_name("not") && following().kind == JinjaTokenKind::name && following().text == "in";
    if (is_name("in")) word = "in";
    if (is_not_in) word = "not in";
    if (word.empty()) break;
    at_ += is_not_in ? 2 : 1;
    if (out->parts.empty()) out->parts.push_back(std::move(first));
    out->words.push_back(word);
    out->parts.push_back(sum());
  }
  if (out->parts.empty()) return first;
  return out;
}

JinjaExprRef JinjaExpressionParser::chain(std::initializer_list<std::string_view> signs,
                                          PrecedenceLevel next) {
  JinjaExprRef out = (this->*next)();
  for (;;) {
    std::string word;
    for (std::string_view sign : signs) {
      if (is_sign(sign)) word = std::string(sign);
    }
    if (word.empty()) return out;
    int line = now().line;
    ++at_;
    out = node(Kind::binary, line, word, std::move(out), (this->*next)());
  }
}

JinjaExprRef JinjaExpressionParser::sum() {
  return chain({"+", "-"}, &JinjaExpressionParser::joined);
}

JinjaExprRef JinjaExpressionParser::joined() {
  return chain({"~"}, &JinjaExpressionParser::product);
}

JinjaExprRef JinjaExpressionParser::product() {
  return chain({"*", "/", "//", "%"}, &JinjaExpressionParser::power);
}

JinjaExprRef JinjaExpressionParser::sign(bool filters) {
  check_stack();
  int line = now().line;
  JinjaExprRef out;
  if (take_sign("-")) {
    out = node(Kind::unary, line, "-", sign(false));
  } else if (take_sign("+")) {
    out = node(Kind::unary, line, "+", sign(false));
  } else {
    out = postfix(primary());
  }
  return filters ? filtered(std::move(out)) : std::move(out);
}

JinjaExprRef JinjaExpressionParser::power() {
  return chain({"**"}, &JinjaExpressionParser::filtered_sign);
}

JinjaExprRef JinjaExpressionParser::filtered(JinjaExprRef out) {
  for (;;) {
    int line = now().line;
    if (take_sign("|")) {
      auto filter = make(Kind::filter, line, name());
      filter->parts.push_back(std::move(out));
      if (is_sign("(")) filter->arguments = arguments();
      out = std::move(filter);
    } else if (take_name("is")) {
      bool is_negated = take_name("not");
      auto test = make(Kind::test, line, name());
      test->is_negated = is_negated;
      test->parts.push_back(std::move(out));
      test_arguments(*test);
      out = std::move(test);
    } else if (is_sign("(")) {
      out = postfix(std::move(out));
    } else {
      return out;
    }
  }
}

// A test takes one argument without parentheses if the next token can begin an argument.
void JinjaExpressionParser::test_arguments(JinjaExpr& test) {
  if (is_sign("(")) {
    test.arguments = arguments();
    return;
  }
  // Any other word begins an argument, including `if` and `in`, as in Jinja.
  bool is_word =
      now().kind == JinjaTokenKind::name && !is_name("else") && !is_name("or") && !is_name("and");
  if (is_name("is")) fail("tests cannot be chained with `is`");
  bool is_literal = now().kind == JinjaTokenKind::string || now().kind == JinjaTokenKind::integer ||
                    now().kind == JinjaTokenKind::real || is_sign("[") || is_sign("{");
  if (is_word || is_literal) test.arguments.push_back({"", postfix(primary())});
}

JinjaExprRef JinjaExpressionParser::postfix(JinjaExprRef out) {
  for (;;) {
    int line = now().line;
    if (take_sign(".")) {
      if (now().kind == JinjaTokenKind::integer) {
        auto number = make(Kind::constant, line);
        number->constant = integer(tokens_[at_++]);
        out = node(Kind::item, line, "", std::move(out), JinjaExprRef(std::move(number)));
      } else {
        std::string field = name();
        out = node(Kind::attribute, line, field, std::move(out));
      }
    } else if (take_sign("[")) {
      out = item(std::move(out), line);
    } else if (is_sign("(")) {
      auto call = make(Kind::call, line);
      call->parts.push_back(std::move(out));
      call->arguments = arguments();
      out = std::move(call);
    } else {
      return out;
    }
  }
}

JinjaExprRef JinjaExpressionParser::item(JinjaExprRef of, int line) {
  std::array<JinjaExprRef, 3> bounds;
  size_t part = 0;
  while (!is_sign("]")) {
    if (take_sign(":")) {
      if (++part > 2) fail("a slice has more than three parts");
    } else {
      if (bounds[part] != nullptr) fail(str("`]` is missing", where()));
      bounds[part] = expr();
    }
  }
  ++at_;
  if (part > 0) {
    return node(Kind::slice, line, "", std::move(of), std::move(bounds[0]), std::move(bounds[1]),
                std::move(bounds[2]));
  }
  if (bounds[0] == nullptr) fail("an index is missing");
  return node(Kind::item, line, "", std::move(of), std::move(bounds[0]));
}

std::vector<JinjaArgument> JinjaExpressionParser::arguments() {
  std::vector<JinjaArgument> out;
  need_sign("(");
  while (!is_sign(")")) {
    if (is_sign("*") || is_sign("**"))
      fail("unpacking of arguments with `*` or `**` is not supported");
    JinjaArgument argument;
    bool is_named = now().kind == JinjaTokenKind::name &&
                    following().kind == JinjaTokenKind::sign && following().text == "=";
    if (is_named) {
      argument.name = name();
      ++at_;
    } else if (!out.empty() && !out.back().name.empty()) {
      fail("a positional argument follows a named argument");
    }
    argument.value = expr();
    out.push_back(std::move(argument));
    if (!take_sign(",")) break;
  }
  need_sign(")");
  return out;
}

JinjaExprRef JinjaExpressionParser::primary() {
  check_stack();
  const JinjaToken& token = now();
  auto out = make(Kind::constant, token.line);
  switch (token.kind) {
    case JinjaTokenKind::string: {
      std::string text;
      while (now().kind == JinjaTokenKind::string) text += tokens_[at_++].text;
      out->constant = text;
      return out;
    }
    case JinjaTokenKind::integer: out->constant = integer(tokens_[at_++]); return out;
    case JinjaTokenKind::real:
      out->constant = std::strtod(tokens_[at_++].text.c_str(), nullptr);
      return out;
    case JinjaTokenKind::name: return named();
    case JinjaTokenKind::sign: break;
    default: fail("an expression is missing");
  }
  if (take_sign("(")) return bracketed(token.line);
  if (take_sign("[")) {
    out->kind = Kind::list;
    while (!is_sign("]")) {
      out->parts.push_back(expr());
      if (!take_sign(",")) break;
    }
    need_sign("]");
    return out;
  }
  if (take_sign("{")) {
    out->kind = Kind::dict;
    while (!is_sign("}")) {
      out->parts.push_back(expr());
      need_sign(":");
      out->parts.push_back(expr());
      if (!take_sign(",")) break;
    }
    need_sign("}");
    return out;
  }
  fail(str("unexpected `", token.text, "`"));
}

JinjaExprRef JinjaExpressionParser::named() {
  const JinjaToken& token = tokens_[at_++];
  auto out = make(Kind::constant, token.line);
  const std::string& text = token.text;
  if (text == "true" || text == "True") {
    out->constant = true;
  } else if (text == "false" || text == "False") {
    out->constant = false;
  } else if (text != "none" && text != "None") {
    out->kind = Kind::name;
    out->word = text;
  }
  return out;
}

JinjaExprRef JinjaExpressionParser::bracketed(int line) {
  auto tuple = make(Kind::tuple, line);
  if (take_sign(")")) return tuple;
  JinjaExprRef first = expr();
  if (take_sign(")")) return first;
  tuple->parts.push_back(std::move(first));
  while (take_sign(",")) {
    if (is_sign(")")) break;
    tuple->parts.push_back(expr());
  }
  need_sign(")");
  return tuple;
}

JinjaExprRef JinjaExpressionParser::open_tuple() {
  int line = now().line;
  JinjaExprRef first = expr();
  if (!is_sign(",")) return first;
  auto tuple = make(Kind::tuple, line);
  tuple->parts.push_back(std::move(first));
  while (take_sign(",")) {
    if (now().kind == JinjaTokenKind::end_block || now().kind == JinjaTokenKind::end_output) break;
    tuple->parts.push_back(expr());
  }
  return tuple;
}

}  // namespace rille
