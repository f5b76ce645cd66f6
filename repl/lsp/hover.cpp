// Hover, and the signature of the call around the cursor.
#include <algorithm>

#include "lang/resolve.h"
#include "repl/lsp/features.h"

namespace rille::lsp {
namespace {

Json markdown(const std::string& text) { return {{"kind", "markdown"}, {"value", text}}; }

std::string code(const std::string& text) { return str("```rille\n", text, "\n```"); }

// Returns a help text as Markdown: the signature as code, and the rest in text form.
std::string shown(const std::string& help) {
  size_t end = help.find("\n\n");
  if (end == std::string::npos) return code(help);
  return str(code(help.substr(0, end)), "\n```text\n", help.substr(end + 2), "\n```");
}

std::string type_of(const Document& document, const lang::Binding& binding) {
  if (binding.function != nullptr && !binding.span.empty()) return noted(document, binding.span);
  return binding.value == nullptr ? "" : noted(document, *binding.value);
}

std::string of_binding(const Document& document, const Analysis& file,
                       const lang::Binding& binding) {
  std::string head = head_of(file.source, binding);
  std::string type = &file == document.good.get() ? type_of(document, binding) : "";
  bool is_told = head.find(" -> ") != std::string::npos || binding.type != nullptr;
  if (!type.empty() && !is_told) head += str(binding.function != nullptr ? " -> " : ": ", type);
  std::string doc = doc_of(binding);
  return doc.empty() ? code(head) : str(code(head), "\n", doc);
}

std::string of_member(const Document& document, const NameUse& use) {
  if (use.of == nullptr) return "";
  for (const lang::FieldDecl* field : use.of->fields) {
    if (field->name == use.word) {
      Span named = field->span;
      named.begin = field->name_span.begin;
      std::string mark = field->is_const ? "const " : field->is_state ? "var " : "";
      return code(str(mark, "field ", use.of->name, ".", text_of(document.good->source, named)));
    }
  }
  for (const lang::FunctionDecl* method : use.of->methods) {
    if (method->name != use.word) continue;
    std::string head = code(head_of(document.good->source, *method));
    return method->doc.empty() ? head : str(head, "\n", method->doc);
  }
  return "";
}

std::string exported(const Workspace& world, const Document& document, const NameUse& use,
                     size_t at) {
  if (use.dot == nullptr || use.of != nullptr) return "";
  for (const Occurrence& place : places_of(world, document, at)) {
    const NameUse* there =
        place.is_definition ? place.file->uses.at(static_cast<size_t>(place.span.begin)) : nullptr;
    if (there != nullptr && there->binding != nullptr) {
      return of_binding(document, *place.file, *there->binding);
    }
  }
  return "";
}

// Returns the parameters of a signature: the parts between commas at the outermost level of the
// parentheses.
Json parameters_of(const std::string& label) {
  Json out = Json::array();
  size_t open = label.find('(');
  if (open == std::string::npos) return out;
  int depth = 0;
  size_t begin = open + 1;
  for (size_t i = open; i < label.size(); ++i) {
    char c = label[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    bool ends = depth == 0 || (depth == 1 && c == ',');
    if (!ends || i == open) continue;
    while (begin < i && label[begin] == ' ') ++begin;
    if (begin < i) out.push_back({{"label", label.substr(begin, i - begin)}});
    begin = i + 1;
    if (depth == 0) break;
  }
  return out;
}

// Returns the name of a parameter: "inout key: key" -> "key".
std::string name_in(std::string label) {
  if (label.starts_with("inout ")) label = label.substr(6);
  if (label.starts_with("...")) label = label.substr(3);
  size_t end = label.find_first_of(": =");
  return label.substr(0, end);
}

// Returns the top-level function or method of the file with this name.
const lang::FunctionDecl* function_named(const Analysis& file, const std::string& path) {
  std::string word = path.substr(path.rfind('.') + 1);
  const lang::FunctionDecl* out = nullptr;
  for (const lang::FunctionDecl* f : file.uses.functions) {
    if (f->name == word && (out == nullptr || path == word)) out = f;
  }
  return out;
}

struct CalleeHelp {
  std::string label, doc;
  bool has_self = false;
};

CalleeHelp called(const Workspace& world, const Document& document, const std::string& path) {
  const Analysis& file = document.good == nullptr ? *document.now : *document.good;
  bool is_shadowed = path.find('.') == std::string::npos && function_named(file, path) != nullptr;
  std::string own = is_shadowed ? "" : world.shelf.signature(path);
  if (!own.empty()) return {own, world.shelf.brief(path)};
  if (const lang::FunctionDecl* f = function_named(file, path)) {
    bool skips = f->has_self && path.find('.') != std::string::npos;
    return {head_of(file.source, *f), f->doc, skips};
  }
  // x.sum(…) calls the function `sum` with x as the first argument.
  std::string word = path.substr(path.rfind('.') + 1);
  own = word == path ? "" : world.shelf.signature(word);
  return {own, world.shelf.brief(word), !own.empty()};
}

}  // namespace

Json hover(const Workspace& world, const Document& document, size_t at) {
  const NameUse* use = document.good == nullptr ? nullptr : document.good->uses.at(at);
  std::string text;
  Json range;
  if (use != nullptr && document.good == document.now) {
    range = document.text.range(use->span);
    if (use->binding != nullptr) {
      text = of_binding(document, *document.good, *use->binding);
    } else if (use->known != nullptr) {
      text = shown(world.shelf.help(use->known->name));
    } else {
      text = of_member(document, *use);
      if (text.empty()) text = exported(world, document, *use, at);
    }
  }
  if (text.empty()) {  // keywords, and texts with syntax errors
    for (const lang::Mark& mark : document.now->marks) {
      bool is_word = mark.kind == lang::MarkKind::name || mark.kind == lang::MarkKind::keyword;
      bool is_here = static_cast<size_t>(mark.begin) <= at && at <= static_cast<size_t>(mark.end);
      if (!is_word || !is_here) continue;
      auto end = static_cast<size_t>(mark.end);
      Path path = path_before(*document.now, end);
      std::string help =
          world.shelf.help(path.base.empty() ? path.word : str(path.base, ".", path.word));
      if (!help.empty()) text = shown(help);
      range = document.text.range(static_cast<size_t>(mark.begin), end);
    }
  }
  if (text.empty()) return nullptr;
  return {{"contents", markdown(text)}, {"range", range}};
}

Json signature_help(const Workspace& world, const Document& document, size_t at) {
  OpenCall call = open_call(*document.now, at);
  if (!call.is_there) return nullptr;
  CalleeHelp it = called(world, document, call.callee);
  if (it.label.empty()) return nullptr;
  Json params = parameters_of(it.label);
  int active = call.argument + (it.has_self ? 1 : 0);
  for (size_t i = 0; i < params.size(); ++i) {
    std::string name = name_in(params[i]["label"].get<std::string>());
    if (!call.word.empty() && name == call.word) active = static_cast<int>(i);
  }
  Json signature = {{"label", it.label}, {"parameters", params}};
  if (!it.doc.empty()) signature["documentation"] = it.doc;
  return {{"signatures", Json::array({signature})},
          {"activeSignature", 0},
          {"activeParameter", active}};
}

}  // namespace rille::lsp
