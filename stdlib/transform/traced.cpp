// Tracing, the trace cache, and the outputs of calls.
#include "stdlib/transform/traced.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <unordered_set>

#include "jit/checkpointed.h"
#include "stdlib/array.h"
#include "stdlib/core.h"
#include "stdlib/origins.h"
#include "stdlib/transform.h"
#include "stdlib/transform/trace_cache.h"
#include "vm/call.h"
#include "vm/run/module_scope.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// An open trace. State::tracing is kept equal to the number of open graphs.
class TraceScope {
 public:
  TraceScope(const Function& f, const Values& args, std::string_view transform)
      : state_(f.state()),
        layer_(state_),
        roots_(state_, f, args),
        trace([&state = state_] { return current_origin(state); }) {
    state_.set_tracing(static_cast<int>(Trace::depth()));
    state_.begin_trace(transform, f.info());
  }
  ~TraceScope() {
    state_.end_trace();
    state_.set_tracing(static_cast<int>(Trace::depth()) - 1);
  }
  TraceScope(const TraceScope&) = delete;
  TraceScope& operator=(const TraceScope&) = delete;

 private:
  State& state_;
  ModuleScope layer_;
  TraceRoots roots_;

 public:
  Trace trace;
};

[[noreturn]] void need(State& state, const Array& array) {
  throw unknown_value(state, array,
                      str("the value of a traced ", array.type(), " is needed at trace time"));
}

// A traced value is valid only during its trace, so no result may be a function, dict, or string
// that contains one. The check runs while the captures of the call's own functions are traced. A
// value that contains such a function is rejected, because a cached trace would return the function
// of the first call. The function itself as a result is replaced by that of each call.
class EscapeCheck {
 public:
  EscapeCheck(const Trace& trace, const std::vector<Function>& given, std::vector<size_t>& returned)
      : trace_(trace), returned_(returned) {
    for (size_t i = 0; i < given.size(); ++i) given_.emplace(given[i].reference(), i);
  }

  // The value with MissingArgument in place of the call's own functions. Appends their indices to
  // returned_.
  Value checked(const Value& value) {
    if (value.is_branch()) {
      Values items;
      for (const Value& item : value.items()) items.push_back(checked(item));
      return Value::like(value.branch(), std::move(items));
    }
    if (value.is_leaf()) return value;
    if (!value.is_function()) return refuse(value), value;
    auto found = given_.find(value.function().reference());
    if (found == given_.end()) return refuse(value), value;
    returned_.push_back(found->second);
    return MissingArgument();
  }

 private:
  // Raises if a traced value is contained in a function or in a value that lives in Lua alone.
  void refuse(const Value& value) {
    polls_.step();
    if (value.is_array() && is_own(value.array())) fail("function");
    if (value.is_branch()) {
      for (const Value& item : value.items()) refuse(item);
    } else if (const auto* held = std::get_if<OpaqueValue>(&value.any())) {
      if (any_array(*held, [this](const Array& x) { return is_own(x); })) fail(held->kind);
    } else if (value.is_static()) {
      refuse(value.unwrapped());
    } else if (value.is_function()) {
      Closure closure = closure_of(value.function());
      if (!seen_.insert(closure.object).second) return;
      for (const auto& [name, capture] : closure.captures) refuse(capture);
    }
  }

  bool is_own(const Array& x) const { return x.is_traced() && trace_.owns(x); }

  [[noreturn]] static void fail(std::string_view kind) {
    bool is_named = kind == "function" || kind == "dict" || kind == "range" || kind == "iterable";
    std::string_view what = is_named ? kind : "string";
    throw Error(Code::trace, str("the result contains a ", what, " that holds a traced value"))
        .note("a traced value is valid only during its trace")
        .help(str("return the value, and build the ", what, " outside of the traced function"));
  }

  const Trace& trace_;
  std::unordered_map<int, size_t> given_;  // Lua reference of a function to its index in the call
  std::vector<size_t>& returned_;
  std::unordered_set<const void*> seen_;
  PollCounter polls_;
};

struct TraceAttempt {
  const Function& f;
  const Values& args;
  const CallTree& parts;
  const TransformSpec& recipe;
  std::vector<bool>& fixed;
  int64_t& count;

  Type type_of(size_t leaf) const {
    return recipe.types.empty() ? parts.leaves[leaf].value.type() : recipe.types[leaf];
  }

  Values called(const Values& leaves, LayerPaths& layers) const {
    CaptureSwap standing(f, args, leaves);
    layers = standing.layers();
    if (recipe.axis.name.empty()) return call_all(f, standing.args());
    AxisScope scope(f.state(), recipe.axis, leaves.back().as_array());
    return call_all(f, standing.args());
  }

