// Semantic tokens, inlay hints, symbols, and folding.
#include <algorithm>
#include <array>

#include "lang/resolve.h"
#include "repl/lsp/features.h"

namespace rille::lsp {
namespace {

using lang::MarkKind;

constexpr std::array<std::string_view, 12> token_types = {
    "namespace", "type",    "parameter", "variable", "property", "function",
    "method",    "keyword", "comment",   "string",   "number",   "operator"};
constexpr std::array<std::string_view, 3> token_modifiers = {"declaration", "readonly",
                                                             "defaultLibrary"};
enum class SemanticToken : uint8_t {
  module,
  type,
  parameter,
  variable,
  property,
  function,
  method,
  keyword,
  comment,
  string,
  number,
  sign
};
constexpr unsigned declares = 1, is_readonly = 2, of_library = 4;

struct TokenStyle {
  SemanticToken token = SemanticToken::variable;
  unsigned modifiers = 0;
};

TokenStyle of_binding(const lang::Binding& binding) {
  using Kind = lang::BindingKind;
  if (binding.kind == Kind::structure) return {SemanticToken::type};
  if (binding.kind == Kind::import) return {SemanticToken::module};
  if (binding.function != nullptr) return {SemanticToken::function};
  if (binding.kind == Kind::param || binding.kind == Kind::size) return {SemanticToken::parameter};
  return {SemanticToken::variable, binding.is_place() ? 0 : is_readonly};
}

TokenStyle of_known(const lang::BuiltinRecord& known, bool is_member) {
  using BuiltinRecord = lang::BuiltinRecord;
  switch (known.kind) {
    case BuiltinRecord::module: return {SemanticToken::module, of_library};
    case BuiltinRecord::value: return {SemanticToken::variable, of_library | is_readonly};
    case BuiltinRecord::dtype:
    case BuiltinRecord::structure: return {SemanticToken::type, of_library};
    default: return {is_member ? SemanticToken::method : SemanticToken::function, of_library};
  }
}

TokenStyle of_use(const NameUse& use) {
  TokenStyle out{SemanticToken::property};
  if (use.kind == NameUse::Kind::argument) return {SemanticToken::parameter};
  if (use.binding != nullptr) {
    out = of_binding(*use.binding);
  } else if (use.known != nullptr) {
    bool is_method = use.dot != nullptr && use.dot->method != nullptr;
    out = of_known(*use.known, is_method);
  } else if (use.is_type) {
    out = {SemanticToken::type, of_library};
  } else if (use.kind == NameUse::Kind::name) {
    out = {SemanticToken::variable};
  }
  if (use.is_definition) out.modifiers |= declares;
  return out;
}

TokenStyle of_mark(MarkKind kind) {
  switch (kind) {
    case MarkKind::keyword: return {SemanticToken::keyword};
    case MarkKind::number: return {SemanticToken::number};
    case MarkKind::string: return {SemanticToken::string};
    case MarkKind::comment: return {SemanticToken::comment};
    case MarkKind::name: return {SemanticToken::variable};
    default: return {SemanticToken::sign};
  }
}

// Returns the token of a mark: by its binding in a text without syntax errors, otherwise by its
// lexical kind.
TokenStyle coloured(const Document& document, const lang::Mark& mark) {
  std::string_view before =
      std::string_view(document.text.text()).substr(0, static_cast<size_t>(mark.begin));
  bool is_member = before.ends_with('.') && !before.ends_with("..");
  if (mark.kind == MarkKind::keyword && is_member) return {SemanticToken::property};
  if (mark.kind == MarkKind::name && document.good == document.now) {
    const auto& uses = document.good->uses.all;
    auto use = std::ranges::lower_bound(uses, mark.begin, {},
                                        [](const NameUse& it) { return it.span.begin; });
    if (use != uses.end() && use->span.begin == mark.begin) return of_use(*use);
  }
  return of_mark(mark.kind);
}

Json symbol(const Document& document, const std::string& name, int kind, Span all, Span at) {
  return {{"name", name.empty() ? "?" : name},
          {"kind", kind},
          {"range", document.text.range(all)},
          {"selectionRange", document.text.range(at)}};
}

constexpr int kind_module = 2, kind_method = 6, kind_field = 8, kind_function = 12,
              kind_variable = 13, kind_struct = 23, kind_event = 24;

Json of_structure(const Document& document, const lang::Structure& it, Span all) {
  Json out = symbol(document, it.name, kind_struct, all, it.name_span);
  Json parts = Json::array();
  for (const lang::FieldDecl* f : it.fields) {
    parts.push_back(symbol(document, f->name, kind_field, f->span, f->name_span));
  }
  for (const lang::FunctionDecl* f : it.methods) {
    parts.push_back(symbol(document, f->name, kind_method, f->span, f->name_span));
  }
  out["children"] = std::move(parts);
  return out;
}

Json of_statement(const Document& document, const lang::Stmt& s) {
  using Kind = lang::StmtKind;
  switch (s.kind) {
    case Kind::function: {
      const auto& f = *static_cast<const lang::FunctionStmt&>(s).function;
      return symbol(document, f.name, kind_function, s.span, f.name_span);
    }
    case Kind::structure:
      return of_structure(document, *static_cast<const lang::StructStmt&>(s).structure, s.span);
    case Kind::import: {
      const auto& it = static_cast<const lang::Import&>(s);
      return symbol(document, it.name, kind_module, s.span, it.name_span);
    }
    case Kind::test: {
      const auto& it = static_cast<const lang::Test&>(s);
      return symbol(document, it.name, kind_event, s.span, s.span);
    }
    case Kind::let: {
      const auto& it = static_cast<const lang::Let&>(s);
      bool is_name = it.pattern->kind == lang::PatternKind::name;
      return is_name ? symbol(document, it.pattern->text, kind_variable, s.span, it.pattern->span)
                     : Json();
    }
    default: return {};
  }
}

}  // namespace

Json semantic_legend() {
  return {{"tokenTypes", token_types}, {"tokenModifiers", token_modifiers}};
}

// Encodes each token by five numbers: lines and columns since the previous token, length, type, and
// modifiers. A token of several lines is split.
Json semantic_tokens(const Document& document) {
  Json data = Json::array();
  int64_t line = 0, column = 0;
  for (const lang::Mark& mark : document.now->marks) {
    TokenStyle it = coloured(document, mark);
    const std::string& text = document.text.text();
    auto begin = static_cast<size_t>(mark.begin), end = static_cast<size_t>(mark.end);
    while (begin < end) {
      size_t stop = std::min(text.find_first_of("\r\n", begin), end);
      Json from = document.text.position(begin), to = document.text.position(stop);
      int64_t own_line = from["line"], own_column = from["character"];
      int64_t length = to["character"].get<int64_t>() - own_column;
      if (length > 0) {
        int64_t passed = own_line == line ? own_column - column : own_column;
        for (int64_t number : {own_line - line, passed, length, static_cast<int64_t>(it.token),
                               static_cast<int64_t>(it.modifiers)}) {
          data.push_back(number);
        }
        line = own_line;
        column = own_column;
      }
      begin = stop + 1;
    }
  }
  return {{"data", std::move(data)}};
}

// Returns the types that tracing found, after the names of `let` and `var` without annotations.
Json inlay_hints(const Document& document, size_t begin, size_t end) {
  Json out = Json::array();
  if (document.notes == nullptr || document.noted != document.now) return out;
  for (const lang::Let* let : document.now->uses.lets) {
    auto at = static_cast<size_t>(let->pattern->span.end);
    bool is_plain = let->pattern->kind == lang::PatternKind::name && let->type == nullptr;
    if (!is_plain || at < begin || at > end) continue;
    std::string type = noted(document, *let->value);
    if (type.empty()) continue;
    out.push_back({{"position", document.text.position(at)},
                   {"label", str(": ", type)},
                   {"kind", 1},
                   {"paddingLeft", false}});
  }
  return out;
}

Json symbols(const Document& document) {
  Json out = Json::array();
  if (document.good == nullptr || document.good != document.now) return out;
  for (const lang::Stmt* s : document.good->tree.top->statements) {
    Json one = of_statement(document, *s);
    if (!one.is_null()) out.push_back(std::move(one));
  }
  return out;
}

// Returns brackets and comments that span several lines.
Json folding(const Document& document) {
  Json out = Json::array();
  auto fold = [&](size_t begin, size_t end, const char* kind) {
    int64_t first = document.text.position(begin)["line"];
    int64_t last = document.text.position(end)["line"];
    if (last <= first) return;
    Json one = {{"startLine", first}, {"endLine", last}};
    if (kind != nullptr) one["kind"] = kind;
    out.push_back(std::move(one));
  };
  const auto& marks = document.now->marks;
  for (size_t i = 0; i < marks.size(); ++i) {
    const lang::Mark& mark = marks[i];
    if (mark.kind == MarkKind::bracket && mark.partner > static_cast<int>(i)) {
      const lang::Mark& partner = marks[static_cast<size_t>(mark.partner)];
      fold(static_cast<size_t>(mark.begin), static_cast<size_t>(partner.begin), nullptr);
    }
    bool begins =
        mark.kind == MarkKind::comment && (i == 0 || marks[i - 1].kind != MarkKind::comment);
    size_t last = i;
    while (begins && last + 1 < marks.size() && marks[last + 1].kind == MarkKind::comment) ++last;
    if (begins) {
      fold(static_cast<size_t>(mark.begin), static_cast<size_t>(marks[last].begin), "comment");
    }
  }
  return out;
}

}  // namespace rille::lsp
