// emit(): the top level, and the whole chunk.
#include <algorithm>

#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

class TopLevel : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  Chunk run();

 private:
  void name_locals();
  void write();

  std::string chunk_locals_;  // "a, b": of the whole chunk
  int chunk_local_count_ = 0;
};

// Declares locals of the chunk for native bodies of functions, top-level variables, which are not
// visible in functions, and copies of top-level lets. Their number is limited to leave room for
// other locals. At the prompt, later cells need all of them as globals.
void TopLevel::name_locals() {
  constexpr int max_functions = 40, max_places = 20, max_copies = 20;
  if (w_.options.prompt) return;
  int functions = 0, places = 0, copies = 0;
  auto add = [&](const std::string& name) {
    chunk_locals_ += (chunk_locals_.empty() ? "" : ", ") + name;
    w_.chunk_names.insert(name);
    ++chunk_local_count_;
  };
  for (const Binding* b : w_.file.top_level) {
    if (parts_.definitions.has_direct(b) && functions < max_functions) {
      add(w_.direct_locals[b->function] = "F" + std::to_string(++functions));
    } else if (b->kind == BindingKind::variable && places < max_places) {
      ++places;
      add(w_.names[b] = plain_name(b));
    } else if (b->kind == BindingKind::let && !b->may_be_unset && copies < max_copies) {
      ++copies;
      add(w_.copies[b] = plain_name(b));
    }
  }
}

void TopLevel::write() {
  LuaBody main;
  w_.scope = &main;
  name_locals();
  main.locals = chunk_local_count_;
  parts_.statements.hoist(w_.file.top);
  const auto& statements = w_.file.top->statements;
  for (size_t i = 0; i < statements.size(); ++i) {
    const Stmt* s = statements[i];
    int begin = s->span.begin;
    int next = i + 1 < statements.size() ? statements[i + 1]->span.begin : INT32_MAX;
    if (w_.options.lines) line("R.line(" + std::to_string(begin) + ")");
    bool guarded =
        std::ranges::any_of(w_.options.guards, [&](int at) { return at >= begin && at < next; });
    w_.keeps_old = w_.options.prompt || guarded;
    if (guarded) {
      std::string body =
          parts_.closures.closure(LuaBody{}, {}, {}, [&] { parts_.statements.stmt(s, {}); });
      line("R.guard(" + body + ")");
    } else {
      statement([&] { parts_.statements.stmt(s, {}); });
    }
  }
  if (!main.spill.empty()) w_.out->insert(0, "local " + main.spill + " = {}\n");
}

Chunk TopLevel::run() {
  Chunk chunk;
  chunk.name = w_.source.name;
  std::string body = captured([&] { write(); });
  // Names in capitals do not count as captures of a function (vm/call/closure.cpp).
  std::string head =
      "local R, B, M, K, END, ABSENT = ...\n"
      "local T, TUPLE, SETMT, SHARE, ISINT = R.tracing, R.TUPLE, R.setmt, R.share, R.is_int\n"
      "local META, NONE = R.meta, R.none\n";
  for (const auto& [name, local] : w_.math) head += str("local ", local, " = R.math_", name, "\n");
  std::string locals = chunk_locals_.empty() ? "" : "local " + chunk_locals_ + "\n";
  chunk.lua = head + locals + w_.constant_text + w_.lifted_text + body;
  finish_lines(chunk);
  return chunk;
}

}  // namespace

Chunk emit(const File& file, const Source& source, EmitOptions options) {
  EmitState writing(file, source, options);
  EmitterParts parts(writing);
  return TopLevel(writing, parts).run();
}

}  // namespace rille::lang
