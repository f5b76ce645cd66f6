// dotted: abbreviations of modules, and the table of names.
#include "vm/words/dotted.h"

#include <algorithm>
#include <utility>

#include "vm/text.h"

namespace rille {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair rows[] = {
#define DOTTED(path, said) {path, said},
#include "vm/words/dotted.def"
#undef DOTTED
};

// The first match is used, so an abbreviation precedes its own prefixes.
constexpr Pair abbreviations[] = {
    {"numpy", "np"},
    {"jnp", "np"},
    {"onp", "np"},
    {"cupy", "np"},
    {"jax.numpy", "np"},
    {"jax.scipy", "scipy"},
    {"jax.checkify", "jax.experimental.checkify"},
    {"checkify", "jax.experimental.checkify"},
    {"jrandom", "jax.random"},
    {"jr", "jax.random"},
    {"jtu", "jax.tree_util"},
    {"lax", "jax.lax"},
    {"jsp", "scipy"},
    {"sp", "scipy"},
    {"stats", "scipy.stats"},
    {"plt", "matplotlib.pyplot"},
    {"torch.special", "scipy.special"},
    {"F", "torch.nn.functional"},
    {"flax.linen", "flax.nnx"},
    {"linen", "flax.nnx"},
    {"nnx", "flax.nnx"},
    {"pd", "pandas"},
    {"ocp", "orbax.checkpoint"},
    {"eqx", "equinox"},
};

// The libraries whose rows of foreign.def apply after a path: `arrays` are NumPy and JAX, `layers`
// the rows of PyTorch that NumPy does not have.
enum class LibraryRows { none, arrays, jax, layers, other, python, torch };

struct Library {
  std::string_view path;
  LibraryRows rows;
  std::string_view modules;  // corresponding modules of Rille, nearest first; `.`: global names
};

constexpr Library libraries[] = {
#define LIBRARY(path, rows, modules) {path, LibraryRows::rows, modules},
#include "vm/words/libraries.def"
};

const Library* library_of(std::string_view whole_path) {
  const auto* row = std::ranges::find(libraries, whole_path, &Library::path);
  return row == std::end(libraries) ? nullptr : row;
}

bool counts(std::string_view from, LibraryRows rows) {
  auto has = [&](std::string_view word) { return from.find(word) != std::string_view::npos; };
  switch (rows) {
    case LibraryRows::arrays: return has("numpy") || has("jax");
    case LibraryRows::jax: return has("jax") && !has("numpy");
    case LibraryRows::layers: return has("torch") && !has("numpy");
    case LibraryRows::other: return has("other");
    case LibraryRows::python: return has("python");
    case LibraryRows::torch: return has("torch");
    case LibraryRows::none: break;
  }
  return false;
}

bool begins(std::string_view path, std::string_view word) {
  return path.starts_with(word) && (path.size() == word.size() || path[word.size()] == '.');
}

std::string whole(std::string_view path) {
  for (const auto& [word, stands_for] : abbreviations) {
    if (begins(path, word)) return str(stands_for, path.substr(word.size()));
  }
  return std::string(path);
}

}  // namespace

std::string_view dotted_word(std::string_view path) {
  std::string all = whole(path);
  const auto* row = std::ranges::find(rows, all, &Pair::first);
  return row == std::end(rows) ? "" : row->second;
}

std::string_view last_word(std::string_view word) {
  const auto* row = std::ranges::find_if(
      rows, [&](const Pair& it) { return it.first.substr(it.first.rfind('.') + 1) == word; });
  return row == std::end(rows) ? "" : row->second;
}

std::string_view kin_word(std::string_view base, std::string_view word) {
  std::string all = whole(base);
  const auto* row = std::ranges::find_if(rows, [&](const Pair& it) {
    size_t dot = it.first.rfind('.');
    if (dot == std::string_view::npos || it.first.substr(dot + 1) != word) return false;
    std::string_view above = it.first.substr(0, dot);
    return begins(above, all) || begins(all, above);
  });
  return row == std::end(rows) ? "" : row->second;
}

std::vector<std::string> words_below(std::string_view base) {
  std::string all = whole(base);
  std::vector<std::string> out;
  for (const auto& [path, said] : rows) {
    size_t dot = path.rfind('.');
    if (dot != std::string_view::npos && path.substr(0, dot) == all) {
      out.emplace_back(path.substr(dot + 1));
    }
  }
  return out;
}

std::optional<std::vector<std::string_view>> modules_of_path(std::string_view path) {
  const Library* library = library_of(whole(path));
  if (library == nullptr) return std::nullopt;
  std::vector<std::string_view> out;
  for (std::string_view left = library->modules; !left.empty();) {
    size_t end = std::min(left.find(' '), left.size());
    out.push_back(left.substr(0, end) == "." ? "" : left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return out;
}

std::string_view module_of_path(std::string_view path) {
  auto modules = modules_of_path(path);
  return modules && !modules->empty() ? modules->front() : "";
}

bool counts_behind(std::string_view path, std::string_view from) {
  const Library* library = library_of(whole(path));
  return library != nullptr && counts(from, library->rows);
}

std::string root_of_path(std::string_view path) {
  std::string all = whole(path);
  return all.substr(0, all.find('.'));
}

bool is_dotted_root(std::string_view word) {
  std::string all = whole(word);
  return library_of(all) != nullptr ||
         std::ranges::any_of(rows, [&](const Pair& row) { return begins(row.first, all); });
}

}  // namespace rille
