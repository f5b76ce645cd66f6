// The words of a command line as the arguments of `main`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lang/ast.h"
#include "vm/value.h"

namespace rille {

// By position, or `--name value`, `--name=value`, of a bool `--flag`, `--no-flag`; behind `--` all
// are positions. Converted to the type of the annotation or of the default, else left as strings.
// error[value] names the parameter, also where it is given twice.
std::vector<std::pair<std::string, Value>> main_arguments(const lang::Function& main,
                                                          const std::vector<std::string>& words);

// Whether the words have a `--help` that no parameter takes; what it then prints: the parameters
// and the comment above `main`. `command`: the words before those of main.
bool asks_for_help(const lang::Function& main, const std::vector<std::string>& words);
std::string main_usage(const lang::Function& main, const std::string& command);

}  // namespace rille
