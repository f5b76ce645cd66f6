// The parser's statements, and error recovery.
#include <algorithm>

#include "lang/parse/parser.h"

namespace rille::lang {
namespace {

// lib/utils.rille -> utils
std::string stem(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return std::string(path.substr(0, path.find('.')));
}

bool is_name(std::string_view text) {
  std::vector<Error> errors;
  LexResult lexed = lex(text, 0, errors);
  return errors.empty() && lexed.tokens.size() == 2 && lexed.tokens[0].kind == TokenKind::name;
}

}  // namespace

// file = stmts .
BlockExpr* Parser::file() {
  BlockExpr* top = make<BlockExpr>();
  statements(*top, static_cast<int>(tokens_->size()) - 1);
  top->span = {file_.index, 0, here().end};
  bool shows_last =
      options_.prompt && !top->statements.empty() && top->statements.back()->kind == StmtKind::expr;
  if (shows_last) static_cast<ExprStmt*>(top->statements.back())->is_shown = true;
  return top;
}

// stmts = { SEP } [ stmt { SEP { SEP } stmt } { SEP } ] .
// `end` is the token that closes them.
void Parser::statements(BlockExpr& into, int end) {
  constexpr size_t max_errors = 50;
  bool is_top = depth_ == 0;
  for (skip_separators(); at_ < end; skip_separators()) {
    int first = at_;
    try {
      into.statements.push_back(statement(is_top));
      expect_statement_end();
    } catch (const Error& fault) {
      if (fault.code() != Code::syntax) throw;  // an interrupt, a limit, or no memory
      bool is_known = fault.span().empty() || fault.span().begin > lexed_.open_block ||
                      follows_lexer_error(first, fault.span());
      if (!is_known && errors_.size() < max_errors) errors_.push_back(fault);
      recover(first, end);
    }
  }
}

// Whether an error is a consequence of a bad token earlier in the same statement.
bool Parser::follows_lexer_error(int first, Span fault) const {
  int begin = (*tokens_)[static_cast<size_t>(first)].begin;
  int end = std::max(fault.begin, here().begin);
  auto is_cause = [&](const Error& e) { return e.span().begin >= begin && e.span().begin <= end; };
  return std::any_of(errors_.begin(), errors_.begin() + lexer_errors_, is_cause);
}

// Continues after the statement that began at `from`: at the first separator outside its brackets
// that does not precede the error.
void Parser::recover(int from, int end) {
  int error_at = at_;
  for (at_ = from; at_ < end; ++at_) {
    if (at_separator() && at_ >= error_at) return;
    if (here().match > at_) at_ = here().match;
  }
  at_ = end;
}

void Parser::expect_statement_end() {
  if (at_separator() || at_end() || at("}")) return;
  throw wrong("a newline or `;`");
}

// stmt = ( 'let' | 'var' ) … | ( 'fn' | 'proc' ) function | 'struct' … | 'import' …
//      | 'test' … | 'return' … | 'break' | 'continue' | 'assert' … | expr … .
Stmt* Parser::statement(bool is_top) {
  bool is_test =
      here().kind == TokenKind::name && here().text == "test" && ahead(1).kind == TokenKind::string;
  if (!is_top && (is_test || at("import"))) {
    throw error(str("`", here().text, "` is allowed only at the top level of a file"),
                span_of(here()));
  }
  if (is_test) return test();
  if (at_any({"let", "var"})) return let();
  if (at_any({"fn", "proc"})) return function_statement();
  if (at("struct")) {
    int first = begin();
    auto* out = make<StructStmt>();
    out->structure = structure();
    return done(out, first);
  }
  if (at("import")) return import();
  if (at("return")) return return_();
  if (at_any({"break", "continue"})) return jump();
  if (at("assert")) return assert_();
  return expression_statement();
}

// ( 'let' | 'var' ) pattern [ ':' type ] '=' expr
Stmt* Parser::let() {
  int first = begin();
  auto* out = make<Let>();
  out->doc = take_doc(first);
  out->is_var = at("var");
  int behind = here().end;
  ++at_;
  bool is_called = out->is_var && at("(") && here().begin == behind;
  try {
    out->pattern = binding_pattern();
    if (take(":")) out->type = type();
    if (!at("=")) throw wrong(out->type ? "`=` and a value" : "`=` and a value, or `:` and a type");
  } catch (Error& fault) {
    if (is_called) fault.help("`x.var()` is the variance; `var (a, b) = …` destructures a tuple");
    throw;
  }
  ++at_;
  out->value = expr();
  return done(out, first);
}

// ( 'fn' | 'proc' ) function
Stmt* Parser::function_statement() {
  int first = begin();
  auto* out = make<FunctionStmt>();
  out->function = function(at("fn") ? FunctionKind::function : FunctionKind::procedure);
  return done(out, first);
}

// 'import' ( STRING | NAME ) [ 'as' NAME ]
Stmt* Parser::import() {
  int first = begin();
  auto* out = make<Import>();
  ++at_;
  out->path_span = out->name_span = span_of(here());
  out->is_file = here().kind == TokenKind::string;
  if (out->is_file) {
    auto* path = static_cast<StringLiteral*>(string());
    if (!path->is_plain()) {
      throw error("the path of an import cannot contain interpolated expressions", path->span);
    }
    out->path = path->parts[0].text;
    out->name = stem(out->path);
  } else {
    out->path = out->name = take_name("the path of a file or the name of a module");
  }
  bool has_as = here().kind == TokenKind::name && here().text == "as";
  if (has_as) {
    ++at_;
    out->name_span = span_of(here());
    out->name = take_name("a name");
  } else if (!is_name(out->name)) {
    throw wrong("`as` and a name for the module");
  }
  return done(out, first);
}

// 'test' STRING block
Stmt* Parser::test() {
  int first = begin();
  auto* out = make<Test>();
  ++at_;
  auto* name = static_cast<StringLiteral*>(string());
  if (!name->is_plain()) {
    throw error("the name of a test cannot contain interpolated expressions", name->span);
  }
  out->name = name->parts[0].text;
  out->body = block();
  return done(out, first);
}

// 'return' [ expr ]
Stmt* Parser::return_() {
  int first = begin();
  auto* out = make<Return>();
  ++at_;
  if (!at_separator() && !at("}") && !at_end()) out->value = expr();
  return done(out, first);
}

// 'break' | 'continue'
Stmt* Parser::jump() {
  int first = begin();
  auto* out = make<Jump>(at("break") ? StmtKind::break_ : StmtKind::continue_);
  ++at_;
  return done(out, first);
}

// 'assert' expr [ ',' expr ]
Stmt* Parser::assert_() {
  int first = begin();
  auto* out = make<Assert>();
  ++at_;
  out->condition = expr();
  if (take(",")) out->message = expr();
  return done(out, first);
}

// expr [ ( '=' | '+=' | '-=' | '*=' | '/=' | '//=' | '%=' | '^=' ) expr ]
Stmt* Parser::expression_statement() {
  int first = begin();
  Expr* value = expr();
  if (at_any({"=", "+=", "-=", "*=", "/=", "//=", "%=", "^="})) return assign(value, first);
  auto* out = make<ExprStmt>();
  out->value = value;
  done(out, first);
  bool is_loop = value->kind == ExprKind::for_ || value->kind == ExprKind::while_;
  out->is_shown = !is_loop && is_expectation_next();
  return out;
}

Stmt* Parser::assign(Expr* target, int first) {
  constexpr std::pair<std::string_view, BinaryOperator> operators[] = {
      {"+=", BinaryOperator::add},        {"-=", BinaryOperator::sub}, {"*=", BinaryOperator::mul},
      {"/=", BinaryOperator::div},        {"%=", BinaryOperator::mod}, {"^=", BinaryOperator::pow},
      {"//=", BinaryOperator::floor_div},
  };
  auto* out = make<Assign>();
  out->has_op = !at("=");
  for (auto [text, op] : operators) {
    if (at(text)) out->op = op;
  }
  expect_place(target, !out->has_op);
  out->op_span = span_of(here());
  ++at_;
  out->target = target;
  out->value = expr();
  return done(out, first);
}

// The left side of an assignment is read as an expression: checks that it can be assigned to.
void Parser::expect_place(const Expr* e, bool may_be_tuple) {
  if (e->kind == ExprKind::tuple && may_be_tuple) {
    const auto& items = static_cast<const Tuple*>(e)->items;
    bool is_plain = std::ranges::all_of(items, [](auto& x) { return x.kind == Item::plain; });
    if (is_plain && !items.empty()) {
      for (const Item& item : items) expect_place(item.value, false);
      return;
    }
  }
  if (root_of(e)) return;
  Span place = e->in_parens ? Span{file_.index, e->span.begin - 1, e->span.end + 1} : e->span;
  Error fault =
      error("expected an assignment target: a name, then optional `.field` and `[index]`", place);
  if (e->kind == ExprKind::call) fault.help("a function is written `fn name(x) = …`");
  throw fault;
}

// Whether there is a `#>`, or at the top level a `#!`, between the last statement and the next
// token.
bool Parser::is_expectation_next() const {
  if (tokens_ != &lexed_.tokens) return false;
  int next = here().kind == TokenKind::newline ? ahead(1).begin : here().begin;
  using ExpectationMark = LexResult::ExpectationMark;
  auto found = std::ranges::lower_bound(lexed_.expectations, last_end(), {}, &ExpectationMark::at);
  if (found == lexed_.expectations.end() || found->at >= next) return false;
  return !found->is_error || depth_ == 0;
}

}  // namespace rille::lang