  TracedFunction record(TraceScope& open) const {
    TracedFunction out;
    Values leaves;
    for (size_t i = 0; i < parts.leaves.size(); ++i) {
      const Array& value = parts.leaves[i].value;
      if (fixed[i]) {
        leaves.push_back(Value::from_array(value));
        continue;
      }
      out.params.push_back(i);
      leaves.emplace_back(open.trace.param(type_of(i), value.is_weak()));
    }
    out.outputs = called(leaves, out.layers);
    EscapeCheck escapes(open.trace, parts.functions, out.returned);
    for (Value& output : out.outputs) output = escapes.checked(output);
    std::vector<Array> results;
    size_t next = 0;
    for (Value& output : out.outputs) {
      output = with_leaves(output, next, [&](size_t, const Value& leaf) {
        Array x = leaf.as_array();
        results.push_back(recipe.strong_results ? strong(x) : x);
        out.weak.push_back(results.back().is_weak());
        return leaf;
      });
    }
    out.graph = open.trace.finish(results);
    out.hidden = open.trace.captures();
    return out;
  }

  // Makes the numbers static that a needed value depends on, and returns whether it could. Of the
  // requests from index `first` on, the latest possible one is taken. If a number belongs to an
  // outer trace, the request is passed on to that trace.
  bool fix(TraceScope& open, const std::vector<size_t>& params, size_t first, Code code) const {
    auto& asked = f.state().part<TraceRequests>().values;
    for (size_t i = asked.size(); i-- > first;) {
      TraceRequests::StaticValueRequest one = asked[i];
      bool counts = !one.only || *one.only == code;
      if (counts && fix(open, params, one.value)) return true;
    }
    return false;
  }

  bool fix(TraceScope& open, const std::vector<size_t>& params, const Array& needed) const {
    if (!open.trace.owns(needed)) return false;
    std::vector<size_t> sources = open.trace.sources_of(needed);
    for (size_t source : sources) {
      bool hidden = source >= params.size();
      const Array& value = hidden ? open.trace.captures()[source - params.size()]
                                  : parts.leaves[params[source]].value;
      if (value.is_traced()) {
        f.state().part<TraceRequests>().values.push_back({value});
        return false;
      }
      if (hidden || !value.is_weak()) return false;
      if (recipe.moves && recipe.moves(parts.leaves[params[source]])) return false;
    }
    for (size_t source : sources) fixed[params[source]] = true;
    return !sources.empty();
  }
};

std::vector<size_t> free_leaves(const std::vector<bool>& fixed) {
  std::vector<size_t> out;
  for (size_t i = 0; i < fixed.size(); ++i) {
    if (!fixed[i]) out.push_back(i);
  }
  return out;
}

// The requests for static values of one trace. Requests of nested traces are removed with it.
class RequestScope {
 public:
  explicit RequestScope(TraceRequests& asked)
      : asked(asked), first(asked.values.size()), before_(asked) {}
  ~RequestScope() {
    asked.looped = before_.looped;
    asked.unrolls = before_.unrolls;
    if (Trace::innermost() == nullptr) asked.values.clear();  // no trace is left to answer them
  }
  RequestScope(const RequestScope&) = delete;
  RequestScope& operator=(const RequestScope&) = delete;

  void begin() {
    asked.values.erase(asked.values.begin() + static_cast<long>(first), asked.values.end());
    asked.looped = false;
  }
  // Whether to trace again with loops unrolled: the variables of an unrolled loop may be static.
  bool unroll(Code code) {
    bool could =
        code == Code::trace && asked.looped && !asked.unrolls && asked.values.size() > first;
    asked.unrolls = asked.unrolls || could;
    return could;
  }

  TraceRequests& asked;
  const size_t first;

 private:
  struct LoopFlags {
    explicit LoopFlags(const TraceRequests& asked) : looped(asked.looped), unrolls(asked.unrolls) {}
    bool looped, unrolls;
  } before_;
};

// Event listeners of a State, registered at its first trace: requests for values, and for memory.
struct TraceListeners {
  std::optional<Listener<event::ValueRequest>> needs;
  std::optional<Listener<event::MemoryRequest>> room;
};

