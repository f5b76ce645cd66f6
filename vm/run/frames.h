// Frames: where a run stood, and with what, when it failed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "vm/error.h"
#include "vm/value.h"

namespace rille {

struct FrameRecord {
  std::string function;                               // "`loss`", "a lambda", "the top level"
  Span span;                                          // what was being run in it
  std::vector<std::pair<std::string, Value>> locals;  // as they were called, the first ones first
};

// A State's part. Where it is `kept`, the frames of the error that was raised last, innermost
// first; also of one within a trace, whose arrays have types and no elements then.
struct LastFailure {
  bool is_kept = false;
  std::string message = {};
  std::vector<FrameRecord> frames = {};
};

}  // namespace rille
