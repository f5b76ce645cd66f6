// raw: functions on the Lua stack, for the files of vm.
#pragma once

#include <lua5.4/lua.h>

#include "vm/contract.h"
#include "vm/error.h"
#include "vm/function.h"
#include "vm/run/observer.h"
#include "vm/state/inside.h"
#include "vm/walk.h"

namespace rille {

// A slot is an index of the Lua stack. The push functions reserve the stack slot that they need.

inline State& state_of(lua_State* lua) { return **static_cast<State**>(lua_getextraspace(lua)); }
inline State::Internals& inside_of(lua_State* lua) { return state_of(lua).inside(); }

// END, END_VAR, END_DROPPED and ABSENT of docs/lua.md.
extern const char end_mark, end_var_mark, end_dropped_mark, absent_mark;
inline void push_mark(lua_State* lua, const char& mark) {
  lua_pushlightuserdata(lua, const_cast<char*>(&mark));
}
inline bool is_mark(lua_State* lua, int slot, const char& mark) {
  return lua_touserdata(lua, slot) == &mark;
}
// The END of a call whose results overwrite variables that are arguments. It encodes the set of
// those arguments, among the first `max_lent`, and the use of the result: none (0), it overwrites
// one variable (1), or as a tuple of n it overwrites n variables (n + 1).
constexpr int max_lent = 8;
constexpr unsigned lent_sets = 1u << max_lent;
constexpr unsigned lent_marks_count = (max_lent + 2) * lent_sets;
extern const char lent_marks[lent_marks_count];
inline bool is_lent_end(const void* at) {
  return at >= lent_marks && at < lent_marks + lent_marks_count;
}
inline bool is_end(lua_State* lua, int slot) {
  const void* at = lua_touserdata(lua, slot);
  return at == &end_mark || at == &end_var_mark || at == &end_dropped_mark || is_lent_end(at);
}
// The number of arguments of a C function that a script called: those before END.
int argument_count(lua_State* lua);

// The beginning of every full userdata of Rille.
struct Box {
  const Tag* tag;
};
struct ArrayBox : Box {
  Array array;
  bool owned = false;  // only the updated variable refers to this userdata; cleared by R.share
};
struct ErrorBox : Box {
  Error* error;
};
struct NativeBox : Box {
  FunctionInfo info;
  NativeCall call;
  const void* prototype;  // of the Closure
  std::shared_ptr<const void> holder;
  std::vector<std::string> names;  // of the captures
  QuickCall quick = nullptr;
};
// A C++ object of the library that a script holds: a file, or a pipeline.
struct OpaqueBox : Box {
  std::shared_ptr<void> held;
};
extern const Tag array_tag, error_tag, native_tag;

inline lua_Integer place_of_int(lua_Integer key) {
  return static_cast<lua_Integer>(static_cast<lua_Unsigned>(key) + 1);
}
// Pushes the value of a string key of a table.
inline void push_raw(lua_State* lua, int slot, std::string_view key) {
  lua_pushlstring(lua, key.data(), key.size());
  lua_rawget(lua, slot);
}
// Pops a value and assigns it to a string key of a table.
inline void set_raw(lua_State* lua, int slot, std::string_view key) {
  lua_pushlstring(lua, key.data(), key.size());
  lua_insert(lua, -2);
  lua_rawset(lua, slot);
}

inline Box* box_at(lua_State* lua, int slot) {
  return lua_type(lua, slot) == LUA_TUSERDATA ? static_cast<Box*>(lua_touserdata(lua, slot))
                                              : nullptr;
}
// The array in a slot, or null; valid while the slot contains it.
inline Array* array_at(lua_State* lua, int slot) {
  Box* box = box_at(lua, slot);
  return box != nullptr && box->tag == &array_tag ? &static_cast<ArrayBox*>(box)->array : nullptr;
}
// Pushes an array. A weak concrete scalar is pushed as a Lua number, and an empty handle as nil.
void push_array(lua_State* lua, Array array);

// The tag of a userdata or table of Rille; null for any other value.
const Tag* tag_at(lua_State* lua, int slot);
ObjectKind what_at(lua_State* lua, int slot);
const Layout* layout_at(lua_State* lua, int slot);  // null if it is not a record

Value value_at(lua_State* lua, int slot);
void push_value(lua_State* lua, const Value& value);
// Pushes the form with its leaves replaced by `leaves`, which are removed from the span. If `own`
// is true, the variable that receives the value owns all of it.
void push_filled(lua_State* lua, const Value& form, std::span<const Array>& leaves, bool own);
void push_function(lua_State* lua, const Function& f);
void push_layout(lua_State* lua, const Layout& layout);  // pushes the metatable
// The path in a model of the instance in a slot; null if unknown, as outside of traces.
const ModulePath* path_at(lua_State* lua, int slot);
void set_path(lua_State* lua, int slot, const ModulePath& path);
// Pushes a copy of the tuple, record, or instance in `slot`, with its metatable and path. The copy
// has space for the mark of ownership.
void push_copy(lua_State* lua, int slot);
void push_weak_table(lua_State* lua);  // with weak keys
// The type of the value in a slot, for errors: "f32[3]", "nil", "tuple".
std::string kind_at(lua_State* lua, int slot);
// A leaf as an Array: an array, or a scalar. Empty for any other value.
Array leaf_at(lua_State* lua, int slot);

// The chunk name of the function between the function in a field and its call x.f(a).
inline constexpr const char* field_chunk = "=field";

// Pushes the method whose name is in slot `name`; false, and nothing pushed, if there is none.
bool push_method(lua_State* lua, int slot, int name);

// The record of the callable in a slot; null for raw functions and values that cannot be called.
const FunctionInfo* info_at(lua_State* lua, int slot);

// Whether the slot contains a closure from the text of a script.
bool is_script_function(lua_State* lua, int slot);

// Pushes the method in a slot as a function without its self.
void push_bound(lua_State* lua, int self, int method);
// The method `call` of the instance in a slot, bound to self.
Function bound_call(lua_State* lua, int slot);

// Raises an Error as a Lua error; no other code does so.
[[noreturn]] void raise(lua_State* lua, Error error);
// The Error of any raised value.
Error error_at(lua_State* lua, int slot);
// The message handler of every protected call: converts Lua's messages to Errors, and adds
// positions.
int on_error(lua_State* lua);

// Runs body and raises the exceptions that it throws. Wraps every C function that Lua can call.
int guarded(lua_State* lua, int (*body)(lua_State*));
template <int (*body)(lua_State*)>
int guard(lua_State* lua) {
  return guarded(lua, body);
}

// Releases the Lua values that C++ no longer refers to. Only the owner of the State may call it.
void release_dropped(lua_State* lua);
// Collects all unreachable objects (state/sweep.cpp). Many objects are collected in steps, between
// which a stop can interrupt: the remaining ones are collected later.
void collect(lua_State* lua);

// Runs f. If memory is short, collects unreachable objects and runs f again, and then once more
// after caches are dropped. f must have no effects except on the stack: it is not run again after
// it called a function of a script or wrote output.
template <class F>
int retried(lua_State* lua, F f) {
  int top = lua_gettop(lua);
  const State::Internals& inside = inside_of(lua);
  int64_t calls = inside.calls, written = inside.output_bytes;
  for (bool is_second : {false, true}) {
    try {
      return f();
    } catch (const Error& error) {  // vm/bind.cpp catches the last exception
      if (error.code() != Code::memory) throw;
      if (inside.calls != calls || inside.output_bytes != written) throw;
    }
    lua_settop(lua, top);
    State& state = state_of(lua);
    if (is_second) state.observers().tell(event::MemoryRequest{MemoryHeadroom::none});
    collect(lua);
  }
  return f();
}

// A function of R: raw Lua glue, with arguments up to END, or without END.
struct RawFunction {
  const char* name;
  lua_CFunction function;  // guard<body>
};
void add_raw(State& state, std::span<const RawFunction> functions);
// Adds Lua text that is called once with R, B, END, ABSENT, and defines functions in R and B.
void add_prelude(State& state, std::string_view name, std::string_view lua);

// Pushes the result of a op b, computed as by the metamethods.
void push_operation(lua_State* lua, Operator op, int a, int b);

// Calls f with a light userdata in protected mode, and throws raised errors as an Error.
void protected_call(State& state, lua_CFunction f, void* with);

// Runs f in a protected call, so that lack of memory in Lua is an Error.
void protect(State& state, const std::function<void(lua_State*)>& f);

struct Loan;  // vm/memory/loan.h

// lend.cpp: whether only the updated variable refers to the tuple or record in a slot.
bool is_owned(lua_State* lua, int slot);
void mark_owned(lua_State* lua, int slot);
// Marks a tuple (without a layout) or a record without an open stream as owned.
void set_owned_mark(lua_State* lua, int slot, const Layout* layout);
void share_value(lua_State* lua, int slot);
// Drops a stream that was left open for the instance in the slot (vm/runtime/streams.cpp).
void forget_open_stream(lua_State* lua, int slot);

// Reads from END which arguments a native call may take over, and the handles that they own.
void open_loan(lua_State* lua, int count, Loan& out);
void lend_arguments(Loan& out);
// Whether the variable that receives a result of the call owns it. The value of the call is result
// 0.
bool owns_result(const char* end, size_t at);
// Marks a fresh value and all its parts as owned.
void own_deep(lua_State* lua, int slot, int depth);
bool push_lent_end(lua_State* lua, int f, unsigned mark);  // returns whether f is native

}  // namespace rille
