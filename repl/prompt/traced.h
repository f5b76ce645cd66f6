// Traced: an expression as a function of its arrays.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jit/ir.h"
#include "repl/interpreter.h"

namespace rille {

// `(w, x) => EXPRESSION` for the names in it that stand for arrays, or for trees that hold some.
struct TracedText {
  std::string lambda;
  std::vector<std::string> names;
  Values values;
};
TracedText traced_text(Interpreter& interpreter, const std::string& expression);

// What jit would make of it; nothing of it runs. Throws what is wrong with it.
Graph graph_of_text(Interpreter& interpreter, const std::string& expression);

// The expression of an entry whose value a cell would show or bind; "" where there is none.
std::string expression_of(const std::string& entry);

// "f32[3, 4]" of what an entry would give, as far as its shapes tell; "" where they do not, or not
// soon enough. Leaves nothing behind.
std::string preview(Interpreter& interpreter, const Limits& limits, const std::string& entry);

}  // namespace rille
