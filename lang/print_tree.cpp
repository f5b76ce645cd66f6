// print_tree(): writes a tree as S-expressions.
#include "lang/print_tree.h"

#include "vm/text.h"

namespace rille::lang {
namespace {

std::string show(const Expr* e);
std::string show(const Pattern* p);
std::string show(const TypeExpr* t);
std::string show(const Stmt* s);
std::string show(const FunctionDecl* f);

template <class T>
const T& as(const Expr* e) {
  return *static_cast<const T*>(e);
}

template <class RangeExpr, class F>
std::string list(std::string_view head, const RangeExpr& items, F&& each) {
  std::string out = str("(", head);
  for (const auto& item : items) out += str(" ", each(item));
  return out + ")";
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) out += c == '\n' ? std::string("\\n") : c == '"' ? "\\\"" : std::string(1, c);
  return out + "\"";
}

std::string show(const StringLiteral& s) {
  if (s.is_plain()) return quoted(s.parts[0].text);
  return list("str", s.parts, [](const StringPart& part) {
    std::string out = quoted(part.text);
    if (part.hole) out += str(" ", show(part.hole));
    if (!part.format.empty()) out += str(":", part.format);
    return out;
  });
}

std::string show(const Item& item) {
  std::string word = item.word.empty() ? "" : str(item.word, "=");
  std::string_view mark = item.kind == Item::spread ? "..." : item.kind == Item::place ? "&" : "";
  return str(word, mark, show(item.value));
}

std::string show(const IndexItem& sub) {
  auto part = [](const Expr* e) { return e ? show(e) : std::string(); };
  if (sub.kind == IndexItem::ellipsis) return "...";
  if (sub.kind == IndexItem::at) return show(sub.value);
  return str(part(sub.start), ":", part(sub.stop), sub.step ? str(":", show(sub.step)) : "");
}

std::string show(const Clause& clause) {
  return str("(in ", show(clause.pattern), " ", show(clause.source), ")");
}

std::string show(const CallExpr& call) {
  std::string head =
      str(call.is_piped ? "pipe" : "call", call.has_bang ? "! " : " ", show(call.callee));
  return list(head, call.args, [](const Item& item) { return show(item); });
}

std::string show(const Compare& compare) {
  std::string out = str("(cmp ", show(compare.first));
  for (const CompareLink& link : compare.links) {
    out += str(" ", text(link.relation), " ", show(link.right));
  }
  return out + ")";
}

std::string show(const If& e) {
  std::string out = "(if";
  for (const IfBranch& branch : e.branches) {
    out += str(" ", show(branch.condition), " ", show(branch.body));
  }
  return str(out, e.otherwise ? str(" else ", show(e.otherwise)) : "", ")");
}

std::string show(const BlockExpr& block) {
  return list("block", block.statements, [](const Stmt* s) { return show(s); });
}

std::string show_gather(const Comprehension& e) {
  std::string head = str(e.is_tuple ? "gather() " : "gather[] ", show(e.body));
  return list(head, e.clauses, [](const Clause& c) { return show(c); });
}

std::string show(const Expr* e) {
  auto item = [](const Item& x) { return show(x); };
  switch (e->kind) {
    case ExprKind::nil: return "nil";
    case ExprKind::boolean: return as<BoolLiteral>(e).value ? "true" : "false";
    case ExprKind::integer: return str(as<IntegerLiteral>(e).value);
    case ExprKind::floating: return as<FloatLiteral>(e).text;
    case ExprKind::string: return show(as<StringLiteral>(e));
    case ExprKind::name: return as<Name>(e).text;
    case ExprKind::tuple: return list("tuple", as<Tuple>(e).items, item);
    case ExprKind::record: return list("record", as<RecordExpr>(e).items, item);
    case ExprKind::array:
      return list("array", as<ArrayExpr>(e).items, [](const Expr* x) { return show(x); });
    case ExprKind::gather: return show_gather(as<Comprehension>(e));
    case ExprKind::call: return show(as<CallExpr>(e));
    case ExprKind::dot: return str("(. ", show(as<Dot>(e).base), " ", as<Dot>(e).word, ")");
    case ExprKind::index:
      return list(str("index ", show(as<IndexExpr>(e).base)), as<IndexExpr>(e).subs,
                  [](const IndexItem& x) { return show(x); });
    case ExprKind::negate: return str("(- ", show(as<Unary>(e).operand), ")");
    case ExprKind::invert: return str("(not ", show(as<Unary>(e).operand), ")");
    case ExprKind::binary: {
      const auto& b = as<Binary>(e);
      return str("(", text(b.op), " ", show(b.left), " ", show(b.right), ")");
    }
    case ExprKind::logic: {
      const auto& l = as<Logic>(e);
      return str(l.is_and ? "(and " : "(or ", show(l.left), " ", show(l.right), ")");
    }
    case ExprKind::compare: return show(as<Compare>(e));
    case ExprKind::range:
      return str("(.. ", show(as<RangeExpr>(e).start), " ", show(as<RangeExpr>(e).stop), ")");
    case ExprKind::lambda: return show(as<Lambda>(e).function);
    case ExprKind::if_: return show(as<If>(e));
    case ExprKind::match:
      return list(str("match ", show(as<Match>(e).value)), as<Match>(e).arms, [](const Arm& arm) {
        return str("(=> ", show(arm.pattern), " ", show(arm.body), ")");
      });
    case ExprKind::for_:
      return str("(for ", show(as<For>(e).clause), " ", show(as<For>(e).body), ")");
    case ExprKind::while_:
      return str("(while ", show(as<While>(e).condition), " ", show(as<While>(e).body), ")");
    case ExprKind::block: return show(as<BlockExpr>(e));
    case ExprKind::broken: return "?";
  }
  return "?";
}

std::string show(const Pattern* p) {
  if (p->kind == PatternKind::any) return "_";
  if (p->kind == PatternKind::name) return p->text;
  if (p->kind == PatternKind::literal) return show(p->literal);
  std::string head = p->path ? str("struct ", show(p->path)) : "pat";
  std::string out = list(head, p->fields, [](const Pattern::Field& field) {
    return str(field.word, field.word.empty() ? "" : "=", show(field.pattern));
  });
  if (!p->is_open) return out;
  out.pop_back();
  return str(out, " ...", p->rest_text, ")");
}

std::string show(const TypeExpr* t) {
  if (t->kind == TypeKind::literal || t->fields.empty()) {
    if (t->kind != TypeKind::path && t->kind != TypeKind::tuple) return t->text;
  }
  if (t->kind != TypeKind::path) {
    return list(t->kind == TypeKind::either ? "either"
                : t->is_open                ? "type..."
                                            : "type",
                t->fields, [](const TypeExpr::Field& field) {
                  return str(field.word, field.word.empty() ? "" : "=", show(field.type));
                });
  }
  if (!t->has_dims) return t->text;
  return list(str("dims ", t->text), t->dims, [](const Dim* dim) {
    return dim->kind == Dim::ellipsis ? std::string("...") : show(dim->value);
  });
}

std::string typed(const TypeExpr* t) { return t ? str(": ", show(t)) : ""; }

std::string show(const ParamDecl* p) {
  return str(p->is_inout ? "(inout " : "(", p->name, typed(p->type),
             p->fallback ? str(" = ", show(p->fallback)) : "", ")");
}

std::string show(const FunctionDecl* f) {
  std::string_view head = f->kind == FunctionKind::lambda      ? "lambda"
                          : f->kind == FunctionKind::procedure ? "proc"
                                                               : "fn";
  std::string name = f->name.empty() ? "" : str(" ", f->name);
  std::string out = str("(", head, name, " (");
  for (const ParamDecl* p : f->params) out += str(p == f->params[0] ? "" : " ", show(p));
  return str(out, ")", f->result ? str(" -> ", show(f->result)) : "", " ", show(f->body), ")");
}

std::string show(const Structure* s) {
  std::string out = str("(struct ", s->name);
  for (const FieldDecl* f : s->fields) {
    out += str(f->is_state   ? " (var "
               : f->is_const ? " (const "
                             : " (",
               f->name, typed(f->type), f->fallback ? str(" = ", show(f->fallback)) : "", ")");
  }
  for (const FunctionDecl* f : s->methods) out += str(" ", show(f));
  return out + ")";
}

std::string show(const Assign& s) {
  return str("(", s.has_op ? text(s.op) : "", "= ", show(s.target), " ", show(s.value), ")");
}

std::string show(const Stmt* s) {
  switch (s->kind) {
    case StmtKind::let: {
      const auto& let = static_cast<const Let&>(*s);
      return str(let.is_var ? "(var " : "(let ", show(let.pattern), typed(let.type), " ",
                 show(let.value), ")");
    }
    case StmtKind::function: return show(static_cast<const FunctionStmt&>(*s).function);
    case StmtKind::structure: return show(static_cast<const StructStmt&>(*s).structure);
    case StmtKind::import: {
      const auto& import = static_cast<const Import&>(*s);
      return str("(import ", import.is_file ? quoted(import.path) : import.path, " ", import.name,
                 ")");
    }
    case StmtKind::test: {
      const auto& test = static_cast<const Test&>(*s);
      return str("(test ", quoted(test.name), " ", show(test.body), ")");
    }
    case StmtKind::return_: {
      const auto& back = static_cast<const Return&>(*s);
      return back.value ? str("(return ", show(back.value), ")") : "(return)";
    }
    case StmtKind::break_: return "(break)";
    case StmtKind::continue_: return "(continue)";
    case StmtKind::assert_: {
      const auto& a = static_cast<const Assert&>(*s);
      return str("(assert ", show(a.condition), a.message ? str(" ", show(a.message)) : "", ")");
    }
    case StmtKind::assign: return show(static_cast<const Assign&>(*s));
    case StmtKind::expr: return show(static_cast<const ExprStmt&>(*s).value);
  }
  return "?";
}

}  // namespace

std::string print_tree(const Expr& e) { return show(&e); }

std::string print_tree(const Pattern& p) { return show(&p); }

std::string print_tree(const TypeExpr& t) { return show(&t); }

std::string print_tree(const File& file) {
  std::string out;
  for (const Stmt* s : file.top->statements) out += str(show(s), "\n");
  return out;
}

}  // namespace rille::lang
