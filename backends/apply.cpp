// apply and Trace: recording of operations in open graphs.

#include "backends/apply.h"

#include <algorithm>
#include <unordered_map>

#include "backends/backend.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {

struct Trace::State {
  explicit State(std::function<Origin()> place) : builder(place()), origin(std::move(place)) {}

  Builder builder;
  std::function<Origin()> origin;
  int number = 0;
  size_t params = 0;
  std::vector<Array> captures = {};  // keeps the bodies alive, so that their addresses stay unique
  std::unordered_map<const ArrayBody*, Var> captured = {};
  Trace* outer = nullptr;
  const rille::State* runs = running().state;  // null for a trace of the embedding program
};

// The stack of open graphs of a thread: its top, its depth, and the number of graphs opened so far.
struct TraceStack {
  Trace* top = nullptr;
  size_t depth = 0;
  int opened = 0;
  int outermost = 0;
};
namespace {
thread_local TraceStack open_traces;  // NOLINT(*-global-variables)
}

Trace::Trace(std::function<Origin()> origin) : state_(std::make_unique<State>(std::move(origin))) {
  state_->number = ++open_traces.opened;
  state_->outer = open_traces.top;
  open_traces.top = this;
  if (++open_traces.depth == 1) open_traces.outermost = state_->number;
}

Trace::~Trace() {
  open_traces.top = state_->outer;
  if (--open_traces.depth == 0) open_traces.outermost = 0;
}

// While one State calls into another one, the other does not record into the graph of the first.
Trace* Trace::innermost() {
  Trace* top = open_traces.top;
  return top != nullptr && top->state_->runs == running().state ? top : nullptr;
}
size_t Trace::depth() { return innermost() == nullptr ? 0 : open_traces.depth; }
int Trace::outermost() { return innermost() == nullptr ? 0 : open_traces.outermost; }

bool Trace::have_effects() {
  auto has_effect = [](const Node& node) { return node.effects != Effect::none; };
  for (Trace* t = innermost(); t != nullptr; t = t->state_->outer) {
    if (std::ranges::any_of(t->state_->builder.graph().nodes, has_effect)) return true;
  }
  return false;
}

Builder& Trace::builder() { return state_->builder; }
const std::vector<Array>& Trace::captures() const { return state_->captures; }

Array Trace::array_of(Var var, bool weak) const {
  return Array::traced(state_->builder.type(var), state_->number, var.id, weak);
}

bool Trace::owns(const Array& array) const {
  return array.is_traced() && array.body()->trace == state_->number;
}

Array Trace::param(Type type, bool weak) {
  RILLE_CHECK(state_->captures.empty(), "a parameter is added after a capture");
  ++state_->params;
  return array_of(state_->builder.param(type), weak);
}

namespace {

bool is_open(int number, Trace* from, const std::function<Trace*(Trace*)>& outer_of) {
  for (Trace* t = from; t != nullptr; t = outer_of(t)) {
    if (t->owns(Array::traced(Type(), number, 0, false))) return true;
  }
  return false;
}

AttrValue constant_of(const Array& number) {
  if (number.dtype() == Dtype::boolean) return number.integer() != 0;
  if (is_integer(number.dtype())) return number.integer();
  return number.number();
}

bool is_host_number(const Array& array) {
  return !array.is_traced() && array.is_weak() && array.rank() == 0 && !is_complex(array.dtype());
}

}  // namespace

Var Trace::var_of(const Array& array) {
  RILLE_CHECK(!array.is_none(), "a none array is used in a trace");
  State& state = *state_;
  if (owns(array)) return {array.body()->var};
  if (is_host_number(array)) return op::fill(state.builder, array.type(), constant_of(array));
  if (array.is_traced() &&
      !is_open(array.body()->trace, state.outer, [](Trace* t) { return t->state_->outer; })) {
    throw Error(Code::trace, str("a traced ", array.type(),
                                 " is used after the end of the function in which it was traced"));
  }
  auto [place, fresh] = state.captured.try_emplace(array.body());
  if (fresh) {
    place->second = state.builder.param(array.type());
    state.captures.push_back(array);
  }
  return place->second;
}

Graph Trace::finish(std::span<const Array> results) {
  Vars vars;
  for (const Array& result : results) vars.push_back(var_of(result));
  return std::move(state_->builder).finish(std::move(vars));
}

