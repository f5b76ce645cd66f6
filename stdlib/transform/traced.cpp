// Tracing, the cache of traces, and running what came of them.
#include "stdlib/transform/traced.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>

#include "stdlib/array.h"
#include "stdlib/transform.h"
#include "vm/call.h"

namespace rille {
namespace {

using Key = std::vector<uint64_t>;

struct KeyHash {
  size_t operator()(const Key& key) const {
    uint64_t h = key.size();
    for (uint64_t word : key) h = (h ^ word) * 0x9E3779B97F4A7C15ull ^ (h >> 29);
    return h;
  }
};

// What a State remembers of its transforms.
struct Memory {
  std::unordered_map<Key, std::shared_ptr<Entry>, KeyHash> entries;
  std::unordered_map<Key, std::vector<bool>, KeyHash> fixed;  // per base key, per leaf
  Array needed;  // the traced number whose value was asked for last
};

// Lua's flag follows the number of open graphs.
class Open {
 public:
  Open(const Function& f, std::string_view transform)
      : state_(f.state()), trace([&state = state_] { return place(state); }) {
    state_.set_tracing(static_cast<int>(Trace::depth()));
    state_.begin_trace(transform, f.info());
  }
  ~Open() {
    state_.end_trace();
    state_.set_tracing(static_cast<int>(Trace::depth()) - 1);
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

 private:
  static Origin place(State& state) { return Origin::at(state.current_span()); }
  State& state_;

 public:
  Trace trace;
};

[[noreturn]] void need(State& state, const Array& array) {
  throw unknown_value(state, array, str("the value of a traced ", array.type(), " is needed here"));
}

struct Attempt {
  const Function& f;
  const Values& args;
  const Parts& parts;
  const Recipe& recipe;
  std::vector<bool>& fixed;

  Type type_of(size_t leaf) const {
    return recipe.types.empty() ? parts.leaves[leaf].value.type() : recipe.types[leaf];
  }

  Traced record(Open& open) const {
    Traced out;
    std::vector<Value> leaves;
    for (size_t i = 0; i < parts.leaves.size(); ++i) {
      const Array& value = parts.leaves[i].value;
      if (fixed[i]) {
        leaves.push_back(Value::from_array(value));
        continue;
      }
      out.params.push_back(i);
      leaves.emplace_back(open.trace.param(type_of(i), value.is_weak()));
    }
    Standing standing(f, args, leaves);
    out.outputs = call_all(f, standing.args());
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

  // Whether the numbers that the needed value depends on could be fixed. Where one of them
  // belongs to an outer trace, that trace is asked.
  bool fix(Open& open, const std::vector<size_t>& params) const {
    Array& needed = f.state().part<Memory>().needed;
    if (needed.is_none() || !open.trace.owns(needed)) return false;
    std::vector<size_t> sources = open.trace.sources_of(needed);
    for (size_t source : sources) {
      bool hidden = source >= params.size();
      const Array& value = hidden ? open.trace.captures()[source - params.size()]
                                  : parts.leaves[params[source]].value;
      if (value.is_traced()) {
        needed = value;
        return false;
      }
      if (hidden || !value.is_weak()) return false;
    }
    for (size_t source : sources) fixed[params[source]] = true;
    return !sources.empty();
  }
};

// A traced value ends with its trace: no result is a function, a dict or a string that would carry
// it on.
class Escapes {
 public:
  explicit Escapes(const Trace& trace) : trace_(trace) {}

  void refuse(const Value& value) {
    if (value.is_branch()) {
      for (const Value& item : value.items()) refuse(item);
    } else if (const auto* held = std::get_if<Opaque>(&value.any())) {
      if (any_array(*held, [this](const Array& x) { return is_own(x); })) fail(held->kind);
    } else if (value.is_function()) {
      Closure closure = closure_of(value.function());
      if (std::ranges::count(seen_, closure.object) > 0) return;
      seen_.push_back(closure.object);
      for (const auto& [name, capture] : closure.captures) {
        if (capture.is_array() && is_own(capture.array())) fail("function");
        refuse(capture);
      }
    }
  }

 private:
  bool is_own(const Array& x) const { return x.is_traced() && trace_.owns(x); }

  [[noreturn]] static void fail(std::string_view kind) {
    bool is_named = kind == "function" || kind == "dict" || kind == "range";
    std::string_view what = is_named ? kind : "string";
    throw Error(Code::trace, str("a result is a ", what, " that holds a traced value"))
        .note("a traced value ends with its trace")
        .help(str("give back the value, and make the ", what, " of it outside"));
  }

