// What place.cpp and frames.cpp know of each other.
#pragma once

#include <lua5.4/lua.h>

#include <optional>

#include "vm/error.h"
#include "vm/state/inside.h"

namespace rille {

// Keeps what stands in the frames from `level` on, for LastFailure.
void keep_frames(const State::Inside& inside, int level, const Error& error);

// Outside of traces: where in the outermost model the innermost layer is, by the frames. Empty
// where no method of an instance runs.
ModulePath layer_of_frames(const State::Inside& inside);

struct FramePlace {
  std::string title;
  Span span;
};
// Of a frame of a script; none of any other.
std::optional<FramePlace> place_of_frame(const State::Inside& inside, lua_Debug& record);

}  // namespace rille
