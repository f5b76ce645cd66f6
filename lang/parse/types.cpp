// The parser's types: the rules of vm/grammar.h over tokens.
#include "lang/parse/parser.h"
#include "vm/grammar.h"

namespace rille::lang {

class Parser::TypeTokens {
 public:
  using Type = TypeExpr*;
  explicit TypeTokens(Parser& parser) : parser_(parser) {}

  bool at(std::string_view text) const { return parser_.at(text); }
  bool take(std::string_view text) { return parser_.take(text); }
  bool at_name() const { return parser_.here().kind == TokenKind::name; }
  bool at_string() const { return parser_.here().kind == TokenKind::string; }
  bool at_label() const { return parser_.at_label(); }
  bool at_end() const { return parser_.at_end(); }
  int begin() const { return parser_.begin(); }
  int opener() const { return parser_.at_; }
  NestingLevel level() { return NestingLevel(parser_); }
  void expect_closer(std::string_view text, std::string_view wanted, int opener) {
    parser_.expect_closer(text, wanted, opener);
  }
  std::string take_name(std::string_view what) { return parser_.take_name(what); }
  std::string take_label() {
    std::string out = parser_.take_word("a name");
    ++parser_.at_;
    return out;
  }
  Error wrong(std::string_view wanted) const { return parser_.wrong(wanted); }
  Error mixed(int first) const {
    int end = parser_.here().end;
    return parser_.error("a type cannot mix positional and named fields",
                         {parser_.file_.index, first, end});
  }

  Type path(int first) {
    Type out = parser_.make<TypeExpr>();
    out->text = parser_.here().text;
    out->path = parser_.name();
    while (at(".")) {
      out->text += str(".", parser_.ahead(1).text);
      out->path = parser_.dot(out->path, first);
    }
    return out;
  }
  void open(Type type) const { type->has_dims = true; }
  void axis(Type type, int) { type->dims.push_back(parser_.dim()); }
  Type close(Type type, int first) const { return parser_.done(type, first); }

  Type literal(int first) {
    const auto* e = static_cast<const StringLiteral*>(parser_.string());
    if (!e->is_plain()) {
      throw parser_.error("a string in a type cannot contain interpolated expressions", e->span);
    }
    return made(TypeKind::literal, e->parts[0].text, first);
  }
  Type nil(int first) { return made(TypeKind::nil, "nil", first); }
  Type function(std::vector<std::string> names, bool is_told, int first) {
    return made(TypeKind::function, is_told ? str("fn(", join(names), ")") : "fn", first);
  }
  Type group(std::vector<std::string> labels, std::vector<Type> parts, bool is_open, int first) {
    Type out = made(labels.empty() ? TypeKind::tuple : TypeKind::record, "", first);
    out->is_open = is_open;
    for (size_t i = 0; i < parts.size(); ++i) {
      out->fields.push_back({labels.empty() ? "" : labels[i], parts[i]});
    }
    return out;
  }
  Type either(std::vector<Type> parts, int first) {
    Type out = made(TypeKind::either, "", first);
    for (Type part : parts) out->fields.push_back({"", part});
    return out;
  }

 private:
  Type made(TypeKind kind, std::string text, int first) {
    Type out = parser_.make<TypeExpr>();
    out->kind = kind;
    out->text = std::move(text);
    return parser_.done(out, first);
  }

  Parser& parser_;
};

TypeExpr* Parser::type() {
  TypeTokens tokens(*this);
  return AnnotationGrammar(tokens).type();
}

// dim = '...' | sum .                           (* of names, ints, + - * // *)
Dim* Parser::dim() {
  int first = begin();
  Dim* out = make<Dim>();
  if (take("...")) {
    out->kind = Dim::ellipsis;
    return done(out, first);
  }
  out->value = sum();
  expect_size(out->value);
  bool is_any =
      out->value->kind == ExprKind::name && static_cast<const Name*>(out->value)->text == "_";
  if (is_any) out->kind = Dim::any;
  return done(out, first);
}

void Parser::expect_size(const Expr* e) {
  if (e->kind == ExprKind::name || e->kind == ExprKind::integer) return;
  if (e->kind == ExprKind::binary) {
    const auto* binary = static_cast<const Binary*>(e);
    bool is_known = binary->op == BinaryOperator::add || binary->op == BinaryOperator::sub ||
                    binary->op == BinaryOperator::mul || binary->op == BinaryOperator::floor_div;
    expect_size(binary->left);
    expect_size(binary->right);
    if (is_known) return;
  }
  throw error("expected a size: names and integers with `+ - * //`, `_`, or `...`", e->span);
}

}  // namespace rille::lang
