// nearest: the name that somebody probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// The candidate with the fewest edits from `name`, empty where none is near: at most a third of
// its letters, one for short names. A swap of two neighbours counts as one edit.
std::string nearest(std::string_view name, std::span<const std::string> candidates);

// The candidate that a typing mistake makes of `name`: one edit, or two from 8 letters on, case and
// underscores apart; never a word that another library really has.
std::string mistyped(std::string_view name, std::span<const std::string> candidates);

// A word as all libraries spell it: case, underscores and a last 1d, 2d or 3d apart.
std::string spelling(std::string_view word);
// The candidate that is the same word, a function before a type.
std::string same_word(std::string_view name, std::span<const std::string> candidates);
// For the name of a type the shortest candidate that has further words behind it: gru_cell for
// `GRU`.
std::string begun_word(std::string_view name, std::span<const std::string> candidates);

// What helps who wrote a name that is not known: how other languages' word for it is said here, or
// the nearest of those there are; empty where nothing comes near.
std::string name_help(std::string_view name, std::span<const std::string> candidates);
// The same for a parameter of the function; where nothing comes near, all that it takes.
std::string parameter_help(std::string_view function, std::string_view name,
                           std::span<const std::string> parameters);
// The same for an argument that does not fit its parameter.
std::string argument_help(std::string_view function, std::string_view parameter);
// The same for a call with more arguments than these parameters: a shape may have been spread.
std::string surplus_help(std::string_view function, std::span<const std::string> parameters);

// What another language's word is here, and where it comes from ("numpy jax"); empty where it is
// not known.
struct Foreign {
  std::string_view word, from, said;
};
Foreign foreign_word(std::string_view word);
// What a package calls a thing of ours that stands in `module`, or in any where that is empty: how
// it is said here; empty where it is no such name.
std::string_view package_word(std::string_view module, std::string_view word);
// The module of ours where a package's names stand: of `optax` it is optim; empty: none.
std::string_view module_of_package(std::string_view package);
// The help for a name that our module does not have.
std::string member_help(std::string_view module, std::string_view name,
                        std::span<const std::string> members);
// All words of foreign.def that count behind a path of another library.
std::vector<std::string> foreign_words_behind(std::string_view path);
// What a table says of a name as a help: a question where it is a name or an expression alone.
std::string said_as_help(std::string_view said);
// Whether it is a library of another language, whose functions need no import here.
bool is_foreign_module(std::string_view word);

// "no field `bias`; it has b, w" tails: the first few of them, then how many more.
std::string listed(std::span<const std::string> names);

}  // namespace rille
