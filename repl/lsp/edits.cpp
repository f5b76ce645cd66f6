// Diagnostics, quick fixes, formatting, and rename.
#include <algorithm>
#include <cctype>

#include "lang/format.h"
#include "lang/resolve.h"
#include "repl/lsp/features.h"

namespace rille::lsp {
namespace {

constexpr int severity_error = 1, severity_warning = 2, tag_unnecessary = 1;

std::string message_of(const Error& error) {
  std::string out = error.what();
  for (const Error::Note& note : error.notes()) out += str("\nnote: ", note.text);
  return error.help().empty() ? out : str(out, "\nhelp: ", error.help());
}

Json diagnostic(const Document& document, Span span, std::string_view code,
                const std::string& message) {
  return {{"range", document.text.range(span)},
          {"source", "rille"},
          {"code", code},
          {"message", message}};
}

Json of_error(const Document& document, const Error& error) {
  Json out = diagnostic(document, error.span(), name(error.code()), message_of(error));
  out["severity"] = severity_error;
  if (!error.help().empty()) out["data"] = {{"help", error.help()}};
  Json related = Json::array();
  for (const Error::Label& label : error.labels()) {
    if (label.span.empty() || label.text.empty()) continue;
    Json location = {{"uri", document.uri}, {"range", document.text.range(label.span)}};
    related.push_back({{"location", location}, {"message", label.text}});
  }
  if (!related.empty()) out["relatedInformation"] = std::move(related);
  return out;
}

Json of_warning(const Document& document, const lang::Warning& warning) {
  std::string text =
      warning.help.empty() ? warning.text : str(warning.text, "\nhelp: ", warning.help);
  Json out = diagnostic(document, warning.span, "warning", text);
  out["severity"] = severity_warning;
  bool is_idle =
      warning.text.ends_with("never read") || warning.text.starts_with("unreachable code");
  if (is_idle) out["tags"] = Json::array({tag_unnecessary});
  return out;
}

// Returns whether an error of tracing is located in the document itself.
bool is_of(const ShapeNotes& notes, const Error& error, const std::string& path) {
  auto file = static_cast<size_t>(std::max(error.span().file, 0));
  return !error.span().empty() && file < notes.faults.sources.size() &&
         notes.faults.sources[file].name == path;
}

// Returns whether a word is a valid name.
bool is_name(const std::string& word) {
  if (word.empty() || std::isdigit(static_cast<unsigned char>(word[0])) != 0) return false;
  bool is_word = std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  });
  std::vector<lang::Mark> marks = lang::marks_of(word);
  bool is_one = marks.size() == 1 && marks[0].kind == lang::MarkKind::name;
  return is_word && is_one;
}

// Returns the text after `lead` up to the next backtick, or "".
std::string quoted_behind(const std::string& text, std::string_view lead) {
  size_t begin = text.find(lead);
  if (begin == std::string::npos) return "";
  begin += lead.size();
  size_t end = text.find('`', begin);
  return end == std::string::npos ? "" : text.substr(begin, end - begin);
}

class Actions {
 public:
  Actions(const Document& document, size_t begin, size_t end)
      : document_(document), begin_(begin), end_(end) {}

  Json run() {
    for (const Error& error : document_.now->errors) of(error);
    for (const lang::Warning& warning : document_.now->warnings) of(warning);
    return std::move(out_);
  }

 private:
  bool touches(Span span) const {
    return !span.empty() && static_cast<size_t>(span.begin) <= end_ &&
           begin_ <= static_cast<size_t>(span.end);
  }

  void add(const std::string& title, const Json& of, Span span, const std::string& with) {
    Json edit = {{"range", document_.text.range(span)}, {"newText", with}};
    out_.push_back({{"title", title},
                    {"kind", "quickfix"},
                    {"isPreferred", true},
                    {"diagnostics", Json::array({of})},
                    {"edit", {{"changes", {{document_.uri, Json::array({edit})}}}}}});
  }

