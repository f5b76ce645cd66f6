// Inside: what a State holds; seen by the files of vm alone.
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

// A loaded chunk. Its Lua source name is "=#" and its index, so that a frame finds it at once.
struct Loaded {
  Chunk text;
  std::deque<FunctionInfo> functions;    // stable addresses: they are the prototypes
  std::unordered_map<int, int> at_line;  // line defined -> index into functions
  std::vector<int> files;                // that its places are in
};

// What is known of a Lua function that no chunk lists, of a bound method for one.
struct OtherFunction {
  FunctionInfo info;
  std::weak_ptr<const Loaded> of = {};  // whose method it is
  bool is_bound = false;
  bool is_scripts = false;  // `of` was there
};

// A struct of the library as this State has it: of instances, and what scripts see of it.
struct LibraryStruct {
  const Layout* layout;
  int reference;
};

// A text, and when it came; lost texts are empty.
struct SourceAge {
  int64_t number = 0;
  bool is_lost = false;
};

// Functions that C++ holds, by their Lua object: one reference for each. The owner alone looks at
// them. Handles may be dropped anywhere; what none is left of stays, and is found at once should
// the script give it again, until release_dropped().
struct References {
  State* state = nullptr;  // null: the state is gone
  std::unordered_map<const void*, std::shared_ptr<void>> held;
  size_t enough = 0;  // where there are as many, those that were dropped go
};

// What has stopped a run. The last two end with the error that they raise.
enum class Stop : int { none, interrupt, wall, cpu, output, memory, depth };

// Everything that interrupt() may touch from another thread or from a signal.
struct Stopper {
  std::atomic<Stop> stop{Stop::none};
  std::atomic<lua_State*> running{nullptr};  // null: nobody is inside
  std::atomic<pthread_t> owner{};
  std::atomic<int> in_flight{0};  // signals sent and not yet delivered
#ifdef __SANITIZE_THREAD__        // it holds a signal back until the thread calls into its runtime
  std::atomic<bool> signals{false};
#else
  std::atomic<bool> signals{true};
#endif
  std::mutex mutex;  // of reason
  std::string reason;
};

// A function that a transform is running, and where the stack of Lua was when it began.
struct OpenTrace {
  std::string_view transform;
  const FunctionInfo* function;
  Span call;
  int depth;
};

// A step of LayerStep that is open, and the innermost frame of Lua when it was opened.
struct FrameStep {
  LayerStep step;
  const void* frame;
};

// The layers whose calls are being traced, and the paths of the instances in traces.
struct Layers {
  std::vector<ModulePath> open;   // the innermost last
  std::vector<ModulePath> known;  // of instances, by number, until the outermost trace ends
  int paths = 0;                  // a reference: numbers from 1 by the instances' tables
  static constexpr int none = -1;
  int region = none;             // the depth of frames at which a region outside of traces began
  std::vector<FrameStep> steps;  // outside of traces, the innermost last
  std::vector<const Values*> roots;  // of the traces that are open, the outermost first
  std::vector<Values> held;          // what calls that observers will be told of were given
};
void forget_paths(State::Inside& inside);

// A thread of Lua whose innermost call runs on another one.
struct OuterThread {
  lua_State* lua;
  int levels;
};

// The name stands in the record.
using NamedBuiltin = std::pair<std::string_view, const Builtin*>;

struct State::Inside {
  Inside() = default;
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside();  // closes the Lua state

  lua_State* lua = nullptr;        // the thread that runs: State::lua()
  lua_State* main = nullptr;       // the first one
  std::vector<OuterThread> outer;  // those that wait for it, the main one first (nested.h)
  int open_calls = 0;              // protected ones that are open on it
  std::function<void(std::string_view)> write;
  std::function<void()> before_output;
  Operators operators;

  std::vector<NamedBuiltin> builtins;       // sorted by name
  std::unordered_set<const void*> records;  // of all that push_builtin() pushed
  // Builtins whose code is in a prelude, by their Lua object: B keeps it.
  std::unordered_map<const void*, const Builtin*> prelude_builtins;
  // Of each struct's text, by its constructor: the structs that its evaluations gave.
  std::unordered_map<const FunctionInfo*, std::vector<int>> structs_of;
  std::unordered_map<const StructType*, const FunctionInfo*> info_of_struct;  // of its constructor
  std::map<std::string, const Struct*, std::less<>> struct_records;
  std::unordered_map<const Struct*, LibraryStruct> library_structs;  // those that are made
  std::vector<Source> sources;
  std::vector<SourceAge> source_ages;
  std::vector<Charge> source_charges;  // of each text
  int64_t sources_made = 0;
  std::deque<int> lost_sources;  // the last one at the end: see sweep.h
  std::unordered_map<size_t, std::shared_ptr<Loaded>> chunks;  // by number
  size_t next_chunk = 0;
  size_t unswept = 0;  // bytes, about, that were loaded since sweep() looked
  std::unordered_map<std::string, OtherFunction> other_at;
  std::vector<int> modules;  // registry references to M tables; LUA_NOREF: dropped
  // The prompt's names: how often each was defined anew, and all of them together.
  std::map<std::string, int64_t, std::less<>> epochs;
  int64_t epoch = 0;
  int prompt = -1;  // its module

  std::vector<std::shared_ptr<StructType>> structs;
  std::vector<std::shared_ptr<Layout>> layouts;
  std::map<std::pair<const StructType*, std::vector<std::string>>, const Layout*> layout_at;

  std::vector<std::pair<std::string_view, std::string_view>> late_preludes;  // name and text
  // Registry references.
  int runtime = 0, functions = 0, arithmetic = 0, tracing_flag = 0;
  int array_meta = 0, error_meta = 0, native_meta = 0, opaque_meta = 0;
  int tuple_meta = 0, range_meta = 0, dict_meta = 0, lazy_meta = 0, structure_meta = 0;
  int text_meta = 0, tag_meta = 0;
  int shapes = 0;  // by type: the tuple that x.shape gives

  std::shared_ptr<References> references = std::make_shared<References>();
  int depth = 0;      // of call_all
  int64_t calls = 0;  // of a script's functions from C++, so far
  std::vector<OpenTrace> traces;
  Layers layers;

  Limits limits;
  std::optional<Grants> grants;  // none: everything
  int64_t nodes = 0;             // traced since start_clock()
  double compile_s = 0;          // waited for code since then
  OwnAccount account{new Account};
  LuaBlocks blocks;
  int64_t fail_at = 0;        // tests: the allocation that fails; 0: none
  bool fail_on = false;       // tests: all allocations from that one on fail
  int64_t until_depth = 0;    // small blocks that Lua may ask for before its calls are counted
  int64_t since_refused = 0;  // bytes that Lua took since it was refused some
  int refused = 0;            // how often that was, with hardly anything gained between
  Span starved;  // where the script stood when Lua was refused memory: no handler runs then
  int64_t collect_at = 4 << 20;
  int64_t output_bytes = 0;
  Stopper stopper;
  // Events of the hook that a stop still waits: a call that overwrote what its places lent has
  // returned, and the script has yet to put the results there.
  int settling = 0;
};

// The span of the innermost line that has one; allocates nothing.
Span span_now(const State::Inside& inside);

}  // namespace rille
