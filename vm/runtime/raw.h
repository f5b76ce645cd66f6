// raw: the stack of Lua as the files of vm use it.
#pragma once

#include <lua5.4/lua.h>

#include "vm/contract.h"
#include "vm/error.h"
#include "vm/function.h"
#include "vm/run/observer.h"
#include "vm/state/inside.h"
#include "vm/walk.h"

namespace rille {

// A slot is an index of the Lua stack. Functions here that push take one place of it, and ask
// for it themselves.

inline State& state_of(lua_State* lua) { return **static_cast<State**>(lua_getextraspace(lua)); }
inline State::Inside& inside_of(lua_State* lua) { return state_of(lua).inside(); }

// END, END_VAR, END_DROPPED and ABSENT of docs/lua.md.
extern const char end_mark, end_var_mark, end_dropped_mark, absent_mark;
inline void push_mark(lua_State* lua, const char& mark) {
  lua_pushlightuserdata(lua, const_cast<char*>(&mark));
}
inline bool is_mark(lua_State* lua, int slot, const char& mark) {
  return lua_touserdata(lua, slot) == &mark;
}
// In END's place where results of the call overwrite places whose values it is given: the set of
// those arguments, of the first `most_lent`, and what becomes of the call's value: nothing (0), it
// overwrites a place (1), or as a tuple of n it overwrites n (n + 1).
constexpr int most_lent = 8;
constexpr unsigned lent_sets = 1u << most_lent;
constexpr unsigned lent_marks_count = (most_lent + 2) * lent_sets;
extern const char lent_marks[lent_marks_count];
inline bool is_lent_end(const void* at) {
  return at >= lent_marks && at < lent_marks + lent_marks_count;
}
inline bool is_end(lua_State* lua, int slot) {
  const void* at = lua_touserdata(lua, slot);
  return at == &end_mark || at == &end_var_mark || at == &end_dropped_mark || is_lent_end(at);
}
// The number of arguments of a C function that was called from a script: those before END.
int argument_count(lua_State* lua);

// Every full userdata of ours begins so.
struct Box {
  const Tag* tag;
};
struct ArrayBox : Box {
  Array array;
  bool owned = false;  // only the place that is updated holds this userdata: R.share clears it
};
struct ErrorBox : Box {
  Error* error;
};
struct NativeBox : Box {
  FunctionInfo info;
  NativeCall call;
  const void* prototype;  // of its Closure, as is the next
  std::shared_ptr<const void> holder;
  std::vector<std::string> names;  // of its captures
  QuickCall quick = nullptr;
};
// A library's own object behind a script's name: a file, a pipeline.
struct OpaqueBox : Box {
  std::shared_ptr<void> held;
};
extern const Tag array_tag, error_tag, native_tag;

inline lua_Integer place_of_int(lua_Integer key) {
  return static_cast<lua_Integer>(static_cast<lua_Unsigned>(key) + 1);
}
// Pushes what a table has under a string.
inline void push_raw(lua_State* lua, int slot, std::string_view key) {
  lua_pushlstring(lua, key.data(), key.size());
  lua_rawget(lua, slot);
}
// Gives a table what is on top of the stack under a string.
inline void set_raw(lua_State* lua, int slot, std::string_view key) {
  lua_pushlstring(lua, key.data(), key.size());
  lua_insert(lua, -2);
  lua_rawset(lua, slot);
}

inline Box* box_at(lua_State* lua, int slot) {
  return lua_type(lua, slot) == LUA_TUSERDATA ? static_cast<Box*>(lua_touserdata(lua, slot))
                                              : nullptr;
}
// The array in a slot, null where there is none; valid while the slot holds it.
inline Array* array_at(lua_State* lua, int slot) {
  Box* box = box_at(lua, slot);
  return box != nullptr && box->tag == &array_tag ? &static_cast<ArrayBox*>(box)->array : nullptr;
}
// Pushes a host number where the array is a weak concrete one; an empty handle as nil.
void push_array(lua_State* lua, Array array);

// Of userdata and tables of ours; null for anything else.
const Tag* tag_at(lua_State* lua, int slot);
What what_at(lua_State* lua, int slot);
const Layout* layout_at(lua_State* lua, int slot);  // null: no record

Value value_at(lua_State* lua, int slot);
void push_value(lua_State* lua, const Value& value);
// Pushes the form with `leaves` in place of its own, and takes them from the span. Where `own`
// holds the place that it goes to owns all of it.
void push_filled(lua_State* lua, const Value& form, std::span<const Array>& leaves, bool own);
void push_function(lua_State* lua, const Function& f);
void push_layout(lua_State* lua, const Layout& layout);  // its metatable
// Where in a model the instance in a slot is; null where that is not known, as outside of traces.
const ModulePath* path_at(lua_State* lua, int slot);
void set_path(lua_State* lua, int slot, const ModulePath& path);
// Pushes a copy of the tuple, record or instance in `slot`, with its metatable and path. The copy has
// room for the mark of an owner.
void push_copy(lua_State* lua, int slot);
void push_weak_table(lua_State* lua);  // that keeps no key
// "f32[3]", "nil", "tuple": what a slot holds, for errors.
std::string kind_at(lua_State* lua, int slot);
// A leaf as an Array: an array, or a host number or bool. Empty where it is neither.
Array leaf_at(lua_State* lua, int slot);

// The chunk of what stands between a field's function and its call x.f(a).
inline constexpr const char* field_chunk = "=field";

// Pushes the method of an instance that the string in slot `name` names; false: nothing pushed.
bool push_method(lua_State* lua, int slot, int name);

// What is known of the callable in a slot; null for raw functions and what cannot be called.
const FunctionInfo* info_at(lua_State* lua, int slot);

// Whether it is a closure of a script's text.
bool is_script_function(lua_State* lua, int slot);

// Pushes the method in a slot as a function without its self.
void push_bound(lua_State* lua, int self, int method);
// The `call` of the instance in a slot, with its self.
Function bound_call(lua_State* lua, int slot);

// Raises as a Lua error; the only place that does so for an Error.
[[noreturn]] void raise(lua_State* lua, Error error);
// The Error behind whatever was raised.
Error error_at(lua_State* lua, int slot);
// The message handler of every protected call: makes an Error of Lua's own texts, gives places.
int on_error(lua_State* lua);

// Runs body and raises what it throws. Every C function that we give to Lua goes through it.
int guarded(lua_State* lua, int (*body)(lua_State*));
template <int (*body)(lua_State*)>
int guard(lua_State* lua) {
  return guarded(lua, body);
}

// Gives back what C++ holds no more. Only the owner of the State may.
void release_dropped(lua_State* lua);
// Collects all that nobody holds (state/sweep.cpp); of many objects in steps, between which a stop
// ends it: what is left goes later.
void collect(lua_State* lua);

// Runs f; where memory is short, collects what nobody holds and runs it once more, then what is
// kept only to save time. For what has no effects but on the stack: what has called a script's
// function, or written, is not run again.
template <class F>
int retried(lua_State* lua, F f) {
  int top = lua_gettop(lua);
  const State::Inside& inside = inside_of(lua);
  int64_t calls = inside.calls, written = inside.output_bytes;
  for (bool is_second : {false, true}) {
    try {
      return f();
    } catch (const Error& error) {  // vm/bind.cpp catches what f throws the last time
      if (error.code() != Code::memory) throw;
      if (inside.calls != calls || inside.output_bytes != written) throw;
    }
    lua_settop(lua, top);
    State& state = state_of(lua);
    if (is_second) state.observers().tell(event::RoomNeeded{Room::none});
    collect(lua);
  }
  return f();
}

// A function of R: raw Lua glue that takes its arguments up to END (or none, as it likes).
struct RawFunction {
  const char* name;
  lua_CFunction function;  // guard<body>
};
void add_raw(State& state, std::span<const RawFunction> functions);
// Lua text that is called once with R, B, END, ABSENT and puts functions into R and B.
void add_prelude(State& state, std::string_view name, std::string_view lua);

// a op b as the metamethods do it: pushes the result.
void push_operation(lua_State* lua, Operator op, int a, int b);

// Calls f with a light userdata, protected; what is raised is thrown as an Error.
void protected_call(State& state, lua_CFunction f, void* with);

// Runs f inside a protected call, so that Lua running out of memory is an Error.
void protect(State& state, const std::function<void(lua_State*)>& f);

struct Loan;  // vm/memory/loan.h

// lend.cpp: whether only the place that is updated can see the tuple or record in a slot.
bool is_owned(lua_State* lua, int slot);
void mark_owned(lua_State* lua, int slot);
// The same of a tuple, where there is no layout, or of a record that no stream is open of.
void set_owned_mark(lua_State* lua, int slot, const Layout* layout);
void share_value(lua_State* lua, int slot);
// A stream that is left open for the instance in the slot (vm/runtime/streams.cpp) is not.
void forget_open_stream(lua_State* lua, int slot);

// What a native call is lent, by its END, and the handles that those arguments own.
void open_loan(lua_State* lua, int count, Loan& out);
void lend_arguments(Loan& out);
// Whether the place that a result of the call goes to owns it: `at` 0 is its value.
bool owns_result(const char* end, size_t at);
// END for a call of the function in slot f.
void own_deep(lua_State* lua, int slot, int depth);
bool push_lent_end(lua_State* lua, int f, unsigned mark);  // whether it is native

}  // namespace rille
