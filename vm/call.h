// call: C++ calls a function of a script.
#pragma once

#include <functional>
#include <memory>

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

// Any exception as an Error: out of memory is error[memory], what is no Error is error[bug].
Error error_of(const std::exception& exception) noexcept;

// The captures of a closure, found by walking its upvalues, by name in a fixed order; module-level
// names are not captures (see names_behind). A builtin's prototype is its record, a struct's
// its type. Where there is none, the function is known by its object alone.
Closure closure_of(const Function& f);

// While this lives, no other function or struct has the prototype that closure_of() says; null
// where the prototype lives as long as the State.
std::shared_ptr<const void> holder_of(const Function& f);

// The prompt's names that running one of these may read: those that the functions' texts mention,
// and so on through what these names stand for. Sorted.
std::vector<std::string> names_behind(State& state, const Values& values);

// Whether an array that f answers true for stands in what only Lua knows: a dict's value, a range's
// end, a hole of a string.
bool any_array(const Opaque& held, const std::function<bool(const Array&)>& f);

// What a range holds, as a tree: equal ones hold equal trees. Of anything else nil.
Value contents_of(const Opaque& object);
// The tuple that a `zip`, an `enumerate` or the rows of arrays stand for. Of anything else nil.
Value items_of(const Opaque& object);

// Other values in the captures of closures while it lives: tracing stands traced arrays in for
// captured numbers and arrays. The destructor puts the old ones back, the very objects, last ones
// first; it can neither fail nor be stopped, whatever ended the trace.
class StandIns {
 public:
  explicit StandIns(State& state);
  ~StandIns();
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;

  // In the order of closure_of; what has no captures of its own stays as it is.
  void put(const Function& f, const Values& values);

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

}  // namespace rille
