// run_bundle: runs the script of a built program.
#pragma once

#include <string>
#include <vector>

#include "repl/bundle.h"
#include "repl/shared_options.h"

namespace rille {

// Runs the top level of the bundle's script, then its main with the words. Only compiled code of
// the bundle is used. `path` is the path by which the program was started. Reports error[device] if
// the processor lacks an instruction set that the code requires.
Status run_bundle(const Bundle& bundle, const std::string& path,
                  const std::vector<std::string>& words);

}  // namespace rille
