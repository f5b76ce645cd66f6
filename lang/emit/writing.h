// EmitState: the state of the chunk that is being written.
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

// The destination of the value of an expression.
struct ValueTarget {
  enum Kind { discard, local, result };
  Kind kind = discard;
  std::string name = {};  // of kind local: any Lua variable
};

inline bool is_host(const FunctionDecl* f) {
  return f->kind == FunctionKind::procedure || f->calls_proc;
}

// The results of a Lua function that is being written.
//   function  the value, then the inout variables
//   branch    [code, returned value,] [the value,] carried variables
//   loop      [code, returned value,] carried variables
enum class BodyRole { function, branch, loop };

// How a function of a script is entered: with checks of its arguments and of open traces, or
// without both.
enum class FunctionEntry { checked, native, traced };

// One Lua function that is being written.
struct LuaBody {
  BodyRole role = BodyRole::function;  // determines the results
  bool traced = false;                 // control flow is written as closures
  bool leaves = false;       // returns a leave code and the returned value first: docs/lua.md
  bool has_value = false;    // of a branch
  bool saw_control = false;  // of a native body: a body for traces is needed as well
  bool ended = false;        // the following code of this function is unreachable
  const FunctionDecl* source = nullptr;
  std::vector<const Binding*> carries = {};
  std::vector<const Binding*> places = {};  // variables bound in this function so far
  int depth = 0;                            // number of enclosing constructs
  int locals = 0;
  int declared = 0;  // approximate number of locals so far, including those of closed blocks
  int spilled = 0;   // names stored in the table `spill`, since Lua allows 200 locals
  std::string spill = {};
};

// Shared by the parts of the emitter (parts.h). Text is collected in `out`. Line breaks are written
// only by mark(), or where the code cannot fail, so that the Lua line of a run-time error
// determines its span.
struct EmitState {
  EmitState(const File& file, const Source& source, const EmitOptions& options);

  const File& file;
  const Source& source;
  const EmitOptions& options;
  const Core core;
  std::set<const Binding*> top;

  std::string* out = nullptr;
  LuaBody* scope = nullptr;
  int temps = 0;
  bool keeps_old = false;  // if the current code raises, later code may read top-level variables
  std::vector<std::string> loops;  // labels of `continue`, innermost last
  // Records that are known to be unshared, by a preceding write with only writes in between.
  std::set<const Binding*> sure;
  std::unordered_map<const Binding*, std::string> hoisted;  // locals: whether they are owned
  std::set<std::string>* reads = nullptr;  // names of M that the current function reads

  // Names.
  std::unordered_map<const Binding*, std::string> names;
  std::unordered_map<const Binding*, bool> predeclared;
  std::unordered_map<const Binding*, std::string> copies;
  std::unordered_map<const FunctionDecl*, std::string> direct_locals;
  std::set<std::string, std::less<>> chunk_names;

  // The head of the chunk.
  std::map<std::string, std::string> constants;
  std::string constant_text;
  std::map<std::string, std::string> math;  // functions R.math_… of this file, with their locals
  std::string lifted_text;                  // outlined functions, written before all others
  int lifted_count = 0;

  // Results in addition to the text.
  struct ChunkMark {
    LineSpans spans;
    int function = -1;
  };
  std::vector<ChunkMark> marks;
  std::vector<FunctionInfo> functions;
  std::vector<std::vector<std::string>> layouts;
  std::map<std::vector<std::string>, int> layout_ids;

  // Cached for chains of `and` and `or`; [1] if only literals are known.
  std::unordered_map<const Expr*, bool> booleans[2];
};

}  // namespace rille::lang
