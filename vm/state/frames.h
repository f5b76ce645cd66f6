// What place.cpp and frames.cpp know of each other.
#pragma once

#include <lua5.4/lua.h>

#include <optional>

#include "vm/error.h"
#include "vm/state/inside.h"

namespace rille {

// Keeps what stands in the frames from `level` on, for LastFailure.
void keep_frames(const State::Inside& inside, int level, const Error& error);

// The path from the outermost model to the innermost layer that runs, of which the error may have
// an end. Empty where no method of an instance runs.
std::string layer_of(const State& state, const State::Inside& inside, const Error& error);

struct FramePlace {
  std::string title;
  Span span;
};
// Of a frame of a script; none of any other.
std::optional<FramePlace> place_of_frame(const State::Inside& inside, lua_Debug& record);

}  // namespace rille
