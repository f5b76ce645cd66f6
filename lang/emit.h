// emit(): a resolved tree to the text of a Lua chunk.
#pragma once

#include <vector>

#include "lang/ast.h"
#include "vm/state.h"

namespace rille::lang {

struct EmitOptions {
  bool prompt = false;  // names may be bound again later: nothing is assumed of a callee
  // For test scripts: every top-level statement is announced by R.line(offset), and one that
  // stands before an offset of `guards` (and behind all statements before it) may raise.
  bool lines = false;
  std::vector<int> guards = {};
  // For coverage: R.ran(file, offset) stands before each statement and each value of a body; where
  // it does is appended.
  std::vector<int>* places = nullptr;
};

// The contract of the text is docs/lua.md. error[limit] where a function has too many parameters.
Chunk emit(const File& file, const Source& source, EmitOptions options = {});

}  // namespace rille::lang
