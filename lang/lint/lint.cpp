// lint(): unused names, unreachable code, and lost updates.
#include "lang/lint.h"

#include <algorithm>

#include "lang/lint/shapes.h"
#include "lang/resolve/resolver.h"
#include "vm/text.h"

namespace rille::lang {
namespace {

using Warnings = std::vector<Warning>;

// `is_lost`: a call changed a copy of the variable, and is reported instead.
void check_binding(const Binding& b, bool is_lost, Warnings& out) {
  bool is_private = b.name.starts_with('_');
  bool is_let = b.kind == BindingKind::let || b.kind == BindingKind::import;
  bool is_var = b.kind == BindingKind::variable;
  std::string name = str("`", b.name, "`");
  if (is_private || b.is_exported) return;
  if ((is_let || is_var) && b.reads == 0) {
    out.push_back(
        {str(name, b.is_assigned ? " is assigned but never read" : " is never read"), b.span, ""});
  } else if (is_var && !b.is_assigned && !is_lost) {
    out.push_back({str(name, " is never assigned"), b.span, str("declare it with `let`")});
  } else if (b.is_inout && !b.is_assigned && b.name != "self") {
    out.push_back({str(name, " is `inout` but never written"), b.span, ""});
  }
}

void check_block(const BlockExpr& block, Warnings& out) {
  for (size_t i = 0; i + 1 < block.statements.size(); ++i) {
    const Stmt& s = *block.statements[i];
    bool leaves =
        s.kind == StmtKind::return_ || s.kind == StmtKind::break_ ||
        s.kind == StmtKind::continue_ ||
        (s.kind == StmtKind::expr && always_leaves(*static_cast<const ExprStmt&>(s).value));
    const Stmt& next = *block.statements[i + 1];
    bool runs = !leaves || next.kind == StmtKind::function || next.kind == StmtKind::structure;
    if (runs) continue;
    out.push_back(
        {"unreachable code: a `return` or `break` above always leaves this block", next.span, ""});
    return;
  }
}

void check_match(const Match& match, Warnings& out) {
  for (size_t i = 0; i + 1 < match.arms.size(); ++i) {
    PatternKind kind = match.arms[i].pattern->kind;
    if (kind != PatternKind::any && kind != PatternKind::name) continue;
    out.push_back(
        {"unreachable arm: an arm above matches every value", match.arms[i + 1].pattern->span, ""});
    return;
  }
}

// The call that creates the value of a name: `M(1)` of `var m = M(1)`; null if that is not evident.
const CallExpr* made_by(const Expr& e) {
  const Binding* b = e.kind == ExprKind::name ? static_cast<const Name&>(e).binding : nullptr;
  bool is_made = b != nullptr && b->value != nullptr && b->value->kind == ExprKind::call;
  return is_made ? static_cast<const CallExpr*>(b->value) : nullptr;
}

// Whether a method of the instances that this call returns changes `self`.
bool changes_self(const CallExpr& maker, const std::string& method) {
  const Expr& callee = *maker.callee;
  if (const BuiltinRecord* known = builtin_of(callee)) {
    return std::ranges::count(known->changing, method) > 0;
  }
  if (callee.kind != ExprKind::name) return false;
  const Binding* type = static_cast<const Name&>(callee).binding;
  if (type == nullptr || type->structure == nullptr) return false;
  return std::ranges::any_of(type->structure->methods, [&](const FunctionDecl* f) {
    return f->name == method && f->has_self && f->params[0]->is_inout;
  });
}

// m(x) and m.f(x), where the method changes `self`, change a copy of m. As a statement, m.f(x)
// raises. A layer of the library may be called without `!`, for its result. Returns the name whose
// change is discarded, or null.
const Binding* check_call(const CallExpr& call, Warnings& out) {
  if (call.has_bang) return nullptr;
  bool is_method = call.callee->kind == ExprKind::dot;
  const Expr& base = is_method ? *static_cast<const Dot*>(call.callee)->base : *call.callee;
  const CallExpr* maker = made_by(base);
  std::string word = is_method ? static_cast<const Dot*>(call.callee)->word : "call";
  if (maker == nullptr || !changes_self(*maker, word)) return nullptr;
  const auto& name = static_cast<const Name&>(base);
  bool is_statement = is_method && !call.taken, is_place = name.binding->is_place();
  bool is_of_library = builtin_of(*maker->callee) != nullptr;
  if (!is_statement && (is_of_library || !is_place)) return nullptr;
  std::string path = str(name.text, is_method ? str(".", word) : "");
  std::string declared = is_place ? "" : str("declare `", name.text, "` with `var`; ");
  Warning found = {str("the change of `self` by `", word, "` is discarded"), call.callee->span,
                   str(declared, "`", path, "!(…)` keeps the change")};
  // An assignment may have bound the name to another type.
  if (is_statement && !name.binding->is_assigned) found.error = Code::type;
  out.push_back(std::move(found));
  return name.binding;
}

bool is_within(Span inner, Span outer) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

// The binding of a name whose value is a stream of the library; null if that is not evident.
const Binding* stream_of(const Expr& e) {
  if (e.kind != ExprKind::name) return nullptr;
  const Binding* b = static_cast<const Name&>(e).binding;
  if (b == nullptr || b->value == nullptr || b->value->kind != ExprKind::call) return nullptr;
  const Expr& callee = *static_cast<const CallExpr*>(b->value)->callee;
  if (callee.kind != ExprKind::dot) return nullptr;
  const auto& dot = static_cast<const Dot&>(callee);
  bool is_data = dot.base->kind == ExprKind::name &&
                 static_cast<const Name*>(dot.base)->text == "data" && dot.builtin != nullptr;
  constexpr std::string_view arrays[] = {"read_csv", "load_npy", "load_npz", "load_raw"};
  return is_data && std::ranges::count(arrays, dot.word) == 0 ? b : nullptr;
}

// `for b in s { …; save(…, s) }` saves the position before the loop, which iterates over a copy.
void check_saves(const File& file, Warnings& out) {
  std::vector<const For*> loops;
  std::vector<const CallExpr*> saves;
  for (const auto& node : file.nodes) {
    if (const auto* loop = dynamic_cast<const For*>(node.get())) {
      if (stream_of(*loop->clause.source) != nullptr) loops.push_back(loop);
    }
    const auto* call = dynamic_cast<const CallExpr*>(node.get());
    bool is_save = call != nullptr && call->callee->kind == ExprKind::dot &&
                   static_cast<const Dot*>(call->callee)->word == "save";
    if (is_save) saves.push_back(call);
  }
  if (loops.empty() || saves.empty()) return;
  for (const auto& node : file.nodes) {
    const auto* name = dynamic_cast<const Name*>(node.get());
    if (name == nullptr || name->binding == nullptr) continue;
    auto is_saved = [&](const CallExpr* save) { return is_within(name->span, save->parens); };
    auto goes_through = [&](const For* loop) {
      return stream_of(*loop->clause.source) == name->binding &&
             is_within(name->span, loop->body->span);
    };
    if (std::ranges::none_of(saves, is_saved)) continue;
    if (std::ranges::none_of(loops, goes_through)) continue;
    out.push_back({str("`", name->text, "` is saved at its position before the loop"), name->span,
                   str("`for … in &", name->text, "` advances the stream with each item")});
  }
}

}  // namespace

std::vector<Warning> lint(const File& file) {
  Warnings out;
  std::vector<const Binding*> lost;
  for (const auto& node : file.nodes) {
    if (const auto* block = dynamic_cast<const BlockExpr*>(node.get())) check_block(*block, out);
    if (const auto* match = dynamic_cast<const Match*>(node.get())) check_match(*match, out);
    if (const auto* call = dynamic_cast<const CallExpr*>(node.get())) {
      if (const Binding* b = check_call(*call, out)) lost.push_back(b);
    }
  }
  for (const auto& b : file.bindings) {
    check_binding(*b, std::ranges::count(lost, b.get()) > 0, out);
  }
  check_saves(file, out);
  check_shapes(file, out);
  std::ranges::stable_sort(out, {}, [](const Warning& w) { return w.span.begin; });
  return out;
}

}  // namespace rille::lang
