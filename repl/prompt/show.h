// Show: values as a terminal shows them.
#pragma once

#include <string>

#include "repl/interpreter.h"

namespace rille {

// Its text and what it is: of an array dtype, shape and device, of a large one also the smallest,
// the mean, the largest and how many are NaN; a large tree branch by branch; a chart is drawn.
void show_on_terminal(Interpreter& interpreter, const Value& value);

// "f32[3, 4]", "record of 2", "fn": in one line.
std::string brief_of(const Value& value);

}  // namespace rille
