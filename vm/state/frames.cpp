// Saves the frames of an error, with the values of locals.
#include "vm/run/frames.h"

#include <algorithm>
#include <cctype>

#include "vm/runtime/raw.h"
#include "vm/state/frames.h"
#include "vm/state/nested.h"

namespace rille {
namespace {

constexpr size_t max_frames = 50, max_locals = 40;
constexpr int far = 400;  // maximum of levels, since lua_getstack is linear in the level

// The name in the script of a Lua local: x for `x_12`; "" for a temporary of the emitter, `x_t3`.
std::string script_name(std::string_view local) {
  size_t line = local.rfind('_');
  if (line == std::string_view::npos || line + 1 == local.size()) return "";
  std::string_view number = local.substr(line + 1);
  bool is_number = std::ranges::all_of(
      number, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  return is_number ? std::string(local.substr(0, line)) : "";
}

// Reads the locals of a frame on its Lua thread. A later local with the same name hides the earlier
// ones.
void read_locals(lua_State* lua, lua_Debug& record, FrameRecord& to) {
  for (int i = 1; to.locals.size() < max_locals; ++i) {
    const char* name = lua_getlocal(lua, &record, i);
    if (name == nullptr) break;
    std::string known = script_name(name);
    if (!known.empty()) {
      std::erase_if(to.locals, [&](const auto& local) { return local.first == known; });
      to.locals.emplace_back(std::move(known), value_at(lua, -1));
    }
    lua_pop(lua, 1);
  }
}

}  // namespace

namespace {

void read_frames(const State::Internals& inside, int level, std::vector<FrameRecord>& to) {
  lua_Debug record;
  for (int end = level + far; level < end && to.size() < max_frames; ++level) {
    lua_State* lua = frame_at(inside, level, record);
    if (lua == nullptr) break;
    auto place = place_of_frame(inside, record);
    if (!place || lua_checkstack(lua, 8) == 0) continue;
    FrameRecord frame{std::move(place->title), place->span, {}};
    read_locals(lua, record, frame);
    to.push_back(std::move(frame));
  }
}

}  // namespace

// Errors in this function are ignored: the original error must be reported.
void keep_frames(const State::Internals& inside, int level, const Error& error) {
  if (inside.lua == nullptr) return;
  auto& failure = State::of(inside.lua).part<LastFailure>();
  bool is_stop = error.code() == Code::interrupt || error.code() == Code::limit;
  if (!failure.is_kept || is_stop || error.code() == Code::memory) return;
  failure.message = error.what();
  failure.frames.clear();
  try {
    read_frames(inside, level, failure.frames);
  } catch (const std::exception&) {
    failure.frames.clear();
  }
}

}  // namespace rille
