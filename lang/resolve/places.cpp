// The resolver's places: which variables may be assigned.
#include "lang/core/places.h"

#include <algorithm>

#include "lang/resolve/resolver.h"

namespace rille::lang {
namespace {

std::string what(const Binding& b) {
  switch (b.kind) {
    case BindingKind::let: return "a `let`";
    case BindingKind::variable: return "a `var`";
    case BindingKind::function: return "a `fn`";
    case BindingKind::procedure: return "a `proc`";
    case BindingKind::structure: return "a `struct`";
    case BindingKind::param: return "a parameter";
    case BindingKind::loop: return "the variable of a loop";
    case BindingKind::import: return "a module";
    case BindingKind::size: return "a size";
  }
  return "";
}

}  // namespace

// Visits the indices of a place. The root of a place is not read.
void PlaceRules::path_operands(Expr* e) {
  if (e->kind == ExprKind::dot) return path_operands(static_cast<Dot*>(e)->base);
  if (e->kind != ExprKind::index) return;
  auto& index = static_cast<IndexExpr&>(*e);
  path_operands(index.base);
  for (IndexItem& sub : index.subs) {
    for (Expr* part : {sub.value, sub.start, sub.stop, sub.step}) {
      if (part) operand(part);
    }
  }
}

// Resolves the root of a place and checks that it may be rebound here. If it is not a `var`, the
// error has the kind `code`: Code::name for `=`, Code::type for & and !.
void PlaceRules::assign_to(const Expr& place, Code code) {
  Name* root = root_of(&place);
  if (!root) return;
  root->binding = find(*root);
  if (!root->binding) {
    root->builtin = names_.find(root->text);
    if (!root->builtin) {
      Error& fault = report(Code::name, "", root->span) = unknown_name(*root);
      bool is_new = code == Code::name && root == &place && fault.notes().empty();
      if (is_new) {
        fault.help(str("`let ", root->text, " = …` binds a value, `var ", root->text,
                       " = …` declares a mutable variable"));
      }
    } else {
      report(code, str("cannot assign to `", root->text, "`, which is a builtin"), root->span);
    }
    return;
  }
  Binding& b = *root->binding;
  if (!check_place(b, root->span, code) || !check_owner(b, root->span)) return;
  for (const Expr* step : steps_of(&place)) {
    const Structure* s = step->kind == ExprKind::dot ? self_of(*base_of(step)) : nullptr;
    if (s) struct_member(static_cast<const Dot&>(*step), *s, false);
  }
  note_assignment(b);
}

bool PlaceRules::check_place(const Binding& b, Span span, Code code) {
  if (b.is_place()) return true;
  std::string name = str("`", b.name, "`");
  Error& fault = code == Code::name
                     ? report(code, str("cannot assign to ", name, ", which is ", what(b)), span)
                     : report(code, str("`&` and `!` need a `var`: ", name, " is ", what(b)), span);
  fault.note(str(name, " is bound here"), b.span);
  bool is_value = b.kind == BindingKind::param || b.kind == BindingKind::loop;
  if (b.kind == BindingKind::let) fault.help(str("declare it with `var ", b.name, " = …`"));
  if (b.kind == BindingKind::param && b.name == "self") {
    fault.help("declare the parameter as `inout self` to change the object");
  } else if (is_value && code == Code::name) {
    fault.help(str("`var ", b.name, " = ", b.name, "` makes a mutable copy"));
  } else if (b.kind == BindingKind::param) {
    fault.help(str("declare the parameter as `inout ", b.name,
                   "` to change the variable of the caller; `var ", b.name, " = ", b.name,
                   "` makes a mutable copy"));
  } else if (b.kind == BindingKind::loop) {
    fault.help(str("to change `xs`, loop over indices and use `xs[i]` instead of `", b.name,
                   "`; `var ", b.name, " = ", b.name, "` makes a mutable copy"));
  }
  return false;
}

// Only the function that owns a variable may assign it, and a vectorized comprehension may not.
bool PlaceRules::check_owner(const Binding& b, Span span) {
  const FunctionDecl* f = here().function;
  if (f != b.owner) {
    std::string name = str("`", b.name, "`");
    bool is_lambda = f->kind == FunctionKind::lambda;
    std::string message =
        is_lambda ? str("a lambda captures ", name, " by value and cannot assign it")
                  : str(name, " is a `var` outside of `", f->name, "`: pass it as `inout`");
    report(Code::name, std::move(message), span).note(str(name, " is bound here"), b.span);
    return false;
  }
  for (const auto& [gather, outside] : here().comprehensions) {
    if (gather->is_tuple || b.depth > outside) continue;
    report(Code::name, str("a comprehension `[ ]` is pure and cannot assign `", b.name, "`"), span)
        .note(str("`", b.name, "` is bound here"), b.span);
    return false;
  }
  return true;
}

// Records that the loops and branches between an assignment and the binding carry the variable.
void PlaceRules::note_assignment(Binding& b) {
  b.is_assigned = true;
  for (FunctionContext::OpenFlow& open : here().flows) {
    auto& assigns = open.flow->assigns;
    bool is_known = b.depth > open.depth || std::ranges::find(assigns, &b) != assigns.end();
    if (is_known) continue;
    auto later = [&](const Binding* other) { return other->id > b.id; };
    assigns.insert(std::ranges::find_if(assigns, later), &b);
  }
}

}  // namespace rille::lang
