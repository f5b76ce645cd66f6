// run_bundle: a script that stands in its own program.
#pragma once

#include <string>
#include <vector>

#include "repl/bundle.h"
#include "repl/shared_options.h"

namespace rille {

// Its top level, then its main with the words, by the code of the bundle alone. `path`: the
// program's, as it was started. error[device] where the processor lacks what the code is made of.
Status run_bundle(const Bundle& bundle, const std::string& path,
                  const std::vector<std::string>& words);

}  // namespace rille
