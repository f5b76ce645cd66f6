// Writing: what is known and written of one chunk so far.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/core.h"
#include "lang/core/passes.h"
#include "lang/emit.h"
#include "lang/emit/piece.h"
#include "lang/resolve.h"

namespace rille::lang {

// Where the value of an expression goes.
struct Target {
  enum Kind { discard, local, result };
  Kind kind = discard;
  std::string name = {};  // local: any Lua place
};

inline bool is_host(const Function* f) {
  return f->kind == FunctionKind::procedure || f->calls_proc;
}

// What a Lua function that is being written gives back at its end.
//   function  the value, then its inout places
//   branch    [code, value returned,] [the value,] carried places
//   loop      [code, value returned,] carried places
enum class Role { function, branch, loop };

// How a function of a script is entered: with a check of its arguments and of open traces, or past
// both.
enum class Entry { checked, native, traced };

// One Lua function that is being written.
struct Body {
  Role role = Role::function;  // what finish() gives
  bool traced = false;         // control flow is written as closures
  bool leaves = false;         // gives a leave code and the value returned first: see docs/lua.md
  bool has_value = false;      // branch
  bool saw_control = false;    // native: a body for traces is needed as well
  bool ended = false;          // what follows in this function is never reached
  const Function* source = nullptr;
  std::vector<const Binding*> carries = {};
  std::vector<const Binding*> places = {};  // bound in this function so far
  int depth = 0;                            // of constructs around
  int locals = 0;
  int declared = 0;  // locals so far, also those whose block is over, about
  int spilled = 0;   // names that live in the table `spill`, since Lua has 200 locals
  std::string spill = {};
};

// Shared by the parts of the emitter (parts.h). Text is collected in out; a line break stands only
// where mark() put one (or where nothing can fail), so that Lua's line of a run-time error leads to
// its span.
struct Writing {
  Writing(const File& file, const Source& source, const EmitOptions& options);

  const File& file;
  const Source& source;
  const EmitOptions& options;
  const Core core;
  std::set<const Binding*> top;

  std::string* out = nullptr;
  Body* scope = nullptr;
  int temps = 0;
  bool keeps_old = false;  // if the code at hand raises, later code may see the top level's places
  std::vector<std::string> loops;  // labels of `continue`, innermost last
  // Records that a write before, with nothing but writes between, left to their place alone.
  std::set<const Binding*> sure;
  std::unordered_map<const Binding*, std::string> hoisted;  // locals: whether they are owned
  std::set<std::string>* reads = nullptr;  // of the function that is being written: names of M

  // Names.
  std::unordered_map<const Binding*, std::string> names;
  std::unordered_map<const Binding*, bool> predeclared;
  std::unordered_map<const Binding*, std::string> copies;
  std::unordered_map<const Function*, std::string> direct_locals;
  std::set<std::string, std::less<>> chunk_names;

  // What stands at the head of the chunk.
  std::map<std::string, std::string> constants;
  std::string constant_text;
  std::map<std::string, std::string> math;  // functions R.math_… of this file, and their locals
  std::string lifted_text;                  // functions that stand before all others
  int lifted_count = 0;

  // What goes with the text.
  struct Mark {
    LineSpans spans;
    int function = -1;
  };
  std::vector<Mark> marks;
  std::vector<FunctionInfo> functions;
  std::vector<std::vector<std::string>> layouts;
  std::map<std::vector<std::string>, int> layout_ids;

  // Of chains of `and` and `or`: found once; [1] where literals alone are known.
  std::unordered_map<const Expr*, bool> booleans[2];
};

}  // namespace rille::lang
