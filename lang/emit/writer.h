// LuaWriter: the text: lines, spans, names, and temporaries.
#pragma once

#include <functional>

#include "lang/emit/writing.h"

namespace rille::lang {

// The functions by which all parts of the emitter write.
class LuaWriter {
 protected:
  explicit LuaWriter(EmitState& writing) : w_(writing) {}

  std::string mark(Span span, std::vector<Span> arguments = {});
  std::string function_mark(FunctionInfo info, std::string* constant);
  std::string captured(const std::function<void()>& write);
  void put(std::string_view text) { *w_.out += text; }
  void line(std::string_view text);
  std::string fresh(std::string_view stem);  // a unique identifier
  std::string temp();                        // declares a local, unset
  std::string slot_table();                  // the table of names that are not locals
  Piece spill(Piece code);                   // assigns to a local, unless the piece is stable
  void statement(const std::function<void()>& write);
  void note_run(Span span);        // for coverage: see EmitOptions::places
  void note_value(const Expr* e);  // for coverage of a value, unless its statements are noted
  void scope(const std::function<void()>& write);  // names bound in the scope end with it

  std::string constant_of(std::string_view stem, const std::string& text);
  std::string names_of(const std::vector<const Binding*>& bindings);
  std::string layout_of(std::vector<std::string> names);
  std::string math(const std::string& name);
  std::string source_text(Span span) const;
  void finish_lines(Chunk& chunk);

  std::string declare(const Binding* b, bool* is_slot = nullptr);
  void copy_top(const Binding* b);
  void bind(const Binding* b, const Piece& value);  // local b = value
  std::string name_of(const Binding* b) const;
  std::string plain_name(const Binding* b) const;
  std::string list(const std::vector<const Binding*>& bindings, bool comma_first = true) const;
  bool in_table(const Binding* b) const;  // stored in a field of a table, for lack of locals
  bool is_top(const Binding* b) const { return w_.top.contains(b); }
  LuaBody& fn() { return *w_.scope; }
  const LuaBody& fn() const { return *w_.scope; }

  EmitState& w_;
};

}  // namespace rille::lang
