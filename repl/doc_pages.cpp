// Pages of the modules of the library, and of scripts.
#include <algorithm>
#include <set>

#include "lang/parse.h"
#include "repl/doc.h"
#include "repl/lsp/analysis.h"
#include "vm/help.h"

namespace rille {
namespace {

constexpr std::string_view global = "global";

std::string module_of(std::string_view name) {
  size_t point = name.rfind('.');
  return std::string(point == std::string_view::npos ? global : name.substr(0, point));
}

DocEntry entry_of(const Builtin& builtin) {
  return {.kind = builtin.purity == Purity::host ? "proc" : "fn",
          .name = std::string(builtin.name()),
          .head = signature_text(builtin),
          .text = full_brief(builtin),
          .params = parameter_rows(builtin),
          .returns = std::string(builtin.returns),
          .errors = std::string(builtin.errors == "none" ? "" : builtin.errors),
          .example = std::string(builtin.example),
          .source = std::string(builtin.source == "ours" ? "" : builtin.source),
          .plain = help(builtin)};
}

DocEntry entry_of(const Struct& record) {
  DocEntry out = {.kind = "struct",
                  .name = std::string(record.name),
                  .head = signature_text(record),
                  .text = std::string(record.brief),
                  .params = field_rows(record),
                  .state = record.typed().state,
                  .constants = record.typed().constants,
                  .example = std::string(record.example),
                  .source = std::string(record.source == "ours" ? "" : record.source),
                  .plain = help(record)};
  for (const StructMethod& method : record.methods) {
    out.methods.emplace_back(method.head, method.brief);
  }
  return out;
}

// --- scripts --------------------------------------------------------------------------------

std::string indented(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out += str("  ", text.substr(at, end - at));
    out += '\n';
    at = end + 1;
  }
  return out;
}

std::string plain_of(const DocEntry& entry) {
  std::string out = entry.head + "\n" + indented(entry.text);
  for (const auto& [head, text] : entry.methods)
    out += str("  .", head, "\n", indented(indented(text)));
  return out;
}

// Returns the signature of a method without the struct's name: "call(self, x)".
std::string method_head(const Source& source, const lang::FunctionDecl& method) {
  std::string head = lsp::head_of(source, method);
  size_t point = head.find(str(".", method.name, "("));
  return point == std::string::npos ? head : head.substr(point + 1);
}

DocEntry entry_of(const Source& source, const lang::FunctionDecl& f) {
  bool is_proc = f.kind == lang::FunctionKind::procedure;
  return {.kind = is_proc ? "proc" : "fn",
          .name = f.name,
          .head = lsp::head_of(source, f),
          .text = f.doc};
}

DocEntry entry_of(const Source& source, const lang::Structure& it) {
  DocEntry out = {
      .kind = "struct", .name = it.name, .head = str("struct ", it.name, "("), .text = it.doc};
  for (const lang::FieldDecl* field : it.fields) {
    out.head += str(out.head.ends_with("(") ? "" : ", ", lsp::text_of(source, field->span));
    if (field->is_state) out.state.push_back(field->name);
  }
  out.head += ")";
  for (const lang::FunctionDecl* method : it.methods) {
    if (!method->name.starts_with("_"))
      out.methods.emplace_back(method_head(source, *method), method->doc);
  }
  return out;
}

std::optional<DocEntry> entry_of(const Source& source, const lang::Stmt& s) {
  using Kind = lang::StmtKind;
  switch (s.kind) {
    case Kind::function:
      return entry_of(source, *static_cast<const lang::FunctionStmt&>(s).function);
    case Kind::structure:
      return entry_of(source, *static_cast<const lang::StructStmt&>(s).structure);
    case Kind::let: {
      const auto& let = static_cast<const lang::Let&>(s);
      bool is_name = let.pattern->kind == lang::PatternKind::name;
      if (let.is_var || !is_name) return std::nullopt;
      std::string type = let.type == nullptr ? "" : str(": ", lsp::text_of(source, let.type->span));
      return DocEntry{.kind = "let",
                      .name = let.pattern->text,
                      .head = str("let ", let.pattern->text, type),
                      .text = let.doc};
    }
    default: return std::nullopt;
  }
}

// Returns the `##` lines at the beginning of a file, if an empty line follows them.
std::string head_text(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::string out;
  while (text.starts_with("##")) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(2, end - 2);
    if (line.starts_with(' ')) line.remove_prefix(1);
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    out += str(out.empty() ? "" : "\n", line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  bool stands_alone = text.empty() || text[0] == '\n' || text[0] == '\r';
  return stands_alone ? out : "";
}

}  // namespace

std::vector<std::string> library_pages(const State& state) {
  std::set<std::string> names;
  for (const Builtin* builtin : state.builtins()) names.insert(module_of(builtin->name()));
  for (const Struct* record : state.structs()) names.insert(module_of(record->name));
  names.erase(std::string(global));
  std::vector<std::string> out = {std::string(global)};
  out.insert(out.end(), names.begin(), names.end());
  return out;
}

std::optional<DocPage> library_page(const State& state, const std::string& module) {
  bool is_global = module == global;
  DocPage out = {
      .title = is_global ? "Global names" : str("Module ", module),
      .text = "Generated from the records of the builtins. `rille help NAME` shows the same text."};
  for (const Builtin* builtin : state.builtins()) {
    if (module_of(builtin->name()) == module) out.entries.push_back(entry_of(*builtin));
  }
  for (const Struct* record : state.structs()) {
    if (module_of(record->name) == module) out.entries.push_back(entry_of(*record));
  }
  if (out.entries.empty()) return std::nullopt;
  std::ranges::stable_sort(out.entries, {}, &DocEntry::name);
  return out;
}

DocPage script_page(const Source& source, int file, std::vector<Error>& errors) {
  lang::File tree = lang::parse(source, file, errors);
  DocPage out = {.title = source.name, .text = head_text(source.text)};
  if (!errors.empty()) return out;
  for (const lang::Stmt* s : tree.top->statements) {
    std::optional<DocEntry> entry = entry_of(source, *s);
    if (!entry || entry->name.starts_with("_")) continue;
    entry->plain = plain_of(*entry);
    out.entries.push_back(std::move(*entry));
  }
  return out;
}

}  // namespace rille
