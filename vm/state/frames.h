// The interface between place.cpp and frames.cpp.
#pragma once

#include <lua5.4/lua.h>

#include <optional>

#include "vm/error.h"
#include "vm/run/script_sampler.h"
#include "vm/state/inside.h"

namespace rille {

// Saves the frames from `level` on, for LastFailure.
void keep_frames(const State::Internals& inside, int level, const Error& error);

// The path from the outermost model to the innermost running layer. The error may already contain
// the end of the path. Empty if no method of an instance is running.
std::string layer_of(const State& state, const State::Internals& inside, const Error& error);

// The frame of a script; none for other frames and for bodies of loops and branches in a trace.
std::optional<SampledFrame> sampled_frame(const State::Internals& inside, lua_Debug& record);

struct FrameLocation {
  std::string title;
  Span span;
};
// The position of a frame of a script; none for any other frame.
std::optional<FrameLocation> place_of_frame(const State::Internals& inside, lua_Debug& record);

}  // namespace rille
