// State: a Lua VM with its builtins, sources, and limits.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/bind.h"
#include "vm/function.h"
#include "vm/text/source.h"
#include "vm/value.h"

struct lua_State;

namespace rille {

class Observers;   // vm/run/observer.h
struct Grants;     // vm/run/grants.h
struct Operators;  // vm/operators.h

// The memory that a State has left after all garbage was collected.
enum class MemoryHeadroom { ample, little, none };

struct Limits {
  int64_t memory_bytes = 0;  // of Lua and arrays together; 0 for none
  double wall_s = 0;         // 0 for none
  int depth = 200'000;       // of calls
  int64_t output_bytes = 0;  // 0 for none
  double cpu_s = 0;          // of the thread that runs the script; 0 for none
  int64_t trace_nodes = 0;   // operations recorded by transforms; 0 for none
  double compile_s = 0;      // total time waiting for compilation; 0 for none
};

// The source spans of a line of Lua text, which has one operation (lang/emit).
struct LineSpans {
  Span span;                    // the operator, callee, or field that can fail
  std::vector<Span> arguments;  // the operands, for arg() marks and labels
};

// A Lua text emitted by lang, ready to be loaded.
struct Chunk {
  std::string name;  // "mlp.rille", "=repl[3]"
  std::string lua;
  std::vector<LineSpans> lines;                   // line n of the text is lines[n - 1]
  std::vector<FunctionInfo> functions;            // K.f0, K.f1, …: fn, lambda, method
  std::vector<int> function_lines;                // the first line of each, from 1
  std::vector<std::vector<std::string>> layouts;  // K.l0, …: sorted names of record literals
  Values constants;                               // K[1], K[2], …: literals created once
};

// Contains all data, without process globals. Used by one thread at a time; only interrupt()
// may be called from other threads.
class State {
 public:
  explicit State(std::function<void(std::string_view)> write);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  lua_State* lua() const;
  static State& of(lua_State* lua);

  void add(std::span<const Builtin* const> builtins);
  const Builtin* builtin(std::string_view name) const;  // null if it does not exist
  std::vector<const Builtin*> builtins() const;

  // Adds structs of the library, which are created when a script or C++ first uses them.
  void add(std::span<const Struct* const> structs);
  const Struct* struct_record(std::string_view name) const;  // null
  std::vector<const Struct*> structs() const;
  const Layout* layout_of_struct(const Struct& record);

  // Adds functions of R (docs/lua.md), and Lua text that is called once with R, B, END, ABSENT.
  void add_runtime(std::span<const Builtin* const> functions);
  void add_prelude(std::string_view name, std::string_view text);
  // Adds a prelude that is called when one of its functions is first used. It must define only
  // functions `function R.name(…)` with unique names. The text must live as long as the State.
  void add_late_prelude(std::string_view name, std::string_view text);
  void set_builtin(std::string_view name, const Value& value);  // pi, inf
  void name_preludes();  // called after all are added: help() also works for their Lua functions

  // Returns Span::file. The text is kept while functions of it live, and for 64 more sources.
  int add_source(Source source);
  std::span<const Source> sources() const;

  // Loads a chunk and returns a function without parameters that runs it. Its names are in
  // `module`.
  Function load(Chunk chunk, int module);
  int new_module(std::string name);      // a table of top-level names
  void drop_module(int module);          // kept alive by its functions; the number is reused
  Value module_value(int module) const;  // the value that an import binds
  Value module_get(int module, std::string_view name);        // nil if it does not exist
  void module_copy(int from, int to, std::string_view name);  // the same object
  void module_set(int module, std::string_view name, const Value& value);

  // At the prompt, a name may be redefined. Caches that depend on names store their epochs: see
  // names_behind() in vm/call.h.
  void set_prompt(int module);
  void define_anew(std::string_view name);
  int64_t epoch() const;                       // of all names together
  int64_t epoch(std::string_view name) const;  // of one name
  const FunctionInfo* function_info(const void* prototype) const;

  const Layout* layout(std::vector<std::string> sorted_names, const StructType* type = nullptr);
  const Layout* layout_of_table(int slot) const;  // null if not a record or an instance
  StructType* new_struct(std::string name, std::vector<std::string> order,
                         std::vector<std::string> state, std::vector<std::string> constants = {});
  Operators& operators();  // hooks that stdlib/core sets

  // Sets the method that x.name(…) calls for instances of the struct.
  void set_method(StructType* type, std::string_view name, const Function& method);
  Function method(const StructType& type, std::string_view name);  // none if it does not exist

  // The span of the innermost running Lua call, and the chain of its callers.
  Span current_span() const;
  void place(Error& error, int level) const;  // sets the span, argument texts, and notes of frames
  void call_place(Error& error) const;        // as for an error of the running builtin

  void write(std::string_view text);
  // Sets a function that runs once before the next output or event, to clear an incomplete line of
  // the terminal, such as a progress bar.
  void before_output(std::function<void()> clear);
  void begin_output();
  // Sets limits from now on. error[value] if a limit is negative or not a number. All limits except
  // memory and depth are counted from the last start_clock(), on the thread that runs the script: a
  // prompt calls it for each line, and stop_clock() while it waits.
  void set_limits(const Limits& limits);
  void start_clock();
  void stop_clock();
  // Count the use of limited resources; error[limit] if a limit is exceeded.
  void count_node();
  void check_compile(double seconds);  // a compilation has been waited for that long
  void count_compile(double seconds);  // a compilation has ended after that time
  int64_t memory_used() const;         // bytes of Lua and of C++
  void set_grants(Grants grants);      // from the next run on
  // Disables signals for hosts: scripts then poll every 1,000 steps, which makes them slower.
  void set_signals(bool used);
  void interrupt(std::string reason);  // from any thread; cannot be caught by try
  void interrupt_now() noexcept;       // interrupt() for signal handlers
  bool stopping() const;
  void poll();    // throws Error(Code::interrupt, limit, or memory) if stopped
  void resume();  // clears an interrupt: the state is usable again

  int tracing = 0;  // number of open graphs; mirrored to Lua's R.tracing flag by set_tracing
  void set_tracing(int depth);
  void set_flags();
  // Called around the tracing of a function by a transform: errors inside name both. `function`
  // must stay alive.
  void begin_trace(std::string_view transform, const FunctionInfo& function);
  void end_trace();
  const ModulePath& module_path() const;  // of the layer whose call is being traced

  // The receivers of events (vm/run/observer.h).
  const Observers& observers() const { return *observers_; }
  // Called if a static number, bool, or size is read from a traced Array: the transform throws,
  // records which parameter must be specialized, and traces the function again.
  void need_value(const Array& array) const;

  // The T of this State, created at the first call: caches and registries of the layers above.
  template <class T>
  T& part() {
    static const char type = 0;  // its address identifies T
    for (auto& [key, held] : parts_) {
      if (key == &type) return *static_cast<T*>(held.get());
    }
    parts_.emplace_back(&type, std::make_shared<T>());
    return *static_cast<T*>(parts_.back().second.get());
  }

  struct Internals;
  Internals& inside() { return *inside_; }

 private:
  friend class ObserverScope;

  std::vector<std::pair<const void*, std::shared_ptr<void>>> parts_;
  std::unique_ptr<Internals> inside_;
  std::shared_ptr<Observers> observers_;
};

}  // namespace rille
