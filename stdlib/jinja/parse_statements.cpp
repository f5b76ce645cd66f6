// parse_template: parses the statements of a template.
#include "stdlib/jinja/parser.h"
#include "vm/run/stack.h"

namespace rille {

void fail_at(int line, std::string_view what, bool is_limit) {
  throw Error(is_limit ? Code::limit : Code::value, str("line ", line, " of the template: ", what));
}

JinjaExpr::~JinjaExpr() {
  JinjaExprs open;
  auto take = [&](JinjaExpr& from) {
    for (JinjaExprRef& part : from.parts) open.push_back(std::move(part));
    for (JinjaArgument& each : from.arguments) open.push_back(std::move(each.value));
    from.parts.clear();
    from.arguments.clear();
  };
  take(*this);
  while (!open.empty()) {
    JinjaExprRef last = std::move(open.back());
    open.pop_back();
    // `last` is the only owner and frees the expression at the end of this iteration.
    if (last != nullptr) take(const_cast<JinjaExpr&>(*last));  // NOLINT(*-const-cast)
  }
}

namespace {

class JinjaParser : JinjaExpressionParser {
 public:
  explicit JinjaParser(std::string_view text) : JinjaExpressionParser(text) {}

  JinjaBody run() {
    JinjaBody out = body({});
    if (now().kind != JinjaTokenKind::end) fail(str("unexpected `", now().text, "`"));
    return out;
  }

 private:
  std::unique_ptr<JinjaNode> statement(JinjaNode::Kind kind, std::string word = "") const {
    auto out = std::make_unique<JinjaNode>();
    out->kind = kind;
    out->line = now().line;
    out->word = std::move(word);
    return out;
  }
  void end_block() {
    if (now().kind != JinjaTokenKind::end_block) fail(str("`%}` is missing", where()));
    ++at_;
  }

  // Parses up to a block that begins with one of the names `ends`, which is not consumed.
  JinjaBody body(std::initializer_list<std::string_view> ends) {
    check_stack();
    JinjaBody out;
    for (;;) {
      switch (now().kind) {
        case JinjaTokenKind::end:
          if (ends.size() > 0) fail(str("`", *(ends.end() - 1), "` is missing"));
          return out;
        case JinjaTokenKind::text: {
          auto text = statement(JinjaNode::Kind::text, now().text);
          ++at_;
          out.push_back(std::move(text));
          break;
        }
        case JinjaTokenKind::begin_output: {
          auto output = statement(JinjaNode::Kind::output);
          ++at_;
          output->exprs.push_back(open_tuple());
          if (now().kind != JinjaTokenKind::end_output) fail(str("`}}` is missing", where()));
          ++at_;
          out.push_back(std::move(output));
          break;
        }
        default: {
          for (std::string_view end : ends) {
            if (following().kind == JinjaTokenKind::name && following().text == end) return out;
          }
          ++at_;
          block(out);
        }
      }
    }
  }
  // Consumes the name of the block that ends a body.
  std::string ender() {
    ++at_;
    return name();
  }

  void block(JinjaBody& out) {
    auto start = statement(JinjaNode::Kind::group);
    std::string word = name();
    if (word == "if") return out.push_back(branch());
    if (word == "for") return out.push_back(loop());
    if (word == "set") return out.push_back(set());
    if (word == "macro") return out.push_back(macro());
    if (word == "call") return out.push_back(call());
    if (word == "filter") return out.push_back(filter());
    if (word == "with") return out.push_back(with());
    if (word == "print") return out.push_back(print());
    if (word == "break" || word == "continue") {
      start->kind = word == "break" ? JinjaNode::Kind::leave : JinjaNode::Kind::next;
      if (loops_ == 0) fail_at(start->line, str("`", word, "` outside of a loop"));
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
    fail_at(start->line, str("the block `", word, "` is not supported"));
  }

  std::unique_ptr<JinjaNode> branch() {
    auto out = statement(JinjaNode::Kind::branch);
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
    } while (take_sign(",") && now().kind == JinjaTokenKind::name);
    if (has_bracket) need_sign(")");
    return out;
  }

  std::unique_ptr<JinjaNode> loop() {
    auto out = statement(JinjaNode::Kind::loop);
    out->names = targets();
    need_name("in");
    out->exprs.push_back(expr(false));
    if (is_sign(",")) fail("a tuple to iterate over needs parentheses");
    if (take_name("if")) out->exprs.push_back(expr());
    out->is_recursive = take_name("recursive");
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

  std::unique_ptr<JinjaNode> set() {
    auto out = statement(JinjaNode::Kind::set);
    out->names = targets();
    if (take_sign(".")) out->word = name();
    if (take_sign("=")) {
      out->exprs.push_back(open_tuple());
      end_block();
      return out;
    }
    out->kind = JinjaNode::Kind::capture;
    if (out->names.size() > 1 || !out->word.empty()) fail("`=` is missing");
    out->exprs.push_back(filtered(body_text()));
    end_block();
    out->bodies.push_back(body({"endset"}));
    ender();
    end_block();
    return out;
  }
  // An expression for the text of the body that a statement filters.
  JinjaExprRef body_text() const { return make(Kind::body, now().line); }

  std::unique_ptr<JinjaNode> macro() {
    auto out = statement(JinjaNode::Kind::macro, name());
    parameters(*out);
    end_block();
    size_t loops = std::exchange(loops_, 0);
    out->bodies.push_back(body({"endmacro"}));
    loops_ = loops;
    ender();
    end_block();
    return out;
  }
  void parameters(JinjaNode& out) {
    need_sign("(");
    while (!is_sign(")")) {
      out.names.push_back(name());
      if (take_sign("=")) {
        out.exprs.push_back(expr());
      } else if (!out.exprs.empty()) {
        fail("a parameter without a default follows one with a default");
      }
      if (!take_sign(",")) break;
    }
    need_sign(")");
  }

  std::unique_ptr<JinjaNode> call() {
    auto out = statement(JinjaNode::Kind::call);
    if (is_sign("(")) parameters(*out);
    if (!out->exprs.empty()) fail("parameters of a `call` block cannot have defaults");
    out->exprs.push_back(expr());
    if (out->exprs[0]->kind != Kind::call) fail("the call of a `call` block is missing");
    end_block();
    out->bodies.push_back(body({"endcall"}));
    ender();
    end_block();
    return out;
  }

  std::unique_ptr<JinjaNode> with() {
    auto out = statement(JinjaNode::Kind::with);
    while (now().kind != JinjaTokenKind::end_block) {
      if (!out->names.empty()) need_sign(",");
      out->names.push_back(name());
      need_sign("=");
      out->exprs.push_back(expr());
    }
    end_block();
    out->bodies.push_back(body({"endwith"}));
    ender();
    end_block();
    return out;
  }

  std::unique_ptr<JinjaNode> print() {
    auto out = statement(JinjaNode::Kind::output);
    out->exprs.push_back(open_tuple());
    end_block();
    return out;
  }

  std::unique_ptr<JinjaNode> filter() {
    auto out = statement(JinjaNode::Kind::filtered);
    auto first = make(Kind::filter, now().line, name());
    first->parts.push_back(body_text());
    if (is_sign("(")) first->arguments = arguments();
    out->exprs.push_back(filtered(std::move(first)));
    end_block();
    out->bodies.push_back(body({"endfilter"}));
    ender();
    end_block();
    return out;
  }

  size_t loops_ = 0;
};

}  // namespace

JinjaBody parse_template(std::string_view text) { return JinjaParser(text).run(); }

}  // namespace rille
