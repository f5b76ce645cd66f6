// Help: what is known of a name, and the first screen.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rille {

class State;         // vm/state.h
class BuiltinNames;  // repl/names.h

// What is known of a function, a module, a word of the language, or one of another language;
// nothing where it is none of these.
std::optional<std::string> help_on(const State& state, const BuiltinNames& names,
                                   const std::string& name);

// What there is, on one screen of 24 lines.
std::string first_screen(const BuiltinNames& names);

// Every name of a module ("" = the global ones), one a line.
std::string all_members(const State& state, const BuiltinNames& names, const std::string& module);

// The words of the language.
std::vector<std::string> language_words();

}  // namespace rille