  void of(const Error& error) {
    if (!touches(error.span())) return;
    std::string with = quoted_behind(error.help(), "did you mean `");
    if (with.empty()) return;
    std::string wrong(text_of(document_.now->source, error.span()));
    // For `nn.Liner`, the help may name the member alone, or the whole path.
    Span span = error.span();
    size_t dot = wrong.rfind('.');
    if (dot != std::string::npos && with.find('.') == std::string::npos) {
      span.begin += static_cast<int>(dot) + 1;
    }
    add(str("write `", with, "`"), of_error(document_, error), span, with);
  }

  void of(const lang::Warning& warning) {
    if (!touches(warning.span)) return;
    Json of = of_warning(document_, warning);
    std::string word(text_of(document_.now->source, warning.span));
    bool is_unread = warning.text.ends_with("is never read") && is_name(word);
    if (is_unread) add(str("rename to `_", word, "`"), of, warning.span, "_" + word);
    if (!warning.text.ends_with("is never assigned")) return;
    // Replace the `var` before the name.
    const auto& marks = document_.now->marks;
    for (size_t i = 1; i < marks.size(); ++i) {
      if (marks[i].begin != warning.span.begin) continue;
      Span before{warning.span.file, marks[i - 1].begin, marks[i - 1].end};
      if (text_of(document_.now->source, before) == "var")
        add("change to `let`", of, before, "let");
    }
  }

  const Document& document_;
  size_t begin_, end_;
  Json out_ = Json::array();
};

}  // namespace

Json diagnostics(const Document& document) {
  Json out = Json::array();
  for (const Error& error : document.now->errors) out.push_back(of_error(document, error));
  for (const lang::Warning& w : document.now->warnings) out.push_back(of_warning(document, w));
  if (document.notes == nullptr || document.noted != document.now) return out;
  for (const Error& error : document.notes->faults.errors) {
    if (is_of(*document.notes, error, document.path)) out.push_back(of_error(document, error));
  }
  return out;
}

Json formatting(const Document& document) {
  std::string made;
  try {
    made = lang::format(document.now->source);
  } catch (const Error&) {
    return nullptr;  // the errors are reported by diagnostics
  }
  const std::string& text = document.text.text();
  if (made == text) return Json::array();
  // The edit contains only the lines that differ, so that the cursor stays in place.
  size_t begin = 0, end = 0, most = std::min(text.size(), made.size());
  while (begin < most && text[begin] == made[begin]) ++begin;
  while (begin > 0 && text[begin - 1] != '\n') --begin;
  while (end < most - begin && text[text.size() - 1 - end] == made[made.size() - 1 - end]) ++end;
  while (end > 0 && text[text.size() - end - 1] != '\n') --end;
  Json edit = {{"range", document.text.range(begin, text.size() - end)},
               {"newText", made.substr(begin, made.size() - end - begin)}};
  return Json::array({edit});
}

Json code_actions(const Document& document, size_t begin, size_t end) {
  return Actions(document, begin, end).run();
}

Json prepare_rename(const Document& document, size_t at) {
  if (document.good == nullptr || document.good != document.now) {
    throw RenameError("the text has errors: correct them first");
  }
  const NameUse* use = document.good->uses.at(at);
  if (use == nullptr) throw RenameError("no name at this position");
  if (use->known != nullptr) {
    throw RenameError(str("`", use->word, "` is a builtin and cannot be renamed"));
  }
  bool is_member = use->binding == nullptr;
  bool is_exported = use->dot != nullptr && use->of == nullptr;
  if (use->word == "self")
    throw RenameError("`self` is the name of the instance in methods and cannot be renamed");
  if (is_member && !is_exported && use->of == nullptr) {
    throw RenameError(str("the struct of the field `", use->word, "` is unknown"));
  }
  if (is_member && use->of != nullptr) {
    throw RenameError(
        str("`", use->word, "` is a member: other types may have a member of that name"));
  }
  return {{"range", document.text.range(use->span)}, {"placeholder", use->word}};
}