std::vector<size_t> Trace::sources_of(const Array& array) const {
  const Graph& graph = state_->builder.graph();
  std::vector<char> wanted(graph.types.size(), 0);
  wanted[static_cast<size_t>(array.body()->var)] = 1;
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
    bool lives = std::ranges::any_of(node->out,
                                     [&](Var v) { return wanted[static_cast<size_t>(v.id)] != 0; });
    if (!lives) continue;
    for (Var v : node->in) wanted[static_cast<size_t>(v.id)] = 1;
  }
  std::vector<size_t> out;
  for (size_t i = 0; i < graph.params.size(); ++i) {
    if (wanted[static_cast<size_t>(graph.params[i].id)] != 0) out.push_back(i);
  }
  return out;
}

namespace {

bool all_weak(std::span<const Array> in) {
  return !in.empty() && std::ranges::all_of(in, &Array::is_weak);
}

std::vector<Array> recorded(Trace& trace, const Op& op, std::span<const Array> in,
                            const Attrs& attrs, const Regions& regions, Placement placement) {
  if (State* runs = running().state) runs->count_node();
  bool weak = all_weak(in);
  Vars vars;
  for (const Array& array : in) vars.push_back(trace.var_of(array));
  Builder& b = trace.builder();
  b.at(trace.place());
  std::vector<Array> out;
  for (Var v : b.emit(op, std::move(vars), attrs, regions, placement)) {
    out.push_back(trace.array_of(v, weak));
  }
  return out;
}

}  // namespace

std::vector<Array> apply(const Op& op, std::span<const Array> in, const Attrs& attrs,
                         const Regions& regions) {
  if (Trace* trace = Trace::innermost()) {
    return recorded(*trace, op, in, attrs, regions, Placement::anywhere);
  }
  std::vector<Array> out = device_of(in).run(op, in, attrs, regions);
  if (all_weak(in)) {
    for (Array& array : out) array = array.with_weak(true);
  }
  return out;
}

namespace {

Array as_weak_as(std::span<const ArrayRef> in, Array out) {
  bool weak = !in.empty() && std::ranges::all_of(in, [](ArrayRef x) { return x->is_weak(); });
  return weak && !out.is_none() ? out.with_weak(true) : out;
}

}  // namespace

Array apply1(const Op& op, std::initializer_list<ArrayRef> in, const Attrs& attrs) {
  return apply_placed(Placement::anywhere, op, in, attrs);
}

Array apply_placed(Placement placement, const Op& op, std::initializer_list<ArrayRef> in,
                   const Attrs& attrs) {
  std::span given(in.begin(), in.size());
  if (Trace* trace = Trace::innermost()) {
    std::vector<Array> all;
    for (ArrayRef x : given) all.push_back(*x);
    return std::move(recorded(*trace, op, all, attrs, {}, placement)[0]);
  }
  return as_weak_as(given, device_of(given).run_one(op, given, attrs));
}

void apply_onto(const Op& op, Array& x, std::span<const Array> rest, const Attrs& attrs) {
  if (Trace::innermost() == nullptr) return device_of(x).run_onto(op, x, rest, attrs);
  std::vector<Array> in{x};
  in.insert(in.end(), rest.begin(), rest.end());
  x = apply(op, in, attrs)[0];
}

Array apply_spread(const Op& op, std::initializer_list<ArrayRef> in) {
  if (Trace::innermost() != nullptr) return {};
  std::span given(in.begin(), in.size());
  return as_weak_as(given, device_of(given).run_spread(op, given));
}

Trace::Savepoint Trace::mark() const {
  return {state_->builder.graph().nodes.size(), state_->captures.size()};
}

void Trace::forget(const Savepoint& mark) {
  State& state = *state_;
  for (size_t i = mark.captures; i < state.captures.size(); ++i) {
    state.captured.erase(state.captures[i].body());
  }
  state.captures.resize(mark.captures);
  state.builder.cut(mark.nodes, state.params + mark.captures);
}

Origin Trace::place() const { return state_->origin(); }

std::vector<Array> run_graph(const Graph& graph, std::span<const Array> args) {
  Trace* trace = Trace::innermost();
  std::vector<Array> out;
  if (trace != nullptr) {
    Vars vars;
    for (const Array& array : args) vars.push_back(trace->var_of(array));
    for (Var v : inline_graph(trace->builder(), graph, vars)) out.push_back(trace->array_of(v));
    return out;
  }
  std::vector<Array> in(args.begin(), args.end());
  std::vector<char> keep(in.size(), 0);
  auto donate = std::span(reinterpret_cast<const bool*>(keep.data()), keep.size());
  return device_of(in).compile(graph)->run(in, donate);
}

}  // namespace rille
