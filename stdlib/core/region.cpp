// Records closures, and joins the results of two of them.
#include "stdlib/core/region.h"

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include "stdlib/array.h"
#include "stdlib/core.h"
#include "stdlib/origins.h"
#include "vm/run/module_scope.h"
#include "vm/tree.h"

namespace rille {
namespace {

struct RaiseMarker {
  Value marker;
};

struct ErrorCodeNotes {
  struct CodeNote {
    unsigned codes = ~0u;
    Array why;
  };
  int outermost = 0;                           // the outermost trace of these notes
  std::map<std::pair<int, int>, CodeNote> of;  // by trace and var
};

}  // namespace

void set_raised(State& state, const Value& marker) { state.part<RaiseMarker>().marker = marker; }

bool is_raised(State& state, const Value& value) {
  const auto* held = std::get_if<OpaqueValue>(&value.any());
  const auto* marker = std::get_if<OpaqueValue>(&state.part<RaiseMarker>().marker.any());
  return held != nullptr && marker != nullptr && *held == *marker;
}

std::string braced(const std::string& text) {
  std::string out;
  for (char c : text) out.append(c == '{' || c == '}' ? 2 : 1, c);
  return out;
}

bool ends_attempts(const Error& error) {
  constexpr Code ends[] = {Code::limit, Code::memory, Code::interrupt, Code::bug};
  return std::ranges::find(ends, error.code()) != std::end(ends);
}

// This is not a crossing. Only R.attempt and this function continue after an error.
Values raised_later(State& state, size_t front, const Values& places,
                    const std::function<Values()>& side) {
  ModuleScope layer(state);
  try {
    return side();
  } catch (const Error& error) {
    if (error.code() != Code::value && error.code() != Code::index) throw;
    Builder& b = Trace::innermost()->builder();
    b.at(Origin::at(error.span(), state.module_path()));
    Var never = op::fill(b, Type(Dtype::boolean, Shape{}), false);
    Var always = op::fill(b, Type(Dtype::boolean, Shape{}), true);
    op::check(b, never, always, braced(error.what()), std::string(name(error.code())), {});
  }
  Values out(front, state.part<RaiseMarker>().marker);
  out.insert(out.end(), places.begin(), places.end());
  return out;
}

unsigned codes_of(State& state, const Value& code) {
  int64_t known = 0;
  if (is_raised(state, code)) return 0;
  if (is_host_int(code, &known)) return 1u << known;
  if (!code.is_array() || !code.array().is_traced()) return ~0u;
  const auto& noted = state.part<ErrorCodeNotes>().of;
  auto at = noted.find({code.array().body()->trace, code.array().body()->var});
  return at == noted.end() ? ~0u : at->second.codes;
}

Array why_of(State& state, const Array& code) {
  const auto& noted = state.part<ErrorCodeNotes>().of;
  if (!code.is_traced()) return code;
  auto at = noted.find({code.body()->trace, code.body()->var});
  return at == noted.end() || at->second.why.is_none() ? code : at->second.why;
}

void note_codes(State& state, const Value& code, unsigned codes, const Array& why) {
  if (!code.is_array() || !code.array().is_traced()) return;
  const auto* body = code.array().body();
  auto& noted = state.part<ErrorCodeNotes>();
  if (noted.outermost != Trace::outermost()) noted.of.clear();  // of ended traces
  noted.outermost = Trace::outermost();
  noted.of[{body->trace, body->var}] = {codes, why};
}

ValueOffer::ValueOffer(State& state, const Value& number, std::optional<Code> only)
    : state_(state),
      before_(state.part<TraceRequests>().values.size()),
      errors_(std::uncaught_exceptions()) {
  bool traced = number.is_array() && number.array().is_traced();
  if (traced) state.part<TraceRequests>().values.push_back({number.array(), only});
}

ValueOffer::~ValueOffer() {
  auto& values = state_.part<TraceRequests>().values;
  if (std::uncaught_exceptions() > errors_ || values.size() <= before_) return;
  values.erase(values.begin() + static_cast<long>(before_), values.end());
}

bool same_static(const Value& a, const Value& b) {
  if (a.any().index() != b.any().index()) return false;
  return std::visit(
      [&](const auto& x) {
        using T = std::remove_cvref_t<decltype(x)>;
        if constexpr (std::is_same_v<T, Array> || std::is_same_v<T, BranchRef>) {
          return false;
        } else {
          return x == std::get<T>(b.any());
        }
      },
      a.any());
}

Value stack_leaves(const Values& leaves) {
  Arrays arrays;
  for (const Value& leaf : leaves) arrays.push_back(joint_array(leaf));
  promote_together(arrays);
  return strong(stack(arrays));
}

bool is_host_int(const Value& x, int64_t* value) {
  const auto* number = std::get_if<int64_t>(&x.any());
  if (number != nullptr) *value = *number;
  return number != nullptr;
}

OriginFn origin_fn(State& state) {
  return [&state] { return current_origin(state); };
}

RecordedRegion record(State& state, const std::vector<ParamSpec>& params,
                      const std::function<Values(std::vector<Array>)>& body) {
  RecordedRegion out;
  RecordedGraph all = record_region(
      params,
      [&](const std::vector<Array>& args) {
        out.outputs = body(args);
        return out.leaves = joints_of(out.outputs);
      },
      origin_fn(state));
  out.graph = std::move(all.graph);
  out.captures = std::move(all.captures);
  return out;
}

void TreeJoin::refuse(const std::string& a, const std::string& b) const {
  std::string place = what;
  for (auto [branch, i] : steps) place = step(place, *branch, i);
  std::string at = what.empty() && !place.empty() ? str(" at `", place, "`") : "";
  std::string named = what.empty() ? str("a value of the loop", at) : str("`", place, "`");
  std::string differ;
  if (loop) {
    differ = str(named, " is ", a, " ", sides[0], ", but ", b, " ", sides[1]);
  } else if (!what.empty()) {
    differ = str(named, " is ", a, " after ", sides[0], ", but ", b, " after ", sides[1]);
  } else {
    differ = str(sides[0], " returns ", a, at, ", but ", sides[1], " returns ", b);
  }
  Error error(Code::trace, std::move(differ));
  if (loop && a == "nil") {
    error.help(
        "the structure of the value must be known before the loop; an optimizer has a state after "
        "`optim.adam(params)` or `optim.optimizer(rule, params)`");
  }
  throw error;
}

namespace {

// A value in an error: its type, the structure of a tree, or the string itself.
std::string described(const Value& x) {
  if (is_joint(x)) return text(joint_array(x).type());
  if (x.is_string()) return str('"', x.string(), '"');
  return x.is_function() || x.is_static() ? text(x) : form_text(x);
}

}  // namespace

// A carried number takes the dtype of its update. Otherwise, dtypes may differ only for weak
// numbers.
Value TreeJoin::leaf(const Value& a, const Value& b) {
  int at_a = next_a++, at_b = next_b++;
  bool same_host = same_static(a, b);
  if (same_host && !loop) return a;
  Array x = joint_array(a), y = joint_array(b);
  std::vector<Array> both = {x, y};
  Dtype dtype = x.dtype() == y.dtype() ? x.dtype() : common_dtype(both);
  bool fits = x.shape() == y.shape() && (x.is_weak() || x.dtype() == dtype) &&
              (y.is_weak() || y.dtype() == dtype);
  if (!fits) refuse(text(x.type()), text(y.type()));
  bool weak = x.is_weak() && y.is_weak();
  Type type = x.type().with(dtype);
  slots.push_back({at_a, at_b, type, weak});
  return Array::traced(type, -1, static_cast<int>(slots.size()) - 1, weak);
}

Value TreeJoin::only(const Value& tree, bool is_a) {
  return map_joints(tree, [&](const Value& each) {
    int at = is_a ? next_a++ : next_b++;
    Array x = joint_array(each);
    slots.push_back({is_a ? at : -1, is_a ? -1 : at, x.type(), x.is_weak()});
    return Value(Array::traced(x.type(), -1, static_cast<int>(slots.size()) - 1, x.is_weak()));
  });
}

// Joins two dicts whose keys are in different orders. The result has the order of the first.
Value TreeJoin::dicts(const Branch& a, const Branch& b) {
  std::map<DictKey, size_t> places;
  std::vector<int> starts;  // the index of the first leaf of each item of b
  for (size_t i = 0; i < b.items.size(); ++i) {
    places.emplace(b.keys->list[i], i);
    starts.push_back(next_b);
    next_b += static_cast<int>(joints_of({b.items[i]}).size());
  }
  int end = next_b;
  Values items;
  for (size_t i = 0; i < a.items.size(); ++i) {
    size_t at = places.at(a.keys->list[i]);
    next_b = starts[at];
    items.push_back(item(a, i, b.items[at]));
  }
  next_b = end;
  return Value::like(a, std::move(items));
}

Value TreeJoin::item(const Branch& a, size_t i, const Value& b) {
  steps.emplace_back(&a, i);
  Value out = trees(a.items[i], b);
  steps.pop_back();
  return out;
}

Value TreeJoin::trees(const Value& a, const Value& b) {
  if (is_joint(a) && is_joint(b)) return leaf(a, b);
  if (a.is_branch() && b.is_branch() && is_same_form(a.branch(), b.branch())) {
    Values items;
    for (size_t i = 0; i < a.items().size(); ++i)
      items.push_back(item(a.branch(), i, b.items()[i]));
    return Value::like(a.branch(), std::move(items));
  }
  if (a.is_dict() && fitted(a.branch(), b) != nullptr) return dicts(a.branch(), b.branch());
  if (a.is_branch() || b.is_branch() || is_joint(a) || is_joint(b) || !same_static(a, b)) {
    std::string left = described(a), right = described(b);
    bool other = left == right;  // for example, two closures of one lambda
    refuse(left, other ? str("another ", right) : right);
  }
  return a;
}

}  // namespace rille
