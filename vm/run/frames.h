// Frames: the call stack at an error, with local values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vm/error.h"
#include "vm/value.h"

namespace rille {

struct FrameRecord {
  std::string function;                               // "`loss`", "a lambda", "the top level"
  Span span;                                          // the code that was running
  std::vector<std::pair<std::string, Value>> locals;  // in order of declaration
};

// Part of a State. If `is_kept`, records the frames of the last error, innermost first. In a trace,
// the arrays have types but no elements.
struct LastFailure {
  bool is_kept = false;
  std::string message = {};
  std::vector<FrameRecord> frames = {};
};

}  // namespace rille
