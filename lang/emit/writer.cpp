// LuaWriter: lines, spans, names, temporaries, and constants.
#include "lang/emit/writer.h"

#include <algorithm>
#include <cctype>

#include "lang/emit/lua_text.h"
#include "lang/format.h"
#include "vm/run/running.h"

namespace rille::lang {
namespace {

// A Lua function has 200 locals; some are left for the internal locals of Lua's loops.
constexpr int max_slots = 140;
constexpr int max_captured = 180;  // a table slot is shared by all iterations of a loop
// Lua records at most 32,767 locals per function, including those of closed blocks.
constexpr int max_declared = 16'000;

int count_locals(std::string_view text) {
  int out = 0;
  constexpr std::string_view word = "local ";
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++out;
  return out;
}

}  // namespace

EmitState::EmitState(const File& in, const Source& text, const EmitOptions& how)
    : file(in),
      source(text),
      options(how),
      core(in, how.prompt),
      top(in.top_level.begin(), in.top_level.end()) {}

std::string LuaWriter::mark(Span span, std::vector<Span> arguments) {
  w_.marks.push_back({{span, std::move(arguments)}, -1});
  return "\x01" + std::to_string(w_.marks.size() - 1) + "\x02";
}

std::string LuaWriter::function_mark(FunctionInfo info, std::string* constant) {
  std::string text = mark(info.span);
  w_.marks.back().function = static_cast<int>(w_.functions.size());
  *constant = "K.f" + std::to_string(w_.functions.size());
  w_.functions.push_back(std::move(info));
  return text;
}

std::string LuaWriter::captured(const std::function<void()>& write) {
  std::string text;
  std::string* before = w_.out;
  w_.out = &text;
  write();
  w_.out = before;
  return text;
}

void LuaWriter::line(std::string_view text) {
  if (w_.scope != nullptr) fn().declared += count_locals(text);
  *w_.out += text;
  *w_.out += '\n';
}

std::string LuaWriter::fresh(std::string_view stem) {
  return std::string(stem) + "_t" + std::to_string(++w_.temps);
}

std::string LuaWriter::slot_table() {
  if (fn().spill.empty()) fn().spill = fresh("S");
  return fn().spill;
}

std::string LuaWriter::temp() {
  if (fn().locals >= max_slots) {
    return slot_table() + "[" + std::to_string(++fn().spilled) + "]";
  }
  ++fn().locals;
  std::string name = fresh("t");
  line("local " + name);
  return name;
}

Piece LuaWriter::spill(Piece code) {
  if (code.stable) return code;
  if (fn().locals >= max_slots) {
    std::string slot = temp();
    line(slot + " = " + code.text);
    return local_name(slot);
  }
  ++fn().locals;
  std::string name = fresh("t");
  line("local " + name + " = " + code.text);
  return local_name(name);
}

void LuaWriter::statement(const std::function<void()>& write) {
  poll();
  int before = fn().locals;
  std::string text = captured(write);
  bool made = fn().locals > before;
  fn().locals = before;
  if (fn().declared > max_declared && !leaves_function(text)) {
    // A function that is called immediately has its own record.
    return put("do (function()\n" + text + "end)() end\n");
  }
  put(made ? "do\n" + text + "end\n" : text);
}

void LuaWriter::scope(const std::function<void()>& write) {
  int locals = fn().locals;
  size_t places = fn().places.size();
  write();
  fn().locals = locals;
  fn().places.resize(places);
}

std::string LuaWriter::constant_of(std::string_view stem, const std::string& text) {
  auto [at, is_new] = w_.constants.try_emplace(text);
  if (is_new) {
    at->second = "K." + std::string(stem) + "_" + std::to_string(w_.constants.size());
    w_.constant_text += at->second + " = " + text + "\n";
  }
  return at->second;
}

std::string LuaWriter::names_of(const std::vector<const Binding*>& bindings) {
  std::string text = "{n = " + std::to_string(bindings.size()) + ",";
  for (const Binding* b : bindings) text += quoted(b->name) + ",";
  return constant_of("n", text + "}");
}

std::string LuaWriter::layout_of(std::vector<std::string> names) {
  std::ranges::sort(names);
  auto [at, is_new] = w_.layout_ids.try_emplace(names, static_cast<int>(w_.layouts.size()));
  if (is_new) w_.layouts.push_back(std::move(names));
  return "K.l" + std::to_string(at->second);
}

// The local that holds R.math_NAME, in capitals: such names do not count as captures
// (vm/call/closure.cpp).
std::string LuaWriter::math(const std::string& name) {
  std::string local = "M";
  for (char c : name) local += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return w_.math.try_emplace(name, local).first->second;
}

std::string LuaWriter::source_text(Span span) const {
  return one_line(
      std::string_view(w_.source.text)
          .substr(static_cast<size_t>(span.begin), static_cast<size_t>(span.end - span.begin)));
}

std::string LuaWriter::plain_name(const Binding* b) const { return lua_name(b->name, b->id); }

std::string LuaWriter::name_of(const Binding* b) const {
  auto at = w_.names.find(b);
  if (at != w_.names.end()) return at->second;
  if (w_.reads != nullptr) w_.reads->insert(b->name);
  return "M" + field_access(b->name);
}

std::string LuaWriter::list(const std::vector<const Binding*>& bindings, bool comma_first) const {
  std::string text;
  for (const Binding* b : bindings) {
    if (comma_first || !text.empty()) text += ", ";
    text += name_of(b);
  }
  return text;
}

bool LuaWriter::in_table(const Binding* b) const {
  auto at = w_.names.find(b);
  return at != w_.names.end() && at->second.find('.') != std::string::npos;
}

std::string LuaWriter::declare(const Binding* b, bool* is_slot) {
  if (b->is_place()) fn().places.push_back(b);
  bool slot = fn().locals >= (b->is_captured ? max_captured : max_slots);
  if (is_slot != nullptr) *is_slot = slot;
  if (slot) return w_.names[b] = slot_table() + "." + plain_name(b);  // captures are found by name
  ++fn().locals;
  return w_.names[b] = plain_name(b);
}

void LuaWriter::bind(const Binding* b, const Piece& value) {
  if (is_top(b) || w_.predeclared.contains(b)) {
    line(name_of(b) + " = " + value.text);
    return copy_top(b);
  }
  bool is_slot = false;
  std::string name = declare(b, &is_slot);
  line((is_slot ? "" : "local ") + name + " = " + value.text);
}

// Top-level code reads its own copy of a let.
void LuaWriter::copy_top(const Binding* b) {
  auto at = w_.copies.find(b);
  if (at != w_.copies.end()) line(at->second + " = " + name_of(b));
}

void LuaWriter::note_run(Span span) {
  if (w_.options.places == nullptr) return;
  w_.options.places->push_back(span.begin);
  line(str("R.ran(", span.file, ", ", span.begin, ")"));
}

void LuaWriter::note_value(const Expr* e) {
  if (flow_of(e) == nullptr || e->kind == ExprKind::gather) note_run(e->span);
}

// Replaces each marker by a line break, which assigns the span to the following code.
void LuaWriter::finish_lines(Chunk& chunk) {
  std::string text = std::move(chunk.lua);
  chunk.lua.clear();
  chunk.lua.reserve(text.size());
  chunk.lines.assign(1, {});
  chunk.function_lines.assign(w_.functions.size(), 0);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      chunk.lua += '\n';
      chunk.lines.emplace_back();
    } else if (text[i] != '\x01') {
      chunk.lua += text[i];
    } else {
      size_t end = text.find('\x02', i);
      const EmitState::ChunkMark& mark = w_.marks[std::stoul(text.substr(i + 1, end - i - 1))];
      chunk.lua += '\n';
      chunk.lines.push_back(mark.spans);
      if (mark.function >= 0) {
        chunk.function_lines[static_cast<size_t>(mark.function)] =
            static_cast<int>(chunk.lines.size());
      }
      i = end;
    }
  }
  chunk.functions = std::move(w_.functions);
  chunk.layouts = std::move(w_.layouts);
}

}  // namespace rille::lang