TracedFunction trace(const TraceAttempt& attempt) {
  State& state = attempt.f.state();
  auto& needs = state.part<TraceListeners>().needs;
  if (!needs) {
    needs.emplace(state, [&state](const event::ValueRequest& event) { need(state, event.array); });
  }
  RequestScope asking(state.part<TraceRequests>());
  for (;;) {
    asking.begin();
    ++attempt.count;
    TraceScope open(attempt.f, attempt.args, attempt.recipe.name);
    std::vector<size_t> params = free_leaves(attempt.fixed);
    try {
      TracedFunction out = attempt.record(open);
      asking.begin();
      return out;
    } catch (const Error& error) {
      // This is below the Lua crossings: a request for a static number is not yet a user's error.
      Code code = error.code();
      bool stops = code == Code::interrupt || state.stopping();
      if (stops || (!attempt.fix(open, params, asking.first, code) && !asking.unroll(code))) throw;
    }
  }
}

void add_axis(CacheKey& key, const NamedAxis& axis) {
  key.add(axis.name);
  key.add(static_cast<uint64_t>(axis.size));
}

// The key includes the enclosing named axes, whose sizes the trace may read, and the checkpointing
// mode of loops.
CacheKey take_key(State& state, CallTree& parts, const TransformSpec& recipe) {
  CacheKey key = std::move(parts.key);
  key.add(recipe.name);
  key.add(recipe.settings.size());
  for (uint64_t setting : recipe.settings) key.add(setting);
  add_axis(key, recipe.axis);
  for (const auto& open : state.part<AxisNames>().open) add_axis(key, open.axis);
  key.add(static_cast<uint64_t>(LoopCheckpointing::is_enabled()));
  return key;
}

// The static numbers as pairs: index of the leaf, bits of its value.
std::vector<uint64_t> numbers_of(const CallTree& parts, const std::vector<bool>& fixed) {
  std::vector<uint64_t> out;
  for (size_t i = 0; i < fixed.size(); ++i) {
    if (!fixed[i]) continue;
    uint64_t bits = 0;
    const Array& x = parts.leaves[i].value;
    std::memcpy(&bits, x.data(), std::min<size_t>(8, x.byte_size()));
    out.push_back(i);
    out.push_back(bits);
  }
  return out;
}

constexpr int64_t many_misses = 10;  // number of misses of a function that causes a warning

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool any_traced(const std::vector<Array>& arrays) {
  return std::ranges::any_of(arrays, [](const Array& x) { return x.is_traced(); });
}

bool fixable(const CallTree& parts, const std::vector<bool>& fixed) {
  for (size_t i = 0; i < fixed.size(); ++i) {
    if (fixed[i] && parts.leaves[i].value.is_traced()) return false;
  }
  return true;
}

void make(TraceEntry& entry, const TraceAttempt& attempt) {
  auto start = Clock::now();
  entry.traced = trace(attempt);
  double traced = seconds_since(start);
  start = Clock::now();
  const auto& derive = attempt.recipe.derive;
  entry.graph = derive ? derive(entry.traced) : entry.traced.graph;
  entry.stages = {{"trace", traced}, {"derive", seconds_since(start)}};
}

bool has_tapes(const Graph& graph) {
  auto is_tape = [](const Type& x) { return x.form() == TypeForm::tape; };
  auto holds_one = [](const Node& node) {
    return std::ranges::any_of(node.regions, [](const Region& x) { return has_tapes(*x); });
  };
  return std::ranges::any_of(graph.types, is_tape) || std::ranges::any_of(graph.nodes, holds_one);
}

// Whether the code needs no more memory than its limit. The size of tapes is unknown before the
// run, so a graph with tapes does not fit.
bool fits(TraceEntry& entry) {
  if (has_tapes(entry.graph)) return false;
  try {
    entry.code();
    return true;
  } catch (const Error& error) {
    if (error.code() != Code::memory) throw;
    return false;
  }
}

// The entry for a call within a trace, whose layers may have other paths than those of the call
// that was traced.
std::shared_ptr<TraceEntry> in_layers(const std::shared_ptr<TraceEntry>& entry, const Function& f,
                                      const Values& args) {
  const LayerPaths& before = entry->traced.layers;
  if (Trace::innermost() == nullptr || before.empty()) return entry;
  LayerPaths after = layers_of(f, args);
  if (after == before || after.size() != before.size()) return entry;
  auto move = [&](const ModulePath& layer) {
    auto found = std::ranges::find(before, layer);
    return found == before.end() ? layer : after[static_cast<size_t>(found - before.begin())];
  };
  auto out = std::make_shared<TraceEntry>(*entry);
  out->graph = with_layers(entry->graph, move);
  out->traced.graph = with_layers(entry->traced.graph, move);
  out->traced.layers = std::move(after);
  return out;
}

}  // namespace

Error unknown_value(State& state, const Array& array, const std::string& text) {
  state.part<TraceRequests>().values.push_back({array});
  return Error(Code::trace, text)
      .note("the elements of an array are unknown until the compiled code runs");
}

