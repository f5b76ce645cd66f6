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

// What a closure recorded. `outputs` are trees; `leaves` are theirs in walking order: numbers,
// arrays and bools.
struct RecordedRegion {
  Graph graph;                  // params, then one per capture; one result per leaf
  std::vector<Array> captures;  // arrays of the outer traces
  Values outputs;
  std::vector<Array> leaves;
};

RecordedRegion record(State& state, const std::vector<ParamSpec>& params,
                      const std::function<Values(std::vector<Array>)>& body);

// One result of a construct that comes from both sides, as places among their leaves; -1: a side
// that gives none, where zeros stand in.
struct JoinSlot {
  int a, b;
  Type type;
  bool weak;
};

// Two trees as one: what is equal and known stays, leaves that differ become slots (a traced
// placeholder of trace -1 whose var is the slot). error[trace] where they do not fit.
struct Join {
  std::vector<JoinSlot> slots = {};
  const std::vector<Array>* a_leaves = nullptr;
  const std::vector<Array>* b_leaves = nullptr;
  int next_a = 0, next_b = 0;
  bool loop = false;      // a is the carry, b what the body made of it
  std::string what = "";  // the name of a place, "" for the value
  std::string sides[2] = {"the `if` branch", "the `else` branch"};
  // The items that trees() is in, from the root.
  std::vector<std::pair<const Branch*, size_t>> steps = {};

  Value trees(const Value& a, const Value& b);
  Value dicts(const Branch& a, const Branch& b);
  Value only(const Value& tree, bool is_a);  // the other side gives nothing

 private:
  Value leaf(const Value& a, const Value& b);
  Value item(const Branch& a, size_t i, const Value& b);
  [[noreturn]] void refuse(const std::string& a, const std::string& b) const;
};

bool same_static(const Value& a, const Value& b);  // no arrays, no branches
// Such values along a new first axis, in the dtype that all of them have together.
Value stack_leaves(const Values& leaves);
// The place of what is recorded now.
OriginFn origin_fn(State& state);

std::string braced(const std::string& text);  // a text without holes, as a line with holes

// Whether an error ends whatever is tried in a trace: no other way is looked for.
bool ends_attempts(const Error& error);

// What `error` gives in traced code: the branch has no value.
void set_raised(State& state, const Value& marker);
bool is_raised(State& state, const Value& value);

// What raises for a value while it is traced, an index out of range, raises when the run gets
// there, and not at all where it does not. Gives what `side` gives; where it raises, `front` raised
// values and the places as they are.
Values raised_later(State& state, size_t front, const Values& places,
                    const std::function<Values()>& side);

// Offers a traced number to the transform (Asked) while it lives, and behind it where it ends by an
// error.
class Offer {
 public:
  Offer(State& state, const Value& number, std::optional<Code> only = {});
  ~Offer();
  Offer(const Offer&) = delete;
  Offer& operator=(const Offer&) = delete;

 private:
  State& state_;
  size_t before_;
  int errors_;
};

bool is_host_int(const Value& x, int64_t* value);

inline unsigned bit(LeaveCode code) { return 1u << static_cast<int>(code); }
inline Array array_of(LeaveCode code) { return Array(static_cast<int64_t>(code)); }

// The leave codes (docs/lua.md) that a code may turn out to be: bit c for code c. Of a traced one
// all, unless a construct has noted what its sides can give.
unsigned codes_of(State& state, const Value& code);
// `why`: the condition that the code comes from.
void note_codes(State& state, const Value& code, unsigned codes, const Array& why);
Array why_of(State& state, const Array& code);  // the code itself where nothing is noted

}  // namespace rille
