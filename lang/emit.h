// emit(): writes a resolved tree as the text of a Lua chunk.
#pragma once

#include <vector>

#include "lang/ast.h"
#include "vm/state.h"

namespace rille::lang {

struct EmitOptions {
  bool prompt = false;  // names may be rebound later: nothing is assumed about a callee
  // For test scripts: R.line(offset) precedes every top-level statement. The last statement before
  // an offset of `guards` may raise.
  bool lines = false;
  std::vector<int> guards = {};
  // For coverage: R.ran(file, offset) precedes each statement and each value of a body. The offsets
  // are appended to `places`.
  std::vector<int>* places = nullptr;
};

// The contract of the text is docs/lua.md. Raises error[limit] if a function has too many
// parameters.
Chunk emit(const File& file, const Source& source, EmitOptions options = {});

}  // namespace rille::lang
