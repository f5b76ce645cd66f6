// The end of a script's run: saves, exit, errors.
#pragma once

#include "repl/session.h"

namespace rille {

// What is still being saved is on the disk before the program ends, or it says why not. Errors are
// shown; what the program should exit with, which the script may have said.
Status ended(Session& session, Outcome outcome);

}  // namespace rille
