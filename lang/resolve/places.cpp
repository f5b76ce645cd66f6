// The resolver's places: what may be assigned, and by whom.
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

// The indices of a place; its root is no read.
void PlaceRules::path_operands(Expr* e) {
  if (e->kind == ExprKind::dot) return path_operands(static_cast<Dot*>(e)->base);
  if (e->kind != ExprKind::index) return;
  auto& index = static_cast<Index&>(*e);
  path_operands(index.base);
  for (Sub& sub : index.subs) {
    for (Expr* part : {sub.value, sub.start, sub.stop, sub.step}) {
      if (part) operand(part);
    }
  }
}

// Resolves the root of a place and checks that it may be rebound here. Where it is no `var`
// the error is of the kind `code`: a name's for `=`, a type's for & and !.
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
        fault.help(str("`let ", root->text, " = …` names a value, `var ", root->text,
                       " = …` makes a place that can be assigned"));
      }
    } else {
      report(code, str("cannot assign to `", root->text, "`: it is a builtin"), root->span);
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
                     ? report(code, str("cannot assign to ", name, ": it is ", what(b)), span)
                     : report(code, str("`&` and `!` need a `var`: ", name, " is ", what(b)), span);
  fault.note("it is bound here", b.span);
  bool is_value = b.kind == BindingKind::param || b.kind == BindingKind::loop;
  if (b.kind == BindingKind::let) fault.help(str("`var ", b.name, " = …` makes a place"));
  if (b.kind == BindingKind::param && b.name == "self") {
    fault.help("`inout self` as a parameter lets the method change its object");
  } else if (is_value && code == Code::name) {
    fault.help(str("`var ", b.name, " = ", b.name, "` makes a place of it"));
  } else if (b.kind == BindingKind::param) {
    fault.help(str("`inout ", b.name, "` as a parameter keeps the change for the caller; `var ",
                   b.name, " = ", b.name, "` changes a copy"));
  } else if (b.kind == BindingKind::loop) {
    fault.help(str("a loop over indices, with `xs[i]` in place of `", b.name,
                   "`, changes what is in `xs`; `var ", b.name, " = ", b.name, "` changes a copy"));
  }
  return false;
}

// Only the function that owns a place rebinds it, and no vectorized comprehension does.
bool PlaceRules::check_owner(const Binding& b, Span span) {
  const Function* f = here().function;
  if (f != b.owner) {
    std::string name = str("`", b.name, "`");
    bool is_lambda = f->kind == FunctionKind::lambda;
    std::string message =
        is_lambda ? str("a lambda takes the value of ", name, ", it cannot assign it")
                  : str(name, " is a `var` outside of `", f->name, "`: pass it in as `inout`");
    report(Code::name, std::move(message), span).note("it is bound here", b.span);
    return false;
  }
  for (const auto& [gather, outside] : here().comprehensions) {
    if (gather->is_tuple || b.depth > outside) continue;
    report(Code::name, str("a comprehension `[ ]` is pure, it cannot assign `", b.name, "`"), span)
        .note("it is bound here", b.span);
    return false;
  }
  return true;
}

// The loops and branches between an assignment and the binding carry it.
void PlaceRules::note_assignment(Binding& b) {
  b.is_assigned = true;
  for (Context::OpenFlow& open : here().flows) {
    auto& assigns = open.flow->assigns;
    bool is_known = b.depth > open.depth || std::ranges::find(assigns, &b) != assigns.end();
    if (is_known) continue;
    auto later = [&](const Binding* other) { return other->id > b.id; };
    assigns.insert(std::ranges::find_if(assigns, later), &b);
  }
}

}  // namespace rille::lang