namespace {

// Returns whether a text uses a builtin, a module, or a dtype that a binding of this name would
// hide.
bool reads_known(const Analysis& file, const std::string& name) {
  return std::ranges::any_of(file.uses.all, [&](const NameUse& use) {
    bool is_root = use.kind == NameUse::Kind::name || use.is_type;
    return is_root && use.binding == nullptr && use.word == name;
  });
}

void check_free(const Occurrence& place, const std::string& name) {
  for (const auto& binding : place.file->tree.bindings) {
    if (binding->name == name) {
      throw RenameError(str("`", name, "` is already bound in ", place.file->source.name,
                            ": one of the two would be hidden"));
    }
  }
  if (reads_known(*place.file, name)) {
    throw RenameError(str("the builtin `", name, "` is used in ", place.file->source.name,
                          ": it would be hidden"));
  }
}

// In an annotation, a lower-case name binds any size, and any other name refers to a constant. So a
// rename must not change the case.
void check_case(const Occurrence& place, const std::string& old, const std::string& name) {
  auto is_lower = [](const std::string& word) {
    return std::islower(static_cast<unsigned char>(word[0])) != 0;
  };
  const NameUse* use = place.file->uses.at(static_cast<size_t>(place.span.begin));
  if (use == nullptr || !use->is_size || is_lower(old) == is_lower(name)) return;
  throw RenameError(str("`", old, "` is used in an annotation, where `", name, "` would ",
                        is_lower(name) ? "bind any size" : "refer to a constant"));
}

// Returns whether a string equals the name and is probably an argument that names parameters:
// `wrt = "x"`, `donate = ("x", "y")`.
bool is_named_by_string(const std::string& text, const std::string& old) {
  std::string quoted = str("\"", old, "\"");
  for (size_t at = text.find(quoted); at != std::string::npos; at = text.find(quoted, at + 1)) {
    size_t begin = text.rfind('\n', at) + 1;
    std::string_view before = std::string_view(text).substr(begin, at - begin);
    auto holds = [&](std::string_view word) { return before.find(word) != std::string_view::npos; };
    if (holds("wrt") || holds("donate") || holds("grad(") || holds("jac")) return true;
  }
  return false;
}

// Raises RenameError if the name itself has a meaning: `main` runs, and strings can name
// parameters.
void check_meaning(const Occurrence& place, const lang::Binding& binding, const std::string& name) {
  bool is_main = name == "main" || binding.name == "main";
  if (is_main && binding.function != nullptr && binding.depth == 0) {
    throw RenameError("a program runs `main`: a rename would change what runs");
  }
  bool is_param = binding.kind == lang::BindingKind::param;
  if (is_param && is_named_by_string(place.file->source.text, binding.name)) {
    throw RenameError(str("the string \"", binding.name,
                          "\" names this parameter (`wrt`, `donate`) and would not be renamed"));
  }
}

}  // namespace

Json rename(const Workspace& world, const Document& document, size_t at, const std::string& name) {
  prepare_rename(document, at);
  if (!is_name(name)) throw RenameError(str("`", name, "` is not a valid name"));
  const std::string old = document.good->uses.at(at)->word;
  std::vector<Occurrence> places = places_of(world, document, at);
  if (places.empty()) throw RenameError(str("the definition of `", old, "` is unknown"));
  for (const Occurrence& place : places) {
    if (name == old) continue;
    check_free(place, name);
    check_case(place, old, name);
    const NameUse* use = place.file->uses.at(static_cast<size_t>(place.span.begin));
    if (use != nullptr && use->binding != nullptr) check_meaning(place, *use->binding, name);
  }
  Json changes = Json::object();
  for (const Occurrence& place : places) {
    Json where = world.location(*place.file, place.span);
    std::string uri = where["uri"];
    changes[uri].push_back({{"range", where["range"]}, {"newText", name}});
  }
  return {{"changes", changes}};
}

}  // namespace rille::lsp
