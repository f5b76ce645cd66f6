// The text: lines, spans, names, temporaries, constants.
#include <algorithm>

#include "lang/emit/emitter.h"
#include "vm/running.h"

namespace rille::lang {
namespace {

// Lua has 200 locals a function; some room is left for what Lua's loops keep themselves.
constexpr int max_locals = 140;
constexpr int max_captured = 180;  // a slot of a table is one for all turns of a loop

}  // namespace

Emitter::Emitter(const File& file, const Source& source, const EmitOptions& options)
    : file_(file),
      source_(source),
      options_(options),
      proof_(file, options.prompt),
      uses_(file, options.prompt),
      makers_(file, options.prompt),
      top_(file.top_level.begin(), file.top_level.end()) {}

std::string Emitter::mark(Span span, std::vector<Span> arguments) {
  marks_.push_back({{span, std::move(arguments)}, -1});
  return "\x01" + std::to_string(marks_.size() - 1) + "\x02";
}

std::string Emitter::function_mark(FunctionInfo info, std::string* constant) {
  std::string text = mark(info.span);
  marks_.back().function = static_cast<int>(functions_.size());
  *constant = "K.f" + std::to_string(functions_.size());
  functions_.push_back(std::move(info));
  return text;
}

std::string Emitter::captured(const std::function<void()>& write) {
  std::string text;
  std::string* before = out_;
  out_ = &text;
  write();
  out_ = before;
  return text;
}

void Emitter::line(std::string_view text) {
  *out_ += text;
  *out_ += '\n';
}

std::string Emitter::fresh(std::string_view stem) {
  return std::string(stem) + "_t" + std::to_string(++temps_);
}

std::string Emitter::slot_table() {
  if (fn().spill.empty()) fn().spill = fresh("S");
  return fn().spill;
}

std::string Emitter::temp() {
  if (fn().locals >= max_locals) {
    return slot_table() + "[" + std::to_string(++fn().spilled) + "]";
  }
  ++fn().locals;
  std::string name = fresh("t");
  put("local " + name + "\n");
  return name;
}

Piece Emitter::spill(Piece code) {
  if (code.stable) return code;
  if (fn().locals >= max_locals) {
    std::string slot = temp();
    line(slot + " = " + code.text);
    return local_name(slot);
  }
  ++fn().locals;
  std::string name = fresh("t");
  line("local " + name + " = " + code.text);
  return local_name(name);
}

void Emitter::statement(const std::function<void()>& write) {
  poll();
  int before = fn().locals;
  std::string text = captured(write);
  bool made = fn().locals > before;
  fn().locals = before;
  put(made ? "do\n" + text + "end\n" : text);
}

void Emitter::scope(const std::function<void()>& write) {
  int locals = fn().locals;
  size_t places = fn().places.size();
  write();
  fn().locals = locals;
  fn().places.resize(places);
}

std::string Emitter::constant_of(std::string_view stem, const std::string& text) {
  auto [at, is_new] = constants_.try_emplace(text);
  if (is_new) {
    at->second = "K." + std::string(stem) + "_" + std::to_string(constants_.size());
    constant_text_ += at->second + " = " + text + "\n";
  }
  return at->second;
}

std::string Emitter::names_of(const std::vector<const Binding*>& bindings) {
  std::string text = "{n = " + std::to_string(bindings.size()) + ",";
  for (const Binding* b : bindings) text += quoted(b->name) + ",";
  return constant_of("n", text + "}");
}

std::string Emitter::layout_of(std::vector<std::string> names) {
  std::ranges::sort(names);
  auto [at, is_new] = layout_ids_.try_emplace(names, static_cast<int>(layouts_.size()));
  if (is_new) layouts_.push_back(std::move(names));
  return "K.l" + std::to_string(at->second);
}

std::string Emitter::source_text(Span span) const {
  return source_.text.substr(static_cast<size_t>(span.begin),
                             static_cast<size_t>(span.end - span.begin));
}

std::string Emitter::plain_name(const Binding* b) const { return lua_name(b->name, b->id); }

std::string Emitter::name_of(const Binding* b) const {
  auto at = names_.find(b);
  if (at != names_.end()) return at->second;
  if (reads_ != nullptr) reads_->insert(b->name);
  return "M" + field_access(b->name);
}

std::string Emitter::declare(const Binding* b, bool* is_slot) {
  if (b->is_place()) fn().places.push_back(b);
  bool slot = fn().locals >= (b->is_captured ? max_captured : max_locals);
  if (is_slot != nullptr) *is_slot = slot;
  if (slot) return names_[b] = slot_table() + "." + plain_name(b);  // captures are told by name
  ++fn().locals;
  return names_[b] = plain_name(b);
}

void Emitter::bind(const Binding* b, const Piece& value) {
  if (is_top(b) || predeclared_.contains(b)) {
    line(name_of(b) + " = " + value.text);
    return copy_top(b);
  }
  bool is_slot = false;
  std::string name = declare(b, &is_slot);
  line((is_slot ? "" : "local ") + name + " = " + value.text);
}

// Code of the top level itself reads its own copy of a let.
void Emitter::copy_top(const Binding* b) {
  auto at = copies_.find(b);
  if (at != copies_.end()) line(at->second + " = " + name_of(b));
}

// A marker becomes the line break that gives what follows its span.
void Emitter::finish_lines(Chunk& chunk) {
  std::string text = std::move(chunk.lua);
  chunk.lua.clear();
  chunk.lua.reserve(text.size());
  chunk.lines.assign(1, {});
  chunk.function_lines.assign(functions_.size(), 0);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      chunk.lua += '\n';
      chunk.lines.emplace_back();
    } else if (text[i] != '\x01') {
      chunk.lua += text[i];
    } else {
      size_t end = text.find('\x02', i);
      const Mark& mark = marks_[std::stoul(text.substr(i + 1, end - i - 1))];
      chunk.lua += '\n';
      chunk.lines.push_back(mark.spans);
      if (mark.function >= 0) {
        chunk.function_lines[static_cast<size_t>(mark.function)] =
            static_cast<int>(chunk.lines.size());
      }
      i = end;
    }
  }
  chunk.functions = std::move(functions_);
  chunk.layouts = std::move(layouts_);
}

}  // namespace rille::lang
