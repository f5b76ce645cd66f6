// Uses: collects the names of a tree.
#include "repl/lsp/uses.h"

#include <algorithm>

#include "lang/resolve.h"

namespace rille::lsp {
namespace {

using namespace lang;  // NOLINT(google-build-using-namespace): a walk over its tree
using lang::ArrayExpr, lang::IfBranch, lang::CallExpr, lang::FunctionDecl, lang::RangeExpr,
    lang::Test;

class UseCollector {
 public:
  explicit UseCollector(Uses& out) : out_(out) {}

  void statements(const BlockExpr& block) {
    for (const Stmt* s : block.statements) statement(*s);
  }

 private:
  void add(NameUse use) { out_.all.push_back(std::move(use)); }

  void define(const std::string& word, Span span, Binding* binding) {
    if (span.empty() || word.empty()) return;
    add({.span = span,
         .word = word,
         .binding = binding,
         .is_definition = true,
         .is_size = in_size_});
  }

  void statement(const Stmt& s) {  // NOLINT(*-function-size): a dispatch
    switch (s.kind) {
      case StmtKind::let: return let(static_cast<const Let&>(s));
      case StmtKind::function: return function(*static_cast<const FunctionStmt&>(s).function);
      case StmtKind::structure: return structure(*static_cast<const StructStmt&>(s).structure);
      case StmtKind::import: {
        const auto& it = static_cast<const Import&>(s);
        return define(it.name, it.name_span, it.binding);
      }
      case StmtKind::test: return statements(*static_cast<const Test&>(s).body);
      case StmtKind::return_: return maybe(static_cast<const Return&>(s).value);
      case StmtKind::assert_:
        maybe(static_cast<const Assert&>(s).condition);
        return maybe(static_cast<const Assert&>(s).message);
      case StmtKind::assign: {
        const auto& it = static_cast<const Assign&>(s);
        written_ = true;
        expr(*it.target);
        written_ = false;
        return expr(*it.value);
      }
      case StmtKind::expr: return expr(*static_cast<const ExprStmt&>(s).value);
      default: return;
    }
  }

  void let(const Let& it) {
    out_.lets.push_back(&it);
    pattern(*it.pattern);
    if (it.type) type(*it.type);
    expr(*it.value);
  }

  void function(const FunctionDecl& f) {
    out_.functions.push_back(&f);
    if (f.structure != nullptr && f.kind == FunctionKind::method) {
      add({.kind = NameUse::Kind::field,
           .span = f.name_span,
           .word = f.name,
           .of = f.structure,
           .is_definition = true});
    } else {
      define(f.name, f.name_span, f.binding);
    }
    for (const ParamDecl* p : f.params) {
      define(p->name, p->name_span, p->binding);
      if (p->type) type(*p->type);
      maybe(p->fallback);
    }
    if (f.result) type(*f.result);
    maybe(f.body);
  }

  void structure(Structure& it) {
    define(it.name, it.name_span, it.binding);
    for (const FieldDecl* field : it.fields) {
      add({.kind = NameUse::Kind::field,
           .span = field->name_span,
           .word = field->name,
           .of = &it,
           .is_definition = true});
      if (field->type) type(*field->type);
      maybe(field->fallback);
    }
    Structure* around = structure_;
    structure_ = &it;
    for (const FunctionDecl* method : it.methods) function(*method);
    structure_ = around;
  }

  void pattern(const Pattern& p) {
    if (p.binding)
      define(p.text, p.kind == PatternKind::name ? p.span : p.binding->span, p.binding);
    if (p.rest) define(p.rest_text, p.rest_span, p.rest);
    maybe(p.path);
    for (const auto& field : p.fields) {
      if (field.pattern != nullptr) pattern(*field.pattern);
    }
  }

  void type(const TypeExpr& t) {
    in_type_ = true;
    if (t.path != nullptr) expr(*t.path);
    in_type_ = false;
    in_size_ = true;
    for (const Dim* dim : t.dims) {
      if (dim->binds != nullptr && dim->value != nullptr) {
        define(dim->binds->name, dim->value->span, dim->binds);
      } else {
        maybe(dim->value);
      }
    }
    in_size_ = false;
    for (const auto& field : t.fields) {
      if (field.type != nullptr) type(*field.type);
    }
  }

  void maybe(const Expr* e) {
    if (e != nullptr) expr(*e);
  }

  void name(const Name& e) {
    if (e.text.empty()) return;  // the item of `for x in &s` before it is matched with the pattern
    add({.span = {e.span.file, e.span.begin, e.span.begin + static_cast<int>(e.text.size())},
         .word = e.text,
         .binding = e.binding,
         .known = e.builtin,
         .is_written = written_,
         .is_type = in_type_,
         .is_size = in_size_});
  }

  void dot(const Dot& e) {
    bool written = std::exchange(written_, false);
    expr(*e.base);
    written_ = written;
    if (e.word_span.begin == e.word_span.end) return;  // the implicit `next` of `for x in &s`
    const auto* base = e.base->kind == ExprKind::name ? static_cast<const Name*>(e.base) : nullptr;
    bool is_self = base != nullptr && base->text == "self" && structure_ != nullptr;
    add({.kind = NameUse::Kind::member,
         .span = e.word_span,
         .word = e.word,
         .known = e.builtin != nullptr ? e.builtin : e.method,
         .dot = &e,
         .of = is_self ? structure_ : nullptr,
         .is_written = written_,
         .is_type = in_type_});
  }

  void items(const std::vector<Item>& items, const FunctionDecl* called) {
    for (const Item& item : items) {
      if (!item.word.empty() && !item.word_span.empty()) argument(item, called);
      bool written = std::exchange(written_, written_ || item.kind == Item::place);
      maybe(item.value);
      written_ = written;
    }
  }

