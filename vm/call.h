// call: C++ calls a function of a script.
#pragma once

#include <functional>

#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// Calls protected; a Lua error is thrown again as the same Error (spans, notes), interrupts too.
// The result, then the values of the inout parameters.
Values call_all(const Function& f, const Values& args);
Value call(const Function& f, const Values& args);

// Calls with arguments by name; what is not given takes its default. error[name] where the
// function has no such parameter, error[value] where one without a default is missing.
Value call_named(const Function& f, const std::vector<std::pair<std::string, Value>>& args);

// The captures of a closure, found by walking its upvalues, by name in a fixed order; module-level
// names are not captures (see State::module_epoch). A builtin's prototype is its record.
Closure closure_of(const Function& f);

// Whether an array that f answers true for stands in what only Lua knows: a dict's value, a range's
// end, a hole of a string.
bool any_array(const Opaque& held, const std::function<bool(const Array&)>& f);

// Puts other values into the captures, in the order of closure_of: tracing stands traced arrays in
// for captured numbers and arrays, and puts the old values back when it is done.
void set_captures(const Function& f, const Values& values);

}  // namespace rille
