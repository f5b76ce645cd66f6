// dotted: abbreviations of modules, and the table of names.
#include "vm/dotted.h"

#include <algorithm>
#include <utility>

#include "vm/text.h"

namespace rille {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair rows[] = {
#define DOTTED(path, said) {path, said},
#include "vm/dotted.def"
#undef DOTTED
};

// The first that fits is taken, so a longer one stands before what it begins with.
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

constexpr Pair modules[] = {
    {"flax.nnx", "nn"},
    {"grain", "data"},
    {"grain.python", "data"},
    {"jax.image", "image"},
    {"jax.nn", "nn"},
    {"jax.nn.initializers", "nn"},
    {"jax.random", "rng"},
    {"jax.tree", "tree"},
    {"jax.tree_util", "tree"},
    {"matplotlib.pyplot", "plot"},
    {"np.fft", "fft"},
    {"np.linalg", "linalg"},
    {"np.polynomial", "poly"},
    {"np.random", "rng"},
    {"optax", "optim"},
    {"orbax.checkpoint", "ckpt"},
    {"random", "rng"},
    {"scipy.fft", "fft"},
    {"scipy.fftpack", "fft"},
    {"scipy.linalg", "linalg"},
    {"scipy.special", "special"},
    {"torch.fft", "fft"},
    {"torch.linalg", "linalg"},
    {"torch.nn", "nn"},
    {"torch.nn.functional", "nn"},
    {"torch.nn.init", "nn"},
    {"torch.optim", "optim"},
};

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

std::string_view module_of_path(std::string_view path) {
  std::string all = whole(path);
  const auto* row = std::ranges::find(modules, all, &Pair::first);
  return row == std::end(modules) ? "" : row->second;
}

bool is_dotted_root(std::string_view word) {
  std::string all = whole(word);
  return std::ranges::any_of(rows, [&](const Pair& row) { return begins(row.first, all); });
}

}  // namespace rille
