// The words of a command line as the arguments of `main`.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lang/ast.h"
#include "vm/value.h"

namespace rille {

// Returns the arguments of `main` that the words of a command line denote. An argument is given by
// position, as `--name value`, or as `--name=value`; a bool as `--flag` or `--no-flag`. All words
// after `--` are positional. A word is converted to the type of the parameter's annotation or
// default; without either, it is a string. Raises error[value] if a word cannot be converted or a
// parameter is given twice, and error[name] if a parameter does not exist.
std::vector<std::pair<std::string, Value>> main_arguments(const lang::FunctionDecl& main,
                                                          const std::vector<std::string>& words);

// Returns whether the words contain `--help` and `main` has no parameter of that name.
bool asks_for_help(const lang::FunctionDecl& main, const std::vector<std::string>& words);
// Returns the text for --help: the `##` comment above `main`, and the parameters with the source
// text of their defaults, from the sources of their spans. `command` is the command line without
// the arguments of `main`.
std::string main_usage(const lang::FunctionDecl& main, const std::string& command,
                       std::span<const Source> sources);

}  // namespace rille
