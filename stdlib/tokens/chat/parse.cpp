// parse_template: a template's words as its parts.
#include <array>
#include <charconv>

#include "stdlib/tokens/chat/lexer.h"
#include "stdlib/tokens/chat/syntax.h"
#include "vm/error.h"
#include "vm/stack.h"

namespace rille {

void fail_at(int line, std::string_view what, bool is_limit) {
  throw Error(is_limit ? Code::limit : Code::value, str("line ", line, " of the template: ", what));
}

namespace {

using Word = ChatWord::Kind;
using Kind = ChatExpr::Kind;

class Parser {
 public:
  explicit Parser(std::string_view text) : words_(words_of_template(text)) {}

  ChatBody run() {
    ChatBody out = body({});
    if (now().kind != Word::end) fail(str("`", now().text, "` has nothing to end"));
    return out;
  }

 private:
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
  using Level = ChatExprRef (Parser::*)();
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
  ChatExprRef sum() { return chain({"+", "-"}, &Parser::joined); }
  ChatExprRef joined() { return chain({"~"}, &Parser::product); }
  ChatExprRef product() { return chain({"*", "/", "//", "%"}, &Parser::filtered_sign); }
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

  // --- statements -----------------------------------------------------------------------------

  std::unique_ptr<ChatNode> statement(ChatNode::Kind kind, std::string word = "") const {
    auto out = std::make_unique<ChatNode>();
    out->kind = kind;
    out->line = now().line;
    out->word = std::move(word);
    return out;
  }
  void end_block() {
    if (now().kind != Word::end_block) fail(str("`%}` is missing", where()));
    ++at_;
  }

  // Up to a block that begins with one of these words, which is left standing.
  ChatBody body(std::initializer_list<std::string_view> ends) {
    check_stack();
    ChatBody out;
    for (;;) {
      switch (now().kind) {
        case Word::end:
          if (ends.size() > 0) fail(str("`", *(ends.end() - 1), "` is missing"));
          return out;
        case Word::text: {
          auto text = statement(ChatNode::Kind::text, now().text);
          ++at_;
          out.push_back(std::move(text));
          break;
        }
        case Word::begin_output: {
          auto output = statement(ChatNode::Kind::output);
          ++at_;
          output->exprs.push_back(open_tuple());
          if (now().kind != Word::end_output) fail(str("`}}` is missing", where()));
          ++at_;
          out.push_back(std::move(output));
          break;
        }
        default: {
          for (std::string_view end : ends) {
            if (behind().kind == Word::name && behind().text == end) return out;
          }
          ++at_;
          block(out);
        }
      }
    }
  }
  // The block that ended a body: its word.
  std::string ender() {
    ++at_;
    return name();
  }

  void block(ChatBody& out) {
    auto start = statement(ChatNode::Kind::group);
    std::string word = name();
    if (word == "if") return out.push_back(branch());
    if (word == "for") return out.push_back(loop());
    if (word == "set") return out.push_back(set());
    if (word == "macro") return out.push_back(macro());
    if (word == "call") return out.push_back(call());
    if (word == "filter") return out.push_back(filter());
    if (word == "break" || word == "continue") {
      start->kind = word == "break" ? ChatNode::Kind::leave : ChatNode::Kind::next;
      if (loops_ == 0) fail_at(start->line, str("`", word, "` stands in no loop"));
      end_block();
      return out.push_back(std::move(start));
    }
    if (word == "generation") {
      end_block();
      start->bodies.push_back(body({"endgeneration"}));
      ender();
      end_block();
      return out.push_back(std::move(start));
    }
    fail_at(start->line, str("the block `", word, "` is not read"));
  }

  std::unique_ptr<ChatNode> branch() {
    auto out = statement(ChatNode::Kind::branch);
    for (bool has_more = true; has_more;) {
      out->exprs.push_back(open_tuple());
      end_block();
      out->bodies.push_back(body({"elif", "else", "endif"}));
      std::string word = ender();
      has_more = word == "elif";
      if (word == "else") {
        end_block();
        out->bodies.push_back(body({"endif"}));
        ender();
      }
    }
    end_block();
    return out;
  }

  std::vector<std::string> targets() {
    std::vector<std::string> out;
    bool has_bracket = take_sign("(");
    do {
      out.push_back(name());
    } while (take_sign(",") && now().kind == Word::name);
    if (has_bracket) need_sign(")");
    return out;
  }

  std::unique_ptr<ChatNode> loop() {
    auto out = statement(ChatNode::Kind::loop);
    out->names = targets();
    need_name("in");
    out->exprs.push_back(expr(false));
    if (is_sign(",")) fail("a tuple that is gone through needs brackets");
    if (take_name("if")) out->exprs.push_back(expr());
    if (is_name("recursive")) fail("loops that are recursive are not read");
    end_block();
    ++loops_;
    out->bodies.push_back(body({"else", "endfor"}));
    --loops_;
    if (ender() == "else") {
      end_block();
      out->bodies.push_back(body({"endfor"}));
      ender();
    }
    end_block();
    return out;
  }

  std::unique_ptr<ChatNode> set() {
    auto out = statement(ChatNode::Kind::set);
    out->names = targets();
    if (take_sign(".")) out->word = name();
    if (take_sign("=")) {
      out->exprs.push_back(open_tuple());
      end_block();
      return out;
    }
    out->kind = ChatNode::Kind::capture;
    if (out->names.size() > 1 || !out->word.empty()) fail("`=` is missing");
    out->exprs.push_back(filtered(std::move(hole())));
    end_block();
    out->bodies.push_back(body({"endset"}));
    ender();
    end_block();
    return out;
  }
  // What a body gives, as a name that no template can write.
  ChatExprRef hole() { return make(Kind::name, now().line, " body"); }

  std::unique_ptr<ChatNode> macro() {
    auto out = statement(ChatNode::Kind::macro, name());
    parameters(*out);
    end_block();
    size_t loops = std::exchange(loops_, 0);
    out->bodies.push_back(body({"endmacro"}));
    loops_ = loops;
    ender();
    end_block();
    return out;
  }
  void parameters(ChatNode& out) {
    need_sign("(");
    while (!is_sign(")")) {
      out.names.push_back(name());
      if (take_sign("=")) {
        out.exprs.push_back(expr());
      } else if (!out.exprs.empty()) {
        fail("a parameter without a default stands behind one with a default");
      }
      if (!take_sign(",")) break;
    }
    need_sign(")");
  }

  std::unique_ptr<ChatNode> call() {
    auto out = statement(ChatNode::Kind::call);
    if (is_sign("(")) parameters(*out);
    if (!out->exprs.empty()) fail("parameters of a call's body have no defaults");
    out->exprs.push_back(expr());
    if (out->exprs[0]->kind != Kind::call) fail("a call is missing");
    end_block();
    out->bodies.push_back(body({"endcall"}));
    ender();
    end_block();
    return out;
  }

  std::unique_ptr<ChatNode> filter() {
    auto out = statement(ChatNode::Kind::filtered);
    auto first = make(Kind::filter, now().line, name());
    first->parts.push_back(hole());
    if (is_sign("(")) first->arguments = arguments();
    out->exprs.push_back(filtered(std::move(first)));
    end_block();
    out->bodies.push_back(body({"endfilter"}));
    ender();
    end_block();
    return out;
  }

  std::vector<ChatWord> words_;
  size_t at_ = 0, loops_ = 0;
};

}  // namespace

ChatBody parse_template(std::string_view text) { return Parser(text).run(); }

}  // namespace rille
