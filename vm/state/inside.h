// Internals: the private members of a State, for files of vm.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "vm/memory/account.h"
#include "vm/operators.h"
#include "vm/run/grants.h"
#include "vm/run/module_scope.h"
#include "vm/state.h"
#include "vm/state/blocks.h"
#include "vm/state/tag.h"

namespace rille {

// A loaded chunk. Its Lua source name is "=#" and its index, so that a frame finds it directly.
struct LoadedChunk {
  Chunk text;
  std::deque<FunctionInfo> functions;    // stable addresses, which identify the prototypes
  std::unordered_map<int, int> at_line;  // line of the definition -> index in functions
  std::vector<int> files;                // the files of its spans
};

// The record of a Lua function that no chunk lists, such as a bound method.
struct UnlistedFunction {
  FunctionInfo info;
  std::weak_ptr<const LoadedChunk> of = {};  // the chunk of the bound method
  bool is_bound = false;
  bool is_scripts = false;  // whether `of` was set
};

// A struct of the library in this State: the layout of its instances, and its value in scripts.
struct LibraryStruct {
  const Layout* layout;
  int reference;
};

// The number of a source in order of arrival. A lost source was dropped and is empty.
struct SourceAge {
  int64_t number = 0;
  bool is_lost = false;
};

// Functions that C++ holds, by their Lua object, with one registry reference each. Only the owner
// of the State accesses the map. Handles may be dropped on any thread. A reference without handles
// stays until release_dropped(), and is reused if C++ receives the function again.
struct References {
  State* state = nullptr;  // null after the State is destroyed
  std::unordered_map<const void*, std::shared_ptr<void>> held;
  size_t enough = 0;  // number of references at which dropped ones are released
};

// The reason why a run is stopped. The last two are cleared when their error is raised.
enum class StopReason : int { none, interrupt, wall, cpu, output, memory, depth };

// The state that interrupt() accesses from another thread or from a signal handler.
struct InterruptState {
  std::atomic<StopReason> stop{StopReason::none};
  std::atomic<lua_State*> running{nullptr};  // null while no script runs
  std::atomic<pthread_t> owner{};
  std::atomic<int> in_flight{0};  // signals sent and not yet delivered
  std::atomic<int> ticks{0};      // of a ScriptSampler, not yet taken by the script
  std::atomic<bool> has_posts{false};
#ifdef __SANITIZE_THREAD__  // it holds a signal back until the thread calls into its runtime
  std::atomic<bool> signals{false};
#else
  std::atomic<bool> signals{true};
#endif
  std::mutex mutex;  // guards reason
  std::string reason;
};

// A function that a transform is tracing, and the depth of the Lua stack when the trace began.
struct OpenTrace {
  std::string_view transform;
  const FunctionInfo* function;
  Span call;
  int depth;
};

// An open LayerStep, and the innermost Lua frame when it was opened.
struct FrameStep {
  LayerStep step;
  const void* frame;
};

// The layers whose calls are being traced, and the paths of instances in traces.
struct Layers {
  std::vector<ModulePath> open;   // the innermost last
  std::vector<ModulePath> known;  // paths of instances by number, until the outermost trace ends
  int paths = 0;                  // registry reference: from the table of an instance to its number
  static constexpr int none = -1;
  int region = none;                 // depth of frames at which a region outside of traces began
  std::vector<FrameStep> steps;      // outside of traces, the innermost last
  std::vector<const Values*> roots;  // of the open traces, the outermost first
  std::vector<Values> held;          // arguments of calls that will be reported to observers
};
void forget_paths(State::Internals& inside);

// A Lua thread whose innermost call runs on another Lua thread.
struct OuterThread {
  lua_State* lua;
  int levels;
};

// The name points into the record.
using NamedBuiltin = std::pair<std::string_view, const Builtin*>;

class SampleTimer;

struct State::Internals {
  Internals() = default;
  Internals(const Internals&) = delete;
  Internals& operator=(const Internals&) = delete;
  ~Internals();  // closes the Lua state

