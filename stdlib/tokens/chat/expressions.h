// Expressions of a template: the words as their parts.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/tokens/chat/lexer.h"
#include "stdlib/tokens/chat/syntax.h"
#include "vm/error.h"
#include "vm/run/stack.h"

namespace rille {

// What reads a template from word to word; statements are read by parse.cpp.
class ChatExpressions {
 protected:
  using Word = ChatWord::Kind;
  using Kind = ChatExpr::Kind;

  explicit ChatExpressions(std::string_view text) : words_(words_of_template(text)) {}

  const ChatWord& now() const { return words_[at_]; }
  const ChatWord& behind() const { return words_[std::min(at_ + 1, words_.size() - 1)]; }
  [[noreturn]] void fail(std::string_view what) const { fail_at(now().line, what); }
  bool is_sign(std::string_view text) const {
    return now().kind == Word::sign && now().text == text;
  }
  bool is_name(std::string_view text) const {
    return now().kind == Word::name && now().text == text;
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
    return now().kind == Word::end || now().text.empty() ? ""
                                                         : str(" in front of `", now().text, "`");
  }
  std::string name() {
    if (now().kind != Word::name) fail(str("a name is missing", where()));
    return words_[at_++].text;
  }

  // --- expressions, from the loosest to the tightest -----------------------------------------

  std::unique_ptr<ChatExpr> make(Kind kind, int line, std::string word = "") {
    auto out = std::make_unique<ChatExpr>();
    out->kind = kind;
    out->line = line;
    out->word = std::move(word);
    return out;
  }
  template <class... Parts>
  ChatExprRef node(Kind kind, int line, std::string word, Parts... parts) {
    auto out = make(kind, line, std::move(word));
    (out->parts.push_back(std::move(parts)), ...);
    return out;
  }

