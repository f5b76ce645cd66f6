// script_span: the line of a script that a thread runs.
#pragma once

#include "vm/text/source.h"

namespace rille {

// The span that the script of this thread runs now; empty on a thread that runs no script, also if
// it works for one.
Span script_span();

}  // namespace rille
