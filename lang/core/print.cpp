// print(): writes a Core, one value per line.
#include <algorithm>

#include "lang/core/passes.h"
#include "lang/core/places.h"
#include "lang/print_tree.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

const char* word_of(StaticType sort) {
  switch (sort) {
    case StaticType::unset: return "never";
    case StaticType::integer: return "int";
    case StaticType::floating: return "float";
    case StaticType::number: return "number";
    case StaticType::boolean: return "bool";
    case StaticType::text: return "str";
    case StaticType::tuple: return "tuple";
    case StaticType::dict: return "dict";
    case StaticType::unknown: return "any";
  }
  return "any";
}

std::string sort_text(StaticType sort, StaticType element) {
  bool is_known = element != StaticType::unset && element != StaticType::unknown;
  if (sort == StaticType::tuple && is_known) return str("tuple of ", word_of(element));
  return word_of(sort);
}

bool is_leaf(const Expr* e) {
  switch (e->kind) {
    case ExprKind::nil:
    case ExprKind::boolean:
    case ExprKind::integer:
    case ExprKind::floating:
    case ExprKind::broken: return true;
    case ExprKind::string: return static_cast<const StringLiteral*>(e)->is_plain();
    default: return false;
  }
}

// The operation that computes a value; "" for constructs that print() writes as lines.
std::string word_of(const Expr* e) {
  switch (e->kind) {
    case ExprKind::array: return "array";
    case ExprKind::index: return str("at ", form_of(static_cast<const IndexExpr*>(e)));
    case ExprKind::dot: return str("field ", static_cast<const Dot*>(e)->word);
    case ExprKind::negate: return "negate";
    case ExprKind::invert: return "not";
    case ExprKind::binary: return std::string(text(static_cast<const Binary*>(e)->op));
    case ExprKind::range: return "range";
    default: return "";
  }
}

std::string list(const std::vector<Binding*>& names) {
  std::string out;
  for (const Binding* b : names) out += str(out.empty() ? "" : ", ", b->name);
  return out;
}

class CorePrinter {
 public:
  explicit CorePrinter(const Core& core) : core_(core) {}

  std::string run() {
    block(core_.file.top);
    for (const auto& node : core_.file.nodes) {
      auto* f = dynamic_cast<const FunctionDecl*>(node.get());
      if (f != nullptr && f->body != nullptr) function(f);
    }
    return std::move(out_);
  }

 private:
  void line(std::string_view text) { out_ += str(std::string(depth_ * 2, ' '), text, "\n"); }

  template <class Write>
  void inside(const Write& write) {
    ++depth_;
    write();
    --depth_;
  }

  // --- names ---

  std::string facts(const Binding* b) const {
    const Variable& x = core_.of(b);
    std::string out = str(b->name, ": ", sort_text(x.sort, x.element));
    if (x.stands_for != nullptr) out += str(", part of ", x.stands_for->name);
    if (core_.is_updated(b) && x.stands_for == nullptr) out += ", updated";
    if (b->kind == BindingKind::param && !b->is_place() && core_.keeps(b)) out += ", kept";
    return out;
  }

  std::string facts(const Pattern* p) const {
    if (p->kind == PatternKind::name) return facts(p->binding);
    std::vector<const Binding*> names;
    names_in(p, names);
    std::string out;
    for (const Binding* b : names) out += str(out.empty() ? " with " : "; ", facts(b));
    return print_tree(*p) + out;
  }

  static std::string flow(const Flow& flow) {
    std::string out = flow.assigns.empty() ? "" : str(", assigns ", list(flow.assigns));
    if (flow.has_break) out += ", breaks";
    if (flow.has_continue) out += ", continues";
    return flow.has_return ? out + ", returns" : out;
  }

  // --- values ---

  // Writes the lines that compute e, and returns the text by which later lines refer to it.
  std::string value(const Expr* e) {
    if (is_leaf(e)) return print_tree(*e);
    if (e->kind == ExprKind::name) {
      auto* name = static_cast<const Name*>(e);
      return str(name->is_last_use ? "last " : "", name->text, name->is_checked ? "?" : "");
    }
    if (flow_of(e) != nullptr) return construct(e);
    std::string text = operation(e);
    return define(e, text);
  }

  std::string define(const Expr* e, const std::string& text) {
    std::string name = str("%", ++values_);
    line(str(name, " = ", text, " : ", marks(e)));
    return name;
  }

  std::string marks(const Expr* e) const {
    const CoreValue& x = core_.of(e);
    std::string out = sort_text(x.sort, x.element);
    if (x.literal != StaticType::unknown) out += ", in traces too";
    if (x.is_natural) out += ", not below 0";
    if (x.is_computed && !is_number_sort(x.sort)) out += ", no string";
    if (x.is_new && !is_number_sort(x.sort)) out += ", new";
    if (!x.may_fail) out += ", cannot fail";
    if (x.prints) out += ", prints";
    return x.assigns ? out + ", assigns" : out;
  }

