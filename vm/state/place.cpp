// Where the script stands: spans of frames, places for errors.
#include <algorithm>
#include <charconv>
#include <cstring>

#include "vm/runtime/raw.h"

namespace rille {
namespace {

struct Frame {
  const LineSpans* line = nullptr;  // null: no script, or a line without a place
  const FunctionInfo* function = nullptr;
};

const Loaded* chunk_of(const State::Inside& inside, const char* source) {
  if (source == nullptr || source[0] != '=' || source[1] != '#') return nullptr;
  size_t index = 0;
  auto [end, error] = std::from_chars(source + 2, source + std::strlen(source), index);
  return error == std::errc() && index < inside.chunks.size() ? &inside.chunks[index] : nullptr;
}

const FunctionInfo* function_at(const Loaded& chunk, int line_defined) {
  auto found = chunk.at_line.find(line_defined);
  return found == chunk.at_line.end() ? nullptr
                                      : &chunk.functions[static_cast<size_t>(found->second)];
}

Frame read_frame(lua_State* lua, const State::Inside& inside, lua_Debug& record) {
  lua_getinfo(lua, "Sl", &record);
  const Loaded* chunk = chunk_of(inside, record.source);
  if (chunk == nullptr || record.currentline < 1) return {};
  auto at = static_cast<size_t>(record.currentline) - 1;
  const std::vector<LineSpans>& lines = chunk->text.lines;
  bool known = at < lines.size() && !lines[at].span.empty();
  return {known ? &lines[at] : nullptr, function_at(*chunk, record.linedefined)};
}

// The innermost frame from `level` on that has a place; level is moved to it.
Frame innermost(lua_State* lua, const State::Inside& inside, int& level) {
  lua_Debug record;
  for (; lua_getstack(lua, level, &record) != 0; ++level) {
    Frame frame = read_frame(lua, inside, record);
    if (frame.line != nullptr) return frame;
  }
  return {};
}

std::string title(const Frame& frame) {
  if (frame.function == nullptr) return "the top level";
  return frame.function->name.empty() ? "a lambda" : str("`", frame.function->name, "`");
}

// Who called whom, innermost first. A function that calls itself is named once for each place;
// the rest of a long chain is left out.
void note_callers(lua_State* lua, const State::Inside& inside, int level, Error& error) {
  constexpr int most_notes = 5, most_frames = 200;
  lua_Debug record;
  std::vector<const LineSpans*> shown;
  int last = level + most_frames;
  for (; level < last && lua_getstack(lua, level, &record) != 0; ++level) {
    Frame frame = read_frame(lua, inside, record);
    if (frame.line == nullptr || std::ranges::find(shown, frame.line) != shown.end()) continue;
    if (shown.size() == most_notes) break;
    error.note(str("called by ", title(frame)), frame.line->span);
    shown.push_back(frame.line);
  }
  if (lua_getstack(lua, level, &record) != 0) error.note("… and further callers");
}

}  // namespace

Span span_now(const State::Inside& inside) {
  int level = 0;
  Frame frame = inside.lua != nullptr ? innermost(inside.lua, inside, level) : Frame();
  return frame.line != nullptr ? frame.line->span : Span{};
}

Span State::current_span() const { return span_now(*inside_); }

void State::place(Error& error, int level) const {
  static const LineSpans nowhere = {};
  Frame frame = innermost(inside_->lua, *inside_, level);
  const LineSpans& line = frame.line != nullptr ? *frame.line : nowhere;
  bool had_place = !error.span().empty();
  error.place(line.span, line.arguments, inside_->sources);
  if (frame.line == nullptr || error.code() == Code::interrupt) return;
  if (!had_place && frame.function != nullptr) {
    note_callers(inside_->lua, *inside_, level + 1, error);
  } else if (had_place) {
    note_callers(inside_->lua, *inside_, level, error);
  }
}

void State::call_place(Error& error) const { place(error, 0); }

const FunctionInfo* State::function_info(const void* prototype) const {
  auto builtin = inside_->info_of_builtin.find(static_cast<const Builtin*>(prototype));
  if (builtin != inside_->info_of_builtin.end()) return builtin->second;
  for (const Loaded& chunk : inside_->chunks) {
    for (const FunctionInfo& info : chunk.functions) {
      if (&info == prototype) return &info;
    }
  }
  return nullptr;
}

namespace {

// A Lua function that no chunk lists (a prelude's) gets an info of its own, once.
const FunctionInfo* other_info(State::Inside& inside, const lua_Debug& record) {
  std::string key = str(record.source, ":", record.linedefined);
  const FunctionInfo*& info = inside.other_at[key];
  if (info == nullptr) info = &inside.other_infos.emplace_back();
  return info;
}

}  // namespace

const FunctionInfo* lua_function_info(lua_State* lua, int slot) {
  State::Inside& inside = inside_of(lua);
  lua_Debug record;
  lua_pushvalue(lua, slot);
  lua_getinfo(lua, ">S", &record);
  const Loaded* chunk = chunk_of(inside, record.source);
  const FunctionInfo* found = chunk != nullptr ? function_at(*chunk, record.linedefined) : nullptr;
  return found != nullptr ? found : other_info(inside, record);
}

}  // namespace rille
