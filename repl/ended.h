// The end of a script's run: saves, exit, errors.
#pragma once

#include "repl/session.h"

namespace rille {

// Waits for checkpoints that are still being saved, reports the errors of `outcome` and of these
// saves, and returns the exit status: the one that the script passed to `exit`, if it called it.
Status ended(Session& session, Outcome outcome);

}  // namespace rille
