// nearest: suggestions for names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// The candidate with the smallest edit distance from `name`, at most a third of its letters, or one
// for short names; empty if there is none. Swapping two adjacent letters counts as one edit.
std::string nearest(std::string_view name, std::span<const std::string> candidates);

// The candidate of which `name` is a misspelling: one edit, or two for 8 letters or more, ignoring
// case and underscores. Empty if `name` is a word of another library.
std::string mistyped(std::string_view name, std::span<const std::string> candidates);

// A word in normalized spelling: without case, underscores, and a final 1d, 2d, or 3d.
std::string spelling(std::string_view word);
// The candidate with the same normalized spelling; functions are preferred to types.
std::string same_word(std::string_view name, std::span<const std::string> candidates);
// For the name of a type, the shortest candidate that continues it by further words: gru_cell for
// `GRU`.
std::string begun_word(std::string_view name, std::span<const std::string> candidates);

// Help for an unknown name: the counterpart of a word of another language, or the nearest
// candidate; empty if there is none.
std::string name_help(std::string_view name, std::span<const std::string> candidates);
// Help for an unknown parameter of a function; if no name is near, the list of its parameters.
std::string parameter_help(std::string_view function, std::string_view name,
                           std::span<const std::string> parameters);
// Help for an unknown field or method of a struct, whose name is "" for a record.
std::string field_help(std::string_view structure, std::string_view name,
                       std::span<const std::string> fields);
// Help for an argument that is invalid for its parameter.
std::string argument_help(std::string_view function, std::string_view parameter);
// Help for a call without the key that the function takes as its first argument.
std::string key_help(std::string_view function);
// Help for a call with too many arguments: a shape may have been passed as several arguments.
std::string surplus_help(std::string_view function, std::span<const std::string> parameters);

// The counterpart of a word of another language, and its origins ("numpy jax"); empty if unknown.
struct ForeignWord {
  std::string_view word, from, said;
};
ForeignWord foreign_word(std::string_view word);
// The counterpart in `module`, or in any module if that is empty, of a name of another package;
// empty if there is none.
std::string_view package_word(std::string_view module, std::string_view word);
// The module of Rille with the names of a package: optim for `optax`; empty if none.
std::string_view module_of_package(std::string_view package);
// Help for a name that does not exist in a module of Rille.
std::string member_help(std::string_view module, std::string_view name,
                        std::span<const std::string> members);
// All words of foreign.def that apply after a path of another library.
std::vector<std::string> foreign_words_behind(std::string_view path);
// The text of a table row as a help: a question if it is a single name or expression.
std::string said_as_help(std::string_view said);
// Whether a word is a library of another language, whose functions need no import in Rille.
bool is_foreign_module(std::string_view word);

// The end of "no field `bias`; its fields are b, w": the first few names, then the number of
// others.
std::string listed(std::span<const std::string> names);

}  // namespace rille
