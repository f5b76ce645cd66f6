// Help: the texts of `rille help`.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rille {

class State;         // vm/state.h
class BuiltinNames;  // repl/names.h

// Returns the help for a function, a struct, a module, a keyword, or a name from another library;
// nullopt if the name is unknown.
std::optional<std::string> help_on(const State& state, const BuiltinNames& names,
                                   const std::string& name);

// Returns an overview of usage and of the most common names, on one screen of 24 lines.
std::string first_screen(const BuiltinNames& names);

// Returns every name of a module ("" for the global names), one per line, with its brief.
std::string all_members(const State& state, const BuiltinNames& names, const std::string& module);

// Returns the keywords and terms of the language that have a help text.
std::vector<std::string> language_words();

// Returns the names of the commands of `rille`.
std::vector<std::string> program_commands();

}  // namespace rille