  lua_State* lua = nullptr;        // the running thread: State::lua()
  lua_State* main = nullptr;       // the main thread
  std::vector<OuterThread> outer;  // the threads that wait for it, the main one first (nested.h)
  int open_calls = 0;              // number of open protected calls on it
  std::function<void(std::string_view)> write;
  std::function<void()> before_output;
  Operators operators;

  std::vector<NamedBuiltin> builtins;       // sorted by name
  std::unordered_set<const void*> records;  // of all builtins that push_builtin() pushed
  // Builtins whose code is in a prelude, by their Lua object, which B refers to.
  std::unordered_map<const void*, const Builtin*> prelude_builtins;
  // For each struct definition, by its constructor: the structs that its evaluations created.
  std::unordered_map<const FunctionInfo*, std::vector<int>> structs_of;
  std::unordered_map<const StructType*, const FunctionInfo*> info_of_struct;  // the constructor
  std::map<std::string, const Struct*, std::less<>> struct_records;
  std::unordered_map<const Struct*, LibraryStruct> library_structs;  // created on demand
  std::vector<Source> sources;
  std::vector<SourceAge> source_ages;
  std::vector<Charge> source_charges;  // of each source
  int64_t sources_made = 0;
  std::deque<int> lost_sources;  // the latest at the end: see sweep.h
  std::unordered_map<size_t, std::shared_ptr<LoadedChunk>> chunks;  // by number
  size_t next_chunk = 0;
  size_t unswept = 0;  // approximate bytes that were loaded since the last sweep()
  std::unordered_map<std::string, UnlistedFunction> other_at;
  std::vector<int> modules;  // registry references to M tables; LUA_NOREF if dropped
  // How often each name of the prompt was redefined, and the total over all names.
  std::map<std::string, int64_t, std::less<>> epochs;
  int64_t epoch = 0;
  int prompt = -1;  // module of the prompt

  std::vector<std::shared_ptr<StructType>> structs;
  std::vector<std::shared_ptr<Layout>> layouts;
  std::map<std::pair<const StructType*, std::vector<std::string>>, const Layout*> layout_at;

  std::vector<std::pair<std::string_view, std::string_view>> late_preludes;  // name and text
  // Registry references.
  int runtime = 0, functions = 0, arithmetic = 0, tracing_flag = 0;
  int array_meta = 0, error_meta = 0, native_meta = 0, opaque_meta = 0;
  int tuple_meta = 0, range_meta = 0, dict_meta = 0, lazy_meta = 0, structure_meta = 0;
  int text_meta = 0, tag_meta = 0;
  int shapes = 0;  // from types to the tuples of x.shape

  std::shared_ptr<References> references = std::make_shared<References>();
  int depth = 0;      // of call_all
  int64_t calls = 0;  // number of calls of script functions from C++ so far
  std::vector<OpenTrace> traces;
  Layers layers;

  Limits limits;
  std::optional<Grants> grants;  // nullopt: no restrictions
  int64_t nodes = 0;             // traced since start_clock()
  double compile_s = 0;          // time waited for compilation since then
  OwnAccount account{new Account};
  LuaBlocks blocks;
  int64_t fail_at = 0;        // for tests: number of the allocation that fails; 0 for none
  bool fail_on = false;       // for tests: all allocations from that one on fail
  int64_t until_depth = 0;    // small blocks that Lua may ask for before its calls are counted
  int64_t since_refused = 0;  // bytes that Lua took since it was refused some
  int refused = 0;            // how often that was, with hardly anything gained between
  Span starved;  // where the script stood when Lua was refused memory: no handler runs then
  int64_t collect_at = 4 << 20;
  int64_t output_bytes = 0;
  InterruptState stopper;
  std::shared_ptr<SampleTimer> sample_timer;  // of the last ScriptSampler
  std::mutex posting;                         // protects the next field
  std::vector<std::function<void()>> posts;
  // Hook events for which a stop still waits: a call that overwrote the values lent to it has
  // returned, but the script has not yet assigned the results.
  int settling = 0;
};

// The span of the innermost line that has one. Does not allocate.
Span span_now(const State::Internals& inside);

}  // namespace rille
