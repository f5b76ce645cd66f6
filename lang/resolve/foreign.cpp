// Help for names of other libraries: the counterpart in Rille.
#include "lang/foreign.h"

#include <algorithm>

#include "vm/text.h"
#include "vm/words/dotted.h"
#include "vm/words/nearest.h"

namespace rille::lang {
namespace {

using Modules = std::vector<std::string_view>;

std::string path_in(std::string_view module, std::string_view word) {
  return module.empty() ? std::string(word) : str(module, ".", word);
}

// Whether a module has the same purpose in the other library: `jax.image` is like `image`, but
// `nnx.data` is not like `data`.
bool is_same_kind(const BuiltinRecord& known, std::string_view base) {
  if (known.kind != BuiltinRecord::module) return true;
  auto modules = modules_of_path(str(base, ".", known.name));
  return modules && std::ranges::find(*modules, known.name) != modules->end();
}

std::string proposal(std::string_view path, std::string_view word) {
  return path == word ? str("`", word, "` needs no module prefix")
                      : str("did you mean `", path, "`?");
}

// Help from the tables of package names and of last words, if the row applies after this path.
std::string help_of_row(const std::string& base, std::string_view word, const Modules& modules) {
  std::string_view package = module_of_package(root_of_path(base));
  bool has_package = std::ranges::find(modules, package) != modules.end();
  std::string_view said = package.empty() || !has_package ? "" : package_word(package, word);
  if (!said.empty()) {
    std::string help = said_as_help(said);
    return help == said ? str("in Rille: ", said) : help;
  }
  ForeignWord foreign = foreign_word(word);
  bool counts = !foreign.said.empty() && !is_foreign_module(word);
  if (counts && counts_behind(base, foreign.from)) return said_as_help(foreign.said);
  said = kin_word(base, word);
  return said.empty() ? "" : said_as_help(said);
}

// The members of a module that may be proposed: no modules, and types only in the nearest module.
std::vector<std::string> proposable(const Names& names, std::string_view module, bool is_nearest) {
  std::vector<std::string> out = names.members(module);
  std::erase_if(out, [&](const std::string& name) {
    const BuiltinRecord* known = names.find(path_in(module, name));
    bool is_type = known != nullptr && known->kind == BuiltinRecord::structure;
    return known == nullptr || known->kind == BuiltinRecord::module || (is_type && !is_nearest);
  });
  return out;
}

// The same word in the spelling of Rille: unchanged in any of the modules, or else with different
// case and underscores.
std::string help_of_same(const Names& names, const std::string& base, std::string_view word,
                         const Modules& modules) {
  for (std::string_view module : modules) {
    std::string path = path_in(module, word);
    const BuiltinRecord* known = names.find(path);
    bool is_far_type =
        known != nullptr && known->kind == BuiltinRecord::structure && module != modules[0];
    if (known == nullptr || is_far_type || !is_same_kind(*known, base)) continue;
    return proposal(path, word);
  }
  for (std::string_view module : modules) {
    bool is_nearest = module == modules[0];
    std::vector<std::string> known = proposable(names, module, is_nearest);
    std::string same = same_word(word, known);
    if (same.empty() && is_nearest && !module.empty()) same = begun_word(word, known);
    if (!same.empty()) return str("did you mean `", path_in(module, same), "`?");
  }
  return {};
}

std::string help_of_mistake(const Names& names, const std::string& base, std::string_view word,
                            const Modules& modules) {
  std::vector<std::string> known = words_below(base);
  std::ranges::move(foreign_words_behind(base), std::back_inserter(known));
  if (!modules.empty()) {
    std::ranges::move(proposable(names, modules[0], true), std::back_inserter(known));
  }
  std::string meant = mistyped(word, known);
  if (meant.empty()) return {};
  if (std::string_view said = dotted_word(str(base, ".", meant)); !said.empty()) {
    return said_as_help(said);
  }
  std::string help = help_of_row(base, meant, modules);
  if (!help.empty() || modules.empty()) return help;
  return str("did you mean `", path_in(modules[0], meant), "`?");
}

// Maps `x.square_()` of PyTorch, which works in place, to `x.square()`: values are immutable.
std::string in_our_way(const std::string& path) {
  bool is_in_place = root_of_path(path) == "torch" && path.size() > 1 && path.back() == '_';
  bool is_private = is_in_place && path[path.size() - 2] == '_';
  return is_in_place && !is_private && dotted_word(path).empty() ? path.substr(0, path.size() - 1)
                                                                 : path;
}

}  // namespace

std::string foreign_help(const Names& names, const std::string& written) {
  std::string path = in_our_way(written);
  size_t dot = path.rfind('.');
  std::string base = path.substr(0, dot), word = path.substr(dot + 1), help;
  auto modules = modules_of_path(base);
  std::string_view package = module_of_package(path.substr(0, path.find('.')));
  bool is_package = modules && !package.empty() && !package_word(package, word).empty();
  if (is_package) help = help_of_row(base, word, *modules);
  if (!help.empty()) return help;
  if (std::string_view said = dotted_word(path); !said.empty()) return said_as_help(said);
  if (modules) help = help_of_row(base, word, *modules);
  if (modules && help.empty()) help = help_of_same(names, base, word, *modules);
  if (!help.empty()) return help;
  if (modules && path == written) help = help_of_mistake(names, base, word, *modules);
  if (!help.empty()) return help;
  // a member of a function or a value of the other library
  if (std::string_view said = dotted_word(base); !said.empty()) return said_as_help(said);
  std::string_view ours = modules && !modules->empty() ? modules->front() : "";
  return str("no known counterpart of `", written, "`; `help", ours.empty() ? "" : " ", ours,
             "` lists what is available");
}

}  // namespace rille::lang