  std::string operation(const Expr* e) {
    switch (e->kind) {
      case ExprKind::call: return call(static_cast<const CallExpr*>(e));
      case ExprKind::tuple: return "tuple" + items(static_cast<const Tuple*>(e)->items);
      case ExprKind::record: return "record" + items(static_cast<const RecordExpr*>(e)->items);
      case ExprKind::string: return join(static_cast<const StringLiteral*>(e));
      case ExprKind::lambda: return lambda(static_cast<const Lambda*>(e));
      case ExprKind::logic: return logic(static_cast<const Logic*>(e));
      case ExprKind::compare: return compare(static_cast<const Compare*>(e));
      case ExprKind::dot:
        if (auto* known = static_cast<const Dot*>(e)->builtin) return known->name;
        break;
      default: break;
    }
    std::vector<std::string> parts;
    for (const Expr* part : children(*e)) parts.push_back(value(part));
    std::string out = word_of(e);
    for (const std::string& part : parts) out += " " + part;
    return out;
  }

  std::string item(const Item& item) {
    std::string word = item.word.empty() ? "" : item.word + "=";
    std::string_view mark = item.kind == Item::spread ? "..." : item.kind == Item::place ? "&" : "";
    return str(word, mark, item.kind == Item::place ? print_tree(*item.value) : value(item.value));
  }

  std::string items(const std::vector<Item>& list) {
    std::string out;
    for (const Item& x : list) out += " " + item(x);
    return out;
  }

  std::string join(const StringLiteral* e) {
    std::string out = "text";
    for (const StringPart& part : e->parts) {
      StringLiteral plain;
      plain.parts = {{.text = part.text}};
      if (!part.text.empty()) out += " " + print_tree(plain);
      if (part.hole == nullptr) continue;
      std::string hole = value(part.hole);
      out += str(" ", hole, part.format.empty() ? "" : ":" + part.format);
    }
    return out;
  }

  std::string call(const CallExpr* e) {
    auto* d = e->callee->kind == ExprKind::dot ? static_cast<const Dot*>(e->callee) : nullptr;
    bool is_method = d != nullptr && d->builtin == nullptr;
    std::string callee = d == nullptr ? value(e->callee)
                         : is_method  ? str(value(d->base), ".", d->word)
                                      : d->builtin->name;
    std::string word = is_method                      ? "method "
                       : known_function(e) != nullptr ? "call sure "
                                                      : "call ";
    return str(word, callee, e->has_bang ? "!" : "", items(e->args), e->is_tail ? ", tail" : "");
  }

  std::string lambda(const Lambda* e) {
    const FunctionDecl* f = e->function;
    std::string out = str("lambda ", label(f));
    return f->captures.empty() ? out : str(out, " holding ", list(f->captures));
  }

  // The right side runs only if the left side does not decide the result.
  std::string logic(const Logic* e) {
    std::string left = value(e->left), right;
    const char* word = e->is_and ? "and" : "or";
    if (is_leaf(e->right) || e->right->kind == ExprKind::name) {
      return str(word, " ", left, " ", value(e->right));
    }
    line(str(word, " ", left));
    inside([&] { right = value(e->right); });
    return str(word, " ", left, " ", right);
  }

  std::string compare(const Compare* e) {
    std::string out = value(e->first);
    for (const CompareLink& link : e->links) {
      std::string right = value(link.right);
      out += str(" ", text(link.relation), " ", right);
    }
    return out;
  }

  // --- control flow ---

  std::string construct(const Expr* e) {
    bool is_value = e->taken || e->kind == ExprKind::gather;
    std::string name = is_value ? str("%", ++values_) : "";
    std::string head = is_value ? name + " = " : "", tail = flow(*flow_of(e));
    if (is_value) tail += str(" : ", marks(e));
    switch (e->kind) {
      case ExprKind::if_: if_(static_cast<const If*>(e), head, tail); break;
      case ExprKind::match: match(static_cast<const Match*>(e), head, tail); break;
      case ExprKind::for_: for_(static_cast<const For*>(e), head, tail); break;
      case ExprKind::gather: gather(static_cast<const Comprehension*>(e), head, tail); break;
      case ExprKind::while_: {
        line(str(head, "while", tail));
        test(static_cast<const While*>(e)->condition);
        inside([&] { block(static_cast<const While*>(e)->body); });
        break;
      }
      default:
        line(str(head, "block", tail));
        inside([&] { block(static_cast<const BlockExpr*>(e)); });
    }
    return name.empty() ? "nil" : name;
  }

  void test(const Expr* condition) {
    inside([&] { line("test " + value(condition)); });
  }

  void give(const Expr* e) {
    std::string name = value(e);
    if (e->taken) line("give " + name);
  }

  void if_(const If* e, const std::string& head, const std::string& tail) {
    line(str(head, "if", tail));
    for (const IfBranch& branch : e->branches) {
      test(branch.condition);
      line("then");
      inside([&] { block(branch.body); });
    }
    if (e->otherwise == nullptr) return;
    line("else");
    inside([&] { block(e->otherwise); });
  }