  void argument(const Item& item, const FunctionDecl* called) {
    NameUse use{.kind = NameUse::Kind::argument, .span = item.word_span, .word = item.word};
    if (called != nullptr) {
      for (const ParamDecl* p : called->params) {
        if (p->name == item.word) use.binding = p->binding;
      }
    }
    add(std::move(use));
  }

  void call(const CallExpr& e) {
    out_.calls.push_back(&e);
    const FunctionDecl* called = nullptr;
    if (e.callee->kind == ExprKind::name) {
      const auto& name = static_cast<const Name&>(*e.callee);
      if (name.binding != nullptr) called = name.binding->function;
    }
    bool written = std::exchange(written_, e.has_bang);
    expr(*e.callee);
    written_ = false;
    items(e.args, called);
    written_ = written;
  }

  void flow(const Expr& e) {
    switch (e.kind) {
      case ExprKind::if_:
        for (const IfBranch& branch : static_cast<const If&>(e).branches) {
          maybe(branch.condition);
          maybe(branch.body);
        }
        return maybe(static_cast<const If&>(e).otherwise);
      case ExprKind::match:
        expr(*static_cast<const Match&>(e).value);
        for (const Arm& arm : static_cast<const Match&>(e).arms) {
          pattern(*arm.pattern);
          maybe(arm.body);
        }
        return;
      case ExprKind::for_:
        clause(static_cast<const For&>(e).clause);
        return maybe(static_cast<const For&>(e).body);
      case ExprKind::while_:
        maybe(static_cast<const While&>(e).condition);
        return maybe(static_cast<const While&>(e).body);
      default: return statements(static_cast<const BlockExpr&>(e));
    }
  }

  void clause(const Clause& it) {
    maybe(it.source);
    if (it.pattern != nullptr) pattern(*it.pattern);
  }

  void parts(const Expr& e) {
    switch (e.kind) {
      case ExprKind::string:
        for (const StringPart& part : static_cast<const StringLiteral&>(e).parts) maybe(part.hole);
        return;
      case ExprKind::array:
        for (const Expr* item : static_cast<const ArrayExpr&>(e).items) expr(*item);
        return;
      case ExprKind::gather:
        for (const Clause& it : static_cast<const Comprehension&>(e).clauses) clause(it);
        return maybe(static_cast<const Comprehension&>(e).body);
      case ExprKind::index: {
        const auto& it = static_cast<const IndexExpr&>(e);
        expr(*it.base);
        bool written = std::exchange(written_, false);
        for (const IndexItem& sub : it.subs) {
          for (const Expr* part : {sub.value, sub.start, sub.stop, sub.step}) maybe(part);
        }
        written_ = written;
        return;
      }
      case ExprKind::compare:
        expr(*static_cast<const Compare&>(e).first);
        for (const CompareLink& link : static_cast<const Compare&>(e).links) maybe(link.right);
        return;
      default: return;
    }
  }

  void expr(const Expr& e) {  // NOLINT(*-function-size): a dispatch
    switch (e.kind) {
      case ExprKind::name: return name(static_cast<const Name&>(e));
      case ExprKind::dot: return dot(static_cast<const Dot&>(e));
      case ExprKind::call: return call(static_cast<const CallExpr&>(e));
      case ExprKind::tuple: return items(static_cast<const Tuple&>(e).items, nullptr);
      case ExprKind::record: return items(static_cast<const RecordExpr&>(e).items, nullptr);
      case ExprKind::lambda: return function(*static_cast<const Lambda&>(e).function);
      case ExprKind::negate:
      case ExprKind::invert: return maybe(static_cast<const Unary&>(e).operand);
      case ExprKind::binary:
        maybe(static_cast<const Binary&>(e).left);
        return maybe(static_cast<const Binary&>(e).right);
      case ExprKind::logic:
        maybe(static_cast<const Logic&>(e).left);
        return maybe(static_cast<const Logic&>(e).right);
      case ExprKind::range:
        maybe(static_cast<const RangeExpr&>(e).start);
        return maybe(static_cast<const RangeExpr&>(e).stop);
      case ExprKind::if_:
      case ExprKind::match:
      case ExprKind::for_:
      case ExprKind::while_:
      case ExprKind::block: return flow(e);
      default: return parts(e);
    }
  }

  Uses& out_;
  Structure* structure_ = nullptr;  // the struct whose methods are walked
  bool written_ = false;            // true while the target of an assignment is walked
  bool in_type_ = false, in_size_ = false;
};

}  // namespace

const NameUse* Uses::at(size_t offset) const {
  const NameUse* out = nullptr;
  for (const NameUse& use : all) {
    bool is_here = static_cast<size_t>(use.span.begin) <= offset &&
                   offset <= static_cast<size_t>(use.span.end);
    bool is_better = out == nullptr || use.span.begin > out->span.begin;
    if (is_here && is_better) out = &use;
  }
  return out;
}

Uses uses_of(const File& file) {
  Uses out;
  if (file.top != nullptr) UseCollector(out).statements(*file.top);
  std::ranges::stable_sort(out.all, {}, [](const NameUse& use) { return use.span.begin; });
  auto same = [](const NameUse& a, const NameUse& b) {
    return a.span == b.span && a.binding == b.binding && a.kind == b.kind;
  };
  auto rest = std::ranges::unique(out.all, same);
  out.all.erase(rest.begin(), rest.end());
  return out;
}

Span member_of(const Structure& structure, const std::string& word) {
  for (const FieldDecl* field : structure.fields) {
    if (field->name == word) return field->name_span;
  }
  for (const FunctionDecl* method : structure.methods) {
    if (method->name == word) return method->name_span;
  }
  return {};
}

}  // namespace rille::lsp
