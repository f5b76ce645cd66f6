// Help: builtins, keywords, modules, names of other libraries.
#include "repl/help.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "lang/foreign.h"
#include "repl/names.h"
#include "vm/help.h"
#include "vm/words/dotted.h"
#include "vm/words/nearest.h"

namespace rille {
namespace {

struct Word {
  std::string_view word, brief, example;
};
constexpr Word words[] = {
#define WORD(word, brief, example) {#word, brief, example},
#include "repl/words.def"
};

struct ModuleRow {
  std::string_view module, purpose, names;
};
constexpr ModuleRow rows[] = {
#define ROW(module, purpose, names) {module, purpose, names},
#include "repl/help_rows.def"
};

constexpr std::string_view usage =
    "rille help NAME       a function, a module, a keyword (while), a command (plan), or a name\n"
    "                      from NumPy, JAX, PyTorch, or Julia (concatenate)\n"
    "rille help --all      every function, one per line; with a module NAME: its functions\n"
    "rille help --json     the records of all functions as JSON\n"
    "rille explain KIND    the meaning of an error kind, such as shape\n\n";

// A row of the screen. A `text` longer than a line continues below its own column.
std::string row(std::string_view name, std::string_view text) {
  constexpr size_t column = 14, width = 96;
  std::string out, line(name);
  size_t at = 0;
  while (at < text.size()) {
    size_t end = std::min(text.find(' ', at), text.size());
    bool fits = line.size() <= column || line.size() + 1 + end - at <= width;
    if (!fits) {
      out += line + "\n";
      line.clear();
    }
    line += line.size() < column ? std::string(column - line.size(), ' ') : " ";
    line += text.substr(at, end - at);
    at = end + 1;
  }
  return out + line + "\n";
}

std::string text_of(const Word& word) {
  std::string out = str(word.word, ", a keyword of the language\n\n", word.brief, "\n");
  if (!word.example.empty()) out += str("Example: ", word.example, "\n");
  return out;
}

// The libraries of a list like "numpy jax", as people write their names.
std::string origin(std::string_view from) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> names = {{
      {"numpy", "NumPy"},
      {"jax", "JAX"},
      {"torch", "PyTorch"},
      {"julia", "Julia"},
      {"python", "Python"},
  }};
  std::vector<std::string> out;
  for (const auto& [word, name] : names) {
    if (from.find(word) != std::string_view::npos) out.emplace_back(name);
  }
  return out.empty() ? "other languages" : join(out);
}

// `rand` of `np.random.rand`: the last part, if the first part is another library.
std::string without_library(const std::string& name) {
  size_t first = name.find('.'), last = name.rfind('.');
  bool has_one = first != std::string::npos && is_foreign_module(name.substr(0, first));
  return has_one ? name.substr(last + 1) : name;
}

// The help for `optim.masked`, or for a name without its module.
std::string package_text(const std::string& name) {
  size_t dot = name.rfind('.');
  std::string_view all = name, module = dot == std::string::npos ? "" : all.substr(0, dot);
  std::string_view said = package_word(module, all.substr(dot + 1));
  return said.empty() ? "" : str(name, ", a name from other packages\n\nIn Rille: ", said, "\n");
}

std::string foreign_text(const std::string& name) {
  ForeignWord foreign = foreign_word(name);
  if (foreign.said.empty() || is_foreign_module(name)) return "";
  return str(name, ", a name from ", origin(foreign.from), "\n\nIn Rille: ", foreign.said, "\n");
}

// The help for the name of a library: the module with its counterparts, if there is one.
std::string library_text(const std::string& name) {
  if (!is_foreign_module(name)) return "";
  std::string_view module = module_of_package(name);
  if (module.empty()) module = module_of_path(name);
  std::string said = module.empty() ? str(foreign_word(name).said, "; `help` lists the modules")
                                    : str("most of its functions are in the module `", module,
                                          "`: `help ", module, "` lists them");
  return str(name, ", another library\n\nIn Rille: ", said, "\n");
}

// The help for a name that other libraries have in a module: `cho_solve`.
std::string last_word_text(const std::string& name) {
  std::string_view said = last_word(name);
  return said.empty() ? "" : str(name, ", a name from other libraries\n\nIn Rille: ", said, "\n");
}

// The name before the arguments in a text that begins with code in backticks.
std::string first_name(std::string_view said) {
  if (!said.starts_with('`')) return {};
  said.remove_prefix(1);
  return std::string(said.substr(0, said.find_first_of("`( ")));
}

void add(std::string& to, const std::string& text) {
  if (!to.empty() && !text.empty()) to += "\n";
  to += text;
}

// The help for a name that only modules have: `permutation` is rng.permutation.
std::string of_modules(const State& state, const std::string& name) {
  std::string out, ending = str(".", name);
  for (const Builtin* builtin : state.builtins()) {
    if (!name.empty() && builtin->name().ends_with(ending)) add(out, help(*builtin));
  }
  for (const Struct* record : state.structs()) {
    if (!name.empty() && record->name.ends_with(ending)) add(out, help(*record));
  }
  return out;
}

// A dotted name from another library, and the help for our function that corresponds to it.
std::string of_library(const State& state, const std::string& name) {
  size_t last = name.rfind('.');
  if (last == std::string::npos) return {};
  std::string_view said = dotted_word(name), module = module_of_path(name.substr(0, last));
  std::string ours = said.empty() ? str(module, name.substr(last)) : first_name(said);
  std::string out;
  if (!said.empty()) out = str(name, ", a name from other libraries\n\nIn Rille: ", said, "\n");
  const Builtin* builtin = state.builtin(ours);
  if (builtin != nullptr) add(out, help(*builtin));
  return out;
}

// Whether a name begins with the name of another library that is not a module of ours.
bool is_of_library(const BuiltinNames& names, const std::string& name) {
  size_t dot = name.find('.');
  if (dot == std::string::npos) return false;
  std::string root = name.substr(0, dot);
  return names.find(root) == nullptr && (is_foreign_module(root) || is_dotted_root(root));
}

// The error text for such a name, and the help for the function that the text proposes.
std::string error_text(const State& state, const BuiltinNames& names, const std::string& name) {
  std::string said = lang::foreign_help(names, name);
  std::string out = str(name, ", a name from other libraries\n\n", said, "\n");
  size_t quote = std::min(said.find('`'), said.size());
  if (const Builtin* ours = state.builtin(first_name(std::string_view(said).substr(quote)))) {
    add(out, help(*ours));
  }
  return out;
}

// The rows of a module; empty if it has none.
std::string screen_of(std::string_view module) {
  std::string out;
  for (const ModuleRow& each : rows) {
    if (each.module == module) out += row(each.purpose, each.names);
  }
  return out;
}

// The types of a module: names that begin with a capital letter.
std::string types_of(const State& state, const BuiltinNames& names, const std::string& module) {
  std::string out;
  for (const std::string& name : names.members(module)) {
    bool is_type = std::isupper(static_cast<unsigned char>(name[0])) != 0 &&
                   state.struct_record(str(module, ".", name)) != nullptr;
    if (is_type) out += str(out.empty() ? "" : " ", name);
  }
  return out;
}

// The help for a module: its rows; for a small module, each member with its brief.
std::string module_text(const State& state, const BuiltinNames& names, const std::string& module) {
  std::string screen = screen_of(module);
  if (screen.empty()) {
    std::string members = all_members(state, names, module);
    return members.empty() ? "" : str(module, ", a module\n", members);
  }
  screen += row("types", types_of(state, names, module));
  return str(module, ", a module: ", module, ".NAME\n\n", screen, "\nrille help --all ", module,
             " lists them with one line each; help ", module, ".NAME describes one\n");
}

}  // namespace