  ChatExprRef expr(bool choices = true) {
    check_stack();
    ChatExprRef out = either();
    while (choices && is_name("if")) {
      int line = now().line;
      ++at_;
      ChatExprRef condition = either();
      ChatExprRef otherwise = take_name("else") ? expr() : nullptr;
      out =
          node(Kind::choice, line, "", std::move(out), std::move(condition), std::move(otherwise));
    }
    return out;
  }
  ChatExprRef either() {
    ChatExprRef out = both();
    for (int line = now().line; take_name("or"); line = now().line) {
      out = node(Kind::binary, line, "or", std::move(out), both());
    }
    return out;
  }
  ChatExprRef both() {
    ChatExprRef out = negated();
    for (int line = now().line; take_name("and"); line = now().line) {
      out = node(Kind::binary, line, "and", std::move(out), negated());
    }
    return out;
  }
  ChatExprRef negated() {
    check_stack();
    int line = now().line;
    if (take_name("not")) return node(Kind::unary, line, "not", negated());
    return compared();
  }
  ChatExprRef compared() {
    ChatExprRef first = sum();
    auto out = make(Kind::compare, now().line);
    for (;;) {
      constexpr std::array<std::string_view, 6> signs{"==", "!=", "<", "<=", ">", ">="};
      std::string word;
      for (std::string_view sign : signs) {
        if (is_sign(sign)) word = std::string(sign);
      }
      bool is_not_in = is_name("not") && behind().kind == Word::name && behind().text == "in";
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
  using Level = ChatExprRef (ChatExpressions::*)();
  ChatExprRef chain(std::initializer_list<std::string_view> signs, Level next) {
    ChatExprRef out = (this->*next)();
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
  ChatExprRef sum() { return chain({"+", "-"}, &ChatExpressions::joined); }
  ChatExprRef joined() { return chain({"~"}, &ChatExpressions::product); }
  ChatExprRef product() { return chain({"*", "/", "//", "%"}, &ChatExpressions::filtered_sign); }
  ChatExprRef filtered_sign() { return sign(true); }

  // `-x | f` filters the whole, `-x ** 2` is -(x ** 2).
  ChatExprRef sign(bool filters) {
    check_stack();
    int line = now().line;
    ChatExprRef out;
    if (take_sign("-")) {
      out = node(Kind::unary, line, "-", sign(false));
    } else if (take_sign("+")) {
      out = node(Kind::unary, line, "+", sign(false));
    } else {
      out = power();
    }
    return filters ? filtered(std::move(out)) : std::move(out);
  }
  ChatExprRef power() {
    ChatExprRef out = postfix(primary());
    int line = now().line;
    if (take_sign("**")) out = node(Kind::binary, line, "**", std::move(out), sign(false));
    return out;
  }

  ChatExprRef filtered(ChatExprRef out) {
    for (;;) {
      int line = now().line;
      if (take_sign("|")) {
        auto filter = make(Kind::filter, line, name());
        filter->parts.push_back(std::move(out));
        if (is_sign("(")) filter->arguments = arguments();
        out = std::move(filter);
      } else if (take_name("is")) {
        bool is_negated = take_name("not");
        auto test = make(Kind::test, line, (is_negated ? "!" : "") + name());
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

  // A test takes one argument without brackets, if something can begin one.
  void test_arguments(ChatExpr& test) {
    if (is_sign("(")) {
      test.arguments = arguments();
      return;
    }
    // Any other word is one, `if` and `in` too, as in Jinja.
    bool is_word =
        now().kind == Word::name && !is_name("else") && !is_name("or") && !is_name("and");
    if (is_name("is")) fail("tests cannot be chained by `is`");
    bool is_literal = now().kind == Word::string || now().kind == Word::whole ||
                      now().kind == Word::real || is_sign("[") || is_sign("{");
    if (is_word || is_literal) test.arguments.push_back({"", postfix(primary())});
  }

  ChatExprRef postfix(ChatExprRef out) {
    for (;;) {
      int line = now().line;
      if (take_sign(".")) {
        if (now().kind == Word::whole) {
          auto number = make(Kind::constant, line);
          number->constant = whole(words_[at_++]);
          out = node(Kind::item, line, "", std::move(out), ChatExprRef(std::move(number)));
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

  ChatExprRef item(ChatExprRef of, int line) {
    std::array<ChatExprRef, 3> bounds;
    size_t part = 0;
    while (!is_sign("]")) {
      if (take_sign(":")) {
        if (++part > 2) fail("a slice has too many parts");
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

  std::vector<ChatArgument> arguments() {
    std::vector<ChatArgument> out;
    need_sign("(");
    while (!is_sign(")")) {
      if (is_sign("*") || is_sign("**")) fail("arguments that are spread are not read");
      ChatArgument argument;
      bool is_named =
          now().kind == Word::name && behind().kind == Word::sign && behind().text == "=";
      if (is_named) {
        argument.name = name();
        ++at_;
      } else if (!out.empty() && !out.back().name.empty()) {
        fail("an argument without a name stands behind one with a name");
      }
      argument.value = expr();
      out.push_back(std::move(argument));
      if (!take_sign(",")) break;
    }
    need_sign(")");
    return out;
  }

  Thing whole(const ChatWord& word) const {
    int64_t out = 0;
    auto [end, error] = std::from_chars(word.text.data(), word.text.data() + word.text.size(), out);
    if (error != std::errc()) fail_at(word.line, str(word.text, " does not fit 64 bits"));
    return out;
  }

  ChatExprRef primary() {
    check_stack();
    const ChatWord& word = now();
    auto out = make(Kind::constant, word.line);
    switch (word.kind) {
      case Word::string: {
        std::string text;
        while (now().kind == Word::string) text += words_[at_++].text;
        out->constant = text;
        return out;
      }
      case Word::whole: out->constant = whole(words_[at_++]); return out;
      case Word::real: out->constant = std::strtod(words_[at_++].text.c_str(), nullptr); return out;
      case Word::name: return named();
      case Word::sign: break;
      default: fail("an expression is missing");
    }
    if (take_sign("(")) return bracketed(word.line);
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
      out->kind = Kind::table;
      while (!is_sign("}")) {
        out->parts.push_back(expr());
        need_sign(":");
        out->parts.push_back(expr());
        if (!take_sign(",")) break;
      }
      need_sign("}");
      return out;
    }
    fail(str("unexpected `", word.text, "`"));
  }

  ChatExprRef named() {
    const ChatWord& word = words_[at_++];
    auto out = make(Kind::constant, word.line);
    const std::string& text = word.text;
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

  ChatExprRef bracketed(int line) {
    auto tuple = make(Kind::tuple, line);
    if (take_sign(")")) return tuple;
    ChatExprRef first = expr();
    if (take_sign(")")) return first;
    tuple->parts.push_back(std::move(first));
    while (take_sign(",")) {
      if (is_sign(")")) break;
      tuple->parts.push_back(expr());
    }
    need_sign(")");
    return tuple;
  }

  // `a, b` without brackets.
  ChatExprRef open_tuple() {
    int line = now().line;
    ChatExprRef first = expr();
    if (!is_sign(",")) return first;
    auto tuple = make(Kind::tuple, line);
    tuple->parts.push_back(std::move(first));
    while (take_sign(",")) {
      if (now().kind == Word::end_block || now().kind == Word::end_output) break;
      tuple->parts.push_back(expr());
    }
    return tuple;
  }

  std::vector<ChatWord> words_;
  size_t at_ = 0;
};

}  // namespace rille
