// Region: a closure of a script as a graph of its own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backends/apply.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "vm/contract.h"
#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// The recording of a closure. `outputs` are trees; `leaves` are their numbers, arrays, and bools,
// in the order of a walk over the trees.
struct RecordedRegion {
  Graph graph;                  // params, then one for each capture; one result for each leaf
  std::vector<Array> captures;  // arrays of the outer traces
  Values outputs;
  std::vector<Array> leaves;
};

RecordedRegion record(State& state, const std::vector<ParamSpec>& params,
                      const std::function<Values(std::vector<Array>)>& body);

// One result of a construct with two sides, as the index of a leaf of each side. The index is -1 if
// the side does not return it; zeros are used then.
struct JoinSlot {
  int a, b;
  Type type;
  bool weak;
};

// Joins two trees to one: values that are equal and static stay, and leaves that differ become
// slots (a traced placeholder of trace -1 whose var is the slot). error[trace] if the structures,
// the types, or static values of the trees differ.
struct TreeJoin {
  std::vector<JoinSlot> slots = {};
  const std::vector<Array>* a_leaves = nullptr;
  const std::vector<Array>* b_leaves = nullptr;
  int next_a = 0, next_b = 0;
  bool loop = false;      // a is the carry, b the result of the body
  std::string what = "";  // the name of a variable, "" for the value
  std::string sides[2] = {"the `if` branch", "the `else` branch"};
  // The path from the root to the item that trees() joins.
  std::vector<std::pair<const Branch*, size_t>> steps = {};

  Value trees(const Value& a, const Value& b);
  Value dicts(const Branch& a, const Branch& b);
  Value only(const Value& tree, bool is_a);  // the other side has no value

 private:
  Value leaf(const Value& a, const Value& b);
  Value item(const Branch& a, size_t i, const Value& b);
  [[noreturn]] void refuse(const std::string& a, const std::string& b) const;
};

bool same_static(const Value& a, const Value& b);  // no arrays, no branches
// Stacks leaves along a new first axis, in their common dtype.
Value stack_leaves(const Values& leaves);
// The origin, a position in a script, of the nodes that are recorded now.
OriginFn origin_fn(State& state);

std::string braced(const std::string& text);  // escapes the braces of a format string

// Whether an error ends every attempt in a trace, so that no fallback is tried.
bool ends_attempts(const Error& error);

// The marker that a call of `error` returns in traced code: the branch has no value.
void set_raised(State& state, const Value& marker);
bool is_raised(State& state, const Value& value);

// If `side` raises error[value] or error[index] while it is traced, as for an index out of range, a
// check is recorded instead, which raises when a run reaches it. Returns the outputs of `side`; if
// it raised, `front` raised markers and the unchanged variables.
Values raised_later(State& state, size_t front, const Values& places,
                    const std::function<Values()>& side);

// Offers a traced number to the transform (Asked), which can fix it and trace again. The offer ends
// with the object, except if that is destroyed by an error.
class ValueOffer {
 public:
  ValueOffer(State& state, const Value& number, std::optional<Code> only = {});
  ~ValueOffer();
  ValueOffer(const ValueOffer&) = delete;
  ValueOffer& operator=(const ValueOffer&) = delete;

 private:
  State& state_;
  size_t before_;
  int errors_;
};

bool is_host_int(const Value& x, int64_t* value);

inline unsigned bit(LeaveCode code) { return 1u << static_cast<int>(code); }
inline Array array_of(LeaveCode code) { return Array(static_cast<int64_t>(code)); }

// The possible values of a leave code (docs/lua.md): bit c for code c. A traced code may have all
// of them, unless a construct has noted which codes its sides can return.
unsigned codes_of(State& state, const Value& code);
// `why` is the condition that decides the code.
void note_codes(State& state, const Value& code, unsigned codes, const Array& why);
Array why_of(State& state, const Array& code);  // the code itself if nothing is noted

}  // namespace rille