std::vector<std::string> language_words() {
  std::vector<std::string> out;
  for (const Word& word : words) out.emplace_back(word.word);
  return out;
}

std::vector<std::string> program_commands() {
  return {
#define COMMAND(name) #name,
#include "repl/commands.def"
#undef COMMAND
  };
}

std::string all_members(const State& state, const BuiltinNames& names, const std::string& module) {
  std::string out;
  for (const std::string& member : names.members(module)) {
    std::string full = module.empty() ? member : str(module, ".", member);
    const Builtin* builtin = state.builtin(full);
    const Struct* record = state.struct_record(full);
    std::string_view brief = first_sentence(builtin != nullptr ? builtin->brief
                                            : record           ? record->brief
                                                               : "");
    bool is_module = brief.empty() && !names.members(full).empty();
    out += str("  ", full,
               brief.empty() ? ""
               : record      ? ", a struct  "
                             : "  ",
               brief, is_module ? ", a module" : "", "\n");
  }
  return out;
}

std::string first_screen(const BuiltinNames& names) {
  std::string out = str(usage, screen_of(""));
  std::string dtypes, modules;
  for (const std::string& name : names.members("")) {
    if (!names.members(name).empty()) modules += str(modules.empty() ? "" : " ", name);
    const lang::BuiltinRecord* known = names.find(name);
    bool is_dtype = known != nullptr && known->kind == lang::BuiltinRecord::dtype;
    if (is_dtype) dtypes += str(dtypes.empty() ? "" : " ", name);
  }
  out += row("dtypes", dtypes) + row("modules", modules);
  return out +
         row("keywords", "let var fn proc struct if else match for in while return test import");
}

std::optional<std::string> help_on(const State& state, const BuiltinNames& names,
                                   const std::string& name) {
  if (std::string whole = of_library(state, name); !whole.empty()) return whole;
  std::string out, plain = without_library(name);
  const auto* word = std::ranges::find(words, plain, &Word::word);
  if (word != std::end(words)) out = text_of(*word);
  if (const Builtin* builtin = state.builtin(plain)) add(out, help(*builtin));
  if (const Struct* record = state.struct_record(plain)) add(out, help(*record));
  if (!plain.empty()) add(out, module_text(state, names, plain));
  std::string foreign = foreign_text(plain);
  if (!foreign.empty() && out.empty()) {
    const Builtin* ours = state.builtin(first_name(foreign_word(plain).said));
    if (ours != nullptr) foreign += str("\n", help(*ours));
  }
  add(out, foreign);
  if (out.empty()) out = library_text(name);
  if (out.empty() && is_of_library(names, name)) return error_text(state, names, name);
  if (out.empty()) out = of_modules(state, plain);
  if (out.empty()) out = package_text(plain);
  if (out.empty()) out = last_word_text(plain);
  return out.empty() ? std::nullopt : std::optional(out);
}

}  // namespace rille
