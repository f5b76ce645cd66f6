// Traced: an expression as a function of its arrays.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jit/ir.h"
#include "repl/interpreter.h"

namespace rille {

// The lambda `(w, x) => EXPRESSION`, whose parameters are the names of the expression that are
// bound to arrays, or to trees with arrays.
struct TracedText {
  std::string lambda;
  std::vector<std::string> names;
  Values values;
};
TracedText traced_text(Interpreter& interpreter, const std::string& expression);

// Traces an expression as jit does, without running it. Throws its errors.
Graph graph_of_text(Interpreter& interpreter, const std::string& expression);

// Returns the expression of an entry whose value a cell would show or bind; "" if it has none.
std::string expression_of(const std::string& entry);

// Returns the type of the value of an entry, such as "f32[3, 4]", found by tracing; "" if the entry
// cannot be traced within a short time. It has no side effects.
std::string preview(Interpreter& interpreter, const Limits& limits, const std::string& entry);

}  // namespace rille