  const Trace& trace_;
  std::vector<const void*> seen_;
};

std::vector<size_t> free_leaves(const std::vector<bool>& fixed) {
  std::vector<size_t> out;
  for (size_t i = 0; i < fixed.size(); ++i) {
    if (!fixed[i]) out.push_back(i);
  }
  return out;
}

Traced trace(const Attempt& attempt) {
  State& state = attempt.f.state();
  state.need_value = [&state](const Array& array) { need(state, array); };
  for (;;) {
    state.part<Memory>().needed = {};
    Open open(attempt.f, attempt.recipe.name);
    std::vector<size_t> params = free_leaves(attempt.fixed);
    try {
      Traced out = attempt.record(open);
      Escapes escapes(open.trace);
      for (const Value& output : out.outputs) escapes.refuse(output);
      return out;
    } catch (const Error&) {
      // The one place outside the crossings that catches: a needed number is no error yet.
      if (!attempt.fix(open, params)) throw;
    }
  }
}

Key key_of(const Parts& parts, const Recipe& recipe, State& state) {
  Key key = parts.key;
  key.push_back(reinterpret_cast<uintptr_t>(recipe.name.data()));
  key.insert(key.end(), recipe.settings.begin(), recipe.settings.end());
  key.push_back(static_cast<uint64_t>(state.module_epoch()));
  return key;
}

void add_fixed(Key& key, const Parts& parts, const std::vector<bool>& fixed) {
  for (size_t i = 0; i < fixed.size(); ++i) {
    if (!fixed[i]) continue;
    uint64_t bits = 0;
    const Array& x = parts.leaves[i].value;
    std::memcpy(&bits, x.data(), std::min<size_t>(8, x.byte_size()));
    key.push_back(i);
    key.push_back(bits);
  }
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool any_traced(const std::vector<Array>& arrays) {
  return std::ranges::any_of(arrays, [](const Array& x) { return x.is_traced(); });
}

bool fixable(const Parts& parts, const std::vector<bool>& fixed) {
  for (size_t i = 0; i < fixed.size(); ++i) {
    if (fixed[i] && parts.leaves[i].value.is_traced()) return false;
  }
  return true;
}

}  // namespace

Error unknown_value(State& state, const Array& array, const std::string& text) {
  state.part<Memory>().needed = array;
  return Error(Code::trace, text)
      .note("it comes from an array, whose values are known only when the compiled code runs");
}

std::shared_ptr<Entry> entry_of(const Function& f, const Values& args, const Parts& parts,
                                const Recipe& recipe) {
  auto& memory = f.state().part<Memory>();
  Key base = key_of(parts, recipe, f.state());
  std::vector<bool> fixed(parts.leaves.size(), false);
  if (auto known = memory.fixed.find(base); known != memory.fixed.end()) {
    if (fixable(parts, known->second)) fixed = known->second;
  }
  Key key = base;
  add_fixed(key, parts, fixed);
  if (auto found = memory.entries.find(key); found != memory.entries.end()) return found->second;

  auto entry = std::make_shared<Entry>();
  entry->state = &f.state();
  entry->name = recipe.name;
  auto start = Clock::now();
  entry->traced = trace({f, args, parts, recipe, fixed});
  entry->stages.push_back({"trace", seconds_since(start)});
  start = Clock::now();
  entry->graph = recipe.derive ? recipe.derive(entry->traced) : entry->traced.graph;
  entry->stages.push_back({"derive", seconds_since(start)});
  if (any_traced(entry->traced.hidden)) return entry;
  memory.fixed[base] = fixed;
  key = base;
  add_fixed(key, parts, fixed);
  memory.entries[key] = entry;
  return entry;
}

void Entry::compile() {
  const auto& watch = state->part<GraphWatch>();
  if (watch.see) watch.see(name, graph);
  executable = host_device().compile(graph);
  if (!watch.made) return;
  std::vector<Stage> all = stages;
  for (const Stage& stage : executable->stages()) all.push_back(stage);
  watch.made(name, graph, all);
}

std::vector<Array> Entry::run(const Parts& parts) {
  std::vector<Array> in;
  for (size_t leaf : traced.params) in.push_back(parts.leaves[leaf].value);
  in.insert(in.end(), traced.hidden.begin(), traced.hidden.end());
  if (Trace::innermost() != nullptr) return run_graph(graph, in);
  if (executable == nullptr) compile();
  auto keep = std::make_unique<bool[]>(in.size());
  return executable->run(in, {keep.get(), in.size()});
}

Value with_leaves(const Value& tree, size_t& next,
                  const std::function<Value(size_t, const Value&)>& f) {
  if (tree.is_leaf()) return f(next++, tree);
  if (!tree.is_branch()) return tree;
  Values items;
  for (const Value& item : tree.items()) items.push_back(with_leaves(item, next, f));
  return Value::like(tree.branch(), std::move(items));
}

Values outputs_of(const Traced& traced, std::span<const Array> results) {
  Values out;
  size_t next = 0;
  for (const Value& output : traced.outputs) {
    out.push_back(with_leaves(output, next, [&](size_t at, const Value&) {
      return Value::from_array(results[at].with_weak(traced.weak[at]));
    }));
  }
  return out;
}

Function transformed(const Function& f, std::string_view name, std::string_view settings,
                     TransformedCall call) {
  FunctionInfo info = f.info();
  info.name = str(name, "(", info.name.empty() ? "a lambda" : info.name, ")");
  Closure closure{.prototype = name.data(),
                  .captures = {{"f", Value(f)}, {"settings", Value(std::string(settings))}}};
  auto run = [f, call = std::move(call)](Values args) { return call(f, args); };
  return make_native(f.state(), std::move(info), std::move(run), std::move(closure));
}

}  // namespace rille
