// dotted: full names of other libraries (jax.random.normal).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// The counterpart of a full name of another library; empty if the table has no row for it. The
// usual abbreviations, such as `jnp`, `plt`, and `F`, are expanded.
std::string_view dotted_word(std::string_view path);

// The counterpart of the last word of a full name, such as `cho_solve`, from the first matching
// row.
std::string_view last_word(std::string_view word);

// The counterpart of a name after `base` whose row is in an outer or inner module:
// `torch.normalize` is torch.nn.functional.normalize.
std::string_view kin_word(std::string_view base, std::string_view word);

// The last words of the full names below a path.
std::vector<std::string> words_below(std::string_view base);

// The modules of Rille that correspond to a path of a library, the nearest first; "" means global
// names. nullopt if the path is not a known module of a library.
std::optional<std::vector<std::string_view>> modules_of_path(std::string_view path);

// Whether a row of foreign.def with this origin applies after a path of a library.
bool counts_behind(std::string_view path, std::string_view from);

// The library of a path: `torch` for `F.relu`.
std::string root_of_path(std::string_view path);

// The module of Rille with the names of a module of another library: fft for `np.fft`; empty if
// none.
std::string_view module_of_path(std::string_view path);

// Whether full names begin with this word, although functions are not found by their last word
// alone.
bool is_dotted_root(std::string_view word);

}  // namespace rille
