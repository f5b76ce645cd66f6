// The resolver's annotations, and the sizes that they bind.
#include <algorithm>
#include <array>

#include "lang/resolve/resolver.h"
#include "vm/annotation.h"

namespace rille::lang {
namespace {

const std::vector<std::string>& builtin_types() {
  static const std::vector<std::string> names = annotation_words();
  return names;
}

// Names of sizes begin with a lower-case letter; other names are looked up in outer scopes.
bool names_size(std::string_view name) { return name[0] < 'A' || name[0] > 'Z'; }

}  // namespace

// A size is bound where it first occurs alone. `is_local` is true in a block, where the name may
// also be one that is visible already.
void Resolver::type(TypeExpr& t, std::vector<Binding*>& sizes, bool is_local) {
  if (t.kind != TypeKind::path) {
    for (TypeExpr::Field& field : t.fields) type(*field.type, sizes, is_local);
    return;
  }
  type_path(t);
  for (Dim* d : t.dims) dim(*d, sizes, is_local);
}

void Resolver::size_expressions(TypeExpr& t) {
  for (TypeExpr::Field& field : t.fields) size_expressions(*field.type);
  for (Dim* d : t.dims) {
    bool is_sum = d->kind == Dim::sum && d->value->kind != ExprKind::name;
    if (is_sum) size_expression(d->value);
  }
}

void Resolver::type_path(TypeExpr& t) {
  if (t.path->kind != ExprKind::name) {
    visit(t.path, ValueUse::value);
    const BuiltinRecord* known = builtin_of(*t.path);
    t.is_builtin = known != nullptr && known->kind == BuiltinRecord::structure;
    bool is_else = known != nullptr && !t.is_builtin;
    if (is_else) report(Code::type, str("`", known->name, "` is not a type"), t.path->span);
    return;
  }
  Name& name = static_cast<Name&>(*t.path);
  Binding* binding = find(name);
  t.is_builtin = !binding && std::ranges::count(builtin_types(), name.text) > 0;
  if (t.is_builtin) return;
  if (binding && binding->kind == BindingKind::structure) return read(name);
  bool is_import = binding && binding->kind == BindingKind::import;
  if (binding) {
    report(Code::type, str("`", name.text, "` is not a type"), name.span)
        .note(str("`", name.text, "` is bound here"), is_import ? name.span : binding->span);
    return;
  }
  std::vector<std::string> known = builtin_types();
  std::ranges::move(visible_names(), std::back_inserter(known));
  report(Code::name, str("unknown type `", name.text, "`"), name.span)
      .help(name_help(name.text, known));
}

void Resolver::dim(Dim& d, std::vector<Binding*>& sizes, bool is_local) {
  if (d.kind != Dim::sum || d.value->kind != ExprKind::name) return;
  Name& name = static_cast<Name&>(*d.value);
  if (!names_size(name.text)) return operand(d.value);
  Scope::ScopeSlot* slot = find_slot(name.text);
  Binding* known = slot ? slot->binding : nullptr;
  // In a signature, only its own parameters and sizes are visible, and those of the fields.
  bool is_own = known && known->owner == here().function && known->depth > 0 &&
                (known->kind == BindingKind::param || known->kind == BindingKind::size);
  bool is_visible = known && (is_own || (is_local && known->owner == here().function));
  if (is_visible) return operand(d.value);
  Binding* size = make_binding(BindingKind::size, name.text, name.span);
  declare(size);
  sizes.push_back(size);
  d.binds = size;
  name.binding = size;
}

void Resolver::size_expression(Expr* e) {
  if (e->kind == ExprKind::binary) {
    auto& binary = static_cast<Binary&>(*e);
    size_expression(binary.left);
    size_expression(binary.right);
  } else if (e->kind == ExprKind::name) {
    operand(e);
  }
}

}  // namespace rille::lang
