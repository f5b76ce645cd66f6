// The words of a command line as the arguments of `main`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lang/ast.h"
#include "vm/value.h"

namespace rille {

// By position, or `--name value`, `--name=value`, `--flag` for a bool; converted to the type of
// the annotation or of the default, else left as strings. error[value] names the parameter.
std::vector<std::pair<std::string, Value>> main_arguments(const lang::Function& main,
                                                          const std::vector<std::string>& words);

}  // namespace rille
