// R: assert, imports, tests, shown values, lines.
#include <algorithm>

#include "backends/apply.h"
#include "stdlib/array.h"
#include "stdlib/core.h"
#include "stdlib/core/region.h"
#include "stdlib/core/runtime.h"
#include "vm/call.h"
#include "vm/run/module_scope.h"
#include "vm/run/observer.h"
#include "vm/tree.h"

namespace rille {
namespace {

bool is_array_pair(const Value& a, const Value& b) {
  return (a.is_array() || b.is_array()) && a.is_leaf() && b.is_leaf();
}

bool holds(const Array& condition) {
  return std::ranges::all_of(condition.as<bool>(), [](bool each) { return each; });
}

std::string element_text(const Array& x, const Ints& place) {
  Subscripts subs;
  for (int64_t at : place) {
    Subscript sub;
    sub.form = Subscript::Kind::index;
    sub.index = Array(at);
    subs.push_back(std::move(sub));
  }
  return text(subs.empty() ? x : index(x, subs));
}

// The comparison of an assert, if its condition is one.
struct AssertComparison {
  std::string op;     // "==", "<", "close"; "" without a comparison
  std::string shown;  // the sides whose values are printed: "left", "right", "both", or ""
  Value a, b;
  double rtol = 1e-5, atol = 1e-8;  // the defaults of close
  // Whether the assert expects equal elements.
  bool is_equality() const { return op == "==" || op == "same" || op == "close"; }
};

// "1 of 4 elements differ, the first at [0, 2]: 1 and 2; the largest difference is 3" for two
// arrays that are expected to be equal, "for 1 of 4 elements, …" for the other operators.
std::string where_it_fails(const Array& condition, const AssertComparison& what, const Array& a,
                           const Array& b) {
  auto holds = condition.as<bool>();
  size_t first = 0, count = 0;
  for (size_t i = holds.size(); i-- > 0;) {
    if (holds[i]) continue;
    first = i;
    ++count;
  }
  Ints place(static_cast<size_t>(condition.rank()));
  for (size_t axis = place.size(), rest = first; axis-- > 0;) {
    auto extent = static_cast<size_t>(condition.type().extent(static_cast<int>(axis)).number());
    place[axis] = static_cast<int64_t>(rest % extent);
    rest /= extent;
  }
  bool is_equality = what.is_equality();
  std::string out = str(is_equality ? "" : "for ", count, " of ", holds.size(), " elements",
                        is_equality ? " differ" : "", ", the first at [", join(place), "]");
  Array x = broadcast(a, condition.shape());
  Array y = broadcast(b, condition.shape());
  out += str(": ", element_text(x, place), " and ", element_text(y, place));
  if (is_equality && is_number(x.dtype()) && is_number(y.dtype())) {
    out += str("; the largest difference is ", text(max(abs(x - y))));
  }
  return out;
}

// The values of the sides of a comparison.
std::string sides_text(const AssertComparison& what) {
  std::vector<std::string> out;
  auto show = [&](const char* side, int number, const char* name, const Value& x) {
    if (what.shown != side && what.shown != "both") return;
    std::string is = x.is_string() ? str("\"", x.string(), "\"") : text(x);
    out.push_back(str(arg(number, name), " is ", is));
  };
  show("left", 0, "the left side", what.a);
  show("right", 1, "the right side", what.b);
  return join(out);
}

// The first leaf in which two trees are not close, with its path.
std::string first_far(const AssertComparison& what) {
  std::vector<Values> pairs;
  map_leaves(Values{what.a, what.b}, true, [&](const Values& leaves) -> Value {
    pairs.push_back(leaves);
    return {};
  });
  std::vector<std::string> names = paths(what.a);
  // A leaf against nil is not a pair. Then the names cannot be assigned to the pairs.
  if (names.size() != pairs.size()) names.assign(pairs.size(), "");
  for (size_t i = 0; i < pairs.size(); ++i) {
    Array x = pairs[i][0].as_array(), y = pairs[i][1].as_array();
    Array near = isclose(x, y, what.rtol, what.atol, false);
    if (holds(near)) continue;
    std::string in = names[i].empty() ? "" : str("in `", names[i], "` ");
    return in + (near.rank() > 0 ? where_it_fails(near, what, x, y)
                                 : str("the values are ", text(x), " and ", text(y)));
  }
  return "";
}

std::string parts_text(const Value& condition, const AssertComparison& what) {
  if (what.op.empty()) return "";
  bool are_arrays = is_array_pair(what.a, what.b);
  if (what.op == "close" && (are_arrays || !what.a.is_leaf())) return first_far(what);
  bool is_many = condition.is_array() && condition.array().rank() > 0;
  if (is_many && are_arrays)
    return where_it_fails(condition.array(), what, what.a.as_array(), what.b.as_array());
  if (what.op == "same" && are_arrays) {
    Array x = what.a.as_array(), y = what.b.as_array();
    if (x.shape() != y.shape()) return str("the types are ", x.type(), " and ", y.type());
    if (x.rank() > 0) return where_it_fails(eq(x, y), what, x, y);
  }
  return sides_text(what);
}

constexpr const char* does_not_hold = "the assertion does not hold";

// The message has placeholders for values that are known only when the code runs.
void assert_later(Array condition, std::string message, Values values) {
  Arrays in;
  for (const Value& value : values) in.push_back(value.as_array());
  check(all(condition), "value", message, in);
}

// `tolerances` are the arguments rtol and atol of close, nil if they were not given.
void assert_fails(Value condition, Value message, Value op, Value shown, Value a, Value b,
                  Values tolerances) {
  std::string said = message.is_nil() ? "" : text(message);
  if (condition.is_array()) {
    const Array& array = condition.array();
    if (array.dtype() != Dtype::boolean) {
      throw Error(Code::type, str("`assert` takes bools, got ", array.type())).label(0);
    }
    if (array.is_traced()) {
      check(all(array), "value", said.empty() ? does_not_hold : braced(said));
      return;
    }
    if (holds(array)) return;
  }
  AssertComparison what;
  if (!op.is_nil()) {
    what = {.op = op.string(), .shown = shown.string(), .a = std::move(a), .b = std::move(b)};
    if (!tolerances[0].is_nil()) what.rtol = tolerances[0].as_array().number();
    if (!tolerances[1].is_nil()) what.atol = tolerances[1].as_array().number();
  }
  std::string parts = parts_text(condition, what);
  if (said.empty()) said = does_not_hold;
  throw Error(Code::value, parts.empty() ? said : str(said, ": ", parts));
}

void check_match(Array fits) { check(fits, "value", "no arm of the `match` matches the value"); }

Value import_module(State& state, std::string path, bool is_file) {
  Value module;
  if (state.observers().tell_latest(event::ImportRequest{path, is_file, module})) return module;
  throw Error(Code::io, str("cannot import `", path, "`: imports are not available here"));
}

void run_test(State& state, std::string name, Function body) {
  state.observers().tell_latest(event::TestEvent{name, body});
}

void show(State& state, Value value) { state.observers().tell_latest(event::DisplayEvent{value}); }

void line(State& state, int64_t offset) { state.observers().tell(event::LineEvent{offset}); }

void ran(State& state, int64_t file, int64_t offset) {
  state.observers().tell(event::PieceEvent{static_cast<int>(file), static_cast<int>(offset)});
}

// A test script marks the statements that raise. Their errors are compared, and the script
// continues.
void guard_statement(State& state, Function body) {
  if (!state.observers().want(Topic::raised)) {
    call(body, {});
    return;
  }
  try {
    call(body, {});
  } catch (const Error& error) {
    if (error.code() == Code::interrupt) throw;
    state.observers().tell(event::RaiseEvent{error});
  }
}

// attempt(f, must): the value of f, or nil if f cannot be traced and `must` is false. In that case
// the nodes of f are removed from the graph, and its offers (TraceRequests) are withdrawn. This is
// not a crossing. Only raised_later and this function continue after an error.
Value attempt(State& state, Function f, bool must) {
  if (must) return call(f, {});
  Trace* trace = Trace::innermost();
  RILLE_CHECK(trace != nullptr, "an attempt outside every trace");
  Trace::Savepoint before = trace->mark();
  size_t asked = state.part<TraceRequests>().values.size();
  ModuleScope layer(state);
  try {
    return call(f, {});
  } catch (const Error& error) {
    if (ends_attempts(error)) throw;
    trace->forget(before);
    auto& values = state.part<TraceRequests>().values;
    values.erase(values.begin() + static_cast<long>(asked), values.end());
    return {};
  }
}

// offered(f, lo, hi): the value of f. If f cannot be traced, the transform may fix the bounds.
Value offered(State& state, Function f, Value lo, Value hi) {
  ValueOffer low(state, lo), high(state, hi);
  return call(f, {});
}

bool unrolls(State& state) { return state.part<TraceRequests>().unrolls; }
void looped(State& state) { state.part<TraceRequests>().looped = true; }

// The number of nodes of the innermost graph.
int64_t graph_size() {
  Trace* trace = Trace::innermost();
  return trace == nullptr ? 0 : std::ssize(trace->builder().graph().nodes);
}

const Builtin later_ = {
    .signature = "assert_later(condition: bool[...], message: str, values: tuple)",
    .call = bind<&assert_later>};
const Builtin assert_ = {
    .signature =
        "assert_fails(condition: any, message: any, op: any, shown: any, a: any, b: any, "
        "tolerances: tuple)",
    .call = bind<&assert_fails>};
const Builtin match_ = {.signature = "check_match(fits: any)", .call = bind<&check_match>};
const Builtin import_ = {.signature = "import(path: str, is_file: bool)",
                         .call = bind<&import_module>};
const Builtin test_ = {.signature = "test(name: str, body: fn)", .call = bind<&run_test>};
const Builtin show_ = {.signature = "show(value: any)", .call = bind<&show>};
const Builtin line_ = {.signature = "line(offset: int)", .call = bind<&line>};
const Builtin ran_ = {.signature = "ran(file: int, offset: int)", .call = bind<&ran>};
const Builtin attempt_ = {.signature = "attempt(f: fn, must: bool)", .call = bind<&attempt>};
const Builtin offered_ = {.signature = "offered(f: fn, lo: any, hi: any)", .call = bind<&offered>};
const Builtin unrolls_ = {.signature = "unrolls()", .call = bind<&unrolls>};
const Builtin looped_ = {.signature = "looped()", .call = bind<&looped>};
const Builtin size_ = {.signature = "graph_size()", .call = bind<&graph_size>};
const Builtin guard_ = {.signature = "guard(body: fn)", .call = bind<&guard_statement>};

}  // namespace

std::vector<const Builtin*> statement_functions() {
  return {&assert_, &later_, &match_,   &import_,  &test_,    &show_,   &line_,
          &ran_,    &guard_, &attempt_, &offered_, &unrolls_, &looped_, &size_};
}

std::span<const Builtin* const> runtime_functions() {
  static const std::vector<const Builtin*> all = [] {
    std::vector<const Builtin*> out = tree_functions();
    for (const Builtin* each : statement_functions()) out.push_back(each);
    for (const Builtin* each : region_functions()) out.push_back(each);
    return out;
  }();
  return all;
}

}  // namespace rille
