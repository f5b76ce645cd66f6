// nearest: edit distances and short lists.
#include "vm/words/nearest.h"

#include <algorithm>
#include <vector>

#include "vm/text.h"
#include "vm/words/dotted.h"
#include "vm/words/renamed.h"

namespace rille {
namespace {

using Row = std::vector<size_t>;

// Optimal string alignment distance: insertion, deletion, substitution, and adjacent transposition.
size_t edits(std::string_view a, std::string_view b) {
  Row before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> candidates) {
  constexpr size_t longest = 64;  // maximum length of a name, since the work is quadratic
  if (name.size() > longest) return "";
  size_t allowed = std::max<size_t>(1, name.size() / 3), best = allowed + 1;
  std::string_view found;
  for (const std::string& candidate : candidates) {
    size_t longer = std::max(name.size(), candidate.size());
    if (longer - std::min(name.size(), candidate.size()) > allowed) continue;
    size_t count = edits(name, candidate);
    if (count >= best || count >= name.size()) continue;
    best = count;
    found = candidate;
  }
  return std::string(found);
}

namespace {

// Words separated by spaces.
constexpr std::string_view words_of_theirs[] = {
#define THEIRS(words) words,
#include "vm/words/theirs.def"
};

bool is_theirs(std::string_view word) {
  std::string between = str(" ", word, " ");
  return std::ranges::any_of(words_of_theirs, [&](std::string_view words) {
    return str(" ", words, " ").find(between) != std::string::npos;
  });
}

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

std::string spelling(std::string_view word) {
  constexpr std::string_view ranks[] = {"1d", "2d", "3d"};
  std::string out;
  for (char c : word) {
    if (c != '_') out += static_cast<char>(is_capital(c) ? c - 'A' + 'a' : c);
  }
  bool has_rank = out.size() > 3 && std::ranges::count(ranks, out.substr(out.size() - 2)) > 0;
  return has_rank ? out.substr(0, out.size() - 2) : out;
}

std::string mistyped(std::string_view name, std::span<const std::string> candidates) {
  constexpr size_t shortest = 3, long_enough = 8;
  std::string word = spelling(name);
  if (word.size() < shortest || is_theirs(name)) return "";
  size_t most = word.size() < long_enough ? 1 : 2, best = most + 1, best_written = 0;
  std::string_view found;
  for (const std::string& candidate : candidates) {
    std::string other = spelling(candidate);
    size_t longer = std::max(word.size(), other.size());
    if (longer - std::min(word.size(), other.size()) > most) continue;
    size_t count = edits(word, other), written = edits(name, candidate);  // `dropout`, `Dropout`
    bool is_nearer = count < best || (count == best && count <= most && written < best_written);
    if (!is_nearer) continue;
    best = count;
    best_written = written;
    found = candidate;
  }
  return std::string(found);
}

std::string same_word(std::string_view name, std::span<const std::string> candidates) {
  std::string word = spelling(name);
  std::string_view found;
  for (const std::string& candidate : candidates) {
    if (spelling(candidate) == word && (found.empty() || is_capital(found[0]))) found = candidate;
  }
  return std::string(found);
}

std::string begun_word(std::string_view name, std::span<const std::string> candidates) {
  if (name.empty() || !is_capital(name[0])) return "";
  std::string word = spelling(name);
  std::string_view found;
  for (std::string_view candidate : candidates) {
    for (size_t at = candidate.find('_'); at != candidate.npos; at = candidate.find('_', at + 1)) {
      bool begins = spelling(candidate.substr(0, at)) == word;
      if (begins && (found.empty() || candidate.size() < found.size())) found = candidate;
    }
  }
  return std::string(found);
}

namespace {

constexpr std::string_view no_import = "array functions need no import: `sum(x)`";

constexpr ForeignWord foreign_words[] = {
#define FOREIGN(word, from, said) {#word, from, said},
#define FOREIGN_MODULE(word, from) {#word, from, no_import},
#include "vm/words/foreign.def"
};

constexpr ForeignWord foreign_parameters[] = {
#define FOREIGN_PARAM(word, from, name) {#word, from, #name},
#include "vm/words/foreign.def"
};

struct PackageName {
  std::string_view module, word, said;
};
constexpr PackageName package_names[] = {
#define PACKAGE_NAME(module, word, said) {#module, #word, said},
#include "vm/words/packages.def"
#undef PACKAGE_NAME
};

struct ParameterHint {
  std::string_view function, parameter, said;
};
constexpr ParameterHint meant_arguments[] = {
#define FOREIGN_ARGUMENT(function, name, said) {#function, #name, said},
#include "vm/words/foreign.def"
};

std::string_view said_here(std::span<const ForeignWord> rows, std::string_view word) {
  auto row = std::ranges::find(rows, word, &ForeignWord::word);
  return row == rows.end() ? "" : row->said;
}

// Whether a text is a single name or expression in backticks.
bool is_one_phrase(std::string_view said) {
  return std::ranges::count(said, '`') == 2 && said.starts_with('`') && said.ends_with('`');
}

std::string lowered(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

// The shortest candidate whose words are a prefix of the words of the name or vice versa, such as
// `train` and `train_bpe`.
std::string begun_alike(std::string_view name, std::span<const std::string> candidates) {
  auto begins = [](std::string_view whole, std::string_view part) {
    return whole.size() > part.size() && whole.starts_with(part) && whole[part.size()] == '_';
  };
  std::string_view found;
  for (const std::string& candidate : candidates) {
    bool is_alike = begins(candidate, name) || begins(name, candidate);
    if (is_alike && (found.empty() || candidate.size() < found.size())) found = candidate;
  }
  return std::string(found);
}

std::string meant(std::string_view name, std::span<const std::string> candidates) {
  std::string near = nearest(name, candidates);
  if (near.empty()) near = nearest(lowered(name), candidates);
  return near.empty() ? "" : str("did you mean `", near, "`?");
}

// The list of all parameters of a function, without the self of a method.
std::string taken(std::span<const std::string> parameters) {
  if (!parameters.empty() && parameters[0] == "self") parameters = parameters.subspan(1);
  return parameters.empty() ? "" : str("parameters: ", listed(parameters));
}

}  // namespace

ForeignWord foreign_word(std::string_view word) {
  auto row = std::ranges::find(foreign_words, word, &ForeignWord::word);
  return row == std::end(foreign_words) ? ForeignWord{} : *row;
}

bool is_foreign_module(std::string_view word) { return foreign_word(word).said == no_import; }

std::string_view package_word(std::string_view module, std::string_view word) {
  auto row = std::ranges::find_if(package_names, [&](const PackageName& it) {
    return it.word == word && (module.empty() || it.module == module);
  });
  return row == std::end(package_names) ? "" : row->said;
}

std::string_view module_of_package(std::string_view package) {
  constexpr std::pair<std::string_view, std::string_view> modules[] = {
      {"flax", "nn"},  {"grain", "data"},  {"nnx", "nn"},
      {"ocp", "ckpt"}, {"optax", "optim"}, {"orbax", "ckpt"}};
  const auto* row = std::ranges::find(modules, package, [](const auto& it) { return it.first; });
  return row == std::end(modules) ? "" : row->second;
}

namespace {

std::string word_help(std::string_view name, std::span<const std::string> candidates) {
  std::string_view said = said_here(foreign_words, name);
  return said.empty() ? meant(name, candidates) : said_as_help(said);
}

}  // namespace

std::vector<std::string> foreign_words_behind(std::string_view path) {
  std::vector<std::string> out;
  for (const ForeignWord& row : foreign_words) {
    bool fits = row.said != no_import && counts_behind(path, row.from);
    if (fits) out.emplace_back(row.word);
  }
  return out;
}

// Uses only rows of the module: the last word of other full names does not apply to a module of
// Rille.
std::string member_help(std::string_view module, std::string_view name,
                        std::span<const std::string> members) {
  std::string path = str(module, ".", name);
  if (std::string_view now = renamed(path); !now.empty()) return renamed_help(path, now);
  if (std::string_view said = replaced(path); !said.empty()) return str("in this version: ", said);
  std::string_view said = dotted_word(path);
  if (said.empty()) said = package_word(module, name);
  if (!said.empty()) {
    return is_one_phrase(said) ? str("did you mean ", said, "?") : str("in Rille: ", said);
  }
  said = said_here(foreign_words, name);
  if (!said.empty()) return said_as_help(said);
  std::string near = same_word(name, members);
  if (near.empty()) near = begun_word(name, members);
  if (near.empty()) near = mistyped(name, members);
  if (near.empty()) near = begun_alike(name, members);
  if (!near.empty()) return str("did you mean `", module, ".", near, "`?");
  return str("`help ", module, "` lists what is available");
}

std::string said_as_help(std::string_view said) {
  return is_one_phrase(said) ? str("did you mean ", said, "?") : std::string(said);
}

std::string name_help(std::string_view name, std::span<const std::string> candidates) {
  std::string_view said = said_here(foreign_words, name).empty() ? last_word(name) : "";
  return said.empty() ? word_help(name, candidates) : said_as_help(said);
}

namespace {

std::string meant_by(std::string_view function, std::string_view parameter) {
  auto row = std::ranges::find_if(meant_arguments, [&](const ParameterHint& it) {
    return it.function == function && it.parameter == parameter;
  });
  return row == std::end(meant_arguments) ? "" : std::string(row->said);
}

// The function that creates a type, if a call of the type was probably meant as a call of it.
std::string maker_help(std::string_view function) { return meant_by(function, "any"); }

}  // namespace

std::string argument_help(std::string_view function, std::string_view parameter) {
  std::string said = meant_by(function, parameter);
  return said.empty() ? maker_help(function) : said;
}

std::string key_help(std::string_view function) {
  return str("`var key = rng.key(0)` creates a key; `", function, "(&key, …)` uses it");
}

std::string parameter_help(std::string_view function, std::string_view name,
                           std::span<const std::string> parameters) {
  if (std::string_view now = renamed_parameter(function, name); !now.empty()) {
    return renamed_help(name, now);
  }
  if (std::string said = meant_by(function, name); !said.empty()) return said;
  for (const ForeignWord& row : foreign_parameters) {
    bool fits = row.word == name && std::ranges::find(parameters, row.said) != parameters.end();
    if (fits) return str("did you mean `", row.said, "`?");
  }
  std::string help = meant(name, parameters);
  if (help.empty()) help = maker_help(function);
  return help.empty() ? taken(parameters) : help;
}

std::string field_help(std::string_view structure, std::string_view name,
                       std::span<const std::string> fields) {
  std::string_view now = renamed_member(structure, name);
  if (!now.empty()) return renamed_help(name, now);
  std::string near = nearest(name, fields);
  return near.empty() ? "" : str("did you mean `", near, "`?");
}

std::string surplus_help(std::string_view function, std::span<const std::string> parameters) {
  constexpr std::pair<std::string_view, std::string_view> tuples[] = {
      {"shape", "(2, 3)"},  {"axes", "(1, 0)"},    {"arrays", "(a, b)"},
      {"charts", "(a, b)"}, {"sources", "(a, b)"}, {"paths", "(a, b)"}};
  if (std::string said = maker_help(function); !said.empty()) return said;
  for (const auto& [name, tuple] : tuples) {
    if (std::ranges::find(parameters, name) == parameters.end()) continue;
    return str("`", name, "` is one argument, a tuple: `", tuple, "`");
  }
  return taken(parameters);
}

std::string listed(std::span<const std::string> names) {
  constexpr size_t most = 8;
  std::string out = join(names.first(std::min(most, names.size())));
  if (names.size() > most) out += str(", and ", names.size() - most, " more");
  return out;
}

}  // namespace rille
