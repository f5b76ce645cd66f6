// dotted: whole names of other libraries (jax.random.normal).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// What a whole name of another library is here; empty where the table has no row for it. The usual
// abbreviations stand for what they abbreviate: `jnp`, `plt`, `F`.
std::string_view dotted_word(std::string_view path);

// The same for the last word of whole names, `cho_solve`: of the first in the table.
std::string_view last_word(std::string_view word);

// The same for a name behind `base` whose row stands above or below it: `torch.normalize` is
// torch.nn.functional.normalize.
std::string_view kin_word(std::string_view base, std::string_view word);

// The last words of the whole names behind a path.
std::vector<std::string> words_below(std::string_view base);

// Our modules with names as those behind a path of a library, the nearest first; "" stands for what
// is outside of modules. Nothing where the path is no library's module that is known.
std::optional<std::vector<std::string_view>> modules_of_path(std::string_view path);

// Whether a row of foreign.def counts behind a path of a library, by what it says of its origin.
bool counts_behind(std::string_view path, std::string_view from);

// The library of a path: `torch` of `F.relu`.
std::string root_of_path(std::string_view path);

// Our module in which the names of a module of theirs stand: of `np.fft` it is fft; empty: none.
std::string_view module_of_path(std::string_view path);

// Whether whole names begin with this word, though functions are not found by their last one alone.
bool is_dotted_root(std::string_view word);

}  // namespace rille
