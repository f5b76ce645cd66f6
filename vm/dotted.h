// dotted: whole names of other libraries (jax.random.normal).
#pragma once

#include <string>
#include <string_view>

namespace rille {

// What a whole name of another library is here; empty where the table has no row for it. The usual
// abbreviations stand for what they abbreviate: `jnp`, `plt`, `F`.
std::string_view dotted_word(std::string_view path);

// The same for the last word of whole names, `cho_solve`: of the first in the table.
std::string_view last_word(std::string_view word);

// Our module in which the names of a module of theirs stand: of `np.fft` it is fft; empty: none.
std::string_view module_of_path(std::string_view path);

// Whether whole names begin with this word, though functions are not found by their last one alone.
bool is_dotted_root(std::string_view word);

}  // namespace rille
