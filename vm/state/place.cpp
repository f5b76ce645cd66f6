// Positions in the script: spans of frames and of errors.
#include <pthread.h>

#include <algorithm>
#include <climits>

#include "vm/run/running.h"
#include "vm/run/script_span.h"
#include "vm/runtime/raw.h"
#include "vm/state/frames.h"
#include "vm/state/nested.h"
#include "vm/state/sweep.h"

namespace rille {
namespace {

struct LuaFrame {
  const LineSpans* line = nullptr;  // null if not of a script, or for a line without a span
  const FunctionInfo* function = nullptr;
  bool hides_first = false;  // the callee does not get the first argument
};

const LoadedChunk* chunk_of(const State::Internals& inside, const char* source) {
  auto found = inside.chunks.find(chunk_number(source));
  return found != inside.chunks.end() ? found->second.get() : nullptr;
}

const FunctionInfo* function_at(const LoadedChunk& chunk, int line_defined) {
  auto found = chunk.at_line.find(line_defined);
  return found == chunk.at_line.end() ? nullptr
                                      : &chunk.functions[static_cast<size_t>(found->second)];
}

LuaFrame read_frame(const State::Internals& inside, lua_Debug& record) {
  lua_getinfo(inside.lua, "Sl", &record);
  const LoadedChunk* chunk = chunk_of(inside, record.source);
  if (chunk == nullptr || record.currentline < 1) return {};
  auto at = static_cast<size_t>(record.currentline) - 1;
  const std::vector<LineSpans>& lines = chunk->text.lines;
  bool known = at < lines.size() && !lines[at].span.empty();
  return {known ? &lines[at] : nullptr, function_at(*chunk, record.linedefined)};
}

// Whether a frame is the one between a function in a field and its call x.f(a), which drops x.
bool is_field_call(const lua_Debug& record) { return std::strcmp(record.source, field_chunk) == 0; }

// The innermost frame from `level` on that has a span. Sets level to it.
LuaFrame innermost(const State::Internals& inside, int& level) {
  lua_Debug record;
  bool is_field = false;
  for (; frame_at(inside, level, record) != nullptr; ++level) {
    LuaFrame frame = read_frame(inside, record);
    frame.hides_first = is_field;
    if (frame.line != nullptr) return frame;
    is_field = is_field || is_field_call(record);
  }
  return {};
}

std::string title(const LuaFrame& frame) {
  if (frame.function == nullptr) return "the top level";
  return frame.function->name.empty() ? "a lambda" : str("`", frame.function->name, "`");
}

std::string line_text(Span span, const State::Internals& inside) {
  if (span.empty()) return "";
  const Source& file = inside.sources[static_cast<size_t>(span.file)];
  return str(file.name, ":", line_at(file, span.begin).number);
}

constexpr std::string_view recursion_help =
    "both branches of a traced `if` are traced; only a static condition ends a recursion: "
    "`jit(() => f(5))`";

void note_trace(const OpenTrace& trace, const State::Internals& inside, Error& error) {
  const FunctionInfo& f = *trace.function;
  std::string who = f.name.empty() ? "a lambda" : str("`", f.name, "`");
  std::string made = line_text(f.span, inside), called = line_text(trace.call, inside);
  error.note(str("while tracing ", who, made.empty() ? "" : str(" (", made, ")"), " for ",
                 trace.transform, called.empty() ? "" : str(" at ", called)));
  bool is_deep = std::string_view(error.what()).starts_with("maximum recursion depth");
  if (is_deep && error.help().empty()) error.help(std::string(recursion_help));
}

// Adds the chain of callers, innermost first. A recursive function is listed once for each call
// site, and a long chain is truncated. In a trace, the traced function and its callers are in the
// notes of the traces.
class CallerChain {
 public:
  CallerChain(const State::Internals& inside, Error& error) : inside_(inside), error_(error) {}

  // Adds the callers from `level` on. With `but_first`, the innermost frame is that of the error
  // and is omitted.
  void note(int level, bool but_first) {
    const std::vector<OpenTrace>& traces = inside_.traces;
    int depth = traces.empty() ? 0 : depth_of(inside_);
    for (auto trace = traces.rbegin(); trace != traces.rend(); ++trace) {
      note_frames(level, depth - trace->depth, but_first, true);
      note_trace(*trace, inside_, error_);
      level = depth - trace->depth;
      but_first = false;
    }
    if (traces.empty()) note_frames(level, INT_MAX, but_first, false);
  }

