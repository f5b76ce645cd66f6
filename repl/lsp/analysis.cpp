// Analysis: parse, resolve, lint; texts of bindings.
#include "repl/lsp/analysis.h"

#include <algorithm>

#include "lang/parse.h"
#include "lang/resolve.h"

namespace rille::lsp {

std::shared_ptr<const Analysis> analyse(const BuiltinIndex& shelf, std::string path,
                                        std::string text) {
  auto out = std::make_shared<Analysis>();
  out->source = {std::move(path), std::move(text)};
  out->marks = lang::marks_of(out->source.text);
  out->tree = lang::parse(out->source, 0, out->errors);
  if (!out->errors.empty()) return out;
  out->is_whole = true;
  lang::resolve(out->tree, shelf.names(), out->errors);
  if (out->errors.empty()) out->warnings = lang::lint(out->tree);
  out->uses = uses_of(out->tree);
  return out;
}

std::string noted(const Document& document, Span span) {
  if (document.notes == nullptr || document.noted != document.good) return "";
  for (const ShapeNote& note : document.notes->notes) {
    if (note.span.begin == span.begin && note.span.end == span.end) return note.type;
  }
  return "";
}

std::string noted(const Document& document, const lang::Expr& value) {
  using Kind = lang::ExprKind;
  if (value.kind == Kind::binary) {
    return noted(document, static_cast<const lang::Binary&>(value).op_span);
  }
  if (value.kind == Kind::compare) {
    return noted(document, static_cast<const lang::Compare&>(value).links.back().op_span);
  }
  if (value.kind == Kind::call) {
    const lang::Expr& callee = *static_cast<const lang::CallExpr&>(value).callee;
    std::string whole = noted(document, callee.span);
    if (!whole.empty() || callee.kind != Kind::dot) return whole;
    return noted(document, static_cast<const lang::Dot&>(callee).word_span);
  }
  return noted(document, value.span);
}

std::string_view text_of(const Source& source, Span span) {
  auto size = static_cast<int>(source.text.size());
  int begin = std::clamp(span.begin, 0, size), end = std::clamp(span.end, begin, size);
  return std::string_view(source.text)
      .substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
}

std::string doc_of(const lang::Binding& binding) {
  if (binding.function != nullptr) return binding.function->doc;
  return binding.structure != nullptr ? binding.structure->doc : "";
}

std::string head_of(const Source& source, const lang::FunctionDecl& function) {
  std::string params;
  for (const lang::ParamDecl* p : function.params) {
    params += str(params.empty() ? "" : ", ", text_of(source, p->span));
  }
  std::string result =
      function.result == nullptr ? "" : str(" -> ", text_of(source, function.result->span));
  std::string of = function.kind == lang::FunctionKind::method && function.structure != nullptr
                       ? function.structure->name + "."
                       : "";
  bool is_proc = function.kind == lang::FunctionKind::procedure;
  return str(is_proc ? "proc " : "fn ", of, function.name, "(", params, ")", result);
}

std::string head_of(const Source& source, const lang::Binding& binding) {
  using Kind = lang::BindingKind;
  if (binding.function != nullptr && binding.function->kind != lang::FunctionKind::lambda) {
    return head_of(source, *binding.function);
  }
  if (binding.structure != nullptr) {
    std::string fields;
    for (const lang::FieldDecl* field : binding.structure->fields) {
      fields += str("\n  ", text_of(source, field->span));
    }
    return str("struct ", binding.name, " {", fields, "\n}");
  }
  std::string type = binding.type == nullptr ? "" : str(": ", text_of(source, binding.type->span));
  switch (binding.kind) {
    case Kind::variable: return str("var ", binding.name, type);
    case Kind::param:
      return str("parameter ", binding.is_inout ? "inout " : "", binding.name, type);
    case Kind::import: return str("import ", binding.name);
    case Kind::size: return str("size ", binding.name, ": int");
    default: return str("let ", binding.name, type);
  }
}

const lang::Import* import_of(const lang::File& file, const lang::Binding* binding) {
  if (file.top == nullptr || binding == nullptr) return nullptr;
  for (const lang::Stmt* s : file.top->statements) {
    if (s->kind != lang::StmtKind::import) continue;
    const auto* import = static_cast<const lang::Import*>(s);
    if (import->binding == binding) return import;
  }
  return nullptr;
}

}  // namespace rille::lsp
