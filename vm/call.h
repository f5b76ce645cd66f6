// call: calls of functions from C++.
#pragma once

#include <functional>
#include <memory>

#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// Calls a function in protected mode. A Lua error, or an interrupt, is thrown as the same Error
// with its spans and notes. Returns the result, then the values of the inout parameters.
Values call_all(const Function& f, const Values& args);
Value call(const Function& f, const Values& args);

// Calls a function with named arguments; omitted ones take their defaults. error[name] if a
// parameter does not exist, error[value] if an argument without a default is missing.
Value call_named(const Function& f, const std::vector<std::pair<std::string, Value>>& args);

// Any exception as an Error: lack of memory is error[memory], other exceptions are error[bug].
Error error_of(const std::exception& exception) noexcept;

// The captures of a closure, found in its upvalues, by name in a fixed order. Module-level names
// are not captures (see names_behind). The prototype of a builtin is its record, that of a struct
// its type. A function without a prototype is identified by its object.
Closure closure_of(const Function& f);

// Keeps the prototype of closure_of() alive, so that its address is not reused; null if the
// prototype lives as long as the State.
std::shared_ptr<const void> holder_of(const Function& f);

// The names of the prompt that running one of these values may read: names in the texts of
// functions, and transitively names in the values of those names. Sorted.
std::vector<std::string> names_behind(State& state, const Values& values);

// Whether an opaque object contains an array for which f returns true: a value of a dict, a bound
// of a range, or an interpolated value of a string.
bool any_array(const OpaqueValue& held, const std::function<bool(const Array&)>& f);

// The bounds of a range as a tree; equal ranges have equal trees. nil for any other object.
Value contents_of(const OpaqueValue& object);
// The items of a `zip`, an `enumerate`, or rows of arrays as a tuple. nil for any other object.
Value items_of(const OpaqueValue& object);

// Replaces values in the captures of closures during its lifetime: tracing replaces captured
// numbers and arrays by tracers. The destructor restores the original objects in reverse order. It
// can neither fail nor be stopped, in whatever way the trace ended.
class TracerSubstitution {
 public:
  explicit TracerSubstitution(State& state);
  ~TracerSubstitution();
  TracerSubstitution(const TracerSubstitution&) = delete;
  TracerSubstitution& operator=(const TracerSubstitution&) = delete;

  // The values are in the order of closure_of. Functions without captures are not changed.
  void put(const Function& f, const Values& values);

 private:
  struct SavedCaptures;
  std::unique_ptr<SavedCaptures> held_;
};

}  // namespace rille