 private:
  // The frame at `level`, combined with the frames of the enclosing function if it is the body of
  // an `if` or a loop in a trace. Moves level past them.
  LuaFrame whole_frame(int& level, int last) {
    LuaFrame out;
    lua_Debug record;
    for (; level < last && frame_at(inside_, level, record) != nullptr; ++level) {
      LuaFrame frame = read_frame(inside_, record);
      if (frame.line == nullptr) continue;
      if (out.line == nullptr) out.line = frame.line;
      out.function = frame.function;
      bool is_body = frame.function == nullptr && std::strcmp(record.what, "main") != 0;
      if (is_body) continue;
      ++level;
      return out;
    }
    return out;
  }

  void note_frames(int level, int last, bool but_first, bool but_last) {
    constexpr size_t most = 5;
    constexpr int far = 200;  // lua_getstack is linear: a deep recursion would take minutes
    int end = std::min(last, level + far);
    std::vector<LuaFrame> frames;
    if (but_first) whole_frame(level, end);
    while (frames.size() <= most + 1) {
      LuaFrame frame = whole_frame(level, end);
      if (frame.line == nullptr) break;
      auto is_same = [&](const LuaFrame& known) { return known.line == frame.line; };
      if (std::ranges::none_of(frames, is_same)) frames.push_back(frame);
    }
    bool is_long = frames.size() > most + 1 || (level >= end && end < last);
    if (but_last && !is_long && !frames.empty()) frames.pop_back();
    is_long = is_long || frames.size() > most;
    if (frames.size() > most) frames.resize(most);
    for (const LuaFrame& frame : frames) {
      error_.note(str("called by ", title(frame)), frame.line->span);
    }
    if (is_long) error_.note("… and further callers");
  }