  void match(const Match* e, const std::string& head, const std::string& tail) {
    std::string subject = value(e->value);
    line(str(head, "match ", subject, tail));
    for (const Arm& arm : e->arms) {
      line("case " + facts(arm.pattern));
      inside([&] {
        arm.body->kind == ExprKind::block ? block(static_cast<const BlockExpr*>(arm.body))
                                          : give(arm.body);
      });
    }
  }

  std::string clause(const Clause& c) {
    std::string source = value(c.source);
    return str(facts(c.pattern), " in ", source);
  }

  void for_(const For* e, const std::string& head, const std::string& tail) {
    std::string items = clause(e->clause);
    line(str(head, "for ", items, tail));
    inside([&] { block(e->body); });
  }

  void gather(const Comprehension* e, const std::string& head, const std::string& tail) {
    std::string items;
    for (const Clause& c : e->clauses) items += str(items.empty() ? " " : "; ", clause(c));
    line(str(head, e->is_tuple ? "gather" : "vectorize", items, tail));
    inside([&] { give(e->body); });
  }

  // --- statements ---

  void block(const BlockExpr* b) {
    for (const Stmt* s : b->statements) statement(s, s == b->statements.back() && b->value());
  }

  void statement(const Stmt* s, bool is_value) {
    switch (s->kind) {
      case StmtKind::let: return let(static_cast<const Let*>(s));
      case StmtKind::function:
        return line("make " + label(static_cast<const FunctionStmt*>(s)->function));
      case StmtKind::structure:
        return line("struct " + static_cast<const StructStmt*>(s)->structure->name);
      case StmtKind::import: return line("import " + static_cast<const Import*>(s)->path);
      case StmtKind::test:
        line(str("test \"", static_cast<const Test*>(s)->name, "\""));
        return inside([&] { block(static_cast<const Test*>(s)->body); });
      case StmtKind::return_: {
        const Expr* given = static_cast<const Return*>(s)->value;
        return line("return " + (given != nullptr ? value(given) : "nil"));
      }
      case StmtKind::break_: return line("break");
      case StmtKind::continue_: return line("continue");
      case StmtKind::assert_: return assertion(static_cast<const Assert*>(s));
      case StmtKind::assign: return assign(static_cast<const Assign*>(s));
      case StmtKind::expr: {
        const Expr* e = static_cast<const ExprStmt*>(s)->value;
        std::string name = value(e);
        bool is_shown = static_cast<const ExprStmt*>(s)->is_shown;
        if (is_shown || is_value) line(str(is_shown ? "show " : "give ", name));
      }
    }
  }

  void let(const Let* s) {
    std::string given = value(s->value);
    std::string type = s->type == nullptr ? "" : " checked " + print_tree(*s->type);
    line(str(s->is_var ? "var " : "let ", facts(s->pattern), type, core_.is_loan(s) ? ", lent" : "",
             " = ", given));
  }

  void assertion(const Assert* s) {
    std::string condition = value(s->condition);
    line("assert " + condition);
    if (s->message != nullptr) inside([&] { line("or " + value(s->message)); });
  }

  // The indices of a target are values; the target itself is not read.
  void assign(const Assign* s) {
    std::string given = value(s->value);
    std::string op = s->has_op ? std::string(text(s->op)) : "";
    bool lends = !lending_targets(s).empty();
    line(str("set ", print_tree(*s->target), " ", op, "= ", given,
             core_.is_loan(s) ? ", given back"
             : lends          ? ", lent to the call"
                              : ""));
  }

  // --- functions ---

  std::string label(const FunctionDecl* f) {
    std::string name = f->structure != nullptr ? f->structure->name + "." : "";
    if (!f->name.empty()) return name + f->name;
    auto [at, is_new] = lambdas_.try_emplace(f, lambdas_.size() + 1);
    return str("#", at->second);
  }

  void function(const FunctionDecl* f) {
    std::string params, tests;
    for (const ParamDecl* p : f->params) {
      params += str(params.empty() ? "" : "; ", p->is_inout ? "inout " : "", facts(p->binding));
      if (p->type != nullptr) params += " checked " + print_tree(*p->type);
      if (p->fallback != nullptr) params += " or " + print_tree(*p->fallback);
    }
    for (const Binding* b : core_.tested(f)) tests += str(tests.empty() ? "" : ", ", b->name);
    const char* word = f->kind == FunctionKind::procedure ? "proc "
                       : f->kind == FunctionKind::lambda  ? "lambda "
                                                          : "fn ";
    values_ = 0;
    line("");
    line(str(word, label(f), "(", params, ")", tests.empty() ? "" : ", tests " + tests));
    inside([&] {
      f->body->kind == ExprKind::block ? block(static_cast<const BlockExpr*>(f->body))
                                       : give(f->body);
    });
  }

  const Core& core_;
  std::string out_;
  size_t depth_ = 0;
  size_t values_ = 0;
  std::unordered_map<const FunctionDecl*, size_t> lambdas_;
};

}  // namespace

std::string print(const Core& core) { return CorePrinter(core).run(); }

}  // namespace rille::lang
