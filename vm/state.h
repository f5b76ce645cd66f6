// State: one Lua VM with its builtins, sources and limits.
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

// How much memory a State has left when all garbage was collected.
enum class Room { ample, little, none };

struct Limits {
  int64_t memory_bytes = 0;  // of Lua and of arrays together; 0: none
  double wall_s = 0;         // 0: none
  int depth = 200'000;       // calls
  int64_t output_bytes = 0;  // 0: none
  double cpu_s = 0;          // of the thread that runs the script; 0: none
  int64_t trace_nodes = 0;   // operations that transforms record; 0: none
  double compile_s = 0;      // waits for code, all together; 0: none
};

// Where the pieces of a line of Lua text come from: one operation a line (lang/emit).
struct LineSpans {
  Span span;                    // the operator, callee or field that can fail
  std::vector<Span> arguments;  // the operands, for arg() marks and labels
};

// A piece of Lua text ready to be loaded, as lang emits it.
struct Chunk {
  std::string name;  // "mlp.rille", "=repl[3]"
  std::string lua;
  std::vector<LineSpans> lines;                   // line n of the text is lines[n - 1]
  std::vector<FunctionInfo> functions;            // K.f0, K.f1, …: fn, lambda, method
  std::vector<int> function_lines;                // the line where the text of each begins, from 1
  std::vector<std::vector<std::string>> layouts;  // K.l0, …: sorted names of record literals
  Values constants;                               // K[1], K[2], …: literals made once
};

// No process globals: everything hangs here. One thread at a time; only interrupt() may be called
// from any other.
class State {
 public:
  explicit State(std::function<void(std::string_view)> write);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  lua_State* lua() const;
  static State& of(lua_State* lua);

  void add(std::span<const Builtin* const> builtins);
  const Builtin* builtin(std::string_view name) const;  // null
  std::vector<const Builtin*> builtins() const;

  // Structs of the library, which are made when a script or C++ first needs them.
  void add(std::span<const Struct* const> structs);
  const Struct* struct_record(std::string_view name) const;  // null
  std::vector<const Struct*> structs() const;
  const Layout* layout_of_struct(const Struct& record);

  // Functions of R (docs/lua.md), and Lua text that is called once with R, B, END, ABSENT.
  void add_runtime(std::span<const Builtin* const> functions);
  void add_prelude(std::string_view name, std::string_view text);
  // The same, called when one of its functions is first asked for: it defines `function R.name(…)`
  // alone, of names that nothing else gives R. The text lives as long as the State.
  void add_late_prelude(std::string_view name, std::string_view text);
  void set_builtin(std::string_view name, const Value& value);  // pi, inf
  void name_preludes();  // when all are added: what help() says of a builtin is so of its Lua code

  // Gives Span::file. The text stays while functions of it live, and for 64 sources more.
  int add_source(Source source);
  std::span<const Source> sources() const;

  // Loads a chunk: a function without parameters that runs it. Its names live in `module`.
  Function load(Chunk chunk, int module);
  int new_module(std::string name);      // a table of top-level names
  void drop_module(int module);          // its functions keep it; the number may be used again
  Value module_value(int module) const;  // what an import binds
  Value module_get(int module, std::string_view name);        // nil where it is not there
  void module_copy(int from, int to, std::string_view name);  // the very object
  void module_set(int module, std::string_view name, const Value& value);

  // At the prompt a name may be defined anew. What depends on names notes their epochs: see
  // names_behind() in vm/call.h.
  void set_prompt(int module);
  void define_anew(std::string_view name);
  int64_t epoch() const;                       // of all names together
  int64_t epoch(std::string_view name) const;  // of one
  const FunctionInfo* function_info(const void* prototype) const;

  const Layout* layout(std::vector<std::string> sorted_names, const StructType* type = nullptr);
  const Layout* layout_of_table(int slot) const;  // null where it is no record or instance
  StructType* new_struct(std::string name, std::vector<std::string> order,
                         std::vector<std::string> state, std::vector<std::string> constants = {});
  Operators& operators();  // hooks that stdlib/core sets

  // Makes `method` what x.name(…) finds on instances of the struct.
  void set_method(StructType* type, std::string_view name, const Function& method);
  Function method(const StructType& type, std::string_view name);  // none where it has none

  // The span of the innermost Lua call that is being run, and the chain of its callers.
  Span current_span() const;
  void place(Error& error, int level) const;  // gives it span, argument texts, notes of frames
  void call_place(Error& error) const;        // the same, as a builtin that raises now would

  void write(std::string_view text);
  // What is run once before anything is written or told: a line of the terminal that is half done,
  // a bar, is cleared.
  void before_output(std::function<void()> clear);
  void begin_output();
  // From now on. error[value] where a limit is below 0 or no number. All but memory and depth count
  // anew from each start_clock(), on the thread that runs the script then: a prompt calls it for
  // each line, and stop_clock() while it waits.
  void set_limits(const Limits& limits);
  void start_clock();
  void stop_clock();
  // What takes of a limit says so; error[limit] where it is passed.
  void count_node();
  void check_compile(double seconds);  // what waits for code has waited so long
  void count_compile(double seconds);  // and no longer
  int64_t memory_used() const;         // bytes of Lua and of what C++ holds
  void set_grants(Grants grants);      // from the next run on
  // A host that wants no signals: scripts then look every 1,000 steps whether they must stop, which
  // makes them slower.
  void set_signals(bool used);
  void interrupt(std::string reason);  // from any thread; cannot be caught by try
  void interrupt_now() noexcept;       // the same from a signal handler
  bool stopping() const;
  void poll();    // throws Error(Code::interrupt, limit or memory) where stopping
  void resume();  // clears an interrupt: the state is usable again

  int tracing = 0;  // number of open graphs; mirrored to Lua's R.tracing flag by set_tracing
  void set_tracing(int depth);
  void set_flags();
  // Around a transform's run of a function: errors from within name both. `function` stays alive.
  void begin_trace(std::string_view transform, const FunctionInfo& function);
  void end_trace();
  const ModulePath& module_path() const;  // of the layer whose call is being traced

  // Who is told what it does (vm/run/observer.h).
  const Observers& observers() const { return *observers_; }
  // Called where a host number, bool or size is asked of a traced Array: the transform that traces
  // throws. It notes which parameter must be fixed, and the function is traced again.
  void need_value(const Array& array) const;

  // The T of this State, made at the first call: caches and registries of the floors above.
  template <class T>
  T& part() {
    static const char type = 0;  // its address stands for T
    for (auto& [key, held] : parts_) {
      if (key == &type) return *static_cast<T*>(held.get());
    }
    parts_.emplace_back(&type, std::make_shared<T>());
    return *static_cast<T*>(parts_.back().second.get());
  }

  struct Inside;
  Inside& inside() { return *inside_; }

 private:
  friend class Observing;

  std::vector<std::pair<const void*, std::shared_ptr<void>>> parts_;
  std::unique_ptr<Inside> inside_;
  std::shared_ptr<Observers> observers_;
};

}  // namespace rille