std::shared_ptr<TraceEntry> entry_of(const Function& f, const Values& args, CallTree& parts,
                                     const TransformSpec& recipe) {
  State& state = f.state();
  auto& memory = state.part<TraceCache>();
  CacheKey call = take_key(state, parts, recipe);
  std::vector<bool> fixed;
  if (TraceCache::CallEntries* calls = memory.calls_of(call)) {
    fixed = calls->fixed;
    if (!fixable(parts, fixed)) fixed.assign(fixed.size(), false);
    if (auto found = memory.find(state, *calls, numbers_of(parts, fixed))) {
      return in_layers(found, f, args);
    }
  }
  fixed.resize(parts.leaves.size(), false);

  auto entry = std::make_shared<TraceEntry>();
  entry->state = &state;
  entry->name = recipe.name;
  entry->compile_options = recipe.compile_options;
  entry->source = {.function = f.info().name, .span = f.info().span};
  GlobalNames names = GlobalNames::behind(f, args);
  int64_t traces = 0;
  make(*entry, {f, args, parts, recipe, fixed, traces});
  bool is_bounded = recipe.compile_options.memory > 0 && Trace::innermost() == nullptr;
  if (is_bounded && !state.observers().want(Topic::operation) && !fits(*entry)) {
    LoopCheckpointing few;
    make(*entry, {f, args, parts, recipe, fixed, traces});
  }
  CacheKey origin = origin_of(recipe.name, f);
  if (!any_traced(entry->traced.hidden)) {
    origin.holders = call.holders = holders_of(f, args);
    auto& room = state.part<TraceListeners>().room;
    if (!room) {
      room.emplace(state,
                   [&memory](const event::MemoryRequest& event) { memory.make_room(event.room); });
    }
    entry->made_for = CallDescription::call(f, args, fixed);
    memory.keep(origin, call, {entry, std::move(names), fixed, numbers_of(parts, fixed)});
    if (state.observers().want(Topic::compile)) {
      std::vector<const CallDescription*> earlier = memory.made_for(origin);
      std::erase(earlier, &entry->made_for);
      if (!earlier.empty()) entry->source.cause = entry->made_for.text_beside(earlier);
    }
  }
  memory.missed(origin, traces);
  bool is_jit = recipe.name == "jit" && Trace::innermost() == nullptr;
  if (is_jit && memory.counts(origin).misses == many_misses) {
    warn_of_compiles(f, memory.made_for(origin));
  }
  return entry;
}

namespace {

// The tree with each MissingArgument replaced by functions[returned[next]].
Value with_functions(const Value& tree, size_t& next, const TracedFunction& traced,
                     const std::vector<Function>& functions) {
  if (tree.is_absent()) return functions[traced.returned[next++]];
  if (!tree.is_branch()) return tree;
  Values items;
  for (const Value& item : tree.items()) {
    items.push_back(with_functions(item, next, traced, functions));
  }
  return Value::like(tree.branch(), std::move(items));
}

}  // namespace

Values outputs_of(const TracedFunction& traced, std::span<const Array> results,
                  const CallTree& parts) {
  Values out;
  out.reserve(traced.outputs.size());
  size_t next = 0, function = 0;
  auto leaf = [&](size_t at) { return Value::from_array(results[at].with_weak(traced.weak[at])); };
  for (const Value& output : traced.outputs) {
    if (output.is_leaf()) {
      out.push_back(leaf(next++));
      continue;
    }
    out.push_back(with_leaves(output, next, [&](size_t at, const Value&) { return leaf(at); }));
    if (traced.returned.empty()) continue;
    out.back() = with_functions(out.back(), function, traced, parts.functions);
  }
  return out;
}

std::string wrapped_name(std::string_view transform, std::string_view name) {
  constexpr size_t longest = 100;
  std::string_view inside = name.empty() ? "a lambda" : name.size() > longest ? "…" : name;
  return str(transform, "(", inside, ")");
}

Function transformed(const Function& f, std::string_view name, std::string_view settings,
                     TransformedCall call) {
  FunctionInfo info = f.info();
  info.name = wrapped_name(name, info.name);
  Closure closure{.prototype = name.data(),
                  .captures = {{"f", Value(f)},
                               {"transform", Value(std::string(name))},
                               {"settings", Value(std::string(settings))}}};
  auto run = [call = std::move(call)](const Captures& captures, Values args) {
    return call(captures.function(0), args);
  };
  return make_native(f.state(), std::move(info), std::move(run), std::move(closure));
}

}  // namespace rille
