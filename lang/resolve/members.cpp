// The resolver's members: of modules, structs, and `self`.
#include "lang/foreign.h"
#include "lang/resolve/resolver.h"
#include "vm/words/dotted.h"

namespace rille::lang {

namespace {

// The text of a chain of names, such as `jax.random.normal`; empty for any other expression.
std::string dotted(const Expr& e) {
  if (e.kind == ExprKind::name) return std::string(static_cast<const Name&>(e).text);
  if (e.kind != ExprKind::dot) return {};
  const Dot& dot = static_cast<const Dot&>(e);
  std::string base = dotted(*dot.base);
  return base.empty() ? base : str(base, ".", dot.word);
}

}  // namespace

bool Members::foreign_member(const Dot& e) {
  const Expr* base = e.base;
  while (base->kind == ExprKind::dot) base = static_cast<const Dot*>(base)->base;
  if (base->kind != ExprKind::name) return false;
  const Name& root = *static_cast<const Name*>(base);
  if (!is_foreign_module(root.text) && !is_dotted_root(root.text)) return false;
  if (find(root) || names_.find(root.text)) return false;
  Error fault = unknown_name(root);
  if (!fault.notes().empty()) return false;  // the name is bound later
  fault.help(foreign_help(names_, dotted(e)));
  report(Code::name, "", root.span) = std::move(fault);
  return true;
}

bool Members::module_member(Dot& e) {
  const BuiltinRecord* module = e.base->kind == ExprKind::name ? static_cast<Name*>(e.base)->builtin
                                : e.base->kind == ExprKind::dot ? static_cast<Dot*>(e.base)->builtin
                                                                : nullptr;
  if (!module || module->kind != BuiltinRecord::module) return false;
  e.builtin = names_.find(str(module->name, ".", e.word));
  if (e.builtin) return true;
  Error& fault =
      report(Code::name, str("module `", module->name, "` has no `", e.word, "`"), e.word_span);
  const BuiltinRecord* outside = names_.find(e.word);
  bool is_outside = outside != nullptr && outside->kind != BuiltinRecord::module;
  std::string_view said = dotted_word(dotted(e));
  fault.help(!said.empty() ? said_as_help(said)
             : is_outside  ? str("did you mean `", e.word, "`?")
                           : member_help(module->name, e.word, names_.members(module->name)));
  return true;
}

// The struct of `self`, in a method and the lambdas inside it.
const Structure* Members::self_of(const Expr& e) const {
  if (e.kind != ExprKind::name) return nullptr;
  const Binding* b = static_cast<const Name&>(e).binding;
  if (!b || b->kind != BindingKind::param) return nullptr;
  const FunctionDecl* f = here().function;
  while (f && f != b->owner) f = f->parent;
  return f && f->has_self && f->params[0]->binding == b ? f->structure : nullptr;
}

void Members::struct_member(const Dot& e, const Structure& s, bool is_type) {
  auto [found, is_new] = members_.try_emplace(&s);
  auto& members = found->second;  // whether it is a field
  if (is_new) {
    for (const FunctionDecl* method : s.methods) members.emplace(method->name, false);
    for (const FieldDecl* field : s.fields) members.insert_or_assign(field->name, true);
  }
  auto member = members.find(e.word);
  if (member != members.end() && !(is_type && member->second)) return;
  std::string_view what = is_type ? "function" : "field or method";
  Error& fault =
      report(Code::name, str("`", s.name, "` has no ", what, " `", e.word, "`"), e.word_span);
  std::vector<std::string> names;
  for (const auto& [name, is_field] : members) {
    if (!is_type || !is_field) names.emplace_back(name);
  }
  std::string near = nearest(e.word, names);
  if (!near.empty()) fault.help(str("did you mean `", near, "`?"));
}

// Checks that all fields and methods of a struct have different names.
void Members::check_members(const Structure& s) {
  std::map<std::string_view, Span> members;
  auto add = [&](std::string_view name, Span span) {
    auto [member, is_new] = members.try_emplace(name, span);
    if (is_new) return;
    report(Code::name, str("`", s.name, "` has two members named `", name, "`"), span)
        .note("the first member", member->second);
  };
  for (const FieldDecl* field : s.fields) add(field->name, field->name_span);
  for (const FunctionDecl* method : s.methods) add(method->name, method->name_span);
}

}  // namespace rille::lang
