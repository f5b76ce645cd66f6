// Annotations: checks at run time, and sizes.
#include <algorithm>

#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

std::string ticked(const std::string& name) { return "`" + name + "`"; }

}  // namespace

// The text that R.annotation reads, in the grammar of vm/grammar.h: ? binds a size, $ is a size
// operand, and @ a struct operand. Examples: "f32[?, 3, $]", "(int, w=@)".
std::string Annotations::type_form(const TypeExpr* type, Operands& parts) {
  std::string form;
  if (type->kind == TypeKind::path) {
    if (type->is_builtin) {
      form = type->text;  // also the name of a struct of the library
    } else {
      form = "@";
      parts.structs.push_back(type->path);
    }
    if (!type->has_dims) return form;
    form += "[";
    for (const Dim* dim : type->dims) {
      if (form.back() != '[') form += ", ";
      if (dim->kind == Dim::any) {
        form += "_";
      } else if (dim->kind == Dim::ellipsis) {
        form += "...";
      } else if (dim->binds != nullptr) {
        form += "?";
        parts.binds.push_back(dim->binds);
      } else if (dim->value->kind == ExprKind::integer) {
        form += std::to_string(static_cast<const IntegerLiteral*>(dim->value)->value);
      } else {
        form += "$";
        parts.sums.push_back(dim->value);
      }
    }
    return form + "]";
  }
  if (type->kind == TypeKind::literal) return quoted(type->text);
  if (type->fields.empty() && type->kind != TypeKind::tuple) return type->text;
  bool is_either = type->kind == TypeKind::either;
  for (const TypeExpr::Field& field : type->fields) {
    if (!form.empty()) form += is_either ? " or " : ", ";
    if (!field.word.empty()) form += field.word + "=";
    form += type_form(field.type, parts);
  }
  if (is_either) return form;
  return "(" + form + (type->is_open ? ", ...)" : type->fields.size() == 1 ? ",)" : ")");
}

std::string Annotations::annotation(const TypeExpr* type, const std::string& form, int parameter) {
  std::string at = parameter < 0 ? "" : ", " + std::to_string(parameter);
  return constant_of(
      "t", "R.annotation(" + quoted(form) + ", " + quoted(source_text(type->span)) + at + ")");
}

// Binds the sizes that first appear here. check_sums() checks axes that need sizes bound later.
void Annotations::bind_type(const TypeExpr* type, const std::string& value, const std::string& what,
                            Span span, int parameter) {
  Operands parts;
  std::string form = type_form(type, parts);
  if (form == "any") return;
  std::string constant = annotation(type, form, parameter);
  std::string structs, outs;
  for (const Expr* e : parts.structs) structs += ", " + expr(e).text;
  for (const Binding* b : parts.binds) {
    bool is_slot = false;
    std::string name = declare(b, &is_slot);
    if (!is_slot) line("local " + name);
    outs += (outs.empty() ? "" : ", ") + name;
    told_by_[b] = what;
  }
  line(outs + (outs.empty() ? "" : " =") + mark(span, {span}) + " R.bind_type(" + constant + ", " +
       value + ", " + quoted(what) + structs + ")");
}

// The name of a size in errors: "n of `x`" if x binds it, or an expression such as "n + 1".
std::string Annotations::size_text(const Expr* sum, const std::string& what) const {
  std::string text = source_text(sum->span);
  if (sum->kind != ExprKind::name) return text;
  auto teller = told_by_.find(static_cast<const Name*>(sum)->binding);
  return teller == told_by_.end() || teller->second == what ? text : text + " of " + teller->second;
}

void Annotations::check_sums(const TypeExpr* type, const std::string& value,
                             const std::string& what, Span span, int parameter) {
  Operands parts;
  std::string form = type_form(type, parts);
  if (parts.sums.empty()) return;
  std::string constant = annotation(type, form, parameter);
  statement([&] {
    std::vector<Piece> codes = operands(parts.sums);
    std::string sums;
    for (size_t i = 0; i < codes.size(); ++i) {
      sums += ", " + quoted(size_text(parts.sums[i], what)) + ", " + codes[i].text;
    }
    line(mark(span, {span}) + "R.check_sizes(" + constant + ", " + value + ", " + quoted(what) +
         sums + ")");
  });
}

void Annotations::check_type(const TypeExpr* type, const std::string& value,
                             const std::string& what, Span span) {
  bind_type(type, value, what, span);
  check_sums(type, value, what, span);
}

void Annotations::check_params(const FunctionDecl* f) {
  if (f->structure != nullptr && f->has_self) bind_self(f);
  int at = 0;
  for (const ParamDecl* p : f->params) {
    if (p->type != nullptr) bind_type(p->type, w_.names[p->binding], ticked(p->name), p->span, at);
    ++at;
  }
  at = 0;
  for (const ParamDecl* p : f->params) {
    if (p->type != nullptr) check_sums(p->type, w_.names[p->binding], ticked(p->name), p->span, at);
    ++at;
  }
}

void Annotations::check_fields(const Structure* s) {
  int at = 0;
  for (const FieldDecl* field : s->fields) {
    std::string param = parts_.definitions.field_param(field, static_cast<size_t>(at));
    if (field->type != nullptr) bind_type(field->type, param, ticked(field->name), field->span, at);
    ++at;
  }
  at = 0;
  for (const FieldDecl* field : s->fields) {
    std::string param = parts_.definitions.field_param(field, static_cast<size_t>(at));
    if (field->type != nullptr)
      check_sums(field->type, param, ticked(field->name), field->span, at);
    ++at;
  }
}

// Binds the sizes that the fields of the struct name, if the method uses them, by reading self.
void Annotations::bind_self(const FunctionDecl* f) {
  auto wanted = [&](const Binding* size) -> const Binding* {
    auto at = std::ranges::find_if(
        f->sizes, [&](const Binding* own) { return own->name == size->name && own->reads > 0; });
    return at == f->sizes.end() ? nullptr : *at;
  };
  const std::string& self = w_.names[f->params[0]->binding];
  for (const FieldDecl* field : f->structure->fields) {
    if (field->type == nullptr) continue;
    Operands parts;
    type_form(field->type, parts);
    bool used = std::ranges::any_of(parts.binds, [&](const Binding* b) { return wanted(b); });
    if (!used) continue;
    bind_type(field->type, self + field_access(field->name), ticked(field->name), field->span);
    for (const Binding* b : parts.binds) {
      if (const Binding* own = wanted(b)) w_.names[own] = w_.names[b];
    }
  }
}

}  // namespace rille::lang