  const State::Internals& inside_;
  Error& error_;
};

// The last span before the position at which a loop without a body, or code without a span, was
// stopped.
const LineSpans* place_before(const State::Internals& inside, int level) {
  lua_Debug record;
  for (; frame_at(inside, level, record) != nullptr; ++level) {
    lua_getinfo(inside.lua, "Sl", &record);
    const LoadedChunk* chunk = chunk_of(inside, record.source);
    if (chunk == nullptr) continue;
    const std::vector<LineSpans>& lines = chunk->text.lines;
    auto at = std::min(lines.size(), static_cast<size_t>(std::max(record.currentline, 0)));
    while (at > 0 && lines[at - 1].span.empty()) --at;
    if (at > 0) return &lines[at - 1];
  }
  return nullptr;
}

// The frame of a script that directly called the innermost script function, without a builtin
// between.
LuaFrame direct_caller(const State::Internals& inside, int& level, LuaFrame& called) {
  lua_Debug record;
  bool inside_it = false, is_field = false;
  for (; frame_at(inside, level, record) != nullptr; ++level) {
    LuaFrame frame = read_frame(inside, record);
    frame.hides_first = is_field;
    bool is_script = chunk_of(inside, record.source) != nullptr;
    if (!inside_it) {
      inside_it = is_script;
      called = frame;
    } else if (is_field_call(record)) {
      is_field = true;
    } else if (frame.line != nullptr || !is_script) {
      return frame;
    }
  }
  return {};
}

// Sets the position of an error about an argument to the argument in the call.
bool place_given(const State::Internals& inside, int level, Error& error) {
  LuaFrame called;
  LuaFrame caller = direct_caller(inside, level, called);
  if (caller.line == nullptr) return false;
  const std::vector<Span>& arguments = caller.line->arguments;
  auto at = static_cast<size_t>(error.given());
  // A called instance is not an argument in the source text, but is the first one of the method.
  bool is_method = called.function != nullptr && called.function->is_method;
  bool shows_self = !arguments.empty() && arguments[0].begin < caller.line->span.end;
  if (is_method && (!shows_self || caller.hides_first)) at -= 1;
  if (caller.hides_first) at += 1;
  if (at >= arguments.size()) return false;
  Span span = arguments[at];
  if (span.empty()) return false;
  if (called.line != nullptr) error.note("the parameter is declared here", called.line->span);
  error.place(span, arguments, inside.sources);
  CallerChain(inside, error).note(level, true);
  return true;
}

}  // namespace

Span span_now(const State::Internals& inside) {
  int level = 0;
  LuaFrame frame = inside.lua != nullptr ? innermost(inside, level) : LuaFrame();
  if (frame.line == nullptr && inside.lua != nullptr) {
    frame.line = place_before(inside, 0);
  }
  return frame.line != nullptr ? frame.line->span : Span{};
}

Span State::current_span() const { return span_now(*inside_); }

Span script_span() {
  State* state = running().state;
  if (state == nullptr) return {};
  State::Internals& inside = state->inside();
  bool is_own = pthread_equal(inside.stopper.owner.load(), pthread_self()) != 0;
  return is_own && inside.stopper.running.load() != nullptr ? span_now(inside) : Span();
}

std::optional<SampledFrame> sampled_frame(const State::Internals& inside, lua_Debug& record) {
  LuaFrame frame = read_frame(inside, record);
  if (frame.line == nullptr) return std::nullopt;
  bool is_top = frame.function == nullptr && std::strcmp(record.what, "main") == 0;
  if (frame.function == nullptr && !is_top) return std::nullopt;
  return SampledFrame{is_top ? "" : frame.function->name, is_top, frame.line->span};
}

std::optional<FrameLocation> place_of_frame(const State::Internals& inside, lua_Debug& record) {
  LuaFrame frame = read_frame(inside, record);
  if (frame.line == nullptr) return std::nullopt;
  return FrameLocation{title(frame), frame.line->span};
}

namespace {

void place_in(const State::Internals& inside, Error& error, int level) {
  static const LineSpans nowhere = {};
  bool is_given = error.given() >= 0 && error.span().empty();
  if (is_given && place_given(inside, level, error)) return;
  LuaFrame frame = innermost(inside, level);
  if (frame.line == nullptr) frame.line = place_before(inside, 0);
  const LineSpans& line = frame.line != nullptr ? *frame.line : nowhere;
  bool had_place = !error.span().empty();
  std::span<const Span> arguments = line.arguments;
  if (frame.hides_first && !arguments.empty()) arguments = arguments.subspan(1);
  error.place(line.span, arguments, inside.sources);
  if (frame.line == nullptr || error.code() == Code::interrupt) return;
  CallerChain(inside, error).note(level, !had_place);
}

}  // namespace

void State::place(Error& error, int level) const {
  bool is_first = !error.placed();
  bool is_stop = error.code() == Code::interrupt;
  bool is_known = std::ranges::any_of(error.notes(), [](const Error::Note& note) {
    return note.text.starts_with("in `");  // added by compiled code
  });
  std::string layer = is_first && !is_stop && !is_known ? layer_of(*this, *inside_, error) : "";
  if (!layer.empty()) error.note(str("in `", layer, "`"));
  place_in(*inside_, error, level);
  if (is_first) keep_frames(*inside_, level, error);
}

void State::call_place(Error& error) const { place(error, 0); }

const FunctionInfo* State::function_info(const void* prototype) const {
  if (inside_->records.contains(prototype)) {
    return &static_cast<const Builtin*>(prototype)->typed().info;
  }
  for (const auto& [number, chunk] : inside_->chunks) {
    for (const FunctionInfo& info : chunk->functions) {
      if (&info == prototype) return &info;
    }
  }
  return nullptr;
}

namespace {

// The record of a Lua function that no chunk lists, such as one of a prelude; created once.
const FunctionInfo* other_info(State::Internals& inside, const lua_Debug& record) {
  std::string key = str(record.source, ":", record.linedefined);
  return &inside.other_at[key].info;
}

}  // namespace

const FunctionInfo* lua_function_info(lua_State* lua, int slot) {
  State::Internals& inside = inside_of(lua);
  lua_Debug record;
  lua_pushvalue(lua, slot);
  lua_getinfo(lua, ">S", &record);
  const LoadedChunk* chunk = chunk_of(inside, record.source);
  const FunctionInfo* found = chunk != nullptr ? function_at(*chunk, record.linedefined) : nullptr;
  if (found != nullptr) return found;
  auto prelude = inside.prelude_builtins.find(lua_topointer(lua, slot));
  if (prelude != inside.prelude_builtins.end()) return &prelude->second->typed().info;
  return other_info(inside, record);
}

}  // namespace rille
