// Complete: uses the tokens before the cursor.
#include "repl/prompt/complete.h"

#include <algorithm>
#include <cctype>

#include "lang/marks.h"
#include "lang/parse.h"
#include "repl/help.h"
#include "repl/line/brackets.h"
#include "repl/prompt/prompt.h"
#include "repl/prompt/show.h"
#include "vm/struct.h"

namespace rille {
namespace {

using line::Candidate;
using line::Completion;

bool is_name(char c) {
  auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
}

size_t word_begin(std::string_view text) {
  size_t at = text.size();
  while (at > 0 && is_name(text[at - 1])) --at;
  return at;
}

// Returns the path `a.b.c` at the end of the text, or "" if the text does not end in a path.
std::string path_before(std::string_view text) {
  size_t at = word_begin(text);
  while (at > 1 && text[at - 1] == '.') {
    size_t next = word_begin(text.substr(0, at - 1));
    if (next == at - 1) return "";
    at = next;
  }
  return std::string(text.substr(at));
}

// Returns the offset of the string that is open at the end of the text, or npos.
size_t open_string(std::string_view text) {
  std::vector<lang::Mark> marks = lang::marks_of(text);
  if (marks.empty() || marks.back().kind != lang::MarkKind::string) return text.npos;
  const lang::Mark& last = marks.back();
  std::string_view string = text.substr(static_cast<size_t>(last.begin));
  bool reaches_end = static_cast<size_t>(last.end) == text.size();
  bool is_closed = string.size() > 1 && string.ends_with('"');
  bool begins = string.starts_with('"') && !string.starts_with("\"\"\"");
  return reaches_end && begins && !is_closed ? static_cast<size_t>(last.begin) : text.npos;
}

void keep_begun(std::vector<Candidate>& all, std::string_view begun) {
  std::erase_if(all, [&](const Candidate& c) {
    bool is_hidden = c.text.starts_with('_') && !begun.starts_with('_');
    return !c.text.starts_with(begun) || is_hidden;
  });
}

void sort_once(std::vector<Candidate>& all) {
  std::ranges::stable_sort(all, {}, &Candidate::text);
  auto same = std::ranges::unique(all, {}, &Candidate::text);
  all.erase(same.begin(), same.end());
}

// Returns the function whose argument list is open at the end of the text, or "".
std::string callee_before(std::string_view text) {
  size_t open = line::innermost_open(text);
  if (open == text.npos || text[open] != '(') return "";
  return path_before(text.substr(0, open));
}

// Returns whether an argument, and so its name, can begin here.
bool begins_argument(std::string_view before_word) {
  size_t last = before_word.find_last_not_of(" \n");
  return last != before_word.npos && (before_word[last] == '(' || before_word[last] == ',');
}

constexpr const char* attributes[] = {"T", "dtype", "rank", "shape", "size"};

}  // namespace

std::string path_at(const std::string& text, size_t cursor) {
  size_t end = std::min(cursor, text.size());
  while (end < text.size() && is_name(text[end])) ++end;
  std::string path = path_before(std::string_view(text).substr(0, end));
  bool is_path = !path.empty() && std::isdigit(static_cast<unsigned char>(path[0])) == 0;
  return is_path ? path : callee_before(std::string_view(text).substr(0, cursor));
}

PromptLanguage::PromptLanguage(Interpreter& interpreter) : interpreter_(interpreter) {}
PromptLanguage::~PromptLanguage() = default;

bool PromptLanguage::goes_on(const std::string& text) {
  lang::OpenText open;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    open.add(std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
  return open.goes_on();
}

Completion PromptLanguage::complete(const std::string& text, size_t cursor) {
  std::string before = text.substr(0, cursor);
  bool is_command = before.starts_with(":") && before.find(' ') == std::string::npos;
  if (is_command) {
    Completion out;
    for (const PromptCommand& command : prompt_commands()) {
      out.candidates.push_back({str(":", command.name), std::string(command.brief)});
    }
    keep_begun(out.candidates, before);
    return out;
  }
  bool takes_file = before.starts_with(":load ") || before.starts_with(":save ") ||
                    before.starts_with(";") || before.starts_with("!");
  size_t blank = before.find_last_of(" ;!");
  size_t string = takes_file ? blank : open_string(before);
  if (string != std::string::npos) {
    std::string path = before.substr(string + 1);
    return {string + 1 + path.rfind('/') + 1, files_of(path)};
  }
  size_t from = word_begin(before);
  std::string begun = before.substr(from);
  bool is_member = from > 0 && before[from - 1] == '.' && (from < 2 || before[from - 2] != '.');
  bool is_text = from > 1 && before[from - 2] == '"';
  if (is_member) return members(path_before(before.substr(0, from - 1)), begun, from, is_text);
  return names(before, from);
}

Completion PromptLanguage::names(const std::string& before, size_t from) {
  std::string begun = before.substr(from), head = before.substr(0, from);
  Completion out{from};
  std::string callee = callee_before(before);
  std::vector<Candidate> named;
  if (!callee.empty()) named = arguments(callee, out.note);
  if (!begins_argument(head)) named.clear();
  keep_begun(named, begun);
  if (!begun.empty()) {  // without a prefix, all names would be candidates
    for (const std::string& name : interpreter_.names()) {
      if (name.starts_with(begun)) out.candidates.push_back({name, signature_of(name)});
    }
    for (std::string& word : language_words()) {
      out.candidates.push_back({std::move(word), "a keyword"});
    }
  }
  keep_begun(out.candidates, begun);
  sort_once(out.candidates);
  out.candidates.insert(out.candidates.begin(), named.begin(), named.end());
  return out;
}

std::string PromptLanguage::signature_of(const std::string& path) {
  const State& state = interpreter_.state();
  if (const Builtin* builtin = state.builtin(path)) return std::string(builtin->signature);
  if (const Struct* record = state.struct_record(path)) return std::string(record->brief);
  if (interpreter_.cell_span(path).empty()) return "";
  Value value = interpreter_.cell_value(path);
  return value.is_function() ? value.function().info().signature : "";
}

// Returns the names of the parameters of a function as candidates, and its signature in `note`.
std::vector<Candidate> PromptLanguage::arguments(const std::string& callee, std::string& note) {
  std::vector<Candidate> out;
  State& state = interpreter_.state();
  note = signature_of(callee);
  if (const Builtin* builtin = state.builtin(callee)) {
    for (const auto& param : builtin->typed().params) {
      if (!param.is_rest)
        out.push_back({param.name + " = ", std::string(builtin->text_of(param.name))});
    }
    return out;
  }
  if (const Struct* record = state.struct_record(callee)) {
    for (const auto& param : record->typed().maker.params) out.push_back({param.name + " = "});
    return out;
  }
  Value value = interpreter_.cell_value(callee);
  if (!value.is_function()) return out;
  for (const auto& param : value.function().info().params) out.push_back({param.name + " = "});
  return out;
}

// Adds the global functions whose first parameter is an array, or a string: x.sum().
void PromptLanguage::add_methods(std::vector<Candidate>& out, bool of_text) {
  for (const Builtin* builtin : interpreter_.state().builtins()) {
    std::string name(builtin->name());
    if (name.find('.') != std::string::npos || dtype_named(name)) continue;
    const auto& params = builtin->typed().params;
    if (params.empty()) continue;
    const Annotation& first = params[0].type;
    bool fits = of_text ? first.is(Annotation::Form::text)
                        : first.is(Annotation::Form::numbers) && first.takes_arrays();
    if (fits) out.push_back({std::move(name), std::string(builtin->signature)});
  }
}

Completion PromptLanguage::members(const std::string& path, const std::string& begun, size_t from,
                                   bool is_text) {
  Completion out{from};
  for (const std::string& member : interpreter_.members(path.empty() ? "." : path)) {
    std::string full = str(path, ".", member);
    out.candidates.push_back({member, signature_of(full)});
  }
  if (out.candidates.empty()) {
    size_t end = std::min(path.find('.'), path.size());
    Value value = path.empty() ? Value() : interpreter_.cell_value(path.substr(0, end));
    while (end < path.size() && value.is_branch()) {
      size_t next = std::min(path.find('.', end + 1), path.size());
      const Value* field = value.field(path.substr(end + 1, next - end - 1));
      value = field != nullptr ? *field : Value();
      end = next;
    }
    if (value.layout() != nullptr) {
      for (const std::string& name : value.layout()->names) {
        out.candidates.push_back({name, brief_of(*value.field(name))});
      }
    }
    is_text = is_text || value.is_string();
    bool is_array = !is_text && (value.is_array() || value.is_nil() || value.is_number());
    if (is_array) {
      for (const char* name : attributes)
        out.candidates.push_back({name, "an attribute of arrays"});
    }
    if (is_array || is_text) add_methods(out.candidates, is_text);
  }
  keep_begun(out.candidates, begun);
  sort_once(out.candidates);
  return out;
}

}  // namespace rille
